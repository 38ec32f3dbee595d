//! The player's shortest walk between two squares.

use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::direction::Direction;
use crate::square::Square;

/// The steps of a shortest walk from `from` to `to` that avoids the boxes, or none if there is no
/// walk. Among shortest walks, the one that a breadth-first search in the order of
/// [`Direction::ALL`] finds first.
///
/// # Complexity
/// O(squares) in time and space.
#[must_use]
pub fn shortest_walk<const WORDS: usize>(
    board: &Board,
    boxes: &BitBoard<WORDS>,
    from: Square,
    to: Square,
) -> Option<Vec<Direction>> {
    let mut entered_by = vec![None; board.squares()];
    let mut queue = VecDeque::from([from]);
    while let Some(square) = queue.pop_front() {
        if square == to {
            let mut walk = Vec::new();
            let mut square = to;
            while square != from {
                let direction: Direction =
                    entered_by[square.index()].expect("every square queued was entered");
                walk.push(direction);
                square = board.neighbor(square, direction.opposite());
            }
            walk.reverse();
            return Some(walk);
        }
        for direction in Direction::ALL {
            let next = board.neighbor(square, direction);
            if !next.is_none()
                && next != from
                && !boxes.contains(next)
                && entered_by[next.index()].is_none()
            {
                entered_by[next.index()] = Some(direction);
                queue.push_back(next);
            }
        }
    }
    None
}
