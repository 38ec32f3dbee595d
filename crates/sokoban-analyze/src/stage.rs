//! Stage: what an analysis is at.

use sokoban_search::Observer;

/// What an analysis is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// Building each bound, for what it says of the start.
    Bounds,
    /// Counting all states.
    Census,
    /// Searching for the fewest pushes.
    Pushes,
    /// Searching for the fewest moves.
    Moves,
    /// Searching for any solution.
    AnySolution,
    /// Surveying all push-optimal solutions.
    Optimal,
}

impl Stage {
    /// What is done, in a few words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bounds => "bounds",
            Self::Census => "all states",
            Self::Pushes => "fewest pushes",
            Self::Moves => "fewest moves",
            Self::AnySolution => "any solution",
            Self::Optimal => "all push-optimal solutions",
        }
    }
}

/// Hears how an analysis gets on, and may stop it. `()` does not care.
pub trait AnalysisObserver: Observer {
    /// Called when a stage begins. Progress that is told from then on is of it.
    fn begin(&mut self, stage: Stage) {
        let _ = stage;
    }
}

impl AnalysisObserver for () {}
