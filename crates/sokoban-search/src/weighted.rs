//! Weighted A*: any solution fast, then better ones until the best is proven.

use sokoban_heuristics::Heuristic;

use crate::astar::{Ending, Found};
use crate::budget::Budget;
use crate::config::Anytime;
use crate::front::{Front, Root};
use crate::node_index::NodeId;
use crate::node_table::TableFull;
use crate::open_counts::OpenCounts;
use crate::open_list::Entry;
use crate::path::path_to;
use crate::record::{Node, RecordLayout};
use crate::space::StateSpace;
use crate::stats::Stats;
use crate::weight::Weight;

/// Weighted A* (Pohl 1970), anytime (Hansen & Zhou 2007): expands the state of least
/// g + floor(W * h), deepest first among equals, keeps the best path found, the *incumbent*, and
/// goes on with the same open list until no open state can beat it.
///
/// A target is recognized when it is generated. From then on a state with g + h at or above the
/// length of the incumbent is passed over. A closed state to which a shorter way is found is
/// opened again, so that some state of every path not yet found is open with its least g; the
/// least *unweighted* g + h of an open state is therefore a proven lower bound, and when it meets
/// the incumbent, or no state is open, the incumbent is a shortest path. With [`Anytime::Off`] the
/// first incumbent is the end.
///
/// # Complexity
/// In the worst case every state with g + h below the first incumbent, each stored once but
/// perhaps expanded several times.
pub(crate) fn weighted<S: StateSpace, H: Heuristic>(
    space: &mut S,
    heuristic: &H,
    (weight, anytime): (Weight, Anytime),
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Found {
    let mut layout = RecordLayout::new(space.packed_bytes(), space.player_bits(), 0);
    loop {
        *stats = Stats::default();
        let booked = budget.memory.used();
        let found = Front::new(space, heuristic, layout, &mut budget.memory)
            .map_err(TableFull::from)
            .and_then(|front| {
                let search = Search {
                    front,
                    weight,
                    anytime,
                    budget,
                    stats,
                    counts: OpenCounts::default(),
                    incumbent: None,
                    lower_bound: 0,
                };
                search.run()
            });
        budget.memory.release(budget.memory.used() - booked);
        match found {
            Ok(found) => return found,
            Err(TableFull::Stop(reason)) => {
                return Found { ending: Ending::Stopped(reason), lower_bound: 0 };
            }
            Err(TableFull::NeedsWiderLayout) => layout = layout.wider(),
        }
    }
}

struct Search<'s, 'b, 'o, S: StateSpace, H: Heuristic> {
    front: Front<'s, S, H>,
    weight: Weight,
    anytime: Anytime,
    budget: &'b mut Budget<'o>,
    stats: &'b mut Stats,
    /// The states that are open. Targets never are.
    counts: OpenCounts,
    /// The target of least g, and that g.
    incumbent: Option<(u32, NodeId)>,
    lower_bound: u32,
}

impl<S: StateSpace, H: Heuristic> Search<'_, '_, '_, S, H> {
    fn run(mut self) -> Result<Found, TableFull> {
        let stopped_by = match self.search() {
            Ok(()) => None,
            Err(TableFull::Stop(reason)) => Some(reason),
            Err(TableFull::NeedsWiderLayout) => return Err(TableFull::NeedsWiderLayout),
        };
        let Self { front, stats, lower_bound, incumbent, .. } = &mut self;
        stats.peak_states = front.table.len() as u64;
        let ending = match (*incumbent, stopped_by) {
            (Some((g, id)), _) => {
                let path = path_to(front.space, &mut front.table, id);
                if g == *lower_bound {
                    Ending::Shortest(path)
                } else {
                    Ending::Incumbent { path, stopped_by }
                }
            }
            (None, Some(reason)) => Ending::Stopped(reason),
            (None, None) => Ending::NoPath,
        };
        Ok(Found { ending, lower_bound: *lower_bound })
    }

    fn search(&mut self) -> Result<(), TableFull> {
        self.insert_roots()?;
        while self.raise_lower_bound() && !self.is_enough() {
            let Some(entry) = self.front.open.pop() else { return Ok(()) };
            let node = self.front.table.node(entry.id);
            let is_stale = node.closed || node.h != entry.h || self.f(node.g, node.h) != entry.f;
            if is_stale || !self.can_improve(node.g + node.h) {
                continue;
            }
            let stored = self.front.table.len() as u64;
            self.budget.check(self.stats, stored, self.lower_bound)?;
            self.front.table.set_node(entry.id, Node { closed: true, ..node })?;
            let state = self.front.expand(entry.id, self.stats);
            for at in 0..self.front.successors.len() {
                self.budget.poll_child()?;
                self.generate(&state, node, at)?;
            }
            // Only now: until its children are open this state stands for the paths through it.
            self.counts.remove(node.g + node.h);
        }
        Ok(())
    }

    fn insert_roots(&mut self) -> Result<(), TableFull> {
        let Self { front, weight, budget, stats, counts, incumbent, .. } = self;
        front.insert_roots(budget, stats, |root: Root<'_, S>, budget| {
            if root.h == 0 && root.space.is_target(&root.state) {
                *incumbent = Some((0, root.id));
                budget.tell_incumbent(0, 0);
                return Ok(());
            }
            counts.add(root.h, &mut budget.memory)?;
            let f = weight.times(root.h);
            root.open(f, &mut budget.memory)
        })
    }

    /// Takes the least open g + h over as the lower bound; no if that proves the incumbent.
    fn raise_lower_bound(&mut self) -> bool {
        let length = self.incumbent.map(|(length, _)| length);
        // Every path not yet found is at least as long as the first, any other as the second.
        if let Some(least) = [self.counts.least(), length].into_iter().flatten().min() {
            self.lower_bound = self.lower_bound.max(least);
        }
        length != Some(self.lower_bound)
    }

    fn is_enough(&self) -> bool {
        self.anytime == Anytime::Off && self.incumbent.is_some()
    }

    /// Could a path through a state with this g + h be shorter than the incumbent?
    fn can_improve(&self, f: u32) -> bool {
        self.incumbent.is_none_or(|(length, _)| f < length)
    }

    fn f(&self, g: u32, h: u32) -> u32 {
        g.saturating_add(self.weight.times(h))
    }

    /// Takes in the successor with the number `at` of the loaded `state`, which is `parent`.
    fn generate(&mut self, state: &S::State, parent: Node, at: usize) -> Result<(), TableFull> {
        let successor = self.front.successors[at];
        let g = parent.g + u32::from(successor.cost);
        let (child, known) = self.front.child(state, &successor);
        let (id, node, was_open) = if let Some(id) = known {
            self.stats.duplicates += 1;
            let known = self.front.table.node(id);
            if g >= known.g {
                return Ok(());
            }
            (Some(id), Node { g, ..known }, (!known.closed).then_some(known.g + known.h))
        } else {
            let bound = self.front.bound_of_child(parent, &child, &successor, self.stats);
            let Some(h) = bound else { return Ok(()) };
            (None, Node { player: successor.player, g, h, closed: false }, None)
        };
        if !self.can_improve(g + node.h) {
            return Ok(());
        }
        let is_target = node.h == 0 && self.front.space.is_target(&child);
        let node = Node { closed: is_target, ..node };
        let memory = &mut self.budget.memory;
        let id = match id {
            // A target is closed but was never expanded, so it is not opened again.
            Some(id) if is_target => {
                self.front.table.set_node(id, node)?;
                id
            }
            Some(id) => {
                self.front.lower(id, node, self.stats)?;
                id
            }
            None => self.front.insert_child(node, memory)?,
        };
        if is_target {
            self.incumbent = Some((g, id));
            self.budget.tell_incumbent(g, self.lower_bound);
            return Ok(());
        }
        if let Some(f) = was_open {
            self.counts.remove(f);
        }
        self.counts.add(g + node.h, memory)?;
        let f = self.f(g, node.h);
        Ok(self.front.open.push(Entry { f, h: node.h, id }, &mut self.budget.memory)?)
    }
}
