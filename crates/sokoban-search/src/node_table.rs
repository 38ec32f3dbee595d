//! NodeTable: every state that a search has met, packed, with whole-state equality.

use crate::memory::Memory;
use crate::node_index::{NodeId, NodeIndex};
use crate::outcome::StopReason;
use crate::record::{NeedsWiderLayout, Node, RecordLayout};
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
///
/// Records lie in segments that never move, so growth needs no second copy.
#[derive(Debug)]
pub(crate) struct NodeTable {
    layout: RecordLayout,
    segments: Vec<Vec<u8>>,
    len: usize,
    index: NodeIndex,
    /// The packed boxes of one state.
    scratch: Vec<u64>,
}

/// Records in the first segments. Small, for the sake of small levels.
const SMALL_SEGMENT: usize = 1 << 8;
/// Small segments before large ones begin.
const SMALL_SEGMENTS: usize = 16;
const LARGE_SEGMENT: usize = 1 << 14;
/// The records in all small segments.
const SMALL_RECORDS: usize = SMALL_SEGMENT * SMALL_SEGMENTS;

impl NodeTable {
    pub(crate) fn new(layout: RecordLayout, memory: &mut Memory) -> Result<Self, StopReason> {
        let index = NodeIndex::new(memory)?;
        let scratch = vec![0; layout.box_words()];
        Ok(Self { layout, segments: Vec::new(), len: 0, index, scratch })
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
        self.index.find(space.key(state), |id| {
            let record = self.record(id);
            self.layout.has_boxes(record, packed) && self.layout.read(record).player == player
        })
    }

    /// Stores a state that is not in the table.
    ///
    /// # Errors
    /// [`TableFull`]; the table is unchanged then.
    pub(crate) fn insert<S: StateSpace>(
        &mut self,
        space: &S,
        key: u64,
        packed: &[u64],
        node: Node,
        memory: &mut Memory,
    ) -> Result<NodeId, TableFull> {
        let id = NodeId(u32::try_from(self.len).map_err(|_| StopReason::Memory)?);
        let (segment, offset) = place(id);
        if segment == self.segments.len() {
            let records = if segment < SMALL_SEGMENTS { SMALL_SEGMENT } else { LARGE_SEGMENT };
            let bytes = records * self.layout.bytes() + RecordLayout::MARGIN;
            memory.reserve(bytes + size_of::<Vec<u8>>())?;
            self.segments.push(vec![0; bytes]);
        }
        let record = &mut self.segments[segment][offset * self.layout.bytes()..];
        self.layout.write_boxes(record, packed);
        self.layout.write(record, node)?;
        let Self { layout, segments, index, scratch, .. } = self;
        index.insert(key, id, memory, |id| {
            let (segment, offset) = place(id);
            let record = &segments[segment][offset * layout.bytes()..];
            layout.read_boxes(record, scratch);
            space.key(&space.unpack(scratch, layout.read(record).player))
        })?;
        self.len += 1;
        Ok(id)
    }

    /// What is stored of a state besides its boxes.
    pub(crate) fn node(&self, id: NodeId) -> Node {
        self.layout.read(self.record(id))
    }

    /// Replaces what is stored of a state besides its boxes.
    pub(crate) fn set_node(&mut self, id: NodeId, node: Node) -> Result<(), NeedsWiderLayout> {
        let (segment, offset) = place(id);
        self.layout.write(&mut self.segments[segment][offset * self.layout.bytes()..], node)
    }

    /// A stored state.
    pub(crate) fn state<S: StateSpace>(&mut self, space: &S, id: NodeId) -> S::State {
        let (segment, offset) = place(id);
        let record = &self.segments[segment][offset * self.layout.bytes()..];
        self.layout.read_boxes(record, &mut self.scratch);
        space.unpack(&self.scratch, self.layout.read(record).player)
    }

    /// The bytes of all records and of the index.
    pub(crate) fn memory_usage(&self) -> usize {
        let records: usize = self.segments.iter().map(Vec::capacity).sum();
        records + self.index.memory_usage()
    }

    /// The record of a node, and all that follows it in its segment.
    fn record(&self, id: NodeId) -> &[u8] {
        let (segment, offset) = place(id);
        &self.segments[segment][offset * self.layout.bytes()..]
    }
}

/// The segment of a record, and its place there.
fn place(id: NodeId) -> (usize, usize) {
    let number = id.0 as usize;
    if number < SMALL_RECORDS {
        (number / SMALL_SEGMENT, number % SMALL_SEGMENT)
    } else {
        let number = number - SMALL_RECORDS;
        (SMALL_SEGMENTS + number / LARGE_SEGMENT, number % LARGE_SEGMENT)
    }
}
