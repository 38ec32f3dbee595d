//! Comparison: the table of all searches on one level.

use comfy_table::{CellAlignment, Table, presets};
use indicatif::{HumanBytes, HumanCount};
use sokoban_search::{Algorithm, Objective, Outcome, Report, SolveConfig};

use super::Finding;
use super::agreement::Agreement;
use crate::exit_code::Exit;

const HEADER: [&str; 11] = [
    "algorithm",
    "direction",
    "heuristic",
    "verdict",
    "pushes",
    "moves",
    "lower bound",
    "expanded",
    "generated",
    "peak",
    "seconds",
];
/// The columns from here on hold numbers.
const FIRST_NUMBER: usize = 4;

/// What all searches have to say of one level.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    rows: Vec<[String; HEADER.len()]>,
    agreement: Agreement,
    has_failed: bool,
}

impl Comparison {
    /// Takes in what the search of `config` found.
    pub(crate) fn add(&mut self, config: &SolveConfig, finding: &Finding) {
        let [algorithm, direction, heuristic] = names(config);
        let mut row = [""; HEADER.len()].map(str::to_owned);
        row[..3].clone_from_slice(&[algorithm, direction, heuristic].map(str::to_owned));
        match finding {
            Finding::Searched { report, .. } => {
                self.agreement.add(&[algorithm, direction, heuristic].join(" "), report);
                fill(&mut row, report);
            }
            Finding::Failed => {
                self.has_failed = true;
                row[3] = "internal error".to_owned();
            }
            Finding::NothingGiven(why) => row[3].clone_from(why),
            Finding::Invalid(_) => row[3] = "invalid".to_owned(),
        }
        self.rows.push(row);
    }

    /// How many searches there are.
    pub(crate) fn runs(&self) -> usize {
        self.rows.len()
    }

    /// What does not go together, as a line; none if all does.
    pub(crate) fn contradiction(&self) -> Option<String> {
        self.agreement.contradiction()
    }

    /// The exit code that this level alone would give.
    pub(crate) fn exit(&self) -> Exit {
        if self.has_failed || self.contradiction().is_some() {
            Exit::Internal
        } else if self.agreement.is_solved() {
            Exit::Success
        } else if self.agreement.is_unsolvable() {
            Exit::Unsolvable
        } else {
            Exit::Unknown
        }
    }

    /// The table, a row for each search in the order in which they ran.
    pub(crate) fn table(&self) -> String {
        let mut table = Table::new();
        table.load_preset(presets::ASCII_BORDERS_ONLY_CONDENSED);
        table.set_header(HEADER);
        table.add_rows(&self.rows);
        for column in table.column_iter_mut().skip(FIRST_NUMBER) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        format!("{table}\n")
    }
}

/// The names of algorithm, direction and bound.
fn names(config: &SolveConfig) -> [&'static str; 3] {
    let direction = match config.algorithm {
        Algorithm::Bidirectional => "both",
        _ => config.direction.name(),
    };
    [config.algorithm.name(), direction, config.heuristic.name()]
}

fn fill(row: &mut [String; HEADER.len()], report: &Report) {
    let count = |number: u64| HumanCount(number).to_string();
    row[3] = verdict(report);
    if let Outcome::Solved { counts, .. } = &report.outcome {
        row[4] = count(counts.pushes as u64);
        row[5] = count(counts.moves as u64);
    }
    row[6] = count(u64::from(report.lower_bound));
    row[7] = count(report.stats.expanded);
    row[8] = count(report.stats.generated);
    row[9] = HumanBytes(report.stats.peak_bytes as u64).to_string();
    row[10] = format!("{:.3}", report.elapsed.as_secs_f64());
}

/// The verdict in a word or two, with the limit that was reached.
fn verdict(report: &Report) -> String {
    let objective = match report.objective {
        // Nothing is ever optimal for it; who compares wants to know what is proven.
        Objective::Any => Objective::Pushes,
        objective => objective,
    };
    let verdict = match &report.outcome {
        Outcome::Solved { optimality, .. } if optimality.is_proven(objective) => "optimal",
        Outcome::Solved { .. } => "solved",
        Outcome::Unsolvable(_) => "unsolvable",
        Outcome::Stopped(_) => "unknown",
    };
    match report.stopped_by {
        Some(limit) => format!("{verdict}, {}", limit.name()),
        None => verdict.to_owned(),
    }
}
