//! Question: what the solver is asked, and what it answers.

use sokoban_core::Step;

/// A question to the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// No two questions of a session have the same.
    pub(super) number: u64,
    /// The state, as the text of a level.
    pub(super) text: String,
}

/// How far the solver has come with a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Advance {
    /// The least number of pushes that any solution needs, proven so far.
    pub(super) lower_bound: usize,
    /// States expanded.
    pub(super) expanded: u64,
}

/// What the solver answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// These steps solve the state.
    Solved {
        steps: Vec<Step>,
        /// Whether no solution has fewer pushes.
        is_fewest: bool,
        /// The least number of pushes that any solution needs.
        lower_bound: usize,
    },
    /// It is proven that none do, in words.
    Unsolvable(String),
    /// A limit came first.
    Stopped {
        /// The limit, in words.
        limit: String,
        /// The least number of pushes that any solution needs.
        lower_bound: usize,
    },
    /// The solver failed, which is a bug of this program.
    Failed,
}
