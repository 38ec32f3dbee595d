//! Where in a text a board and what is told of it stand.

use super::block::ReadBoard;
use super::error::ParseError;
use super::gap::{Gap, Label};
use crate::level::Level;

/// A board, with where it and its label stand.
pub(super) type PlacedBoard = (Result<Level, ParseError>, Layout);

/// The lines of a board and of its label, by their numbers from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) first_line: usize,
    pub(super) last_line: usize,
    /// The first line that is about this board rather than about the one above.
    pub(super) begin: usize,
    /// The lines that made the title, if no key did; 0 for none.
    pub(super) title_lines: [usize; 2],
}

impl Layout {
    pub(super) fn of(board: &ReadBoard) -> Self {
        let &ReadBoard { first_line, last_line, .. } = board;
        Self { first_line, last_line, begin: first_line, title_lines: [0; 2] }
    }

    /// Takes in what the gap above has for this board: a paragraph that touches it alone, and keys.
    pub(super) fn begin_at(&mut self, above: &Gap<'_>, has_keys_above: bool) {
        if above.is_divided {
            self.reach(above.touching_begin());
        }
        if has_keys_above {
            self.reach(above.keys_begin);
        }
        self.begin = self.begin.max(above.last_moves + 1).min(self.first_line);
    }

    /// Takes in the label of this board, which stands in the gap above.
    pub(super) fn begin_with(&mut self, label: &Label) {
        self.reach(label.begin);
    }

    fn reach(&mut self, line: usize) {
        if line > 0 {
            self.begin = self.begin.min(line);
        }
    }
}
