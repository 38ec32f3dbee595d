//! What each bound says of the start of a level.

use std::ops::ControlFlow;

use sokoban_core::Board;
use sokoban_heuristics::{Ghosts, Heuristic as _, StepCosts};

use crate::any_heuristic::AnyHeuristic;
use crate::budget::Budget;
use crate::config::{Direction, HeuristicKind, SolveConfig};
use crate::limits::Limits;
use crate::observer::Observer;
use crate::outcome::StopReason;
use crate::solve::choose_heuristic;

/// The most bytes of a table that is built for [`HeuristicKind::Ghosts`]: it is there for one state.
const MOST_TABLE_BYTES: usize = 4 << 20;

/// What the bound `kind` says that the start of `board` needs at least: pushes, or moves for
/// [`HeuristicKind::Ghosts`], whose tables are of as many boxes as fit into 4 MiB. None if it proves
/// that there is no solution.
///
/// The bound is built as for a search with the default configuration, and dropped.
///
/// # Errors
/// [`StopReason`] for the limit that was reached while it was built.
///
/// # Complexity
/// That of building the bound, which for pattern databases and conflicts is seconds and more on
/// large boards.
///
/// # Examples
/// ```
/// use sokoban_core::{Board, Level};
/// use sokoban_search::{HeuristicKind, Limits, start_bound};
/// let level: Level = "#######\n#@ $ .#\n#######".parse()?;
/// let board = Board::try_from(&level)?;
/// let at_start = |kind| start_bound(&board, kind, &Limits::default(), &mut ());
/// assert_eq!(at_start(HeuristicKind::Matching), Ok(Some(2)));
/// assert_eq!(at_start(HeuristicKind::Ghosts), Ok(Some(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn start_bound(
    board: &Board,
    kind: HeuristicKind,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Option<u32>, StopReason> {
    let mut budget = Budget::new(limits, observer);
    budget.suit_board(board.squares(), board.goals().len());
    budget.memory.reserve(board.memory_usage())?;
    if kind == HeuristicKind::Ghosts {
        let costs = StepCosts::MOVES;
        let needed = cost_at_start(board, costs, &mut budget)?;
        return Ok(needed.map(|cost| u32::try_from(costs.major(cost)).unwrap_or(u32::MAX)));
    }
    pushes_at_start(board, choose_heuristic(board, kind), &mut budget)
}

/// The pushes that the start needs at least by the bound `kind`. What was booked stays booked.
pub(crate) fn pushes_at_start(
    board: &Board,
    kind: HeuristicKind,
    budget: &mut Budget<'_>,
) -> Result<Option<u32>, StopReason> {
    let config = SolveConfig::default();
    let bound = AnyHeuristic::new(board, kind, &config, Direction::Forward, budget)?;
    budget.memory.reserve(bound.scratch_usage())?;
    let at_start = bound.bound(board.start_boxes(), board.start_player(), &mut bound.scratch());
    Ok(at_start.pushes())
}

/// What the start costs at least by [`HeuristicKind::Ghosts`]. What was booked stays booked.
pub(crate) fn cost_at_start(
    board: &Board,
    costs: StepCosts,
    budget: &mut Budget<'_>,
) -> Result<Option<u64>, StopReason> {
    budget.memory.reserve(Ghosts::building_bytes(board))?;
    let mut ghosts = budget.watch(|watch| Ghosts::to_goals_while(board, costs, watch))?;
    let most = MOST_TABLE_BYTES.min(budget.memory.free() / 4);
    for boxes in 1..=Ghosts::MOST_BOXES {
        let Some(bytes) = ghosts.table_bytes(board, boxes).filter(|&bytes| bytes <= most) else {
            break;
        };
        // While it is turned round, the table is there twice; the smaller one may go or stay.
        budget.memory.reserve(2 * bytes)?;
        let before = budget.memory.used();
        let mut stopped_by = None;
        let is_built = ghosts.build_while(board, boxes, &mut |queue| {
            let more = (before + queue).saturating_sub(budget.memory.used());
            match budget.memory.reserve(more).and_then(|()| budget.poll()) {
                Ok(()) => ControlFlow::Continue(()),
                Err(reason) => {
                    stopped_by = Some(reason);
                    ControlFlow::Break(())
                }
            }
        });
        match stopped_by {
            // What was built before still holds.
            Some(StopReason::Memory) => break,
            Some(reason) => return Err(reason),
            None if !is_built => break,
            None => {}
        }
    }
    Ok(ghosts.bound(board.start_boxes(), board.start_player()))
}
