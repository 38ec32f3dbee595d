//! BatchProgress: one line on standard error while levels are labelled.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar};

use crate::status_line::status_line;

/// The time between two drawings.
const INTERVAL: Duration = Duration::from_millis(200);

/// Draws how many levels are done, at what rate, and how long the rest may take; on a terminal only.
#[derive(Debug)]
pub(super) struct BatchProgress {
    bar: Option<ProgressBar>,
    started: Instant,
    drawn: Instant,
    levels: u64,
    /// The part of all input that these levels stand for.
    share: f64,
}

impl BatchProgress {
    pub(super) fn new(is_wanted: bool) -> Self {
        let bar = (is_wanted && io::stderr().is_terminal()).then(status_line);
        let now = Instant::now();
        Self { bar, started: now, drawn: now, levels: 0, share: 0.0 }
    }

    /// One more level is done; `skipped` is the part of all input that this run does not touch.
    pub(super) fn add(&mut self, share: f64, skipped: impl FnOnce() -> f64) {
        self.levels += 1;
        self.share += share;
        let Some(bar) = self.bar.as_ref().filter(|_| self.drawn.elapsed() >= INTERVAL) else {
            return;
        };
        self.drawn = Instant::now();
        bar.set_message(line(self.levels, self.share, skipped(), self.started.elapsed()));
    }
}

impl Drop for BatchProgress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn line(levels: u64, share: f64, skipped: f64, elapsed: Duration) -> String {
    let rate = levels as f64 / elapsed.as_secs_f64().max(1e-3);
    let left = (1.0 - share - skipped).max(0.0);
    let time_left = match share > 0.0 {
        true => Duration::from_secs_f64((elapsed.as_secs_f64() * left / share).min(1e9)),
        false => Duration::ZERO,
    };
    format!(
        "{} levels, {} a second, {:.0} % done, {} left",
        HumanCount(levels),
        HumanCount(rate as u64),
        100.0 * (1.0 - left),
        HumanDuration(time_left),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_and_the_time_left_are_told() {
        let text = line(1_500, 0.25, 0.5, Duration::from_secs(3));
        assert_eq!(text, "1,500 levels, 500 a second, 75 % done, 3 seconds left");
        let text = line(0, 0.0, 0.0, Duration::ZERO);
        assert_eq!(text, "0 levels, 0 a second, 0 % done, 0 seconds left");
    }
}
