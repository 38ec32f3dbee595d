//! A text cut into lines, whatever ends them and whatever a mail program put in front.

/// One line of a text, without its end and without mail quote marks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    /// The line's number in the text, from 1.
    pub(super) number: usize,
    /// How many characters of quote marks were cut off in front.
    pub(super) quote: usize,
    pub(super) text: &'t str,
}

/// The lines of a text; `\n`, `\r\n` and a lone `\r` each end one.
#[derive(Debug)]
pub(super) struct Lines<'t> {
    rest: &'t str,
    number: usize,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { rest: text, number: 0 }
    }

    /// The lines with whatever quote marks they have.
    pub(super) fn unquoted(text: &'t str) -> impl Iterator<Item = &'t str> {
        text.split('\n').flat_map(|line| line.trim_end_matches('\r').split('\r'))
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    fn next(&mut self) -> Option<Line<'t>> {
        if self.rest.is_empty() {
            return None;
        }
        let is_end = |byte| byte == b'\n' || byte == b'\r';
        let end = self.rest.bytes().position(is_end).unwrap_or(self.rest.len());
        let (whole, rest) = self.rest.split_at(end);
        self.rest =
            rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\n', '\r'])).unwrap_or(rest);
        self.number += 1;
        let mut text = whole;
        while let Some(unquoted) = text.strip_prefix('>') {
            text = unquoted.strip_prefix(' ').unwrap_or(unquoted);
        }
        // Quote marks and the space behind each are one byte a character.
        Some(Line { number: self.number, quote: whole.len() - text.len(), text })
    }
}
