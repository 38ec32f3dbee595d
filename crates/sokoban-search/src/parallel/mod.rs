//! A* and bidirectional search on several threads.

mod agenda;
mod best;
mod cache_line;
mod crew;
mod expander;
mod shards;
mod shared;
mod worker;

#[cfg(test)]
mod tests;

use sokoban_heuristics::Heuristic;

use crate::astar::{Ending, Found};
use crate::bidirectional::{Side, Turns};
use crate::budget::Budget;
use crate::finder::PartnerPlan;
use crate::node_table::TableFull;
use crate::record::RecordLayout;
use crate::space::StateSpace;
use crate::stats::Stats;
use crate::threads::Threads;
use crew::Crew;

/// A* on `threads` threads, with the promises of [`astar`](crate::astar::astar). None if there is
/// no room for a second thread, or none can be had.
pub(crate) fn parallel_astar<S: StateSpace, H: Heuristic + Sync>(
    side: Side<'_, S, H>,
    threads: Threads,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Option<Found> {
    search::<S, S, H>(side, None, (threads, None), budget, stats)
}

/// Bidirectional search on `threads` threads, with the promises of
/// [`bidirectional`](crate::bidirectional::bidirectional). None if there is no room for a second
/// thread, or none can be had.
pub(crate) fn parallel_bidirectional<F, B, H>(
    forward: Side<'_, F, H>,
    backward: Side<'_, B, H>,
    (turns, threads): (Turns, Threads),
    plan: Option<PartnerPlan<'_>>,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Option<Found>
where
    F: StateSpace,
    B: StateSpace<State = F::State>,
    H: Heuristic + Sync,
{
    search(forward, Some((backward, turns)), (threads, plan), budget, stats)
}

/// Best-first search on several threads, one way or both.
///
/// # Who does what
/// Every state is stored in one of many tables, the [`Shards`], each behind a lock of its own. What
/// is open, and what each thread works on, is in the [`Agenda`], behind another. A thread takes the
/// first entry of the agenda, expands its state with a space and a bound of its own, stores the
/// children in their shards, and hands them in to the agenda when it takes the next entry. The
/// calling thread looks at the clock, talks to the observer, and joins the paths. The finder, if there
/// is one, has its turns on the first thread, between two expansions.
///
/// No thread waits for a lock while it holds another one, but for that of the best path, which is
/// held for a moment and under which nothing else is locked: so none waits for ever. A thread that
/// finds no entry sleeps until one comes; if no other is at work then, the search is over.
///
/// # The lower bound
/// Between an expansion's beginning and the moment when its children are handed in, some states
/// are neither on an open list nor expanded. For those, the state under expansion, with its f and
/// g, counts as open.
///
/// Write U for the length of the best path found, infinite at first, and let P be an optimal path
/// of length C < U. Call a state of P *done* in a direction if it is closed there with its least g
/// and neither the expansion that stored that g nor its own is still under way. Let u be the first
/// state of P that is not done forward; there is one, or the last state of P, a target, would have
/// been found. The state before u is done, so u is stored with its least g. If the expansion that
/// stored it is under way, then that of some state p with g(p) < g(u); since p lies on an optimal
/// path, f(p) <= C. Else u is on the open list, or under expansion, and f(u) <= C. Either way the
/// agenda has an entry with f <= C and g <= g(u), so the least f of all that it has is a lower
/// bound on all paths shorter than U. Closed states to which a shorter way is found are opened
/// again, whatever the bound: even a consistent one does not order the expansions of two threads.
///
/// For both directions let v be the last state of P that is not done backward. The same holds of
/// it. If v were u or came before it, v would be stored with its least g in both directions, by
/// two steps under the lock of a single shard. The later of these sees the earlier, and sets U to C
/// before it lets go of the lock. So v comes after u, by one push at least, and there is a pair of
/// entries with max(f, f', g + g' + 1) <= C: the lower bound of
/// [`bidirectional`](crate::bidirectional::bidirectional) holds, over what is open and what is
/// under expansion.
///
/// All this is read by a thread that holds the agenda's lock. "Before" means what has happened
/// before that for this thread: if an expansion was handed in, then all that it saw, and with it
/// each U that was set where it saw a state. What else may have happened meanwhile has no part in
/// what the agenda has.
///
/// # Nipping
/// A state is stored, but not opened, if the other direction knows its least g, since then no path
/// through it is shorter than the one just found. With a consistent bound no entry has an f below
/// those that were there before, so a stored state whose f is at most the least f of all entries of
/// its direction has its least g: a shorter way to it would go through an entry of lesser f. Where
/// the forward space leaves out steps, this holds for the states of P, and no others need be opened.
///
/// # Complexity
/// As on one thread, but for states that a thread expands while another is about to find that they
/// need not be.
fn search<F, B, H>(
    forward: Side<'_, F, H>,
    backward: Option<(Side<'_, B, H>, Turns)>,
    (threads, plan): (Threads, Option<PartnerPlan<'_>>),
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Option<Found>
where
    F: StateSpace,
    B: StateSpace<State = F::State>,
    H: Heuristic + Sync,
{
    let mut crew = Crew { forward, backward, threads: threads.get(), plan };
    let (bytes, more) = crew.bytes_a_thread();
    let most = budget.memory.free() / ROOM_FOR_STATES / (bytes + more).max(1);
    crew.threads = crew.threads.min(most.saturating_add(1));
    if crew.threads < 2 {
        return None;
    }
    let mut layout =
        RecordLayout::new(crew.forward.space.packed_bytes(), crew.forward.space.player_bits(), 0);
    loop {
        *stats = Stats::default();
        let booked = budget.memory.used();
        let found = budget
            .memory
            .reserve(crew.threads * bytes + (crew.threads - 1) * more)
            .map_err(TableFull::from)
            .and_then(|()| crew.run(layout, budget, stats));
        budget.memory.release(budget.memory.used() - booked);
        match found {
            Ok(found) => return found,
            Err(TableFull::Stop(reason)) => {
                return Some(Found { ending: Ending::Stopped(reason), lower_bound: 0 });
            }
            Err(TableFull::NeedsWiderLayout) => layout = layout.wider(),
        }
    }
}

/// What threads beyond the first take is at most this part of the memory that is free: the rest is
/// for states.
const ROOM_FOR_STATES: usize = 4;
