//! Rows of symbols turned into a level's grid.

use alloc::vec::Vec;

use super::block::{RowLine, place_of};
use super::error::{MAX_SIDE, ParseError, ParseErrorKind, UnreadForm};
use super::warning::{Warning, WarningKind};
use crate::level::{Level, Position, Row, Tile};

/// Where editors put the next column after a tab in a row's indentation.
const TAB_STOP: usize = 8;

/// A row of the text with its columns worked out.
#[derive(Clone, Copy)]
struct Span {
    /// How many characters stand in front of the first symbol.
    indent_characters: usize,
    /// How many columns they take, tabs included.
    indent: usize,
    /// The columns from the first symbol to the last, both included; 0 for a row of floor.
    length: usize,
}

/// Reads rows without foreign characters.
pub(super) fn read_grid(rows: &[RowLine<'_>]) -> Result<Level, ParseError> {
    let spans: Vec<Span> = rows.iter().map(|row| span(row.line.text)).collect();
    let drawn = || spans.iter().filter(|span| span.length > 0);
    let margin = drawn().map(|span| span.indent).min().unwrap_or(0);
    let width = drawn().map(|span| span.indent + span.length).max().unwrap_or(margin) - margin;
    if width > MAX_SIDE {
        let kind = ParseErrorKind::TooLarge { width, height: rows.len(), limit: MAX_SIDE };
        return Err(ParseError::new(place_of(&rows[0], 0), kind));
    }
    if is_hexagonal(rows, &spans) {
        let kind = ParseErrorKind::UnreadForm(UnreadForm::Hexagonal);
        return Err(ParseError::new(place_of(&rows[0], spans[0].indent_characters), kind));
    }
    let letter_goal = find_letter_goal(rows)?;

    let mut level = Level {
        width,
        rows: Vec::with_capacity(rows.len()),
        tiles: Vec::new(),
        boxes: Vec::new(),
        goals: Vec::new(),
        players: Vec::new(),
        title: None,
        author: None,
        warnings: warnings(rows),
        text_behind: [None; 2],
        coded_columns: Vec::new(),
    };
    level.warnings.extend(letter_goal);
    for (row, span) in rows.iter().zip(&spans) {
        let start = level.tiles.len();
        let first_column = span.indent.saturating_sub(margin);
        if span.length > 0 {
            level.tiles.resize(start + first_column, Tile::Outside);
            let symbols = row.line.text.chars().skip(span.indent_characters);
            for (offset, symbol) in symbols.take(span.length).enumerate() {
                let position = Position { row: level.rows.len(), column: first_column + offset };
                level.tiles.push(tile_of(symbol));
                match symbol {
                    '$' | 'b' | '*' | 'B' => level.boxes.push(position),
                    '@' | 'p' | '+' | 'P' => level.players.push(position),
                    _ => {}
                }
                if tile_of(symbol) == Tile::Goal {
                    level.goals.push(position);
                }
            }
        }
        level.rows.push(Row {
            tiles: start..level.tiles.len(),
            first_symbol: place_of(row, span.indent_characters),
            first_column,
        });
    }
    Ok(level)
}

fn tile_of(symbol: char) -> Tile {
    match symbol {
        '#' => Tile::Wall,
        '.' | '*' | '+' | 'B' | 'P' | 'o' | 'O' => Tile::Goal,
        _ => Tile::Floor,
    }
}

/// Works out a row's columns.
///
/// In front of the row a tab goes to the next multiple of eight, as editors make it when they
/// replace indentation. Between symbols it is one column: there it is a slip of the space bar's
/// neighbor, and eight columns would tear rows apart that stood below each other.
fn span(text: &str) -> Span {
    let mut indent = 0;
    let mut indent_characters = 0;
    let mut last_symbol = None;
    for (index, character) in text.chars().enumerate() {
        if !matches!(character, ' ' | '-' | '_' | '\t') {
            last_symbol = Some(index);
        } else if last_symbol.is_none() {
            indent =
                if character == '\t' { (indent / TAB_STOP + 1) * TAB_STOP } else { indent + 1 };
            indent_characters += 1;
        }
    }
    let length = last_symbol.map_or(0, |last| last + 1 - indent_characters);
    Span { indent_characters, indent, length }
}

/// Whether no two symbols stand side by side and the rows are staggered, as hexagonal boards are
/// written. No board of squares that is closed looks so.
fn is_hexagonal(rows: &[RowLine<'_>], spans: &[Span]) -> bool {
    let origin = spans[0].indent % 2;
    let is_staggered = rows.iter().zip(spans).enumerate().all(|(number, (row, span))| {
        row.line.text.chars().skip(span.indent_characters).take(span.length).enumerate().all(
            |(offset, symbol)| {
                matches!(symbol, ' ' | '-' | '_') || (span.indent + offset + number) % 2 == origin
            },
        )
    });
    is_staggered && rows.len() > 2 && spans.iter().any(|span| span.length > 4)
}

/// Checks that `o` and `O` can only be goals: one of the two is used, boxes are written some other
/// way, and goals are not.
fn find_letter_goal(rows: &[RowLine<'_>]) -> Result<Option<Warning>, ParseError> {
    let find = |wanted: &[char]| {
        rows.iter().find_map(|row| {
            let index = row.line.text.chars().position(|symbol| wanted.contains(&symbol))?;
            Some(place_of(row, index))
        })
    };
    let (small, large) = (find(&['o']), find(&['O']));
    let (letter, place) = match (small, large) {
        (None, None) => return Ok(None),
        (Some(place), _) => ('o', place),
        (None, Some(place)) => ('O', place),
    };
    let is_ambiguous = small.is_some() && large.is_some()
        || find(&['.']).is_some()
        || find(&['$', 'b', '*', 'B']).is_none();
    if is_ambiguous {
        return Err(ParseError::new(place, ParseErrorKind::AmbiguousLetter(letter)));
    }
    Ok(Some(Warning::new(place, WarningKind::LetterGoal)))
}

/// The warnings about quote marks and tabs, one each.
fn warnings(rows: &[RowLine<'_>]) -> Vec<Warning> {
    let quote = rows.iter().find(|row| row.line.quote > 0).map(|row| {
        let mut place = place_of(row, 0);
        place.column = 1;
        Warning::new(place, WarningKind::MailQuote)
    });
    let tab = rows.iter().find_map(|row| {
        let index = row.line.text.trim_end().chars().position(|symbol| symbol == '\t')?;
        Some(Warning::new(place_of(row, index), WarningKind::Tab))
    });
    quote.into_iter().chain(tab).collect()
}
