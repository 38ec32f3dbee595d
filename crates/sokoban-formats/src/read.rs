//! Bytes of a file to a set of levels.

use sokoban_core::{Collection, ParseErrorKind, Remarks, decode_text};

use crate::charmap::{Alphabet, Charmap};
use crate::format::Format;
use crate::level_set::{Entry, LevelSet};
use crate::{json, slc};

/// Texts longer than this are not tried in other alphabets.
const MOST_SUGGESTED: usize = 1 << 20;

/// How a file is read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format; none to recognize it by how the text begins.
    pub format: Option<Format>,
    /// Which characters draw boards, where they are not the usual ones. It is for text, not for XML
    /// or JSON.
    pub charmap: Option<Charmap>,
    /// How much is kept of a text.
    pub extent: Extent,
}

/// How much of a text is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// Levels with all that is told of them.
    #[default]
    Everything,
    /// Levels with their titles and authors, in less time and memory. [`Entry::remarks`] are empty
    /// then, but for those of XML and JSON.
    LevelsAlone,
}

/// Reads all that a file holds.
///
/// A level that cannot be read does not disturb its neighbors: it is an error in its place. A file
/// that holds no level gives a set without entries, and one that is broken as a whole gives an
/// entry with the error.
///
/// # Complexity
/// O(n) time and memory for n bytes, and up to 64 MiB for run-length coded rows.
#[must_use]
pub fn read(bytes: &[u8], options: &ReadOptions) -> LevelSet {
    let (text, warning) = match decode_text(bytes) {
        Ok(decoded) => decoded,
        Err(error) => {
            let entry = Entry { level: Err(error), remarks: Default::default() };
            return LevelSet { entries: vec![entry], ..LevelSet::default() };
        }
    };
    let mut set = match options.format.unwrap_or_else(|| Format::sniffed(&text)) {
        Format::Slc => slc::read(&text),
        Format::Json => json::read(&text),
        Format::Xsb | Format::Sok => read_text(&text, options),
    };
    set.warnings.extend(warning);
    set
}

fn read_text(text: &str, options: &ReadOptions) -> LevelSet {
    if let Some(charmap) = &options.charmap {
        return read_plain(&charmap.translated(text), options.extent);
    }
    let mut set = read_plain(text, options.extent);
    let is_unknown = |entry: &Entry| {
        let error = entry.level.as_ref().err();
        error.is_some_and(|error| matches!(error.kind(), ParseErrorKind::UnknownCharacter(_)))
    };
    let is_odd = set.entries.is_empty() || set.entries.iter().any(is_unknown);
    if is_odd && text.len() <= MOST_SUGGESTED {
        set.suggestion = suggestion(text, &set);
    }
    set
}

fn read_plain(text: &str, extent: Extent) -> LevelSet {
    let (collection, mut remarks) = match extent {
        Extent::Everything => Collection::parse_with_remarks(text),
        Extent::LevelsAlone => {
            let collection = Collection::parse(text);
            let count = collection.levels().len();
            (collection, vec![Remarks::default(); count + 1])
        }
    };
    let title = collection.title().map(ToOwned::to_owned);
    let of_all = remarks.pop().unwrap_or_default();
    let entries = collection.into_iter().zip(remarks);
    LevelSet {
        title,
        remarks: of_all,
        entries: entries.map(|(level, remarks)| Entry { level, remarks }).collect(),
        ..LevelSet::default()
    }
}

/// The alphabet in which the most levels could be read, if those are more than in `set`.
fn suggestion(text: &str, set: &LevelSet) -> Option<Alphabet> {
    let playable = |collection: &Collection| {
        let levels = collection.levels().iter().flatten();
        levels.filter(|level| level.players().len() == 1 && !level.boxes().is_empty()).count()
    };
    let now = set.entries.iter().filter(|entry| entry.level.is_ok()).count();
    let counts = Alphabet::ALL.into_iter().map(|alphabet| {
        let translated = Charmap::from(alphabet).translated(text);
        (playable(&Collection::parse(&translated)), alphabet)
    });
    let best = counts.max_by_key(|&(count, _)| count)?;
    (best.0 > now).then_some(best.1)
}
