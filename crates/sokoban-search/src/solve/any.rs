//! The search for any solution, by features.

use sokoban_core::{Board, Deadlocks, Solution};

use super::{Learned, learned, search_one_way, stronger_heuristic};
use crate::any_heuristic::AnyHeuristic;
use crate::budget::Budget;
use crate::config::{Algorithm, Anytime, Direction, HeuristicKind, SolveConfig};
use crate::outcome::{Outcome, StopReason};
use crate::portfolio::{PortfolioPlan, portfolio};
use crate::space::Step;
use crate::space::forward::ForwardSpace;
use crate::space::passages::Passages;
use crate::stats::Stats;

/// The expansions by weighted A* before the portfolio takes over. Most small levels are proven or
/// shown to be unsolvable by then.
const FIRST_TRY: u64 = 20_000;

/// Weighted A* for a while if the choice is left to us, and then a portfolio of searches by features,
/// with the best solution so far to better. Weighted A* goes on where the board is too large for the
/// tables of the portfolio.
pub(super) fn any_solution<const WORDS: usize>(
    board: &Board,
    config: &SolveConfig,
    heuristic: HeuristicKind,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> (Learned, (Algorithm, HeuristicKind)) {
    let booked = budget.memory.used();
    let mut first = None;
    if config.algorithm == Algorithm::Auto {
        budget.set_cap(FIRST_TRY);
        let weighted = Algorithm::Weighted;
        let tried = search_one_way::<WORDS>(board, config, weighted, heuristic, budget, stats);
        let is_capped = budget.end_cap(stats) && tried.stopped_by == Some(StopReason::Nodes);
        let is_enough =
            config.anytime == Anytime::Off && matches!(tried.outcome, Outcome::Solved { .. });
        if !is_capped || is_enough {
            return (tried, (weighted, heuristic));
        }
        first = Some(tried);
    }
    let path = first.as_ref().and_then(|first| match &first.outcome {
        Outcome::Solved { solution, .. } => Some(path_of(board, solution)),
        _ => None,
    });
    let lower_bound = first.as_ref().map_or(0, |first| first.lower_bound);
    let earlier = std::mem::take(stats);
    let heuristic = stronger_heuristic(board, config.heuristic, budget).unwrap_or(heuristic);
    let bound = match AnyHeuristic::new(board, heuristic, config, Direction::Forward, budget) {
        Ok(bound) => bound,
        Err(reason) => {
            *stats = earlier;
            let learned = match first {
                Some(first) => Learned { stopped_by: Some(reason), ..first },
                None => Learned::nothing(reason),
            };
            return (learned, (Algorithm::Features, heuristic));
        }
    };
    let plan = PortfolioPlan {
        board,
        deadlocks: config.deadlocks,
        threads: config.threads,
        is_any_enough: config.anytime == Anytime::Off,
        lower_bound,
        path,
    };
    let base_bytes = budget.memory.used();
    let found = portfolio(plan, &bound, budget, stats);
    let Some(found) = found else {
        budget.memory.release(budget.memory.used() - booked);
        let weighted = Algorithm::Weighted;
        let learned = search_one_way::<WORDS>(board, config, weighted, heuristic, budget, stats);
        *stats = stats.after(earlier);
        return (learned, (weighted, heuristic));
    };
    stats.base_bytes = base_bytes;
    let space =
        ForwardSpace::<WORDS>::new(board, Deadlocks::new(config.deadlocks), Passages::none());
    let learned = learned(board, &space, found, stats);
    *stats = stats.after(earlier);
    budget.memory.release(budget.memory.used() - booked);
    (learned, (Algorithm::Features, heuristic))
}

/// The pushes of a solution, which was replayed.
pub(super) fn path_of(board: &Board, solution: &Solution) -> Vec<Step> {
    let mut player = board.start_player();
    let mut path = Vec::new();
    for step in solution.steps() {
        let next = board.neighbor(player, step.direction);
        if step.push {
            path.push(Step { from: next, to: board.neighbor(next, step.direction) });
        }
        player = next;
    }
    path
}
