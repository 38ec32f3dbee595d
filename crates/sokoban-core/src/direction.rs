//! The four directions and their algebra.

/// One of the four directions of a step, a push or a pull.
///
/// The order, clockwise from up, is the order in which moves are generated everywhere.
///
/// ```
/// use sokoban_core::Direction;
/// assert_eq!(Direction::Up.opposite(), Direction::Down);
/// assert_eq!(Direction::ALL.len(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[repr(u8)]
pub enum Direction {
    /// Towards the first row.
    Up = 0,
    /// Towards the last column.
    Right = 1,
    /// Towards the last row.
    Down = 2,
    /// Towards the first column.
    Left = 3,
}

impl Direction {
    /// All four, in the order of generation.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The direction's number, from 0 to 3, for tables with one entry a direction.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction that leads back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
        }
    }

    /// The change of (row, column) that one step makes.
    #[must_use]
    pub const fn offset(self) -> (isize, isize) {
        match self {
            Self::Up => (-1, 0),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
        }
    }
}
