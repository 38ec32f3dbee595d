//! Matching: each box to a target of its own, at least total distance.

mod cost;
mod kuhn_munkres;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use sokoban_core::{Board, PlayerSides, PushDistances, Square, Stance};

use crate::bound::Bound;
use crate::heuristic::Heuristic;
pub(crate) use cost::CostTable;
pub use kuhn_munkres::{Assignment, FORBIDDEN};

/// The least sum of distances over all ways to give each box a target of its own.
///
/// Admissible: in a solution every box ends on a target of its own and each push moves one box.
/// Consistent: a push changes one box's distances by at most 1.
/// A state in which no assignment exists is unsolvable, whatever the player does.
/// With fewer boxes than targets, the targets left over cost nothing.
///
/// # Complexity
/// Built in O(targets * squares), two bytes an entry. A state costs O(targets³) at worst, a child
/// O(targets²): a push changes one row.
///
/// # References
/// Kuhn (1955), Munkres (1957); as a bound for Sokoban, Junghanns & Schaeffer, "Sokoban: enhancing
/// general single-agent search methods using domain knowledge" (Artificial Intelligence 129, 2001).
#[derive(Clone, Debug)]
pub struct Matching {
    sides: PlayerSides,
    costs: CostTable,
}

/// The assignment and the stances of the state last seen.
#[derive(Clone, Debug)]
pub struct MatchingScratch {
    assignment: Assignment,
    /// By box of the state last seen.
    stances: Vec<Stance>,
}

impl Matching {
    /// Over exact push distances: to the goals, or from the start squares for a search by pulls.
    #[must_use]
    pub fn push_distance(board: &Board, distances: &PushDistances) -> Self {
        Self { sides: board.sides().clone(), costs: CostTable::push_distance(distances) }
    }

    /// As [`Self::push_distance`], but none if `watch` breaks, which is asked every few rows.
    pub fn push_distance_while(
        board: &Board,
        distances: &PushDistances,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        let costs = CostTable::push_distance_while(distances, watch)?;
        Some(Self { sides: board.sides().clone(), costs })
    }

    /// Over Manhattan distances, walls ignored: weaker than push distances and no faster. It is
    /// here to compare with.
    #[must_use]
    pub fn manhattan(board: &Board, targets: &[Square]) -> Self {
        Self { sides: board.sides().clone(), costs: CostTable::manhattan(board, targets) }
    }

    /// As [`Self::manhattan`], but none if `watch` breaks, which is asked before each row.
    pub fn manhattan_while(
        board: &Board,
        targets: &[Square],
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        let costs = CostTable::manhattan_while(board, targets, watch)?;
        Some(Self { sides: board.sides().clone(), costs })
    }
}

impl Heuristic for Matching {
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;
    type Scratch = MatchingScratch;

    fn scratch(&self) -> MatchingScratch {
        MatchingScratch {
            assignment: Assignment::new(self.costs.targets()),
            stances: Vec::with_capacity(self.costs.targets()),
        }
    }

    fn bound(&self, boxes: &[Square], player: Square, scratch: &mut MatchingScratch) -> Bound {
        let MatchingScratch { assignment, stances } = scratch;
        stances.clear();
        stances.extend(boxes.iter().map(|&square| self.sides.stance(square, player)));
        let cost = assignment.solve(boxes.len(), |row| self.costs.row(stances[row]));
        cost.map_or(Bound::UNSOLVABLE, Bound::new)
    }

    fn bound_after(
        &self,
        _: &[Square],
        moved: usize,
        to: Square,
        player: Square,
        scratch: &mut MatchingScratch,
    ) -> Bound {
        let MatchingScratch { assignment, stances } = scratch;
        // The other boxes keep their stances: the player cannot walk through them.
        let changed = self.costs.row(self.sides.stance(to, player));
        let cost = assignment.cost_with_row(moved, changed, |row| self.costs.row(stances[row]));
        cost.map_or(Bound::UNSOLVABLE, Bound::new)
    }

    fn memory_usage(&self) -> usize {
        self.sides.memory_usage() + self.costs.memory_usage() + self.scratch_usage()
    }

    fn scratch_usage(&self) -> usize {
        Assignment::new(self.costs.targets()).memory_usage()
    }
}
