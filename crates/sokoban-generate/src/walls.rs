//! Walls: how many stand inside a room.

use std::fmt;
use std::str::FromStr;

use crate::span::Span;

/// How many walls stand inside a room. Written `25%` or `12`, or as a span of either, `20-30%` or
/// `8-12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walls {
    /// A share of the squares inside the walls around it, rounded down.
    Percent(Span),
    /// A number of them.
    Count(Span),
}

impl Walls {
    /// The most walls inside a room of so many squares.
    pub(crate) fn most_in(self, room: usize) -> usize {
        match self {
            Self::Percent(percent) => share(percent.most(), room),
            Self::Count(count) => count.most(),
        }
    }
}

/// So many percent of `room`.
pub(crate) fn share(percent: usize, room: usize) -> usize {
    room * percent / 100
}

impl fmt::Display for Walls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Percent(percent) => write!(f, "{percent}%"),
            Self::Count(count) => count.fmt(f),
        }
    }
}

impl FromStr for Walls {
    type Err = WallsError;

    /// # Errors
    /// [`WallsError`] for what is neither a number nor a share of 0 to 100 percent, nor a span of
    /// either.
    fn from_str(text: &str) -> Result<Self, WallsError> {
        match text.strip_suffix('%') {
            Some(percent) => {
                let percent = percent.parse().ok().filter(|percent: &Span| percent.most() <= 100);
                percent.map(Self::Percent).ok_or(WallsError)
            }
            None => text.parse().map(Self::Count).map_err(|_| WallsError),
        }
    }
}

/// A text that is no [`Walls`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "write a number of walls such as 12, or a share of the room such as 25%; or a span, 8-12 or 20-30%"
)]
pub struct WallsError;
