//! The searches of an analysis, and what they prove together.

use sokoban_core::{Board, Solution, SolutionMetrics};
use sokoban_search::{
    Limits, Objective, Observer, Outcome, Proof, Report, SolveConfig, StopReason, Threads, solve,
};

use crate::analysis::{Found, Verdict};
use crate::least::Least;

/// What the searches of a level have proven so far.
#[derive(Debug)]
pub(crate) struct Proven {
    pub(crate) pushes: Least,
    pub(crate) moves: Least,
    /// The solution with the fewest pushes that is known, and of those with the fewest moves.
    pub(crate) found: Option<Found>,
    /// Why there is none.
    pub(crate) unsolvable: Option<Proof>,
    /// The limit that ended the last search that did not end by itself.
    pub(crate) stopped_by: Option<StopReason>,
}

impl Proven {
    /// Nothing yet.
    pub(crate) fn nothing() -> Self {
        Self {
            pushes: Least::default(),
            moves: Least::default(),
            found: None,
            unsolvable: None,
            stopped_by: None,
        }
    }

    /// Searches for what `objective` asks for, unless it is known that there is no solution. The limit
    /// that ended the search comes back, if one did.
    pub(crate) fn search(
        &mut self,
        board: &Board,
        objective: Objective,
        threads: Threads,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Option<StopReason> {
        if self.unsolvable.is_some() {
            return None;
        }
        let config = SolveConfig { objective, threads, ..SolveConfig::default() };
        let report = solve(board, &config, limits, observer)
            .expect("the default configuration goes with every objective");
        self.learn(board, &report);
        report.stopped_by
    }

    fn learn(&mut self, board: &Board, report: &Report) {
        match &report.outcome {
            Outcome::Solved { solution, .. } => {
                self.take(board, solution);
                self.raise(report.objective, report.lower_bound);
            }
            Outcome::Unsolvable(proof) => {
                assert!(self.found.is_none(), "a level with a solution has one");
                self.unsolvable = Some(*proof);
            }
            Outcome::Stopped(_) => self.raise(report.objective, report.lower_bound),
        }
        self.stopped_by = report.stopped_by.or(self.stopped_by);
    }

    /// The lower bound is of the objective's first measure, and each push is a move.
    fn raise(&mut self, objective: Objective, bound: u32) {
        if !objective.counts_moves() || objective == Objective::PushesMoves {
            self.raise_pushes(bound);
        } else {
            self.moves.raise(bound);
        }
    }

    /// It is proven that no solution has fewer pushes.
    pub(crate) fn raise_pushes(&mut self, bound: u32) {
        self.pushes.raise(bound);
        self.moves.raise(bound);
    }

    fn take(&mut self, board: &Board, solution: &Solution) {
        let metrics = SolutionMetrics::replay(solution, board)
            .expect("a solution of the search passes its replay");
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        self.pushes.lower(count(metrics.pushes));
        self.moves.lower(count(metrics.moves));
        let order = |metrics: &SolutionMetrics| (metrics.pushes, metrics.moves);
        if self.found.as_ref().is_none_or(|found| order(&metrics) < order(&found.metrics)) {
            self.found = Some(Found { solution: solution.clone(), metrics });
        }
    }

    pub(crate) fn verdict(&self) -> Verdict {
        match (self.unsolvable, &self.found) {
            (Some(proof), _) => Verdict::Unsolvable(proof),
            (None, Some(_)) => Verdict::Solvable,
            (None, None) => Verdict::Unknown(self.stopped_by.unwrap_or(StopReason::Cancelled)),
        }
    }
}
