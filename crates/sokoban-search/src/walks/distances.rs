//! WalkDistances: the player's distances to all squares among the boxes.

use sokoban_core::{Board, Square};

/// Where no walk leads.
pub(super) const NO_WALK: u16 = u16::MAX;

/// The steps of the player from one square to every other, by a breadth-first search.
#[derive(Debug)]
pub(super) struct WalkDistances {
    steps: Vec<u16>,
    queue: Vec<Square>,
}

impl WalkDistances {
    pub(super) fn new(board: &Board) -> Self {
        Self { steps: vec![NO_WALK; board.squares()], queue: Vec::with_capacity(board.squares()) }
    }

    pub(super) fn memory_usage(board: &Board) -> usize {
        board.squares() * (size_of::<u16>() + size_of::<Square>())
    }

    /// Finds all distances from `player` among the boxes; from [`Square::NONE`], where the player
    /// may be anywhere, they are 0 to every square without a box.
    pub(super) fn survey(&mut self, board: &Board, occupied: &[bool], player: Square) {
        if player.is_none() {
            for (steps, &is_box) in self.steps.iter_mut().zip(occupied) {
                *steps = if is_box { NO_WALK } else { 0 };
            }
            return;
        }
        self.steps.fill(NO_WALK);
        self.queue.clear();
        self.steps[player.index()] = 0;
        self.queue.push(player);
        let mut head = 0;
        while let Some(&square) = self.queue.get(head) {
            head += 1;
            let next_steps = self.steps[square.index()] + 1;
            for &next in &board.neighbors()[square.index()] {
                if !next.is_none() && !occupied[next.index()] && self.steps[next.index()] == NO_WALK
                {
                    self.steps[next.index()] = next_steps;
                    self.queue.push(next);
                }
            }
        }
    }

    /// The steps to `square`, none if there is no walk. To [`Square::NONE`], which is anywhere, none
    /// need be made.
    pub(super) fn to(&self, square: Square) -> Option<u64> {
        if square.is_none() {
            return Some(0);
        }
        let steps = self.steps[square.index()];
        (steps != NO_WALK).then_some(u64::from(steps))
    }
}
