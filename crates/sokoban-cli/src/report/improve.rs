//! The report of `improve`.

use std::time::Duration;

use clap::builder::styling::AnsiColor;
use sokoban_core::{Counts, SolutionMetrics};
use sokoban_search::{Objective, Optimality, Outcome, Report};

use super::summary::{count, table};
use super::text::{counted, details, heading, proven, stopped, unsolved};
use super::{Finding, LevelReport, json};
use crate::diagnostics::styled;

/// All that `improve` has to say of a level.
#[derive(Debug)]
pub(crate) struct ImproveReport {
    /// What there is to say of the solution that came out.
    pub(crate) level: LevelReport,
    /// The measures of the solution that was given or stored; none without one.
    pub(crate) before: Option<SolutionMetrics>,
}

impl ImproveReport {
    /// The measures before, and what the search reports with the measures after.
    fn searched(&self) -> Option<(SolutionMetrics, &Report, SolutionMetrics)> {
        match (&self.level.finding, self.before) {
            (Finding::Searched { report, metrics: Some(after) }, Some(before)) => {
                Some((before, report, *after))
            }
            _ => None,
        }
    }

    /// The block of a level; nothing where there is no solution to improve, which is told on standard
    /// error.
    pub(crate) fn text(&self) -> String {
        let heading = heading(&self.level);
        let Some((before, searched, after)) = self.searched() else {
            return match (&self.level.finding, unsolved(&self.level)) {
                (Finding::Failed, Some(why)) => format!("{heading}\n  {why}\n"),
                _ => String::new(),
            };
        };
        let objective = self.level.objective;
        let now = counted(after.pushes, after.moves);
        let verdict = if is_better(objective, after, before) {
            let word = styled("improved", AnsiColor::Green);
            format!("{word} from {} to {now}", counted(before.pushes, before.moves))
        } else {
            format!("not improved: {now}")
        };
        let judged = judged(searched, after, objective);
        format!("{heading}\n  {verdict}, {judged}\n{}", details(searched, Some(&after)))
    }

    /// One JSON object, with the end of its line.
    pub(crate) fn json(&self) -> String {
        json::line_of_improve(&self.level, self.before)
    }
}

/// What is proven of the solution that came out; if not that it is optimal, how far it may be.
fn judged(searched: &Report, after: SolutionMetrics, objective: Objective) -> String {
    let Outcome::Solved { optimality, .. } = &searched.outcome else { return String::new() };
    if is_proven(optimality) {
        return proven(optimality, searched, objective);
    }
    let since = searched.stopped_by.map(|stop| format!(", since {}", stopped(stop)));
    let (bound, name) = (searched.lower_bound, objective.first_measure_name());
    let gap = measure(objective, after).saturating_sub(bound as usize);
    format!(
        "not proven optimal{}, lower bound {bound} {name}, a gap of {gap}",
        since.unwrap_or_default()
    )
}

fn is_proven(optimality: &Optimality) -> bool {
    !optimality.proven().is_empty()
}

fn measure(objective: Objective, metrics: SolutionMetrics) -> usize {
    objective.first_measure(Counts { moves: metrics.moves, pushes: metrics.pushes })
}

/// What solutions are compared by, the least being the best: the objective's first measure, then the
/// other of pushes and moves.
pub(crate) fn rank(objective: Objective, metrics: SolutionMetrics) -> (usize, usize) {
    let first = measure(objective, metrics);
    (first, metrics.moves + metrics.pushes - first)
}

/// Is the first of two solutions better?
pub(crate) fn is_better(
    objective: Objective,
    one: SolutionMetrics,
    other: SolutionMetrics,
) -> bool {
    rank(objective, one) < rank(objective, other)
}

/// What several levels add up to.
#[derive(Debug, Default)]
pub(crate) struct ImproveSummary {
    levels: u64,
    improved: u64,
    proven_optimal: u64,
    without_solution: u64,
    invalid: u64,
    failed: u64,
    before: Counts,
    after: Counts,
    expanded: u64,
    elapsed: Duration,
}

impl ImproveSummary {
    /// Counts one more level.
    pub(crate) fn add(&mut self, report: &ImproveReport) {
        self.levels += 1;
        let Some((before, searched, after)) = report.searched() else {
            let tally = match report.level.finding {
                Finding::Invalid(_) => &mut self.invalid,
                Finding::NothingGiven(_) => &mut self.without_solution,
                Finding::Failed | Finding::Searched { .. } => &mut self.failed,
            };
            *tally += 1;
            return;
        };
        let objective = report.level.objective;
        self.improved += u64::from(is_better(objective, after, before));
        if let Outcome::Solved { optimality, .. } = &searched.outcome {
            self.proven_optimal += u64::from(optimality.is_proven(objective));
        }
        for (sum, metrics) in [(&mut self.before, before), (&mut self.after, after)] {
            sum.pushes += metrics.pushes;
            sum.moves += metrics.moves;
        }
        self.expanded += searched.stats.expanded;
        self.elapsed += searched.elapsed;
    }

    /// The table, with `asked` for the number of levels that were to be tried.
    pub(crate) fn table(&self, asked: u64) -> String {
        let mut rows = vec![("levels", count(self.levels))];
        if asked > self.levels {
            rows.push(("not tried", count(asked - self.levels)));
        }
        rows.extend([
            ("improved", count(self.improved)),
            ("proven optimal", count(self.proven_optimal)),
            ("without a solution", count(self.without_solution)),
            ("invalid", count(self.invalid)),
        ]);
        if self.failed > 0 {
            rows.push(("failed", count(self.failed)));
        }
        rows.extend([
            ("pushes before", count(self.before.pushes as u64)),
            ("pushes after", count(self.after.pushes as u64)),
            ("moves before", count(self.before.moves as u64)),
            ("moves after", count(self.after.moves as u64)),
            ("expanded", count(self.expanded)),
            ("seconds", format!("{:.3}", self.elapsed.as_secs_f64())),
        ]);
        table(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_measure_decides_and_then_the_other() {
        let metrics =
            |pushes, moves| SolutionMetrics { pushes, moves, ..SolutionMetrics::default() };
        let (pushes, moves) = (metrics(5, 30), metrics(6, 20));
        for (objective, better, worse) in [
            (Objective::Pushes, pushes, moves),
            (Objective::PushesMoves, pushes, moves),
            (Objective::Moves, moves, pushes),
            (Objective::MovesPushes, moves, pushes),
            (Objective::Pushes, metrics(5, 29), pushes),
            (Objective::Moves, metrics(5, 20), moves),
        ] {
            assert!(is_better(objective, better, worse), "{objective}");
            assert!(!is_better(objective, worse, better), "{objective}");
            assert!(!is_better(objective, better, better), "{objective}");
        }
    }
}
