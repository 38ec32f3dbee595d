//! Crew: the threads of a search, from the first root to the path.

use std::panic;
use std::sync::atomic::AtomicU64;
use std::thread;

use sokoban_heuristics::Heuristic;

use super::agenda::{Agenda, Harvest};
use super::best::Best;
use super::cache_line::CacheLine;
use super::expander::Expander;
use super::shards::Shards;
use super::shared::{End, EndWhenDropped, Shared, Way, Ways};
use super::worker::{Worker, watch};
use crate::astar::{Ending, Found};
use crate::bidirectional::{Side, Turns};
use crate::budget::Budget;
use crate::finder::{Partner, PartnerPlan};
use crate::node_table::TableFull;
use crate::path::{KnownPath, path_back};
use crate::record::RecordLayout;
use crate::space::{StateSpace, Step};
use crate::stats::Stats;

/// The threads to be, and what they are to search.
pub(super) struct Crew<'f, 'b, 'p, F, B, H> {
    pub(super) forward: Side<'f, F, H>,
    pub(super) backward: Option<(Side<'b, B, H>, Turns)>,
    pub(super) threads: usize,
    /// The finder that the first thread works with besides.
    pub(super) plan: Option<PartnerPlan<'p>>,
}

impl<F, B, H> Crew<'_, '_, '_, F, B, H>
where
    F: StateSpace,
    B: StateSpace<State = F::State>,
    H: Heuristic + Sync,
{
    /// The bytes that each thread takes, and those that each but the first takes besides, since
    /// those of a single scratch are booked with the bound.
    pub(super) fn bytes_a_thread(&self) -> (usize, usize) {
        let Self { forward, backward, .. } = self;
        let (mut bytes, mut more) =
            (Expander::<F, H>::bytes(forward.space), forward.bound.scratch_usage());
        if let Some((side, _)) = backward {
            bytes += Expander::<B, H>::bytes(side.space);
            more += side.bound.scratch_usage();
        }
        (bytes, more)
    }

    pub(super) fn run(
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
            best: CacheLine(Best::new()),
            is_consistent: [
                self.forward.bound.is_consistent(),
                self.backward.as_ref().is_some_and(|(side, _)| side.bound.is_consistent()),
            ],
            expanded: CacheLine(AtomicU64::new(0)),
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
            (Some((length, known)), _) => {
                let path = match known {
                    KnownPath::Through(state) => self.path(&shared, state),
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
                let bounds =
                    (self.forward.bound, self.backward.as_ref().map(|(side, _)| side.bound));
                let mut memory = budget.memory.share();
                let plan = self.plan.filter(|_| number == 0);
                let work = move || {
                    let _end = EndWhenDropped(shared);
                    let ahead = Expander::new(Way::Forward, ahead, bounds.0);
                    let back = back.zip(bounds.1);
                    let back =
                        back.map(|(space, bound)| Expander::new(Way::Backward, space, bound));
                    let partner = plan.and_then(|plan| Partner::new(plan, bounds.0, &mut memory));
                    Worker { number, shared, memory, partner }.work(ahead, back);
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

fn way_back<S: StateSpace>(way: Way, space: &mut S, shards: &Shards, state: S::State) -> Vec<Step> {
    let mut packed = vec![0; space.packed_words()];
    space.pack(&state, &mut packed);
    let g = shards.g_of(way, space, &state, &packed).expect("a path leads through stored states");
    path_back(space, state, g, |space, state, packed| shards.g_of(way, space, state, packed))
}
