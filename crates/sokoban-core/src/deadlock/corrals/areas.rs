//! Areas: the parts of the board that the boxes keep the player from.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::reach::Reach;
use crate::square::Square;

/// A state, as the tests of corrals see it.
pub(super) struct View<'s, const WORDS: usize> {
    pub(super) board: &'s Board,
    pub(super) boxes: &'s BitBoard<WORDS>,
    /// The player's area.
    pub(super) reach: &'s Reach,
}

/// The areas of a state, each a largest set of free squares that are joined by walks and that the
/// player cannot reach, and the boxes beside them.
#[derive(Clone, Debug)]
pub(super) struct Areas {
    /// By square: the number of its area plus 1, or 0 if it is in none.
    numbers: Vec<u16>,
    /// The squares of all areas: those whose number is not 0.
    members: Vec<Square>,
    areas: Vec<Area>,
    /// The boxes beside each area, some of them more than once.
    beside: Vec<Square>,
}

#[derive(Clone, Debug)]
struct Area {
    /// The boxes beside it are `beside[begin..end]`.
    begin: u32,
    end: u32,
    /// Its squares are `members[first..last]`.
    first: u32,
    last: u32,
    has_goal: bool,
    /// Is it known to be in no corral?
    leaks: bool,
    /// Is it in the corral under way?
    is_joined: bool,
}

impl Areas {
    pub(super) fn new(board: &Board) -> Self {
        Self {
            numbers: vec![0; board.squares()],
            members: Vec::with_capacity(board.squares()),
            areas: Vec::new(),
            beside: Vec::new(),
        }
    }

    /// Replaces the areas by those of another state. Each is found from a box, since the board is
    /// connected.
    pub(super) fn find<const WORDS: usize>(&mut self, view: &View<'_, WORDS>) {
        for square in self.members.drain(..) {
            self.numbers[square.index()] = 0;
        }
        self.areas.clear();
        self.beside.clear();
        for square in view.boxes {
            for &seed in &view.board.neighbors()[square.index()] {
                let is_cut_off = !seed.is_none()
                    && !view.reach.contains(seed)
                    && !view.boxes.contains(seed)
                    && self.numbers[seed.index()] == 0;
                if is_cut_off {
                    self.flood(view, seed);
                }
            }
        }
    }

    fn flood<const WORDS: usize>(&mut self, view: &View<'_, WORDS>, seed: Square) {
        let (begin, first) = (self.beside.len() as u32, self.members.len() as u32);
        let number = self.areas.len() as u16 + 1;
        let has_goal = match view.reach.area_bits(seed) {
            Some(bits) => {
                self.beside.extend(bits.boxes_beside());
                let mut has_goal = false;
                for square in bits.squares() {
                    has_goal |= view.board.is_goal(square);
                    self.numbers[square.index()] = number;
                    self.members.push(square);
                }
                has_goal
            }
            None => self.walk(view, seed, number),
        };
        let (end, last) = (self.beside.len() as u32, self.members.len() as u32);
        let (leaks, is_joined) = (false, false);
        self.areas.push(Area { begin, end, first, last, has_goal, leaks, is_joined });
    }

    /// The same square by square, for boards of more than a word. Does the area hold a goal?
    fn walk<const WORDS: usize>(
        &mut self,
        view: &View<'_, WORDS>,
        seed: Square,
        number: u16,
    ) -> bool {
        let mut has_goal = false;
        let mut next = self.members.len();
        self.numbers[seed.index()] = number;
        self.members.push(seed);
        while let Some(&square) = self.members.get(next) {
            next += 1;
            has_goal |= view.board.is_goal(square);
            for &neighbor in &view.board.neighbors()[square.index()] {
                if view.boxes.contains(neighbor) {
                    self.beside.push(neighbor);
                } else if !neighbor.is_none() && self.numbers[neighbor.index()] == 0 {
                    self.numbers[neighbor.index()] = number;
                    self.members.push(neighbor);
                }
            }
        }
        has_goal
    }

    /// The squares of an area.
    pub(super) fn members(&self, index: usize) -> &[Square] {
        let Area { first, last, .. } = self.areas[index];
        &self.members[first as usize..last as usize]
    }

    pub(super) fn count(&self) -> usize {
        self.areas.len()
    }

    /// Marks an area as one that leaks; no if it was marked before.
    pub(super) fn mark_leak(&mut self, index: usize) -> bool {
        !core::mem::replace(&mut self.areas[index].leaks, true)
    }

    /// Is the area known to leak?
    pub(super) fn leaks(&self, index: usize) -> bool {
        self.areas[index].leaks
    }

    /// The range of the boxes beside an area, for [`Self::box_beside`].
    pub(super) fn beside(&self, index: usize) -> Range<usize> {
        self.areas[index].begin as usize..self.areas[index].end as usize
    }

    pub(super) fn box_beside(&self, at: usize) -> Square {
        self.beside[at]
    }

    /// Takes all areas out of the corral.
    pub(super) fn part(&mut self) {
        for area in &mut self.areas {
            area.is_joined = false;
        }
    }

    /// Puts an area into the corral. Does it hold a goal?
    pub(super) fn join(&mut self, index: usize) -> bool {
        self.areas[index].is_joined = true;
        self.areas[index].has_goal
    }

    /// The number of the area that `square` is in, if it is in one.
    pub(super) fn number_of(&self, square: Square) -> Option<usize> {
        usize::from(self.numbers[square.index()]).checked_sub(1)
    }

    /// Does `square` lie in the corral?
    pub(super) fn is_inside(&self, square: Square) -> bool {
        self.number_of(square).is_some_and(|index| self.areas[index].is_joined)
    }

    /// The bytes of the buffers at most: a square has four boxes beside it at worst.
    pub(super) fn memory_usage(&self) -> usize {
        self.numbers.len() * (2 + 2 + 4 * 2 + size_of::<Area>())
    }
}
