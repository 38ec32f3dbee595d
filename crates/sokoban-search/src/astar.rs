//! A*: least f first.

use sokoban_heuristics::{Bound, Heuristic};

use crate::budget::Budget;
use crate::node_index::NodeId;
use crate::node_table::{NodeTable, TableFull};
use crate::open_list::{Entry, OpenList};
use crate::outcome::StopReason;
use crate::path::path_to;
use crate::record::{Node, RecordLayout};
use crate::space::{StateSpace, Step, Successor};
use crate::stats::Stats;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// A path from a root to a target, proven to be a shortest one.
    Shortest(Vec<Step>),
    /// A path from a root to a target, not proven to be a shortest one; and the limit that ended
    /// the search, unless it was to end with the first path.
    Incumbent { path: Vec<Step>, stopped_by: Option<StopReason> },
    /// No target can be reached.
    NoPath,
    /// A limit was reached.
    Stopped(StopReason),
}

/// What a search found, and the least length that is proven for any path to a target.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) ending: Ending,
    pub(crate) lower_bound: u32,
}

/// A* (Hart, Nilsson & Raphael 1968): expands the state of least f = g + h, deepest first among
/// equals, until that state is a target.
///
/// The path is a shortest one if `heuristic` is admissible. A state is closed when it is expanded,
/// not when it is generated; with an inconsistent bound it is opened again when a shorter way to
/// it is found. While the open list is not empty its least f is a proven lower bound, since the
/// first open state of any shortest path has no greater f; so the greatest least f so far is what
/// a search that is stopped reports.
///
/// # Complexity
/// O(states with f up to the optimum) in time and space, each of them stored once.
pub(crate) fn astar<S: StateSpace, H: Heuristic>(
    space: &mut S,
    heuristic: &H,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Found {
    let mut layout = RecordLayout::new(space.packed_bytes(), space.player_bits(), 0);
    loop {
        *stats = Stats::default();
        let booked = budget.memory.used();
        let mut search = Search { space, heuristic, budget, stats, lower_bound: 0 };
        let ending = search.run(layout);
        let lower_bound = search.lower_bound;
        budget.memory.release(budget.memory.used() - booked);
        match ending {
            Ok(ending) => {
                return Found { ending, lower_bound };
            }
            Err(TableFull::Stop(reason)) => {
                return Found { ending: Ending::Stopped(reason), lower_bound };
            }
            // Rare, and cheaper than room for it in every record of every search.
            Err(TableFull::NeedsWiderLayout) => layout = layout.wider(),
        }
    }
}

struct Search<'s, 'o, S: StateSpace, H: Heuristic> {
    space: &'s mut S,
    heuristic: &'s H,
    budget: &'s mut Budget<'o>,
    stats: &'s mut Stats,
    lower_bound: u32,
}

impl<S: StateSpace, H: Heuristic> Search<'_, '_, S, H> {
    fn run(&mut self, layout: RecordLayout) -> Result<Ending, TableFull> {
        let mut scratch = self.heuristic.scratch();
        let mut table = NodeTable::new(layout, &mut self.budget.memory)?;
        let mut open = OpenList::new();
        let mut packed = vec![0; self.space.packed_words()];
        let mut successors: Vec<Successor> = Vec::new();
        // A box has at most four successors; what else grows is the table and the queue.
        let most_successors = 4 * self.space.box_count() * size_of::<Successor>();
        self.budget.memory.reserve(2 * packed.len() * size_of::<u64>() + 2 * most_successors)?;

        let Self { space, heuristic, budget, stats, .. } = self;
        space.roots(|space, root| -> Result<(), TableFull> {
            budget.look_after(1, stats, table.len() as u64, 0)?;
            space.expand(&root, &mut successors);
            let bound = heuristic.bound(space.boxes(), space.player(&root), &mut scratch);
            let Some(h) = bound.pushes() else {
                stats.deadlocked += 1;
                return Ok(());
            };
            space.pack(&root, &mut packed);
            if table.find(space, &root, &packed).is_none() {
                let node = Node { player: space.player(&root), g: 0, h, closed: false };
                let id = table.insert(&packed, node, &mut budget.memory)?;
                open.push(Entry { f: h, h, id }, &mut budget.memory)?;
            }
            Ok(())
        })?;

        while let Some(entry) = open.pop() {
            let node = table.node(entry.id);
            if node.closed || node.g + node.h != entry.f || node.h != entry.h {
                continue;
            }
            self.lower_bound = self.lower_bound.max(entry.f);
            self.stats.peak_states = table.len() as u64;
            let state = table.state(self.space, entry.id);
            if node.h == 0 && self.space.is_target(&state) {
                return Ok(Ending::Shortest(path_to(self.space, &mut table, entry.id)));
            }
            self.budget.check(self.stats, table.len() as u64, self.lower_bound)?;
            table.set_node(entry.id, Node { closed: true, ..node })?;
            self.stats.expanded += 1;
            self.space.expand(&state, &mut successors);
            self.stats.generated += successors.len() as u64;
            // The bound of the expanded state is prepared when the first new child needs it.
            let mut is_prepared = false;
            for successor in &successors {
                self.budget.poll_child()?;
                let child = self.space.child(&state, successor);
                self.space.pack(&child, &mut packed);
                let cost = u32::from(successor.cost);
                let g = node.g + cost;
                if let Some(id) = table.find(self.space, &child, &packed) {
                    self.stats.duplicates += 1;
                    self.reach_again(&mut table, &mut open, id, g)?;
                    continue;
                }
                if self.space.is_deadlocked(&child, successor) {
                    self.stats.deadlocked += 1;
                    continue;
                }
                let boxes = self.space.boxes();
                if !is_prepared {
                    let bound = self.heuristic.bound(boxes, node.player, &mut scratch);
                    let is_consistent = self.heuristic.is_consistent();
                    debug_assert!(
                        bound != Bound::UNSOLVABLE || !is_consistent,
                        "an open state has a finite bound",
                    );
                    is_prepared = true;
                }
                let moved = usize::from(successor.box_index);
                let to = successor.step.to;
                let bound =
                    self.heuristic.bound_after(boxes, moved, to, successor.player, &mut scratch);
                let Some(own) = bound.pushes() else {
                    self.stats.deadlocked += 1;
                    continue;
                };
                // The parent needs no more than the step and what the child needs, so the child's
                // bound is at least the parent's minus the cost of the step even where an
                // inconsistent heuristic says less (pathmax, Mérő 1984).
                let h = if self.heuristic.is_consistent() {
                    own
                } else {
                    own.max(node.h.saturating_sub(cost))
                };
                let child_node = Node { player: successor.player, g, h, closed: false };
                let memory = &mut self.budget.memory;
                let id = table.insert(&packed, child_node, memory)?;
                open.push(Entry { f: g + h, h, id }, memory)?;
            }
        }
        self.stats.peak_states = table.len() as u64;
        debug_assert!(table.memory_usage() + open.memory_usage() <= self.budget.memory.used());
        Ok(Ending::NoPath)
    }

    /// A way of cost `g` leads to a state that is stored already.
    fn reach_again(
        &mut self,
        table: &mut NodeTable,
        open: &mut OpenList,
        id: NodeId,
        g: u32,
    ) -> Result<(), TableFull> {
        let known = table.node(id);
        if g >= known.g {
            return Ok(());
        }
        debug_assert!(
            !(self.heuristic.is_consistent() && known.closed),
            "a consistent bound closes at the least g"
        );
        if known.closed {
            self.stats.reopened += 1;
        }
        table.set_node(id, Node { g, closed: false, ..known })?;
        open.push(Entry { f: g + known.h, h: known.h, id }, &mut self.budget.memory)?;
        Ok(())
    }
}
