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
    /// Takes over what `self` does not have yet.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            title: self.title.or(other.title),
            author: self.author.or(other.author),
            game: self.game.or(other.game),
        }
    }
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
    /// A line with nothing but a number, directly above `comment`.
    number: Option<&'t str>,
    /// A line of text by itself below `comment`.
    plain: Option<&'t str>,
    previous: Previous,
    has_board_above: bool,
    in_moves: bool,
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
    }

    /// Takes a line that starts with `;`.
    pub(super) fn comment_line(&mut self, line: Line<'t>) {
        let text = line.text.trim_start().trim_start_matches(';').trim();
        if let Some((key, value)) = key::read_key(text) {
            self.key_line(line, key, value);
        } else if !is_divider(text) {
            let touches_comment = self.previous == Previous::Comment;
            self.number = self.comment.filter(|above| touches_comment && is_number(above));
            self.comment = Some(text);
            self.first_comment = self.first_comment.or(self.comment);
            self.plain = None;
            self.previous = Previous::Comment;
        }
    }

    pub(super) fn key_line(&mut self, line: Line<'t>, key: Key, value: &'t str) {
        self.in_moves = key == Key::Moves;
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
    }

    /// Takes any other line.
    ///
    /// Stored solutions and saved games are passed over here. A line of moves needs a board above
    /// it, and one short enough to be a word needs a `Solution` line too.
    pub(super) fn text_line(&mut self, line: Line<'t>) {
        let text = line.text.trim();
        if is_divider(text) {
            return;
        }
        if self.has_board_above
            && key::is_moves(text)
            && (self.in_moves || !key::is_word_like(text))
        {
            return;
        }
        match self.previous {
            // Several lines of text in a row are notes, and so is one below a label, unless that
            // label is no more than a number.
            Previous::Plain => self.plain = None,
            Previous::Comment if !self.comment.is_some_and(is_number) => {}
            Previous::Comment | Previous::Nothing | Previous::Key => self.plain = Some(text),
        }
        self.previous = Previous::Plain;
    }

    /// The label for the board below: the last `;` line, or a later line of text that stands by
    /// itself. A number and a name on two lines are taken as if they stood on one.
    pub(super) fn label(&self) -> Option<String> {
        let pair = |number: &str, name: &str| alloc::format!("{number} {name}");
        match (self.comment, self.plain) {
            (Some(number), Some(name)) if is_number(number) => Some(pair(number, name)),
            (Some(name), None) => {
                Some(self.number.map_or(name.into(), |number| pair(number, name)))
            }
            (_, Some(name)) => Some(name.into()),
            (None, None) => None,
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a line is empty or one sign repeated, such as `-----`: it names nothing.
fn is_divider(text: &str) -> bool {
    let Some(sign) = text.chars().next() else {
        return true;
    };
    !sign.is_alphanumeric() && text.chars().all(|character| character == sign)
}
