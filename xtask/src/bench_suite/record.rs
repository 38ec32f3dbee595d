//! One level's result, as a row of a table.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, bail};

use super::claims::Interval;

/// How the process of a level ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LevelVerdict {
    /// A solution was printed.
    Solved,
    /// The level is proven to have no solution.
    Unsolvable,
    /// A limit was reached.
    Unknown,
    /// The program refused the level.
    Invalid,
    /// The process crashed, hung, or printed no report.
    Failed,
}

impl LevelVerdict {
    const ALL: [Self; 5] =
        [Self::Solved, Self::Unsolvable, Self::Unknown, Self::Invalid, Self::Failed];

    /// The word of the report and of the record.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Unknown => "unknown",
            Self::Invalid => "invalid",
            Self::Failed => "failed",
        }
    }
}

impl FromStr for LevelVerdict {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|verdict| verdict.word() == text);
        found.with_context(|| format!("unknown verdict {text:?}"))
    }
}

/// The result of one level.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    /// Row of the summary in which the level is counted.
    pub(crate) collection: String,
    /// Name of the level's file without extension.
    pub(crate) file: String,
    /// Number of the level in its file, from 1.
    pub(crate) level: u32,
    /// How it ended.
    pub(crate) verdict: LevelVerdict,
    /// What was minimized, by the program's name for it.
    pub(crate) objective: String,
    /// The objectives for which the solution is proven optimal.
    pub(crate) optimal_for: Vec<String>,
    /// Pushes of the solution.
    pub(crate) pushes: Option<u64>,
    /// Moves of the solution, pushes included.
    pub(crate) moves: Option<u64>,
    /// Proven lower bound in the objective's first measure.
    pub(crate) lower_bound: Option<u64>,
    /// The limit that ended the search.
    pub(crate) stopped_by: Option<String>,
    /// Expanded nodes.
    pub(crate) expanded: Option<u64>,
    /// Generated nodes.
    pub(crate) generated: Option<u64>,
    /// The most states stored at one time.
    pub(crate) peak_states: Option<u64>,
    /// The bytes in use before the search itself began.
    pub(crate) base_bytes: Option<u64>,
    /// The program's own accounting of its peak, in bytes.
    pub(crate) peak_bytes: Option<u64>,
    /// Peak resident size of the process as the system saw it, in bytes; zero when it cannot tell.
    /// Linux counts this program's own few MiB before the start as well, so it is never less.
    pub(crate) resident_bytes: u64,
    /// Wall-clock seconds as the program reports them.
    pub(crate) seconds: Option<f64>,
    /// User and system CPU seconds of the process.
    pub(crate) cpu_seconds: f64,
    /// Exit code, absent when a signal ended the process.
    pub(crate) exit_code: Option<i32>,
    /// What was known of the least pushes before the run; nothing is a lower bound of 0.
    pub(crate) known: Interval,
}

impl Record {
    pub(super) const COLUMNS: &'static str = "collection,file,level,verdict,objective,optimal_for,pushes,moves,lower_bound,known_lower,best_known,stopped_by,expanded,generated,peak_states,base_bytes,peak_bytes,bytes_a_state,resident_bytes,seconds,cpu_seconds,exit_code";

    /// What identifies the level across runs.
    pub(crate) fn key(&self) -> (String, u32) {
        (self.file.clone(), self.level)
    }

    /// The level as a reader finds it.
    pub(crate) fn place(&self) -> String {
        format!("{} {}", self.file, self.level)
    }

    /// Whether the record says something final: a proven optimum or proven unsolvability.
    pub(crate) fn is_proven(&self) -> bool {
        match self.verdict {
            LevelVerdict::Solved => self.optimal_for.contains(&self.objective),
            LevelVerdict::Unsolvable => true,
            _ => false,
        }
    }

    /// The message for a process that crashed.
    pub(crate) fn failure(&self) -> Option<String> {
        (self.verdict == LevelVerdict::Failed).then(|| match self.exit_code {
            Some(code) => format!("{}: no report, exit code {code}", self.place()),
            None => format!("{}: no report, ended by a signal", self.place()),
        })
    }

    /// The bytes that the search took beyond what it began with, for each state that was stored at
    /// its peak; none if it stored none. Where few states were stored, the peak may have been that of
    /// tables while they were built, and the number means little.
    pub(crate) fn bytes_a_state(&self) -> Option<f64> {
        let bytes = self.peak_bytes?.saturating_sub(self.base_bytes?);
        let states = self.peak_states.filter(|&states| states > 0)?;
        Some(bytes as f64 / states as f64)
    }

    pub(super) fn row(&self) -> String {
        [
            self.collection.clone(),
            self.file.clone(),
            self.level.to_string(),
            self.verdict.word().to_owned(),
            self.objective.clone(),
            self.optimal_for.join("+"),
            optional(self.pushes),
            optional(self.moves),
            optional(self.lower_bound),
            optional(Some(self.known.lower).filter(|&lower| lower > 0)),
            optional(self.known.upper),
            self.stopped_by.clone().unwrap_or_default(),
            optional(self.expanded),
            optional(self.generated),
            optional(self.peak_states),
            optional(self.base_bytes),
            optional(self.peak_bytes),
            self.bytes_a_state().map_or_else(String::new, |bytes| format!("{bytes:.2}")),
            self.resident_bytes.to_string(),
            self.seconds.map_or_else(String::new, |seconds| format!("{seconds:.4}")),
            format!("{:.4}", self.cpu_seconds),
            optional(self.exit_code),
        ]
        .join(",")
    }

    /// Reads a row by its column names, so that records with more columns stay readable, and those
    /// of before a column was added.
    pub(super) fn from_row(columns: &[&str], row: &str) -> Result<Self> {
        let values: Vec<&str> = row.split(',').collect();
        if values.len() != columns.len() {
            bail!("{} values for {} columns", values.len(), columns.len());
        }
        let text = |name: &str| {
            let column = columns.iter().position(|column| *column == name);
            column.map(|column| values[column]).with_context(|| format!("no column {name}"))
        };
        let added = |name: &str| number(text(name).unwrap_or_default());
        let joined = text("optimal_for")?;
        let stopped_by = text("stopped_by")?;
        Ok(Self {
            collection: text("collection")?.to_owned(),
            file: text("file")?.to_owned(),
            level: number(text("level")?)?.context("no level number")?,
            verdict: text("verdict")?.parse()?,
            objective: text("objective")?.to_owned(),
            optimal_for: joined.split('+').filter(|o| !o.is_empty()).map(str::to_owned).collect(),
            pushes: number(text("pushes")?)?,
            moves: number(text("moves")?)?,
            lower_bound: number(text("lower_bound")?)?,
            stopped_by: (!stopped_by.is_empty()).then(|| stopped_by.to_owned()),
            expanded: number(text("expanded")?)?,
            generated: number(text("generated")?)?,
            peak_states: added("peak_states")?,
            base_bytes: added("base_bytes")?,
            peak_bytes: number(text("peak_bytes")?)?,
            resident_bytes: number(text("resident_bytes")?)?.unwrap_or(0),
            seconds: number(text("seconds")?)?,
            cpu_seconds: number(text("cpu_seconds")?)?.unwrap_or(0.0),
            exit_code: number(text("exit_code")?)?,
            known: Interval {
                lower: added("known_lower")?.unwrap_or(0),
                upper: added("best_known")?,
            },
        })
    }
}

impl fmt::Display for Record {
    /// One line for a person who watches the run.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let proven = if self.is_proven() { "proven" } else { "" };
        let (place, verdict) = (self.place(), self.verdict.word());
        let pushes = self.pushes.map_or_else(|| "-".to_owned(), |pushes| pushes.to_string());
        let expanded = self.expanded.unwrap_or(0);
        let cpu = self.cpu_seconds;
        write!(f, "{place:<28} {verdict:<10} {proven:<6} {pushes:>5} pushes ")?;
        write!(f, "{expanded:>11} expanded {cpu:>8.2} s CPU")
    }
}

fn optional<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// A number, or nothing where the record holds nothing.
fn number<T: FromStr>(text: &str) -> Result<Option<T>> {
    if text.is_empty() {
        return Ok(None);
    }
    let parsed = text.parse().ok();
    parsed.map(Some).with_context(|| format!("{text:?} is not a number of the right kind"))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A solved level with proven pushes.
    pub(crate) fn solved(file: &str, level: u32, pushes: u64, expanded: u64) -> Record {
        Record {
            collection: file.to_owned(),
            file: file.to_owned(),
            level,
            verdict: LevelVerdict::Solved,
            objective: "pushes".to_owned(),
            optimal_for: vec!["pushes".to_owned()],
            pushes: Some(pushes),
            moves: Some(pushes * 3),
            lower_bound: Some(pushes),
            stopped_by: None,
            expanded: Some(expanded),
            generated: Some(expanded * 2),
            peak_states: Some(expanded * 2),
            base_bytes: Some(1 << 10),
            peak_bytes: Some(1 << 20),
            resident_bytes: 2 << 20,
            seconds: Some(0.5),
            cpu_seconds: 0.25,
            exit_code: Some(0),
            known: Interval::default(),
        }
    }

    /// A level whose search reached its time limit.
    pub(crate) fn unknown(file: &str, level: u32, lower_bound: u64) -> Record {
        Record {
            verdict: LevelVerdict::Unknown,
            optimal_for: Vec::new(),
            pushes: None,
            moves: None,
            lower_bound: Some(lower_bound),
            stopped_by: Some("time".to_owned()),
            exit_code: Some(12),
            ..solved(file, level, 0, 1000)
        }
    }

    #[test]
    fn only_the_objective_asked_for_counts_as_proven() {
        let mut record = solved("microban", 1, 8, 40);
        assert!(record.is_proven());
        record.objective = "moves".to_owned();
        assert!(!record.is_proven());
        assert!(!unknown("microban", 1, 8).is_proven());
    }
    #[test]
    fn bytes_a_state_are_those_beyond_what_the_search_began_with() {
        let mut record = solved("a", 1, 8, 40);
        record.peak_states = Some(100);
        record.base_bytes = Some(1_000);
        record.peak_bytes = Some(3_500);
        assert_eq!(record.bytes_a_state(), Some(25.0));
        record.peak_states = Some(0);
        assert_eq!(record.bytes_a_state(), None);
    }
}
