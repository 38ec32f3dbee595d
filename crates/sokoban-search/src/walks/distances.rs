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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sokoban_core::Level;
    use sokoban_oracle::random_level;

    use super::*;

    /// The naive twin: all distances grow until none falls any more.
    fn relaxed(board: &Board, boxes: &[Square], player: Square) -> Vec<u16> {
        let mut steps = vec![NO_WALK; board.squares()];
        steps[player.index()] = 0;
        loop {
            let before = steps.clone();
            for square in (0..board.squares()).map(Square::new) {
                let sides = board.neighbors()[square.index()].iter().filter(|side| !side.is_none());
                let least = sides.map(|side| before[side.index()].saturating_add(1)).min();
                let is_box = boxes.contains(&square);
                if let Some(least) = least.filter(|&least| !is_box && least < NO_WALK) {
                    steps[square.index()] = steps[square.index()].min(least);
                }
            }
            if steps == before {
                return steps;
            }
        }
    }

    proptest! {
        #[test]
        fn distances_are_least_and_end_where_they_are_to(
            seed in 0_u64..10_000, boxes in 1_usize..6, most in 0_u16..20,
        ) {
            let level: Level = random_level(seed, 9, 8, boxes, 8).parse().expect("a level");
            let board = Board::try_from(&level).expect("a board");
            let boxes = board.start_boxes();
            let mut distances = WalkDistances::new(&board);
            for player in (0..board.squares()).map(Square::new) {
                if boxes.contains(&player) {
                    continue;
                }
                let all = relaxed(&board, boxes, player);
                distances.survey(&board, boxes.iter().copied(), player, ANY_LENGTH);
                prop_assert_eq!(&distances.steps, &all);
                distances.survey(&board, boxes.iter().copied(), player, most);
                let near = all.iter().map(|&steps| if steps <= most { steps } else { NO_WALK });
                prop_assert_eq!(&distances.steps, &near.collect::<Vec<_>>());
            }
            distances.survey(&board, boxes.iter().copied(), Square::NONE, most);
            for square in (0..board.squares()).map(Square::new) {
                prop_assert_eq!(distances.to(square).is_none(), boxes.contains(&square));
            }
        }
    }
}
