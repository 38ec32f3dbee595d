//! The player's reach by rows: a row of the grid is a word, a bit a column.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::window::Windows;
use crate::board::Board;
use crate::square::Square;

/// Bit `column` of word `row + 1` stands for a grid position; the first and the last word are
/// empty, so that a sweep need not look for the border.
#[derive(Clone, Debug)]
pub(super) struct RowReach {
    /// By square: its word and its bit.
    places: Vec<(u16, u8)>,
    /// By grid position, `row * width + column`: the square there.
    numbers: Vec<Square>,
    width: usize,
    floor: Vec<u64>,
    /// `floor` without the boxes.
    free: Vec<u64>,
    /// Always within `free` as it was at the last flood.
    reached: Vec<u64>,
}

impl RowReach {
    pub(super) fn new(board: &Board) -> Self {
        let mut floor = vec![0; board.height() + 2];
        let mut numbers = vec![Square::NONE; board.height() * board.width()];
        let mut places = Vec::with_capacity(board.squares());
        for square in (0..board.squares()).map(Square::new) {
            let position = board.position(square);
            floor[position.row + 1] |= 1 << position.column;
            numbers[position.row * board.width() + position.column] = square;
            places.push((position.row as u16 + 1, position.column as u8));
        }
        let reached = vec![0; floor.len()];
        Self { places, numbers, width: board.width(), free: floor.clone(), floor, reached }
    }

    pub(super) fn set_boxes(&mut self, boxes: impl IntoIterator<Item = Square>) {
        self.free.copy_from_slice(&self.floor);
        for square in boxes {
            self.toggle(square);
        }
    }

    pub(super) fn count(&self) -> usize {
        self.reached.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Puts a box on `square`, or takes it away.
    pub(super) fn toggle(&mut self, square: Square) {
        let (row, column) = self.places[square.index()];
        self.free[row as usize] ^= 1 << column;
    }

    pub(super) fn contains(&self, square: Square) -> bool {
        match self.places.get(square.index()) {
            Some(&(row, column)) => self.reached[row as usize] >> column & 1 == 1,
            None => false,
        }
    }

    /// Does `one` come before `other` in reading order?
    pub(super) fn is_before(&self, one: Square, other: Square) -> bool {
        self.places[one.index()] < self.places[other.index()]
    }

    pub(super) fn windows(&self, from: Square, to: Square) -> Windows {
        // Neither lies at the grid's edge, since a board is closed by walls.
        let window = |rows: &[u64], (row, column): (u16, u8)| {
            let part = |row: usize| rows[row] >> (column - 1) & 0b111;
            let row = usize::from(row);
            part(row - 1) | part(row) << 3 | part(row + 1) << 6
        };
        let (from, to) = (self.places[from.index()], self.places[to.index()]);
        Windows {
            free_round_from: window(&self.free, from),
            reached_round_from: window(&self.reached, from),
            free_round_to: window(&self.free, to),
            to_bit: 1
                << match (to.0.cmp(&from.0), to.1.cmp(&from.1)) {
                    (Ordering::Less, _) => 1,
                    (Ordering::Greater, _) => 7,
                    (Ordering::Equal, Ordering::Less) => 3,
                    (Ordering::Equal, _) => 5,
                },
        }
    }

    pub(super) fn flood(&mut self, player: Square) -> Square {
        let (row, column) = self.places[player.index()];
        let row = row as usize;
        let free = &self.free[..];
        // The same length, so that the compiler checks each index once.
        let reached = &mut self.reached[..free.len()];
        reached.fill(0);
        reached[row] = fill_row(1 << column, free[row], self.width);
        let last = free.len() - 2;
        // The rows outside first..=end hold nothing yet.
        let (mut first, mut end) = (row, row);
        loop {
            let mut changed = false;
            let mut above = reached[first - 1];
            let mut next = first;
            while next <= last {
                let seed = above & free[next] & !reached[next];
                if seed != 0 {
                    reached[next] = fill_row(reached[next] | seed, free[next], self.width);
                    changed = true;
                } else if next > end {
                    break;
                }
                above = reached[next];
                end = end.max(next);
                next += 1;
            }
            let mut below = reached[end + 1];
            let mut next = end;
            while next >= 1 {
                let seed = below & free[next] & !reached[next];
                if seed != 0 {
                    reached[next] = fill_row(reached[next] | seed, free[next], self.width);
                    changed = true;
                } else if next < first {
                    break;
                }
                below = reached[next];
                first = first.min(next);
                next -= 1;
            }
            if !changed {
                break;
            }
        }
        while reached[first] == 0 {
            first += 1;
        }
        let column = reached[first].trailing_zeros() as usize;
        self.numbers[(first - 1) * self.width + column]
    }
}

/// All of `free` that is connected within the row to a bit of `seed`, which lies within `free`.
fn fill_row(seed: u64, free: u64, width: usize) -> u64 {
    // Towards high bits one addition does it: the carry runs through the free bits and clears them.
    let mut filled = seed | (free & !free.wrapping_add(seed));
    // Towards low bits by doubling shifts (Kogge & Stone 1973), as far as a row is wide.
    let mut open = free;
    let mut shift = 1;
    while shift < width {
        filled |= open & (filled >> shift);
        open &= open >> shift;
        shift *= 2;
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn naive_fill(seed: u64, free: u64) -> u64 {
        let mut filled = seed;
        loop {
            let next = filled | (free & ((filled << 1) | (filled >> 1)));
            if next == filled {
                return filled;
            }
            filled = next;
        }
    }

    proptest! {
        #[test]
        fn a_row_fills_as_step_by_step(free in any::<u64>(), more in any::<u64>(), seeds in any::<u64>()) {
            for free in [free, free | more] {
                prop_assert_eq!(fill_row(seeds & free, free, 64), naive_fill(seeds & free, free));
            }
        }
    }
}
