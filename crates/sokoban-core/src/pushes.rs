//! Push: one step of forward search, and the generation of all legal ones.

use alloc::vec::Vec;

use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::direction::Direction;
use crate::reach::Reach;
use crate::square::Square;

/// The push of the box on `from` one square in `direction`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Push {
    /// The box's square before the push.
    pub from: Square,
    /// Where it goes. The player stands on the opposite side, and ends on `from`.
    pub direction: Direction,
}

/// Appends every legal push to `pushes`: boxes ascending, directions in the order of
/// [`Direction::ALL`]. Pushes onto dead squares are among them.
///
/// `reach` holds the player's area among just these boxes.
///
/// # Complexity
/// O(boxes).
pub fn generate_pushes<const WORDS: usize>(
    board: &Board,
    boxes: &BitBoard<WORDS>,
    reach: &Reach,
    pushes: &mut Vec<Push>,
) {
    for from in boxes {
        let neighbors = &board.neighbors()[from.index()];
        for direction in Direction::ALL {
            let ahead = neighbors[direction.index()];
            let behind = neighbors[direction.opposite().index()];
            if !ahead.is_none() && reach.contains(behind) && !boxes.contains(ahead) {
                pushes.push(Push { from, direction });
            }
        }
    }
}
