//! From a level as it was read to a board, or why not.

use sokoban_core::{Board, Level, ParseError};
use sokoban_formats::Code;

use crate::report::{Invalid, Warned};

/// A level that can be played, or why it cannot.
pub(crate) type Playable<'l> = Result<(&'l Level, Board), Invalid>;

/// The board of a level, if it was read and can be played.
///
/// # Errors
/// [`Invalid`] with the place in the text.
pub(crate) fn playable(parsed: &Result<Level, ParseError>) -> Playable<'_> {
    let level = parsed.as_ref().map_err(|error| Invalid {
        line: error.line(),
        column: error.column(),
        what: error.kind().to_string(),
        code: Code::from(error.kind()),
    })?;
    let board = Board::try_from(level).map_err(|error| Invalid {
        line: error.line(),
        column: error.column(),
        what: error.kind().to_string(),
        code: Code::from(error.kind()),
    })?;
    Ok((level, board))
}

/// The level's title, whether it could be read or not.
pub(crate) fn title(parsed: &Result<Level, ParseError>) -> Option<String> {
    let title = match parsed {
        Ok(level) => level.title(),
        Err(error) => error.title(),
    };
    title.map(ToOwned::to_owned)
}

/// What the reader and the board warn about.
pub(crate) fn warnings(level: &Level, board: Option<&Board>) -> Vec<Warned> {
    let of_board = board.into_iter().flat_map(Board::warnings).map(|warning| Warned {
        place: level.first_line().to_string(),
        what: warning.to_string(),
        code: warning.into(),
    });
    level.warnings().iter().map(Warned::from).chain(of_board).collect()
}
