//! Square block: a two by two block of boxes and walls.

use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::direction::Direction;
use crate::square::Square;

/// Is the box on `moved` part of a two by two block of boxes and walls in which some box is off
/// goal? None of the boxes can ever move again:
///
/// ```text
/// $$    #$    ##
/// $$    #$    $$
/// ```
pub(super) fn is_blocked<const WORDS: usize>(
    board: &Board,
    boxes: &BitBoard<WORDS>,
    moved: Square,
) -> bool {
    let stands = |square: Square| square.is_none() || boxes.contains(square);
    let off_goal = |square: Square| !square.is_none() && !board.is_goal(square);
    for vertical in [Direction::Up, Direction::Down] {
        let above = board.neighbor(moved, vertical);
        if !stands(above) {
            continue;
        }
        for horizontal in [Direction::Left, Direction::Right] {
            let beside = board.neighbor(moved, horizontal);
            if !stands(beside) {
                continue;
            }
            let corner = if !above.is_none() {
                board.neighbor(above, horizontal)
            } else if !beside.is_none() {
                board.neighbor(beside, vertical)
            } else {
                // Walls on two sides hold the box, whatever is in the corner.
                Square::NONE
            };
            if stands(corner) && [moved, above, beside, corner].into_iter().any(off_goal) {
                return true;
            }
        }
    }
    false
}
