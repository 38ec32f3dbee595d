//! Reach: the player's reachable area among the boxes, and its canonical square.

mod rows;
mod squares;
mod window;
mod word;

use self::rows::RowReach;
use self::squares::SquareReach;
use self::window::{Told, Windows};
pub(crate) use self::word::WordGrid;
use self::word::WordReach;
use crate::board::Board;
use crate::square::Square;

/// The squares that the player can walk to among the boxes, with the buffers to compute them anew
/// for each state without allocating.
///
/// A player anywhere in the same area can make the same pushes, so states are told apart by the
/// area's canonical square only: its first square in reading order.
///
/// Boards of up to about 100 positions are flooded as one word of 128 bits, a step each way at a
/// time; those up to 64 columns wide a row at a time as 64-bit words, swept down and up until
/// nothing changes; wider ones square by square.
///
/// ```
/// use sokoban_core::{Board, Level, Reach};
/// let level: Level = "#######\n# @$. #\n#######".parse()?;
/// let board = Board::try_from(&level)?;
/// let mut reach = Reach::new(&board);
/// reach.set_boxes(board.start_boxes().iter().copied());
/// let canonical = reach.flood(board.start_player());
/// assert_eq!(board.position(canonical).column, 1);
/// assert!(reach.contains(board.start_player()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reach {
    method: Method,
    /// What the last flood returned.
    canonical: Square,
}

#[derive(Clone, Debug)]
enum Method {
    Word(WordReach),
    Rows(RowReach),
    Squares(SquareReach),
}

impl Reach {
    /// Buffers for `board`, without boxes and with nothing reached.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        match WordReach::new(board) {
            Some(word) => Self::by(Method::Word(word)),
            None => Self::row_by_row(board),
        }
    }

    /// The same by the method for boards that do not fit into one word: the twin that tests compare
    /// with.
    #[must_use]
    pub fn row_by_row(board: &Board) -> Self {
        if board.width() <= 64 {
            Self::by(Method::Rows(RowReach::new(board)))
        } else {
            Self::square_by_square(board)
        }
    }

    /// The same by the plain method that serves wide boards: the twin that tests compare with.
    #[must_use]
    pub fn square_by_square(board: &Board) -> Self {
        Self::by(Method::Squares(SquareReach::new(board)))
    }

    fn by(method: Method) -> Self {
        Self { method, canonical: Square::NONE }
    }

    /// Puts the boxes on `boxes` and nowhere else.
    pub fn set_boxes(&mut self, boxes: impl IntoIterator<Item = Square>) {
        match &mut self.method {
            Method::Word(word) => word.set_boxes(boxes),
            Method::Rows(rows) => rows.set_boxes(boxes),
            Method::Squares(squares) => squares.set_boxes(boxes),
        }
    }

    /// Moves the box on `from` to `to`. What was reached before stays as it was.
    pub fn move_box(&mut self, from: Square, to: Square) {
        match &mut self.method {
            Method::Word(word) => {
                word.toggle(from);
                word.toggle(to);
            }
            Method::Rows(rows) => {
                rows.toggle(from);
                rows.toggle(to);
            }
            Method::Squares(squares) => squares.move_box(from, to),
        }
    }

    /// Finds all that the player on `player`, a square without a box, can reach, and returns the
    /// area's canonical square.
    ///
    /// # Complexity
    /// O(steps across the area) for one word, O(rows * sweeps) for rows, or else O(squares).
    pub fn flood(&mut self, player: Square) -> Square {
        self.canonical = match &mut self.method {
            Method::Word(word) => word.flood(player),
            Method::Rows(rows) => rows.flood(player),
            Method::Squares(squares) => squares.flood(player),
        };
        self.canonical
    }

    /// What [`Self::flood`] would return after the box on `from` was moved to `to` with the player
    /// on `from`, if a look at the squares around the two tells; `canonical` is what the last
    /// flood, with the boxes as they are now, returned.
    ///
    /// It tells in most cases: the player's area is what it was, less `to`, plus `from`, unless
    /// `from` opens a way to other squares or `to` closes one.
    ///
    /// # Complexity
    /// O(1). On boards wider than 64 it never tells.
    #[must_use]
    pub fn canonical_after_push(
        &self,
        from: Square,
        to: Square,
        canonical: Square,
    ) -> Option<Square> {
        let told = self.windows(from, to)?.after_push(to == canonical, self.contains(to))?;
        Some(self.first_after(told, from, canonical))
    }

    /// The same for a pull: the box on `from` goes to `to`, where the player stood, and the player
    /// on to the square beyond.
    ///
    /// It tells in most cases: the player's area is what it was, less `to`, plus `from` if it
    /// adjoins the rest, unless `from` opens a way to other squares or `to` closes one.
    ///
    /// # Complexity
    /// O(1). On boards wider than 64 it never tells.
    #[must_use]
    pub fn canonical_after_pull(
        &self,
        from: Square,
        to: Square,
        canonical: Square,
    ) -> Option<Square> {
        let told = self.windows(from, to)?.after_pull(to == canonical)?;
        Some(self.first_after(told, from, canonical))
    }

    /// On a board of one word, the free squares and of these those that the last flood reached, as
    /// sets of [`WordGrid`].
    pub(crate) fn word_bits(&self) -> Option<(u128, u128)> {
        match &self.method {
            Method::Word(word) => Some(word.bits()),
            Method::Rows(_) | Method::Squares(_) => None,
        }
    }

    /// How many squares the last flood reached.
    ///
    /// # Complexity
    /// O(rows), or O(1) on a board of one word or wider than 64.
    #[must_use]
    pub fn count(&self) -> usize {
        match &self.method {
            Method::Word(word) => word.count(),
            Method::Rows(rows) => rows.count(),
            Method::Squares(squares) => squares.count(),
        }
    }

    /// What lies around a step; none on boards where nothing is told.
    fn windows(&self, from: Square, to: Square) -> Option<Windows> {
        match &self.method {
            Method::Word(word) => Some(word.windows(from, to)),
            Method::Rows(rows) => Some(rows.windows(from, to)),
            Method::Squares(_) => None,
        }
    }

    /// The canonical square of what became of the area.
    fn first_after(&self, told: Told, from: Square, canonical: Square) -> Square {
        let is_before = match &self.method {
            Method::Word(word) => word.is_before(from, canonical),
            Method::Rows(rows) => rows.is_before(from, canonical),
            Method::Squares(_) => false,
        };
        if told.with_from && is_before { from } else { canonical }
    }

    /// What the last flood returned; [`Square::NONE`] before the first.
    pub(crate) fn canonical(&self) -> Square {
        self.canonical
    }

    /// Was `square` reached by the last flood? [`Square::NONE`] was not.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        match &self.method {
            Method::Word(word) => word.contains(square),
            Method::Rows(rows) => rows.contains(square),
            Method::Squares(squares) => squares.contains(square),
        }
    }
}
