//! SolutionMetrics: the measures by which players compare solutions.

use crate::board::Board;
use crate::direction::Direction;
use crate::lurd::Step;
use crate::solution::{Counts, ReplayError, Solution};
use crate::square::Square;

/// The measures of a solution, all counts without a unit.
///
/// The names are those of the program JSoko. Its pages name the measures without saying them in
/// full, so what is counted is defined here, after what players' programs tell of them; each
/// counts runs, and each run counts from its first step. That a walk between ends a session
/// but not a box line, and that a player line may have pushes in it, is our reading.
///
/// ```
/// use sokoban_core::{Board, Level, Solution, SolutionMetrics};
///
/// let level: Level = "#######\n#@ $ .#\n# $   #\n# .   #\n#######".parse()?;
/// let board = Board::try_from(&level)?;
/// let solution: Solution = "rRRllD".parse()?;
/// let metrics = SolutionMetrics::replay(&solution, &board)?;
/// assert_eq!((metrics.moves, metrics.pushes), (6, 3));
/// // The one box goes two squares to the right, then the other one down.
/// assert_eq!((metrics.box_lines, metrics.box_changes), (2, 2));
/// // RR and D are pushed in sessions of their own, and the player goes right, left and down.
/// assert_eq!((metrics.pushing_sessions, metrics.player_lines), (2, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SolutionMetrics {
    /// Single steps of the player, pushes included.
    pub moves: usize,
    /// The steps that moved a box.
    pub pushes: usize,
    /// Runs of pushes of one box in one direction, walks left out: a push begins a line unless the
    /// push before it moved the same box the same way. At least `box_changes`, at most `pushes`.
    pub box_lines: usize,
    /// Runs of pushes of one box, walks left out: a push counts unless the push before it moved the
    /// same box, so the first one counts.
    pub box_changes: usize,
    /// Runs of pushes without a walk between, of whatever boxes: a push begins a session unless the
    /// step before it was a push.
    pub pushing_sessions: usize,
    /// Runs of steps in one direction, pushes or not: a step begins a line unless the step before
    /// it went the same way. At most `moves`.
    pub player_lines: usize,
}

impl SolutionMetrics {
    /// Plays `solution` from the start of `board` and counts.
    ///
    /// # Errors
    /// Those of [`Solution::replay`], which goes first: what does not solve the level has no
    /// metrics.
    ///
    /// # Complexity
    /// O(squares + steps).
    pub fn replay(solution: &Solution, board: &Board) -> Result<Self, ReplayError> {
        let Counts { moves, pushes } = solution.replay(board)?;
        let mut metrics = Self { moves, pushes, ..Self::default() };
        let mut player = board.start_player();
        // Where the push before put its box. No other push can have moved that box since.
        let mut pushed: Option<(Square, Direction)> = None;
        let mut before: Option<Step> = None;
        for &step in solution.steps() {
            player = board.neighbor(player, step.direction);
            if step.push {
                let is_same_box = pushed.is_some_and(|(square, _)| square == player);
                let is_same_way = pushed.is_some_and(|(_, way)| way == step.direction);
                metrics.box_changes += usize::from(!is_same_box);
                metrics.box_lines += usize::from(!(is_same_box && is_same_way));
                metrics.pushing_sessions += usize::from(!before.is_some_and(|step| step.push));
                pushed = Some((board.neighbor(player, step.direction), step.direction));
            }
            let is_same_way = before.is_some_and(|before| before.direction == step.direction);
            metrics.player_lines += usize::from(!is_same_way);
            before = Some(step);
        }
        Ok(metrics)
    }
}
