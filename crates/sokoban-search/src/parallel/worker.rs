//! What each thread of a search does.

use std::time::Duration;

use sokoban_heuristics::Heuristic;

use super::agenda::{Harvest, Task};
use super::expander::Expander;
use super::shared::{Shared, Way};
use crate::budget::Budget;
use crate::memory::Memory;
use crate::node_table::TableFull;
use crate::space::StateSpace;

/// What one thread does.
pub(super) fn work<F, B, H>(
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
