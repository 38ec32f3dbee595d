//! Moves that a text stores beside a level.

use alloc::string::String;
use alloc::vec::Vec;

use crate::level::Place;

/// What a text says that stored moves are. Only a replay shows whether they solve the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MovesKind {
    /// A `Solution` line stands above them.
    Solution,
    /// A `Savegame` line stands above them.
    Savegame,
    /// A `Snapshot` line stands above them.
    Snapshot,
    /// They stand by themselves.
    Unnamed,
}

impl MovesKind {
    /// The word that stands above such moves; empty for [`Self::Unnamed`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solution => "Solution",
            Self::Savegame => "Savegame",
            Self::Snapshot => "Snapshot",
            Self::Unnamed => "",
        }
    }
}

/// Moves as they are written, which may be wrong, run-length coded, and in any case.
///
/// Equality leaves out where they stand and how they are wrapped.
#[derive(Clone, Debug)]
pub struct StoredMoves {
    /// What they are said to be.
    pub kind: MovesKind,
    /// The line of text above unnamed moves.
    pub title: Option<String>,
    /// The counts in the `Solution` line: moves, pushes, box lines, box changes, pushing sessions,
    /// as far as they are given.
    pub counts: Vec<usize>,
    /// Where they begin, their `Solution` line included.
    pub place: Place,
    /// Their lines, each with the place of its first character.
    pub lines: Vec<(Place, String)>,
}

impl StoredMoves {
    /// The moves in one line, as written but for white space.
    #[must_use]
    pub fn text(&self) -> String {
        let lines = self.lines.iter().map(|(_, line)| line.as_str());
        lines.flat_map(str::chars).filter(|symbol| !symbol.is_whitespace()).collect()
    }

    /// Where the character of [`Self::text`] at `offset` stands, from 1; the place of the whole for
    /// one past the end.
    #[must_use]
    pub fn place_of(&self, offset: usize) -> Place {
        let symbols = self.lines.iter().flat_map(|(place, line)| {
            let columns = place.column..;
            columns.zip(line.chars()).map(|(column, symbol)| (place.line, column, symbol))
        });
        let mut symbols = symbols.filter(|(_, _, symbol)| !symbol.is_whitespace());
        let found = offset.checked_sub(1).and_then(|index| symbols.nth(index));
        found.map_or(self.place, |(line, column, _)| Place { line, column })
    }
}

impl PartialEq for StoredMoves {
    fn eq(&self, other: &Self) -> bool {
        let rest = |moves: &Self| (moves.kind, moves.title.clone(), moves.counts.clone());
        rest(self) == rest(other) && self.text() == other.text()
    }
}

impl Eq for StoredMoves {}
