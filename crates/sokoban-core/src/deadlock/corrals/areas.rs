//! Areas: the parts of the board that the boxes keep the player from.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::reach::{Reach, WordGrid};
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
    /// On a small board: sets of squares are words, and nothing is kept by square.
    grid: Option<Grid>,
    /// By square, on a larger board: the number of its area plus 1, or 0 if it is in none.
    numbers: Vec<u16>,
    /// The squares of all areas on a larger board: those whose number is not 0.
    members: Vec<Square>,
    areas: Vec<Area>,
    /// The boxes beside each area, some of them more than once.
    beside: Vec<Square>,
}

#[derive(Clone, Debug)]
struct Grid {
    words: WordGrid,
    goals: u128,
    /// The squares of all areas, of those not known to leak, and of those in the corral.
    cut_off: u128,
    tight: u128,
    joined: u128,
}

#[derive(Clone, Debug)]
struct Area {
    /// The boxes beside it are `beside[begin..end]`.
    begin: u32,
    end: u32,
    squares: Squares,
    has_goal: bool,
    /// Is it known to be in no corral?
    leaks: bool,
    /// Is it in the corral under way?
    is_joined: bool,
}

/// The squares of an area: as a word, or `members[first..last]`.
#[derive(Clone, Copy, Debug)]
enum Squares {
    Bits(u128),
    Members { first: u32, last: u32 },
}

impl Areas {
    pub(super) fn new(board: &Board) -> Self {
        let grid = WordGrid::new(board).map(|words| {
            let goals = words.bits(board.goals());
            Grid { words, goals, cut_off: 0, tight: 0, joined: 0 }
        });
        let by_square = if grid.is_some() { 0 } else { board.squares() };
        Self {
            grid,
            numbers: vec![0; by_square],
            members: Vec::with_capacity(by_square),
            areas: Vec::new(),
            beside: Vec::new(),
        }
    }

    /// Replaces the areas by those of another state. Each is found from a box, since the board is
    /// connected.
    pub(super) fn find<const WORDS: usize>(&mut self, view: &View<'_, WORDS>) {
        self.areas.clear();
        self.beside.clear();
        if let (Some(grid), Some((free, reached))) = (&mut self.grid, view.reach.word_bits()) {
            // Of words there is no need to keep the numbers and the members.
            let boxes = grid.words.bits_of_all() & !free;
            let mut rest = free & !reached;
            (grid.cut_off, grid.tight) = (rest, rest);
            for square in view.boxes {
                for &seed in &view.board.neighbors()[square.index()] {
                    let seed = grid.words.bit(seed) & rest;
                    if seed != 0 {
                        let bits = grid.words.area(seed, free);
                        rest &= !bits;
                        let begin = self.beside.len() as u32;
                        let beside = grid.words.beside(bits) & boxes;
                        self.beside.extend(grid.words.squares(beside));
                        self.areas.push(Area {
                            begin,
                            end: self.beside.len() as u32,
                            squares: Squares::Bits(bits),
                            has_goal: bits & grid.goals != 0,
                            leaks: false,
                            is_joined: false,
                        });
                    }
                }
            }
            return;
        }
        self.find_by_square(view);
    }

    /// The same for boards of more than a word, and for reach that is not kept as words.
    fn find_by_square<const WORDS: usize>(&mut self, view: &View<'_, WORDS>) {
        self.grid = None;
        self.numbers.resize(view.board.squares(), 0);
        for square in self.members.drain(..) {
            self.numbers[square.index()] = 0;
        }
        for square in view.boxes {
            for &seed in &view.board.neighbors()[square.index()] {
                let is_cut_off = !seed.is_none()
                    && !view.reach.contains(seed)
                    && !view.boxes.contains(seed)
                    && self.numbers[seed.index()] == 0;
                if is_cut_off {
                    self.walk(view, seed);
                }
            }
        }
    }

    fn walk<const WORDS: usize>(&mut self, view: &View<'_, WORDS>, seed: Square) {
        let (begin, first) = (self.beside.len() as u32, self.members.len() as u32);
        let number = self.areas.len() as u16 + 1;
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
        let (end, last) = (self.beside.len() as u32, self.members.len() as u32);
        let squares = Squares::Members { first, last };
        let (leaks, is_joined) = (false, false);
        self.areas.push(Area { begin, end, squares, has_goal, leaks, is_joined });
    }

    /// Does `holds` say yes of every square of an area?
    pub(super) fn all_squares(&self, index: usize, mut holds: impl FnMut(Square) -> bool) -> bool {
        match (self.areas[index].squares, &self.grid) {
            (Squares::Members { first, last }, _) => {
                self.members[first as usize..last as usize].iter().all(|&square| holds(square))
            }
            (Squares::Bits(bits), Some(grid)) => grid.words.squares(bits).all(holds),
            (Squares::Bits(_), None) => unreachable!("words are kept with their grid"),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.areas.len()
    }

    /// Marks an area as one that leaks; no if it was marked before.
    pub(super) fn mark_leak(&mut self, index: usize) -> bool {
        let area = &mut self.areas[index];
        if let (Squares::Bits(bits), Some(grid)) = (area.squares, &mut self.grid) {
            grid.tight &= !bits;
        }
        !core::mem::replace(&mut area.leaks, true)
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
        if let Some(grid) = &mut self.grid {
            grid.joined = 0;
        }
        for area in &mut self.areas {
            area.is_joined = false;
        }
    }

    /// Puts an area into the corral. Does it hold a goal?
    pub(super) fn join(&mut self, index: usize) -> bool {
        let area = &mut self.areas[index];
        if let (Squares::Bits(bits), Some(grid)) = (area.squares, &mut self.grid) {
            grid.joined |= bits;
        }
        area.is_joined = true;
        area.has_goal
    }

    /// The number of the area that `square` is in, if it is in one.
    pub(super) fn number_of(&self, square: Square) -> Option<usize> {
        let Some(grid) = &self.grid else {
            return usize::from(self.numbers[square.index()]).checked_sub(1);
        };
        let bit = grid.words.bit(square) & grid.cut_off;
        let is_in = |area: &Area| matches!(area.squares, Squares::Bits(bits) if bits & bit != 0);
        if bit == 0 { None } else { self.areas.iter().position(is_in) }
    }

    /// Does `square` lie in an area that is not known to leak?
    pub(super) fn is_tight(&self, square: Square) -> bool {
        match &self.grid {
            Some(grid) => grid.words.bit(square) & grid.tight != 0,
            None => self.number_of(square).is_some_and(|index| !self.areas[index].leaks),
        }
    }

    /// Does `square` lie in the corral?
    pub(super) fn is_inside(&self, square: Square) -> bool {
        match &self.grid {
            Some(grid) => grid.words.bit(square) & grid.joined != 0,
            None => self.number_of(square).is_some_and(|index| self.areas[index].is_joined),
        }
    }

    /// The bytes of the buffers at most: a square has four boxes beside it at worst.
    pub(super) fn memory_usage(board: &Board) -> usize {
        board.squares() * (2 + 2 + 4 * 2 + size_of::<Area>() + 1) + 128 * 2 + size_of::<Grid>()
    }
}
