//! Consecutive lines that look like rows, until it is known whether they are a board.

use alloc::vec::Vec;

use super::error::{MAX_SIDE, ParseError, ParseErrorKind, UnreadForm};
use super::grid;
use super::lines::Line;
use super::run_length::{self, Budget};
use super::shape::{LineScan, Shape};
use crate::level::{Level, Place};

/// A line of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowLine<'t> {
    pub(super) line: Line<'t>,
    pub(super) scan: LineScan,
    shape: Shape,
}

/// The lines of a board to be.
#[derive(Debug, Default)]
pub(super) struct Block<'t> {
    /// At most one row more than a board may have: a longer block is refused, not stored.
    rows: Vec<RowLine<'t>>,
    /// How many lines the block has.
    height: usize,
    /// The number of its last line.
    last_line: usize,
}

/// What a block turned out to be: the lines above the board, the board, the lines below.
///
/// A block that is no board is all lines above.
#[derive(Debug)]
pub(super) struct Split<'t> {
    pub(super) above: Vec<Line<'t>>,
    pub(super) board: Option<ReadBoard>,
    pub(super) below: Vec<Line<'t>>,
}

/// A board with the lines of the text that it takes.
#[derive(Debug)]
pub(super) struct ReadBoard {
    pub(super) level: Result<Level, ParseError>,
    pub(super) first_line: usize,
    pub(super) last_line: usize,
}

impl<'t> RowLine<'t> {
    pub(super) fn new(line: Line<'t>) -> Self {
        let scan = LineScan::new(line.text);
        Self { line, scan, shape: scan.shape() }
    }
}

impl<'t> Block<'t> {
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn push(&mut self, line: Line<'t>, scan: LineScan, shape: Shape) {
        self.height += 1;
        self.last_line = line.number;
        if self.rows.len() <= MAX_SIDE {
            self.rows.push(RowLine { line, scan, shape });
        }
    }

    /// Empties the block and says what it was.
    pub(super) fn finish(&mut self, budget: &mut Budget) -> Split<'t> {
        let rows = core::mem::take(&mut self.rows);
        let height = core::mem::take(&mut self.height);
        let is_edge = |row: &RowLine<'_>| row.shape != Shape::Inner;
        let first = rows.iter().position(is_edge).unwrap_or(rows.len());
        let end = rows.iter().rposition(is_edge).map_or(first, |last| last + 1);
        let lines = |rows: &[RowLine<'t>]| rows.iter().map(|row| row.line).collect();
        let board = &rows[first..end];
        if !is_board(board) {
            return Split { above: lines(&rows), board: None, below: Vec::new() };
        }
        let is_cut = rows.len() < height;
        let board_height = if is_cut { height - first } else { board.len() };
        let last_line = if is_cut { self.last_line } else { board[board.len() - 1].line.number };
        Split {
            above: lines(&rows[..first]),
            board: Some(ReadBoard {
                level: read_board(board, board_height, budget),
                first_line: board[0].line.number,
                last_line,
            }),
            below: lines(&rows[end..]),
        }
    }
}

/// Whether rows, without ornaments at their edges, are a board rather than a divider or a doodle.
fn is_board(rows: &[RowLine<'_>]) -> bool {
    let total =
        |count: fn(&LineScan) -> usize| -> usize { rows.iter().map(|row| count(&row.scan)).sum() };
    let walls = total(|scan| scan.walls);
    let players = total(|scan| scan.players);
    let boxes = total(|scan| scan.boxes + scan.boxes_on_goals);
    let has_shape = |shape| rows.iter().any(|row| row.shape == shape);
    if has_shape(Shape::RunLength) {
        return rows.len() > 1 || total(|scan| scan.bars) > 0;
    }
    match rows {
        [] => false,
        [row] if row.shape == Shape::Torn => row.scan.is_torn_board(),
        // One row of symbols is a board if it is closed, and no mere line of walls.
        [row] => walls > 0 && players + boxes > 0 && row.scan.is_closed(),
        // Without any wall, boxes on goals must close the outline around a player.
        _ if walls == 0 => rows.len() > 2 && total(|scan| scan.boxes_on_goals) > 0 && players > 0,
        _ => players + boxes > 0 || rows.len() > 2 || has_shape(Shape::Torn),
    }
}

/// Reads the rows of a board, of which `rows` may be only the first ones of `height`.
pub(super) fn read_board(
    rows: &[RowLine<'_>],
    height: usize,
    budget: &mut Budget,
) -> Result<Level, ParseError> {
    if height <= MAX_SIDE && rows.iter().any(|row| row.scan.is_coded()) {
        return run_length::read_coded(rows, budget);
    }
    read_plain_board(rows, height)
}

/// Reads the rows of a board without repeat counts, of which `rows` may be only the first ones of
/// `height`.
pub(super) fn read_plain_board(rows: &[RowLine<'_>], height: usize) -> Result<Level, ParseError> {
    if height > MAX_SIDE {
        let width = rows.iter().map(|row| row.line.text.chars().count()).max().unwrap_or(0);
        let kind = ParseErrorKind::TooLarge { width, height, limit: MAX_SIDE };
        return Err(ParseError::new(place_of(&rows[0], 0), kind));
    }
    let foreign = rows.iter().find_map(|row| {
        row.scan.first_foreign.map(|(index, character)| (place_of(row, index), character))
    });
    if let Some((place, character)) = foreign {
        return Err(ParseError::new(
            place,
            match character {
                '^' | 'v' | '<' | '>' => ParseErrorKind::UnreadForm(UnreadForm::OneWay),
                _ => ParseErrorKind::UnknownCharacter(character),
            },
        ));
    }
    grid::read_grid(rows)
}

/// The place in the text of a row's character, given its index from 0.
pub(super) fn place_of(row: &RowLine<'_>, index: usize) -> Place {
    Place { line: row.line.number, column: row.line.quote + index + 1 }
}
