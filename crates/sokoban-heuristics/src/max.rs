//! Max: the greater of two bounds.

use sokoban_core::Square;

use crate::bound::Bound;
use crate::heuristic::Heuristic;

/// The greater of two bounds: admissible if both are, consistent if both are.
#[derive(Clone, Copy, Debug)]
pub struct Max<A, B>(
    /// The one.
    pub A,
    /// The other.
    pub B,
);

impl<A: Heuristic, B: Heuristic> Heuristic for Max<A, B> {
    const ADMISSIBLE: bool = A::ADMISSIBLE && B::ADMISSIBLE;
    const CONSISTENT: bool = A::CONSISTENT && B::CONSISTENT;
    type Scratch = (A::Scratch, B::Scratch);

    fn scratch(&self) -> Self::Scratch {
        (self.0.scratch(), self.1.scratch())
    }

    fn bound(&self, boxes: &[Square], player: Square, scratch: &mut Self::Scratch) -> Bound {
        let one = self.0.bound(boxes, player, &mut scratch.0);
        one.max(self.1.bound(boxes, player, &mut scratch.1))
    }

    fn bound_after(
        &self,
        boxes: &[Square],
        moved: usize,
        to: Square,
        player: Square,
        scratch: &mut Self::Scratch,
    ) -> Bound {
        let one = self.0.bound_after(boxes, moved, to, player, &mut scratch.0);
        one.max(self.1.bound_after(boxes, moved, to, player, &mut scratch.1))
    }

    fn memory_usage(&self) -> usize {
        self.0.memory_usage() + self.1.memory_usage()
    }

    fn scratch_usage(&self) -> usize {
        self.0.scratch_usage() + self.1.scratch_usage()
    }
}
