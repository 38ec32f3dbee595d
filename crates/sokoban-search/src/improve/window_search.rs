//! Searches for a better way through a window.

use std::ops::ControlFlow;

use sokoban_core::{BitBoard, Board, DeadlockConfig, Deadlocks, Push, Reach, Solution, State};

use super::part::{Part, Still};
use super::window::Window;
use crate::any_heuristic::AnyHeuristic;
use crate::astar::{Ending, astar};
use crate::budget::Budget;
use crate::config::{Direction, Dominance, HeuristicKind, Objective, SolveConfig};
use crate::observer::{Observer, Progress};
use crate::outcome::StopReason;
use crate::space::forward::{ForwardSpace, box_squares};
use crate::space::passages::Passages;
use crate::space::{StateSpace as _, Step};
use crate::stats::Stats;
use crate::walks::{WalkPlan, WalkTurns, search_walks};
use crate::words::with_words;

/// The most bytes that the search of a window takes: for its board and its bound, and for each state
/// that it may expand.
const BYTES: usize = 8 << 20;
const BYTES_AN_EXPANSION: usize = 1 << 10;

/// What is searched for in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sought {
    /// Fewer pushes to the boxes after the window and the player's area there.
    FewerPushes(Still),
    /// A lower cost of pushes and walks to the boxes after the window, wherever the player ends.
    ShorterWalks,
}

/// What is searched for in a window, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct WindowTask {
    pub(super) sought: Sought,
    pub(super) objective: Objective,
    pub(super) deadlocks: DeadlockConfig,
    pub(super) dominance: Dominance,
    /// The most states that are expanded.
    pub(super) expansions: u64,
}

/// Searches for a better way through `window`, one of `pushes`: the pushes to replace it, or none
/// if none were found within the bounds of `task`. What they are worth to the whole solution is for
/// the caller to find out.
///
/// # Errors
/// The limit of `budget` that was reached.
pub(super) fn search_window(
    board: &Board,
    pushes: &[Push],
    window: &Window,
    task: &WindowTask,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Result<Option<Vec<Push>>, StopReason> {
    // A slice of the account, which may be one with other threads, on which nothing can be booked
    // back that was not booked here.
    let most = usize::try_from(task.expansions).unwrap_or(usize::MAX);
    let most = most.saturating_mul(BYTES_AN_EXPANSION).saturating_add(BYTES);
    let bytes = most.min(budget.memory.free());
    budget.memory.reserve(bytes)?;
    let limits = budget.limits_of_part(task.expansions, bytes);
    let mut own_stats = Stats::default();
    let mut relay = Relay { whole: budget, earlier: *stats };
    let mut own_budget = Budget::new(&limits, &mut relay);
    let found = search(board, pushes, window, task, &mut own_budget, &mut own_stats);
    budget.memory.release(bytes);
    budget.spend(own_stats.expanded);
    *stats = own_stats.after(*stats);
    match found {
        Err(StopReason::Nodes) => Ok(None),
        // It is the window that is too large.
        Err(StopReason::Memory) if bytes == most => Ok(None),
        // The relay breaks for whatever ends the whole search.
        Err(StopReason::Cancelled) => budget.poll().and(Err(StopReason::Cancelled)),
        found => found,
    }
}

/// Tells the observer of the whole search how it gets on while a window is searched.
struct Relay<'b, 'o> {
    whole: &'b mut Budget<'o>,
    /// The counts of the windows before.
    earlier: Stats,
}

impl Observer for Relay<'_, '_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let stats = Stats {
            expanded: self.earlier.expanded + progress.expanded,
            generated: self.earlier.generated + progress.generated,
            ..self.earlier
        };
        // The bound of a window says nothing of the level.
        match self.whole.look(&stats, progress.stored, self.whole.proven()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

fn search(
    board: &Board,
    pushes: &[Push],
    window: &Window,
    task: &WindowTask,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Result<Option<Vec<Push>>, StopReason> {
    budget.memory.reserve(Part::building_bytes(board))?;
    let still = match task.sought {
        Sought::FewerPushes(still) => still,
        Sought::ShorterWalks => Still::Walls,
    };
    let Some(part) = Part::new(board, window, still) else { return Ok(None) };
    budget.memory.reserve(part.board.memory_usage())?;
    budget.suit_board(part.board.squares(), part.board.goals().len());
    let steps = match task.sought {
        Sought::FewerPushes(_) => {
            let deadlocks = Deadlocks::new(sound_tests(task.deadlocks));
            with_words!(box_squares(&part.board, &deadlocks), WORDS => {
                fewer_pushes::<WORDS>(&part, window, deadlocks, budget, stats)
            })?
        }
        Sought::ShorterWalks => {
            let known = part.pushes(&pushes[window.range.clone()]);
            let known = known.and_then(|known| {
                with_words!(part.board.squares(), WORDS => {
                    Solution::from_pushes::<WORDS>(&part.board, &known)
                })
            });
            let Some(known) = known else { return Ok(None) };
            shorter_walks(&part, (window, known.steps().len()), task, budget, stats)?
        }
    };
    Ok(steps.and_then(|steps| pushes_of_whole(&part, &steps)))
}

/// The tests that hold where the player's area at the end matters.
///
/// Boxes on dead squares or frozen off goal keep the *boxes* from their goals, wherever the player
/// is: they prune no state on a way to the end of a window. A PI-corral may be opened first on the
/// way to *some* solution, in which the player may end elsewhere, and a corral search asks for no
/// more than the boxes on goals.
fn sound_tests(deadlocks: DeadlockConfig) -> DeadlockConfig {
    DeadlockConfig { pi_corral: false, corral_search: false, ..deadlocks }
}

/// The steps of a way with the fewest pushes, if it has fewer than the window.
fn fewer_pushes<const WORDS: usize>(
    part: &Part<'_>,
    window: &Window,
    deadlocks: Deadlocks,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Result<Option<Vec<Step>>, StopReason> {
    let board = &part.board;
    let limit = u32::try_from(window.len()).unwrap_or(u32::MAX);
    // What needs as many pushes is of no use, so the search ends when that is proven.
    budget.go_on(&Stats::default(), 0, Some(limit));
    let config = SolveConfig::default();
    let bound =
        AnyHeuristic::new(board, HeuristicKind::Matching, &config, Direction::Forward, budget)?;
    // Without passages: a box pushed on through one may leave the player in another area than one that
    // stops there, and those squares may be where it has to stop.
    let mut space = ForwardSpace::<WORDS>::new(board, deadlocks, Passages::none());
    if !window.is_last {
        let Some(player) = part.square(window.player_after) else { return Ok(None) };
        let boxes: BitBoard<WORDS> = board.goals().iter().copied().collect();
        let end = State::with_player(boxes, player, &mut Reach::new(board));
        space = space.ending_with_player(end.player());
    }
    budget.memory.reserve(space.memory_usage())?;
    match astar(&mut space, &bound, budget, stats).ending {
        Ending::Shortest(path) | Ending::Incumbent { path, .. } => Ok(Some(path)),
        Ending::NoPath => Ok(None),
        Ending::Stopped(reason) => Err(reason),
    }
}

/// The steps of a way of least cost, or of the best that was found, if it costs less than the
/// window with its `moves`.
fn shorter_walks(
    part: &Part<'_>,
    (window, moves): (&Window, usize),
    task: &WindowTask,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> Result<Option<Vec<Step>>, StopReason> {
    let Some(costs) = task.objective.step_costs() else { return Ok(None) };
    // What has the same first measure may have less of the second.
    let enough = match task.objective {
        Objective::PushesMoves => window.len() + 1,
        Objective::MovesPushes => moves + 1,
        Objective::Moves | Objective::Pushes | Objective::Any => moves,
    };
    budget.go_on(&Stats::default(), 0, u32::try_from(enough).ok());
    let walk_plan = WalkPlan {
        costs,
        turns: WalkTurns::One(Direction::Forward),
        is_blind: false,
        dead_squares: task.deadlocks.dead_squares,
        freeze: task.deadlocks.freeze,
        dominance: task.dominance,
        // Windows hardly ever have one.
        symmetry: false,
    };
    match search_walks(&part.board, walk_plan, budget, stats).ending {
        Ending::Shortest(path) | Ending::Incumbent { path, .. } => Ok(Some(path)),
        Ending::NoPath => Ok(None),
        Ending::Stopped(reason) => Err(reason),
    }
}

/// Steps of the part as single pushes of the whole board.
fn pushes_of_whole(part: &Part<'_>, steps: &[Step]) -> Option<Vec<Push>> {
    let mut pushes = Vec::with_capacity(steps.len());
    for step in steps {
        for (from, direction) in step.single_steps(&part.board)? {
            pushes.push(part.push_of_whole(Push { from, direction })?);
        }
    }
    Some(pushes)
}
