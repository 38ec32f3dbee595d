//! A search as the commands run it: with limits, a guard against bugs, and one more replay.

use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

use sokoban_core::{Board, Counts, Level, ParseError, SolutionMetrics};
use sokoban_search::{CancelToken, ConfigError, Limits, Observer, Outcome, Report, SolveConfig};

use super::playable::{playable, warnings};
use crate::args::LimitArgs;
use crate::free_memory;
use crate::report::{Finding, Warned};
use crate::units::ByteLimit;

/// The limits asked for, with `time` where none is.
pub(crate) fn limits(args: &LimitArgs, time: Duration, cancel: CancelToken) -> Limits {
    Limits {
        time: args.time.map_or(Some(time), |limit| limit.0),
        nodes: args.nodes.0,
        bytes: args.memory.map_or_else(free_memory::three_quarters, ByteLimit::of_search),
        cancel,
    }
}

/// Searches a level: what there is to warn about, and what became of it.
///
/// # Errors
/// [`ConfigError`] for a configuration that asks for what does not go together.
pub(crate) fn find(
    parsed: &Result<Level, ParseError>,
    config: &SolveConfig,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<(Vec<Warned>, Finding), ConfigError> {
    // Nothing of what the closure changes is looked at after a panic but the observer, which only
    // draws. The other levels are worth trying even so.
    let searched = panic::catch_unwind(AssertUnwindSafe(|| {
        let playable = playable(parsed);
        let board = playable.as_ref().ok().map(|(_, board)| board);
        let warnings = parsed.as_ref().map_or_else(|_| Vec::new(), |level| warnings(level, board));
        let finding = match playable {
            Ok((level, board)) => {
                let (report, metrics) = search(level, &board, config, limits, observer)?;
                Finding::Searched { report: Box::new(report), metrics }
            }
            Err(invalid) => Finding::Invalid(invalid),
        };
        Ok((warnings, finding))
    }));
    searched.unwrap_or_else(|_| Ok((Vec::new(), Finding::Failed)))
}

/// Searches, and replays a solution against a board made afresh; with what the replay counted.
///
/// # Panics
/// As [`confirmed`].
///
/// # Errors
/// [`ConfigError`] for a configuration that asks for what does not go together.
pub(crate) fn search(
    level: &Level,
    board: &Board,
    config: &SolveConfig,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<(Report, Option<SolutionMetrics>), ConfigError> {
    let report = sokoban_search::solve(board, config, limits, observer)?;
    let metrics = confirmed(level, &report);
    Ok((report, metrics))
}

/// Replays the solution of a report, if there is one, against a board of `level` made afresh, and
/// says what the replay counted.
///
/// # Panics
/// When the replay does not confirm the solution, so that none is printed that was not confirmed.
pub(crate) fn confirmed(level: &Level, report: &Report) -> Option<SolutionMetrics> {
    if let Outcome::Solved { solution, counts, .. } = &report.outcome {
        let fresh = Board::try_from(level).expect("the level gave a board before");
        let metrics = SolutionMetrics::replay(solution, &fresh)
            .expect("a solution of the search passes its replay");
        let replayed = Counts { moves: metrics.moves, pushes: metrics.pushes };
        assert_eq!(replayed, *counts, "the replay counts as the search does");
        return Some(metrics);
    }
    None
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use sokoban_search::Progress;

    use super::*;
    use crate::report::{LevelReport, json, text};

    /// Stands for a bug in the search.
    struct Bug;

    impl Observer for Bug {
        fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
            panic!("a bug on purpose");
        }
    }

    #[test]
    fn a_bug_in_one_level_is_a_finding_and_exit_code_1() {
        let parsed = "#######\n#@ $ .#\n#######".parse();
        let (config, limits) = (SolveConfig::default(), Limits::default());
        let (warnings, finding) = find(&parsed, &config, &limits, &mut Bug).unwrap();
        let report = LevelReport {
            file: "levels.xsb".into(),
            number: 1,
            title: None,
            warnings,
            objective: config.objective,
            finding,
        };
        assert_eq!(report.exit().code(), 1);
        let line = json::line(&report);
        assert!(line.contains("\"verdict\":\"unknown\""), "{line}");
        assert!(line.contains("\"lower_bound\":0"), "{line}");
        assert!(text::block(&report).contains("an internal error ended the search"));
    }
}
