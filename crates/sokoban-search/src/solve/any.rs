//! The search for any solution, by features.

use sokoban_core::{Board, Deadlocks, Push, Solution};
use sokoban_heuristics::Heuristic as _;

use super::deepening::both;
use super::{Learned, choose_heuristic, learned, search_one_way, stronger_heuristic};
use crate::any_heuristic::AnyHeuristic;
use crate::astar::{Ending, Found};
use crate::budget::Budget;
use crate::config::{Algorithm, Anytime, Direction, HeuristicKind, Objective, SolveConfig};
use crate::improve::pushes_of;
use crate::outcome::{Outcome, StopReason};
use crate::portfolio::{Ends, PortfolioPlan, portfolio};
use crate::space::Step;
use crate::space::forward::{ForwardSpace, box_squares};
use crate::space::passages::Passages;
use crate::stats::Stats;
use crate::threads::Threads;
use crate::words::with_words;

/// The expansions by A* before the portfolio takes over. Most small levels are proven or shown to be
/// unsolvable by then.
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
    let weighted = Algorithm::Weighted;
    let mut first = None;
    if config.algorithm == Algorithm::Auto {
        budget.set_cap(FIRST_TRY);
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
    let known = Known { path, is_improving: false, lower_bound, heuristic };
    let found = by_features::<WORDS>(board, config, known, budget, stats);
    let ended = found.unwrap_or_else(|| {
        // It begins anew: what it stored the first time is gone.
        let again = search_one_way::<WORDS>(board, config, weighted, heuristic, budget, stats);
        let learned = match first {
            Some(first) => both(first, again),
            None => again,
        };
        (learned, (weighted, heuristic))
    });
    *stats = stats.after(earlier);
    ended
}

/// What is known of a level before its portfolio begins.
struct Known {
    /// The best solution.
    path: Option<Vec<Step>>,
    /// Was that solution given?
    is_improving: bool,
    lower_bound: u32,
    /// The bound that ran so far.
    heuristic: HeuristicKind,
}

/// The portfolio; none if the board is too large for its tables, or memory too small.
fn by_features<const WORDS: usize>(
    board: &Board,
    config: &SolveConfig,
    known: Known,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Option<(Learned, (Algorithm, HeuristicKind))> {
    let booked = budget.memory.used();
    let Known { path, is_improving, mut lower_bound, heuristic } = known;
    let heuristic = stronger_heuristic(board, config.heuristic, budget).unwrap_or(heuristic);
    let space =
        ForwardSpace::<WORDS>::new(board, Deadlocks::new(config.deadlocks), Passages::none());
    let bound = AnyHeuristic::new(board, heuristic, config, Direction::Forward, budget);
    let found = match bound {
        Ok(bound) => {
            let mut scratch = bound.scratch();
            let mut boxes = board.start_boxes().to_vec();
            boxes.sort_unstable();
            let at_start = bound.bound(&boxes, board.start_player(), &mut scratch);
            lower_bound = lower_bound.max(at_start.pushes().unwrap_or(0));
            let plan = PortfolioPlan {
                board,
                deadlocks: config.deadlocks,
                threads: config.threads,
                is_any_enough: config.anytime == Anytime::Off && !is_improving,
                ends: match config.objective {
                    _ if budget.has_other_limit() => Ends::Limit,
                    // Who asks for the fewest pushes gets the proof, however long it takes.
                    Objective::Pushes if !is_improving => Ends::Memory,
                    _ => Ends::Patience,
                },
                lower_bound,
                path,
            };
            let base_bytes = budget.memory.used();
            let found = portfolio(plan, &bound, budget, stats);
            stats.base_bytes = base_bytes;
            found
        }
        Err(StopReason::Memory) => None,
        Err(reason) => {
            let ending = match path {
                Some(path) => Ending::Incumbent { path, stopped_by: Some(reason) },
                None => Ending::Stopped(reason),
            };
            Some(Found { ending, lower_bound })
        }
    };
    budget.memory.release(budget.memory.used() - booked);
    Some((learned(board, &space, found?, stats), (Algorithm::Features, heuristic)))
}

/// What came of a search for a better solution than a given one.
pub(crate) struct Bettered {
    pub(crate) outcome: Outcome,
    pub(crate) lower_bound: u32,
    pub(crate) stopped_by: Option<StopReason>,
    pub(crate) algorithm: Algorithm,
    pub(crate) heuristic: HeuristicKind,
}

/// Looks for a solution of fewer pushes than `given`, which was replayed: by A* for a while, and then
/// by a portfolio. None if the board is too large for its tables, or memory too small.
pub(crate) fn better_solution(
    board: &Board,
    config: &SolveConfig,
    given: &Solution,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Option<Bettered> {
    let heuristic = choose_heuristic(board, config.heuristic);
    let deadlocks = Deadlocks::new(config.deadlocks);
    budget.memory.reserve(board.memory_usage()).ok()?;
    let (learned, ran) = with_words!(box_squares(board, &deadlocks), WORDS => {
        budget.set_cap(FIRST_TRY);
        let alone = SolveConfig { threads: Threads::ONE, ..*config };
        let astar = Algorithm::AStar;
        let first = search_one_way::<WORDS>(board, &alone, astar, heuristic, budget, stats);
        budget.end_cap(stats);
        if matches!(first.outcome, Outcome::Solved { .. }) {
            (first, (astar, heuristic))
        } else {
            let earlier = std::mem::take(stats);
            let path = Some(path_of(board, given));
            let Learned { lower_bound, .. } = first;
            let known = Known { path, is_improving: true, lower_bound, heuristic };
            let found = by_features::<WORDS>(board, config, known, budget, stats);
            *stats = stats.after(earlier);
            found?
        }
    });
    let Learned { outcome, lower_bound, stopped_by, .. } = learned;
    let (algorithm, heuristic) = ran;
    Some(Bettered { outcome, lower_bound, stopped_by, algorithm, heuristic })
}

/// The pushes of a solution, which was replayed, up to where it solves the level.
fn path_of(board: &Board, solution: &Solution) -> Vec<Step> {
    let to = |push: Push| board.neighbor(push.from, push.direction);
    let pushes = pushes_of(board, solution).into_iter();
    pushes.map(|push| Step { from: push.from, to: to(push) }).collect()
}
