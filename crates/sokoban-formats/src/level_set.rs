//! What a level file holds.

use sokoban_core::{Level, ParseError, ParseErrorKind, Place, Remarks, Warning};

use crate::charmap::Alphabet;

/// What a file holds, whatever its format.
///
/// Two sets are equal when what would be written of them is: boards as they are drawn, titles,
/// authors, keys, notes and moves. Places and warnings do not count.
#[derive(Clone, Debug, Default)]
pub struct LevelSet {
    /// The title of the whole.
    pub title: Option<String>,
    /// Keys and notes on the whole; it has no moves.
    pub remarks: Remarks,
    /// The levels in the order of the file.
    pub entries: Vec<Entry>,
    /// What was guessed about the file as a whole; each level has warnings of its own.
    pub warnings: Vec<Warning>,
    /// An alphabet in which more levels could be read.
    pub suggestion: Option<Alphabet>,
}

/// A level of a file with what is told of it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The level with its title and author, or why it cannot be read.
    pub level: Result<Level, ParseError>,
    /// Keys, notes and stored moves.
    pub remarks: Remarks,
}

impl Entry {
    /// The title, whether the level could be read or not.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        match &self.level {
            Ok(level) => level.title(),
            Err(error) => error.title(),
        }
    }
}

impl PartialEq for LevelSet {
    fn eq(&self, other: &Self) -> bool {
        self.title == other.title && self.remarks == other.remarks && self.entries == other.entries
    }
}

impl Eq for LevelSet {}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        let is_equal = match (&self.level, &other.level) {
            (Ok(level), Ok(other)) => level == other,
            (Err(error), Err(other)) => error.kind() == other.kind(),
            _ => false,
        };
        is_equal && self.remarks == other.remarks
    }
}

impl Eq for Entry {}

/// The error that a text in some form breaks the rules of that form; what its reader says is cut to
/// one line, since it may quote the text.
pub(crate) fn broken(place: Place, form: &'static str, what: &str) -> ParseError {
    let what = what.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MOST_QUOTED);
    ParseError::new(place, ParseErrorKind::Broken { form, what: what.collect() })
}

/// The most characters that are told of what another reader says.
const MOST_QUOTED: usize = 160;

/// `text` as a title or an author is kept: on one line, and none if it is blank.
pub(crate) fn one_line(text: &str) -> Option<String> {
    let line = text.replace(['\n', '\r'], " ");
    let line = line.trim();
    (!line.is_empty()).then(|| line.to_owned())
}
