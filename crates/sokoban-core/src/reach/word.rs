//! The player's reach on small boards: the whole grid is one word of 128 bits.

use alloc::vec;
use alloc::vec::Vec;

use super::window::Windows;
use crate::board::Board;
use crate::square::Square;

/// How the squares of a small board lie in one word, so that sets of squares are words.
///
/// Bit `(row + 1) * stride + column + 1` stands for a position, counted from the least row and
/// column that have a square; `stride` is one more than there are columns, so that an empty bit
/// lies between two rows, as before the first.
#[derive(Clone, Debug)]
pub(crate) struct WordGrid {
    /// By square: its bit.
    places: Vec<u8>,
    /// By bit: the square there.
    numbers: Vec<Square>,
    stride: u32,
    floor: u128,
}

impl WordGrid {
    /// None if the board is too large.
    pub(crate) fn new(board: &Board) -> Option<Self> {
        let positions = || (0..board.squares()).map(|square| board.position(Square::new(square)));
        let rows = positions().map(|position| position.row);
        let columns = positions().map(|position| position.column);
        let (top, bottom) = (rows.clone().min()?, rows.max()?);
        let (left, right) = (columns.clone().min()?, columns.max()?);
        let (height, width) = (bottom - top + 1, right - left + 1);
        let stride = width + 1;
        // A window ends one below and one to the right of its middle.
        if (height + 1) * stride + width >= 127 {
            return None;
        }
        let mut grid = Self {
            places: Vec::with_capacity(board.squares()),
            numbers: vec![Square::NONE; 128],
            stride: stride as u32,
            floor: 0,
        };
        for (number, position) in positions().enumerate() {
            let place = (position.row - top + 1) * stride + position.column - left + 1;
            grid.places.push(place as u8);
            grid.numbers[place] = Square::new(number);
            grid.floor |= 1 << place;
        }
        Some(grid)
    }

    /// The set of `square` alone; nothing for [`Square::NONE`].
    pub(crate) fn bit(&self, square: Square) -> u128 {
        self.places.get(square.index()).map_or(0, |&place| 1 << (place & 127))
    }

    /// All squares.
    pub(crate) fn bits_of_all(&self) -> u128 {
        self.floor
    }

    /// The set of `squares`.
    pub(crate) fn bits(&self, squares: &[Square]) -> u128 {
        squares.iter().map(|&square| self.bit(square)).fold(0, |all, bit| all | bit)
    }

    /// The squares of a set in reading order.
    pub(crate) fn squares(&self, mut bits: u128) -> impl Iterator<Item = Square> + use<'_> {
        core::iter::from_fn(move || {
            let place = (bits != 0).then(|| bits.trailing_zeros())?;
            bits &= bits - 1;
            Some(self.numbers[place as usize])
        })
    }

    /// The floor beside a set of squares.
    pub(crate) fn beside(&self, bits: u128) -> u128 {
        let stride = self.stride & 63;
        (bits << 1 | bits >> 1 | bits << stride | bits >> stride) & self.floor
    }

    /// All of `free` that is connected to a bit of `seed`, which lies within `free`.
    pub(crate) fn area(&self, seed: u128, free: u128) -> u128 {
        // Below 64, which tells the compiler that a shift takes two instructions.
        let stride = self.stride & 63;
        let mut area = seed;
        loop {
            // To the end of the row, by the carry of an addition, and from there a step each way.
            let row = area | (free & !free.wrapping_add(area));
            let next = row | (free & (row >> 1 | row << stride | row >> stride));
            if next == area {
                return area;
            }
            area = next;
        }
    }
}

/// The player's area as a set of squares.
#[derive(Clone, Debug)]
pub(super) struct WordReach {
    grid: WordGrid,
    /// The floor without the boxes.
    free: u128,
    /// Always within `free` as it was at the last flood.
    reached: u128,
}

impl WordReach {
    /// None if the board is too large.
    pub(super) fn new(board: &Board) -> Option<Self> {
        let grid = WordGrid::new(board)?;
        Some(Self { free: grid.floor, grid, reached: 0 })
    }

    pub(super) fn set_boxes(&mut self, boxes: impl IntoIterator<Item = Square>) {
        self.free = self.grid.floor;
        for square in boxes {
            self.toggle(square);
        }
    }

    /// Puts a box on `square`, or takes it away.
    pub(super) fn toggle(&mut self, square: Square) {
        self.free ^= 1 << (self.grid.places[square.index()] & 127);
    }

    pub(super) fn count(&self) -> usize {
        self.reached.count_ones() as usize
    }

    pub(super) fn contains(&self, square: Square) -> bool {
        self.grid.bit(square) & self.reached != 0
    }

    pub(super) fn flood(&mut self, player: Square) -> Square {
        self.reached = self.grid.area(self.grid.bit(player), self.free);
        self.grid.numbers[self.reached.trailing_zeros() as usize]
    }

    /// The free squares, and of these those that were reached.
    pub(super) fn bits(&self) -> (u128, u128) {
        (self.free, self.reached)
    }

    /// Does `one` come before `other` in reading order?
    pub(super) fn is_before(&self, one: Square, other: Square) -> bool {
        self.grid.places[one.index()] < self.grid.places[other.index()]
    }

    pub(super) fn windows(&self, from: Square, to: Square) -> Windows {
        let window = |grid: u128, place: u8| {
            let part = |place: u32| (grid >> (place & 127)) as u64 & 0b111;
            let first = u32::from(place) - self.grid.stride - 1;
            part(first)
                | part(first + self.grid.stride) << 3
                | part(first + 2 * self.grid.stride) << 6
        };
        let (from, to) = (self.grid.places[from.index()], self.grid.places[to.index()]);
        Windows {
            free_round_from: window(self.free, from),
            reached_round_from: window(self.reached, from),
            free_round_to: window(self.free, to),
            to_bit: if to + 1 == from {
                1 << 3
            } else if to == from + 1 {
                1 << 5
            } else if to < from {
                1 << 1
            } else {
                1 << 7
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_grids_of_one_word() {
        let fits = |height: usize, width: usize| {
            let row = |symbol: &str| format!("#{}#\n", symbol.repeat(width));
            let mut text = row("#");
            text += &format!("#@$.{}#\n", " ".repeat(width - 3));
            text += &row(" ").repeat(height - 1);
            text += &row("#");
            let board = Board::try_from(&text.parse().unwrap()).unwrap();
            WordReach::new(&board).is_some()
        };
        assert!(fits(10, 9) && fits(9, 10));
        assert!(!fits(10, 10));
        assert!(fits(1, 41) && !fits(1, 42));
        assert!(fits(29, 3) && !fits(30, 3));
    }
}
