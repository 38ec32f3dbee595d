//! Level text and collections of levels, in the forms they have in the wild.
//!
//! The lines of a text are classified one by one ([`shape`]), consecutive rows become blocks and
//! boards ([`block`], [`grid`]), and what stands between boards names them ([`gap`], [`labels`]).

mod block;
mod bytes;
mod collection;
mod error;
mod gap;
mod grid;
mod key;
mod labels;
mod layout;
mod lines;
mod remarks;
mod run_length;
mod scanner;
mod shape;
mod stored_moves;
mod warning;

use alloc::vec::Vec;
use core::str::FromStr;

use block::RowLine;
use error::MAX_SIDE;
use lines::Line;

pub use bytes::decode_text;
pub use collection::Collection;
pub use error::{ParseError, ParseErrorKind, RunLengthError, UnreadForm};
pub use remarks::Remarks;
pub use stored_moves::{MovesKind, StoredMoves};
pub use warning::{Warning, WarningKind};

use crate::level::{Level, Place};

/// Reads the rows of one board, each with the place of its first character.
///
/// # Errors
/// [`ParseErrorKind::NoLevel`] if there are none, else whatever is wrong with the board.
pub(crate) fn read_rows(rows: &[(Place, &str)]) -> Result<Level, ParseError> {
    let lines = rows.iter().map(|&(place, text)| {
        RowLine::new(Line { number: place.line, quote: place.column.saturating_sub(1), text })
    });
    // A board too high is refused by its height, so more rows need not be looked at.
    let lines: Vec<RowLine<'_>> = lines.take(MAX_SIDE + 1).collect();
    let is_drawn = |row: &RowLine<'_>| !row.line.text.trim().is_empty();
    let first = lines.iter().position(is_drawn);
    let last = lines.iter().rposition(is_drawn);
    let (Some(first), Some(last)) = (first, last) else {
        let place = rows.first().map_or(Place { line: 1, column: 1 }, |&(place, _)| place);
        return Err(ParseError::new(place, ParseErrorKind::NoLevel));
    };
    let height = if lines.len() < rows.len() { rows.len() - first } else { last + 1 - first };
    let mut level = block::read_plain_board(&lines[first..=last], height)?;
    // What stands in front of the rows here is no mail program's.
    level.warnings.retain(|warning| warning.kind() != WarningKind::MailQuote);
    Ok(level)
}

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
