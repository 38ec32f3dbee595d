//! A level as its author wrote it: a grid of terrain, boxes and players, with a title.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::parse::{self, ParseError, Warning};

/// A coordinate in a level's grid, counted from 0 at the top left.
///
/// The order is reading order: by row, then by column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Position {
    /// The row, from 0 at the top.
    pub row: usize,
    /// The column, from 0 at the left.
    pub column: usize,
}

/// A place in a text, counted from 1, printed as `line:column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters (not bytes, and a tab is one), from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)
    }
}

/// The terrain of one position, whatever stands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Tile {
    /// Nothing was written here: left of a row's first symbol, or right of its last.
    Outside,
    /// Floor without a goal.
    Floor,
    /// A goal.
    Goal,
    /// A wall.
    Wall,
}

/// A level as it was written, which need not be playable.
///
/// It holds whatever the text says: no player or several, more boxes than goals, an open boundary.
/// A board made from the level judges those, and uses [`Level::place`] to say where they are.
///
/// Two levels are equal when their grids, titles and authors are; where they stood in their texts
/// and what the reader warned about do not count.
///
/// ```
/// use sokoban_core::{Level, Position, Tile};
/// let level: Level = "; One push\n  #####\n  #@$.#\n  #####\n".parse()?;
/// assert_eq!((level.width(), level.height()), (5, 3));
/// assert_eq!(level.title(), Some("One push"));
/// assert_eq!(level.tile(Position { row: 1, column: 3 }), Tile::Goal);
/// assert_eq!(level.place(level.boxes()[0]).to_string(), "3:5");
/// assert_eq!(level.to_string(), "#####\n#@$.#\n#####\n");
/// # Ok::<(), sokoban_core::ParseError>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "LevelText", into = "LevelText"))]
pub struct Level {
    /// The longest row's length, with the common left margin cut.
    pub(crate) width: usize,
    pub(crate) rows: Vec<Row>,
    /// The tiles of all rows one after the other, each row without what lies right of its last
    /// symbol, so that a ragged text costs no more memory than it has characters.
    pub(crate) tiles: Vec<Tile>,
    /// In reading order, without repeats, as `goals` and `players` are.
    pub(crate) boxes: Vec<Position>,
    pub(crate) goals: Vec<Position>,
    pub(crate) players: Vec<Position>,
    pub(crate) title: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) warnings: Vec<Warning>,
    /// Where a line directly above the board, and one directly below, looks like a row with text
    /// behind it.
    pub(crate) text_behind: [Option<Place>; 2],
    /// For run-length coded rows, the columns in the text that `tiles` come from; else empty.
    pub(crate) coded_columns: Vec<u32>,
}

/// One row of a level's grid.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The row's part of `Level::tiles`.
    pub(crate) tiles: Range<usize>,
    /// Where the row's first symbol stands in the text.
    pub(crate) first_symbol: Place,
    /// The grid column of that symbol.
    pub(crate) first_column: usize,
}

impl Level {
    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The terrain at `position`, and [`Tile::Outside`] for any position outside the grid.
    #[must_use]
    pub fn tile(&self, position: Position) -> Tile {
        self.rows
            .get(position.row)
            .and_then(|row| self.tiles[row.tiles.clone()].get(position.column))
            .copied()
            .unwrap_or(Tile::Outside)
    }

    /// Whether a box stands at `position`.
    ///
    /// # Complexity
    ///
    /// O(log n) for n boxes.
    #[must_use]
    pub fn has_box(&self, position: Position) -> bool {
        self.boxes.binary_search(&position).is_ok()
    }

    /// The boxes in reading order.
    #[must_use]
    pub fn boxes(&self) -> &[Position] {
        &self.boxes
    }

    /// The goals in reading order.
    #[must_use]
    pub fn goals(&self) -> &[Position] {
        &self.goals
    }

    /// The players in reading order: one in a playable level.
    #[must_use]
    pub fn players(&self) -> &[Position] {
        &self.players
    }

    /// The title, from a `Title:` line or a label beside the board.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The author, from an `Author:` line of the level's own or of its collection's header.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// Where `position` stands in the text that the level was read from.
    ///
    /// A position outside the grid gets the place where it would stand, a position below the last
    /// row one on the last row's line.
    #[must_use]
    pub fn place(&self, position: Position) -> Place {
        let Some(row) = self.rows.get(position.row).or(self.rows.last()) else {
            return Place { line: 1, column: 1 };
        };
        if row.tiles.len() <= self.coded_columns.len() && !row.tiles.is_empty() {
            let index = (row.tiles.start + position.column).min(row.tiles.end - 1);
            let line = row.first_symbol.line;
            return Place { line, column: self.coded_columns[index] as usize };
        }
        // Only leading tabs are wider than one column, so the distance to the first symbol is the
        // same in the text, except that a place in front of a tab may not fall before the line.
        let column =
            (row.first_symbol.column + position.column).saturating_sub(row.first_column).max(1);
        Place { line: row.first_symbol.line, column }
    }

    /// The line of the text, from 1, on which the first row stands.
    #[must_use]
    pub fn first_line(&self) -> usize {
        self.rows.first().map_or(1, |row| row.first_symbol.line)
    }

    /// The level under another title, or under none.
    #[must_use]
    pub fn with_title(self, title: Option<String>) -> Self {
        Self { title, ..self }
    }

    /// The level with another author, or with none.
    #[must_use]
    pub fn with_author(self, author: Option<String>) -> Self {
        Self { author, ..self }
    }

    /// Reads rows that stand at known places of some larger text, such as the lines of an element
    /// of XML: each with the place of its first character.
    ///
    /// The rows are those of one board, one symbol a square. Empty rows count.
    ///
    /// # Errors
    /// [`ParseErrorKind::NoLevel`](crate::ParseErrorKind::NoLevel) if the rows are no board, else
    /// whatever is wrong with it.
    ///
    /// # Complexity
    /// O(n) time and memory for n bytes of rows.
    ///
    /// ```
    /// use sokoban_core::{Level, Place};
    /// let rows = [(4, "<L>#####</L>"), (5, "<L>#@$.#</L>"), (6, "<L>#####</L>")];
    /// let rows = rows.map(|(line, text)| (Place { line, column: 4 }, &text[3..8]));
    /// let level = Level::from_rows(&rows)?;
    /// assert_eq!(level.place(level.boxes()[0]).to_string(), "5:6");
    /// # Ok::<(), sokoban_core::ParseError>(())
    /// ```
    pub fn from_rows(rows: &[(Place, &str)]) -> Result<Self, ParseError> {
        parse::read_rows(rows)
    }

    /// What the reader had to guess or repair.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The symbol for `position`; floor and outside are both a space.
    fn symbol(&self, position: Position) -> char {
        let has_player = self.players.binary_search(&position).is_ok();
        match (self.tile(position), self.has_box(position), has_player) {
            (Tile::Wall, ..) => '#',
            (Tile::Goal, true, _) => '*',
            (Tile::Goal, _, true) => '+',
            (Tile::Goal, ..) => '.',
            (_, true, _) => '$',
            (_, _, true) => '@',
            (Tile::Floor | Tile::Outside, ..) => ' ',
        }
    }
}

impl PartialEq for Level {
    fn eq(&self, other: &Self) -> bool {
        let lengths =
            |level: &Self| -> Vec<usize> { level.rows.iter().map(|row| row.tiles.len()).collect() };
        self.tiles == other.tiles
            && self.boxes == other.boxes
            && self.players == other.players
            && self.title == other.title
            && self.author == other.author
            && lengths(self) == lengths(other)
    }
}

impl Eq for Level {}

impl fmt::Display for Level {
    /// Writes the board in XSB: one line a row, each ended by `\n`, without spaces at its end.
    ///
    /// A row without a symbol is written as `-`, since an empty line would end the board.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        for (number, row) in self.rows.iter().enumerate() {
            for column in 0..row.tiles.len() {
                formatter.write_char(self.symbol(Position { row: number, column }))?;
            }
            formatter.write_str(if row.tiles.is_empty() { "-\n" } else { "\n" })?;
        }
        Ok(())
    }
}

/// How a level is serialized: as text, so that deserializing goes through the reader and cannot
/// break what the private fields promise one another.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct LevelText {
    board: String,
    title: Option<String>,
    author: Option<String>,
}

#[cfg(feature = "serde")]
impl From<Level> for LevelText {
    fn from(level: Level) -> Self {
        use alloc::string::ToString as _;
        Self { board: level.to_string(), title: level.title, author: level.author }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<LevelText> for Level {
    type Error = ParseError;

    fn try_from(text: LevelText) -> Result<Self, ParseError> {
        let level: Self = text.board.parse()?;
        Ok(Self { title: text.title, author: text.author, ..level })
    }
}
