//! Pull: one step of reverse search, and the generation of all legal ones.

use alloc::vec::Vec;

use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::direction::Direction;
use crate::reach::Reach;
use crate::square::Square;

/// The pull of the box on `from` one square in `direction`: the push of it from there, undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pull {
    /// The box's square before the pull.
    pub from: Square,
    /// Where it goes. The player stands on that very square, and ends one further.
    pub direction: Direction,
}

/// Appends every legal pull to `pulls`: boxes ascending, directions in the order of
/// [`Direction::ALL`].
///
/// `reach` holds the player's area among just these boxes.
///
/// # Complexity
/// O(boxes).
pub fn generate_pulls<const WORDS: usize>(
    board: &Board,
    boxes: &BitBoard<WORDS>,
    reach: &Reach,
    pulls: &mut Vec<Pull>,
) {
    for from in boxes {
        for direction in Direction::ALL {
            let beside = board.neighbor(from, direction);
            if !reach.contains(beside) {
                continue;
            }
            let beyond = board.neighbor(beside, direction);
            if !beyond.is_none() && !boxes.contains(beyond) {
                pulls.push(Pull { from, direction });
            }
        }
    }
}
