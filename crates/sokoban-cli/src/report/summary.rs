//! Summary: the table below the reports of several levels.

use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};
use indicatif::HumanCount;
use sokoban_search::Outcome;

use super::{Finding, LevelReport};

/// What several levels add up to.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    levels: u64,
    solved: u64,
    proven_optimal: u64,
    unsolvable: u64,
    unknown: u64,
    invalid: u64,
    /// Of the solutions.
    pushes: u64,
    /// Of the solutions, where they count.
    moves: Option<u64>,
    expanded: u64,
    elapsed: Duration,
}

impl Summary {
    /// Counts one more level.
    pub(crate) fn add(&mut self, report: &LevelReport) {
        self.levels += 1;
        let searched = match &report.finding {
            Finding::Invalid(_) => {
                self.invalid += 1;
                return;
            }
            Finding::Failed | Finding::NothingGiven(_) => {
                self.unknown += 1;
                return;
            }
            Finding::Searched { report: searched, .. } => searched,
        };
        self.expanded += searched.stats.expanded;
        self.elapsed += searched.elapsed;
        match &searched.outcome {
            Outcome::Solved { counts, optimality, .. } => {
                self.solved += 1;
                self.pushes += counts.pushes as u64;
                if report.objective.counts_moves() {
                    *self.moves.get_or_insert(0) += counts.moves as u64;
                }
                self.proven_optimal += u64::from(optimality.is_proven(report.objective));
            }
            Outcome::Unsolvable(_) => self.unsolvable += 1,
            Outcome::Stopped(_) => self.unknown += 1,
        }
    }

    /// The table, with `asked` for the number of levels that were to be tried.
    pub(crate) fn table(&self, asked: u64) -> String {
        let mut rows = self.rows();
        if asked > self.levels {
            rows.insert(1, ("not tried", count(asked - self.levels)));
        }
        table(rows)
    }

    /// The table of `batch`, with the levels that were done in an earlier run, if this one goes on
    /// with it, and with the wall time of all levels together.
    pub(crate) fn table_of_batch(&self, before: Option<u64>, wall: Duration) -> String {
        let mut rows = self.rows();
        if let Some(before) = before {
            rows.insert(1, ("done before", count(before)));
        }
        let seconds = wall.as_secs_f64();
        rows.push(("wall seconds", format!("{seconds:.3}")));
        rows.push(("levels a second", count((self.levels as f64 / seconds.max(1e-6)) as u64)));
        table(rows)
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        let mut rows = vec![
            ("levels", count(self.levels)),
            ("solved", count(self.solved)),
            ("proven optimal", count(self.proven_optimal)),
            ("unsolvable", count(self.unsolvable)),
            ("unknown", count(self.unknown)),
            ("invalid", count(self.invalid)),
            ("pushes", count(self.pushes)),
        ];
        rows.extend(self.moves.map(|moves| ("moves", count(moves))));
        rows.extend([
            ("expanded", count(self.expanded)),
            ("seconds", format!("{:.3}", self.elapsed.as_secs_f64())),
        ]);
        rows
    }
}

pub(super) fn table(rows: Vec<(&'static str, String)>) -> String {
    let mut table = Table::new();
    table.load_preset(presets::ASCII_BORDERS_ONLY_CONDENSED);
    table.add_rows(rows.into_iter().map(|(name, value)| [name.to_owned(), value]));
    if let Some(values) = table.column_mut(1) {
        values.set_cell_alignment(CellAlignment::Right);
    }
    format!("{table}\n")
}

pub(super) fn count(number: u64) -> String {
    HumanCount(number).to_string()
}
