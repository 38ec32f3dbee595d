//! One pass over a text: which lines are boards, and which are about them.

use alloc::vec::Vec;
use core::iter::Peekable;

use super::block::{Block, ReadBoard};
use super::error::{ParseError, ParseErrorKind, UnreadForm};
use super::gap::Gap;
use super::key::{self, Key};
use super::lines::{Line, Lines};
use super::run_length::Budget;
use super::shape::{LineScan, Shape};
use crate::level::Place;

/// What a line is, as far as it can be told without its neighbors.
enum Kind<'t> {
    Comment,
    Key(Key, &'t str),
    Xml,
    Rows(LineScan, Shape),
}

/// The boards of a text and what stands between them.
#[derive(Debug)]
pub(super) struct Scan<'t> {
    pub(super) boards: Vec<ReadBoard>,
    /// One gap above each board, and one below the last.
    pub(super) gaps: Vec<Gap<'t>>,
}

/// Cuts a text into boards and gaps.
///
/// # Complexity
///
/// O(n) time for n bytes. Memory is linear in the boards, and constant for all other text.
pub(super) fn scan(text: &str) -> Scan<'_> {
    let mut scanner = Scanner {
        scan: Scan { boards: Vec::new(), gaps: Vec::new() },
        gap: Gap::new(false),
        block: Block::default(),
        budget: Budget::default(),
        text_behind: None,
    };
    let mut lines = kinds(text).peekable();
    while let Some((line, kind)) = lines.next() {
        match kind {
            Kind::Rows(scan, shape) => {
                let shape = settle(&scanner.block, line, shape, &mut lines);
                scanner.row_line(line, scan, shape);
            }
            Kind::Comment => {
                scanner.end_block();
                scanner.gap.comment_line(line);
            }
            Kind::Key(key, value) => {
                scanner.end_block();
                scanner.gap.key_line(line, key, value);
            }
            // Rows inside XML need an XML reader, so nothing behind this line is tried.
            Kind::Xml => {
                scanner.end_block();
                let indent = line.text.len() - line.text.trim_start().len();
                let place = Place { line: line.number, column: line.quote + indent + 1 };
                let kind = ParseErrorKind::UnreadForm(UnreadForm::Xml);
                scanner.board(ReadBoard {
                    level: Err(ParseError::new(place, kind)),
                    first_line: line.number,
                    last_line: usize::MAX,
                });
                break;
            }
        }
    }
    scanner.end_block();
    scanner.gap.blank_line();
    scanner.scan.gaps.push(scanner.gap);
    scanner.scan
}

struct Scanner<'t> {
    scan: Scan<'t>,
    /// The lines since the last board.
    gap: Gap<'t>,
    /// The rows since the last line that is none.
    block: Block<'t>,
    /// What run-length coded rows may still take.
    budget: Budget,
    /// The last line that looks like a row with text behind it.
    text_behind: Option<Place>,
}

impl<'t> Scanner<'t> {
    /// Takes a line whose shape is settled: a row, or text, or blank.
    fn row_line(&mut self, line: Line<'t>, scan: LineScan, shape: Shape) {
        match shape {
            Shape::Blank => {
                self.end_block();
                self.gap.blank_line();
            }
            Shape::Text => {
                self.end_block();
                if LineScan::is_row_with_text(line.text) {
                    let place = Place { line: line.number, column: line.quote + 1 };
                    self.text_behind = Some(place);
                    if let Some(ReadBoard { level: Ok(level), .. }) = self.scan.boards.last_mut()
                        && level
                            .rows
                            .last()
                            .is_some_and(|row| row.first_symbol.line + 1 == place.line)
                    {
                        level.text_behind[1] = Some(place);
                    }
                }
                self.gap.text_line(line);
            }
            _ => self.block.push(line, scan, shape),
        }
    }

    fn end_block(&mut self) {
        if self.block.is_empty() {
            return;
        }
        let split = self.block.finish(&mut self.budget);
        for line in split.above {
            self.gap.text_line(line);
        }
        if let Some(board) = split.board {
            self.board(board);
        }
        for line in split.below {
            self.gap.text_line(line);
        }
    }

    fn board(&mut self, mut board: ReadBoard) {
        if let Ok(level) = &mut board.level {
            let first = level.first_line();
            level.text_behind[0] = self.text_behind.filter(|place| place.line + 1 == first);
        }
        self.scan.boards.push(board);
        self.scan.gaps.push(core::mem::replace(&mut self.gap, Gap::new(true)));
    }
}

/// Decides by its neighbors whether a damaged row is one, or a title that resembles it.
fn settle<'t>(
    block: &Block<'t>,
    line: Line<'t>,
    shape: Shape,
    lines: &mut Peekable<impl Iterator<Item = (Line<'t>, Kind<'t>)>>,
) -> Shape {
    if !matches!(shape, Shape::Torn | Shape::Frayed) {
        return shape;
    }
    let touches_above = !block.is_empty();
    let touches_below = matches!(
        lines.peek(),
        Some((_, Kind::Rows(_, Shape::Row | Shape::RunLength | Shape::Torn)))
    );
    let is_row = match (touches_above, touches_below) {
        (true, true) => true,
        // At a board's edge, `## 12 ##` is a label.
        (true, false) | (false, true) => !LineScan::is_banner(line.text),
        (false, false) => shape == Shape::Torn,
    };
    if is_row { shape } else { Shape::Text }
}

/// The lines with their kinds, without `::` lines and comment blocks.
fn kinds(text: &str) -> impl Iterator<Item = (Line<'_>, Kind<'_>)> {
    let last_end = key::last_comment_end(text);
    let mut in_comment = false;
    Lines::new(text).filter_map(move |line| {
        if line.text.starts_with("::") {
            return None;
        }
        let kind = kind_of(line.text);
        let was_in_comment = in_comment;
        match kind {
            Kind::Key(Key::Comment, "") => in_comment |= line.number < last_end,
            Kind::Key(Key::CommentEnd, _) => in_comment = false,
            _ => {}
        }
        (!was_in_comment).then_some((line, kind))
    })
}

fn kind_of(text: &str) -> Kind<'_> {
    const XML: [&str; 4] = ["<?xml", "<SokobanLevels", "<LevelCollection", "<L>"];
    let start = text.trim_start();
    if start.is_empty() {
        Kind::Rows(LineScan::default(), Shape::Blank)
    } else if start.starts_with(';') {
        Kind::Comment
    } else if XML.iter().any(|tag| start.starts_with(tag)) {
        Kind::Xml
    } else if let Some((key, value)) = key::read_key(text) {
        Kind::Key(key, value)
    } else {
        let scan = LineScan::new(text);
        Kind::Rows(scan, scan.shape())
    }
}
