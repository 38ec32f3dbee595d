//! AnyHeuristic: the bound that a configuration names, chosen when the program runs.

use sokoban_core::{Board, Square};
use sokoban_heuristics::{
    Bound, ConflictScratch, Conflicts, Heuristic, Matching, MatchingScratch, NearestScratch,
    NearestTarget, PatternDatabase, PatternScratch, Zero,
};

use crate::budget::Budget;
use crate::config::{Direction, HeuristicKind, SolveConfig};
use crate::outcome::StopReason;
use crate::pattern_tables::{conflicts, pattern_database};

/// One of the bounds. A branch per call, always to the same side, costs less than a
/// copy of every search for every bound would take in the program.
#[derive(Debug)]
pub(crate) enum AnyHeuristic {
    Zero(Zero),
    Nearest(NearestTarget),
    Matching(Matching),
    Pdb(Box<PatternDatabase>),
    Conflicts(Box<Conflicts>),
}

/// The scratch of whichever bound it is.
#[derive(Debug)]
pub(crate) enum AnyScratch {
    Zero,
    Nearest(NearestScratch),
    Matching(Box<MatchingScratch>),
    Pdb(Box<PatternScratch>),
    Conflicts(Box<ConflictScratch>),
}

impl AnyHeuristic {
    /// The bound to the goals of `board`, or by pulls to its start, with the parts that `config`
    /// names. Its bytes, and those needed to build it, are booked.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if it has no room; what stopped the search while it was built.
    pub(crate) fn new(
        board: &Board,
        kind: HeuristicKind,
        config: &SolveConfig,
        direction: Direction,
        budget: &mut Budget<'_>,
    ) -> Result<Self, StopReason> {
        let kind = match (kind, direction) {
            // Its tables are of goals.
            (HeuristicKind::Conflicts, Direction::Reverse) => HeuristicKind::Matching,
            (kind, _) => kind,
        };
        let targets = match direction {
            Direction::Forward => board.goals(),
            Direction::Reverse => board.start_boxes(),
        };
        let table = targets.len() * board.sides().stances() * size_of::<u16>();
        let building = match kind {
            HeuristicKind::Auto | HeuristicKind::Matching => 2 * table,
            HeuristicKind::MatchingManhattan => table,
            HeuristicKind::PushDistance
            | HeuristicKind::Manhattan
            | HeuristicKind::Zero
            | HeuristicKind::Pdb
            | HeuristicKind::Conflicts
            | HeuristicKind::Ghosts => 0,
        } + board.squares() * 24;
        budget.memory.reserve(building)?;
        let heuristic = match kind {
            HeuristicKind::Zero => Self::Zero(Zero),
            HeuristicKind::Manhattan => Self::Nearest(
                budget.watch(|watch| NearestTarget::manhattan_while(board, targets, watch))?,
            ),
            HeuristicKind::PushDistance => {
                let nearest = match direction {
                    Direction::Forward => board.distances_to_nearest_goal(),
                    Direction::Reverse => board.distances_from_nearest_start(),
                };
                Self::Nearest(NearestTarget::by_stance(board, nearest))
            }
            HeuristicKind::Auto | HeuristicKind::Matching => {
                Self::Matching(budget.watch(|watch| {
                    let distances = match direction {
                        Direction::Forward => board.goal_distances_while(watch),
                        Direction::Reverse => board.start_distances_while(watch),
                    }?;
                    Matching::push_distance_while(board, &distances, watch)
                })?)
            }
            HeuristicKind::MatchingManhattan => Self::Matching(
                budget.watch(|watch| Matching::manhattan_while(board, targets, watch))?,
            ),
            HeuristicKind::Pdb => {
                Self::Pdb(Box::new(pattern_database(board, config.pdb_boxes, direction, budget)?))
            }
            HeuristicKind::Conflicts => {
                Self::Conflicts(Box::new(conflicts(board, config.conflicts, budget)?))
            }
            HeuristicKind::Ghosts => {
                unreachable!("searches that count moves build it, and others refuse it")
            }
        };
        budget.memory.release(building);
        budget.memory.reserve(heuristic.memory_usage())?;
        Ok(heuristic)
    }
}

impl Heuristic for AnyHeuristic {
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = false;
    type Scratch = AnyScratch;

    fn is_consistent(&self) -> bool {
        !matches!(self, Self::Conflicts(_))
    }

    fn scratch(&self) -> AnyScratch {
        match self {
            Self::Zero(_) => AnyScratch::Zero,
            Self::Nearest(bound) => AnyScratch::Nearest(bound.scratch()),
            Self::Matching(bound) => AnyScratch::Matching(Box::new(bound.scratch())),
            Self::Pdb(bound) => AnyScratch::Pdb(Box::new(bound.scratch())),
            Self::Conflicts(bound) => AnyScratch::Conflicts(Box::new(bound.scratch())),
        }
    }

    fn bound(&self, boxes: &[Square], player: Square, scratch: &mut AnyScratch) -> Bound {
        match (self, scratch) {
            (Self::Nearest(bound), AnyScratch::Nearest(scratch)) => {
                bound.bound(boxes, player, scratch)
            }
            (Self::Matching(bound), AnyScratch::Matching(scratch)) => {
                bound.bound(boxes, player, scratch)
            }
            (Self::Pdb(bound), AnyScratch::Pdb(scratch)) => bound.bound(boxes, player, scratch),
            (Self::Conflicts(bound), AnyScratch::Conflicts(scratch)) => {
                bound.bound(boxes, player, scratch)
            }
            _ => Bound::ZERO,
        }
    }

    fn bound_after(
        &self,
        boxes: &[Square],
        moved: usize,
        to: Square,
        player: Square,
        scratch: &mut AnyScratch,
    ) -> Bound {
        match (self, scratch) {
            (Self::Nearest(bound), AnyScratch::Nearest(scratch)) => {
                bound.bound_after(boxes, moved, to, player, scratch)
            }
            (Self::Matching(bound), AnyScratch::Matching(scratch)) => {
                bound.bound_after(boxes, moved, to, player, scratch)
            }
            (Self::Pdb(bound), AnyScratch::Pdb(scratch)) => {
                bound.bound_after(boxes, moved, to, player, scratch)
            }
            (Self::Conflicts(bound), AnyScratch::Conflicts(scratch)) => {
                bound.bound_after(boxes, moved, to, player, scratch)
            }
            _ => Bound::ZERO,
        }
    }

    fn memory_usage(&self) -> usize {
        match self {
            Self::Zero(bound) => bound.memory_usage(),
            Self::Nearest(bound) => bound.memory_usage(),
            Self::Matching(bound) => bound.memory_usage(),
            Self::Pdb(bound) => bound.memory_usage(),
            Self::Conflicts(bound) => bound.memory_usage(),
        }
    }

    fn scratch_usage(&self) -> usize {
        match self {
            Self::Zero(bound) => bound.scratch_usage(),
            Self::Nearest(bound) => bound.scratch_usage(),
            Self::Matching(bound) => bound.scratch_usage(),
            Self::Pdb(bound) => bound.scratch_usage(),
            Self::Conflicts(bound) => bound.scratch_usage(),
        }
    }
}
