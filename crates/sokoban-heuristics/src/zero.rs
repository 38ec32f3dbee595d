//! Zero: the bound of blind search.

use sokoban_core::Square;

use crate::bound::Bound;
use crate::heuristic::Heuristic;

/// No bound at all: always zero. A* with it is breadth-first search.
///
/// Admissible and consistent. Use it to measure what another bound is worth, and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl Heuristic for Zero {
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;
    type Scratch = ();

    fn scratch(&self) {}

    fn bound(&self, _: &[Square], _: Square, (): &mut ()) -> Bound {
        Bound::ZERO
    }

    fn bound_after(&self, _: &[Square], _: usize, _: Square, _: Square, (): &mut ()) -> Bound {
        Bound::ZERO
    }

    fn memory_usage(&self) -> usize {
        0
    }
}
