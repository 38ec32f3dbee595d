//! Part: a window made a level of its own.

use sokoban_core::{Board, Level, Place, Push, Square};

use super::window::Window;

/// What becomes of the boxes that a window does not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Still {
    /// Walls: few boxes are left, so that a search gets far.
    Walls,
    /// Boxes that have to be back where they are.
    Boxes,
}

/// A window made a level of its own, with the goals where its boxes end.
pub(super) struct Part<'b> {
    whole: &'b Board,
    pub(super) board: Board,
}

impl<'b> Part<'b> {
    /// The level of `window`; none if it cannot be played.
    ///
    /// The goals of the last window are all those that are left, where the level has more of them
    /// than boxes.
    pub(super) fn new(whole: &'b Board, window: &Window, still: Still) -> Option<Self> {
        let goals = if window.is_last { whole.goals() } else { &window.after };
        let (width, height) = (whole.width(), whole.height());
        let at = |square: Square| {
            let position = whole.position(square);
            position.row * width + position.column
        };
        let mut symbols = vec!['#'; width * height];
        for index in 0..whole.squares() {
            symbols[at(Square::new(index))] = ' ';
        }
        for &goal in goals {
            symbols[at(goal)] = '.';
        }
        let add_box = |symbol: &mut char| *symbol = if *symbol == '.' { '*' } else { '$' };
        for &square in &window.before {
            add_box(&mut symbols[at(square)]);
        }
        for &square in &window.still {
            let symbol = &mut symbols[at(square)];
            match still {
                Still::Walls => *symbol = '#',
                Still::Boxes => *symbol = '*',
            }
        }
        let player = &mut symbols[at(window.player)];
        *player = if *player == '.' { '+' } else { '@' };
        let rows: Vec<String> = symbols.chunks(width).map(|row| row.iter().collect()).collect();
        let rows: Vec<(Place, &str)> =
            (1..).zip(&rows).map(|(line, row)| (Place { line, column: 1 }, row.as_str())).collect();
        let level = Level::from_rows(&rows).ok()?;
        let board = Board::try_from(&level).ok()?;
        Some(Self { whole, board })
    }

    /// The bytes that making it takes, besides the board.
    pub(super) fn building_bytes(whole: &Board) -> usize {
        2 * whole.width() * whole.height() * size_of::<char>() + whole.squares() * 32
    }

    /// Where a square of the whole board lies in this one, if the player can come there.
    pub(super) fn square(&self, whole: Square) -> Option<Square> {
        self.board.square_at(self.whole.position(whole))
    }

    /// Pushes of the whole board as they read on this one.
    pub(super) fn pushes(&self, whole: &[Push]) -> Option<Vec<Push>> {
        let own = |push: &Push| Some(Push { from: self.square(push.from)?, ..*push });
        whole.iter().map(own).collect()
    }

    /// A push of this board as it reads on the whole one.
    pub(super) fn push_of_whole(&self, push: Push) -> Option<Push> {
        let from = self.whole.square_at(self.board.position(push.from))?;
        Some(Push { from, ..push })
    }
}
