//! ProgressLine: an observer that draws one line on standard error.

use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;
use std::time::Duration;

use indicatif::{HumanBytes, HumanCount, ProgressBar};
use sokoban_search::{Incumbent, Objective, Observer, Progress};

use crate::status_line::status_line;

/// Nothing is drawn before: most levels are solved by then, and a line that flickers tells nothing.
const FIRST: Duration = Duration::from_millis(500);
/// The time between two drawings.
const INTERVAL: Duration = Duration::from_millis(100);

/// Draws how a level gets on, and takes the line away when dropped.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    /// Such as `level 3 of 90`.
    label: String,
    /// What the lower bound is of.
    measure: &'static str,
    /// That measure of the best solution so far.
    best: Option<usize>,
    is_wanted: bool,
    next: Duration,
    bar: Option<ProgressBar>,
}

impl ProgressLine {
    /// A line for the level called `label`, drawn only if wanted and standard error is a terminal.
    pub(crate) fn new(label: String, objective: Objective, is_wanted: bool) -> Self {
        let is_wanted = is_wanted && io::stderr().is_terminal();
        let measure = objective.first_measure_name();
        Self { label, measure, best: None, is_wanted, next: FIRST, bar: None }
    }

    /// The line where a solution with so much of the objective's first measure is there already.
    pub(crate) fn with_best(mut self, best: usize) -> Self {
        self.best = Some(best);
        self
    }
}

impl Observer for ProgressLine {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if self.is_wanted && progress.elapsed >= self.next {
            self.next = progress.elapsed + INTERVAL;
            let bar = self.bar.get_or_insert_with(status_line);
            bar.set_message(line(&self.label, (self.measure, self.best), progress));
        }
        ControlFlow::Continue(())
    }

    fn incumbent(&mut self, incumbent: &Incumbent) {
        self.best = Some(incumbent.measure as usize);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// `measure` is what the bound is of, and how much of it the best solution has so far.
fn line(label: &str, (measure, best): (&str, Option<usize>), progress: &Progress) -> String {
    let best = best.map_or_else(String::new, |best| format!("best {best}, "));
    format!(
        "{label}: {best}at least {} {measure}, {} expanded, {} states, {}, {} s",
        progress.lower_bound,
        HumanCount(progress.expanded),
        HumanCount(progress.stored),
        HumanBytes(progress.bytes as u64),
        progress.elapsed.as_secs(),
    )
}
