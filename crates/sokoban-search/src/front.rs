//! Front: one direction of a search, with all that it needs to expand a state.

use sokoban_heuristics::Heuristic;

use crate::budget::Budget;
use crate::child_bounds::ChildBounds;
use crate::memory::Memory;
use crate::node_index::NodeId;
use crate::node_table::{NodeTable, TableFull};
use crate::open_list::{Entry, OpenList};
use crate::outcome::StopReason;
use crate::record::{Node, RecordLayout};
use crate::space::{StateSpace, Successor};
use crate::stats::Stats;

/// A space and a bound on it, the states met there, and those of them that are open.
pub(crate) struct Front<'s, S: StateSpace, H: Heuristic> {
    pub(crate) space: &'s mut S,
    bounds: ChildBounds<'s, H>,
    pub(crate) table: NodeTable,
    pub(crate) open: OpenList,
    /// The successors of the loaded state.
    pub(crate) successors: Vec<Successor>,
    /// The boxes of the state that was packed last.
    pub(crate) packed: Vec<u64>,
}

impl<'s, S: StateSpace, H: Heuristic> Front<'s, S, H> {
    /// A front that has met no state.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if its buffers have no room.
    pub(crate) fn new(
        space: &'s mut S,
        heuristic: &'s H,
        layout: RecordLayout,
        memory: &mut Memory,
    ) -> Result<Self, StopReason> {
        let table = NodeTable::new(layout, memory)?;
        // A box has at most four successors, and a vector that grows doubles.
        let most_successors = 4 * space.box_count() * size_of::<Successor>();
        memory.reserve(2 * space.packed_words() * size_of::<u64>() + 2 * most_successors)?;
        Ok(Self {
            bounds: ChildBounds::new(heuristic),
            table,
            open: OpenList::new(),
            successors: Vec::new(),
            packed: vec![0; space.packed_words()],
            space,
        })
    }

    /// Is a closed state's g the least that there is?
    pub(crate) fn is_consistent(&self) -> bool {
        self.bounds.is_consistent()
    }

    /// Stores every root whose bound is finite, with a g of 0, and calls `found` with it.
    ///
    /// # Errors
    /// [`TableFull`], and that of `found`.
    pub(crate) fn insert_roots(
        &mut self,
        budget: &mut Budget<'_>,
        stats: &mut Stats,
        mut found: impl FnMut(Root<'_, S>, &mut Budget<'_>) -> Result<(), TableFull>,
    ) -> Result<(), TableFull> {
        let Self { space, bounds, table, open, successors, packed, .. } = self;
        space.roots(|space, state| {
            budget.look_after(1, stats, table.len() as u64, 0)?;
            space.expand(&state, successors);
            let player = space.player(&state);
            let Some(h) = bounds.of_loaded(space, player) else {
                stats.deadlocked += 1;
                return Ok(());
            };
            space.pack(&state, packed);
            if table.find(space, &state, packed).is_some() {
                return Ok(());
            }
            let node = Node { player, g: 0, h, closed: false };
            let id = table.insert(packed, node, &mut budget.memory)?;
            found(Root { space, open, packed, state, id, h }, budget)
        })
    }

    /// Makes a stored state the loaded one, with its successors, and counts the expansion.
    pub(crate) fn expand(&mut self, id: NodeId, stats: &mut Stats) -> S::State {
        let state = self.table.state(self.space, id);
        self.space.expand(&state, &mut self.successors);
        self.bounds.forget();
        stats.expanded += 1;
        stats.generated += self.successors.len() as u64;
        state
    }

    /// The child that `successor` of the loaded `state` leads to, packed in [`Self::packed`], and
    /// its number if it is stored.
    pub(crate) fn child(
        &mut self,
        state: &S::State,
        successor: &Successor,
    ) -> (S::State, Option<NodeId>) {
        let child = self.space.child(state, successor);
        self.space.pack(&child, &mut self.packed);
        (child, self.table.find(self.space, &child, &self.packed))
    }

    /// The bound of a child of the loaded state, which is stored as `parent`; none if it is
    /// deadlocked, which is counted.
    pub(crate) fn bound_of_child(
        &mut self,
        parent: Node,
        child: &S::State,
        successor: &Successor,
        stats: &mut Stats,
    ) -> Option<u32> {
        self.bounds.of_child(self.space, parent, child, successor, stats)
    }

    /// Stores the child that was packed last.
    ///
    /// # Errors
    /// [`TableFull`]; nothing is stored then.
    pub(crate) fn insert_child(
        &mut self,
        node: Node,
        memory: &mut Memory,
    ) -> Result<NodeId, TableFull> {
        self.table.insert(&self.packed, node, memory)
    }

    /// Lowers the g of a stored state, which is open from now on.
    ///
    /// # Errors
    /// [`TableFull::NeedsWiderLayout`].
    pub(crate) fn lower(
        &mut self,
        id: NodeId,
        node: Node,
        stats: &mut Stats,
    ) -> Result<(), TableFull> {
        let known = self.table.node(id);
        debug_assert!(node.g < known.g, "only a shorter way counts");
        if known.closed {
            stats.reopened += 1;
        }
        Ok(self.table.set_node(id, node)?)
    }
}

/// A root that was just stored.
pub(crate) struct Root<'r, S: StateSpace> {
    pub(crate) space: &'r mut S,
    pub(crate) open: &'r mut OpenList,
    /// Its boxes.
    pub(crate) packed: &'r [u64],
    pub(crate) state: S::State,
    pub(crate) id: NodeId,
    pub(crate) h: u32,
}

impl<S: StateSpace> Root<'_, S> {
    /// Puts it on the open list, under `f`.
    ///
    /// # Errors
    /// [`TableFull::Stop`] if there is no room.
    pub(crate) fn open(self, f: u32, memory: &mut Memory) -> Result<(), TableFull> {
        Ok(self.open.push(Entry { f, h: self.h, id: self.id }, memory)?)
    }
}
