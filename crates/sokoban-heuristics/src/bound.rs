//! Bound: a lower bound on pushes, or the knowledge that a state cannot be solved.

use core::fmt;

/// A lower bound on the pushes that a state still needs, or [`Bound::UNSOLVABLE`].
///
/// Two bytes. Ordered, with [`Bound::UNSOLVABLE`] above every number of pushes.
///
/// ```
/// use sokoban_heuristics::Bound;
/// assert!(Bound::new(97) < Bound::UNSOLVABLE);
/// assert_eq!(Bound::new(97).pushes(), Some(97));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bound(u16);

impl Bound {
    /// No push needed, as far as is known.
    pub const ZERO: Self = Self(0);

    /// The state is proven to be unsolvable.
    pub const UNSOLVABLE: Self = Self(u16::MAX);

    /// The greatest bound that is told apart. A greater one counts as this, still a lower bound.
    pub const MAX: Self = Self(u16::MAX - 1);

    /// At least `pushes` pushes, cut off at [`Bound::MAX`].
    #[must_use]
    pub const fn new(pushes: u32) -> Self {
        if pushes < Self::MAX.0 as u32 { Self(pushes as u16) } else { Self::MAX }
    }

    /// The number of pushes, or none for a state that is proven unsolvable.
    #[must_use]
    pub const fn pushes(self) -> Option<u32> {
        if self.0 == u16::MAX { None } else { Some(self.0 as u32) }
    }
}

impl fmt::Debug for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pushes() {
            Some(pushes) => write!(f, "{pushes} pushes"),
            None => f.write_str("unsolvable"),
        }
    }
}
