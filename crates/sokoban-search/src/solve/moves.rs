//! Searches for the objectives that count moves.

use sokoban_core::{Board, Push, Solution};

use super::Learned;
use crate::astar::Ending;
use crate::budget::Budget;
use crate::config::{Algorithm, Direction, HeuristicKind, SolveConfig};
use crate::outcome::{Optimality, Outcome, Proof};
use crate::space::Step;
use crate::stats::Stats;
use crate::walks::{WalkFound, WalkPlan, WalkTurns, search_walks};
use crate::words::with_words;

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
        (Algorithm::Auto, Direction::Forward) => WalkTurns::ForwardFirst,
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
    };
    let WalkFound { ending, lower_bound, went_both_ways } =
        search_walks(board, plan, budget, stats);
    let solved = |path: &[Step]| {
        let solution = solution_of(board, path).expect("a path is a legal sequence");
        let counts = solution.replay(board).expect("the replay solves the level");
        let optimality = Optimality::from_cost_bound(counts, config.objective, lower_bound);
        Outcome::Solved { solution, counts, optimality }
    };
    let (outcome, stopped_by) = match ending {
        Ending::Shortest(path) => (solved(&path), None),
        Ending::Incumbent { path, stopped_by } => {
            let outcome = solved(&path);
            let is_proven = matches!(&outcome, Outcome::Solved { optimality, .. }
                if optimality.is_proven(config.objective));
            (outcome, stopped_by.filter(|_| !is_proven))
        }
        Ending::NoPath if stats.expanded == 0 => (Outcome::Unsolvable(Proof::InfiniteBound), None),
        Ending::NoPath => (Outcome::Unsolvable(Proof::Exhausted), None),
        Ending::Stopped(reason) => (Outcome::Stopped(reason), Some(reason)),
    };
    let lower_bound = u32::try_from(costs.major(lower_bound)).unwrap_or(u32::MAX);
    let algorithm = if went_both_ways { Algorithm::Bidirectional } else { algorithm };
    (Learned { outcome, lower_bound, stopped_by, sma: None }, algorithm)
}

/// The solution of these single pushes.
fn solution_of(board: &Board, path: &[Step]) -> Option<Solution> {
    let pushes: Option<Vec<Push>> = path
        .iter()
        .map(|step| {
            let direction = sokoban_core::Direction::ALL
                .into_iter()
                .find(|&direction| board.neighbor(step.from, direction) == step.to)?;
            Some(Push { from: step.from, direction })
        })
        .collect();
    let pushes = pushes?;
    with_words!(board.squares(), WORDS => Solution::from_pushes::<WORDS>(board, &pushes))
}
