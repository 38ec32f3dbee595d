//! What each thread of a search does.

use std::time::Duration;

use sokoban_heuristics::Heuristic;

use super::agenda::{Harvest, Task};
use super::expander::Expander;
use super::shared::{Shared, Way};
use crate::budget::Budget;
use crate::finder::{Allowance, Partner};
use crate::memory::Memory;
use crate::node_table::TableFull;
use crate::outcome::StopReason;
use crate::path::KnownPath;
use crate::space::StateSpace;
use crate::stats::Stats;

/// One thread, as far as it does not depend on the direction.
pub(super) struct Worker<'s, 'p, T, H: Heuristic> {
    pub(super) number: usize,
    pub(super) shared: &'s Shared<T>,
    pub(super) memory: Memory,
    pub(super) partner: Option<Partner<'p, H>>,
}

impl<T: Copy, H: Heuristic> Worker<'_, '_, T, H> {
    /// Expands states until the search ends.
    pub(super) fn work<F, B>(
        mut self,
        mut ahead: Expander<'_, F, H>,
        mut back: Option<Expander<'_, B, H>>,
    ) where
        F: StateSpace<State = T>,
        B: StateSpace<State = T>,
    {
        let mut harvest = Harvest::default();
        loop {
            self.take_finders_turn(&mut harvest);
            let Self { number, shared, memory, .. } = &mut self;
            let task = shared.agenda.next(*number, &mut harvest, || shared.best.length());
            let Some(Task { way, entry }) = task else { return };
            let done = match (way, &mut back) {
                (Way::Backward, Some(back)) => back.expand(entry, shared, memory, &mut harvest),
                _ => ahead.expand(entry, shared, memory, &mut harvest),
            };
            if let Err(full) = done {
                // What it worked on stays on the agenda, for the lower bound.
                shared.agenda.count(harvest.stats);
                shared.agenda.end(full.into());
                return;
            }
        }
    }

    /// Lets the finder have its turn, if there is one and it is due. Meanwhile this thread works on
    /// no state, so it holds up neither the others nor the end.
    fn take_finders_turn(&mut self, harvest: &mut Harvest) {
        let Self { number, shared, memory, partner } = self;
        let Some(partner) = partner else { return };
        let (stats, lower_bound) = shared.agenda.hand_in(*number, harvest);
        if !partner.is_its_turn(stats.generated, lower_bound) {
            return;
        }
        let best = Some(shared.best.length()).filter(|&best| best != u32::MAX);
        let mut turn = FindersTurn { shared, memory, stats: &mut harvest.stats };
        // It fails only where the search has ended, which the next task tells.
        if let Ok(Some(path)) = partner.take_turn(stats.generated, (lower_bound, best), &mut turn) {
            shared.best.offer(path.len() as u32, KnownPath::Steps(path));
        }
    }
}

/// A turn of the finder among threads.
struct FindersTurn<'t, T> {
    shared: &'t Shared<T>,
    memory: &'t mut Memory,
    stats: &'t mut Stats,
}

impl<T> Allowance for FindersTurn<'_, T> {
    fn memory(&mut self) -> &mut Memory {
        self.memory
    }

    fn look_after(&mut self, _: u64) -> Result<(), StopReason> {
        if self.shared.agenda.is_ended() { Err(StopReason::Cancelled) } else { Ok(()) }
    }

    fn expand_one(&mut self) -> Result<(), StopReason> {
        self.stats.finder_expanded += 1;
        Ok(())
    }
}

/// The time between two looks at the clock, at each of which the observer hears of the search.
const TICK: Duration = Duration::from_millis(4);

/// What the calling thread does meanwhile.
pub(super) fn watch<T: Copy>(shared: &Shared<T>, budget: &mut Budget<'_>) {
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
