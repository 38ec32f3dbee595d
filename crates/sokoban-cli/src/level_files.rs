//! LevelFile: the levels that a command is about, read from their files.

use sokoban_core::{Collection, Level, ParseError};

use crate::args::LevelArgs;
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::input;
use crate::output::printable;
use crate::report::Warned;

/// One file, with those of its levels that are asked for.
#[derive(Debug)]
pub(crate) struct LevelFile {
    /// The path as it was given.
    pub(crate) name: String,
    /// What was guessed about the file as a whole.
    pub(crate) warnings: Vec<Warned>,
    /// The levels in the file's order, each with its number.
    pub(crate) levels: Vec<(usize, Result<Level, ParseError>)>,
}

/// Reads all files before anything is done with them, so that wrong usage is told at once.
///
/// A file that cannot be read, or that holds no level, is told on standard error and left out, and
/// the exit code that comes back is for it.
///
/// # Errors
/// [`Failure::Usage`] for a level past the end of a file, and for standard input named twice.
pub(crate) fn read(
    args: &LevelArgs,
    diagnostics: Diagnostics,
) -> Result<(Vec<LevelFile>, Exit), Failure> {
    if args.files.iter().filter(|path| input::is_stdin(path)).count() > 1 {
        return Err(Failure::Usage("standard input, '-', can be read only once".into()));
    }
    let mut files = Vec::new();
    let mut exit = Exit::Success;
    for path in &args.files {
        let name = path.display().to_string();
        let bytes = match input::read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                diagnostics.error(&error.to_string());
                exit = exit.max(Exit::File);
                continue;
            }
        };
        let collection = Collection::from_bytes(&bytes);
        let count = collection.levels().len();
        if count == 0 {
            diagnostics.line(&printable(&format!("{name}:{}", no_level())));
            exit = exit.max(Exit::Invalid);
            continue;
        }
        if let Some(ranges) = args.ranges.as_ref().filter(|ranges| ranges.last() > count) {
            let (last, levels) = (ranges.last(), levels_in_words(count));
            return Err(Failure::Usage(format!(
                "--level asks for level {last}, but {name} has {levels}"
            )));
        }
        let is_chosen = |number| args.ranges.as_ref().is_none_or(|ranges| ranges.contains(number));
        files.push(LevelFile {
            name,
            warnings: collection.warnings().iter().map(Warned::from).collect(),
            levels: (1..).zip(collection).filter(|&(number, _)| is_chosen(number)).collect(),
        });
    }
    Ok((files, exit))
}

/// So many levels: `1 level`, `2 levels`.
pub(crate) fn levels_in_words(count: usize) -> String {
    format!("{count} level{}", if count == 1 { "" } else { "s" })
}

/// What the reader says of a text without a level, as `line:column: what`.
pub(crate) fn no_level() -> String {
    match "".parse::<Level>() {
        Err(error) => error.to_string(),
        Ok(_) => String::new(),
    }
}
