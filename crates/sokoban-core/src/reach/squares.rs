//! The player's reach square by square, for boards of any width.

use alloc::vec;
use alloc::vec::Vec;

use crate::board::Board;
use crate::direction::Direction;
use crate::square::Square;

#[derive(Clone, Debug)]
pub(super) struct SquareReach {
    neighbors: Vec<[Square; 4]>,
    /// By square: its place in reading order.
    reading_order: Vec<u32>,
    occupied: Vec<bool>,
    /// By square: the number of the flood that last reached it.
    reached: Vec<u32>,
    flood: u32,
    /// How many squares it reached.
    count: usize,
    frontier: Vec<Square>,
}

impl SquareReach {
    pub(super) fn new(board: &Board) -> Self {
        let reading_order = (0..board.squares())
            .map(|square| {
                let position = board.position(Square::new(square));
                (position.row * board.width() + position.column) as u32
            })
            .collect();
        Self {
            neighbors: board.neighbors().to_vec(),
            reading_order,
            occupied: vec![false; board.squares()],
            reached: vec![0; board.squares()],
            flood: 0,
            count: 0,
            frontier: Vec::with_capacity(board.squares()),
        }
    }

    pub(super) fn set_boxes(&mut self, boxes: impl IntoIterator<Item = Square>) {
        self.occupied.fill(false);
        for square in boxes {
            self.occupied[square.index()] = true;
        }
    }

    pub(super) fn move_box(&mut self, from: Square, to: Square) {
        self.occupied[from.index()] = false;
        self.occupied[to.index()] = true;
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn contains(&self, square: Square) -> bool {
        self.reached.get(square.index()) == Some(&self.flood)
    }

    pub(super) fn flood(&mut self, player: Square) -> Square {
        self.flood = match self.flood.checked_add(1) {
            Some(flood) => flood,
            None => {
                self.reached.fill(0);
                1
            }
        };
        self.reached[player.index()] = self.flood;
        self.frontier.push(player);
        let mut canonical = player;
        self.count = 0;
        while let Some(square) = self.frontier.pop() {
            self.count += 1;
            if self.reading_order[square.index()] < self.reading_order[canonical.index()] {
                canonical = square;
            }
            for direction in Direction::ALL {
                let next = self.neighbors[square.index()][direction.index()];
                if !next.is_none()
                    && !self.occupied[next.index()]
                    && self.reached[next.index()] != self.flood
                {
                    self.reached[next.index()] = self.flood;
                    self.frontier.push(next);
                }
            }
        }
        canonical
    }
}
