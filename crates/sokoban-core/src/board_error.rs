//! BoardError: why a level cannot be played.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::level::Place;
use crate::square::MAX_SQUARES;

/// A level that reads well but cannot be played, with the place in its text.
///
/// Displays as one line, `line:column: what is wrong; what to do`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {kind}")]
pub struct BoardError {
    place: Place,
    kind: BoardErrorKind,
}

impl BoardError {
    pub(crate) const fn new(place: Place, kind: BoardErrorKind) -> Self {
        Self { place, kind }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> &BoardErrorKind {
        &self.kind
    }

    /// The line in the text that the level was read from, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.place.line
    }

    /// The character in that line, from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.place.column
    }
}

/// The kinds of [`BoardError`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardErrorKind {
    /// No player stands on the board.
    NoPlayer,
    /// More than one player stands on the board, at these places.
    SeveralPlayers(Vec<Place>),
    /// No box stands where the player can reach it.
    NoBox,
    /// The player can walk out of the board at the error's place.
    OpenBoundary,
    /// The player can walk out of the board where the error's line was not read as a row, though it
    /// looks like one with text behind it.
    TextBehindRow {
        /// Where the player walks out.
        leak: Place,
    },
    /// More boxes than goals lie within the player's reach, so no one can solve the level.
    MoreBoxesThanGoals {
        /// The boxes within reach.
        boxes: usize,
        /// The goals within reach.
        goals: usize,
    },
    /// A box off goal stands where the player can never come, so no one can solve the level.
    BoxOutside,
    /// The board has more squares than this crate numbers.
    TooLarge {
        /// The squares that the player could reach.
        squares: usize,
    },
}

/// The places that a message names; more of them help no one.
const MOST_PLACES: usize = 4;

/// So many of a thing, in words: `1 box`, `2 boxes`.
pub(crate) struct Counted(pub(crate) usize, pub(crate) &'static str, pub(crate) &'static str);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { self.1 } else { self.2 })
    }
}

impl fmt::Display for BoardErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPlayer => f.write_str("the level has no player; put one '@' on a floor square"),
            Self::SeveralPlayers(places) => {
                let shown: Vec<String> = places
                    .iter()
                    .take(MOST_PLACES)
                    .map(|place| alloc::format!("{place}"))
                    .collect();
                let (players, shown) = (places.len(), shown.join(", "));
                write!(f, "the level has {players} players, at {shown}")?;
                if players > MOST_PLACES {
                    write!(f, " and {} more", players - MOST_PLACES)?;
                }
                f.write_str("; keep one '@'")
            }
            Self::NoBox => f.write_str("no box within the player's reach; add a '$'"),
            Self::OpenBoundary => {
                f.write_str("the player can leave the board here; close the boundary with '#'")
            }
            Self::TextBehindRow { leak } => write!(
                f,
                "this line looks like a row with text behind it and was not read as one, so the \
                 player can leave the board at {leak}; put the text on a line of its own"
            ),
            Self::MoreBoxesThanGoals { boxes, goals } => write!(
                f,
                "{} but only {} within the player's reach, \
                 so the level cannot be solved; add goals or take boxes out",
                Counted(*boxes, "box", "boxes"),
                Counted(*goals, "goal", "goals"),
            ),
            Self::BoxOutside => f.write_str(
                "this box is off goal and out of the player's reach, \
                 so the level cannot be solved; take it out or open a way to it",
            ),
            Self::TooLarge { squares } => {
                write!(
                    f,
                    "the board has {squares} squares within reach; the limit is {MAX_SQUARES}"
                )
            }
        }
    }
}
