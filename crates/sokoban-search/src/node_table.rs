//! NodeTable: every state that a search has met, packed, with whole-state equality.

use sokoban_core::Square;

use crate::memory::Memory;
use crate::node_index::{NodeId, NodeIndex};
use crate::outcome::StopReason;
use crate::record::{NeedsWiderLayout, Node, RecordLayout};
use crate::record_store::RecordStore;
use crate::space::StateSpace;

/// Why a table took no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableFull {
    /// It may not grow.
    Stop(StopReason),
    /// A cost has no room in its records.
    NeedsWiderLayout,
}

impl From<StopReason> for TableFull {
    fn from(reason: StopReason) -> Self {
        Self::Stop(reason)
    }
}

impl From<NeedsWiderLayout> for TableFull {
    fn from(_: NeedsWiderLayout) -> Self {
        Self::NeedsWiderLayout
    }
}

/// Every state that a search has met: packed boxes, player, g, h and closed mark, without a
/// pointer to a parent.
#[derive(Debug)]
pub(crate) struct NodeTable {
    records: RecordStore,
    len: usize,
    index: NodeIndex,
    /// The packed boxes of one state.
    scratch: Vec<u64>,
}

impl NodeTable {
    pub(crate) fn new(layout: RecordLayout, memory: &mut Memory) -> Result<Self, StopReason> {
        let index = NodeIndex::new(memory)?;
        let scratch = vec![0; layout.box_words()];
        Ok(Self { records: RecordStore::new(layout), len: 0, index, scratch })
    }

    /// The states stored.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The number of the state with these packed boxes and this canonical player.
    pub(crate) fn find<S: StateSpace>(
        &self,
        space: &S,
        state: &S::State,
        packed: &[u64],
    ) -> Option<NodeId> {
        let player = space.player(state);
        let layout = &self.records.layout;
        self.index.find(key(packed, player), |id| {
            let record = self.records.record(id);
            layout.has_boxes(record, packed) && layout.read(record).player == player
        })
    }

    /// Stores a state that is not in the table.
    ///
    /// # Errors
    /// [`TableFull`]; the table is unchanged then.
    pub(crate) fn insert(
        &mut self,
        packed: &[u64],
        node: Node,
        memory: &mut Memory,
    ) -> Result<NodeId, TableFull> {
        let Self { records, index, scratch, .. } = self;
        let layout = records.layout;
        if !layout.has_room_for(node) {
            return Err(TableFull::NeedsWiderLayout);
        }
        let key = key(packed, node.player);
        index.make_room(key, memory, |id| {
            let record = records.record(id);
            layout.read_boxes(record, scratch);
            self::key(scratch, layout.read(record).player)
        })?;
        let id = index.next_id(key, memory, |memory| records.next_run(memory))?;
        let record = records.record_mut(id);
        layout.write_boxes(record, packed);
        layout.write(record, node)?;
        index.insert(key);
        self.len += 1;
        Ok(id)
    }

    /// What is stored of a state besides its boxes.
    pub(crate) fn node(&self, id: NodeId) -> Node {
        self.records.layout.read(self.records.record(id))
    }

    /// Replaces what is stored of a state besides its boxes.
    pub(crate) fn set_node(&mut self, id: NodeId, node: Node) -> Result<(), NeedsWiderLayout> {
        let layout = self.records.layout;
        layout.write(self.records.record_mut(id), node)
    }

    /// A stored state.
    pub(crate) fn state<S: StateSpace>(&mut self, space: &S, id: NodeId) -> S::State {
        let record = self.records.record(id);
        self.records.layout.read_boxes(record, &mut self.scratch);
        space.unpack(&self.scratch, self.records.layout.read(record).player)
    }

    /// The bytes of all records and of the index.
    pub(crate) fn memory_usage(&self) -> usize {
        self.records.memory_usage() + self.index.memory_usage()
    }
}

/// The key of a state in the index, made of its record alone: the index asks for the keys of all
/// states again when it grows, and to unpack each of them would take several times as long.
fn key(packed: &[u64], player: Square) -> u64 {
    // Odd numbers with bits in no order: powers of the golden ratio and of the root of 2.
    const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xb504_f333_f9de_6485];
    let mix = |key: u64, word: u64| {
        // High and low half of the product together depend on every bit.
        let product = u128::from(key ^ word) * u128::from(FACTORS[1]);
        (product as u64) ^ (product >> 64) as u64
    };
    let boxes =
        packed.iter().fold(FACTORS[0], |key, &word| mix(key.wrapping_mul(FACTORS[0]), word));
    mix(boxes.wrapping_mul(FACTORS[0]), (player.index() as u64).wrapping_mul(FACTORS[0]))
}
