//! Threads: how many threads a search may use.

use std::fmt;
use std::num::NonZeroUsize;

/// How many threads a search may use: one, unless more are asked for.
///
/// ```
/// use sokoban_search::Threads;
/// assert_eq!(Threads::default(), Threads::ONE);
/// assert_eq!(Threads::new(8).map(Threads::get), Some(8));
/// assert_eq!(Threads::new(0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Threads(NonZeroUsize);

impl Threads {
    /// A single thread.
    pub const ONE: Self = Self(NonZeroUsize::MIN);

    /// So many threads; none if there are none.
    #[must_use]
    pub const fn new(threads: usize) -> Option<Self> {
        match NonZeroUsize::new(threads) {
            Some(threads) => Some(Self(threads)),
            None => None,
        }
    }

    /// Their number.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0.get()
    }
}

impl Default for Threads {
    /// [`Self::ONE`].
    fn default() -> Self {
        Self::ONE
    }
}

impl From<NonZeroUsize> for Threads {
    fn from(threads: NonZeroUsize) -> Self {
        Self(threads)
    }
}

impl fmt::Display for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
