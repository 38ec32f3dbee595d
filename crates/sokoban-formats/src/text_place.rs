//! Places of bytes in a text.

use sokoban_core::Place;

/// How many bytes lie between two places that are kept.
const STRIDE: usize = 4096;

/// Turns offsets in bytes into lines and columns, in any order, each in constant time once the text
/// has been gone through; going forward takes no more than one pass in all.
#[derive(Debug)]
pub(crate) struct TextPlace<'t> {
    text: &'t str,
    /// Offsets of characters with their places, one for each stride that has been gone through, and
    /// at least that of the first character.
    marks: Vec<(usize, Place)>,
    /// The character that was asked for last.
    last: (usize, Place),
}

impl<'t> TextPlace<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let first = (0, Place { line: 1, column: 1 });
        Self { text, marks: vec![first], last: first }
    }

    /// The place of the character at `offset`, or of the one that it lies in.
    pub(crate) fn at(&mut self, offset: usize) -> Place {
        let index = (offset / STRIDE).min(self.marks.len() - 1);
        let (mut start, mut place) = self.marks[index];
        if start > offset {
            // A character reaches over the mark.
            (start, place) = self.marks[index - 1];
        }
        if (start..=offset).contains(&self.last.0) {
            (start, place) = self.last;
        }
        loop {
            self.last = (start, place);
            let mark = self.marks.len() * STRIDE;
            let rest = &self.text[start..];
            let Some(character) = rest.chars().next() else { return place };
            let next = start + character.len_utf8();
            if next > offset {
                return place;
            }
            let ends = character == '\n' || character == '\r' && !rest[1..].starts_with('\n');
            place = if ends {
                Place { line: place.line + 1, column: 1 }
            } else {
                Place { column: place.column + 1, ..place }
            };
            start = next;
            if start >= mark {
                self.marks.push((start, place));
            }
        }
    }
}

impl Default for TextPlace<'_> {
    fn default() -> Self {
        Self::new("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_order_gives_the_places_of_a_plain_count() {
        let text = "é#\r\n\r@\n".repeat(3000);
        let mut plain = Vec::new();
        let (mut line, mut column) = (1, 1);
        for (index, character) in text.char_indices() {
            plain.extend((0..character.len_utf8()).map(|_| Place { line, column }));
            let ends = match character {
                '\n' => true,
                '\r' => text.as_bytes()[index + 1] != b'\n',
                _ => false,
            };
            (line, column) = if ends { (line + 1, 1) } else { (line, column + 1) };
        }
        let mut places = TextPlace::new(&text);
        for step in 0..text.len() {
            // A stride that shares no factor with the length visits every offset.
            let offset = step * 7919 % text.len();
            assert_eq!(places.at(offset), plain[offset], "{offset}");
        }
        assert_eq!(places.at(usize::MAX), Place { line, column });
    }
}
