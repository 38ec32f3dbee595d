//! RegionFinder: the regions into which a few boxes cut the floor.

use alloc::vec;
use alloc::vec::Vec;

use sokoban_core::{Board, Position, Square};

/// Finds the regions of the floor minus a few boxes.
pub(crate) struct RegionFinder<'b> {
    board: &'b Board,
    /// By square: which of the eight squares around it are floor, see [`RING`].
    floor_around: Vec<u8>,
    /// By what is free around a box: can the player walk round it without leaving the ring?
    is_whole: [bool; 256],
}

/// The squares around one, clockwise from the one above: each touches the next.
const RING: [(isize, isize); 8] =
    [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

/// Buffers of a flood.
pub(crate) struct RegionScratch {
    /// By square: was it met, or is it a box's?
    seen: Vec<bool>,
    /// All squares without a box, region by region.
    order: Vec<Square>,
    /// Where in `order` each region begins.
    starts: Vec<usize>,
}

impl<'b> RegionFinder<'b> {
    pub(crate) fn new(board: &'b Board) -> Self {
        let floor_around = (0..board.squares())
            .map(|square| {
                let Position { row, column } = board.position(Square::new(square));
                let is_floor = |&(down, right): &(isize, isize)| {
                    let row = row.checked_add_signed(down);
                    let column = column.checked_add_signed(right);
                    row.zip(column).is_some_and(|(row, column)| {
                        board.square_at(Position { row, column }).is_some()
                    })
                };
                let bits =
                    RING.iter().enumerate().map(|(bit, offset)| u8::from(is_floor(offset)) << bit);
                bits.fold(0, |around, bit| around | bit)
            })
            .collect();
        let mut is_whole = [false; 256];
        for (around, whole) in is_whole.iter_mut().enumerate() {
            *whole = sides_are_joined(around as u8);
        }
        Self { board, floor_around, is_whole }
    }

    /// The bytes of the tables and of one scratch.
    pub(crate) fn memory_usage(board: &Board) -> usize {
        board.squares() * (1 + 1 + 2 + 8) + 256
    }

    pub(crate) fn scratch(&self) -> RegionScratch {
        let squares = self.board.squares();
        RegionScratch {
            seen: vec![false; squares],
            order: Vec::with_capacity(squares),
            starts: Vec::with_capacity(squares),
        }
    }

    /// Is the floor around `boxes` surely one region? A no means nothing.
    ///
    /// If no two boxes touch, a way through a box enters it from one free neighbor and leaves it
    /// to another; and if these are joined in the ring around the box, the way can go round.
    pub(crate) fn is_surely_whole(&self, boxes: &[Square]) -> bool {
        boxes.iter().enumerate().all(|(number, &square)| {
            let mut around = self.floor_around[square.index()];
            let here = self.board.position(square);
            for (other, &neighbor) in boxes.iter().enumerate() {
                if other == number {
                    continue;
                }
                let there = self.board.position(neighbor);
                let down = there.row as isize - here.row as isize;
                let right = there.column as isize - here.column as isize;
                if down.abs() + right.abs() == 1 {
                    return false;
                }
                if let Some(bit) = RING.iter().position(|&offset| offset == (down, right)) {
                    around &= !(1 << bit);
                }
            }
            self.is_whole[usize::from(around)]
        })
    }

    /// Calls `found` with the squares of every region but the largest: they are what the boxes
    /// cut off. Of equally large regions the one with the lowest square counts as the larger; the
    /// others come by their lowest square.
    pub(crate) fn cuts(
        &self,
        boxes: &[Square],
        scratch: &mut RegionScratch,
        mut found: impl FnMut(&[Square]),
    ) {
        let RegionScratch { seen, order, starts } = scratch;
        seen.fill(false);
        order.clear();
        starts.clear();
        for square in boxes {
            seen[square.index()] = true;
        }
        for square in (0..self.board.squares()).map(Square::new) {
            if seen[square.index()] {
                continue;
            }
            seen[square.index()] = true;
            let mut next = order.len();
            starts.push(next);
            order.push(square);
            while let Some(&from) = order.get(next) {
                next += 1;
                for &neighbor in &self.board.neighbors()[from.index()] {
                    if !neighbor.is_none() && !seen[neighbor.index()] {
                        seen[neighbor.index()] = true;
                        order.push(neighbor);
                    }
                }
            }
        }
        let region = |number: usize| {
            let end = starts.get(number + 1).copied().unwrap_or(order.len());
            &order[starts[number]..end]
        };
        let largest =
            (0..starts.len()).max_by_key(|&number| (region(number).len(), starts.len() - number));
        for number in (0..starts.len()).filter(|&number| Some(number) != largest) {
            found(region(number));
        }
    }
}

/// Are the squares above, right, below and left of a box, as far as they are free, joined by free
/// squares of the ring?
fn sides_are_joined(around: u8) -> bool {
    // Every run of free squares begins where a blocked one goes before; a corner alone is no run.
    let is_free = |bit: u32| around >> (bit % 8) & 1 == 1;
    if around == u8::MAX {
        return true;
    }
    let runs = (0..8).filter(|&bit| is_free(bit) && !is_free(bit + 7)).filter(|&bit| {
        let is_side = bit % 2 == 0;
        is_side || is_free(bit + 1)
    });
    runs.count() <= 1
}
