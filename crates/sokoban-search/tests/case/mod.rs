//! A level with what is known of it, and the judgment of a report by that.

mod shortest_walks;

use shortest_walks::least_moves_for_pushes;
use sokoban_core::{Board, Level};
use sokoban_oracle::{Grid, replay};
use sokoban_search::{Objective, Outcome, Report};

/// What is known of a level without the search under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Truth {
    /// The fewest pushes lie from `least` to `most`, which are equal where the optimum is known.
    Solvable {
        least: u32,
        most: u32,
    },
    Unsolvable,
}

/// A level, ready to be solved and judged.
pub(crate) struct Case {
    /// `file@level`, where `file` has neither folder nor extension.
    pub(crate) name: String,
    pub(crate) board: Board,
    grid: Grid,
    pub(crate) truth: Truth,
}

impl Case {
    /// The one level in `text`.
    pub(crate) fn new(name: String, text: &str, truth: Truth) -> Self {
        let level: Level = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        let board = Board::try_from(&level).unwrap_or_else(|error| panic!("{name}: {error}"));
        Self { name, board, grid: Grid::from_xsb(text), truth }
    }

    /// Panics if the report claims anything that is not so.
    ///
    /// Returns whether the search finished, and then with all that a search which promises optima
    /// has to know: the optimum, its proof and the bound that meets it, or that there is none.
    pub(crate) fn judge(&self, report: &Report) -> bool {
        let Self { name, truth, .. } = self;
        let Report { lower_bound, algorithm, heuristic, .. } = report;
        let context = format!("{name} with {algorithm} and {heuristic}");
        if let Truth::Solvable { most, .. } = truth {
            assert!(lower_bound <= most, "{context}: bound {lower_bound} of at most {most} pushes");
        }
        match &report.outcome {
            Outcome::Solved { solution, counts, optimality } => {
                assert_eq!(solution.replay(&self.board), Ok(*counts), "{context}");
                let (moves, pushes, is_solved) = replay(&self.grid, &solution.to_string())
                    .unwrap_or_else(|error| panic!("{context}: {error}"));
                assert!(is_solved, "{context}: {solution} does not solve it");
                assert_eq!((moves as usize, pushes as usize), (counts.moves, counts.pushes));
                let least_moves = least_moves_for_pushes(&self.grid, &solution.to_string());
                assert_eq!(counts.moves, least_moves, "{context}: {solution} walks too far");
                let Truth::Solvable { least, most } = *truth else {
                    panic!("{context}: {solution} solves what cannot be solved");
                };
                assert!(pushes >= least, "{context}: {pushes} pushes");
                if let Some(reason) = report.stopped_by {
                    assert!(optimality.proven().is_empty(), "{context}: stopped, yet proven");
                    assert!(*lower_bound < pushes, "{context}: stopped by {reason:?}, yet done");
                    return false;
                }
                assert!(optimality.is_proven(Objective::Pushes), "{context}: not proven");
                assert!(pushes <= most, "{context}: {pushes} pushes");
                assert_eq!(*lower_bound, pushes, "{context}: the bound misses the optimum");
                true
            }
            Outcome::Unsolvable(proof) => {
                assert_eq!(*truth, Truth::Unsolvable, "{context}: {proof}");
                true
            }
            Outcome::Stopped(reason) => {
                assert_eq!(report.stopped_by, Some(*reason), "{context}");
                false
            }
        }
    }
}
