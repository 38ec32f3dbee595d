//! A file of levels.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::error::{ParseError, ParseErrorKind, UnreadForm};
use super::warning::{Warning, WarningKind};
use super::{labels, scanner};
use crate::level::{Level, Place};

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
    /// only be a goal), with space, `-` or `_` for floor; labels above or below the boards, `;` and
    /// `::` comments, `Comment:` blocks, `Title:`, `Author:` and `Collection:` lines; any line
    /// ends; mail quote marks. Stored solutions are passed over.
    ///
    /// # Complexity
    ///
    /// O(n) time for n bytes; memory is linear in the boards alone.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (levels, title) = labels::attach(scanner::scan(text));
        Self { levels, title, warnings: Vec::new() }
    }

    /// Reads all levels of a file's bytes, which are UTF-8 or else Latin-1.
    ///
    /// A byte order mark in front and NUL bytes at the end are dropped.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            let kind = ParseErrorKind::UnreadForm(UnreadForm::Utf16);
            let error = ParseError::new(Place { line: 1, column: 1 }, kind);
            return Self { levels: alloc::vec![Err(error)], title: None, warnings: Vec::new() };
        }
        let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let bytes = &bytes[..end];
        let (text, warning) = match core::str::from_utf8(bytes) {
            Ok(text) => (Cow::Borrowed(text), None),
            Err(error) => {
                let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
                // Latin-1 is the first 256 code points, so each byte is its own character.
                let text: String = bytes.iter().copied().map(char::from).collect();
                let place = place_of_byte(bytes, error.valid_up_to());
                (Cow::Owned(text), Some(Warning::new(place, WarningKind::Latin1)))
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

/// The place of a byte of Latin-1 text.
fn place_of_byte(bytes: &[u8], index: usize) -> Place {
    let before = &bytes[..index.min(bytes.len())];
    let is_end =
        |i: usize| before[i] == b'\n' || before[i] == b'\r' && bytes.get(i + 1) != Some(&b'\n');
    let ends = (0..before.len()).filter(|&i| is_end(i));
    let (count, last) = ends.fold((0, None), |(count, _), i| (count + 1, Some(i)));
    Place { line: count + 1, column: before.len() - last.map_or(0, |i| i + 1) + 1 }
}
