//! Bidirectional search: from the start and from the targets, until the two fronts meet.

use sokoban_heuristics::Heuristic;

use crate::astar::{Ending, Found};
use crate::budget::Budget;
use crate::finder::{Allowance, Partner, PartnerPlan};
use crate::front::Front;
use crate::memory::Memory;
use crate::node_table::TableFull;
use crate::open_list::Entry;
use crate::outcome::StopReason;
use crate::path::{KnownPath, path_to};
use crate::record::{Node, RecordLayout};
use crate::space::{StateSpace, Step};
use crate::stats::Stats;

/// One direction of the search: its space, and the bound to where the other one begins.
pub(crate) struct Side<'s, S, H> {
    pub(crate) space: &'s mut S,
    pub(crate) bound: &'s H,
}

/// Which front is the next to expand a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turns {
    /// That with fewer open states (the cardinality rule of Pohl 1971).
    ToTheSmaller,
    /// The backward front every fourth time, and whenever it has fewer than half of the open states of
    /// the other: it is to help, not to lead, where the forward bound is much the stronger, unless
    /// there is little to do backward. With a quarter for the half, Microban 93 and 144 take half as
    /// long again, and the levels of XSokoban as long.
    ThreeForward,
}

/// Front-to-end bidirectional heuristic search, with the lower bound of NBS (Chen, Holte, Zilles &
/// Sturtevant 2017), and nipping at the other front (BS*, Kwa 1989).
///
/// The two spaces must have the same states, with the same keys and packed boxes, and the steps of
/// one must be those of the other turned round, but for states through which no optimal path leads:
/// each may leave those out. The forward space may leave out further steps, as it does at a
/// PI-corral, if every state keeps a first step of an optimal path from it: below, P is then an
/// optimal path of the forward space, all of whose steps are in both. The roots of one are the
/// targets of the other.
///
/// # The lower bound
/// Write U for the length of the best path found, infinite at first. Let P be an optimal path and
/// its length C be less than U. All that is stored has a g of at least the distance from its root.
/// Let u be the first state of P that is not closed with its least g in the forward front, and v
/// the last that is not in the backward front; there are such, or the fronts would have met on P.
/// Both are open with their least g: closing a state stores its children or lowers their g, but for
/// children that no path shorter than U leads through. If v were u or came before it, both fronts
/// would have stored v with its least g, and the later of them would have found the other's: U
/// would be C. So v comes after u, by one push at least, and C is at least f(u), f(v) and
/// g(u) + g(v) + 1. Therefore
///
/// > lb = least over open pairs (u, v) of max(f(u), f(v), g(u) + g(v) + 1)
///
/// is a lower bound on any path shorter than U, and U <= lb proves the path that was found. This is
/// at least the maximum of the least f forward, the least f backward and the sum of the least g
/// plus 1, which is what MM stops at (Holte, Felner, Sharon & Sturtevant 2016), since there each
/// of the least may come from another pair. It is computed as the least b such that, among the open
/// states with f up to b, there is a pair with g(u) + g(v) + 1 up to b.
///
/// # The order
/// The front whose turn it is by [`Turns`] expands its state of least f and greatest g, as A* does.
/// So a search in which the fronts never meet is still A* in either direction, at the price of the
/// other front.
///
/// The order that lost: a state of least g among those with f up to lb, as NBS takes, in turn with
/// this one. On Microban it is no better (738 thousand expansions against 759 at 60,000 a level),
/// on XSokoban 6 much better (6,089 against 529,206) and on 38 much worse (1,352,007 against
/// 168,826; A* forward alone takes 57,303). Strict turns of the fronts took 841 thousand on
/// Microban, a quarter for the backward front 900.
///
/// # Nipping
/// A state that the other front has closed is not opened: with a consistent bound the other g is
/// exact, so no path through the state is shorter than the one just found. Where the forward space
/// leaves out steps, its g is exact for the states of P, and no others need be opened.
///
/// # Complexity
/// At worst every state with f below C in both fronts; each is stored once a front.
pub(crate) fn bidirectional<F, B, H>(
    forward: Side<'_, F, H>,
    backward: Side<'_, B, H>,
    turns: Turns,
    plan: Option<PartnerPlan<'_>>,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Found
where
    F: StateSpace,
    B: StateSpace<State = F::State>,
    H: Heuristic,
{
    let mut layout =
        RecordLayout::new(forward.space.packed_bytes(), forward.space.player_bits(), 0);
    debug_assert_eq!(forward.space.packed_bytes(), backward.space.packed_bytes());
    let forward_bound = forward.bound;
    loop {
        *stats = Stats::default();
        let booked = budget.memory.used();
        let fronts = Front::new(forward.space, forward.bound, layout, &mut budget.memory)
            .and_then(|ahead| {
                let back = Front::new(backward.space, backward.bound, layout, &mut budget.memory)?;
                Ok((ahead, back))
            })
            .map_err(TableFull::from);
        let found = fronts.and_then(|(forward, backward)| {
            let meeting = Meeting { best: None, lower_bound: 0 };
            let partner =
                plan.and_then(|plan| Partner::new(plan, forward_bound, &mut budget.memory));
            Search { forward, backward, turns, meeting, partner }.run(budget, stats)
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

struct Search<'s, 'p, F: StateSpace, B: StateSpace<State = F::State>, H: Heuristic> {
    forward: Front<'s, F, H>,
    backward: Front<'s, B, H>,
    turns: Turns,
    meeting: Meeting<F::State>,
    partner: Option<Partner<'p, H>>,
}

/// The finder's turn under the budget of the search.
struct Watched<'w, 'o> {
    budget: &'w mut Budget<'o>,
    stats: &'w mut Stats,
    /// The states stored by the fronts, and what they have proven.
    stored: u64,
    lower_bound: u32,
}

impl Allowance for Watched<'_, '_> {
    fn memory(&mut self) -> &mut Memory {
        &mut self.budget.memory
    }

    fn look_after(&mut self, generated: u64) -> Result<(), StopReason> {
        self.budget.look_after(generated, self.stats, self.stored, self.lower_bound)
    }

    fn expand_one(&mut self) -> Result<(), StopReason> {
        self.stats.finder_expanded += 1;
        Ok(())
    }
}

/// What the two fronts know together.
struct Meeting<T> {
    /// The length of the best path found, and the path.
    best: Option<(u32, KnownPath<T>)>,
    /// Proven for every path. Never above the length of the best one.
    lower_bound: u32,
}

impl<T> Meeting<T> {
    /// Could a path of this length at least be shorter than the best?
    fn can_improve(&self, length: u32) -> bool {
        self.best.as_ref().is_none_or(|(best, _)| length < *best)
    }

    fn meet(&mut self, length: u32, state: T, budget: &mut Budget<'_>) {
        self.learn(length, KnownPath::Through(state), budget);
    }

    fn learn(&mut self, length: u32, path: KnownPath<T>, budget: &mut Budget<'_>) {
        if self.can_improve(length) {
            self.best = Some((length, path));
            budget.tell_incumbent(length, self.lower_bound);
        }
    }
}

impl<F, B, H> Search<'_, '_, F, B, H>
where
    F: StateSpace,
    B: StateSpace<State = F::State>,
    H: Heuristic,
{
    fn run(mut self, budget: &mut Budget<'_>, stats: &mut Stats) -> Result<Found, TableFull> {
        let stopped_by = match self.search(budget, stats) {
            Ok(()) => None,
            Err(TableFull::Stop(reason)) => Some(reason),
            Err(TableFull::NeedsWiderLayout) => return Err(TableFull::NeedsWiderLayout),
        };
        stats.peak_states = self.stored();
        let lower_bound = self.meeting.lower_bound;
        let ending = match (self.meeting.best.take(), stopped_by) {
            (Some((length, best)), _) => {
                let path = match best {
                    KnownPath::Through(state) => self.join(&state),
                    KnownPath::Steps(path) => path,
                };
                if length == lower_bound {
                    Ending::Shortest(path)
                } else {
                    Ending::Incumbent { path, stopped_by }
                }
            }
            (None, Some(reason)) => Ending::Stopped(reason),
            (None, None) => Ending::NoPath,
        };
        Ok(Found { ending, lower_bound })
    }

    fn stored(&self) -> u64 {
        (self.forward.table.len() + self.backward.table.len()) as u64
    }

    fn search(&mut self, budget: &mut Budget<'_>, stats: &mut Stats) -> Result<(), TableFull> {
        let Self { forward, backward, meeting, .. } = self;
        forward.insert_roots(budget, stats, |root, budget| {
            let f = root.h;
            root.open(f, &mut budget.memory)
        })?;
        backward.insert_roots(budget, stats, |root, budget| {
            if forward.table.find(forward.space, &root.state, root.packed).is_some() {
                meeting.meet(0, root.state, budget);
            }
            let f = root.h;
            root.open(f, &mut budget.memory)
        })?;
        while self.raise_lower_bound() {
            let stored = self.stored();
            let Self { forward, backward, turns, meeting, partner } = self;
            if let Some(partner) = partner
                && partner.is_its_turn(stats.generated, meeting.lower_bound)
            {
                let best = meeting.best.as_ref().map(|&(length, _)| length);
                let known = (meeting.lower_bound, best);
                let generated = stats.generated;
                let lower_bound = meeting.lower_bound;
                let mut allowance = Watched { budget, stats, stored, lower_bound };
                if let Some(path) = partner.take_turn(generated, known, &mut allowance)? {
                    meeting.learn(path.len() as u32, KnownPath::Steps(path), budget);
                    continue;
                }
            }
            budget.check(stats, stored, meeting.lower_bound)?;
            let is_forward = match turns {
                Turns::ToTheSmaller => forward.open.len() <= backward.open.len(),
                Turns::ThreeForward => {
                    !stats.expanded.is_multiple_of(4)
                        && forward.open.len() <= 2 * backward.open.len()
                }
            };
            if is_forward {
                expand(forward, backward, meeting, budget, stats)?;
            } else {
                expand(backward, forward, meeting, budget, stats)?;
            }
        }
        Ok(())
    }

    /// Raises the lower bound to what the open states prove; no if that ends the search.
    fn raise_lower_bound(&mut self) -> bool {
        let Self { forward, backward, meeting, .. } = self;
        loop {
            if !meeting.can_improve(meeting.lower_bound) {
                return false;
            }
            let bound = meeting.lower_bound;
            let pair = (forward.open.least_g(bound), backward.open.least_g(bound));
            if let (Some(ahead), Some(back)) = pair
                && ahead + back < bound
            {
                return true;
            }
            if forward.open.len() == 0 || backward.open.len() == 0 {
                // No path is left to find but the best one.
                if let Some((length, _)) = meeting.best {
                    meeting.lower_bound = length;
                }
                return false;
            }
            meeting.lower_bound += 1;
        }
    }

    /// The path through a state of both fronts.
    fn join(&mut self, state: &F::State) -> Vec<Step> {
        let Self { forward, backward, .. } = self;
        forward.space.pack(state, &mut forward.packed);
        let packed = &forward.packed;
        let met = "the fronts met in a state of both";
        let ahead = forward.table.find(forward.space, state, packed).expect(met);
        let back = backward.table.find(backward.space, state, packed).expect(met);
        let mut path = path_to(forward.space, &mut forward.table, ahead);
        let pulls = path_to(backward.space, &mut backward.table, back);
        path.extend(pulls.into_iter().rev().map(|Step { from, to }| Step { from: to, to: from }));
        path
    }
}

/// Expands a state of `front` that the lower bound depends on.
fn expand<S, O, H>(
    front: &mut Front<'_, S, H>,
    other: &mut Front<'_, O, H>,
    meeting: &mut Meeting<S::State>,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Result<(), TableFull>
where
    S: StateSpace,
    O: StateSpace<State = S::State>,
    H: Heuristic,
{
    let Some(entry) = front.open.pop() else { return Ok(()) };
    let node = front.table.node(entry.id);
    let is_stale = node.closed || node.h != entry.h || node.g + node.h != entry.f;
    if is_stale || !meeting.can_improve(entry.f) {
        return Ok(());
    }
    front.table.set_node(entry.id, Node { closed: true, ..node })?;
    let state = front.expand(entry.id, stats);
    for at in 0..front.successors.len() {
        budget.poll_child()?;
        let successor = front.successors[at];
        let g = node.g + u32::from(successor.cost);
        let (child, known) = front.child(&state, &successor);
        let child_node = if let Some(id) = known {
            stats.duplicates += 1;
            let known = front.table.node(id);
            if g >= known.g {
                continue;
            }
            Node { g, closed: false, ..known }
        } else {
            let Some(h) = front.bound_of_child(node, &child, &successor, stats) else { continue };
            Node { player: successor.player, g, h, closed: false }
        };
        let f = g + child_node.h;
        if !meeting.can_improve(f) {
            continue;
        }
        let met = other.table.find(other.space, &child, &front.packed);
        let met = met.map(|id| other.table.node(id));
        // Nipped: stored, for the path, but not opened.
        let is_nipped = other.is_consistent() && met.is_some_and(|met| met.closed);
        let child_node = Node { closed: is_nipped, ..child_node };
        let id = match known {
            Some(id) => {
                front.lower(id, child_node, stats)?;
                id
            }
            None => front.insert_child(child_node, &mut budget.memory)?,
        };
        if let Some(met) = met {
            meeting.meet(g + met.g, child, budget);
        }
        if !is_nipped {
            front.open.push(Entry { f, h: child_node.h, id }, &mut budget.memory)?;
        }
    }
    Ok(())
}
