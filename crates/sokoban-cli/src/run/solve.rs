//! The command `solve`.

use std::panic::{self, AssertUnwindSafe};

use sokoban_core::{Board, Level, ParseError};
use sokoban_search::{CancelToken, ConfigError, Limits, Observer, Outcome, Report, SolveConfig};

use super::playable::{playable, title, warnings};
use crate::args::{ColorWhen, LimitArgs, SolveArgs, SolveFormat};
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::report::summary::Summary;
use crate::report::{Finding, LevelReport, Warned, json, text};
use crate::{free_memory, interrupt, level_files};

/// Solves the levels asked for, and reports each when it is done.
///
/// # Errors
/// [`Failure`] for wrong usage, and when standard output cannot be written.
pub(crate) fn solve(args: &SolveArgs, color: ColorWhen) -> Result<Exit, Failure> {
    let diagnostics = Diagnostics::new(color);
    let config = args.search.config().map_err(Failure::Usage)?;
    let (files, mut exit) = level_files::read(&args.levels, diagnostics)?;
    let asked: usize = files.iter().map(|file| file.levels.len()).sum();
    let limits = limits(&args.limits, interrupt::token(diagnostics));
    let mut output = Output::new(color);
    let mut summary = Summary::default();
    let mut tried = 0;
    'files: for file in &files {
        for warning in &file.warnings {
            diagnostics.line(&warning.line(&file.name));
        }
        for (number, parsed) in &file.levels {
            if limits.cancel.is_cancelled() {
                break 'files;
            }
            tried += 1;
            let label = format!("level {tried} of {asked}");
            let mut progress = ProgressLine::new(label, !args.no_progress);
            let (warnings, finding) = find(parsed, &config, &limits, &mut progress)?;
            drop(progress);
            let report = LevelReport {
                file: file.name.clone(),
                number: *number,
                title: title(parsed),
                warnings,
                objective: config.objective,
                finding,
            };
            write(&report, args.format, tried > 1, &mut output, diagnostics)?;
            summary.add(&report);
            exit = exit.max(report.exit());
        }
    }
    if args.format == SolveFormat::Text && asked > 1 {
        output.write(&format!("\n{}", summary.table(asked as u64)))?;
    }
    Ok(if limits.cancel.is_cancelled() { Exit::Interrupted } else { exit })
}

fn limits(args: &LimitArgs, cancel: CancelToken) -> Limits {
    Limits {
        time: args.time.0,
        nodes: args.nodes.0,
        bytes: args.memory.map_or_else(free_memory::three_quarters, |limit| limit.0),
        cancel,
    }
}

/// Searches a level: what there is to warn about, and what became of it.
///
/// # Errors
/// [`Failure::Usage`] for a configuration that asks for what does not go together.
fn find(
    parsed: &Result<Level, ParseError>,
    config: &SolveConfig,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<(Vec<Warned>, Finding), Failure> {
    // Nothing of what the closure changes is looked at after a panic but the observer, which only
    // draws. The other levels are worth trying even so.
    let searched = panic::catch_unwind(AssertUnwindSafe(|| {
        let playable = playable(parsed);
        let board = playable.as_ref().ok().map(|(_, board)| board);
        let warnings = parsed.as_ref().map_or_else(|_| Vec::new(), |level| warnings(level, board));
        let finding = match playable {
            Ok((level, board)) => {
                let report = search(level, &board, config, limits, observer)?;
                Finding::Searched(Box::new(report))
            }
            Err(invalid) => Finding::Invalid(invalid),
        };
        Ok((warnings, finding))
    }));
    match searched {
        Ok(found) => found.map_err(|error: ConfigError| Failure::Usage(error.to_string())),
        Err(_) => Ok((Vec::new(), Finding::Failed)),
    }
}

/// Searches, and replays a solution against a board made afresh.
///
/// # Panics
/// When the replay does not confirm the solution, so that none is printed that was not confirmed.
fn search(
    level: &Level,
    board: &Board,
    config: &SolveConfig,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Report, ConfigError> {
    let report = sokoban_search::solve(board, config, limits, observer)?;
    if let Outcome::Solved { solution, counts, .. } = &report.outcome {
        let fresh = Board::try_from(level).expect("the level gave a board before");
        let replayed = solution.replay(&fresh).expect("a solution of the search passes its replay");
        assert_eq!(replayed, *counts, "the replay counts as the search does");
    }
    Ok(report)
}

fn write(
    report: &LevelReport,
    format: SolveFormat,
    is_later: bool,
    output: &mut Output,
    diagnostics: Diagnostics,
) -> Result<(), Failure> {
    if format == SolveFormat::Json {
        return output.write(&json::line(report));
    }
    for warning in &report.warnings {
        diagnostics.line(&warning.line(&report.file));
    }
    if let Finding::Invalid(invalid) = &report.finding {
        let (line, column, what) = (invalid.line, invalid.column, &invalid.what);
        diagnostics.line(&format!("{}:{line}:{column}: {what}", report.file));
        return Ok(());
    }
    if format == SolveFormat::Text {
        let gap = if is_later { "\n" } else { "" };
        return output.write(&format!("{gap}{}", text::block(report)));
    }
    if let Some(why) = text::unsolved(report) {
        diagnostics.line(&format!("{}: {why}", text::heading(report)));
    } else if let Finding::Searched(searched) = &report.finding
        && let Outcome::Solved { solution, .. } = &searched.outcome
    {
        output.write(&format!("{solution}\n"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use sokoban_search::Progress;

    use super::*;

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
