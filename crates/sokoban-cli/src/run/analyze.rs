//! The command `analyze`.

use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sokoban_analyze::{AnalysisObserver, Settings, Stage};
use sokoban_core::{Board, Canonical, Level, ParseError, SolutionMetrics};
use sokoban_search::{Limits, Objective, Observer, Progress};

use super::playable::{playable, title, warnings};
use super::search::limits;
use crate::args::{AnalyzeArgs, CheckFormat, ColorWhen};
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::input::is_stdin;
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::report::Warned;
use crate::report::analyze::{
    AnalyzeReport, Analyzed, Finding, Pictures, block, line, page, section,
};
use crate::{interrupt, level_files, outputs, whole_file};

/// Wall time for a part; the options name it too.
const TIME: Duration = Duration::from_secs(60);

/// The most levels of a page, whose pictures are some thirty kilobytes each on ordinary boards.
const MOST_LEVELS: usize = 500;

/// Later levels have no pictures where a page has so many bytes already.
const FULL: usize = 64 << 20;

/// Analyzes the levels asked for, reports each when it is done, and writes a page in the end.
///
/// # Errors
/// [`Failure`] for wrong usage, and when standard output or the page cannot be written.
pub(crate) fn analyze(args: &AnalyzeArgs, color: ColorWhen) -> Result<Exit, Failure> {
    let diagnostics = Diagnostics::new(color);
    if let Some(target) = args.target() {
        let inputs: Vec<&Path> = args.levels.paths.iter().map(PathBuf::as_path).collect();
        outputs::check(&inputs, &[target], &[])?;
    }
    let (files, mut exit) = level_files::read_levels_of_packs(&args.levels, diagnostics)?;
    let asked: usize = files.iter().map(|file| file.levels.len()).sum();
    if args.html.is_some() && asked > MOST_LEVELS {
        return Err(Failure::Usage(format!(
            "a page holds at most {MOST_LEVELS} levels, not {asked}; choose some with --level"
        )));
    }
    let limits = limits(&args.limits(), TIME, interrupt::token(diagnostics));
    let is_page_alone = args.html.as_deref().is_some_and(is_stdin);
    let mut output = match args.format {
        CheckFormat::Json => Output::plain(),
        CheckFormat::Text => Output::new(color),
    };
    let mut sections = Vec::new();
    let mut bytes = 0;
    let levels = level_files::each(&files, diagnostics, &limits.cancel);
    for (tried, (file, number, parsed)) in (1..).zip(levels) {
        let label = format!("level {tried} of {asked}");
        let mut progress = StageLine::new(label, !args.no_progress);
        let (warnings, finding) = find(parsed, &args.settings(), &limits, &mut progress);
        drop(progress);
        let (file, title) = (file.name.clone(), title(parsed));
        let report = AnalyzeReport { file, number, title, warnings, finding };
        if !is_page_alone {
            write(&report, args.format, tried > 1, &mut output, diagnostics)?;
        }
        if args.html.is_some() {
            let pictures = if bytes < FULL { Pictures::Drawn } else { Pictures::LeftOut };
            let section = section(&report, tried, pictures);
            bytes += section.bytes();
            sections.push(section);
        }
        exit = exit.max(report.exit());
    }
    if let Some(path) = args.html.as_deref().filter(|_| !sections.is_empty()) {
        whole_file::write(path, page(&sections).as_bytes())?;
    }
    Ok(if limits.cancel.is_cancelled() { Exit::Interrupted } else { exit })
}

/// Analyzes a level: what there is to warn about, and what became of it.
fn find<'l>(
    parsed: &'l Result<Level, ParseError>,
    settings: &Settings,
    limits: &Limits,
    observer: &mut dyn AnalysisObserver,
) -> (Vec<Warned>, Finding<'l>) {
    // Nothing of what the closure changes is looked at after a panic but the observer, which only
    // draws. The other levels are worth trying even so.
    let found = panic::catch_unwind(AssertUnwindSafe(|| {
        let playable = playable(parsed);
        let board = playable.as_ref().ok().map(|(_, board)| board);
        let warnings = parsed.as_ref().map_or_else(|_| Vec::new(), |level| warnings(level, board));
        let finding = match playable {
            Ok((level, board)) => {
                let analyzed = run(level, board, settings, limits, observer);
                Finding::Analyzed(Box::new(analyzed))
            }
            Err(invalid) => Finding::Invalid(invalid),
        };
        (warnings, finding)
    }));
    found.unwrap_or_else(|_| (Vec::new(), Finding::Failed))
}

/// Analyzes, and replays the solution against a board made afresh.
///
/// # Panics
/// When the replay does not confirm the solution, so that none is told that was not confirmed.
fn run<'l>(
    level: &'l Level,
    board: Board,
    settings: &Settings,
    limits: &Limits,
    observer: &mut dyn AnalysisObserver,
) -> Analyzed<'l> {
    let started = Instant::now();
    let analysis = sokoban_analyze::analyze(&board, settings, limits, observer);
    let elapsed = started.elapsed();
    if let Some(found) = &analysis.found {
        let fresh = Board::try_from(level).expect("the level gave a board before");
        let replayed = SolutionMetrics::replay(&found.solution, &fresh);
        assert_eq!(replayed, Ok(found.metrics), "the replay counts as the analysis does");
    }
    let id = Canonical::try_from(level).ok().map(|canonical| canonical.id());
    Analyzed { level, board, id, settings: *settings, analysis, elapsed }
}

fn write(
    report: &AnalyzeReport<'_>,
    format: CheckFormat,
    is_later: bool,
    output: &mut Output,
    diagnostics: Diagnostics,
) -> Result<(), Failure> {
    if format == CheckFormat::Json {
        return output.write(&line(report));
    }
    for warning in &report.warnings {
        diagnostics.line(&warning.line(&report.file));
    }
    if let Finding::Invalid(invalid) = &report.finding {
        diagnostics.line(&invalid.line_of(&report.file));
        return Ok(());
    }
    let gap = if is_later { "\n" } else { "" };
    output.write(&format!("{gap}{}", block(report)))
}

/// Draws how an analysis gets on, with a line of its own for each stage.
struct StageLine {
    label: String,
    is_wanted: bool,
    line: Option<ProgressLine>,
}

impl StageLine {
    fn new(label: String, is_wanted: bool) -> Self {
        Self { label, is_wanted, line: None }
    }
}

impl Observer for StageLine {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        match &mut self.line {
            Some(line) => line.progress(progress),
            None => ControlFlow::Continue(()),
        }
    }
}

impl AnalysisObserver for StageLine {
    fn begin(&mut self, stage: Stage) {
        // The old line goes before the new one comes.
        self.line = None;
        let objective = match stage {
            Stage::Moves => Objective::Moves,
            _ => Objective::Pushes,
        };
        let label = format!("{}, {}", self.label, stage.name());
        self.line = Some(ProgressLine::new(label, objective, self.is_wanted));
    }
}
