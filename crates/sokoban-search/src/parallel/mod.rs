//! A* and bidirectional search on several threads.

mod agenda;
mod best;
mod expander;
mod shards;

#[cfg(test)]
mod tests;

use std::panic;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use sokoban_heuristics::Heuristic;

use crate::astar::{Ending, Found};
use crate::bidirectional::{Side, Turns};
use crate::budget::Budget;
use crate::memory::Memory;
use crate::node_table::TableFull;
use crate::outcome::StopReason;
use crate::path::path_back;
use crate::record::{Node, RecordLayout};
use crate::space::{StateSpace, Step};
use crate::stats::Stats;
use crate::threads::Threads;
use agenda::{Agenda, Harvest, Task};
use best::Best;
use expander::Expander;
use shards::Shards;

/// The time between two looks at the clock, at each of which the observer hears of the search.
const TICK: Duration = Duration::from_millis(4);

/// The directions of a search.
#[derive(Clone, Copy, Debug)]
enum Ways {
    /// One, which is called forward here, whatever the direction of play.
    One,
    Both(Turns),
}

/// One of the directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Forward,
    Backward,
}

impl Way {
    const BOTH: [Self; 2] = [Self::Forward, Self::Backward];

    fn index(self) -> usize {
        self as usize
    }

    fn other(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

/// How a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Nothing is left to find.
    Searched,
    Full(TableFull),
    /// A thread is about to panic.
    Panicked,
}

impl From<TableFull> for End {
    fn from(full: TableFull) -> Self {
        Self::Full(full)
    }
}

/// What all threads share.
struct Shared<T> {
    ways: Ways,
    shards: Shards,
    agenda: Agenda,
    best: Best<T>,
    /// By way: is its bound consistent?
    is_consistent: [bool; 2],
    expanded: AtomicU64,
    most_expanded: u64,
}

/// A* on `threads` threads, with the promises of [`astar`](crate::astar::astar). None if there is
/// no room for a second thread, or none can be had.
pub(crate) fn parallel_astar<S: StateSpace, H: Heuristic + Sync>(
    side: Side<'_, S, H>,
    threads: Threads,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Option<Found> {
    search::<S, S, H>(side, None, threads, budget, stats)
}

/// Bidirectional search on `threads` threads, with the promises of
/// [`bidirectional`](crate::bidirectional::bidirectional). None if there is no room for a second
/// thread, or none can be had.
pub(crate) fn parallel_bidirectional<F, B, H>(
    forward: Side<'_, F, H>,
    backward: Side<'_, B, H>,
    (turns, threads): (Turns, Threads),
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Option<Found>
where
    F: StateSpace,
    B: StateSpace<State = F::State>,
    H: Heuristic + Sync,
{
    search(forward, Some((backward, turns)), threads, budget, stats)
}

/// Best-first search on several threads, one way or both.
///
/// # Who does what
/// Every state is stored in one of many tables, the [`Shards`], each behind a lock of its own. What
/// is open, and what each thread works on, is in the [`Agenda`], behind another. A thread takes the
/// first entry of the agenda, expands its state with a space and a bound of its own, stores the
/// children in their shards, and hands them in to the agenda when it takes the next entry. The
/// calling thread looks at the clock, talks to the observer, and joins the paths.
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
/// A state is not opened if the other direction knows its least g. With a consistent bound no f
/// of an entry falls, so a stored state whose f is not above the least f of its direction has its
/// least g: a shorter way to it would go through an entry of lesser f.
///
/// # Complexity
/// As on one thread, but for states that a thread expands while another is about to find that they
/// need not be.
fn search<F, B, H>(
    forward: Side<'_, F, H>,
    backward: Option<(Side<'_, B, H>, Turns)>,
    threads: Threads,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Option<Found>
where
    F: StateSpace,
    B: StateSpace<State = F::State>,
    H: Heuristic + Sync,
{
    let mut crew = Crew { forward, backward, threads: threads.get() };
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

/// The threads to be, and what they are to search.
struct Crew<'f, 'b, F, B, H> {
    forward: Side<'f, F, H>,
    backward: Option<(Side<'b, B, H>, Turns)>,
    threads: usize,
}

impl<F, B, H> Crew<'_, '_, F, B, H>
where
    F: StateSpace,
    B: StateSpace<State = F::State>,
    H: Heuristic + Sync,
{
    /// The bytes that each thread takes, and those that each but the first takes besides, since
    /// those of a single scratch are booked with the bound.
    fn bytes_a_thread(&self) -> (usize, usize) {
        let Self { forward, backward, .. } = self;
        let (mut bytes, mut more) =
            (Expander::<F, H>::bytes(forward.space), forward.bound.scratch_usage());
        if let Some((side, _)) = backward {
            bytes += Expander::<B, H>::bytes(side.space);
            more += side.bound.scratch_usage();
        }
        (bytes, more)
    }

    fn run(
        &mut self,
        layout: RecordLayout,
        budget: &mut Budget<'_>,
        stats: &mut Stats,
    ) -> Result<Option<Found>, TableFull> {
        let memory = &mut budget.memory;
        let shards = Shards::new(self.threads, layout, memory)?;
        let ways = self.backward.as_ref().map_or(Ways::One, |(_, turns)| Ways::Both(*turns));
        let shared = Shared {
            ways,
            shards,
            agenda: Agenda::new(ways, self.threads, memory.share()),
            best: Best::new(),
            is_consistent: [
                self.forward.bound.is_consistent(),
                self.backward.as_ref().is_some_and(|(side, _)| side.bound.is_consistent()),
            ],
            expanded: AtomicU64::new(0),
            most_expanded: budget.expansions_left(),
        };
        let is_under_way = match self.open_roots(&shared, budget) {
            Ok(()) => self.work(&shared, budget),
            Err(full) => {
                shared.agenda.end(full.into());
                true
            }
        };
        if !is_under_way {
            return Ok(None);
        }
        let (end, counted, lower_bound) = shared.agenda.result();
        *stats = counted;
        stats.peak_states = shared.shards.len();
        debug_assert!(
            shared.shards.memory_usage() + shared.agenda.memory_usage() <= budget.memory.used()
        );
        let stopped_by = match end {
            Some(End::Full(TableFull::Stop(reason))) => Some(reason),
            Some(End::Full(TableFull::NeedsWiderLayout)) => {
                return Err(TableFull::NeedsWiderLayout);
            }
            Some(End::Searched | End::Panicked) | None => None,
        };
        let ending = match (shared.best.found(), stopped_by) {
            (Some((length, state)), _) => {
                let path = self.path(&shared, state);
                if length == lower_bound {
                    Ending::Shortest(path)
                } else {
                    Ending::Incumbent { path, stopped_by }
                }
            }
            (None, Some(reason)) => Ending::Stopped(reason),
            (None, None) => Ending::NoPath,
        };
        Ok(Some(Found { ending, lower_bound }))
    }

    fn open_roots(
        &self,
        shared: &Shared<F::State>,
        budget: &mut Budget<'_>,
    ) -> Result<(), TableFull> {
        let mut memory = budget.memory.share();
        let mut harvest = Harvest::default();
        let mut is_time = |harvest: &Harvest| budget.look_after(1, &harvest.stats, 0, 0);
        let Side { space, bound } = &self.forward;
        let opened = Expander::new(Way::Forward, (*space).clone(), *bound)
            .open_roots(shared, &mut memory, &mut harvest, &mut is_time)
            .and_then(|()| {
                let Some((Side { space, bound }, _)) = &self.backward else { return Ok(()) };
                let space = (*space).clone();
                let mut expander = Expander::new(Way::Backward, space, *bound);
                expander.open_roots(shared, &mut memory, &mut harvest, &mut is_time)
            });
        shared.agenda.count(harvest.stats);
        opened
    }

    /// Runs the threads until the search ends; no if there are none to be had.
    fn work(&self, shared: &Shared<F::State>, budget: &mut Budget<'_>) -> bool {
        thread::scope(|scope| {
            // Whatever panics here, the threads do not go on.
            let _end = EndWhenDropped(shared);
            let mut threads = Vec::new();
            for number in 0..self.threads {
                let ahead = self.forward.space.clone();
                let back = self.backward.as_ref().map(|(side, _)| side.space.clone());
                let bounds = (self.forward.bound, self.backward.as_ref().map(|(side, _)| side.bound));
                let memory = budget.memory.share();
                let work = move || {
                    let _end = EndWhenDropped(shared);
                    let ahead = Expander::new(Way::Forward, ahead, bounds.0);
                    let back = back.zip(bounds.1);
                    let back = back.map(|(space, bound)| Expander::new(Way::Backward, space, bound));
                    work(number, shared, ahead, back, memory);
                };
                match thread::Builder::new().spawn_scoped(scope, work) {
                    Ok(thread) => threads.push(thread),
                    Err(_) => break,
                }
            }
            if threads.is_empty() {
                return false;
            }
            watch(shared, budget);
            for thread in threads {
                if let Err(panicked) = thread.join() {
                    panic::resume_unwind(panicked);
                }
            }
            true
        })
    }

    /// The best path, which goes through `state`.
    fn path(&mut self, shared: &Shared<F::State>, state: F::State) -> Vec<Step> {
        let shards = &shared.shards;
        let mut path = way_back(Way::Forward, self.forward.space, shards, state);
        if let Some((side, _)) = &mut self.backward {
            let pulls = way_back(Way::Backward, side.space, shards, state);
            let turned = pulls.into_iter().rev();
            path.extend(turned.map(|Step { from, to }| Step { from: to, to: from }));
        }
        path
    }
}

fn way_back<S: StateSpace>(
    way: Way,
    space: &mut S,
    shards: &Shards,
    state: S::State,
) -> Vec<Step> {
    let mut packed = vec![0; space.packed_words()];
    space.pack(&state, &mut packed);
    let g = shards.g_of(way, space, &state, &packed).expect("a path leads through stored states");
    path_back(space, state, g, |space, state, packed| shards.g_of(way, space, state, packed))
}

/// What one thread does.
fn work<F, B, H>(
    number: usize,
    shared: &Shared<F::State>,
    mut ahead: Expander<'_, F, H>,
    mut back: Option<Expander<'_, B, H>>,
    mut memory: Memory,
) where
    F: StateSpace,
    B: StateSpace<State = F::State>,
    H: Heuristic,
{
    let mut harvest = Harvest::default();
    while let Some(Task { way, entry }) =
        shared.agenda.next(number, &mut harvest, || shared.best.length())
    {
        let done = match (way, &mut back) {
            (Way::Backward, Some(back)) => back.expand(entry, shared, &mut memory, &mut harvest),
            _ => ahead.expand(entry, shared, &mut memory, &mut harvest),
        };
        if let Err(full) = done {
            // What it worked on stays on the agenda, for the lower bound.
            shared.agenda.count(harvest.stats);
            shared.agenda.end(full.into());
            return;
        }
    }
}

/// What the calling thread does meanwhile.
fn watch<T: Copy>(shared: &Shared<T>, budget: &mut Budget<'_>) {
    let mut told = u32::MAX;
    while let Some((stats, lower_bound)) = shared.agenda.wait(TICK) {
        let best = shared.best.length();
        if best < told {
            told = best;
            budget.tell_incumbent(best, lower_bound);
        }
        if let Err(reason) = budget.look(&stats, shared.shards.len(), lower_bound) {
            shared.agenda.end(TableFull::Stop(reason).into());
        }
    }
}

impl<T> Shared<T> {
    /// Counts an expansion.
    ///
    /// # Errors
    /// [`StopReason::Nodes`] if there may be no more.
    fn count_expansion(&self) -> Result<(), StopReason> {
        if self.expanded.fetch_add(1, Ordering::Relaxed) < self.most_expanded {
            Ok(())
        } else {
            Err(StopReason::Nodes)
        }
    }

    /// Has a state stored in direction `way` its least g there, as far as paths shorter than the
    /// best one lead through it?
    fn is_exact(&self, way: Way, node: Node) -> bool {
        self.is_consistent[way.index()] && node.g + node.h <= self.agenda.floor(way)
    }
}

/// Ends the search when a thread ends, which others must not wait for.
struct EndWhenDropped<'s, T>(&'s Shared<T>);

impl<T> Drop for EndWhenDropped<'_, T> {
    fn drop(&mut self) {
        self.0.agenda.end(End::Panicked);
    }
}
