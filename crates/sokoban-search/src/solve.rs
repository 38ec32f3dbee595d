//! solve: puts space, bound and algorithm together. The only file that names them all.

mod any;
mod deepening;
mod moves;

use sokoban_core::{
    BitBoard, Board, Counts, Deadlock, DeadlockConfig, DeadlockScratch, Deadlocks, Solution,
};

use crate::any_heuristic::AnyHeuristic;
use crate::astar::{Ending, Found, astar};
use crate::bidirectional::{Side, Turns, bidirectional};
use crate::budget::Budget;
use crate::config::{
    Algorithm, ConfigError, Direction, Finder, HeuristicKind, Macros, Objective, SolveConfig,
};
use crate::finder::PartnerPlan;
use crate::ida_star::ida_star;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::outcome::{Optimality, Outcome, Proof, Report, SmaReport, StopReason};
use crate::parallel::{parallel_astar, parallel_bidirectional};
use crate::pattern_tables::conflict_bytes;
use crate::sma_star::{SmaConfig, sma_star};
use crate::space::forward::{ForwardSpace, box_squares};
use crate::space::passages::Passages;
use crate::space::reverse::ReverseSpace;
use crate::space::{StateSpace, Step};
use crate::stats::Stats;
use crate::threads::Threads;
use crate::weighted::weighted;
use crate::words::with_words;
use any::any_solution;
pub(crate) use any::{Bettered, better_solution};
use deepening::deepened;
use moves::search_for_moves;

/// Past so many goals a matching costs more a state than it saves in states.
const MOST_GOALS_FOR_MATCHING: usize = 256;

/// The expansions by A* forward before `auto` goes both ways: below that, most levels are easy, and
/// tables and a second front would cost more than they save.
const FIRST_TRY: u64 = 1_000;

/// The same with up to [`FEW_BOXES`] boxes, of which there are few states and few conflicts. Every
/// level of Microban with so few boxes but one, 139, is done by then, and takes half the time that
/// it takes with the tables.
const FIRST_TRY_FEW_BOXES: u64 = 150_000;
const FEW_BOXES: usize = 6;

/// Past so many boxes `auto` does not look for conflicts among them: they are too many a state.
const MOST_BOXES_FOR_CONFLICTS: usize = 64;

/// The boxes of the start that are looked at for deadlocks even if there is no time at all. More of
/// them, in large clusters, take long.
const BOXES_UNWATCHED: usize = 64;

/// Where the tables would take more, `auto` does without them.
const MOST_CONFLICT_BYTES: usize = 256 << 20;

/// With more choices of goals than this, `auto` does not search by pulls.
const MOST_PLACEMENTS: u64 = 1_000;

/// The most bytes of the table of IDA*, unless the configuration says.
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
    let mut algorithm = config.chosen_algorithm()?;
    let mut config = *config;
    // Under a cap of a few states the answers that corral searches remember would take all of it.
    config.deadlocks.corral_search &=
        limits.bytes.is_none_or(|bytes| bytes >= LEAST_FOR_CORRAL_SEARCH);
    let config = &config;
    let mut budget = Budget::new(limits, observer);
    let mut stats = Stats::default();
    let deadlocks = Deadlocks::new(config.deadlocks);
    let mut heuristic = match config.objective.step_costs() {
        Some(_) if config.heuristic == HeuristicKind::Auto => HeuristicKind::Ghosts,
        _ => choose_heuristic(board, config.heuristic),
    };
    budget.suit_board(board.squares(), board.goals().len());
    let learned = match start_deadlock(board, &deadlocks, &budget) {
        Err(reason) => Learned::nothing(reason),
        Ok(Some(deadlock)) => Learned {
            outcome: Outcome::Unsolvable(Proof::DeadlockedStart(deadlock)),
            lower_bound: 0,
            stopped_by: None,
            sma: None,
        },
        Ok(None) if config.objective.step_costs().is_some() => {
            let (learned, ran) = search_for_moves(board, config, &mut budget, &mut stats);
            algorithm = ran;
            learned
        }
        Ok(None) => with_words!(box_squares(board, &deadlocks), WORDS => {
            let mut ended =
                search::<WORDS>(board, config, (algorithm, heuristic), &mut budget, &mut stats);
            if algorithm == Algorithm::Auto {
                ended = deepened::<WORDS>(board, config, ended, &mut budget, &mut stats);
            }
            (algorithm, heuristic) = ended.1;
            ended.0
        }),
    };
    if algorithm == Algorithm::Auto {
        algorithm = Algorithm::AStar;
    }
    stats.peak_bytes = budget.memory.peak();
    Ok(Report {
        outcome: learned.outcome,
        lower_bound: learned.lower_bound,
        stopped_by: learned.stopped_by,
        stats,
        elapsed: budget.elapsed(),
        algorithm,
        objective: config.objective,
        direction: config.direction,
        heuristic,
        sma: learned.sma,
    })
}

/// The bound that is meant where the choice is left to us.
pub(crate) fn choose_heuristic(board: &Board, wanted: HeuristicKind) -> HeuristicKind {
    match wanted {
        HeuristicKind::Auto if board.goals().len() > MOST_GOALS_FOR_MATCHING => {
            HeuristicKind::PushDistance
        }
        HeuristicKind::Auto => HeuristicKind::Matching,
        chosen => chosen,
    }
}

/// The least memory limit under which corral searches run.
const LEAST_FOR_CORRAL_SEARCH: usize = 8 << 20;

/// A deadlock at the start, or the limit that was reached before it was known that there is none.
fn start_deadlock(
    board: &Board,
    deadlocks: &Deadlocks,
    budget: &Budget<'_>,
) -> Result<Option<Deadlock>, StopReason> {
    with_words!(board.squares(), WORDS => {
        let boxes: BitBoard<WORDS> = board.start_boxes().iter().copied().collect();
        let mut scratch = DeadlockScratch::default();
        // What is known to be frozen on goals need not be found out again for each of the boxes.
        let mut settled = BitBoard::<WORDS>::EMPTY;
        let others = Deadlocks::new(DeadlockConfig { freeze: false, ..deadlocks.config() });
        for (number, &square) in board.start_boxes().iter().enumerate() {
            if number >= BOXES_UNWATCHED {
                budget.poll()?;
            }
            let is_settled = settled.contains(square);
            let tests = if is_settled { &others } else { deadlocks };
            let found = tests.after_push(board, &boxes, square, &mut scratch);
            if found.is_some() {
                return Ok(found);
            }
            if deadlocks.config().freeze && !is_settled {
                scratch.frozen().iter().for_each(|&square| settled.insert(square));
            }
        }
        Ok(None)
    })
}

/// What a search learned, before it is counted and timed.
struct Learned {
    outcome: Outcome,
    lower_bound: u32,
    stopped_by: Option<StopReason>,
    /// What only SMA* tells.
    sma: Option<SmaReport>,
}

impl Learned {
    /// Nothing, for want of what the search needs to begin.
    fn nothing(reason: StopReason) -> Self {
        Self {
            outcome: Outcome::Stopped(reason),
            lower_bound: 0,
            stopped_by: Some(reason),
            sma: None,
        }
    }
}

/// Runs the algorithm, or finds out which is the best, and says which ran with which bound.
fn search<const WORDS: usize>(
    board: &Board,
    config: &SolveConfig,
    (algorithm, heuristic): (Algorithm, HeuristicKind),
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> (Learned, (Algorithm, HeuristicKind)) {
    if let Err(reason) = budget.memory.reserve(board.memory_usage()) {
        return (Learned::nothing(reason), (algorithm, heuristic));
    }
    match algorithm {
        Algorithm::Auto if placements(board) <= MOST_PLACEMENTS => {
            let has_few_boxes = board.start_boxes().len() <= FEW_BOXES;
            budget.set_cap(if has_few_boxes { FIRST_TRY_FEW_BOXES } else { FIRST_TRY });
            // So short a search is as fast on one thread, and the same every time.
            let alone = SolveConfig { threads: Threads::ONE, ..*config };
            let first =
                search_one_way::<WORDS>(board, &alone, Algorithm::AStar, heuristic, budget, stats);
            if !budget.end_cap(stats) || !matches!(first.outcome, Outcome::Stopped(_)) {
                return (first, (Algorithm::AStar, heuristic));
            }
            let earlier = std::mem::take(stats);
            let stronger = stronger_heuristic(board, config.heuristic, budget);
            let heuristic = stronger.unwrap_or(heuristic);
            let mut second =
                search_both_ways::<WORDS>(board, config, (algorithm, heuristic), budget, stats);
            second.lower_bound = second.lower_bound.max(first.lower_bound);
            *stats = stats.after(earlier);
            (second, (Algorithm::Bidirectional, heuristic))
        }
        Algorithm::Features => any_solution::<WORDS>(board, config, heuristic, budget, stats),
        Algorithm::Bidirectional => (
            search_both_ways::<WORDS>(board, config, (algorithm, heuristic), budget, stats),
            (algorithm, heuristic),
        ),
        _ => {
            let algorithm = if algorithm == Algorithm::Auto { Algorithm::AStar } else { algorithm };
            let learned =
                search_one_way::<WORDS>(board, config, algorithm, heuristic, budget, stats);
            (learned, (algorithm, heuristic))
        }
    }
}

/// The bound that is worth its tables in a long search, where the choice is left to us and the
/// tables have room.
pub(crate) fn stronger_heuristic(
    board: &Board,
    wanted: HeuristicKind,
    budget: &Budget<'_>,
) -> Option<HeuristicKind> {
    let boxes = board.start_boxes().len();
    let is_worth_it = wanted == HeuristicKind::Auto
        && (2..=MOST_BOXES_FOR_CONFLICTS).contains(&boxes)
        && conflict_bytes(board) <= MOST_CONFLICT_BYTES.min(budget.memory.free() / 4);
    is_worth_it.then_some(HeuristicKind::Conflicts)
}

/// The choices of goals for the boxes, each of which is a root of a search by pulls.
pub(crate) fn placements(board: &Board) -> u64 {
    let (boxes, goals) = (board.start_boxes().len() as u64, board.goals().len() as u64);
    (0..boxes.min(goals - boxes))
        .fold(1, |choices: u64, chosen| choices.saturating_mul(goals - chosen) / (chosen + 1))
}

/// By pushes or by pulls, as configured.
fn search_one_way<const WORDS: usize>(
    board: &Board,
    config: &SolveConfig,
    algorithm: Algorithm,
    heuristic: HeuristicKind,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Learned {
    let booked = budget.memory.used();
    let deadlocks = Deadlocks::new(config.deadlocks);
    let passages = match (config.macros, config.direction) {
        (Macros::Off, _) => Passages::none(),
        (Macros::On, Direction::Forward) => Passages::of_pushes(board),
        (Macros::On, Direction::Reverse) => Passages::of_pulls(board),
    };
    let bound = AnyHeuristic::new(board, heuristic, config, config.direction, budget);
    let bound = match bound {
        Ok(bound) => bound,
        Err(reason) => return Learned::nothing(reason),
    };
    let learned = match config.direction {
        Direction::Forward => {
            let space = ForwardSpace::<WORDS>::new(board, deadlocks, passages);
            run(board, space, &bound, (algorithm, config), budget, stats)
        }
        Direction::Reverse => {
            let nearest = board.distances_from_nearest_start();
            let space = ReverseSpace::<WORDS>::new(board, deadlocks, passages, &nearest);
            drop(nearest);
            run(board, space, &bound, (algorithm, config), budget, stats)
        }
    };
    budget.memory.release(budget.memory.used() - booked);
    learned
}

fn run<S: StateSpace>(
    board: &Board,
    mut space: S,
    bound: &AnyHeuristic,
    (algorithm, config): (Algorithm, &SolveConfig),
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Learned {
    if let Err(reason) = budget.memory.reserve(space.memory_usage()) {
        return Learned::nothing(reason);
    }
    let base_bytes = budget.memory.used();
    let mut sma = None;
    let found = match algorithm {
        Algorithm::Ida => {
            let most = TABLE_BYTES.min(budget.memory.limit() / 2);
            let table_bytes = config.table_bytes.unwrap_or(most);
            ida_star(&mut space, bound, budget, stats, table_bytes, budget.proven())
        }
        Algorithm::Sma => {
            let caps = SmaConfig { max_nodes: config.max_stored, stages: config.sma_stages };
            let (found, mut report) = sma_star(&mut space, bound, budget, stats, caps);
            if let (Some(least), Macros::Off) = (&mut report.least_cap, config.macros) {
                // Of single steps, a path has a state before each.
                *least = u64::from(found.lower_bound).max(*least);
            }
            sma = Some(report);
            found
        }
        Algorithm::Weighted => {
            weighted(&mut space, bound, (config.weight, config.anytime), budget, stats)
        }
        Algorithm::Auto | Algorithm::AStar | Algorithm::Bidirectional | Algorithm::Features => {
            let side = Side { space: &mut space, bound };
            let found = parallel_astar(side, config.threads, budget, stats);
            found.unwrap_or_else(|| astar(&mut space, bound, budget, stats))
        }
    };
    stats.base_bytes = base_bytes;
    Learned { sma, ..learned(board, &space, found, stats) }
}

/// From the start by pushes, and from the solved placements by pulls.
fn search_both_ways<const WORDS: usize>(
    board: &Board,
    config: &SolveConfig,
    (algorithm, heuristic): (Algorithm, HeuristicKind),
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Learned {
    let passages = match config.macros {
        Macros::Off => Passages::none(),
        Macros::On => Passages::of_both(board),
    };
    let mut bound = |direction| AnyHeuristic::new(board, heuristic, config, direction, budget);
    let bounds =
        bound(Direction::Forward).and_then(|forward| Ok((forward, bound(Direction::Reverse)?)));
    let (forward_bound, backward_bound) = match bounds {
        Ok(bounds) => bounds,
        Err(reason) => return Learned::nothing(reason),
    };
    let deadlocks = Deadlocks::new(config.deadlocks);
    let mut forward = ForwardSpace::<WORDS>::new(board, deadlocks, passages.clone());
    let nearest = board.distances_from_nearest_start();
    let deadlocks = Deadlocks::new(config.deadlocks);
    let mut backward = ReverseSpace::<WORDS>::new(board, deadlocks, passages, &nearest);
    if let Err(reason) = budget.memory.reserve(forward.memory_usage() + backward.memory_usage()) {
        return Learned::nothing(reason);
    }
    let turns = match heuristic {
        HeuristicKind::Conflicts => Turns::ThreeForward,
        _ => Turns::ToTheSmaller,
    };
    // The finder is part of the choice of `auto`; the algorithms that are asked for go alone.
    let has_finder = algorithm == Algorithm::Auto && config.finder == Finder::On;
    let plan = has_finder.then_some(PartnerPlan { board, deadlocks: config.deadlocks });
    let base_bytes = budget.memory.used();
    let found = parallel_bidirectional(
        Side { space: &mut forward, bound: &forward_bound },
        Side { space: &mut backward, bound: &backward_bound },
        (turns, config.threads),
        plan,
        budget,
        stats,
    );
    let found = found.unwrap_or_else(|| {
        bidirectional(
            Side { space: &mut forward, bound: &forward_bound },
            Side { space: &mut backward, bound: &backward_bound },
            turns,
            plan,
            budget,
            stats,
        )
    });
    stats.base_bytes = base_bytes;
    learned(board, &forward, found, stats)
}

/// Turns what an algorithm found in `space` into an outcome.
fn learned<S: StateSpace>(board: &Board, space: &S, found: Found, stats: &Stats) -> Learned {
    let Found { ending, lower_bound } = found;
    let solution = |path: &[Step]| space.solution(board, path);
    let optimality = |counts| Optimality::from_bound(counts, lower_bound);
    let (outcome, stopped_by) =
        outcome_of(board, ending, stats, Objective::Pushes, solution, optimality);
    Learned { outcome, lower_bound, stopped_by, sma: None }
}

/// What the ending of a search means, and the limit that it was stopped by, unless its solution is
/// proven for `objective` all the same.
fn outcome_of(
    board: &Board,
    ending: Ending,
    stats: &Stats,
    objective: Objective,
    solution: impl Fn(&[Step]) -> Option<Solution>,
    optimality: impl Fn(Counts) -> Optimality,
) -> (Outcome, Option<StopReason>) {
    let solved = |path: &[Step]| {
        let solution = solution(path).expect("a path is a legal sequence");
        let counts = solution.replay(board).expect("the replay solves the level");
        Outcome::Solved { solution, counts, optimality: optimality(counts) }
    };
    match ending {
        Ending::Shortest(path) => (solved(&path), None),
        Ending::Incumbent { path, stopped_by } => {
            let outcome = solved(&path);
            // A path may come out shorter than the search knew, by way of states that are stored
            // but not yet expanded, and so meet the lower bound.
            let is_proven = matches!(&outcome, Outcome::Solved { optimality, .. }
                if optimality.is_proven(objective));
            (outcome, stopped_by.filter(|_| !is_proven))
        }
        Ending::NoPath if stats.expanded == 0 => (Outcome::Unsolvable(Proof::InfiniteBound), None),
        Ending::NoPath => (Outcome::Unsolvable(Proof::Exhausted), None),
        Ending::Stopped(reason) => (Outcome::Stopped(reason), Some(reason)),
    }
}
