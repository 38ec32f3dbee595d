//! Freeze: boxes that block one another forever.

use alloc::vec::Vec;

use crate::board::Board;
use crate::direction::Direction;
use crate::square::Square;

const AXES: [[Direction; 2]; 2] =
    [[Direction::Up, Direction::Down], [Direction::Left, Direction::Right]];

/// Is the box on `moved` frozen, and with it a box off goal? Then no one can solve the state.
///
/// ```text
/// ######
/// # $$ #   The wall holds both boxes up and down, and each holds the other sideways.
/// #  . #
/// ```
///
/// A set of boxes is frozen if each of them is held on both axes, where a box is held on an axis
/// by a wall or a box of the set on one side, or by dead squares on both. The first box of the set
/// to move would need both squares of an axis free, and with dead squares there it would be lost.
/// So the greatest such set never moves in any solution; it is found by taking all boxes that
/// touch `moved` as frozen and letting go those that are not held, until none is let go.
/// Frozen boxes that all stand on goals are no deadlock. On return `frozen` holds the set of
/// `moved`, or nothing if that box is free.
///
/// Only the set of the last pushed box need be looked at: a frozen set without it stood before.
pub(super) fn is_deadlocked(
    board: &Board,
    is_box: impl Fn(Square) -> bool,
    moved: Square,
    frozen: &mut Vec<Square>,
) -> bool {
    frozen.clear();
    // Nearly every push ends here: the box has an axis that nothing holds.
    if !may_be_frozen(board, &is_box, moved) {
        return false;
    }
    frozen.push(moved);
    let mut next = 0;
    while let Some(&square) = frozen.get(next) {
        next += 1;
        for direction in Direction::ALL {
            let neighbor = board.neighbor(square, direction);
            if is_box(neighbor)
                && !frozen.contains(&neighbor)
                && may_be_frozen(board, &is_box, neighbor)
            {
                frozen.push(neighbor);
            }
        }
    }
    loop {
        let free = frozen.iter().position(|&square| {
            !AXES.iter().all(|axis| {
                is_held_by_board(board, square, axis)
                    || axis.iter().any(|&side| frozen.contains(&board.neighbor(square, side)))
            })
        });
        match free {
            None => break,
            // `moved` stays first, so that it is known when it is let go.
            Some(0) => {
                frozen.clear();
                return false;
            }
            Some(index) => {
                frozen.swap_remove(index);
            }
        }
    }
    frozen.iter().any(|&square| !board.is_goal(square))
}

/// Could the box on `square` be held on both axes, if every box beside it were frozen?
fn may_be_frozen(board: &Board, is_box: impl Fn(Square) -> bool, square: Square) -> bool {
    AXES.iter().all(|axis| {
        is_held_by_board(board, square, axis)
            || axis.iter().any(|&side| is_box(board.neighbor(square, side)))
    })
}

/// Do walls or dead squares alone hold a box on `square` on this axis?
fn is_held_by_board(board: &Board, square: Square, axis: &[Direction; 2]) -> bool {
    let [one, other] = axis.map(|side| board.neighbor(square, side));
    one.is_none() || other.is_none() || (!board.is_live(one) && !board.is_live(other))
}
