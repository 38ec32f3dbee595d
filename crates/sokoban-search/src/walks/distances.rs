//! WalkDistances: the player's distances to all squares among the boxes.

use sokoban_core::{Board, Square};

/// Where no walk leads.
const NO_WALK: u16 = u16::MAX;

/// More steps than any walk takes: there are no more squares.
pub(super) const ANY_LENGTH: u16 = NO_WALK - 1;

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

    /// Finds the distances of up to `most` steps from `player` among the boxes; from
    /// [`Square::NONE`], where the player may be anywhere, they are 0 to every square without a box.
    pub(super) fn survey(
        &mut self,
        board: &Board,
        boxes: impl Iterator<Item = Square> + Clone,
        player: Square,
        most: u16,
    ) {
        if player.is_none() {
            self.steps.fill(0);
        } else {
            self.steps.fill(NO_WALK);
            // As if they had been visited: there is one thing to look at for each square.
            boxes.clone().for_each(|square| self.steps[square.index()] = 0);
            self.spread(board, player, most);
        }
        boxes.for_each(|square| self.steps[square.index()] = NO_WALK);
    }

    fn spread(&mut self, board: &Board, player: Square, most: u16) {
        let Self { steps, queue } = self;
        queue.clear();
        steps[player.index()] = 0;
        queue.push(player);
        let mut head = 0;
        while let Some(&square) = queue.get(head) {
            head += 1;
            let next_steps = steps[square.index()] + 1;
            if next_steps > most {
                break;
            }
            for &next in &board.neighbors()[square.index()] {
                // A wall's number is beyond them all.
                if let Some(steps) = steps.get_mut(next.index())
                    && *steps == NO_WALK
                {
                    *steps = next_steps;
                    queue.push(next);
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
