//! OneLevel: the only level that a command is about.

use sokoban_core::{Board, Level};

use super::playable::{playable, title, warnings};
use crate::diagnostics::Diagnostics;
use crate::failure::Failure;
use crate::level_files::LevelFile;

/// A level that can be played.
pub(crate) struct OneLevel<'f> {
    pub(crate) number: usize,
    pub(crate) title: Option<String>,
    pub(crate) level: &'f Level,
    pub(crate) board: Board,
}

/// The one level of `file` that is asked for, when what there is to warn about was told; none, with
/// the reason told, if it cannot be played.
///
/// # Errors
/// [`Failure::Usage`] if there are several. `or_else` ends the line that says what to do, such as
/// `", or draw all with --sheet"`.
pub(crate) fn one_level<'f>(
    file: &'f LevelFile,
    or_else: &str,
    diagnostics: Diagnostics,
) -> Result<Option<OneLevel<'f>>, Failure> {
    let [(number, parsed)] = &file.levels[..] else {
        let (name, count) = (&file.name, file.levels.len());
        return Err(Failure::Usage(format!(
            "{count} levels of {name} are meant; choose one with --level NUMBER{or_else}"
        )));
    };
    let playable = playable(parsed);
    let (level, board) = match playable {
        Ok(playable) => playable,
        Err(invalid) => {
            diagnostics.line(&invalid.line_of(&file.name));
            return Ok(None);
        }
    };
    for warning in file.warnings.iter().chain(&warnings(level, Some(&board))) {
        diagnostics.line(&warning.line(&file.name));
    }
    Ok(Some(OneLevel { number: *number, title: title(parsed), level, board }))
}
