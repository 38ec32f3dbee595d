//! CostTable: the distance from every stance to every target, a row a stance.

use alloc::vec;
use alloc::vec::Vec;

use sokoban_core::{Board, NO_ROUTE, PushDistances, Square, Stance};

use super::kuhn_munkres::FORBIDDEN;
use crate::nearest_target::manhattan;

// A stance without a route to a target may not be assigned to it.
const _: () = assert!(NO_ROUTE == FORBIDDEN);

/// `costs[stance * targets + target]`: rows lie together, since the assignment reads rows.
#[derive(Clone, Debug)]
pub(crate) struct CostTable {
    targets: usize,
    costs: Vec<u16>,
}

impl CostTable {
    pub(crate) fn push_distance(distances: &PushDistances) -> Self {
        let targets = distances.anchors().len();
        let mut table = Self::forbidden(distances.stances(), targets);
        for target in 0..targets {
            let column = table.costs.iter_mut().skip(target).step_by(targets);
            for (cost, &distance) in column.zip(distances.row(target)) {
                *cost = distance;
            }
        }
        table
    }

    pub(crate) fn manhattan(board: &Board, targets: &[Square]) -> Self {
        let mut table = Self::forbidden(board.sides().stances(), targets.len());
        for square in (0..board.squares()).map(Square::new) {
            for stance in board.sides().stances_of(square) {
                let row = table.costs[stance.index() * targets.len()..].iter_mut();
                for (cost, &target) in row.zip(targets) {
                    *cost = manhattan(board, square, target);
                }
            }
        }
        table
    }

    fn forbidden(stances: usize, targets: usize) -> Self {
        Self { targets, costs: vec![FORBIDDEN; stances * targets] }
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
