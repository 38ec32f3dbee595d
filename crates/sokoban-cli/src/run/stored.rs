//! The solutions that a file stores beside its levels.

use std::collections::BTreeMap;

use sokoban_core::{Board, Level, MovesKind, Remarks, Solution};
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
        let mut stored = Self { solutions: BTreeMap::new(), has_wrong: false };
        let mut judge = Judge::default();
        let known = levels.iter().zip(remarks).enumerate();
        for (index, ((level_number, level), remarks)) in known {
            let Ok(board) = Board::try_from(level) else { continue };
            if only.is_some_and(|only| only != index) {
                continue;
            }
            for (number, moves) in (1..).zip(&remarks.moves) {
                if matches!(moves.kind, MovesKind::Savegame | MovesKind::Snapshot) {
                    continue;
                }
                let judgement = judge.judge(&board, moves);
                if judgement.metrics.is_none() {
                    stored.has_wrong = true;
                    let report = VerifyReport {
                        file,
                        level: *level_number,
                        title: level.title(),
                        number,
                        moves,
                        judgement: &judgement,
                        rank: Rank::Warning,
                    };
                    diagnostics.line(report.text().trim_end());
                } else if let Some(solution) = judgement.solution {
                    stored.solutions.insert(index, solution);
                    break;
                }
            }
        }
        stored
    }
}
