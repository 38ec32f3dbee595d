//! The command `verify`.

use sokoban_core::{Collection, ReplayErrorKind, Solution, SolutionMetrics};

use super::playable::{playable, title};
use crate::args::{ColorWhen, VerifyArgs};
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::input;
use crate::level_files::{levels_in_words, no_level};
use crate::output::{Output, printable};
use crate::report::text::{counted, runs};

/// Replays a solution and says its measures, and that it solves the level; or the first wrong step.
///
/// # Errors
/// [`Failure`] for wrong usage, and when standard output cannot be written.
pub(crate) fn verify(args: &VerifyArgs, color: ColorWhen) -> Result<Exit, Failure> {
    let diagnostics = Diagnostics::new(color);
    let Some(solution) = &args.solution else {
        return Err(Failure::Usage(
            "verify needs --solution LURD; solutions stored in files are not read yet".into(),
        ));
    };
    let name = args.file.display().to_string();
    let collection = match input::read(&args.file) {
        Ok(bytes) => Collection::from_bytes(&bytes),
        Err(error) => {
            diagnostics.error(&error.to_string());
            return Ok(Exit::File);
        }
    };
    let levels = collection.levels();
    let number = match (args.level, levels.len()) {
        (_, 0) => {
            diagnostics.line(&printable(&format!("{name}:{}", no_level())));
            return Ok(Exit::Invalid);
        }
        (None, 1) => 1,
        (None, count) => {
            return Err(Failure::Usage(format!(
                "{name} has {count} levels; choose one with --level NUMBER"
            )));
        }
        (Some(number), _) => number.get(),
    };
    let Some(parsed) = levels.get(number - 1) else {
        let count = levels.len();
        return Err(Failure::Usage(format!(
            "--level asks for level {number}, but {name} has {}",
            levels_in_words(count)
        )));
    };
    let (_, board) = match playable(parsed) {
        Ok(playable) => playable,
        Err(invalid) => {
            diagnostics.line(&invalid.line_of(&name));
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
    let title = title(parsed).map(|title| format!(" \"{}\"", printable(&title)));
    let level = format!("{}: level {number}{}", printable(&name), title.unwrap_or_default());
    let (line, exit) = match SolutionMetrics::replay(&solution, &board) {
        Ok(metrics) => {
            let counted = counted(metrics.pushes, metrics.moves);
            (format!("{level}: solved, {counted}, {}", runs(&metrics)), Exit::Success)
        }
        Err(error) => {
            let steps = solution.steps();
            let pushes = steps.iter().filter(|step| step.push).count();
            let counted = match error.kind() {
                // All steps are legal, so that the letters count what was played.
                ReplayErrorKind::NotSolved { .. } => {
                    format!(" ({})", counted(pushes, steps.len()))
                }
                _ => String::new(),
            };
            (format!("{level}: not solved, {error}{counted}"), Exit::Invalid)
        }
    };
    Output::new(color).write(&format!("{line}\n"))?;
    Ok(exit)
}
