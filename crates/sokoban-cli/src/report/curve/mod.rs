//! Curve: what memory-bounded search pays for less memory, against A*.

pub(crate) mod json;
pub(crate) mod plot;
pub(crate) mod text;

use std::cmp::Reverse;

use indicatif::{HumanBytes, HumanCount};
use sokoban_search::{Outcome, Report, SmaStages, StopReason};

use crate::args::CapUnit;

/// A run may expand so many times as many states as A* before it counts as going round in circles.
pub(crate) const PATIENCE: u64 = 100;

/// The runs on one level.
#[derive(Debug)]
pub(crate) struct Curve {
    pub(crate) unit: CapUnit,
    /// What A* found: a solution.
    pub(crate) reference: Report,
    pub(crate) runs: Vec<CurveRun>,
}

/// One run of SMA* under a cap.
#[derive(Debug)]
pub(crate) struct CurveRun {
    pub(crate) stages: SmaStages,
    /// In the unit of the curve.
    pub(crate) cap: u64,
    pub(crate) report: Report,
}

/// Where memory becomes too little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Critical {
    /// The least cap under which a solution was found.
    pub(crate) solves_at: Option<u64>,
    /// The greatest cap below it under which none was, and what ended that run.
    pub(crate) fails_at: Option<(u64, StopReason)>,
}

impl CurveRun {
    pub(crate) fn is_solved(&self) -> bool {
        matches!(self.report.outcome, Outcome::Solved { .. })
    }

    /// The limit that was reached where no solution was found.
    fn failure(&self) -> Option<StopReason> {
        match self.report.outcome {
            Outcome::Stopped(reason) => Some(reason),
            _ => None,
        }
    }
}

impl Curve {
    /// The runs of `stages`, from the greatest cap to the least.
    pub(crate) fn runs_of(&self, stages: SmaStages) -> Vec<&CurveRun> {
        let mut runs: Vec<&CurveRun> =
            self.runs.iter().filter(|run| run.stages == stages).collect();
        runs.sort_by_key(|run| Reverse(run.cap));
        runs
    }

    /// The choices of stages that there are runs of, in the order in which they ran.
    pub(crate) fn stages(&self) -> Vec<SmaStages> {
        let mut stages: Vec<SmaStages> = self.runs.iter().map(|run| run.stages).collect();
        stages.dedup();
        stages
    }

    /// Where memory becomes too little for `stages`, as far as the runs tell.
    pub(crate) fn critical(&self, stages: SmaStages) -> Critical {
        let runs = self.runs_of(stages);
        let solves_at = runs.iter().rev().find(|run| run.is_solved()).map(|run| run.cap);
        let is_below = |run: &&&CurveRun| solves_at.is_none_or(|solved| run.cap < solved);
        let fails_at = runs
            .iter()
            .filter(is_below)
            .find_map(|run| run.failure().map(|reason| (run.cap, reason)));
        Critical { solves_at, fails_at }
    }

    /// What A* takes at its peak, in the unit of the curve.
    pub(crate) fn peak(&self) -> u64 {
        match self.unit {
            CapUnit::States => self.reference.stats.peak_states,
            CapUnit::Bytes => self.reference.stats.peak_bytes as u64,
        }
    }

    /// Expansions beyond those of A*, below 0 where ties fell better.
    fn re_expanded(&self, run: &CurveRun) -> i64 {
        run.report.stats.expanded as i64 - self.reference.stats.expanded as i64
    }

    /// Expansions by those of A*.
    fn ratio(&self, run: &CurveRun) -> f64 {
        run.report.stats.expanded as f64 / self.reference.stats.expanded.max(1) as f64
    }

    /// `cap` with its unit.
    pub(crate) fn amount(&self, cap: u64) -> String {
        match self.unit {
            CapUnit::States if cap == 1 => "1 state".to_owned(),
            CapUnit::States => format!("{} states", HumanCount(cap)),
            CapUnit::Bytes => HumanBytes(cap).to_string(),
        }
    }

    /// `cap` as a share of what A* takes.
    fn share(&self, cap: u64) -> f64 {
        cap as f64 / self.peak().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use sokoban_core::{Board, Level};
    use sokoban_search::{Algorithm, Limits, SolveConfig, solve};

    use super::*;

    fn report(algorithm: Algorithm, nodes: Option<u64>) -> Report {
        let level: Level = "########\n#@ $  .#\n########".parse().unwrap();
        let board = Board::try_from(&level).unwrap();
        let config = SolveConfig { algorithm, ..SolveConfig::default() };
        let limits = Limits { nodes, ..Limits::default() };
        solve(&board, &config, &limits, &mut ()).unwrap()
    }

    fn curve(runs: &[(u64, bool)]) -> Curve {
        let run = |&(cap, is_solved): &(u64, bool)| CurveRun {
            stages: SmaStages::A,
            cap,
            report: report(Algorithm::Sma, (!is_solved).then_some(0)),
        };
        Curve {
            unit: CapUnit::States,
            reference: report(Algorithm::AStar, None),
            runs: runs.iter().map(run).collect(),
        }
    }

    #[test]
    fn the_critical_point_lies_below_the_least_cap_that_solves() {
        let critical = |runs: &[(u64, bool)]| {
            let Critical { solves_at, fails_at } = curve(runs).critical(SmaStages::A);
            (solves_at, fails_at.map(|(cap, _)| cap))
        };
        assert_eq!(critical(&[(8, true), (4, true), (2, false), (1, false)]), (Some(4), Some(2)));
        assert_eq!(critical(&[(8, true), (2, false), (4, true), (3, false)]), (Some(4), Some(3)));
        assert_eq!(critical(&[(8, true), (4, false), (2, true), (1, false)]), (Some(2), Some(1)));
        assert_eq!(critical(&[(8, true), (4, true)]), (Some(4), None));
        assert_eq!(critical(&[(8, false), (4, false)]), (None, Some(8)));
        assert_eq!(critical(&[]), (None, None));
    }
}
