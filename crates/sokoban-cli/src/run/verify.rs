//! The command `verify`.

use sokoban_core::{Solution, SolutionMetrics};
use sokoban_formats::Judge;

use super::given::MeantLevel;
use super::playable::{playable, title};
use crate::args::{CheckFormat, ColorWhen, VerifyArgs};
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::level_files::{self, LevelFile};
use crate::output::{Output, printable};
use crate::report::text::{counted, runs};
use crate::report::verify::{MovesVerdict, VerifyReport};
use crate::report::{Rank, Warned};

/// Replays the solutions that are stored in files, or one that is given, and says their measures and
/// that they solve their levels; or the first wrong step.
///
/// # Errors
/// [`Failure`] for wrong usage, and when standard output cannot be written.
pub(crate) fn verify(args: &VerifyArgs, color: ColorWhen) -> Result<Exit, Failure> {
    let diagnostics = Diagnostics::new(color);
    let (files, exit) = level_files::read_packs(&args.levels, diagnostics)?;
    match &args.solution {
        Some(solution) => verify_given(solution, &files, exit, color),
        None => Verifier::new(args, diagnostics, color).verify(&files, exit),
    }
}

/// How many stored moves are what.
#[derive(Debug, Default)]
struct Tally {
    solved: usize,
    saved: usize,
    wrong: usize,
    warnings: usize,
    invalid_levels: usize,
    levels_without: usize,
}

/// Verifies what is stored in files.
struct Verifier<'a> {
    args: &'a VerifyArgs,
    diagnostics: Diagnostics,
    output: Output,
    tally: Tally,
}

impl<'a> Verifier<'a> {
    fn new(args: &'a VerifyArgs, diagnostics: Diagnostics, color: ColorWhen) -> Self {
        Self { args, diagnostics, output: Output::new(color), tally: Tally::default() }
    }

    fn verify(mut self, files: &[LevelFile], exit: Exit) -> Result<Exit, Failure> {
        for file in files {
            self.file(file)?;
        }
        let Tally { solved, saved, wrong, warnings, invalid_levels, levels_without } = self.tally;
        let moves = solved + saved + wrong;
        if self.args.format == CheckFormat::Text && !files.is_empty() {
            self.output.write(&format!(
                "stored moves {moves}: solved {solved}, saved games {saved}, wrong {wrong}, \
                 warnings {warnings}; levels invalid {invalid_levels}, without {levels_without}\n"
            ))?;
        }
        let is_bad = wrong + invalid_levels > 0 || self.args.strict && warnings > 0;
        Ok(if is_bad { exit.max(Exit::Invalid) } else { exit })
    }

    fn file(&mut self, file: &LevelFile) -> Result<(), Failure> {
        let rank = Rank::of_warnings(self.args.strict);
        for warning in &file.warnings {
            self.warned(warning, &file.name, rank);
        }
        if file.remarks.iter().all(|remarks| remarks.moves.is_empty()) {
            self.nothing_stored(&file.name, rank);
        }
        let mut judge = Judge::default();
        for ((level, parsed), remarks) in file.levels.iter().zip(&file.remarks) {
            let board = match playable(parsed) {
                Ok((_, board)) => board,
                Err(invalid) => {
                    self.tally.invalid_levels += 1;
                    self.diagnostics.line(&invalid.coded_line(&file.name));
                    continue;
                }
            };
            self.tally.levels_without += usize::from(remarks.moves.is_empty());
            let title = title(parsed);
            for (number, moves) in (1..).zip(&remarks.moves) {
                let report = VerifyReport {
                    file: &file.name,
                    level: *level,
                    title: title.as_deref(),
                    number,
                    moves,
                    judgement: &judge.judge(&board, moves),
                    rank,
                };
                match report.verdict() {
                    MovesVerdict::Solved => self.tally.solved += 1,
                    MovesVerdict::Saved => self.tally.saved += 1,
                    MovesVerdict::Wrong => self.tally.wrong += 1,
                }
                self.tally.warnings += report.warnings().count();
                if self.args.quiet && !report.has_findings() {
                    continue;
                }
                self.output.write(&match self.args.format {
                    CheckFormat::Text => report.text(),
                    CheckFormat::Json => report.json(),
                })?;
            }
        }
        Ok(())
    }

    /// Says that there is nothing to verify in the file called `name`.
    fn nothing_stored(&mut self, name: &str, rank: Rank) {
        self.tally.warnings += 1;
        let (name, word) = (printable(name), rank.styled_word());
        let what = "no stored solution; give one with --solution LURD";
        self.diagnostics.line(&format!("{name}: {word}: {what}"));
    }

    fn warned(&mut self, warning: &Warned, file: &str, rank: Rank) {
        self.tally.warnings += 1;
        self.diagnostics.line(&warning.coded_line(file, rank));
    }
}

/// Replays a solution of the one level that is meant.
fn verify_given(
    solution: &str,
    files: &[LevelFile],
    exit: Exit,
    color: ColorWhen,
) -> Result<Exit, Failure> {
    let diagnostics = Diagnostics::new(color);
    let Some(meant) = MeantLevel::of(files)? else { return Ok(exit) };
    let (_, board) = match playable(meant.parsed) {
        Ok(playable) => playable,
        Err(invalid) => {
            diagnostics.line(&invalid.line_of(&meant.file.name));
            return Ok(Exit::Invalid);
        }
    };
    let solution: Solution = match solution.parse() {
        Ok(solution) => solution,
        Err(error) => {
            diagnostics.error(&format!("the solution cannot be read: {error}"));
            return Ok(Exit::Invalid);
        }
    };
    let (line, exit) = match SolutionMetrics::replay(&solution, &board) {
        Ok(metrics) => {
            let counted = counted(metrics.pushes, metrics.moves);
            let heading = meant.heading();
            (format!("{heading}: solved, {counted}, {}", runs(&metrics)), Exit::Success)
        }
        Err(error) => (meant.not_solved(&solution, &error), Exit::Invalid),
    };
    Output::new(color).write(&format!("{line}\n"))?;
    Ok(exit)
}
