//! The report for people.

use clap::builder::styling::AnsiColor;
use indicatif::{HumanBytes, HumanCount};
use sokoban_core::SolutionMetrics;
use sokoban_search::{Objective, Optimality, Outcome, Proof, Report, SmaReport, StopReason};

use super::{Finding, LevelReport};
use crate::diagnostics::styled;
use crate::output::printable;

/// The letters of a solution on one line, as level files have it.
const WRAP: usize = 70;

/// The block of a level; nothing for an invalid one, which is told on standard error.
pub(crate) fn block(report: &LevelReport) -> String {
    let (verdict, searched) = match &report.finding {
        Finding::Invalid(_) => return String::new(),
        Finding::Failed | Finding::NothingGiven(_) => (unsolved(report).unwrap_or_default(), None),
        Finding::Searched { report: searched, metrics } => {
            (verdict(report, searched), Some((searched, metrics)))
        }
    };
    let mut text = format!("{}\n  {verdict}\n", heading(report));
    if let Some((searched, metrics)) = searched {
        text += &details(searched, metrics.as_ref());
    }
    text
}

/// What stands below a verdict: the solution, its measures, and what the search cost.
pub(super) fn details(searched: &Report, metrics: Option<&SolutionMetrics>) -> String {
    let mut text = String::new();
    if let Outcome::Solved { solution, .. } = &searched.outcome {
        text += &wrapped(&solution.to_string());
    }
    if let Some(metrics) = metrics {
        text += &format!("  solution: {}\n", runs(metrics));
    }
    text + &costs(searched)
}

/// Which level this is: file, number, title.
pub(crate) fn heading(report: &LevelReport) -> String {
    let title = report.title.as_deref().map(|title| format!(", \"{}\"", printable(title)));
    let file = printable(&report.file);
    format!("{file}, level {}{}", report.number, title.unwrap_or_default())
}

/// Why a level that is not invalid has no solution to show; none if it has one.
pub(crate) fn unsolved(report: &LevelReport) -> Option<String> {
    let searched = match &report.finding {
        Finding::Searched { report: searched, .. } => searched,
        Finding::Failed => return Some(unknown("an internal error ended the search", 0, report)),
        Finding::NothingGiven(why) => return Some(why.clone()),
        Finding::Invalid(_) => return None,
    };
    match &searched.outcome {
        Outcome::Solved { .. } => None,
        Outcome::Unsolvable(proof) => Some(unsolvable(*proof)),
        Outcome::Stopped(stop) => Some(unknown(&stopped(*stop), searched.lower_bound, report)),
    }
}

fn verdict(report: &LevelReport, searched: &Report) -> String {
    let Outcome::Solved { counts, optimality, .. } = &searched.outcome else {
        return unsolved(report).unwrap_or_default();
    };
    format!(
        "{} in {}, {}",
        styled("solved", AnsiColor::Green),
        counted(counts.pushes, counts.moves),
        proven(optimality, searched, report.objective),
    )
}

pub(super) fn proven(optimality: &Optimality, searched: &Report, objective: Objective) -> String {
    let names: Vec<String> = optimality.proven().iter().copied().map(optimal).collect();
    if names.is_empty() {
        let mut text = "not proven optimal".to_owned();
        if let Some(stop) = searched.stopped_by {
            text += &format!(", since {}", stopped(stop));
        }
        text +=
            &format!(", lower bound {} {}", searched.lower_bound, objective.first_measure_name());
        if let Some(factor) = searched.suboptimality() {
            text += &format!(", so at most {factor:.2} times the optimum");
        }
        return text;
    }
    let mut text = format!("proven {}", names.join(" and "));
    // Of two measures, the first alone may be proven.
    if objective.counts_moves() && !optimality.is_proven(objective) {
        text += &format!(", not proven {}", optimal(objective));
        if let Some(stop) = searched.stopped_by {
            text += &format!(", since {}", stopped(stop));
        }
    }
    text
}

/// Pushes and moves in words.
pub(crate) fn counted(pushes: usize, moves: usize) -> String {
    format!("{}, {}", noun(pushes, "push", "pushes"), noun(moves, "move", "moves"))
}

/// The measures besides pushes and moves, in words.
pub(crate) fn runs(metrics: &SolutionMetrics) -> String {
    [
        noun(metrics.box_lines, "box line", "box lines"),
        noun(metrics.box_changes, "box change", "box changes"),
        noun(metrics.pushing_sessions, "pushing session", "pushing sessions"),
        noun(metrics.player_lines, "player line", "player lines"),
    ]
    .join(", ")
}

/// The number with its noun.
pub(crate) fn noun(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// The adjective for what is optimal in an objective.
fn optimal(objective: Objective) -> String {
    match objective.name() {
        "pushes" => "push-optimal".to_owned(),
        "moves" => "move-optimal".to_owned(),
        name => format!("optimal for {name}"),
    }
}

fn unsolvable(proof: Proof) -> String {
    format!("{}: {proof}", styled("proven unsolvable", AnsiColor::Red))
}

fn unknown(why: &str, lower_bound: u32, report: &LevelReport) -> String {
    let unknown = styled("unknown", AnsiColor::Yellow);
    format!("{unknown}: {why}; lower bound {lower_bound} {}", report.objective.first_measure_name())
}

/// The limit that was reached, in words.
pub(crate) fn stopped(stop: StopReason) -> String {
    match stop {
        StopReason::Cancelled => "interrupted".to_owned(),
        StopReason::Nodes => "the node limit was reached".to_owned(),
        limit => format!("the {} limit was reached", limit.name()),
    }
}

/// The letters of a solution in indented lines.
pub(crate) fn wrapped(solution: &str) -> String {
    // One byte a letter, so that any place is fit to split at.
    let lines = solution.as_bytes().chunks(WRAP);
    lines.map(|line| format!("  {}\n", String::from_utf8_lossy(line))).collect()
}

/// Two lines: what is the same in every run, then what is not.
fn costs(report: &Report) -> String {
    let seconds = report.elapsed.as_secs_f64();
    let a_second = report.stats.expanded as f64 / seconds.max(1e-6);
    let bounded = report.sma.map_or_else(String::new, |sma| bounded(&sma));
    let finder = match report.stats.finder_expanded {
        0 => String::new(),
        expanded => format!("; {} expanded by the finder", HumanCount(expanded)),
    };
    format!(
        "  search: {}, {}, {}; {} expanded, {} generated{finder}\n{bounded}  cost: {seconds:.3} s, {} states/s, {} at peak\n",
        report.algorithm,
        report.direction,
        report.heuristic,
        HumanCount(report.stats.expanded),
        HumanCount(report.stats.generated),
        HumanCount(a_second as u64),
        HumanBytes(report.stats.peak_bytes as u64),
    )
}

/// How the memory-bounded search got on, as a line.
fn bounded(sma: &SmaReport) -> String {
    let least = sma.least_cap.map_or_else(String::new, |least| {
        format!("; sma alone needs {} states in memory at least", HumanCount(least))
    });
    format!(
        "  stages: {}, {} + {} expanded, {} forgotten{least}\n",
        sma.stage.name(),
        HumanCount(sma.expanded_first),
        HumanCount(sma.expanded_second),
        HumanCount(sma.culls),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_is_wrapped_at_seventy_letters() {
        let text = wrapped(&"r".repeat(141));
        let lengths: Vec<usize> = text.lines().map(|line| line.trim_start().len()).collect();
        assert_eq!(lengths, [70, 70, 1]);
        assert_eq!(wrapped(""), "");
    }
}
