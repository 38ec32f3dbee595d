//! Stage: SMA* proper.

use sokoban_heuristics::Heuristic;

use super::edges::{Edge, INFINITE};
use super::layout::{Id, Layout, Needs};
use super::roots::{ROOTS_AT_ONCE, RootTable};
use super::tree::{Child, Placed, Room, Tree};
use crate::budget::Budget;
use crate::outcome::StopReason;
use crate::space::{StateSpace, Step, Successor};
use crate::stats::Stats;

/// Values from here on are not told apart.
pub(super) const MOST_VALUE: u16 = INFINITE - 2;

/// How a stage ended that no limit has stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StageEnd {
    /// A path from a root to a target, proven to be a shortest one.
    Shortest(Vec<Step>),
    /// No target can be reached.
    NoPath,
    /// There is nothing to forget but the path to the node at work.
    Cramped,
    /// Going on in another way is cheaper.
    Thrashing,
}

/// The memory-bounded search.
///
/// The nodes in memory form a tree under the roots, with one node at most for a state. A node
/// knows of each edge whether its child is in memory, or else a lower bound on any solution through
/// it, unless that is infinite. The invariant that everything rests on: *the least open value
/// anywhere exceeds the length of no solution.* It holds although an edge to a state that is in
/// memory at no greater g becomes infinite, and the node that this relies on may be forgotten later:
/// of the states on an optimal path that were ever in memory at their least g, take the deepest. Its
/// next edge is open, since the state behind it was never in memory; when it was last forgotten, its
/// parent's edge took its value; and a node that came back since has fresh edges. So the value is
/// in some node on the way up, all the way to the roots, which are never forgotten.
/// A tree is deleted only where its state is reached by a shorter path, so never at the least g.
pub(super) struct Stage<'s, 'o, S: StateSpace, H: Heuristic> {
    space: &'s mut S,
    heuristic: &'s H,
    scratch: H::Scratch,
    budget: &'s mut Budget<'o>,
    stats: &'s mut Stats,
    pub(super) tree: Tree,
    /// The least value of all, a lower bound on any solution. It never falls.
    pub(super) least: u16,
    packed: Vec<u64>,
    successors: Vec<Successor>,
    values: Vec<u16>,
}

impl<'s, 'o, S: StateSpace, H: Heuristic> Stage<'s, 'o, S, H> {
    /// A search that has not begun, of at most `max_nodes` nodes in memory.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if not even its buffers have room; another if the roots are so many
    /// that a limit is reached while they are counted.
    pub(super) fn new(
        space: &'s mut S,
        heuristic: &'s H,
        budget: &'s mut Budget<'o>,
        stats: &'s mut Stats,
        max_nodes: usize,
    ) -> Result<Self, StopReason> {
        // A box has at most four successors.
        let edges = 4 * space.box_count();
        let packed = vec![0; space.packed_words()];
        let buffers = size_of_val(&packed[..])
            + edges * (size_of::<Successor>() + size_of::<u16>())
            + ROOTS_AT_ONCE * size_of::<(usize, S::State)>();
        budget.memory.reserve(buffers)?;
        let roots = RootTable::new(space, budget, stats)?;
        let needs = Needs {
            box_bytes: space.packed_bytes(),
            player_bits: space.player_bits(),
            edges,
            roots: roots.len(),
        };
        let layout = Layout::new(needs, budget.memory.free(), max_nodes);
        let tree = Tree::new(layout, roots, edges, max_nodes, &mut budget.memory)?;
        Ok(Self {
            scratch: heuristic.scratch(),
            space,
            heuristic,
            budget,
            stats,
            tree,
            least: 0,
            packed,
            successors: Vec::with_capacity(edges),
            values: Vec::with_capacity(edges),
        })
    }

    /// Searches to the end, or until `patience` times as many states are expanded as when an expanded
    /// node was forgotten for the first time.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn run(&mut self, patience: Option<u64>) -> Result<StageEnd, StopReason> {
        let Self { space, heuristic, scratch, budget, stats, tree, successors, .. } = self;
        tree.roots.evaluate(*space, *heuristic, scratch, budget, stats, successors)?;
        loop {
            let first = self.tree.first();
            let least = match first {
                Some(id) => self.tree.arena.val(id),
                None => self.tree.roots.least(),
            };
            if least == INFINITE {
                return Ok(StageEnd::NoPath);
            }
            debug_assert!(least >= self.least, "the least value never falls");
            self.least = least;
            if least >= MOST_VALUE {
                return Err(StopReason::Memory);
            }
            self.stats.peak_states = self.stats.peak_states.max(self.tree.arena.len() as u64);
            if let (Some(patience), Some(first_loss)) = (patience, self.tree.first_loss)
                && self.stats.expanded > patience * first_loss.max(1)
            {
                return Ok(StageEnd::Thrashing);
            }
            let end = match first {
                Some(id) => self.work_on(id)?,
                None => self.bring_back_roots()?,
            };
            if let Some(end) = end {
                return Ok(end);
            }
        }
    }

    /// Stores the roots of least value, one of them at least.
    fn bring_back_roots(&mut self) -> Result<Option<StageEnd>, StopReason> {
        let value = self.tree.roots.least();
        let mut fetched = Vec::with_capacity(ROOTS_AT_ONCE);
        self.tree.roots.fetch(self.space, &mut fetched);
        let mut room = Room::Must;
        for (edge, state) in fetched {
            if self.tree.roots.get(edge) != Edge::Open(value) {
                continue;
            }
            if value == 0 && self.space.is_target(&state) {
                return Ok(Some(StageEnd::Shortest(Vec::new())));
            }
            let root = Child { state, parent: Id::NONE, edge, g: 0, value };
            match self.place(root, room) {
                Placed::Stored => room = Room::May,
                Placed::Covered => {}
                Placed::NoRoom if room == Room::Must => return Ok(Some(StageEnd::Cramped)),
                Placed::NoRoom => break,
            }
        }
        Ok(None)
    }

    /// Expands a node of least value, and stores what children of that value have room.
    fn work_on(&mut self, id: Id) -> Result<Option<StageEnd>, StopReason> {
        let stored = self.tree.arena.len() as u64;
        self.budget.check(self.stats, stored, u32::from(self.least))?;
        let state = self.tree.arena.state(self.space, id);
        let g = self.tree.arena.g(id);
        let is_unexpanded = self.tree.arena.is_unexpanded(id);
        if is_unexpanded && g >= self.least && self.space.is_target(&state) {
            if g == self.least {
                return Ok(Some(StageEnd::Shortest(self.tree.path_to(self.space, id))));
            }
            // Its value was rounded down in its edge.
            self.tree.raise(id, g);
            return Ok(None);
        }
        self.tree.begin_work(id);
        self.stats.expanded += 1;
        self.space.expand(&state, &mut self.successors);
        self.stats.generated += self.successors.len() as u64;
        if is_unexpanded {
            self.meet_edges(id, &state, g);
        }
        let end = self.store_children(id, &state, g);
        self.tree.end_work();
        Ok(end)
    }

    /// Gives every edge of the node at work its value on first sight.
    fn meet_edges(&mut self, id: Id, state: &S::State, g: u16) {
        // Its own value is no longer needed: the edges tell.
        self.tree.arena.set_val(id, INFINITE);
        let mut is_prepared = false;
        self.values.clear();
        for successor in &self.successors {
            let child = self.space.child(state, successor);
            let child_g = u32::from(g) + u32::from(successor.cost);
            self.space.pack(&child, &mut self.packed);
            let known = self.tree.arena.find(self.space, &child, &self.packed);
            if known.is_some_and(|known| u32::from(self.tree.arena.g(known)) <= child_g) {
                self.stats.duplicates += 1;
                self.values.push(INFINITE);
                continue;
            }
            if self.space.is_deadlocked(&child, successor) {
                self.stats.deadlocked += 1;
                self.values.push(INFINITE);
                continue;
            }
            let boxes = self.space.boxes();
            if !is_prepared {
                self.heuristic.bound(boxes, self.tree.arena.player(id), &mut self.scratch);
                is_prepared = true;
            }
            let moved = usize::from(successor.box_index);
            let (to, player) = (successor.step.to, successor.player);
            let bound = self.heuristic.bound_after(boxes, moved, to, player, &mut self.scratch);
            let value = match bound.pushes() {
                // No solution is shorter than the least value, whatever the bound says.
                Some(h) => (child_g + h).max(u32::from(self.least)).min(u32::from(MOST_VALUE)),
                None => {
                    self.stats.deadlocked += 1;
                    u32::from(INFINITE)
                }
            };
            self.values.push(value as u16);
        }
        for (number, &value) in self.values.iter().enumerate() {
            if value != INFINITE {
                self.tree.arena.set_edge(id, number, Edge::Open(value));
            }
        }
    }

    /// Stores children of the node at work: of the least value the first one whatever it takes, the
    /// others if a leaf of greater value can go; all others if there is room.
    fn store_children(&mut self, id: Id, state: &S::State, g: u16) -> Option<StageEnd> {
        let mut room = Room::Must;
        for number in 0..self.successors.len() {
            if self.tree.arena.edge(id, number) != Edge::Open(self.least) {
                continue;
            }
            let child = self.child(id, state, g, number, self.least);
            if child.g >= self.least && self.space.is_target(&child.state) {
                if child.g > self.least {
                    // The edge's value was rounded down.
                    self.tree.set_edge(id, number, Edge::Open(child.g));
                    continue;
                }
                // A target of the least value is as near as any.
                let mut path = self.tree.path_to(self.space, id);
                path.push(self.successors[number].step);
                return Some(StageEnd::Shortest(path));
            }
            match self.place(child, room) {
                Placed::Stored => room = Room::May,
                Placed::Covered => {}
                Placed::NoRoom if room == Room::Must => return Some(StageEnd::Cramped),
                Placed::NoRoom => break,
            }
        }
        for number in 0..self.successors.len() {
            if !self.tree.arena.has_room(&mut self.budget.memory) {
                break;
            }
            if let Edge::Open(value) = self.tree.arena.edge(id, number)
                && value < MOST_VALUE
            {
                let child = self.child(id, state, g, number, value);
                self.place(child, Room::Free);
            }
        }
        None
    }

    fn child(
        &self,
        parent: Id,
        state: &S::State,
        g: u16,
        edge: usize,
        value: u16,
    ) -> Child<S::State> {
        let successor = &self.successors[edge];
        let state = self.space.child(state, successor);
        // The value of an open edge is at least the child's g.
        Child { state, parent, edge, g: g + successor.cost, value }
    }

    fn place(&mut self, child: Child<S::State>, room: Room) -> Placed {
        let Self { space, tree, budget, stats, .. } = self;
        tree.place(*space, child, room, &mut budget.memory, stats)
    }
}
