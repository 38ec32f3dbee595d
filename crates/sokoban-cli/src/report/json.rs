//! The report as one JSON object a line.

use std::time::Duration;

use serde::Serialize;
use sokoban_core::SolutionMetrics;
use sokoban_search::{Objective, Outcome, Report, SmaReport, StopReason};

use super::batch::BatchFields;
use super::{Finding, LevelReport, Warned};

/// The number of this form. Fields may be added within it; none is removed or changes its meaning.
pub(crate) const SCHEMA: u32 = 1;

/// One level, in the order in which the fields are written.
#[derive(Debug, Serialize)]
struct JsonLevel<'r> {
    schema: u32,
    file: &'r str,
    level: usize,
    title: Option<&'r str>,
    verdict: &'static str,
    optimal_for: Vec<&'static str>,
    pushes: Option<usize>,
    moves: Option<usize>,
    box_lines: Option<usize>,
    box_changes: Option<usize>,
    pushing_sessions: Option<usize>,
    player_lines: Option<usize>,
    lower_bound: Option<u32>,
    solution: Option<String>,
    stopped_by: Option<&'static str>,
    algorithm: Option<&'static str>,
    direction: Option<&'static str>,
    heuristic: Option<&'static str>,
    objective: &'static str,
    expanded: Option<u64>,
    generated: Option<u64>,
    finder_expanded: Option<u64>,
    peak_states: Option<u64>,
    base_bytes: Option<usize>,
    peak_bytes: Option<usize>,
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sma: Option<JsonSma>,
    warnings: &'r [Warned],
    reason: Option<String>,
}

/// What there is to say of memory-bounded search besides.
#[derive(Debug, Serialize)]
struct JsonSma {
    stage: &'static str,
    /// States expanded in each stage.
    expanded: [u64; 2],
    culls: u64,
    least_cap: Option<u64>,
}

impl From<SmaReport> for JsonSma {
    fn from(report: SmaReport) -> Self {
        Self {
            stage: report.stage.name(),
            expanded: [report.expanded_first, report.expanded_second],
            culls: report.culls,
            least_cap: report.least_cap,
        }
    }
}

/// The report as one line, with its end.
pub(crate) fn line(report: &LevelReport) -> String {
    written(&level(report))
}

/// A line of `batch`.
#[derive(Debug, Serialize)]
struct JsonBatch<'r> {
    #[serde(flatten)]
    level: JsonLevel<'r>,
    #[serde(flatten)]
    fields: &'r BatchFields<'r>,
}

/// The report with what `batch` adds as one line, with its end; `has_timing` or without seconds.
pub(crate) fn line_of_batch(
    report: &LevelReport,
    fields: &BatchFields<'_>,
    has_timing: bool,
) -> String {
    let mut level = level(report);
    level.seconds = level.seconds.filter(|_| has_timing);
    written(&JsonBatch { level, fields })
}

/// The measures of a solution.
#[derive(Debug, Serialize)]
struct JsonMeasures {
    pushes: usize,
    moves: usize,
    box_lines: usize,
    box_changes: usize,
    pushing_sessions: usize,
    player_lines: usize,
}

impl From<SolutionMetrics> for JsonMeasures {
    fn from(metrics: SolutionMetrics) -> Self {
        Self {
            pushes: metrics.pushes,
            moves: metrics.moves,
            box_lines: metrics.box_lines,
            box_changes: metrics.box_changes,
            pushing_sessions: metrics.pushing_sessions,
            player_lines: metrics.player_lines,
        }
    }
}

/// A line of `improve`.
#[derive(Debug, Serialize)]
struct JsonImproved<'r> {
    #[serde(flatten)]
    level: JsonLevel<'r>,
    before: Option<JsonMeasures>,
}

/// The report with the measures of the solution that was given as one line, with its end.
pub(crate) fn line_of_improve(report: &LevelReport, before: Option<SolutionMetrics>) -> String {
    written(&JsonImproved { level: level(report), before: before.map(JsonMeasures::from) })
}

fn level(report: &LevelReport) -> JsonLevel<'_> {
    let mut level = JsonLevel {
        schema: SCHEMA,
        file: &report.file,
        level: report.number,
        title: report.title.as_deref(),
        verdict: "invalid",
        optimal_for: Vec::new(),
        pushes: None,
        moves: None,
        box_lines: None,
        box_changes: None,
        pushing_sessions: None,
        player_lines: None,
        lower_bound: None,
        solution: None,
        stopped_by: None,
        algorithm: None,
        direction: None,
        heuristic: None,
        objective: report.objective.name(),
        expanded: None,
        generated: None,
        finder_expanded: None,
        peak_states: None,
        base_bytes: None,
        peak_bytes: None,
        seconds: None,
        sma: None,
        warnings: &report.warnings,
        reason: None,
    };
    match &report.finding {
        Finding::Invalid(invalid) => {
            let (line, column, what) = (invalid.line, invalid.column, &invalid.what);
            level.reason = Some(format!("{line}:{column}: {what}"));
        }
        Finding::Failed => {
            level.verdict = "unknown";
            level.lower_bound = Some(0);
            level.reason = Some("internal error, see standard error".to_owned());
        }
        Finding::NothingGiven(why) => {
            level.verdict = "unknown";
            level.reason = Some(why.clone());
        }
        Finding::Searched { report: searched, metrics } => fill(&mut level, searched, *metrics),
    }
    level
}

/// `value` as one line, with its end.
pub(crate) fn written(value: &impl Serialize) -> String {
    let line = serde_json::to_string(value);
    line.expect("a struct of texts and numbers can be written") + "\n"
}

fn fill(level: &mut JsonLevel<'_>, report: &Report, metrics: Option<SolutionMetrics>) {
    level.box_lines = metrics.map(|metrics| metrics.box_lines);
    level.box_changes = metrics.map(|metrics| metrics.box_changes);
    level.pushing_sessions = metrics.map(|metrics| metrics.pushing_sessions);
    level.player_lines = metrics.map(|metrics| metrics.player_lines);
    match &report.outcome {
        Outcome::Solved { solution, counts, optimality } => {
            level.verdict = "solved";
            level.optimal_for = optimality.proven().iter().copied().map(Objective::name).collect();
            level.pushes = Some(counts.pushes);
            level.moves = Some(counts.moves);
            level.solution = Some(solution.to_string());
        }
        Outcome::Unsolvable(proof) => {
            level.verdict = "unsolvable";
            level.reason = Some(proof.to_string());
        }
        Outcome::Stopped(_) => level.verdict = "unknown",
    }
    level.stopped_by = report.stopped_by.map(StopReason::name);
    level.lower_bound = Some(report.lower_bound);
    level.algorithm = Some(report.algorithm.name());
    level.direction = Some(report.direction.name());
    level.heuristic = Some(report.heuristic.name());
    level.expanded = Some(report.stats.expanded);
    level.generated = Some(report.stats.generated);
    level.finder_expanded = Some(report.stats.finder_expanded);
    level.peak_states = Some(report.stats.peak_states);
    level.base_bytes = Some(report.stats.base_bytes);
    level.peak_bytes = Some(report.stats.peak_bytes);
    level.sma = report.sma.map(JsonSma::from);
    level.seconds = Some(seconds(report.elapsed));
}

/// Seconds to the microsecond; finer digits would be noise.
pub(crate) fn seconds(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1e6).round() / 1e6
}
