//! The curve as one JSON object a line: A*, then each run, and a critical point after the last one.

use serde::Serialize;
use sokoban_search::{Outcome, Report, SmaStages, StopReason};

use super::{Curve, CurveRun};
use crate::report::json::{SCHEMA, seconds, written};

/// What A* found, in the order in which the fields are written.
#[derive(Debug, Serialize)]
struct JsonReference<'r> {
    schema: u32,
    kind: &'static str,
    file: &'r str,
    level: usize,
    title: Option<&'r str>,
    algorithm: &'static str,
    direction: &'static str,
    heuristic: &'static str,
    peak_states: u64,
    base_bytes: usize,
    #[serde(flatten)]
    result: JsonResult,
}

/// One run under a cap.
#[derive(Debug, Serialize)]
struct JsonRun {
    schema: u32,
    kind: &'static str,
    stages: &'static str,
    cap: u64,
    unit: &'static str,
    stage: Option<&'static str>,
    re_expanded: i64,
    ratio: f64,
    culls: u64,
    #[serde(flatten)]
    result: JsonResult,
}

/// What is told of every search.
#[derive(Debug, Serialize)]
struct JsonResult {
    verdict: &'static str,
    pushes: Option<usize>,
    lower_bound: u32,
    stopped_by: Option<&'static str>,
    expanded: u64,
    generated: u64,
    peak_bytes: usize,
    seconds: f64,
}

/// Where memory becomes too little.
#[derive(Debug, Serialize)]
struct JsonCritical {
    schema: u32,
    kind: &'static str,
    stages: &'static str,
    unit: &'static str,
    solves_at: Option<u64>,
    fails_at: Option<u64>,
    stopped_by: Option<&'static str>,
}

impl From<&Report> for JsonResult {
    fn from(report: &Report) -> Self {
        let (verdict, pushes) = match &report.outcome {
            Outcome::Solved { counts, .. } => ("solved", Some(counts.pushes)),
            Outcome::Unsolvable(_) => ("unsolvable", None),
            Outcome::Stopped(_) => ("unknown", None),
        };
        Self {
            verdict,
            pushes,
            lower_bound: report.lower_bound,
            stopped_by: report.stopped_by.map(StopReason::name),
            expanded: report.stats.expanded,
            generated: report.stats.generated,
            peak_bytes: report.stats.peak_bytes,
            seconds: seconds(report.elapsed),
        }
    }
}

/// What A* found of the level called `title`.
pub(crate) fn reference(file: &str, level: usize, title: Option<&str>, report: &Report) -> String {
    written(&JsonReference {
        schema: SCHEMA,
        kind: "reference",
        file,
        level,
        title,
        algorithm: report.algorithm.name(),
        direction: report.direction.name(),
        heuristic: report.heuristic.name(),
        peak_states: report.stats.peak_states,
        base_bytes: report.stats.base_bytes,
        result: report.into(),
    })
}

/// One run of `curve`.
pub(crate) fn run(curve: &Curve, run: &CurveRun) -> String {
    written(&JsonRun {
        schema: SCHEMA,
        kind: "run",
        stages: run.stages.name(),
        cap: run.cap,
        unit: curve.unit.name(),
        stage: run.report.sma.map(|sma| sma.stage.name()),
        re_expanded: curve.re_expanded(run),
        ratio: (curve.ratio(run) * 1e4).round() / 1e4,
        culls: run.report.sma.map_or(0, |sma| sma.culls),
        result: (&run.report).into(),
    })
}

/// Where memory becomes too little for `stages`.
pub(crate) fn critical(curve: &Curve, stages: SmaStages) -> String {
    let critical = curve.critical(stages);
    written(&JsonCritical {
        schema: SCHEMA,
        kind: "critical",
        stages: stages.name(),
        unit: curve.unit.name(),
        solves_at: critical.solves_at,
        fails_at: critical.fails_at.map(|(cap, _)| cap),
        stopped_by: critical.fails_at.map(|(_, reason)| reason.name()),
    })
}
