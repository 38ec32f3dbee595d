//! LevelFile: the levels that a command is about, read from their files.

use std::path::Path;

use sokoban_core::{Level, ParseError, Remarks};
use sokoban_formats::Extent;
use sokoban_search::CancelToken;

use crate::args::{AlphabetArgs, LevelArgs, PackArgs};
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::input;
use crate::level_folders;
use crate::level_range::LevelRanges;
use crate::level_set::{level_set, suggest};
use crate::output::printable;
use crate::report::Warned;

/// One file, with those of its levels that are asked for.
#[derive(Debug)]
pub(crate) struct LevelFile {
    /// The path as it was given.
    pub(crate) name: String,
    /// The collection's title, and what is told of it as a whole.
    pub(crate) head: (Option<String>, Remarks),
    /// What was guessed about the file as a whole.
    pub(crate) warnings: Vec<Warned>,
    /// The levels in the file's order, each with its number.
    pub(crate) levels: Vec<(usize, Result<Level, ParseError>)>,
    /// What is told of each of them; empty where only levels are asked for.
    pub(crate) remarks: Vec<Remarks>,
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
    read_files(args, Extent::LevelsAlone, diagnostics)
}

/// Reads as [`read`] does, with what is told of the levels.
///
/// # Errors
/// As [`read`].
pub(crate) fn read_with_remarks(
    args: &LevelArgs,
    diagnostics: Diagnostics,
) -> Result<(Vec<LevelFile>, Exit), Failure> {
    read_files(args, Extent::Everything, diagnostics)
}

fn read_files(
    args: &LevelArgs,
    extent: Extent,
    diagnostics: Diagnostics,
) -> Result<(Vec<LevelFile>, Exit), Failure> {
    if args.files.iter().filter(|path| input::is_stdin(path)).count() > 1 {
        return Err(Failure::Usage("standard input, '-', can be read only once".into()));
    }
    let mut opener = Opener::new(args.ranges.as_ref(), &args.alphabet, extent, diagnostics);
    for path in &args.files {
        match input::read(path) {
            Ok(bytes) => opener.open(path, path.display().to_string(), &bytes, false)?,
            Err(error) => opener.refuse(&error),
        }
    }
    Ok((opener.files, opener.exit))
}

/// Reads as [`read_with_remarks`] does, from folders too. A file of a folder that holds no level is
/// warned about and no error, since a folder of levels may well hold other texts; but that there is
/// no level at all is one.
///
/// # Errors
/// As [`read`].
pub(crate) fn read_packs(
    args: &PackArgs,
    diagnostics: Diagnostics,
) -> Result<(Vec<LevelFile>, Exit), Failure> {
    read_folders(args, Extent::Everything, None, diagnostics)
}

/// Reads as [`read_packs`] does, for a command that is to write to `out`.
///
/// # Errors
/// As [`read_packs`], and [`Failure::Usage`] if `out` is one of the files.
pub(crate) fn read_packs_beside(
    args: &PackArgs,
    out: Option<&Path>,
    diagnostics: Diagnostics,
) -> Result<(Vec<LevelFile>, Exit), Failure> {
    read_folders(args, Extent::Everything, out, diagnostics)
}

/// Reads as [`read_packs`] does, the levels alone.
///
/// # Errors
/// As [`read`].
pub(crate) fn read_levels_of_packs(
    args: &PackArgs,
    diagnostics: Diagnostics,
) -> Result<(Vec<LevelFile>, Exit), Failure> {
    read_folders(args, Extent::LevelsAlone, None, diagnostics)
}

fn read_folders(
    args: &PackArgs,
    extent: Extent,
    out: Option<&Path>,
    diagnostics: Diagnostics,
) -> Result<(Vec<LevelFile>, Exit), Failure> {
    let (sources, exit) = level_folders::list(&args.paths, diagnostics)?;
    if let Some(out) = out.filter(|out| sources.iter().any(|source| source.is(out))) {
        let name = out.display();
        let what = format!("--out {name} would overwrite levels that are read");
        return Err(Failure::Usage(what));
    }
    let mut opener = Opener::new(args.ranges.as_ref(), &args.alphabet, extent, diagnostics);
    opener.exit = exit;
    for source in sources {
        let (name, path, is_found) = (source.name.clone(), source.path.clone(), source.is_found);
        match source.read() {
            Ok(bytes) => opener.open(&path, name, &bytes, is_found)?,
            Err(error) => opener.refuse(&error),
        }
    }
    if opener.files.is_empty() && opener.exit == Exit::Success {
        diagnostics.error("no level was found");
        opener.exit = Exit::Invalid;
    }
    Ok((opener.files, opener.exit))
}

/// The levels of all files one after another, with their numbers, until `cancel` is cancelled. What
/// was guessed about a file is told before its first level.
pub(crate) fn each<'f>(
    files: &'f [LevelFile],
    diagnostics: Diagnostics,
    cancel: &CancelToken,
) -> impl Iterator<Item = (&'f LevelFile, usize, &'f Result<Level, ParseError>)> {
    let levels = files.iter().flat_map(move |file| {
        for warning in &file.warnings {
            diagnostics.line(&warning.line(&file.name));
        }
        file.levels.iter().map(move |(number, parsed)| (file, *number, parsed))
    });
    levels.take_while(|_| !cancel.is_cancelled())
}

/// Files as they are opened one by one.
struct Opener<'a> {
    ranges: Option<&'a LevelRanges>,
    alphabet: &'a AlphabetArgs,
    extent: Extent,
    diagnostics: Diagnostics,
    files: Vec<LevelFile>,
    exit: Exit,
}

impl<'a> Opener<'a> {
    fn new(
        ranges: Option<&'a LevelRanges>,
        alphabet: &'a AlphabetArgs,
        extent: Extent,
        diagnostics: Diagnostics,
    ) -> Self {
        Self { ranges, alphabet, extent, diagnostics, files: Vec::new(), exit: Exit::Success }
    }

    fn refuse(&mut self, error: &input::InputError) {
        self.diagnostics.error(&error.to_string());
        self.exit = self.exit.max(Exit::File);
    }

    /// Takes the levels that are asked for from the bytes of a file, which may have been found in a
    /// folder rather than named.
    fn open(
        &mut self,
        path: &Path,
        name: String,
        bytes: &[u8],
        is_found: bool,
    ) -> Result<(), Failure> {
        let set = level_set(path, bytes, self.alphabet, self.extent);
        suggest(&set, &name, self.diagnostics);
        let count = set.entries.len();
        if count == 0 {
            if is_found {
                self.diagnostics.warning(&format!("{name}: no level in the text; left out"));
            } else {
                self.diagnostics.line(&printable(&format!("{name}:{}", no_level())));
                self.exit = self.exit.max(Exit::Invalid);
            }
            return Ok(());
        }
        if let Some(ranges) = self.ranges.filter(|ranges| ranges.last() > count) {
            return Err(past_the_end(ranges, &name, count));
        }
        let is_chosen = |number| self.ranges.is_none_or(|ranges| ranges.contains(number));
        let chosen = (1..).zip(set.entries).filter(|&(number, _)| is_chosen(number));
        let (levels, remarks) =
            chosen.map(|(number, entry)| ((number, entry.level), entry.remarks)).unzip();
        let warnings = set.warnings.iter().map(Warned::from).collect();
        let head = (set.title, set.remarks);
        self.files.push(LevelFile { name, head, warnings, levels, remarks });
        Ok(())
    }
}

/// What is wrong with asking for a level that the file called `name` does not have.
pub(crate) fn past_the_end(ranges: &LevelRanges, name: &str, count: usize) -> Failure {
    let (last, levels) = (ranges.last(), levels_in_words(count));
    Failure::Usage(format!("--level asks for level {last}, but {name} has {levels}"))
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
