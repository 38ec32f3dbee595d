//! What squares, boxes and directions are called in a planning task.

use std::collections::BTreeMap;

use sokoban_core::{Board, Direction, Square};

/// What the one player is called.
pub(super) const PLAYER: &str = "player-1";

/// The names of a board's squares, and its squares and boxes in reading order.
#[derive(Debug)]
pub(super) struct Names<'b> {
    board: &'b Board,
    /// All squares, in reading order.
    pub(super) squares: Vec<Square>,
    /// Where the boxes stand at the start, in reading order: the first is `box-1`.
    pub(super) boxes: Vec<Square>,
    /// By square: its place in `squares`.
    places: BTreeMap<Square, usize>,
}

impl<'b> Names<'b> {
    pub(super) fn new(board: &'b Board) -> Self {
        let mut squares: Vec<Square> = (0..board.squares()).map(Square::new).collect();
        squares.sort_by_key(|&square| board.position(square));
        let mut boxes = board.start_boxes().to_vec();
        boxes.sort_by_key(|&square| board.position(square));
        let places = squares.iter().copied().zip(0..).collect();
        Self { board, squares, boxes, places }
    }

    /// The place of `square` among [`Self::squares`].
    pub(super) fn place(&self, square: Square) -> usize {
        self.places.get(&square).copied().expect("every square of the board has a place")
    }

    /// The row and the column of `square`, from 1, as `s-ROW-COLUMN`.
    pub(super) fn square(&self, square: Square) -> String {
        let position = self.board.position(square);
        format!("s-{}-{}", position.row + 1, position.column + 1)
    }

    /// The neighbor of `square`, where there is no wall.
    pub(super) fn neighbor(&self, square: Square, direction: Direction) -> Option<Square> {
        let neighbor = self.board.neighbor(square, direction);
        (!neighbor.is_none()).then_some(neighbor)
    }
}

/// What the box with this number, from 0, is called.
pub(super) fn box_name(number: usize) -> String {
    format!("box-{}", number + 1)
}

pub(super) const fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}
