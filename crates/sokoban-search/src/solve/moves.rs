//! Searches for the objectives that count moves.

use sokoban_core::Board;

use super::{Learned, outcome_of};
use crate::budget::Budget;
use crate::config::{Algorithm, Direction, HeuristicKind, SolveConfig, SymmetryUse};
use crate::outcome::Optimality;
use crate::space::{Step, solution_of};
use crate::stats::Stats;
use crate::walks::{WalkFound, WalkPlan, WalkTurns, search_walks};
use crate::words::with_words;

/// The expansions forward before `auto` goes both ways. Levels that need fewer are mostly easier
/// without the second front.
const FORWARD_ALONE: u64 = 20_000;

/// The expansions after which it begins to change between its two ways of going both ways.
const TURN: u64 = 60_000;

/// Searches as configured, with what `auto` chooses, and says which algorithm ran.
///
/// # Panics
/// For an objective that does not count moves.
pub(super) fn search_for_moves(
    board: &Board,
    config: &SolveConfig,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> (Learned, Algorithm) {
    let costs = config.objective.step_costs().expect("the objective counts moves");
    let turns = match (config.algorithm, config.direction) {
        (Algorithm::Bidirectional, _) => WalkTurns::Both,
        (Algorithm::Auto, Direction::Forward) => {
            WalkTurns::ForwardFirst { alone: FORWARD_ALONE, turn: TURN }
        }
        (_, direction) => WalkTurns::One(direction),
    };
    let algorithm = match turns {
        WalkTurns::Both => Algorithm::Bidirectional,
        _ => Algorithm::AStar,
    };
    if let Err(reason) = budget.memory.reserve(board.memory_usage()) {
        return (Learned::nothing(reason), algorithm);
    }
    stats.base_bytes = budget.memory.used();
    let plan = WalkPlan {
        costs,
        turns,
        is_blind: config.heuristic == HeuristicKind::Zero,
        dead_squares: config.deadlocks.dead_squares,
        freeze: config.deadlocks.freeze,
        dominance: config.dominance,
        symmetry: config.symmetry == SymmetryUse::On,
    };
    let WalkFound { ending, lower_bound, went_both_ways } =
        search_walks(board, plan, budget, stats);
    let solution =
        |path: &[Step]| with_words!(board.squares(), WORDS => solution_of::<WORDS>(board, path));
    let optimality = |counts| Optimality::from_cost_bound(counts, config.objective, lower_bound);
    let (outcome, stopped_by) =
        outcome_of(board, ending, stats, config.objective, solution, optimality);
    let lower_bound = u32::try_from(costs.major(lower_bound)).unwrap_or(u32::MAX);
    let algorithm = if went_both_ways { Algorithm::Bidirectional } else { algorithm };
    (Learned { outcome, lower_bound, stopped_by, sma: None }, algorithm)
}
