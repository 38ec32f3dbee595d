//! Windows: one window after the other, in passes over a solution.

use std::ops::Range;

use sokoban_core::{Board, DeadlockConfig, Push};

use super::failed::FailedWindows;
use super::part::Still;
use super::window::Window;
use super::window_search::{Sought, WindowTask, search_window};
use super::{cost, replayed};
use crate::budget::Budget;
use crate::config::{Dominance, Objective, SolveConfig};
use crate::outcome::StopReason;
use crate::stats::Stats;

/// The lengths of windows in pushes, each for one run over the whole solution.
const LENGTHS: &[usize] = &[12, 24, 40, 64, 90, 128, 180, 256];

/// The states that are expanded in one window, in each stage.
const STAGES: &[u64] = &[4_000, 32_000];

/// Which windows are searched, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WindowPlan {
    /// What is to be less.
    pub(super) objective: Objective,
    pub(super) deadlocks: DeadlockConfig,
    pub(super) dominance: Dominance,
    /// The lengths of windows in pushes.
    pub(super) lengths: &'static [usize],
    /// The most states that are expanded in one. Where that finds nothing any more, the next number
    /// is tried.
    pub(super) stages: &'static [u64],
}

impl WindowPlan {
    /// The windows for the objective of `config`, with its deadlock tests.
    pub(crate) fn new(config: &SolveConfig) -> Self {
        Self {
            objective: config.objective,
            deadlocks: config.deadlocks,
            dominance: config.dominance,
            lengths: LENGTHS,
            stages: STAGES,
        }
    }

    /// The windows for fewer pushes, with these deadlock tests.
    pub(crate) fn of_pushes(deadlocks: DeadlockConfig) -> Self {
        Self::new(&SolveConfig { deadlocks, ..SolveConfig::default() })
    }

    /// What is searched for, each in a run with all lengths.
    fn sought(&self) -> &'static [Sought] {
        const PUSHES: Sought = Sought::FewerPushes(Still::Walls);
        const FREE: Sought = Sought::FewerPushes(Still::Boxes);
        match self.objective.counts_moves() {
            false => &[PUSHES, FREE],
            true => &[PUSHES, FREE, Sought::ShorterWalks],
        }
    }
}

/// What became of one window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WindowStep {
    /// The pushes of a better solution, to go on with.
    Shortened(Vec<Push>),
    /// Nothing better was found in it.
    Tried,
    /// A whole pass found nothing better. The next call begins another, for other pushes.
    Done,
}

/// One window after the other, in passes over a solution until one finds nothing.
///
/// It holds neither the solution nor the budget, so whoever drives it may take turns with other
/// searches, on any thread.
#[derive(Debug)]
pub(crate) struct Windows<'b> {
    board: &'b Board,
    plan: WindowPlan,
    next: Next,
    /// Did this pass find anything?
    has_found: bool,
    failed: FailedWindows,
    stats: Stats,
}

/// Which window is next.
#[derive(Clone, Copy, Debug, Default)]
struct Next {
    /// The number of the stage.
    stage: usize,
    /// What is sought, by its number in the plan.
    sought: usize,
    /// The number of its length.
    length: usize,
    /// The number of its first push.
    start: usize,
}

impl<'b> Windows<'b> {
    /// Windows on the level of `board`.
    pub(crate) fn new(board: &'b Board, plan: WindowPlan) -> Self {
        Self {
            board,
            plan,
            next: Next::default(),
            has_found: false,
            failed: FailedWindows::default(),
            stats: Stats::default(),
        }
    }

    /// What was counted in all windows.
    pub(crate) fn stats(&self) -> Stats {
        self.stats
    }

    /// What one window may expand at most.
    pub(crate) fn most_expansions(&self) -> u64 {
        self.plan.stages.iter().copied().max().unwrap_or(0)
    }

    /// Searches the next window of `pushes`, which solve the level. Better is what the plan's
    /// objective says of the whole solution, with shortest walks between pushes.
    ///
    /// # Errors
    /// The limit of `budget` that was reached. The same window is next then.
    pub(crate) fn next(
        &mut self,
        pushes: &[Push],
        budget: &mut Budget<'_>,
    ) -> Result<WindowStep, StopReason> {
        loop {
            budget.poll()?;
            let Some((task, range)) = self.upcoming(pushes.len()) else {
                self.next = Next::default();
                if std::mem::take(&mut self.has_found) {
                    continue;
                }
                return Ok(WindowStep::Done);
            };
            let is_whole = range == (0..pushes.len());
            let window = Window::cut(self.board, pushes, range);
            // In windows shorter than the solution, boxes in the place of walls doubled the expansions
            // and found nothing in any of nine levels of XSokoban.
            let is_free = task.sought == Sought::FewerPushes(Still::Boxes);
            if is_free && (!is_whole || window.still.is_empty()) {
                self.skip(pushes.len());
                continue;
            }
            let has_next = self.plan.objective.counts_moves();
            let kind = self.next.stage * self.plan.sought().len() + self.next.sought;
            let key = window.key(pushes, has_next, kind as u64);
            if self.failed.contains(key) {
                self.skip(pushes.len());
                continue;
            }
            if budget.expansions_left() == 0 {
                return Err(StopReason::Nodes);
            }
            let found = search_window(self.board, pushes, &window, &task, budget, &mut self.stats)?;
            let spliced = found.and_then(|found| self.spliced(pushes, &window, &task, &found));
            if let Some(better) = spliced {
                self.has_found = true;
                // The same place has other pushes now.
                return Ok(WindowStep::Shortened(better));
            }
            self.failed.insert(key, &mut budget.memory)?;
            self.skip(pushes.len());
            return Ok(WindowStep::Tried);
        }
    }

    /// What is sought in which window of so many pushes; none after the last.
    fn upcoming(&mut self, pushes: usize) -> Option<(WindowTask, Range<usize>)> {
        // A window that was shortened to nothing at the end leaves none at its place.
        if self.next.start >= pushes && self.next.start > 0 {
            self.turn_over();
        }
        let Self { plan, next, .. } = self;
        let task = WindowTask {
            sought: plan.sought()[next.sought],
            objective: plan.objective,
            deadlocks: plan.deadlocks,
            dominance: plan.dominance,
            expansions: *plan.stages.get(next.stage)?,
        };
        let end = pushes.min(next.start.saturating_add(plan.lengths[next.length]));
        (pushes > 0).then_some((task, next.start..end))
    }

    /// Goes on behind the window at hand, half of its length further.
    fn skip(&mut self, pushes: usize) {
        let length = self.plan.lengths[self.next.length];
        if self.next.start.saturating_add(length) >= pushes {
            self.turn_over();
        } else {
            self.next.start += length.div_ceil(2);
        }
    }

    /// Goes on with the next length from the first push.
    fn turn_over(&mut self) {
        self.next.start = 0;
        self.next.length += 1;
        if self.next.length == self.plan.lengths.len() {
            self.next.length = 0;
            self.next.sought += 1;
        }
        if self.next.sought == self.plan.sought().len() {
            self.next.sought = 0;
            self.next.stage += 1;
        }
    }

    /// The solution with `found` in the place of `window`, if that is better.
    fn spliced(
        &self,
        pushes: &[Push],
        window: &Window,
        task: &WindowTask,
        found: &[Push],
    ) -> Option<Vec<Push>> {
        let objective = self.plan.objective;
        let spliced = [&pushes[..window.range.start], found, &pushes[window.range.end..]].concat();
        if !objective.counts_moves() && spliced.len() >= pushes.len() {
            return None;
        }
        let after = replayed(self.board, &spliced);
        debug_assert!(
            after.is_some() || task.sought == Sought::ShorterWalks,
            "what follows the window stays possible",
        );
        let (_, after) = after?;
        let (_, before) = replayed(self.board, pushes)?;
        (cost(objective, after) < cost(objective, before)).then_some(spliced)
    }
}
