//! solve: puts space, bound and algorithm together. The only file that names them all.

use sokoban_core::{BitBoard, Board, Deadlock, DeadlockScratch, Deadlocks};

use crate::any_heuristic::AnyHeuristic;
use crate::astar::{Ending, Found, astar};
use crate::budget::Budget;
use crate::config::{Algorithm, ConfigError, Direction, HeuristicKind, Macros, SolveConfig};
use crate::ida_star::ida_star;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::outcome::{Optimality, Outcome, Proof, Report, SmaReport};
use crate::sma_star::{SmaConfig, sma_star};
use crate::space::StateSpace;
use crate::space::forward::{ForwardSpace, box_squares};
use crate::space::passages::Passages;
use crate::space::reverse::ReverseSpace;
use crate::stats::Stats;
use crate::words::with_words;

/// Past so many goals a matching costs more a state than it saves in states.
const MOST_GOALS_FOR_MATCHING: usize = 256;

/// The bytes of the table of IDA* unless they are chosen, or half the memory if that is less.
const TABLE_BYTES: usize = 256 << 20;

/// Solves the level of `board` and says what is proven of it.
///
/// The report's outcome is a solution with what it is proven optimal for, a proof that there is
/// none, or the limit that was reached; its lower bound is proven in every case. A solution was
/// replayed by [`Solution::replay`](sokoban_core::Solution::replay) before it is returned.
///
/// # Errors
/// [`ConfigError`] for a configuration that asks for what does not go together.
///
/// # Panics
/// When the replay of a solution fails, which would be a bug of this crate.
///
/// # Complexity
/// Sokoban is PSPACE-complete (Culberson 1999): time and space are bounded by `limits` alone.
///
/// # Examples
/// ```
/// use sokoban_core::{Board, Level};
/// use sokoban_search::{Limits, Objective, Outcome, SolveConfig, solve};
///
/// let level: Level = "######\n#@ $.#\n# $ .#\n#    #\n######".parse()?;
/// let board = Board::try_from(&level)?;
/// let report = solve(&board, &SolveConfig::default(), &Limits::default(), &mut ())?;
/// let Outcome::Solved { counts, optimality, .. } = report.outcome else { panic!() };
/// assert_eq!(counts.pushes, 3);
/// assert!(optimality.is_proven(Objective::Pushes));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    board: &Board,
    config: &SolveConfig,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Report, ConfigError> {
    let mut budget = Budget::new(limits, observer);
    let mut stats = Stats::default();
    let deadlocks = Deadlocks::new(config.deadlocks);
    let heuristic = choose_heuristic(board, config.heuristic);
    let config = &SolveConfig { algorithm: choose_algorithm(config.algorithm), ..*config };
    let (outcome, lower_bound, sma) = match start_deadlock(board, &deadlocks) {
        Some(deadlock) => (Outcome::Unsolvable(Proof::DeadlockedStart(deadlock)), 0, None),
        None => with_words!(box_squares(board, &deadlocks), WORDS => {
            search::<WORDS>(board, config, heuristic, &mut budget, &mut stats)
        }),
    };
    stats.peak_bytes = budget.memory.peak();
    Ok(Report {
        outcome,
        lower_bound,
        stats,
        elapsed: budget.elapsed(),
        algorithm: config.algorithm,
        direction: config.direction,
        heuristic,
        sma,
    })
}

fn choose_heuristic(board: &Board, wanted: HeuristicKind) -> HeuristicKind {
    match wanted {
        HeuristicKind::Auto if board.goals().len() > MOST_GOALS_FOR_MATCHING => {
            HeuristicKind::PushDistance
        }
        HeuristicKind::Auto => HeuristicKind::Matching,
        chosen => chosen,
    }
}

fn choose_algorithm(wanted: Algorithm) -> Algorithm {
    match wanted {
        Algorithm::Auto => Algorithm::AStar,
        chosen => chosen,
    }
}

/// A deadlock at the start.
fn start_deadlock(board: &Board, deadlocks: &Deadlocks) -> Option<Deadlock> {
    with_words!(board.squares(), WORDS => {
        let boxes: BitBoard<WORDS> = board.start_boxes().iter().copied().collect();
        deadlocks.find(board, &boxes, &mut DeadlockScratch::default())
    })
}

fn search<const WORDS: usize>(
    board: &Board,
    config: &SolveConfig,
    heuristic: HeuristicKind,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> (Outcome, u32, Option<SmaReport>) {
    let deadlocks = Deadlocks::new(config.deadlocks);
    let passages = match (config.macros, config.direction) {
        (Macros::Off, _) => Passages::none(),
        (Macros::On, Direction::Forward) => Passages::of_pushes(board),
        (Macros::On, Direction::Reverse) => Passages::of_pulls(board),
    };
    let bound = budget.memory.reserve(board.memory_usage()).and_then(|()| {
        AnyHeuristic::new(board, heuristic, config.pdb_boxes, config.direction, budget)
    });
    let bound = match bound {
        Ok(bound) => bound,
        Err(reason) => return (Outcome::Stopped(reason), 0, None),
    };
    match config.direction {
        Direction::Forward => {
            let space = ForwardSpace::<WORDS>::new(board, deadlocks, passages);
            run(board, config, space, &bound, budget, stats)
        }
        Direction::Reverse => {
            let distances = board.start_distances();
            let space = ReverseSpace::<WORDS>::new(board, deadlocks, passages, &distances);
            run(board, config, space, &bound, budget, stats)
        }
    }
}

fn run<S: StateSpace>(
    board: &Board,
    config: &SolveConfig,
    mut space: S,
    bound: &AnyHeuristic,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> (Outcome, u32, Option<SmaReport>) {
    if let Err(reason) = budget.memory.reserve(space.memory_usage()) {
        return (Outcome::Stopped(reason), 0, None);
    }
    let base_bytes = budget.memory.used();
    let (Found { ending, lower_bound }, mut sma) = match config.algorithm {
        Algorithm::Auto | Algorithm::AStar => (astar(&mut space, bound, budget, stats), None),
        Algorithm::Ida => {
            let most = TABLE_BYTES.min(budget.memory.limit() / 2);
            let table_bytes = config.table_bytes.unwrap_or(most);
            (ida_star(&mut space, bound, budget, stats, table_bytes, 0), None)
        }
        Algorithm::Sma => {
            let sma = SmaConfig { max_nodes: config.max_stored, stages: config.sma_stages };
            let (found, report) = sma_star(&mut space, bound, budget, stats, sma);
            (found, Some(report))
        }
    };
    stats.base_bytes = base_bytes;
    if let Some(SmaReport { least_cap: Some(least), .. }) = &mut sma
        && config.macros == Macros::Off
    {
        // Of single steps, a path has a state before each.
        *least = u64::from(lower_bound).max(*least);
    }
    let outcome = match ending {
        Ending::Shortest(path) => {
            let solution = space.solution(board, &path).expect("a path is a legal sequence");
            let counts = solution.replay(board).expect("the replay solves the level");
            let optimality = Optimality::from_bound(counts, lower_bound);
            Outcome::Solved { solution, counts, optimality }
        }
        Ending::NoPath if stats.expanded == 0 => Outcome::Unsolvable(Proof::InfiniteBound),
        Ending::NoPath => Outcome::Unsolvable(Proof::Exhausted),
        Ending::Stopped(reason) => Outcome::Stopped(reason),
    };
    (outcome, lower_bound, sma)
}
