//! Reach: the player's reachable area among the boxes, and its canonical square.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::board::Board;
use crate::direction::Direction;
use crate::square::Square;

/// The squares that the player can walk to among the boxes, with the buffers to compute them anew
/// for each state without allocating.
///
/// A player anywhere in the same area can make the same pushes, so states are told apart by the
/// area's canonical square only: its first square in reading order.
///
/// Boards up to 64 columns wide are flooded a row at a time as 64-bit words, swept down and up
/// until nothing changes; wider ones square by square.
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
pub struct Reach(Method);

#[derive(Clone, Debug)]
enum Method {
    Rows(RowReach),
    Squares(SquareReach),
}

impl Reach {
    /// Buffers for `board`, without boxes and with nothing reached.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        if board.width() <= 64 {
            Self(Method::Rows(RowReach::new(board)))
        } else {
            Self::square_by_square(board)
        }
    }

    /// The same by the plain method that serves wide boards: the twin that tests compare with.
    #[must_use]
    pub fn square_by_square(board: &Board) -> Self {
        Self(Method::Squares(SquareReach::new(board)))
    }

    /// Puts the boxes on `boxes` and nowhere else.
    pub fn set_boxes(&mut self, boxes: impl IntoIterator<Item = Square>) {
        match &mut self.0 {
            Method::Rows(rows) => {
                rows.free.copy_from_slice(&rows.floor);
                for square in boxes {
                    rows.toggle(square);
                }
            }
            Method::Squares(squares) => {
                squares.occupied.fill(false);
                for square in boxes {
                    squares.occupied[square.index()] = true;
                }
            }
        }
    }

    /// Moves the box on `from` to `to`. What was reached before stays as it was.
    pub fn move_box(&mut self, from: Square, to: Square) {
        match &mut self.0 {
            Method::Rows(rows) => {
                rows.toggle(from);
                rows.toggle(to);
            }
            Method::Squares(squares) => {
                squares.occupied[from.index()] = false;
                squares.occupied[to.index()] = true;
            }
        }
    }

    /// Finds all that the player on `player`, a square without a box, can reach, and returns the
    /// area's canonical square.
    ///
    /// # Complexity
    /// O(rows * sweeps), or O(squares) on a board wider than 64.
    pub fn flood(&mut self, player: Square) -> Square {
        match &mut self.0 {
            Method::Rows(rows) => rows.flood(player),
            Method::Squares(squares) => squares.flood(player),
        }
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
        match &self.0 {
            Method::Rows(rows) => rows.canonical_after_push(from, to, canonical),
            Method::Squares(_) => None,
        }
    }

    /// How many squares the last flood reached.
    ///
    /// # Complexity
    /// O(rows), or O(1) on a board wider than 64.
    #[must_use]
    pub fn count(&self) -> usize {
        match &self.0 {
            Method::Rows(rows) => rows.reached.iter().map(|row| row.count_ones() as usize).sum(),
            Method::Squares(squares) => squares.count,
        }
    }

    /// Was `square` reached by the last flood? [`Square::NONE`] was not.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        match &self.0 {
            Method::Rows(rows) => rows.contains(square),
            Method::Squares(squares) => squares.reached.get(square.index()) == Some(&squares.flood),
        }
    }
}

/// Bit `column` of word `row + 1` stands for a grid position; the first and the last word are
/// empty, so that a sweep need not look for the border.
#[derive(Clone, Debug)]
struct RowReach {
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
    fn new(board: &Board) -> Self {
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

    fn toggle(&mut self, square: Square) {
        let (row, column) = self.places[square.index()];
        self.free[row as usize] ^= 1 << column;
    }

    fn contains(&self, square: Square) -> bool {
        match self.places.get(square.index()) {
            Some(&(row, column)) => self.reached[row as usize] >> column & 1 == 1,
            None => false,
        }
    }

    fn canonical_after_push(&self, from: Square, to: Square, canonical: Square) -> Option<Square> {
        if to == canonical {
            return None;
        }
        // The 3 by 3 windows round both squares. Neither lies at the grid's edge, since a board is
        // closed by walls.
        let window = |rows: &[u64], (row, column): (u16, u8)| {
            let part = |row: usize| rows[row] >> (column - 1) & 0b111;
            let row = usize::from(row);
            part(row - 1) | part(row) << 3 | part(row + 1) << 6
        };
        let (from_place, to_place) = (self.places[from.index()], self.places[to.index()]);
        // The bit of `to` in the window around `from`, and the other way round.
        let to_bit = 1u64
            << match (to_place.0.cmp(&from_place.0), to_place.1.cmp(&from_place.1)) {
                (Ordering::Less, _) => 1,
                (Ordering::Greater, _) => 7,
                (Ordering::Equal, Ordering::Less) => 3,
                (Ordering::Equal, _) => 5,
            };
        let from_bit = 1u64 << (8 - to_bit.trailing_zeros());
        let opened = window(&self.free, from_place) & !window(&self.reached, from_place);
        if opened & SIDES & !to_bit != 0 {
            return None;
        }
        if self.contains(to) {
            let around = window(&self.free, to_place) | from_bit;
            if !RING_CONNECTED[(around & 0b1111 | around >> 1 & 0b1111_0000) as usize] {
                return None;
            }
        }
        let first = self.places[canonical.index()].min(from_place);
        Some(if first == from_place { from } else { canonical })
    }

    fn flood(&mut self, player: Square) -> Square {
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

/// The four sides of the middle of a 3 by 3 window, a bit each.
const SIDES: u64 = 0b010_101_010;

/// For each set of squares round a middle, bits in reading order with the middle left out: are all
/// the sides in it connected by squares in it?
const RING_CONNECTED: [bool; 256] = {
    // The places in the ring clockwise from the top left; the sides are the odd ones.
    const CLOCKWISE: [usize; 8] = [0, 1, 2, 4, 7, 6, 5, 3];
    let mut table = [false; 256];
    let mut set = 0;
    while set < 256 {
        // Runs of squares in the ring that have a side in them: at most one may be.
        let mut runs = 0;
        let mut start = 0;
        while start < 8 {
            let before = CLOCKWISE[(start + 7) % 8];
            if set >> CLOCKWISE[start] & 1 == 1 && set >> before & 1 == 0 {
                let mut at = start;
                let mut has_side = false;
                while set >> CLOCKWISE[at % 8] & 1 == 1 {
                    has_side |= at % 2 == 1;
                    at += 1;
                }
                runs += has_side as usize;
            }
            start += 1;
        }
        table[set] = runs <= 1;
        set += 1;
    }
    table
};

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

#[derive(Clone, Debug)]
struct SquareReach {
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
    fn new(board: &Board) -> Self {
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

    fn flood(&mut self, player: Square) -> Square {
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
