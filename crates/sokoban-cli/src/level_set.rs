//! The one place where bytes of files become levels, whatever the command.

use std::path::Path;

use sokoban_core::{ParseError, ParseErrorKind, Place, Remarks, UnreadForm};
use sokoban_formats::{Entry, Extent, Format, LevelSet, ReadOptions, read};

use crate::args::AlphabetArgs;
use crate::diagnostics::Diagnostics;
use crate::output::printable;

/// The levels of the file at `path`, of which `bytes` were read.
pub(crate) fn level_set(
    path: &Path,
    bytes: &[u8],
    alphabet: &AlphabetArgs,
    extent: Extent,
) -> LevelSet {
    let charmap = alphabet.charmap.clone();
    level_set_by(&ReadOptions { charmap, extent, format: None }, path, bytes)
}

/// The same, in a format that may be known.
pub(crate) fn level_set_by(options: &ReadOptions, path: &Path, bytes: &[u8]) -> LevelSet {
    if let Some(game) = Format::foreign_game(path).filter(|_| options.format.is_none()) {
        let kind = ParseErrorKind::UnreadForm(UnreadForm::Game(game.into()));
        let error = ParseError::new(Place { line: 1, column: 1 }, kind);
        let entry = Entry { level: Err(error), remarks: Remarks::default() };
        return LevelSet { entries: vec![entry], ..LevelSet::default() };
    }
    read(bytes, options)
}

/// Says, where it seems so, that the file called `name` is drawn with other characters.
pub(crate) fn suggest(set: &LevelSet, name: &str, diagnostics: Diagnostics) {
    if let Some(alphabet) = set.suggestion {
        let name = printable(name);
        diagnostics.line(&format!(
            "{name}: help: boards look drawn in the alphabet '{alphabet}'; try --charmap {alphabet}"
        ));
    }
}
