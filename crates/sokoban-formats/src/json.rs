//! The JSON of this project: an object with `levels`, whose boards are lists of rows.
//!
//! The form is described in `docs/formats.md`.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sokoban_core::{Level, MovesKind, ParseError, Place, Remarks, StoredMoves};

use crate::level_set::{Entry, LevelSet, broken, one_line};
use crate::text_place::TextPlace;

/// The form of the object; fields may be added within it.
const SCHEMA: u32 = 1;

/// A value, or the text that it is in, so that it can be told where it stands.
#[derive(Debug, Deserialize)]
struct ReadSet<'t> {
    title: Option<String>,
    #[serde(default)]
    keys: Vec<(String, String)>,
    #[serde(default)]
    notes: String,
    #[serde(borrow, default)]
    levels: Vec<&'t RawValue>,
}

#[derive(Debug, Deserialize)]
struct ReadLevel<'t> {
    title: Option<String>,
    author: Option<String>,
    #[serde(borrow)]
    board: Vec<&'t RawValue>,
    #[serde(default)]
    keys: Vec<(String, String)>,
    #[serde(default)]
    notes: String,
    #[serde(borrow, default)]
    moves: Vec<ReadMoves<'t>>,
}

#[derive(Debug, Deserialize)]
struct ReadMoves<'t> {
    #[serde(default)]
    kind: Kind,
    title: Option<String>,
    #[serde(default)]
    counts: Vec<usize>,
    #[serde(borrow)]
    moves: &'t RawValue,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    #[default]
    Solution,
    Savegame,
    Snapshot,
    Unnamed,
}

#[derive(Debug, Serialize)]
struct JsonSet<'s> {
    schema: u32,
    title: Option<&'s str>,
    keys: &'s [(String, String)],
    notes: &'s str,
    levels: Vec<JsonLevel<'s>>,
}

#[derive(Debug, Serialize)]
struct JsonLevel<'s> {
    title: Option<&'s str>,
    author: Option<&'s str>,
    board: Vec<String>,
    keys: &'s [(String, String)],
    notes: &'s str,
    moves: Vec<JsonMoves<'s>>,
}

#[derive(Debug, Serialize)]
struct JsonMoves<'s> {
    kind: Kind,
    title: Option<&'s str>,
    counts: &'s [usize],
    moves: String,
}

/// A text with the places of the values in it.
struct Source<'t> {
    text: &'t str,
    places: TextPlace<'t>,
}

impl<'t> Source<'t> {
    /// The place of a part of the text.
    fn place(&mut self, part: &'t str) -> Place {
        // Raw values are borrowed from the text, so that the distance is an offset in it.
        let offset = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        self.places.at(offset)
    }

    /// The error of reading `part`, at its own place in the whole text.
    fn broken(&mut self, part: &'t str, error: &serde_json::Error) -> ParseError {
        // Lines are counted from 1, and columns in bytes; 0 stands for the end of the line before.
        let line_start = part.split_inclusive('\n').take(error.line().saturating_sub(1));
        let offset = line_start.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
        let end = part.char_indices().map(|(index, _)| index).take_while(|&i| i <= offset).last();
        let place = self.place(&part[end.unwrap_or(0)..]);
        let what = error.to_string();
        broken(place, "JSON", what.split(" at line ").next().unwrap_or(&what))
    }

    fn level(&mut self, raw: &'t RawValue) -> Entry {
        let read: ReadLevel<'t> = match serde_json::from_str(raw.get()) {
            Ok(read) => read,
            Err(error) => {
                let level = Err(self.broken(raw.get(), &error));
                return Entry { level, remarks: Remarks::default() };
            }
        };
        let title = read.title.as_deref().and_then(one_line);
        let author = read.author.as_deref().and_then(one_line);
        let level = self.board(&read.board, raw.get());
        let level = match level {
            Ok(level) => Ok(level.with_title(title).with_author(author)),
            Err(error) => Err(error.with_title(title)),
        };
        let mut remarks = remarks(read.keys, &read.notes);
        let mut bad_moves = None;
        for moves in read.moves {
            match self.moves(moves) {
                Ok(moves) => remarks.moves.push(moves),
                Err(error) => bad_moves = bad_moves.or(Some(error)),
            }
        }
        Entry { level: bad_moves.map_or(level, Err), remarks }
    }

    fn board(&mut self, rows: &[&'t RawValue], whole: &'t str) -> Result<Level, ParseError> {
        let mut board = Vec::with_capacity(rows.len());
        for row in rows {
            let text = self.string(row)?;
            board.push((self.inside(row), text));
        }
        let rows: Vec<(Place, &str)> =
            board.iter().map(|(place, row)| (*place, row.as_str())).collect();
        Level::from_rows(&rows).map_err(|error| {
            if rows.is_empty() {
                ParseError::new(self.place(whole), error.kind().clone())
            } else {
                error
            }
        })
    }

    fn moves(&mut self, read: ReadMoves<'t>) -> Result<StoredMoves, ParseError> {
        let moves = self.string(read.moves)?;
        let place = self.inside(read.moves);
        Ok(StoredMoves {
            kind: match read.kind {
                Kind::Solution => MovesKind::Solution,
                Kind::Savegame => MovesKind::Savegame,
                Kind::Snapshot => MovesKind::Snapshot,
                Kind::Unnamed => MovesKind::Unnamed,
            },
            title: read.title.as_deref().and_then(one_line),
            counts: read.counts,
            place,
            lines: if moves.is_empty() { Vec::new() } else { vec![(place, moves)] },
        })
    }

    fn string(&mut self, raw: &'t RawValue) -> Result<String, ParseError> {
        serde_json::from_str(raw.get()).map_err(|error| self.broken(raw.get(), &error))
    }

    /// The place of the first character of a text in quotes.
    fn inside(&mut self, raw: &'t RawValue) -> Place {
        let place = self.place(raw.get());
        Place { column: place.column + 1, ..place }
    }
}

fn remarks(keys: Vec<(String, String)>, notes: &str) -> Remarks {
    let pairs = keys.iter().filter_map(|(key, value)| one_line(key).zip(one_line(value)));
    Remarks { keys: pairs.collect(), notes: Remarks::tidy_notes(notes), moves: Vec::new() }
}

/// Reads the levels of a JSON text. One that is broken as a whole gives one error.
pub(crate) fn read(text: &str) -> LevelSet {
    let mut source = Source { text, places: TextPlace::new(text) };
    let read: ReadSet<'_> = match serde_json::from_str(text) {
        Ok(read) => read,
        Err(error) => {
            let level = Err(source.broken(text, &error));
            let entries = vec![Entry { level, remarks: Remarks::default() }];
            return LevelSet { entries, ..LevelSet::default() };
        }
    };
    LevelSet {
        title: read.title.as_deref().and_then(one_line),
        remarks: remarks(read.keys, &read.notes),
        entries: read.levels.into_iter().map(|raw| source.level(raw)).collect(),
        ..LevelSet::default()
    }
}

/// The levels that could be read, as JSON.
pub(crate) fn write(set: &LevelSet) -> String {
    let levels = set.entries.iter().filter_map(|entry| {
        let level = entry.level.as_ref().ok()?;
        Some(JsonLevel {
            title: level.title(),
            author: level.author(),
            board: level.to_string().lines().map(ToOwned::to_owned).collect(),
            keys: &entry.remarks.keys,
            notes: &entry.remarks.notes,
            moves: entry.remarks.moves.iter().map(JsonMoves::from).collect(),
        })
    });
    let set = JsonSet {
        schema: SCHEMA,
        title: set.title.as_deref(),
        keys: &set.remarks.keys,
        notes: &set.remarks.notes,
        levels: levels.collect(),
    };
    let text = serde_json::to_string_pretty(&set);
    text.expect("strings, numbers and lists of them can always be written") + "\n"
}

impl<'s> From<&'s StoredMoves> for JsonMoves<'s> {
    fn from(moves: &'s StoredMoves) -> Self {
        Self {
            kind: match moves.kind {
                MovesKind::Solution => Kind::Solution,
                MovesKind::Savegame => Kind::Savegame,
                MovesKind::Snapshot => Kind::Snapshot,
                _ => Kind::Unnamed,
            },
            title: moves.title.as_deref(),
            counts: &moves.counts,
            moves: moves.text(),
        }
    }
}
