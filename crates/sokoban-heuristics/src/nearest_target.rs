//! NearestTarget: each box to the target nearest to it.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use sokoban_core::{Board, NO_ROUTE, PlayerSides, PushDistances, Square};

use crate::bound::Bound;
use crate::heuristic::Heuristic;

/// The sum over the boxes of the distance to the nearest target, though several boxes may pick the
/// same one.
///
/// Admissible, since a push moves one box by one square and shortens any route by at most 1, and
/// consistent for the same reason. Cheap, and weak where boxes compete for goals: prefer
/// [`Matching`](crate::Matching) but for hundreds of boxes.
///
/// # Complexity
/// Built in O(targets * squares); a child costs O(1).
#[derive(Clone, Debug)]
pub struct NearestTarget {
    sides: PlayerSides,
    /// By stance.
    nearest: Vec<u16>,
}

/// The sum over the boxes of the state last seen, and its player.
#[derive(Clone, Copy, Debug)]
pub struct NearestScratch {
    sum: u32,
    player: Square,
}

impl NearestTarget {
    /// By exact push distances: to the goals, or from the start squares for a search by pulls.
    #[must_use]
    pub fn push_distance(board: &Board, distances: &PushDistances) -> Self {
        let mut nearest = vec![NO_ROUTE; distances.stances()];
        for anchor in 0..distances.anchors().len() {
            for (least, &distance) in nearest.iter_mut().zip(distances.row(anchor)) {
                *least = distance.min(*least);
            }
        }
        Self::by_stance(board, nearest)
    }

    /// By distances known already, a number a stance: those to the nearest target, such as
    /// [`Board::distances_to_nearest_goal`] finds without a table of them all.
    ///
    /// # Panics
    /// When `nearest` is not as long as there are stances.
    #[must_use]
    pub fn by_stance(board: &Board, nearest: Vec<u16>) -> Self {
        assert_eq!(nearest.len(), board.sides().stances(), "a distance for each stance");
        Self { sides: board.sides().clone(), nearest }
    }

    /// By Manhattan distances: rows plus columns, walls ignored.
    #[must_use]
    pub fn manhattan(board: &Board, targets: &[Square]) -> Self {
        let built = Self::manhattan_while(board, targets, &mut || ControlFlow::Continue(()));
        built.expect("nobody breaks off")
    }

    /// As [`Self::manhattan`], but none if `watch` breaks, which is asked before each square.
    pub fn manhattan_while(
        board: &Board,
        targets: &[Square],
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        let mut nearest = vec![NO_ROUTE; board.sides().stances()];
        for square in (0..board.squares()).map(Square::new) {
            if watch().is_break() {
                return None;
            }
            let distances = targets.iter().map(|&target| manhattan(board, square, target));
            let least = distances.min().unwrap_or(NO_ROUTE);
            for stance in board.sides().stances_of(square) {
                nearest[stance.index()] = least;
            }
        }
        Some(Self { sides: board.sides().clone(), nearest })
    }
}

/// Rows plus columns between two squares.
pub(crate) fn manhattan(board: &Board, one: Square, other: Square) -> u16 {
    let (one, other) = (board.position(one), board.position(other));
    let sum = one.row.abs_diff(other.row) + one.column.abs_diff(other.column);
    u16::try_from(sum).unwrap_or(NO_ROUTE - 1)
}

impl Heuristic for NearestTarget {
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;
    type Scratch = NearestScratch;

    fn scratch(&self) -> NearestScratch {
        NearestScratch { sum: 0, player: Square::NONE }
    }

    fn bound(&self, boxes: &[Square], player: Square, scratch: &mut NearestScratch) -> Bound {
        scratch.sum = 0;
        scratch.player = player;
        for &square in boxes {
            match self.nearest[self.sides.stance(square, player).index()] {
                NO_ROUTE => return Bound::UNSOLVABLE,
                distance => scratch.sum += u32::from(distance),
            }
        }
        Bound::new(scratch.sum)
    }

    fn bound_after(
        &self,
        boxes: &[Square],
        moved: usize,
        to: Square,
        player: Square,
        scratch: &mut NearestScratch,
    ) -> Bound {
        // The other boxes keep their stances: the player cannot walk through them.
        match self.nearest[self.sides.stance(to, player).index()] {
            NO_ROUTE => Bound::UNSOLVABLE,
            distance => {
                let before = self.sides.stance(boxes[moved], scratch.player);
                let before = u32::from(self.nearest[before.index()]);
                Bound::new(scratch.sum - before + u32::from(distance))
            }
        }
    }

    fn memory_usage(&self) -> usize {
        self.nearest.capacity() * size_of::<u16>() + self.sides.memory_usage()
    }
}
