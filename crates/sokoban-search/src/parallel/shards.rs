//! Shards: the tables of all threads, each state in the shard that its key chooses.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::cache_line::CacheLine;
use super::shared::Way;
use crate::memory::Memory;
use crate::node_index::{NodeId, SPARE_NUMBERS};
use crate::node_table::{NodeTable, TableFull};
use crate::outcome::StopReason;
use crate::record::{Node, RecordLayout};
use crate::space::StateSpace;

/// Every state that any thread has met, in as many tables as keep two threads from wanting the
/// same one.
///
/// A thread looks a child up in its shard before it finds the child's bound. The other way to
/// share out states is to send each child to the thread that owns it (HDA*, Kishimoto, Fukunaga &
/// Botea 2009), which then looks it up in a table of its own. But a bound costs far more than a
/// locked look-up (on XSokoban 72 with conflicts, bounds take six times as long as look-ups) and is
/// found cheaply only where the parent is loaded, for it is updated from the parent's: the sender
/// would pay a bound for each duplicate, or the owner a bound from nothing for each child. On
/// XSokoban 4 to 11, 30 to 60 % of the successors are duplicates or deadlocked.
///
/// Both directions of a search lock the same shard for the same state: to store a state and to look
/// for it in the other direction is a single step for all who watch.
pub(super) struct Shards {
    shards: Vec<CacheLine<Mutex<Shard>>>,
    /// The bits of a number that tell its shard.
    bits: u32,
}

/// So many for each thread: rarely do two of them want the same shard.
const SHARDS_A_THREAD: usize = 16;
/// The bits of a key that choose a shard; those around them choose the place in its table.
const MOST_BITS: u32 = 8;
const FIRST_KEY_BIT: u32 = 48;

/// The states that a shard has met in each direction.
pub(super) struct Shard {
    number: u32,
    bits: u32,
    tables: [NodeTable; 2],
}

impl Shards {
    /// Empty shards for so many threads.
    ///
    /// # Errors
    /// [`StopReason::Memory`].
    pub(super) fn new(
        threads: usize,
        layout: RecordLayout,
        memory: &mut Memory,
    ) -> Result<Self, StopReason> {
        let wanted = threads.saturating_mul(SHARDS_A_THREAD).next_power_of_two();
        let bits = wanted.trailing_zeros().min(MOST_BITS);
        memory.reserve(size_of::<CacheLine<Mutex<Shard>>>() << bits)?;
        let mut shards = Vec::with_capacity(1 << bits);
        for number in 0..1 << bits {
            let tables = [NodeTable::new(layout, memory)?, NodeTable::new(layout, memory)?];
            shards.push(CacheLine(Mutex::new(Shard { number, bits, tables })));
        }
        Ok(Self { shards, bits })
    }

    /// The shard of the states with this key.
    pub(super) fn of_key(&self, key: u64) -> MutexGuard<'_, Shard> {
        self.lock((key >> FIRST_KEY_BIT) as usize & (self.shards.len() - 1))
    }

    /// The shard of a stored state.
    pub(super) fn of_id(&self, id: NodeId) -> MutexGuard<'_, Shard> {
        self.lock(id.0 as usize & (self.shards.len() - 1))
    }

    fn lock(&self, number: usize) -> MutexGuard<'_, Shard> {
        // A panic elsewhere ends the search; what is found here until then is not looked at.
        self.shards[number].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The g of a state, if it is stored.
    pub(super) fn g_of<S: StateSpace>(
        &self,
        way: Way,
        space: &S,
        state: &S::State,
        packed: &[u64],
    ) -> Option<u32> {
        let shard = self.of_key(space.key(state));
        shard.find(way, space, state, packed).map(|(_, node)| node.g)
    }

    /// The states stored.
    pub(super) fn len(&self) -> u64 {
        let len = |number| self.lock(number).tables.iter().map(NodeTable::len).sum::<usize>();
        (0..self.shards.len()).map(|number| len(number) as u64).sum()
    }

    /// The bytes of all tables.
    pub(super) fn memory_usage(&self) -> usize {
        debug_assert_eq!(self.shards.len(), 1 << self.bits);
        let bytes =
            |number| self.lock(number).tables.iter().map(NodeTable::memory_usage).sum::<usize>();
        (0..self.shards.len()).map(bytes).sum()
    }
}

impl Shard {
    /// A stored state by its boxes and player.
    pub(super) fn find<S: StateSpace>(
        &self,
        way: Way,
        space: &S,
        state: &S::State,
        packed: &[u64],
    ) -> Option<(NodeId, Node)> {
        let table = &self.tables[way.index()];
        let id = table.find(space, state, packed)?;
        Some((NodeId(id.0 << self.bits | self.number), table.node(id)))
    }

    /// Stores a state that is not stored.
    ///
    /// # Errors
    /// [`TableFull`]; nothing is stored then.
    pub(super) fn insert(
        &mut self,
        way: Way,
        packed: &[u64],
        node: Node,
        memory: &mut Memory,
    ) -> Result<NodeId, TableFull> {
        let table = &mut self.tables[way.index()];
        if table.len() + SPARE_NUMBERS >= 1 << (u32::BITS - self.bits) {
            return Err(StopReason::Memory.into());
        }
        let id = table.insert(packed, node, memory)?;
        Ok(NodeId(id.0 << self.bits | self.number))
    }

    /// What is stored of a state besides its boxes.
    pub(super) fn node(&self, way: Way, id: NodeId) -> Node {
        self.tables[way.index()].node(self.own(id))
    }

    /// Replaces what is stored of a state besides its boxes.
    ///
    /// # Errors
    /// [`TableFull::NeedsWiderLayout`].
    pub(super) fn set_node(&mut self, way: Way, id: NodeId, node: Node) -> Result<(), TableFull> {
        let own = self.own(id);
        Ok(self.tables[way.index()].set_node(own, node)?)
    }

    /// A stored state.
    pub(super) fn state<S: StateSpace>(&mut self, way: Way, space: &S, id: NodeId) -> S::State {
        let own = self.own(id);
        self.tables[way.index()].state(space, own)
    }

    /// The number within the table.
    fn own(&self, id: NodeId) -> NodeId {
        NodeId(id.0 >> self.bits)
    }
}
