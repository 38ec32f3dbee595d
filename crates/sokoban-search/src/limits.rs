//! Limits: how much a search may take, and the token that cancels it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How much one search may take. Each limit is optional, and the default has none.
///
/// ```
/// use sokoban_search::Limits;
/// use std::time::Duration;
/// let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
/// assert_eq!(limits.bytes, None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall time. A search looks at the clock about every thousand successors, more often on boards
    /// of a thousand squares and more, and between the parts of its preparations, so it may run over
    /// by some milliseconds on ordinary levels. What it does not interrupt is the matching of a
    /// single state: with the thousands of goals of the largest boards, for which it is never
    /// chosen but may be asked for, that takes seconds and more. A search on several threads looks
    /// every few milliseconds.
    pub time: Option<Duration>,
    /// States expanded; the search stops before it expands one more.
    pub nodes: Option<u64>,
    /// Bytes by the search's own accounting of every table, queue and buffer, growth included.
    /// Never passed; the program's code and stack come on top of it.
    pub bytes: Option<usize>,
    /// Cancelled from another thread or a signal.
    pub cancel: CancelToken,
}

/// A flag shared by a search and whoever may want to end it. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every search that holds the token to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Was [`Self::cancel`] called?
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
