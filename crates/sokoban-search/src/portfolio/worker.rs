//! Worker: what each thread of a portfolio does.

use sokoban_heuristics::Heuristic;

use super::desk::{Desk, End};
use super::schedule::{Attempt, AttemptEnd, Task};
use crate::budget::Budget;
use crate::finder::{Allowance, Finder, Sought, Turn};
use crate::improve::WindowStep;
use crate::memory::Memory;
use crate::outcome::StopReason;

/// The states generated between two looks at what others have found.
const SLICE: u64 = 1 << 15;

/// An attempt that has no room for so many states has no room at all.
const LEAST: u64 = 1 << 10;

/// One thread, with an engine of its own.
pub(super) struct Worker<'d, 'b, 'o, H: Heuristic> {
    pub(super) desk: &'d Desk<'b>,
    pub(super) finder: Finder<'b, H>,
    /// The most bytes of the states of an attempt.
    pub(super) most_bytes: usize,
    /// What windows may take.
    pub(super) part: Budget<'o>,
}

impl<H: Heuristic> Worker<'_, '_, '_, H> {
    /// Works until the search ends or has nothing for this thread.
    pub(super) fn work(mut self, allowance: &mut impl Allowance) {
        while let Some(task) = self.desk.next() {
            let done = match task {
                Task::Attempt(attempt) => self.attempt(attempt, allowance),
                Task::Shorten => self.shorten(allowance),
            };
            if let Err(reason) = done {
                self.desk.end(End::Stopped(reason));
                break;
            }
        }
        self.finder.clear(allowance.memory());
    }

    /// Searches windows of the best solution until none gets shorter.
    fn shorten(&mut self, allowance: &mut impl Allowance) -> Result<(), StopReason> {
        let Self { desk, finder, part, .. } = self;
        // What an attempt left behind is of no more use, and windows need room.
        finder.clear(allowance.memory());
        let Some(mut windows) = desk.take_windows() else {
            desk.hear_of_parts(None);
            return Ok(());
        };
        let mut path = Vec::new();
        let shortened = loop {
            if desk.length() != Some(path.len() as u32) {
                path = desk.pushes();
            }
            if let Err(reason) = allowance.look_after(1) {
                break Err(reason);
            }
            // Nothing that another thread expands meanwhile may pass the limit together with these.
            let granted = desk.reserve_expansions(windows.most_expansions());
            part.allow(granted);
            let before = windows.stats();
            let step = windows.next(&path, part);
            let after = windows.stats();
            desk.return_expansions(granted - (after.expanded - before.expanded));
            desk.count_generated(after.generated - before.generated);
            match step {
                Ok(WindowStep::Shortened(better)) => {
                    desk.offer(desk.steps(&better));
                    path = better;
                }
                Ok(WindowStep::Tried) => {}
                Ok(WindowStep::Done) => break Ok(()),
                // There is no room for windows: then the solution stays as it is.
                Err(StopReason::Memory) => break Ok(()),
                Err(reason) => break Err(reason),
            }
        };
        desk.give_windows(windows);
        shortened?;
        desk.hear_of_parts(Some(path.len() as u32));
        Ok(())
    }

    fn attempt(
        &mut self,
        attempt: Attempt,
        allowance: &mut impl Allowance,
    ) -> Result<(), StopReason> {
        let Self { desk, finder, most_bytes, .. } = self;
        let mut limit = attempt.limit;
        let before = finder.generated();
        finder.begin(limit, attempt.number, allowance.memory());
        let end = loop {
            if let Some(best) = desk.length() {
                limit = limit.min(best.saturating_sub(1));
                finder.tighten(limit);
            }
            let done = finder.generated() - before;
            let left = attempt.most.saturating_sub(done);
            if left == 0 {
                break AttemptEnd::Spent;
            }
            let turn = Turn { most: left.min(SLICE), most_bytes: *most_bytes };
            match finder.go_on(turn, allowance) {
                Ok(Sought::Found(path)) => {
                    desk.offer(path);
                    break AttemptEnd::Found;
                }
                Ok(Sought::Nothing) => break AttemptEnd::NoneWithin(limit),
                Ok(Sought::Full) | Err(StopReason::Memory) => {
                    let done = finder.generated() - before;
                    if done < LEAST {
                        return Err(StopReason::Memory);
                    }
                    break AttemptEnd::Full;
                }
                Ok(Sought::Paused) => {}
                Err(reason) => return Err(reason),
            }
        };
        desk.hear(end);
        Ok(())
    }
}

/// What a thread among others is allowed.
pub(super) struct Hand<'d, 'p> {
    pub(super) desk: &'d Desk<'p>,
    pub(super) memory: Memory,
}

impl Allowance for Hand<'_, '_> {
    fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    fn look_after(&mut self, generated: u64) -> Result<(), StopReason> {
        self.desk.count_generated(generated);
        self.desk.look()
    }

    fn expand_one(&mut self) -> Result<(), StopReason> {
        self.desk.expand_one()
    }
}

/// What the only thread is allowed, which looks at the clock itself.
pub(super) struct Alone<'d, 'p, 'b, 'o> {
    pub(super) desk: &'d Desk<'p>,
    pub(super) budget: &'b mut Budget<'o>,
    pub(super) told: u32,
}

impl Allowance for Alone<'_, '_, '_, '_> {
    fn memory(&mut self) -> &mut Memory {
        &mut self.budget.memory
    }

    fn look_after(&mut self, generated: u64) -> Result<(), StopReason> {
        self.desk.count_generated(generated);
        self.desk.look()?;
        let (stats, lower_bound) = self.desk.counted();
        tell(self.desk, self.budget, &mut self.told);
        self.budget.look_after(generated + 1, &stats, 0, lower_bound)
    }

    fn expand_one(&mut self) -> Result<(), StopReason> {
        self.desk.expand_one()
    }
}

/// Tells the observer of a better solution than the one of `told` pushes.
pub(super) fn tell(desk: &Desk<'_>, budget: &mut Budget<'_>, told: &mut u32) {
    if let Some(best) = desk.length().filter(|best| best < told) {
        *told = best;
        budget.tell_incumbent(best, desk.counted().1);
    }
}
