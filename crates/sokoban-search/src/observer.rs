//! Observer: hears how a search gets on, and may stop it.

use std::ops::ControlFlow;
use std::time::Duration;

/// Hears how a search gets on. `()` is the observer that does not care.
///
/// ```
/// use std::ops::ControlFlow;
/// use sokoban_search::{Observer, Progress};
///
/// struct Patience(u64);
/// impl Observer for Patience {
///     fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
///         if progress.expanded > self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
///     }
/// }
/// ```
pub trait Observer {
    /// Called about every thousand successors, and every few milliseconds by a search on several
    /// threads, always on the thread that began it. [`ControlFlow::Break`] stops the search as a
    /// cancellation does.
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let _ = progress;
        ControlFlow::Continue(())
    }

    /// Called when a search that goes on has found a solution, or a better one than before.
    fn incumbent(&mut self, incumbent: &Incumbent) {
        let _ = incumbent;
    }
}

impl Observer for () {}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// States expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// States stored now.
    pub stored: u64,
    /// The least of the objective's first measure that any solution needs, proven so far: pushes,
    /// or moves if the objective counts those first.
    pub lower_bound: u32,
    /// Bytes in use by the search's own accounting.
    pub bytes: usize,
    /// Wall time since the search began.
    pub elapsed: Duration,
}

/// The best solution that a search has found so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Incumbent {
    /// Its pushes, or its moves if the objective counts those first; the solution in the report may
    /// have fewer. Of an objective with a second measure, one better in that alone is told too.
    pub measure: u32,
    /// The least of that measure that any solution needs, proven so far.
    pub lower_bound: u32,
    /// Wall time since the search began.
    pub elapsed: Duration,
}
