//! The command `export`.

use std::path::Path;

use sokoban_formats::{pddl, sas};

use super::one_level::{OneLevel, one_level};
use crate::args::{ColorWhen, ExportArgs, LevelArgs};
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::level_range::LevelRanges;
use crate::outputs::{self, Product, Target};
use crate::{level_files, whole_file};

/// Writes a level as a task for general planners.
///
/// # Errors
/// [`Failure`] for wrong usage, which a level too large for the language is too, and when the task
/// cannot be written.
pub(crate) fn export(args: &ExportArgs, color: ColorWhen) -> Result<Exit, Failure> {
    let diagnostics = Diagnostics::new(color);
    let named = [("--domain", &args.domain), ("--problem", &args.problem)];
    let targets: Vec<Target<'_>> = named
        .into_iter()
        .filter_map(|(option, path)| {
            Some(Target { option, path: path.as_deref()?, product: Product::Pddl })
        })
        .collect();
    outputs::check(&[&args.file], &targets, &[])?;
    let levels = LevelArgs {
        files: vec![args.file.clone()],
        ranges: args.level.map(LevelRanges::one),
        alphabet: args.alphabet.clone(),
    };
    let (files, exit) = level_files::read(&levels, diagnostics)?;
    let Some(file) = files.first() else {
        return Ok(exit);
    };
    let Some(OneLevel { title, board, .. }) = one_level(file, "", diagnostics)? else {
        return Ok(Exit::Invalid);
    };
    let stdout = Path::new("-");
    if args.sas {
        let task = sas(&board).map_err(|error| Failure::Usage(error.to_string()))?;
        whole_file::write(stdout, task.as_bytes())?;
        return Ok(Exit::Success);
    }
    let task = pddl(&board, title.as_deref());
    if let (Some(domain), Some(problem)) = (&args.domain, &args.problem) {
        whole_file::write(domain, task.domain.as_bytes())?;
        whole_file::write(problem, task.problem.as_bytes())?;
    } else {
        whole_file::write(stdout, format!("{}\n{}", task.domain, task.problem).as_bytes())?;
    }
    Ok(Exit::Success)
}
