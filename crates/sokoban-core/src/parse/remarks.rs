//! What a text tells of a level beside its board: keys, notes and stored moves.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::gap;
use super::key::{self, Key};
use super::layout::PlacedBoard;
use super::lines::{Line, Lines};
use super::stored_moves::{MovesKind, StoredMoves};
use crate::level::{Level, Place};

/// What a text tells of a level, or of a collection, beside boards, titles and authors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// Lines of the form `Key: value` with a key that is known, in order.
    pub keys: Vec<(String, String)>,
    /// All other text, line by line, without white space at the ends of lines and without blank
    /// lines at either end.
    pub notes: String,
    /// Solutions and saved games, in order.
    pub moves: Vec<StoredMoves>,
}

impl Remarks {
    /// Text as notes are kept: with `\n` at line ends, no white space in front of one, and no blank
    /// line at either end.
    #[must_use]
    pub fn tidy_notes(text: &str) -> String {
        let mut notes = Notes::default();
        for line in Lines::unquoted(text) {
            notes.add(line.trim_end());
        }
        notes.text
    }
}

/// Notes as they grow.
#[derive(Debug, Default)]
struct Notes {
    text: String,
    blank_lines: usize,
    /// Where the last line begins, if it is text by itself that may name moves below it.
    title: Option<usize>,
}

impl Notes {
    fn add(&mut self, line: &str) {
        self.title = None;
        if line.is_empty() {
            self.blank_lines += 1;
            return;
        }
        let breaks = if self.text.is_empty() { 0 } else { self.blank_lines + 1 };
        self.text.extend(core::iter::repeat_n('\n', breaks));
        self.text.push_str(line);
        self.blank_lines = 0;
    }

    /// Takes the last line out again, if it is text by itself.
    fn take_title(&mut self) -> Option<String> {
        let start = self.title.take()?;
        let title = self.text.split_off(start);
        self.text.truncate(self.text.trim_end().len());
        self.blank_lines = 0;
        Some(title)
    }
}

/// What is told of one board, as it grows.
struct Telling<'b> {
    remarks: Remarks,
    notes: Notes,
    title: Option<&'b str>,
    author: Option<&'b str>,
    title_lines: [usize; 2],
    /// Is it about a board, and does the board stand above the present line?
    is_behind_board: bool,
    /// May the next line go on with the last moves?
    in_moves: bool,
    is_in_comment: bool,
    /// Does the line above belong to the same paragraph as the present one?
    in_paragraph: bool,
}

/// Goes over the lines that are no board. The remarks come back in the order of the boards, behind
/// them those on the text as a whole.
pub(super) fn collect(text: &str, boards: &[PlacedBoard], title: Option<&str>) -> Vec<Remarks> {
    let mut all = Vec::with_capacity(boards.len() + 1);
    let mut rest = boards.iter();
    let mut next = rest.next();
    let mut header = None;
    let mut board_lines = 0..=0;
    let mut telling = Telling::new(None, title);
    let last_end = key::last_comment_end(text);
    for line in Lines::new(text) {
        if let Some(board) = next.filter(|(_, layout)| layout.begin <= line.number) {
            let done = core::mem::replace(&mut telling, Telling::new(Some(board), None));
            if header.is_none() {
                header = Some(done.finish());
            } else {
                all.push(done.finish());
            }
            board_lines = board.1.first_line..=board.1.last_line;
            next = rest.next();
        }
        if board_lines.contains(&line.number) {
            telling.is_behind_board = true;
            telling.notes.title = None;
            telling.in_paragraph = false;
        } else {
            telling.line(line, last_end);
        }
    }
    let last = telling.finish();
    if header.is_none() {
        header = Some(last);
    } else {
        all.push(last);
    }
    // A board behind the last line there is would have no remarks.
    all.resize_with(boards.len(), Remarks::default);
    all.extend(header);
    all
}

impl<'b> Telling<'b> {
    fn new(board: Option<&'b PlacedBoard>, collection_title: Option<&'b str>) -> Self {
        let level = board.map(|(level, _)| level);
        let title = match level {
            Some(Ok(level)) => level.title(),
            Some(Err(error)) => error.title(),
            None => collection_title,
        };
        Self {
            remarks: Remarks::default(),
            notes: Notes::default(),
            title,
            author: level.and_then(|level| level.as_ref().ok()).and_then(Level::author),
            title_lines: board.map_or([0; 2], |(_, layout)| layout.title_lines),
            is_behind_board: false,
            in_moves: false,
            is_in_comment: false,
            in_paragraph: false,
        }
    }

    fn finish(mut self) -> Remarks {
        self.remarks.notes = self.notes.text;
        self.remarks
    }

    fn line(&mut self, line: Line<'_>, last_comment_end: usize) {
        let whole = line.text.trim();
        if self.is_in_comment {
            if matches!(key::read_key(whole), Some((Key::CommentEnd, _))) {
                self.is_in_comment = false;
            } else {
                self.notes.add(line.text.trim_end());
            }
            return;
        }
        if line.text.starts_with("::") {
            return;
        }
        if whole.is_empty() {
            self.in_moves &= self.remarks.moves.last().is_some_and(|moves| moves.lines.is_empty());
            self.in_paragraph = false;
            let title = self.notes.title;
            self.notes.add("");
            self.notes.title = title;
            return;
        }
        let was_in_paragraph = core::mem::replace(&mut self.in_paragraph, true);
        let text = whole.trim_start_matches(';').trim();
        match key::read_key(text) {
            Some((Key::Moves, value)) if self.is_behind_board => return self.head(line, value),
            Some((Key::Comment, "")) if line.number < last_comment_end => {
                self.in_moves = false;
                self.is_in_comment = true;
                return;
            }
            Some((Key::CommentEnd, _)) => return,
            Some((key, value)) if key != Key::Moves => {
                self.in_moves = false;
                return self.key(key, text, value);
            }
            _ => {}
        }
        let is_moves = self.is_behind_board
            && !whole.starts_with(';')
            && key::is_moves(whole)
            && (self.in_moves || !key::is_word_like(whole));
        if is_moves {
            return self.moves(line);
        }
        self.in_moves = false;
        let is_title = self.title_lines.contains(&line.number) || self.title == Some(text);
        if !gap::is_divider(text) && !is_title {
            self.notes.add(text);
            let start = self.notes.text.len() - text.len();
            self.notes.title = (!was_in_paragraph).then_some(start);
        }
    }

    fn key(&mut self, key: Key, text: &str, value: &str) {
        let is_known = match key {
            _ if value.is_empty() => true,
            Key::Title => self.title == Some(value),
            Key::Author => self.author == Some(value),
            Key::Collection => true,
            _ => false,
        };
        // The value is cut out of the text behind the first colon.
        let name = text.split(':').next().unwrap_or(text).trim();
        if !is_known {
            self.remarks.keys.push((name.to_string(), value.to_string()));
        }
    }

    fn head(&mut self, line: Line<'_>, value: &str) {
        let text = line.text.trim_start().trim_start_matches(';').trim_start();
        let kind = [MovesKind::Solution, MovesKind::Savegame, MovesKind::Snapshot]
            .into_iter()
            .find(|kind| {
                let name = kind.name();
                text.get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name))
            });
        let is_count = |value: &str| value.chars().all(|c| !c.is_ascii_alphabetic());
        let numbers = if is_count(value) { value } else { "" };
        let counts = numbers.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok());
        self.remarks.moves.push(StoredMoves {
            kind: kind.unwrap_or(MovesKind::Unnamed),
            title: None,
            counts: counts.collect(),
            place: place_at(line, text),
            lines: Vec::new(),
        });
        self.in_moves = true;
        self.notes.title = None;
        if !is_count(value) {
            let moves = value.trim_start_matches([':', ' ', '\t']);
            self.add_moves(place_at(line, moves), moves);
        }
    }

    fn moves(&mut self, line: Line<'_>) {
        let text = line.text.trim();
        let place = place_at(line, text);
        if !self.in_moves {
            let title = self.notes.take_title();
            self.remarks.moves.push(StoredMoves {
                kind: MovesKind::Unnamed,
                title,
                counts: Vec::new(),
                place,
                lines: Vec::new(),
            });
            self.in_moves = true;
        }
        self.add_moves(place, text);
    }

    fn add_moves(&mut self, place: Place, text: &str) {
        if let Some(moves) = self.remarks.moves.last_mut() {
            moves.lines.push((place, text.to_string()));
        }
    }
}

/// The place of `part`, which is the line's end but for white space.
fn place_at(line: Line<'_>, part: &str) -> Place {
    let before = line.text.trim_end().strip_suffix(part.trim_end()).unwrap_or("");
    Place { line: line.number, column: line.quote + before.chars().count() + 1 }
}
