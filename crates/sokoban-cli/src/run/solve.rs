//! The command `solve`.

use std::time::Duration;

use sokoban_search::Outcome;

use super::compare::compare;
use super::playable::title;
use super::search::{find, limits};
use crate::args::{ColorWhen, SolveArgs, SolveFormat};
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::report::summary::Summary;
use crate::report::{Finding, LevelReport, json, text};
use crate::{interrupt, level_files};

/// Wall time for a level that is given none.
const TIME: Duration = Duration::from_secs(600);

/// Solves the levels asked for, and reports each when it is done.
///
/// # Errors
/// [`Failure`] for wrong usage, and when standard output cannot be written.
pub(crate) fn solve(args: &SolveArgs, color: ColorWhen) -> Result<Exit, Failure> {
    if args.compare {
        return compare(args, color);
    }
    let diagnostics = Diagnostics::new(color);
    let config = args.search.config(args.threads).map_err(Failure::Usage)?;
    config.check().map_err(|error| Failure::Usage(error.to_string()))?;
    let (files, mut exit) = level_files::read_levels_of_packs(&args.levels, diagnostics)?;
    let asked: usize = files.iter().map(|file| file.levels.len()).sum();
    let limits = limits(&args.limits, TIME, interrupt::token(diagnostics));
    let mut output = match args.format {
        SolveFormat::Json => Output::plain(),
        SolveFormat::Text | SolveFormat::Lurd => Output::new(color),
    };
    let mut summary = Summary::default();
    let levels = level_files::each(&files, diagnostics, &limits.cancel);
    for (tried, (file, number, parsed)) in (1..).zip(levels) {
        let label = format!("level {tried} of {asked}");
        let mut progress = ProgressLine::new(label, config.objective, !args.no_progress);
        let (warnings, finding) = find(parsed, &config, &limits, &mut progress)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        drop(progress);
        let report = LevelReport {
            file: file.name.clone(),
            number,
            title: title(parsed),
            warnings,
            objective: config.objective,
            finding,
        };
        write(&report, args.format, tried > 1, &mut output, diagnostics)?;
        summary.add(&report);
        exit = exit.max(report.exit());
    }
    if args.format == SolveFormat::Text && asked > 1 {
        output.write(&format!("\n{}", summary.table(asked as u64)))?;
    }
    Ok(if limits.cancel.is_cancelled() { Exit::Interrupted } else { exit })
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
        diagnostics.line(&invalid.line_of(&report.file));
        return Ok(());
    }
    if format == SolveFormat::Text {
        let gap = if is_later { "\n" } else { "" };
        return output.write(&format!("{gap}{}", text::block(report)));
    }
    if let Some(why) = text::unsolved(report) {
        diagnostics.line(&format!("{}: {why}", text::heading(report)));
    } else if let Finding::Searched { report: searched, .. } = &report.finding
        && let Outcome::Solved { solution, .. } = &searched.outcome
    {
        output.write(&format!("{solution}\n"))?;
    }
    Ok(())
}
