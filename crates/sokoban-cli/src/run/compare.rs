//! `solve --compare`: every algorithm with every bound in every direction.

use std::time::Duration;

use sokoban_core::{Level, ParseError};
use sokoban_search::{Algorithm, Direction, HeuristicKind, Limits, SolveConfig};

use super::playable::title;
use super::search::{find, limits};
use crate::args::{ColorWhen, SolveArgs, SolveFormat};
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::ProgressLine;
use crate::report::comparison::Comparison;
use crate::report::{Finding, LevelReport, json, text};
use crate::{interrupt, level_files};

/// Wall time for a run that is given none.
const TIME: Duration = Duration::from_secs(10);

/// Runs every search that there is on each level, and says so where they contradict one another.
///
/// # Errors
/// [`Failure`] for wrong usage, and when standard output cannot be written.
pub(crate) fn compare(args: &SolveArgs, color: ColorWhen) -> Result<Exit, Failure> {
    if args.format == SolveFormat::Lurd {
        return Err(Failure::Usage("--compare prints no bare solutions; leave out lurd".into()));
    }
    let diagnostics = Diagnostics::new(color);
    let configs = configs(args.search.base_config(args.threads).map_err(Failure::Usage)?);
    args.search.check_any(&configs).map_err(Failure::Usage)?;
    let (files, mut exit) = level_files::read_levels_of_packs(&args.levels, diagnostics)?;
    let asked = files.iter().map(|file| file.levels.len()).sum();
    let mut comparer = Comparer {
        args,
        configs,
        limits: limits(&args.limits, TIME, interrupt::token(diagnostics)),
        output: Output::new(color),
        diagnostics,
        asked,
        tried: 0,
    };
    let cancel = comparer.limits.cancel.clone();
    for (file, number, parsed) in level_files::each(&files, diagnostics, &cancel) {
        exit = exit.max(comparer.level(&file.name, number, parsed)?);
    }
    Ok(if cancel.is_cancelled() { Exit::Interrupted } else { exit })
}

/// Every search whose choices go together, but for what `base` has to say of other choices: not
/// every algorithm goes in every direction, and not all serve the objective.
fn configs(base: SolveConfig) -> Vec<SolveConfig> {
    let mut configs = Vec::new();
    for &algorithm in Algorithm::ALL.iter().filter(|&&one| one != Algorithm::Auto) {
        for &direction in Direction::ALL {
            for &heuristic in HeuristicKind::ALL.iter().filter(|&&one| one != HeuristicKind::Auto) {
                let mut config = base;
                config.algorithm = algorithm;
                config.direction = direction;
                config.heuristic = heuristic;
                if config.check().is_ok() {
                    configs.push(config);
                }
            }
        }
    }
    configs
}

/// What the levels have in common.
struct Comparer<'a> {
    args: &'a SolveArgs,
    configs: Vec<SolveConfig>,
    limits: Limits,
    output: Output,
    diagnostics: Diagnostics,
    /// Levels asked for.
    asked: usize,
    tried: usize,
}

impl Comparer<'_> {
    /// Runs every search on one level. What was done when the user interrupts is reported.
    fn level(
        &mut self,
        file: &str,
        number: usize,
        parsed: &Result<Level, ParseError>,
    ) -> Result<Exit, Failure> {
        self.tried += 1;
        let mut comparison = Comparison::default();
        let mut head = None;
        for (run, config) in (1..).zip(&self.configs) {
            if self.limits.cancel.is_cancelled() {
                break;
            }
            let label = format!(
                "level {} of {}, run {run} of {}",
                self.tried,
                self.asked,
                self.configs.len()
            );
            let is_wanted = !self.args.no_progress;
            let mut progress = ProgressLine::new(label, config.objective, is_wanted);
            let (warnings, finding) = find(parsed, config, &self.limits, &mut progress)
                .map_err(|error| Failure::Usage(error.to_string()))?;
            drop(progress);
            let report = LevelReport {
                file: file.to_owned(),
                number,
                title: title(parsed),
                warnings,
                objective: config.objective,
                finding,
            };
            if self.args.format == SolveFormat::Json {
                self.output.write(&json::line(&report))?;
            } else if head.is_none() {
                for warning in &report.warnings {
                    self.diagnostics.line(&warning.line(file));
                }
            }
            if let Finding::Invalid(invalid) = &report.finding {
                if self.args.format == SolveFormat::Text {
                    self.diagnostics.line(&invalid.line_of(file));
                }
                return Ok(Exit::Invalid);
            }
            comparison.add(config, &report.finding);
            head.get_or_insert(report);
        }
        let Some(head) = head else {
            return Ok(Exit::Interrupted);
        };
        let heading = text::heading(&head);
        if self.args.format == SolveFormat::Text {
            let gap = if self.tried > 1 { "\n" } else { "" };
            self.output.write(&format!("{gap}{heading}\n{}", comparison.table()))?;
            if self.limits.cancel.is_cancelled() {
                self.output.write(&format!("interrupted; runs begun: {}\n", comparison.runs()))?;
            }
        }
        if let Some(what) = comparison.contradiction() {
            self.diagnostics.contradiction(&heading, &what);
        }
        Ok(comparison.exit())
    }
}
