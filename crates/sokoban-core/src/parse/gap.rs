//! The lines between two boards: labels, keys and stored solutions.

use alloc::string::String;

use super::key::{self, Key};
use super::lines::Line;
use super::warning::{Warning, WarningKind};
use crate::level::Place;

/// The values of the keys in one place of a text; of a key given twice, the first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keys<'t> {
    pub(super) title: Option<&'t str>,
    pub(super) author: Option<&'t str>,
    pub(super) game: Option<&'t str>,
}

impl<'t> Keys<'t> {
    /// Is any of them given?
    pub(super) fn is_any(&self) -> bool {
        self.title.is_some() || self.author.is_some() || self.game.is_some()
    }

    /// Takes over what `self` does not have yet.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            title: self.title.or(other.title),
            author: self.author.or(other.author),
            game: self.game.or(other.game),
        }
    }
}

/// The numbers of the lines that labels stand on, and of those that begin their paragraphs; 0 for
/// none.
#[derive(Clone, Copy, Debug, Default)]
struct LabelLines {
    first_comment: usize,
    comment: usize,
    number: usize,
    plain: usize,
    comment_begin: usize,
    plain_begin: usize,
}

/// A label, and where it stands.
#[derive(Debug)]
pub(super) struct Label {
    pub(super) text: String,
    /// The numbers of its lines, one or two; 0 for none.
    pub(super) lines: [usize; 2],
    /// The line that begins its paragraph.
    pub(super) begin: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Previous {
    Nothing,
    Comment,
    Plain,
    Key,
}

/// What stands between two boards, above the first one, or below the last one.
///
/// It keeps only what can name a level, so its size does not depend on the text's.
#[derive(Debug)]
pub(super) struct Gap<'t> {
    /// Keys in the lines that touch the board above.
    pub(super) attached: Keys<'t>,
    /// Keys with a blank line on either side.
    pub(super) floating: Keys<'t>,
    /// Keys since the last blank line: at the gap's end, those that touch the board below.
    pub(super) current: Keys<'t>,
    /// Whether no line touches both boards.
    pub(super) is_divided: bool,
    pub(super) collection: Option<&'t str>,
    pub(super) duplicate: Option<Warning>,
    /// The first line that starts with `;`.
    pub(super) first_comment: Option<&'t str>,
    /// The last line that starts with `;`.
    pub(super) comment: Option<&'t str>,
    lines: LabelLines,
    /// A line with nothing but a number, directly above `comment`.
    number: Option<&'t str>,
    /// A line of text by itself below `comment`.
    plain: Option<&'t str>,
    previous: Previous,
    has_board_above: bool,
    in_moves: bool,
    /// The line that begins the present paragraph, or 0 behind a blank line.
    paragraph: usize,
    /// The line that begins the first paragraph with keys of the board below; 0 if there is none.
    pub(super) keys_begin: usize,
    /// The last line of moves, or 0.
    pub(super) last_moves: usize,
}

impl<'t> Gap<'t> {
    pub(super) fn new(has_board_above: bool) -> Self {
        Self {
            attached: Keys::default(),
            floating: Keys::default(),
            current: Keys::default(),
            is_divided: !has_board_above,
            collection: None,
            duplicate: None,
            first_comment: None,
            comment: None,
            number: None,
            plain: None,
            previous: Previous::Nothing,
            has_board_above,
            in_moves: false,
            lines: LabelLines::default(),
            paragraph: 0,
            keys_begin: 0,
            last_moves: 0,
        }
    }

    pub(super) fn blank_line(&mut self) {
        if self.is_divided {
            self.floating = self.floating.or(self.current);
        } else {
            self.attached = self.current;
            self.is_divided = true;
        }
        self.current = Keys::default();
        self.previous = Previous::Nothing;
        self.in_moves = false;
        self.paragraph = 0;
    }

    /// The line that begins the paragraph that touches the board below, where no blank line parts
    /// them, and 0 if one does.
    pub(super) fn touching_begin(&self) -> usize {
        self.paragraph
    }

    fn begin_paragraph(&mut self, line: Line<'t>) {
        if self.paragraph == 0 {
            self.paragraph = line.number;
        }
    }

    /// Takes a line that starts with `;`.
    pub(super) fn comment_line(&mut self, line: Line<'t>) {
        self.begin_paragraph(line);
        let text = line.text.trim_start().trim_start_matches(';').trim();
        if let Some((key, value)) = key::read_key(text) {
            self.key_line(line, key, value);
        } else if !is_divider(text) {
            let touches_comment = self.previous == Previous::Comment;
            self.number = self.comment.filter(|above| touches_comment && is_number(above));
            self.lines.number = if self.number.is_some() { self.lines.comment } else { 0 };
            self.lines.comment = line.number;
            self.lines.comment_begin = self.paragraph;
            self.comment = Some(text);
            if self.first_comment.is_none() {
                self.first_comment = self.comment;
                self.lines.first_comment = line.number;
            }
            self.plain = None;
            self.previous = Previous::Comment;
        }
    }

    pub(super) fn key_line(&mut self, line: Line<'t>, key: Key, value: &'t str) {
        self.begin_paragraph(line);
        if key == Key::Moves {
            self.moves_line(line);
        } else {
            self.in_moves = false;
        }
        if self.previous != Previous::Comment {
            self.previous = Previous::Key;
        }
        let slot = match key {
            Key::Title => &mut self.current.title,
            Key::Author => &mut self.current.author,
            Key::Game => &mut self.current.game,
            Key::Collection => &mut self.collection,
            Key::Comment | Key::CommentEnd | Key::Moves | Key::Other => return,
        };
        if value.is_empty() {
            return;
        }
        if slot.is_some() && key != Key::Collection {
            let place = Place { line: line.number, column: line.quote + 1 };
            self.duplicate.get_or_insert(Warning::new(place, WarningKind::DuplicateKey));
        }
        slot.get_or_insert(value);
        if key != Key::Collection && self.keys_begin == 0 {
            self.keys_begin = self.paragraph;
        }
    }

    /// Takes a line of moves or the head of such lines. What stands above it is about them or about
    /// the board above, and labels no board below.
    fn moves_line(&mut self, line: Line<'t>) {
        self.in_moves = true;
        self.last_moves = line.number;
        if self.has_board_above {
            self.number = None;
            self.plain = None;
            self.comment = None;
        }
    }

    /// Takes any other line.
    ///
    /// Stored solutions and saved games are passed over here. A line of moves needs a board above
    /// it, and one short enough to be a word needs a `Solution` line too.
    pub(super) fn text_line(&mut self, line: Line<'t>) {
        self.begin_paragraph(line);
        let text = line.text.trim();
        if is_divider(text) {
            return;
        }
        if self.has_board_above
            && key::is_moves(text)
            && (self.in_moves || !key::is_word_like(text))
        {
            self.moves_line(line);
            return;
        }
        self.in_moves = false;
        match self.previous {
            // Several lines of text in a row are notes, and so is one below a label, unless that
            // label is no more than a number.
            Previous::Plain => self.plain = None,
            Previous::Comment if !self.comment.is_some_and(is_number) => {}
            Previous::Comment | Previous::Nothing | Previous::Key => {
                self.plain = Some(text);
                self.lines.plain = line.number;
                self.lines.plain_begin = self.paragraph;
            }
        }
        self.previous = Previous::Plain;
    }

    /// The label for the board below: the last `;` line, or a later line of text that stands by
    /// itself. A number and a name on two lines are taken as if they stood on one.
    pub(super) fn label(&self) -> Option<Label> {
        let pair = |number: &str, name: &str| alloc::format!("{number} {name}");
        let at = &self.lines;
        Some(match (self.comment, self.plain) {
            (Some(number), Some(name)) if is_number(number) => Label {
                text: pair(number, name),
                lines: [at.comment, at.plain],
                begin: at.comment_begin,
            },
            (Some(name), None) => Label {
                text: self.number.map_or(name.into(), |number| pair(number, name)),
                lines: [at.number, at.comment],
                begin: at.comment_begin,
            },
            (_, Some(name)) => {
                Label { text: name.into(), lines: [0, at.plain], begin: at.plain_begin }
            }
            (None, None) => return None,
        })
    }

    /// The label for the board above: the first `;` line.
    pub(super) fn label_below(&self) -> Option<Label> {
        let lines = [0, self.lines.first_comment];
        self.first_comment.map(|text| Label { text: text.into(), lines, begin: lines[1] })
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a line is empty or one sign repeated, such as `-----`: it names nothing.
pub(super) fn is_divider(text: &str) -> bool {
    let Some(sign) = text.chars().next() else {
        return true;
    };
    !sign.is_alphanumeric() && text.chars().all(|character| character == sign)
}
