//! Numbers for box placements, so that a step of the player need not look one up.

use std::collections::BTreeMap;

use crate::{Grid, OracleState};

/// The box placements met so far, numbered in the order of meeting.
///
/// A state with an exact player square is then a pair of numbers. There are about as many times
/// fewer placements than states as there are squares, which is what keeps millions of states small.
pub(crate) struct Placements {
    /// Two bytes for each box, ascending; `boxes[numbers[p]] == p` for every placement `p`.
    numbers: BTreeMap<Box<[u16]>, usize>,
    boxes: Vec<Box<[u16]>>,
}

/// What one step of the player comes to.
pub(crate) struct Stepped {
    pub(crate) placement: usize,
    pub(crate) player: usize,
    pub(crate) pushed: bool,
}

impl Placements {
    /// Holds the start of `grid` alone, under number 0.
    pub(crate) fn new(grid: &Grid) -> Self {
        let mut placements = Self { numbers: BTreeMap::new(), boxes: Vec::new() };
        placements.number(grid.start().boxes.iter().map(|&position| narrow(position)).collect());
        placements
    }

    /// How many placements have been met.
    pub(crate) fn len(&self) -> usize {
        self.boxes.len()
    }

    /// Whether every box of the placement stands on a goal.
    pub(crate) fn is_solved(&self, grid: &Grid, placement: usize) -> bool {
        self.boxes[placement].iter().all(|&position| grid.is_goal(usize::from(position)))
    }

    /// The boxes of the placement with the player at `player`.
    pub(crate) fn state(&self, placement: usize, player: usize) -> OracleState {
        let boxes = self.boxes[placement].iter().map(|&position| usize::from(position)).collect();
        OracleState { boxes, player }
    }

    /// The player at `player` takes one step: `None` against a wall or a box that does not give
    /// way, else where it stands then, and with which boxes.
    pub(crate) fn step(
        &mut self,
        grid: &Grid,
        placement: usize,
        player: usize,
        step: isize,
    ) -> Option<Stepped> {
        let target = player.wrapping_add_signed(step);
        if grid.is_wall(target) {
            return None;
        }
        let boxes = &self.boxes[placement];
        let Ok(index) = boxes.binary_search(&narrow(target)) else {
            return Some(Stepped { placement, player: target, pushed: false });
        };
        let beyond = target.wrapping_add_signed(step);
        if grid.is_wall(beyond) || boxes.contains(&narrow(beyond)) {
            return None;
        }
        let mut boxes = boxes.clone();
        boxes[index] = narrow(beyond);
        boxes.sort_unstable();
        Some(Stepped { placement: self.number(boxes), player: target, pushed: true })
    }

    fn number(&mut self, boxes: Box<[u16]>) -> usize {
        if let Some(&number) = self.numbers.get(&boxes) {
            return number;
        }
        let number = self.boxes.len();
        self.boxes.push(boxes.clone());
        self.numbers.insert(boxes, number);
        number
    }
}

fn narrow(position: usize) -> u16 {
    u16::try_from(position).expect("a grid has at most 65,535 positions")
}
