//! A file of levels.

use alloc::string::String;
use alloc::vec::Vec;

use super::bytes::decode_text;
use super::error::ParseError;
use super::remarks::{self, Remarks};
use super::warning::Warning;
use super::{labels, scanner};
use crate::level::Level;

/// The levels of a text in the order in which they stand there.
///
/// A level that cannot be read does not disturb its neighbors: it is an error in its place.
///
/// ```
/// use sokoban_core::Collection;
/// let text = "; 1\n#####\n#@$.#\n#####\n\n; 2\n#####\n#@x.#\n#####\n";
/// let collection = Collection::parse(text);
/// assert_eq!(collection.levels().len(), 2);
/// assert!(collection.levels()[0].is_ok());
/// let error = collection.levels()[1].as_ref().unwrap_err();
/// assert_eq!((error.line(), error.column()), (8, 3));
/// ```
#[derive(Clone, Debug)]
pub struct Collection {
    levels: Vec<Result<Level, ParseError>>,
    title: Option<String>,
    warnings: Vec<Warning>,
}

impl Collection {
    /// Reads all levels of a text; a text without levels gives an empty collection.
    ///
    /// Read are XSB and its relatives: rows of `# . $ * @ +`, or `p P b B` (and `o` where it can
    /// only be a goal), with space, `-` or `_` for floor, also run-length coded; labels above or below the boards, `;` and
    /// `::` comments, `Comment:` blocks, `Title:`, `Author:` and `Collection:` lines; any line
    /// ends; mail quote marks. Stored solutions are passed over here, and read by
    /// [`Self::parse_with_remarks`].
    ///
    /// # Complexity
    ///
    /// O(n) time for n bytes; memory is linear in the boards alone.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (boards, title) = labels::attach(scanner::scan(text));
        let levels = boards.into_iter().map(|(level, _)| level).collect();
        Self { levels, title, warnings: Vec::new() }
    }

    /// Reads as [`Self::parse`] does, and beside the levels what the text tells of each: keys, notes
    /// and stored moves. The last of the second list is told of the collection as a whole, so that
    /// list is one longer than the levels.
    ///
    /// # Complexity
    /// O(n) time and memory for n bytes.
    ///
    /// ```
    /// use sokoban_core::Collection;
    /// let text = "#######\n#@ $ .#\n#######\nSource: a box of old levels\n\nSolution\nrRR\n";
    /// let (collection, remarks) = Collection::parse_with_remarks(text);
    /// assert_eq!((collection.levels().len(), remarks.len()), (1, 2));
    /// assert_eq!(remarks[0].keys[0], ("Source".into(), "a box of old levels".into()));
    /// assert_eq!(remarks[0].moves[0].text(), "rRR");
    /// ```
    #[must_use]
    pub fn parse_with_remarks(text: &str) -> (Self, Vec<Remarks>) {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (boards, title) = labels::attach(scanner::scan(text));
        let remarks = remarks::collect(text, &boards, title.as_deref());
        let levels = boards.into_iter().map(|(level, _)| level).collect();
        (Self { levels, title, warnings: Vec::new() }, remarks)
    }

    /// Reads all levels of a file's bytes, which are UTF-8 or else Latin-1.
    ///
    /// A byte order mark in front and NUL bytes at the end are dropped.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let (text, warning) = match decode_text(bytes) {
            Ok(decoded) => decoded,
            Err(error) => {
                return Self { levels: alloc::vec![Err(error)], title: None, warnings: Vec::new() };
            }
        };
        Self { warnings: warning.into_iter().collect(), ..Self::parse(&text) }
    }

    /// The levels, each read or refused.
    pub fn levels(&self) -> &[Result<Level, ParseError>] {
        &self.levels
    }

    /// The collection's title, from a `Collection:` line, or from a `Title:` line in the header
    /// where the levels have titles of their own.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What was guessed about the text as a whole; each level has warnings of its own.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }
}

impl IntoIterator for Collection {
    type Item = Result<Level, ParseError>;
    type IntoIter = alloc::vec::IntoIter<Result<Level, ParseError>>;

    fn into_iter(self) -> Self::IntoIter {
        self.levels.into_iter()
    }
}

impl<'c> IntoIterator for &'c Collection {
    type Item = &'c Result<Level, ParseError>;
    type IntoIter = core::slice::Iter<'c, Result<Level, ParseError>>;

    fn into_iter(self) -> Self::IntoIter {
        self.levels.iter()
    }
}
