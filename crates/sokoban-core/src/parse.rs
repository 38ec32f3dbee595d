//! Level text and collections of levels, in the forms they have in the wild.
//!
//! The lines of a text are classified one by one ([`shape`]), consecutive rows become blocks and
//! boards ([`block`], [`grid`]), and what stands between boards names them ([`gap`], [`labels`]).

mod block;
mod collection;
mod error;
mod gap;
mod grid;
mod key;
mod labels;
mod lines;
mod scanner;
mod shape;
mod warning;

use core::str::FromStr;

pub use collection::Collection;
pub use error::{ParseError, ParseErrorKind, UnreadForm};
pub use warning::{Warning, WarningKind};

use crate::level::{Level, Place};

impl FromStr for Level {
    type Err = ParseError;

    /// Reads a text that holds exactly one level.
    ///
    /// # Errors
    ///
    /// [`ParseErrorKind::NoLevel`] and [`ParseErrorKind::SecondLevel`] if it holds another number
    /// of them, else whatever is wrong with the level itself.
    ///
    /// # Complexity
    ///
    /// O(n) time and memory for n bytes of text.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut levels = Collection::parse(text).into_iter();
        let start = Place { line: 1, column: 1 };
        let level = levels
            .next()
            .unwrap_or_else(|| Err(ParseError::new(start, ParseErrorKind::NoLevel)))?;
        match levels.next() {
            None => Ok(level),
            Some(second) => {
                let line = second.map_or_else(|error| error.line(), |level| level.first_line());
                let place = Place { line, column: 1 };
                Err(ParseError::new(place, ParseErrorKind::SecondLevel))
            }
        }
    }
}
