//! Candidate: what comes of one number.

use sokoban_core::{Board, Level, Solution, SolutionMetrics};
use sokoban_search::{
    Algorithm, CancelToken, ConfigError, Limits, Objective, Outcome, SolveConfig, StopReason, solve,
};

use crate::chance::Chance;
use crate::plan::Plan;
use crate::pulling::pulled;
use crate::room::Room;
use crate::sessions::has_box_moved_twice;
use crate::settings::Settings;

/// A level that was made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Made {
    /// The number of its candidate, from 1.
    pub number: u64,
    /// The level, without a title.
    pub level: Level,
    /// A solution with the fewest pushes, which is proven, with shortest walks between them.
    pub solution: Solution,
    /// What its replay counted.
    pub metrics: SolutionMetrics,
}

/// Why a candidate is no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dropped {
    /// Pulls do not lead as far as the pushes that are asked for, or the optimum has fewer.
    TooFewPushes,
    /// The optimum has more pushes than asked for.
    TooManyPushes,
    /// The proof takes more than [`Settings::nodes`] expansions.
    TooHard,
    /// No box is pushed in two sessions.
    NoBoxMovedTwice,
    /// The pushes change from box to box less often than asked for.
    TooFewBoxChanges,
    /// Its canonical form came before.
    Duplicate,
}

/// What comes of a number.
pub(crate) enum Candidate {
    Made(Box<Made>),
    Dropped(Dropped),
    /// The search was cancelled.
    Cancelled,
}

impl Candidate {
    /// What comes of `number`, whatever else there is.
    ///
    /// # Errors
    /// [`ConfigError`] if the search refuses its configuration, which would be a bug.
    pub(crate) fn new(
        settings: &Settings,
        number: u64,
        cancel: &CancelToken,
    ) -> Result<Self, ConfigError> {
        if cancel.is_cancelled() {
            return Ok(Self::Cancelled);
        }
        let mut chance = Chance::new(settings.seed, number);
        let plan = Plan::random(settings, &mut chance);
        let room = Room::random(&plan, &mut chance);
        let Some(text) = pulled(settings, &plan, &room, &mut chance) else {
            return Ok(Self::Dropped(Dropped::TooFewPushes));
        };
        let level: Level = text.parse().expect("the drawing is a level");
        let board = Board::try_from(&level).expect("the room is closed, with a goal for each box");
        // One algorithm on one thread without a limit of time or memory: what it expands, and with
        // it who is dropped, is the same everywhere.
        let config = SolveConfig { algorithm: Algorithm::AStar, ..SolveConfig::default() };
        let limits =
            Limits { nodes: Some(settings.nodes), cancel: cancel.clone(), ..Limits::default() };
        let report = solve(&board, &config, &limits, &mut ())?;
        let solution = match report.outcome {
            Outcome::Solved { solution, optimality, .. }
                if optimality.is_proven(Objective::Pushes) =>
            {
                solution
            }
            Outcome::Stopped(StopReason::Cancelled) => return Ok(Self::Cancelled),
            Outcome::Solved { .. } | Outcome::Stopped(_) => {
                return Ok(Self::Dropped(Dropped::TooHard));
            }
            Outcome::Unsolvable(_) => panic!("pulls undone solve the level:\n{text}"),
        };
        let metrics =
            SolutionMetrics::replay(&solution, &board).expect("the solution was replayed");
        let refused = if metrics.pushes < settings.min_pushes.max(1) {
            Some(Dropped::TooFewPushes)
        } else if settings.max_pushes.is_some_and(|most| metrics.pushes > most) {
            Some(Dropped::TooManyPushes)
        } else if settings.box_moved_twice && !has_box_moved_twice(&board, &solution) {
            Some(Dropped::NoBoxMovedTwice)
        } else if metrics.box_changes < settings.min_box_changes {
            Some(Dropped::TooFewBoxChanges)
        } else {
            None
        };
        Ok(match refused {
            Some(dropped) => Self::Dropped(dropped),
            None => Self::Made(Box::new(Made { number, level, solution, metrics })),
        })
    }
}
