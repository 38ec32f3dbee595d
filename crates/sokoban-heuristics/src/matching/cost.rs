//! CostTable: the distance from every stance to every target, a row a stance.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use sokoban_core::{Board, NO_ROUTE, PushDistances, Square, Stance};

use super::kuhn_munkres::FORBIDDEN;
use crate::nearest_target::manhattan;

// A stance without a route to a target may not be assigned to it.
const _: () = assert!(NO_ROUTE == FORBIDDEN);

/// The stances whose rows are filled together.
const STANCES_AT_ONCE: usize = 32;

/// `costs[stance * targets + target]`: rows lie together, since the assignment reads rows.
#[derive(Clone, Debug)]
pub(crate) struct CostTable {
    targets: usize,
    costs: Vec<u16>,
}

impl CostTable {
    pub(crate) fn push_distance(distances: &PushDistances) -> Self {
        let built = Self::push_distance_while(distances, &mut || ControlFlow::Continue(()));
        built.expect("nobody breaks off")
    }

    /// None if `watch` breaks, which is asked every few rows.
    pub(crate) fn push_distance_while(
        distances: &PushDistances,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        let targets = distances.anchors().len();
        let mut costs = Vec::with_capacity(distances.stances() * targets);
        // A few stances at a time: their distances to a target share a line of the cache.
        for first in (0..distances.stances()).step_by(STANCES_AT_ONCE) {
            if watch().is_break() {
                return None;
            }
            let last = distances.stances().min(first + STANCES_AT_ONCE);
            let begin = costs.len();
            costs.resize(begin + (last - first) * targets, FORBIDDEN);
            let rows = &mut costs[begin..];
            for target in 0..targets {
                let column = rows.iter_mut().skip(target).step_by(targets);
                for (cost, &distance) in column.zip(&distances.row(target)[first..last]) {
                    *cost = distance;
                }
            }
        }
        Some(Self { targets, costs })
    }

    pub(crate) fn manhattan(board: &Board, targets: &[Square]) -> Self {
        let built = Self::manhattan_while(board, targets, &mut || ControlFlow::Continue(()));
        built.expect("nobody breaks off")
    }

    /// None if `watch` breaks, which is asked before each row.
    pub(crate) fn manhattan_while(
        board: &Board,
        targets: &[Square],
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        let mut costs = Vec::with_capacity(board.sides().stances() * targets.len());
        // The stances are numbered square by square.
        for square in (0..board.squares()).map(Square::new) {
            for stance in board.sides().stances_of(square) {
                if watch().is_break() {
                    return None;
                }
                debug_assert_eq!(costs.len(), stance.index() * targets.len());
                costs.extend(targets.iter().map(|&target| manhattan(board, square, target)));
            }
        }
        Some(Self { targets: targets.len(), costs })
    }

    pub(crate) fn targets(&self) -> usize {
        self.targets
    }

    pub(crate) fn row(&self, stance: Stance) -> &[u16] {
        &self.costs[stance.index() * self.targets..][..self.targets]
    }

    pub(crate) fn memory_usage(&self) -> usize {
        self.costs.capacity() * size_of::<u16>()
    }
}
