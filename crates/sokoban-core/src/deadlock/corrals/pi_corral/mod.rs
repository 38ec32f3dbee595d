//! PI-corral: an area that has to be opened, and can be opened now.

mod growth;
mod leaks;

use alloc::vec::Vec;

use self::growth::{Corral, Growth};
use self::leaks::Leaks;
use super::areas::{Areas, View};
use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::pushes::Push;

/// Finds PI-corrals, with the buffers to do so for each state without allocating.
///
/// ```text
/// ########
/// #   #. #   The player cannot come to the upper right. Its fence, the one box, can be pushed
/// # @ $  #   only into it, and by the player as it stands; and the box has to move some day. So
/// #   # .#   this push can come first, whatever the two boxes on the left are to do.
/// # $$####
/// ########
/// ```
///
/// # What it is
/// An *area* is a largest set of free squares that are joined by walks and that the player cannot
/// reach. A corral is a union A of areas with its *fence*, a set K of boxes with at least all those
/// beside A. The other boxes are outside and taken as movable. A push of a box x of K from b over
/// the box to t is *barred* as the first push of a box of K if
/// - b or t is a wall, or t is a dead square, since such a push solves nothing;
/// - b or t holds a box of K, which has not moved yet;
/// - b lies in A, where the player cannot be before a box of K is pushed.
///
/// It is a PI-corral if every push of a box of K that is not barred leads from a square that the
/// player can reach into A, and if there is work to do: a box of K is off goal, or A has an empty
/// goal and there are as many boxes as goals. Then only these pushes need be tried, and the state
/// is a deadlock if there are none.
///
/// # Why it is right
/// Every solution pushes a box of K some time, because of the work to do: a box off goal has to
/// move, and into A no other box comes, since a box beside A is one of K. Let p be the first such
/// push in a solution. Before it nothing changes in A and K, and the player stays outside. So p was
/// not barred, it is one of the pushes into A, and it is legal now: b can be reached now, and t is
/// empty now. Move p to the front. The pushes that came before it stay legal: p only empties a
/// square, which adjoins what the player can reach, and fills one of A, which none of them used.
/// After them the boxes are the same, and so is the player's area, which holds the square of x in
/// either order. So one of the pushes into A is the first of a solution with as many pushes as any.
///
/// The moves may be more in that order: this holds for pushes, and for whether there is a solution,
/// but not for moves. It does not hold for pulls, where a fence is no fence: the player walks away
/// from it with a box in tow.
///
/// # How one is found
/// Boxes and areas that can be in no corral *leak*: a box with a push that nothing in a corral could
/// bar and that leads into none, such as one from and to squares that the player can reach, and an
/// area beside a box that leaks. What leaks is followed until nothing more does, and in most states
/// nothing is left. All that is left together fulfills the definition. But a smaller corral has
/// fewer pushes, so from each area that is left A and K grow by what each push needs to be barred
/// or to lead into A. Of these corrals the one with the fewest pushes is taken; there may be one
/// with fewer still, since what to grow by is a choice.
///
/// # Complexity
/// O(boxes + squares of all areas) where all leak, that for each area at worst, and O(rows) where
/// the player can reach all but the boxes.
///
/// # References
/// Corrals: Junghanns & Schaeffer, "Sokoban: Enhancing general single-agent search methods using
/// domain knowledge" (2001). That a corral can be taken first if all of its pushes lead inward (I)
/// and the player can make them (P) is known from the community of solver authors round JSoko.
#[derive(Clone, Debug, Default)]
pub(super) struct PiCorrals {
    leaks: Leaks,
    corral: Corral,
    best: Vec<Push>,
}

impl PiCorrals {
    /// The pushes that suffice, in no particular order, if there is a PI-corral: among them is the
    /// first of a push-optimal solution, if there is a solution. None of them: a deadlock.
    ///
    /// `areas` are those of the state, at least one.
    pub(super) fn find<const WORDS: usize>(
        &mut self,
        state: &View<'_, WORDS>,
        areas: &mut Areas,
    ) -> Option<&[Push]> {
        let mut leaking = BitBoard::EMPTY;
        if !self.leaks.find(state, &mut leaking, areas) {
            return None;
        }
        let fills_all_goals = state.boxes.len() == state.board.goals().len();
        let mut has_found = false;
        for seed in 0..areas.count() {
            let most = if has_found { self.best.len() } else { usize::MAX };
            if areas.leaks(seed) {
                continue;
            }
            let growth = Growth::new(state, &leaking, areas, &mut self.corral, fills_all_goals);
            if growth.grow(seed, most) {
                has_found = true;
                core::mem::swap(&mut self.best, &mut self.corral.pushes);
                if self.best.is_empty() {
                    break;
                }
            }
        }
        has_found.then_some(&self.best)
    }

    /// The bytes of the buffers at most.
    pub(super) fn memory_usage(board: &Board) -> usize {
        let pushes = 4 * board.start_boxes().len();
        pushes * (3 * size_of::<Push>() + 2 * 2)
    }
}
