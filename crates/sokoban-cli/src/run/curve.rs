//! The command `curve`.

use std::path::Path;

use sokoban_core::{Board, Level};
use sokoban_search::{
    Algorithm, ConfigError, Limits, Outcome, Report, SmaStages, SolveConfig, StopReason,
};

use super::one_level::{OneLevel, one_level};
use super::search::search;
use crate::args::{CapUnit, CheckFormat, ColorWhen, CurveArgs, LevelArgs};
use crate::cap_range::CapRange;
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::input::is_stdin;
use crate::level_range::LevelRanges;
use crate::output::{Output, printable};
use crate::outputs::{self, Product, Target};
use crate::progress::ProgressLine;
use crate::report::agreement::Agreement;
use crate::report::curve::{Critical, Curve, CurveRun, PATIENCE, json, plot, text};
use crate::{free_memory, interrupt, level_files, whole_file};

/// The critical point is known when the caps to both sides of it are this near to each other.
const NEAR: f64 = 1.05;

/// Runs A*, then SMA* under falling caps, and shows what it pays for less memory.
///
/// # Errors
/// [`Failure`] for wrong usage, and when standard output or the picture cannot be written.
pub(crate) fn curve(args: &CurveArgs, color: ColorWhen) -> Result<Exit, Failure> {
    let diagnostics = Diagnostics::new(color);
    if let Some(caps) = args.caps {
        caps.fits(args.unit).map_err(Failure::Usage)?;
    }
    if let Some(path) = &args.svg {
        // Told before minutes are spent on what cannot be written.
        if is_stdin(path) {
            let what = "standard output gets the table; name a file for --svg".into();
            return Err(Failure::Usage(what));
        }
        let target = Target { option: "--svg", path, product: Product::Svg };
        outputs::check(&[&args.file], &[target], &[])?;
    }
    let levels = LevelArgs {
        files: vec![args.file.clone()],
        ranges: args.level.map(LevelRanges::one),
        alphabet: args.alphabet.clone(),
    };
    let (files, exit) = level_files::read(&levels, diagnostics)?;
    let Some(file) = files.first() else {
        return Ok(exit);
    };
    let Some(one) = one_level(file, "", diagnostics)? else { return Ok(Exit::Invalid) };
    let OneLevel { number, title, level, board } = one;
    let limits = Limits {
        time: args.time(),
        nodes: None,
        bytes: free_memory::three_quarters(),
        cancel: interrupt::token(diagnostics),
    };
    let mut tracer = Tracer { args, level, board: &board, limits, output: Output::new(color) };
    let quoted = title.as_deref().map(|title| format!(", \"{}\"", printable(title)));
    let name = printable(&file.name);
    let heading = format!("{name}, level {number}{}", quoted.unwrap_or_default());
    let reference = tracer.reference()?;
    if args.format == CheckFormat::Json {
        let line = json::reference(&file.name, number, title.as_deref(), &reference);
        tracer.output.write(&line)?;
    } else {
        tracer.output.write(&format!("{heading}\n"))?;
    }
    if !matches!(reference.outcome, Outcome::Solved { .. }) {
        return Ok(no_reference(&heading, &reference, diagnostics));
    }
    let mut agreement = Agreement::default();
    agreement.add("astar", &reference);
    let mut curve = Curve { unit: args.unit, reference, runs: Vec::new() };
    tracer.trace(&mut curve)?;
    for run in &curve.runs {
        let name = format!("sma {} with {}", run.stages, curve.amount(run.cap));
        agreement.add(&name, &run.report);
    }
    if let (Some(path), false) = (&args.svg, curve.runs.is_empty()) {
        let picture = plot::svg(&curve, &heading).map_err(refused(path))?;
        whole_file::write(path, picture.as_bytes())?;
    }
    if let Some(what) = agreement.contradiction() {
        diagnostics.contradiction(&heading, &what);
        return Ok(Exit::Internal);
    }
    Ok(if tracer.limits.cancel.is_cancelled() { Exit::Interrupted } else { Exit::Success })
}

/// The failure to write `path`.
fn refused(path: &Path) -> impl Fn(std::io::Error) -> Failure {
    move |error| Failure::File(path.to_owned(), error)
}

/// Says why there is no curve.
fn no_reference(heading: &str, reference: &Report, diagnostics: Diagnostics) -> Exit {
    let (what, exit) = match &reference.outcome {
        Outcome::Unsolvable(proof) => (format!("proven unsolvable: {proof}"), Exit::Unsolvable),
        Outcome::Stopped(StopReason::Cancelled) => ("interrupted".to_owned(), Exit::Interrupted),
        Outcome::Stopped(reason) => {
            let limit = reason.name();
            (format!("A* reached the {limit} limit before it solved the level"), Exit::Unknown)
        }
        Outcome::Solved { .. } => return Exit::Success,
    };
    diagnostics.line(&format!("{heading}: no curve: {what}"));
    exit
}

/// What the runs have in common.
struct Tracer<'a> {
    args: &'a CurveArgs,
    level: &'a Level,
    board: &'a Board,
    limits: Limits,
    output: Output,
}

impl Tracer<'_> {
    /// What A* finds with the memory there is.
    fn reference(&self) -> Result<Report, Failure> {
        let mut config = self.args.config();
        config.algorithm = Algorithm::AStar;
        self.search(&config, &self.limits, "astar".to_owned())
    }

    fn search(
        &self,
        config: &SolveConfig,
        limits: &Limits,
        label: String,
    ) -> Result<Report, Failure> {
        let mut progress = ProgressLine::new(label, config.objective, !self.args.no_progress);
        let searched = search(self.level, self.board, config, limits, &mut progress);
        let (report, _) =
            searched.map_err(|error: ConfigError| Failure::Usage(error.to_string()))?;
        Ok(report)
    }

    /// Runs all caps of all stages, and reports them: as JSON each as soon as it is there, else
    /// when the stages are done.
    fn trace(&mut self, curve: &mut Curve) -> Result<(), Failure> {
        if self.args.format == CheckFormat::Text {
            self.output.write(&text::reference(curve))?;
        }
        let range = self.args.caps.unwrap_or_else(|| usual_range(curve));
        for &stages in &self.args.stages {
            if self.limits.cancel.is_cancelled() {
                break;
            }
            if curve.stages().contains(&stages) {
                // Asked for twice.
                continue;
            }
            for cap in range.caps(self.args.steps) {
                self.run(curve, stages, cap)?;
            }
            self.find_critical(curve, stages)?;
            let part = match self.args.format {
                CheckFormat::Text => text::part(curve, stages, self.args.time()),
                CheckFormat::Json => json::critical(curve, stages),
            };
            self.output.write(&part)?;
        }
        if self.args.format == CheckFormat::Text {
            let end =
                if self.limits.cancel.is_cancelled() { "\ninterrupted\n" } else { text::NOTE };
            self.output.write(end)?;
        }
        Ok(())
    }

    /// Narrows the critical point down; looks for it below the least cap unless the user set that.
    fn find_critical(&mut self, curve: &mut Curve, stages: SmaStages) -> Result<(), Failure> {
        while !self.limits.cancel.is_cancelled() {
            let next = match curve.critical(stages) {
                Critical { solves_at: Some(solved), fails_at: Some((failed, _)) } => {
                    if solved - failed <= 1 || solved as f64 <= failed as f64 * NEAR {
                        break;
                    }
                    let middle = (solved as f64 * failed as f64).sqrt() as u64;
                    middle.clamp(failed + 1, solved - 1)
                }
                Critical { solves_at: Some(solved), fails_at: None }
                    if self.args.caps.is_none() && solved > 1 && is_binding(curve.unit, stages) =>
                {
                    solved / 2
                }
                _ => break,
            };
            self.run(curve, stages, next)?;
        }
        Ok(())
    }

    /// Runs SMA* under `cap`. What the user interrupts tells nothing, and is left out.
    fn run(&mut self, curve: &mut Curve, stages: SmaStages, cap: u64) -> Result<(), Failure> {
        if self.limits.cancel.is_cancelled() {
            return Ok(());
        }
        let mut config = self.args.config();
        config.algorithm = Algorithm::Sma;
        config.sma_stages = stages;
        let mut limits = self.limits.clone();
        limits.nodes = Some(PATIENCE.saturating_mul(curve.reference.stats.expanded.max(1)));
        let size = usize::try_from(cap).unwrap_or(usize::MAX);
        match curve.unit {
            CapUnit::States => config.max_stored = Some(size),
            CapUnit::Bytes => limits.bytes = Some(size),
        }
        let label = format!("sma {stages} with {}", curve.amount(cap));
        let report = self.search(&config, &limits, label)?;
        if report.outcome == Outcome::Stopped(StopReason::Cancelled) {
            return Ok(());
        }
        let run = CurveRun { stages, cap, report };
        if self.args.format == CheckFormat::Json {
            self.output.write(&json::run(curve, &run))?;
        }
        curve.runs.push(run);
        Ok(())
    }
}

/// Can a cap be too small? One in states does not count the path of the deepening.
fn is_binding(unit: CapUnit, stages: SmaStages) -> bool {
    unit == CapUnit::Bytes || stages == SmaStages::A
}

/// From twice the pushes of the solution, or what so many states take, to the peak of A*.
fn usual_range(curve: &Curve) -> CapRange {
    let report = &curve.reference;
    let pushes = match &report.outcome {
        Outcome::Solved { counts, .. } => counts.pushes as u64,
        _ => 0,
    };
    let least = match curve.unit {
        CapUnit::States => 2 * pushes,
        CapUnit::Bytes => {
            let (base, peak) = (report.stats.base_bytes as u64, report.stats.peak_bytes as u64);
            base + 2 * pushes * (peak - base) / report.stats.peak_states.max(1)
        }
    };
    CapRange::new(least.min(curve.peak()), curve.peak())
}
