//! A solution that is given on the command line, for the one level that is meant.

use sokoban_core::{Level, ParseError, ReplayError, ReplayErrorKind, Solution};

use super::playable::title;
use crate::failure::Failure;
use crate::level_files::{LevelFile, levels_in_words};
use crate::output::printable;
use crate::report::text::counted;

/// The level that a given solution is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeantLevel<'f> {
    pub(crate) file: &'f LevelFile,
    pub(crate) number: usize,
    pub(crate) parsed: &'f Result<Level, ParseError>,
}

impl<'f> MeantLevel<'f> {
    /// The only level of the only file; none if there is no file.
    ///
    /// # Errors
    /// [`Failure::Usage`] where there are more.
    pub(crate) fn of(files: &'f [LevelFile]) -> Result<Option<Self>, Failure> {
        let file = match files {
            [] => return Ok(None),
            [file] => file,
            _ => return Err(Failure::Usage("--solution is for one level of one file".into())),
        };
        let [(number, parsed)] = &file.levels[..] else {
            return Err(Failure::Usage(format!(
                "{} has {}; choose one with --level NUMBER",
                file.name,
                levels_in_words(file.levels.len())
            )));
        };
        Ok(Some(Self { file, number: *number, parsed }))
    }

    /// File, number and title.
    pub(crate) fn heading(&self) -> String {
        let title = title(self.parsed).map(|title| format!(" \"{}\"", printable(&title)));
        let file = printable(&self.file.name);
        format!("{file}: level {}{}", self.number, title.unwrap_or_default())
    }

    /// What is wrong with a solution, as a line.
    pub(crate) fn not_solved(&self, solution: &Solution, error: &ReplayError) -> String {
        let steps = solution.steps();
        let pushes = steps.iter().filter(|step| step.push).count();
        let counted = match error.kind() {
            // All steps are legal, so that the letters count what was played.
            ReplayErrorKind::NotSolved { .. } => format!(" ({})", counted(pushes, steps.len())),
            _ => String::new(),
        };
        format!("{}: not solved, {error}{counted}", self.heading())
    }
}
