//! Heuristic: the trait of lower bounds, and its laws.

use sokoban_core::Square;

use crate::bound::Bound;

/// A lower bound on the pushes (or, built for a search by pulls, on the pulls) to a target.
///
/// Laws, held by the tests on every state of small levels:
///
/// - If [`Self::ADMISSIBLE`], the bound never exceeds the true number, and is
///   [`Bound::UNSOLVABLE`] only for a state from which no target can be reached.
/// - If [`Self::CONSISTENT`], it falls by at most 1 along any push.
/// - It is zero at every target.
/// - [`Self::bound_after`] equals [`Self::bound`] of the child.
///
/// A state is given by its boxes, in any order, and the player's square, any in its area.
pub trait Heuristic {
    /// Does the bound never exceed the truth?
    const ADMISSIBLE: bool;

    /// Does the bound fall by at most 1 along any push?
    const CONSISTENT: bool;

    /// Buffers, and what [`Self::bound`] keeps of the state it last saw.
    type Scratch;

    /// Is this bound consistent? A bound that is chosen when the program runs can know better than
    /// [`Self::CONSISTENT`], which holds for all that it may be.
    fn is_consistent(&self) -> bool {
        Self::CONSISTENT
    }

    /// Fresh buffers.
    fn scratch(&self) -> Self::Scratch;

    /// The bound of a state, whose particulars `scratch` then keeps for [`Self::bound_after`].
    fn bound(&self, boxes: &[Square], player: Square, scratch: &mut Self::Scratch) -> Bound;

    /// The bound of the child in which box number `moved` of `boxes` stands on `to` and the
    /// player on `player`, where `boxes` is the state that `scratch` last saw in
    /// [`Self::bound`] and found solvable.
    fn bound_after(
        &self,
        boxes: &[Square],
        moved: usize,
        to: Square,
        player: Square,
        scratch: &mut Self::Scratch,
    ) -> Bound;

    /// The bytes of the tables behind the bound, and of one scratch.
    fn memory_usage(&self) -> usize;

    /// The bytes of one scratch, or more.
    fn scratch_usage(&self) -> usize {
        self.memory_usage()
    }
}
