//! Window: a run of a solution's pushes, and what stands where before and after it.

use std::ops::Range;

use sokoban_core::{Board, Push, Square, box_key};

use super::failed::mixed;

/// A run of a solution's pushes, and what stands where before and after it.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// Which of the solution's pushes.
    pub(super) range: Range<usize>,
    /// Where the boxes stand that it moves: before it, ascending.
    pub(super) before: Vec<Square>,
    /// The same after it.
    pub(super) after: Vec<Square>,
    /// The boxes that it does not move, ascending.
    pub(super) still: Vec<Square>,
    /// The player before it, and after it.
    pub(super) player: Square,
    pub(super) player_after: Square,
    /// Does the solution end with it? Then it does not matter where the player ends.
    pub(super) is_last: bool,
}

/// No box in the list of boxes by square.
const NO_BOX: usize = usize::MAX;

impl Window {
    /// The window of those of `pushes`, which solve the level of `board`, that `range` names.
    ///
    /// # Complexity
    /// O(squares + pushes).
    pub(super) fn cut(board: &Board, pushes: &[Push], range: Range<usize>) -> Self {
        let mut numbers = vec![NO_BOX; board.squares()];
        for (number, square) in board.start_boxes().iter().enumerate() {
            numbers[square.index()] = number;
        }
        let mut player = board.start_player();
        let mut make = |push: &Push, numbers: &mut Vec<usize>| {
            let to = board.neighbor(push.from, push.direction);
            let number = std::mem::replace(&mut numbers[push.from.index()], NO_BOX);
            numbers[to.index()] = number;
            player = push.from;
            number
        };
        for push in &pushes[..range.start] {
            make(push, &mut numbers);
        }
        let numbers_before = numbers.clone();
        let mut is_moved = vec![false; board.start_boxes().len()];
        for push in &pushes[range.clone()] {
            is_moved[make(push, &mut numbers)] = true;
        }
        let player_before = match range.start {
            0 => board.start_player(),
            start => pushes[start - 1].from,
        };
        let those = |numbers: &[usize], moved: bool| {
            let squares = numbers.iter().enumerate();
            let those =
                squares.filter(|&(_, &number)| number != NO_BOX && is_moved[number] == moved);
            those.map(|(square, _)| Square::new(square)).collect()
        };
        Self {
            before: those(&numbers_before, true),
            after: those(&numbers, true),
            still: those(&numbers, false),
            player: player_before,
            player_after: player,
            is_last: range.end == pushes.len(),
            range,
        }
    }

    /// The number of its pushes.
    pub(super) fn len(&self) -> usize {
        self.range.len()
    }

    /// The key of what decides how a search for something better ends: the state before it, its
    /// pushes, the push after it where the walk there counts, and `kind` for the rest.
    pub(super) fn key(&self, pushes: &[Push], has_next: bool, kind: u64) -> u64 {
        let boxes = self.before.iter().chain(&self.still);
        let boxes = boxes.fold(0, |key, &square| key ^ box_key(square));
        let key =
            mixed(mixed(boxes, self.player.index() as u64), 2 * kind + u64::from(self.is_last));
        let end = (self.range.end + usize::from(has_next)).min(pushes.len());
        pushes[self.range.start..end].iter().fold(key, |key, push| {
            mixed(key, 4 * push.from.index() as u64 + push.direction.index() as u64)
        })
    }
}
