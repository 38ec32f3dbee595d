//! Dead squares: a lone box there can reach no goal.

use crate::board::Board;
use crate::square::Square;

/// Is `square` dead? Then so is any state with a box on it, since other boxes only hinder:
///
/// ```text
/// #######
/// #xxxxx#   A box on a square marked x can never leave its wall,
/// #x   x#   and no goal lies along it.
/// #  . x#
/// #######
/// ```
///
/// The squares are those that pulls from the goals do not reach, the player's way around the box
/// included, so a box between two opposite walls, or along a wall with a gap, is not called dead.
pub(super) fn is_dead(board: &Board, square: Square) -> bool {
    !board.is_live(square)
}
