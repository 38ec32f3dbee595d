//! The solutions that a file stores beside its levels.

use std::collections::BTreeMap;

use sokoban_core::{
    Board, Level, MovesKind, Place, Remarks, Solution, SolutionMetrics, StoredMoves,
};
use sokoban_formats::Judge;

use crate::diagnostics::Diagnostics;
use crate::report::Rank;
use crate::report::verify::VerifyReport;

/// What a file stores of its levels.
#[derive(Debug)]
pub(crate) struct Stored {
    /// The first right solution of each level that has one, by the level's index.
    pub(crate) solutions: BTreeMap<usize, Solution>,
    /// Whether one was wrong.
    pub(crate) has_wrong: bool,
}

impl Stored {
    /// Replays what the file called `file` stores beside `levels`, which are told of by `remarks`; of
    /// the one with index `only` alone, if there is such. What is wrong is told as `verify` tells it.
    ///
    /// Saved games and snapshots are left out: they are no solutions, and need not be.
    pub(crate) fn of(
        file: &str,
        levels: &[(usize, Level)],
        remarks: &[Remarks],
        only: Option<usize>,
        diagnostics: Diagnostics,
    ) -> Self {
        let mut solutions = BTreeMap::new();
        let mut judge = StoredJudge::new(file, diagnostics);
        let known = levels.iter().zip(remarks).enumerate();
        for (index, ((number, level), remarks)) in known {
            let Ok(board) = Board::try_from(level) else { continue };
            if only.is_some_and(|only| only != index) {
                continue;
            }
            let first = judge.solutions(*number, level, &board, remarks).next();
            if let Some(StoredSolution { solution, .. }) = first {
                solutions.insert(index, solution);
            }
        }
        Self { solutions, has_wrong: judge.has_wrong }
    }
}

/// A solution that a file stores, replayed.
#[derive(Debug)]
pub(crate) struct StoredSolution {
    /// Its index among the moves that are stored of the level.
    pub(crate) index: usize,
    /// Each letter in the case that the board demands.
    pub(crate) solution: Solution,
    pub(crate) metrics: SolutionMetrics,
}

/// Replays what one file stores, level by level.
#[derive(Debug)]
pub(crate) struct StoredJudge<'a> {
    file: &'a str,
    diagnostics: Diagnostics,
    judge: Judge,
    /// Whether a solution was wrong so far.
    pub(crate) has_wrong: bool,
}

impl<'a> StoredJudge<'a> {
    /// For the file called `file`.
    pub(crate) fn new(file: &'a str, diagnostics: Diagnostics) -> Self {
        Self { file, diagnostics, judge: Judge::default(), has_wrong: false }
    }

    /// The right solutions of a level in their order, each replayed when it is asked for. What is
    /// wrong on the way is told as `verify` tells it, and left out.
    pub(crate) fn solutions<'s>(
        &'s mut self,
        level_number: usize,
        level: &'s Level,
        board: &'s Board,
        remarks: &'s Remarks,
    ) -> impl Iterator<Item = StoredSolution> + use<'s, 'a> {
        let is_solution =
            |moves: &StoredMoves| !matches!(moves.kind, MovesKind::Savegame | MovesKind::Snapshot);
        let stored = remarks.moves.iter().enumerate();
        stored.filter(move |(_, moves)| is_solution(moves)).filter_map(move |(index, moves)| {
            let judgement = self.judge.judge(board, moves);
            let (Some(metrics), Some(solution)) = (judgement.metrics, &judgement.solution) else {
                self.has_wrong = true;
                let report = VerifyReport {
                    file: self.file,
                    level: level_number,
                    title: level.title(),
                    number: index + 1,
                    moves,
                    judgement: &judgement,
                    rank: Rank::Warning,
                };
                self.diagnostics.line(report.text().trim_end());
                return None;
            };
            Some(StoredSolution { index, solution: solution.clone(), metrics })
        })
    }
}

/// A solution as it is stored, with the measures that such files state.
pub(crate) fn stored_moves(solution: &Solution, metrics: &SolutionMetrics) -> StoredMoves {
    StoredMoves {
        kind: MovesKind::Solution,
        title: None,
        counts: vec![
            metrics.moves,
            metrics.pushes,
            metrics.box_lines,
            metrics.box_changes,
            metrics.pushing_sessions,
        ],
        place: Place { line: 1, column: 1 },
        lines: vec![(Place { line: 1, column: 1 }, solution.to_string())],
    }
}
