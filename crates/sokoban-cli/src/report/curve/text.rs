//! The curve for people.

use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};
use indicatif::{HumanBytes, HumanCount};
use sokoban_search::{Outcome, SmaStages, StopReason};

use super::{Critical, Curve, CurveRun, PATIENCE};
use crate::report::text::counted;

const HEADER: [&str; 9] = [
    "cap",
    "of A*'s peak",
    "verdict",
    "ended in",
    "pushes",
    "expanded",
    "re-expanded",
    "ratio",
    "seconds",
];

/// What A* took, as a line.
pub(crate) fn reference(curve: &Curve) -> String {
    let report = &curve.reference;
    let counted = match &report.outcome {
        Outcome::Solved { counts, .. } => counted(counts.pushes, counts.moves),
        _ => String::new(),
    };
    format!(
        "  {}, {}, {}: {counted}; {} expanded, {} of them again; {} states and {} at peak; {:.3} s\n",
        report.algorithm,
        report.direction,
        report.heuristic,
        HumanCount(report.stats.expanded),
        HumanCount(report.stats.reopened),
        HumanCount(report.stats.peak_states),
        HumanBytes(report.stats.peak_bytes as u64),
        report.elapsed.as_secs_f64(),
    )
}

/// The runs of `stages` as a table, and where memory becomes too little.
pub(crate) fn part(curve: &Curve, stages: SmaStages, time: Option<Duration>) -> String {
    let name = match stages {
        SmaStages::A => "sma alone, --stages a",
        _ => "sma, then deepening, --stages ab",
    };
    let critical = critical(curve, stages, time);
    format!("\n{name}:\n{}{critical}", table(curve, &curve.runs_of(stages)))
}

/// What the columns mean that need to be told.
pub(crate) const NOTE: &str = "
re-expanded: expansions beyond those of A*, which expands no state twice; below 0 where another
order among states of equal value spared more than was done again
ratio: expansions divided by those of A*
";

fn table(curve: &Curve, runs: &[&CurveRun]) -> String {
    let mut table = Table::new();
    table.load_preset(presets::ASCII_BORDERS_ONLY_CONDENSED);
    table.set_header(HEADER);
    table.add_rows(runs.iter().map(|run| row(curve, run)));
    for column in table.column_iter_mut().filter(|column| !(2..4).contains(&column.index)) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!("{table}\n")
}

fn row(curve: &Curve, run: &CurveRun) -> [String; HEADER.len()] {
    let report = &run.report;
    let (verdict, pushes) = match &report.outcome {
        Outcome::Solved { counts, .. } => ("solved".to_owned(), counts.pushes.to_string()),
        Outcome::Unsolvable(_) => ("unsolvable".to_owned(), String::new()),
        Outcome::Stopped(reason) => (format!("unknown, {}", reason.name()), String::new()),
    };
    [
        curve.amount(run.cap),
        percent(curve.share(run.cap)),
        verdict,
        report.sma.map_or("", |sma| sma.stage.name()).to_owned(),
        pushes,
        HumanCount(report.stats.expanded).to_string(),
        signed(curve.re_expanded(run)),
        format!("{:.2}", curve.ratio(run)),
        format!("{:.3}", report.elapsed.as_secs_f64()),
    ]
}

fn critical(curve: &Curve, stages: SmaStages, time: Option<Duration>) -> String {
    let Critical { solves_at, fails_at } = curve.critical(stages);
    let solves = |cap| {
        let share = percent(curve.share(cap));
        format!("{} ({share} of A*'s peak) will do", curve.amount(cap))
    };
    let fails =
        |(cap, reason)| format!("{} will not, since {}", curve.amount(cap), why(reason, time));
    let mut line = match (solves_at, fails_at) {
        (Some(cap), Some(failed)) => format!("critical point: {}, {}", solves(cap), fails(failed)),
        (Some(cap), None) => format!("no critical point in this range: {}", solves(cap)),
        (None, Some(failed)) => format!("no cap will do in this range: {}", fails(failed)),
        (None, None) => "no run was finished".to_owned(),
    };
    let failed_above: Vec<String> = curve
        .runs_of(stages)
        .iter()
        .filter(|run| !run.is_solved() && solves_at.is_some_and(|solved| run.cap > solved))
        .map(|run| curve.amount(run.cap))
        .collect();
    if !failed_above.is_empty() {
        line += &format!("; yet none was found with {}", failed_above.join(", "));
    }
    line + "\n"
}

/// Why a run ended without a solution.
fn why(reason: StopReason, time: Option<Duration>) -> String {
    match reason {
        StopReason::Memory => "that has no room for the path".to_owned(),
        StopReason::Nodes => format!("{PATIENCE} times A*'s expansions led to no solution"),
        StopReason::Time => {
            let seconds = time.unwrap_or_default().as_secs_f64();
            format!("{seconds} s led to no solution")
        }
        StopReason::Cancelled => "it was interrupted".to_owned(),
        // A reason that is new to this table.
        other => format!("the {} limit was reached", other.name()),
    }
}

/// A share in percent, with a decimal only where it tells something.
fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent < 10.0 { format!("{percent:.1} %") } else { format!("{percent:.0} %") }
}

fn signed(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}", HumanCount(number.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([-1_234, 0, 1_234].map(signed), ["-1,234", "0", "1,234"]);
        assert_eq!([0.0123, 0.5, 1.0].map(percent), ["1.2 %", "50 %", "100 %"]);
    }
}
