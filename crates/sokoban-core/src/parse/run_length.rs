//! Run-length coded rows, as the Sok format had them until version 0.17: `3#|#@$.#|2(2#)#`.

use alloc::string::String;
use alloc::vec::Vec;

use super::block::{RowLine, place_of, read_plain_board};
use super::error::{ParseError, ParseErrorKind, RunLengthError};
use super::lines::Line;
use super::warning::{Warning, WarningKind};
use crate::level::{Level, Place};

/// The most squares that the coded rows of a text may make. A square takes less than 64 bytes in
/// all, so they take less than 64 MiB, however short the text is.
const MAX_CODED_SQUARES: usize = 1 << 20;

/// The squares that the coded rows of a text may still make.
#[derive(Debug)]
pub(super) struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Self(MAX_CODED_SQUARES)
    }
}

/// A row as it is after expansion.
struct CodedRow {
    line: usize,
    text: String,
    /// The column in the text that each character comes from.
    columns: Vec<u32>,
}

impl CodedRow {
    /// Where the character stands that became the one in `column`, from 1, of the expanded row.
    fn place(&self, column: usize) -> Place {
        let found = self.columns.get(column.saturating_sub(1)).or(self.columns.last());
        Place { line: self.line, column: found.map_or(1, |&column| column as usize) }
    }
}

/// Expands and reads the rows of a board, some of which are coded.
pub(super) fn read_coded(rows: &[RowLine<'_>], budget: &mut Budget) -> Result<Level, ParseError> {
    let mut coded = Vec::new();
    for row in rows {
        expand(row, budget, &mut coded)?;
    }
    let first = place_of(&rows[0], 0);
    // The reader of plain rows is told that each stands on the line of its number, so that its
    // places lead back to the expanded rows, and those to the text.
    let numbered = (1..)
        .zip(&coded)
        .map(|(number, row)| RowLine::new(Line { number, quote: 0, text: row.text.as_str() }));
    let numbered: Vec<RowLine<'_>> = numbered.collect();
    if numbered.is_empty() {
        return Err(ParseError::new(first, ParseErrorKind::NoLevel));
    }
    let real = |place: Place| {
        coded.get(place.line.wrapping_sub(1)).map_or(first, |row| row.place(place.column))
    };
    let mut level = read_plain_board(&numbered, numbered.len()).map_err(|error| {
        let place = real(error.place());
        error.moved_to(place)
    })?;
    for warning in &mut level.warnings {
        *warning = warning.moved_to(real(warning.place()));
    }
    let coded_row = rows.iter().find(|row| row.scan.is_coded()).unwrap_or(&rows[0]);
    let index = coded_row.scan.first_foreign.map_or(0, |(index, _)| index);
    level.warnings.push(Warning::new(place_of(coded_row, index), WarningKind::RunLength));
    level.coded_columns.reserve_exact(level.tiles.len());
    for (row, coded) in level.rows.iter_mut().zip(&coded) {
        let index = row.first_symbol.column;
        level.coded_columns.extend((0..row.tiles.len()).map(|column| {
            let column = (index + column).saturating_sub(row.first_column);
            u32::try_from(coded.place(column).column).unwrap_or(u32::MAX)
        }));
        row.first_symbol = coded.place(index);
    }
    Ok(level)
}

/// A group that is still open.
struct Group {
    start: usize,
    times: usize,
    column: usize,
}

/// Adds the rows that one line makes.
fn expand(
    row: &RowLine<'_>,
    budget: &mut Budget,
    rows: &mut Vec<CodedRow>,
) -> Result<(), ParseError> {
    let line = row.line.number;
    let column_of = |index: usize| row.line.quote + index + 1;
    let fail = |error, column| {
        Err(ParseError::new(Place { line, column }, ParseErrorKind::RunLength(error)))
    };
    let too_long = RunLengthError::TooLong { limit: MAX_CODED_SQUARES };
    let mut symbols: Vec<(char, u32)> = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    let mut count: Option<(usize, usize)> = None;
    for (index, symbol) in row.line.text.trim_end().chars().enumerate() {
        let column = column_of(index);
        if let Some(digit) = symbol.to_digit(10) {
            let (times, start) = count.unwrap_or((0, column));
            count = Some((times.saturating_mul(10).saturating_add(digit as usize), start));
            continue;
        }
        let counted = count.take();
        let (times, start) = counted.unwrap_or((1, column));
        if times == 0 {
            return fail(RunLengthError::ZeroCount, start);
        }
        match symbol {
            '(' => groups.push(Group { start: symbols.len(), times, column: start }),
            ')' | '|' if counted.is_some() => return fail(RunLengthError::IdleCount, start),
            ')' => {
                let Some(group) = groups.pop() else {
                    return fail(RunLengthError::UnmatchedClose, column);
                };
                let length = symbols.len() - group.start;
                if length.saturating_mul(group.times - 1) > budget.0 {
                    return fail(too_long, group.column);
                }
                budget.0 -= length * (group.times - 1);
                for _ in 1..if length == 0 { 1 } else { group.times } {
                    symbols.extend_from_within(group.start..group.start + length);
                }
            }
            _ => {
                if times > budget.0 {
                    return fail(too_long, start);
                }
                budget.0 -= times;
                let column = u32::try_from(column).unwrap_or(u32::MAX);
                symbols.resize(symbols.len() + times, (symbol, column));
            }
        }
    }
    if let Some((_, start)) = count {
        return fail(RunLengthError::IdleCount, start);
    }
    if let Some(group) = groups.last() {
        return fail(RunLengthError::UnmatchedOpen, group.column);
    }
    // A bar behind the last row is optional.
    let is_bar = |&(symbol, _): &(char, u32)| symbol == '|';
    let end = if symbols.last().is_some_and(is_bar) { symbols.len() - 1 } else { symbols.len() };
    rows.extend(symbols[..end].split(is_bar).map(|row| CodedRow {
        line,
        text: row.iter().map(|&(symbol, _)| symbol).collect(),
        columns: row.iter().map(|&(_, column)| column).collect(),
    }));
    Ok(())
}
