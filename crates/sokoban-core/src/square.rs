//! Square: the number of a reachable square of a board.

/// The most squares that a board may have.
pub const MAX_SQUARES: usize = u16::MAX as usize;

/// A reachable square of one board, by its dense number.
///
/// Numbers run over the live squares first and the dead ones after them, each in reading order, so
/// that a set of box squares needs no room for squares where no box may stand.
/// A square means nothing on another board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Square(u16);

impl Square {
    /// The neighbor of a square where a wall stands, or nothing.
    pub const NONE: Self = Self(u16::MAX);

    /// The square with number `index`.
    ///
    /// # Panics
    /// When `index` is not below [`MAX_SQUARES`].
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SQUARES, "a square's number is below MAX_SQUARES");
        Self(index as u16)
    }

    /// The square's number, for tables with one entry a square.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Is this [`Square::NONE`]?
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == u16::MAX
    }
}

impl core::fmt::Debug for Square {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if self.is_none() { f.write_str("none") } else { write!(f, "s{}", self.0) }
    }
}
