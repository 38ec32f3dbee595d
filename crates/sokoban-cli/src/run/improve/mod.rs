//! The command `improve`: [`start`] is what is improved, [`written`] what becomes of it in a file.

mod start;
mod written;

use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

use sokoban_core::{Board, Level, Solution};
use sokoban_search::{ImproveError, Limits, SolveConfig};

use self::start::{Start, given};
use self::written::{Best, BestSolutions, Target};
use super::given::MeantLevel;
use super::playable::{playable, title, warnings};
use super::search::{confirmed, limits};
use super::stored::StoredJudge;
use crate::args::{CheckFormat, ColorWhen, ImproveArgs};
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::level_files::LevelFile;
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::report::improve::{ImproveReport, ImproveSummary, is_better};
use crate::report::{Finding, LevelReport};
use crate::{interrupt, level_files};

/// Improves the solutions of the levels asked for, reports each when it is done, and writes them all
/// to a file if one is named.
///
/// # Errors
/// [`Failure`] for wrong usage, and when the reports or the file cannot be written. If the reports
/// cannot, the file is written all the same, with what was found by then.
pub(crate) fn improve(args: &ImproveArgs, color: ColorWhen) -> Result<Exit, Failure> {
    let diagnostics = Diagnostics::new(color);
    let target = Target::of(args)?;
    let config = args.config();
    config.check().map_err(|error| Failure::Usage(error.to_string()))?;
    let (files, exit) =
        level_files::read_packs_beside(&args.levels, args.out.as_deref(), diagnostics)?;
    if files.is_empty() {
        return Ok(exit);
    }
    if args.solution.is_some() {
        MeantLevel::of(&files)?;
    }
    let given = match given(args, diagnostics)? {
        Ok(given) => given,
        Err(exit) => return Ok(exit),
    };
    let asked = files.iter().map(|file| file.levels.len()).sum();
    // The option has a default of its own, so that none but it is asked for.
    let limits = limits(&args.limits(), Duration::MAX, interrupt::token(diagnostics));
    let output = match args.format {
        CheckFormat::Json => Output::plain(),
        CheckFormat::Text => Output::new(color),
    };
    let mut improver = Improver {
        args,
        config,
        limits,
        given,
        diagnostics,
        output,
        asked,
        summary: ImproveSummary::default(),
        best: BestSolutions::new(),
        tried: 0,
        has_written: false,
        exit,
    };
    let reported = improver.improve(&files);
    let Improver { best, exit, limits, .. } = improver;
    if let Some(target) = target {
        target.write(files, &best, diagnostics)?;
    }
    reported?;
    Ok(if limits.cancel.is_cancelled() { Exit::Interrupted } else { exit })
}

/// Improves one level after the other.
struct Improver<'a> {
    args: &'a ImproveArgs,
    config: SolveConfig,
    limits: Limits,
    /// The solution of the command line.
    given: Option<Solution>,
    diagnostics: Diagnostics,
    output: Output,
    /// The levels asked for, and those begun.
    asked: usize,
    tried: usize,
    has_written: bool,
    summary: ImproveSummary,
    best: BestSolutions,
    exit: Exit,
}

impl Improver<'_> {
    fn improve(&mut self, files: &[LevelFile]) -> Result<(), Failure> {
        for (file_index, file) in files.iter().enumerate() {
            if self.limits.cancel.is_cancelled() {
                break;
            }
            for warning in &file.warnings {
                self.diagnostics.line(&warning.line(&file.name));
            }
            let mut judge = StoredJudge::new(&file.name, self.diagnostics);
            for index in 0..file.levels.len() {
                if self.limits.cancel.is_cancelled() {
                    break;
                }
                self.tried += 1;
                let (report, best) = self.level(file, index, &mut judge)?;
                // Kept first, so that it is not lost if its report cannot be written.
                self.best.extend(best.map(|best| ((file_index, index), best)));
                self.write(&report)?;
                self.summary.add(&report);
                self.exit = self.exit.max(report.level.exit());
            }
        }
        if self.args.format == CheckFormat::Text && self.asked > 1 {
            let table = self.summary.table(self.asked as u64);
            self.block(&table)?;
        }
        Ok(())
    }

    /// Improves the level with this index in its file: the report, and what is to be written of it.
    fn level(
        &mut self,
        file: &LevelFile,
        index: usize,
        judge: &mut StoredJudge<'_>,
    ) -> Result<(ImproveReport, Option<Best>), Failure> {
        let (number, parsed) = &file.levels[index];
        let mut report = ImproveReport {
            level: LevelReport {
                file: file.name.clone(),
                number: *number,
                title: title(parsed),
                warnings: Vec::new(),
                objective: self.config.objective,
                finding: Finding::Failed,
            },
            before: None,
        };
        let (level, board) = match playable(parsed) {
            Ok(playable) => playable,
            Err(invalid) => {
                report.level.warnings =
                    parsed.as_ref().map_or_else(|_| Vec::new(), |level| warnings(level, None));
                report.level.finding = Finding::Invalid(invalid);
                return Ok((report, None));
            }
        };
        report.level.warnings = warnings(level, Some(&board));
        let remarks = &file.remarks[index];
        let start = match &self.given {
            Some(solution) => {
                let meant = MeantLevel { file, number: *number, parsed };
                Start::of_given(meant, &board, solution, self.diagnostics)
            }
            None => {
                let choice = (&mut *judge, self.config.objective);
                let which = (*number, level);
                Start::of_stored(file, which, &board, remarks, choice, self.diagnostics)
            }
        };
        let start = match start {
            Ok(start) => start,
            Err(why) => {
                report.level.finding = Finding::NothingGiven(why);
                return Ok((report, None));
            }
        };
        report.before = Some(start.metrics);
        report.level.finding = self.search(level, &board, &start)?;
        let best = Best::of(&start, &report.level.finding, remarks, self.config.objective);
        Ok((report, Some(best)))
    }

    /// Improves a solution, and replays what comes out once more.
    fn search(&self, level: &Level, board: &Board, start: &Start) -> Result<Finding, Failure> {
        let objective = self.config.objective;
        let label = format!("level {} of {}", self.tried, self.asked);
        let mut progress = ProgressLine::new(label, objective, !self.args.no_progress)
            .with_best(objective.first_measure(start.counts()));
        let limits = &self.limits;
        // Nothing of what the closure changes is looked at after a panic but the progress line, which
        // only draws. The other levels are worth trying even so.
        let searched = panic::catch_unwind(AssertUnwindSafe(|| {
            let report = sokoban_search::improve(
                board,
                &start.solution,
                &self.config,
                limits,
                &mut progress,
            )?;
            let metrics = confirmed(level, &report);
            let after = metrics.expect("an improved solution is a solution");
            assert!(
                !is_better(objective, start.metrics, after),
                "an improved solution is no worse than before"
            );
            Ok(Finding::Searched { report: Box::new(report), metrics })
        }));
        match searched {
            Ok(Ok(finding)) => Ok(finding),
            Ok(Err(ImproveError::Config(error))) => Err(Failure::Usage(error.to_string())),
            // It was replayed before, so that a refusal is a bug too.
            Ok(Err(_)) | Err(_) => Ok(Finding::Failed),
        }
    }

    fn write(&mut self, report: &ImproveReport) -> Result<(), Failure> {
        if self.args.format == CheckFormat::Json {
            return self.output.write(&report.json());
        }
        let level = &report.level;
        for warning in &level.warnings {
            self.diagnostics.line(&warning.line(&level.file));
        }
        if let Finding::Invalid(invalid) = &level.finding {
            self.diagnostics.line(&invalid.line_of(&level.file));
        }
        self.block(&report.text())
    }

    /// Writes a block, with a blank line between it and the one before.
    fn block(&mut self, text: &str) -> Result<(), Failure> {
        if text.is_empty() {
            return Ok(());
        }
        let gap = if self.has_written { "\n" } else { "" };
        self.has_written = true;
        self.output.write(&format!("{gap}{text}"))
    }
}
