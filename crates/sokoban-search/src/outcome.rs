//! Outcome: what a search learned of a level, and the report around it.

use std::fmt;
use std::time::Duration;

use sokoban_core::{Counts, Deadlock, Solution};

use crate::config::{Algorithm, Direction, HeuristicKind, Objective};
use crate::stats::Stats;

/// All that a search has to say of a level.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// What was learned.
    pub outcome: Outcome,
    /// The least of the objective's first measure that any solution needs, proven, whatever the
    /// outcome: pushes, or moves if the objective counts those first. For an unsolvable level it is
    /// what was proven before that was known.
    pub lower_bound: u32,
    /// The limit that ended the search, with a solution or without. None if it ended by itself, or
    /// if its solution is proven optimal all the same.
    pub stopped_by: Option<StopReason>,
    /// What was counted on the way.
    pub stats: Stats,
    /// Wall time.
    pub elapsed: Duration,
    /// The algorithm that ran, never [`Algorithm::Auto`].
    pub algorithm: Algorithm,
    /// What was minimized.
    pub objective: Objective,
    /// The direction in which it ran.
    pub direction: Direction,
    /// The bound that it ran with, never [`HeuristicKind::Auto`].
    pub heuristic: HeuristicKind,
    /// What there is to say of [`Algorithm::Sma`] besides; none for any other.
    pub sma: Option<SmaReport>,
}

/// What became of a search by [`Algorithm::Sma`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SmaReport {
    /// The stage in which it ended.
    pub stage: SmaStage,
    /// States expanded by SMA*, those expanded again and those expanded to delete what is below
    /// them included.
    pub expanded_first: u64,
    /// States expanded by the deepening after it.
    pub expanded_second: u64,
    /// States forgotten to make room.
    pub culls: u64,
    /// The least [`SolveConfig::max_stored`](crate::SolveConfig::max_stored) that SMA* alone could
    /// succeed with, as far as is known: told when its memory was too small for the path that it was
    /// on. Nothing says that it is enough.
    pub least_cap: Option<u64>,
}

/// The stage in which a search by [`Algorithm::Sma`] ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SmaStage {
    /// SMA*.
    #[default]
    Sma,
    /// The deepening after it.
    Deepening,
}

impl SmaStage {
    /// The name in reports: `sma` or `sma+deepening`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sma => "sma",
            Self::Deepening => "sma+deepening",
        }
    }
}

impl Report {
    /// How many times as long as the shortest the solution is at most: its pushes, or its moves if
    /// the objective counts those first, by the lower bound; 1 if that is met. None without a
    /// solution, or with a lower bound of 0.
    #[must_use]
    pub fn suboptimality(&self) -> Option<f64> {
        let Outcome::Solved { counts, .. } = &self.outcome else { return None };
        match self.objective.first_measure(*counts) {
            0 => Some(1.0),
            measure if self.lower_bound > 0 => Some(measure as f64 / f64::from(self.lower_bound)),
            _ => None,
        }
    }
}

/// What a search learned of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A solution was found, and replayed.
    Solved {
        /// The solution, with shortest walks between its pushes.
        solution: Solution,
        /// What its replay counted.
        counts: Counts,
        /// What is proven of it.
        optimality: Optimality,
    },
    /// It is proven that no solution exists.
    Unsolvable(Proof),
    /// A limit ended the search before it knew.
    Stopped(StopReason),
}

/// The objectives for which a solution is proven optimal.
///
/// Made only by comparing a solution with a proven lower bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Optimality {
    proven: Vec<Objective>,
}

impl Optimality {
    /// Optimal in pushes exactly if the lower bound meets the pushes of the solution.
    pub(crate) fn from_bound(counts: Counts, lower_bound: u32) -> Self {
        let is_optimal = counts.pushes == lower_bound as usize;
        Self { proven: if is_optimal { vec![Objective::Pushes] } else { Vec::new() } }
    }

    /// Optimal for an objective that counts moves exactly if the lower bound on its costs meets
    /// those of the solution; and then for its first measure alone as well.
    pub(crate) fn from_cost_bound(counts: Counts, objective: Objective, lower_bound: u64) -> Self {
        let Some(costs) = objective.step_costs() else { return Self::default() };
        let cost = costs.of(counts.pushes as u64, counts.moves as u64);
        assert!(lower_bound <= cost, "a solution costs no less than what is proven");
        let first = match objective {
            Objective::PushesMoves => Objective::Pushes,
            _ => Objective::Moves,
        };
        let mut proven = Vec::new();
        if cost == lower_bound {
            proven.push(objective);
        }
        // The first measure may be proven before the second.
        if costs.major(cost) == costs.major(lower_bound) && !proven.contains(&first) {
            proven.push(first);
        }
        Self { proven }
    }

    /// The objectives, none if nothing is proven.
    #[must_use]
    pub fn proven(&self) -> &[Objective] {
        &self.proven
    }

    /// Is the solution proven optimal for `objective`?
    #[must_use]
    pub fn is_proven(&self, objective: Objective) -> bool {
        self.proven.contains(&objective)
    }
}

/// How a level was proven unsolvable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// A deadlock test recognizes the start.
    DeadlockedStart(Deadlock),
    /// The bound of the start is infinite: the boxes cannot all be given goals within reach.
    InfiniteBound,
    /// Every state that can be reached was searched.
    Exhausted,
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DeadlockedStart(Deadlock::DeadSquare) => {
                "a box starts on a square from which no goal can be reached"
            }
            Self::DeadlockedStart(Deadlock::SquareBlock) => {
                "boxes and walls form a two by two block off goal at the start"
            }
            Self::DeadlockedStart(_) => "boxes off goal are frozen at the start",
            Self::InfiniteBound => "the boxes cannot all be given goals within reach",
            Self::Exhausted => "every state that can be reached was searched",
        })
    }
}

/// The limit that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// [`Limits::time`](crate::Limits::time).
    Time,
    /// [`Limits::bytes`](crate::Limits::bytes).
    Memory,
    /// [`Limits::nodes`](crate::Limits::nodes).
    Nodes,
    /// The cancel token, or the observer.
    Cancelled,
}

impl StopReason {
    /// The name in reports: `time`, `memory`, `nodes` or `cancelled`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Nodes => "nodes",
            Self::Cancelled => "cancelled",
        }
    }
}
