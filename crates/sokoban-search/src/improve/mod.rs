//! improve: shortens a solution that may come from anywhere.

mod failed;
mod part;
#[cfg(test)]
mod tests;
mod window;
mod window_search;
mod windows;

use sokoban_core::{Board, Counts, Direction as Way, Push, ReplayError, Solution};

use crate::budget::Budget;
use crate::config::{Algorithm, ConfigError, Direction, HeuristicKind, Objective, SolveConfig};
use crate::limits::Limits;
use crate::observer::Observer;
use crate::outcome::{Optimality, Outcome, Report, StopReason};
use crate::solve::{Bettered, better_solution, choose_heuristic};
use crate::start_bound::{cost_at_start, pushes_at_start};
use crate::stats::Stats;
use crate::words::with_words;

pub(crate) use windows::{WindowPlan, WindowStep, Windows};

/// Why a solution is not improved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImproveError {
    /// It is none.
    #[error(transparent)]
    NotASolution(#[from] ReplayError),
    /// The configuration asks for what does not go together.
    #[error(transparent)]
    Config(#[from] ConfigError),
}

/// Shortens `solution` of the level of `board` by what the objective of `config` counts.
///
/// It takes windows of the solution, some dozens of pushes each, and searches anew for how to get
/// from the state before a window to the one after it, with the boxes that the window leaves alone
/// as walls; over all of the solution and with windows of several lengths, until no window
/// has anything better or a limit is reached. That is local search: what comes out is seldom
/// proven to be optimal, though often optimal. [`Objective::Any`] counts as pushes.
///
/// The report is that of [`solve`](crate::solve()), and its outcome always [`Outcome::Solved`]: with
/// the solution given, or with a better one, which was replayed. `observer` hears of each better one.
/// The result depends on no clock but for the limit on time.
///
/// # Errors
/// [`ImproveError::NotASolution`] with the first wrong step, and [`ImproveError::Config`].
///
/// # Complexity
/// A window takes a few thousand expansions at most. There are a few for every ten pushes, and they
/// are gone through again each time that something was found.
///
/// # Examples
/// ```
/// use sokoban_core::{Board, Level};
/// use sokoban_search::{Limits, Outcome, SolveConfig, improve};
///
/// let level: Level = "########\n#@ $  .#\n#      #\n########".parse()?;
/// let board = Board::try_from(&level)?;
/// // To the right, back to the left, and to the right again.
/// let roundabout = "rRdrruLdlluRRR".parse()?;
/// let report = improve(&board, &roundabout, &SolveConfig::default(), &Limits::default(), &mut ())?;
/// let Outcome::Solved { solution, .. } = report.outcome else { panic!() };
/// assert_eq!(solution.to_string(), "rRRR");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn improve(
    board: &Board,
    solution: &Solution,
    config: &SolveConfig,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Report, ImproveError> {
    config.check()?;
    let objective = match config.objective {
        Objective::Any => Objective::Pushes,
        objective => objective,
    };
    let config = SolveConfig { objective, ..*config };
    if objective == Objective::Pushes
        && let Some(report) = fewer_pushes(board, solution, &config, limits, observer)?
    {
        return Ok(report);
    }
    improve_with(board, solution, WindowPlan::new(&config), limits, observer)
}

/// By windows and by searches for other solutions; none if those are too much for the board or the
/// memory.
fn fewer_pushes(
    board: &Board,
    solution: &Solution,
    config: &SolveConfig,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Option<Report>, ImproveError> {
    let before = solution.replay(board)?;
    let mut budget = Budget::new(limits, observer);
    budget.suit_board(board.squares(), board.goals().len());
    let mut stats = Stats::default();
    let found = better_solution(board, config, solution, &mut budget, &mut stats);
    let Some(Bettered { outcome, lower_bound, stopped_by, algorithm, heuristic }) = found else {
        return Ok(None);
    };
    stats.peak_bytes = budget.memory.peak();
    // Of as few pushes, the one with the shorter walks stays.
    let outcome = match outcome {
        Outcome::Solved { counts, .. }
            if (counts.pushes, counts.moves) > (before.pushes, before.moves) =>
        {
            let optimality = Optimality::from_bound(before, lower_bound);
            Outcome::Solved { solution: solution.clone(), counts: before, optimality }
        }
        outcome => outcome,
    };
    Ok(Some(Report {
        outcome,
        lower_bound,
        stopped_by,
        stats,
        elapsed: budget.elapsed(),
        algorithm,
        objective: config.objective,
        direction: Direction::Forward,
        heuristic,
        sma: None,
    }))
}

/// As [`improve()`], with windows of the caller's choice.
fn improve_with(
    board: &Board,
    solution: &Solution,
    plan: WindowPlan,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Report, ImproveError> {
    let counts = solution.replay(board)?;
    let mut budget = Budget::new(limits, observer);
    budget.suit_board(board.squares(), board.goals().len());
    let heuristic = match plan.objective.step_costs() {
        Some(_) => HeuristicKind::Ghosts,
        None => choose_heuristic(board, HeuristicKind::Auto),
    };
    let mut improving = Improving {
        board,
        plan,
        heuristic,
        best: solution.clone(),
        counts,
        lower_bound: 0,
        stats: Stats::default(),
    };
    let stopped_by = improving.run(&mut budget).err();
    let optimality = improving.optimality();
    let lower_bound = improving.first_measure_bound();
    let Improving { best, counts, mut stats, .. } = improving;
    stats.peak_bytes = budget.memory.peak();
    Ok(Report {
        stopped_by: stopped_by.filter(|_| !optimality.is_proven(plan.objective)),
        outcome: Outcome::Solved { solution: best, counts, optimality },
        lower_bound,
        stats,
        elapsed: budget.elapsed(),
        algorithm: Algorithm::AStar,
        objective: plan.objective,
        direction: Direction::Forward,
        heuristic,
        sma: None,
    })
}

/// What a solution costs: the objective's first measure and then its second.
fn cost(objective: Objective, counts: Counts) -> (usize, usize) {
    let Counts { moves, pushes } = counts;
    match objective {
        Objective::Pushes | Objective::Any => (pushes, 0),
        Objective::Moves => (moves, 0),
        Objective::PushesMoves => (pushes, moves),
        Objective::MovesPushes => (moves, pushes),
    }
}

/// The solution that makes `pushes`, and what its replay counts; none if they do not solve the level.
fn replayed(board: &Board, pushes: &[Push]) -> Option<(Solution, Counts)> {
    let solution = with_words!(board.squares(), WORDS => {
        Solution::from_pushes::<WORDS>(board, pushes)
    })?;
    let counts = solution.replay(board).ok()?;
    Some((solution, counts))
}

/// The pushes of a solution, up to where the level is solved for the first time.
pub(crate) fn pushes_of(board: &Board, solution: &Solution) -> Vec<Push> {
    let mut off_goal = board.start_boxes().iter().filter(|&&square| !board.is_goal(square)).count();
    let mut player = board.start_player();
    let mut pushes = Vec::new();
    for step in solution.steps() {
        if off_goal == 0 {
            break;
        }
        let direction: Way = step.direction;
        player = board.neighbor(player, direction);
        if step.push {
            let to = board.neighbor(player, direction);
            off_goal += usize::from(!board.is_goal(to));
            off_goal -= usize::from(!board.is_goal(player));
            pushes.push(Push { from: player, direction });
        }
    }
    pushes
}

/// A solution on its way to a better one.
struct Improving<'b> {
    board: &'b Board,
    plan: WindowPlan,
    heuristic: HeuristicKind,
    best: Solution,
    counts: Counts,
    /// Proven: of what the objective's step costs add up to, or of pushes where it has none.
    lower_bound: u64,
    stats: Stats,
}

impl Improving<'_> {
    /// Improves until nothing helps or a limit is reached.
    fn run(&mut self, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let board = self.board;
        // Besides the board: three solutions as steps, two as pushes.
        let steps = 5 * self.best.steps().len() * size_of::<Push>();
        budget.memory.reserve(board.memory_usage() + steps)?;
        let mut pushes = pushes_of(board, &self.best);
        self.take_if_better(&pushes, budget);
        self.bound(budget)?;
        self.stats.base_bytes = budget.memory.used();
        let mut windows = Windows::new(board, self.plan);
        let ended = loop {
            if self.optimality().is_proven(self.plan.objective) {
                break Ok(());
            }
            match windows.next(&pushes, budget) {
                Ok(WindowStep::Shortened(better)) => {
                    pushes = better;
                    self.take_if_better(&pushes, budget);
                }
                Ok(WindowStep::Tried) => {}
                Ok(WindowStep::Done) => break Ok(()),
                Err(reason) => break Err(reason),
            }
        };
        self.stats = Stats { base_bytes: self.stats.base_bytes, ..windows.stats() };
        ended
    }

    /// Takes the solution that makes `pushes` if it is better than the best; or as good, with
    /// shorter walks.
    fn take_if_better(&mut self, pushes: &[Push], budget: &mut Budget<'_>) {
        let Some((solution, counts)) = replayed(self.board, pushes) else { return };
        let objective = self.plan.objective;
        let rank = |counts| (cost(objective, counts), counts.moves);
        if rank(counts) >= rank(self.counts) {
            return;
        }
        let is_better = cost(objective, counts) < cost(objective, self.counts);
        (self.best, self.counts) = (solution, counts);
        if is_better {
            let measure = u32::try_from(objective.first_measure(counts)).unwrap_or(u32::MAX);
            budget.tell_incumbent(measure, self.first_measure_bound());
        }
    }

    /// Finds out what the start needs at least.
    fn bound(&mut self, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let booked = budget.memory.used();
        let needed = match self.plan.objective.step_costs() {
            Some(costs) => cost_at_start(self.board, costs, budget),
            None => pushes_at_start(self.board, self.heuristic, budget).map(|it| it.map(u64::from)),
        };
        budget.memory.release(budget.memory.used() - booked);
        let needed = needed?;
        debug_assert!(needed.is_some(), "there is a solution");
        self.lower_bound = needed.unwrap_or(0);
        budget.prove(self.first_measure_bound());
        Ok(())
    }

    /// The lower bound of the objective's first measure.
    fn first_measure_bound(&self) -> u32 {
        let measure = match self.plan.objective.step_costs() {
            Some(costs) => costs.major(self.lower_bound),
            None => self.lower_bound,
        };
        u32::try_from(measure).unwrap_or(u32::MAX)
    }

    fn optimality(&self) -> Optimality {
        match self.plan.objective.step_costs() {
            Some(_) => {
                Optimality::from_cost_bound(self.counts, self.plan.objective, self.lower_bound)
            }
            None => Optimality::from_bound(self.counts, self.first_measure_bound()),
        }
    }
}
