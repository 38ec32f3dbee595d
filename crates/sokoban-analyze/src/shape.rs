//! Shape: what there is to say of a level before anything is searched.

use sokoban_core::{Board, Square};
use sokoban_search::{Tunnel, tunnels};

/// What there is to say of a level before anything is searched.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shape {
    /// Columns of the drawing.
    pub width: usize,
    /// Rows of the drawing.
    pub height: usize,
    /// Squares that the player could reach if all boxes were lifted off.
    pub squares: usize,
    /// Boxes that count.
    pub boxes: usize,
    /// Goals that count.
    pub goals: usize,
    /// Boxes that start on a goal.
    pub boxes_on_goals: usize,
    /// Squares from which a box alone never reaches a goal, in reading order. All others are live.
    pub dead_squares: Vec<Square>,
    /// Squares of corridors one square wide, in reading order, one-way or not.
    pub tunnels: Vec<Tunnel>,
}

impl Shape {
    /// The shape of `board`.
    ///
    /// # Complexity
    /// O(squares * log squares).
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let squares = (0..board.squares()).map(Square::new);
        let mut dead_squares: Vec<Square> =
            squares.filter(|&square| !board.is_live(square)).collect();
        dead_squares.sort_by_key(|&square| board.position(square));
        let mut tunnels = tunnels(board);
        tunnels.sort_by_key(|tunnel| board.position(tunnel.square));
        let is_on_goal = |square: &&Square| board.is_goal(**square);
        Self {
            width: board.width(),
            height: board.height(),
            squares: board.squares(),
            boxes: board.start_boxes().len(),
            goals: board.goals().len(),
            boxes_on_goals: board.start_boxes().iter().filter(is_on_goal).count(),
            dead_squares,
            tunnels,
        }
    }

    /// The live squares, one of which at least is a goal.
    #[must_use]
    pub fn live_squares(&self) -> usize {
        self.squares - self.dead_squares.len()
    }

    /// The tunnels that are one-way for boxes.
    pub fn one_way(&self) -> impl Iterator<Item = Square> + use<'_> {
        self.tunnels.iter().filter(|tunnel| tunnel.is_one_way).map(|tunnel| tunnel.square)
    }
}
