//! The command `convert`.

use std::collections::BTreeSet;
use std::path::Path;

use sokoban_core::{Board, Canonical};
use sokoban_formats::{Code, Entry, Format, LevelSet, Loss, ReadOptions, write};

use crate::args::{ColorWhen, ConvertArgs};
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::level_files::{levels_in_words, no_level, past_the_end};
use crate::level_set::{level_set_by, suggest};
use crate::output::{Output, printable};
use crate::outputs::is_input;
use crate::report::{Invalid, Rank, Warned};
use crate::{input, whole_file};

/// Writes the levels of a file in another format.
///
/// # Errors
/// [`Failure`] for wrong usage, and when the output cannot be written.
pub(crate) fn convert(args: &ConvertArgs, color: ColorWhen) -> Result<Exit, Failure> {
    let diagnostics = Diagnostics::new(color);
    let format = output_format(args)?;
    let name = args.input.display().to_string();
    let bytes = match input::read(&args.input) {
        Ok(bytes) => bytes,
        Err(error) => {
            diagnostics.error(&error.to_string());
            return Ok(Exit::File);
        }
    };
    let charmap = args.alphabet.charmap.clone();
    let options = ReadOptions { format: args.from, charmap, ..ReadOptions::default() };
    let mut set = level_set_by(&options, &args.input, &bytes);
    suggest(&set, &name, diagnostics);
    let count = set.entries.len();
    if count == 0 {
        diagnostics.line(&printable(&format!("{name}:{}", no_level())));
        return Ok(Exit::Invalid);
    }
    if let Some(ranges) = &args.ranges {
        if ranges.last() > count {
            return Err(past_the_end(ranges, &name, count));
        }
        let mut numbers = 1..;
        set.entries.retain(|_| numbers.next().is_some_and(|number| ranges.contains(number)));
    }
    let mut findings = Findings {
        diagnostics,
        name: &name,
        rank: Rank::of_warnings(args.strict),
        errors: 0,
        warnings: 0,
    };
    findings.of_input(&set, args.strict);
    if args.dedupe {
        let dropped = dedupe(&mut set);
        if dropped > 0 {
            let levels = levels_in_words(dropped);
            diagnostics.line(&printable(&format!("{name}: {levels} left out as duplicates")));
        }
    }
    set.entries.retain(|entry| entry.level.is_ok());
    let written = write(&set, format);
    findings.of_output(&written.losses, &args.output, format);
    let exit = if findings.errors > 0 || args.strict && findings.warnings > 0 {
        Exit::Invalid
    } else {
        Exit::Success
    };
    if set.entries.is_empty() || args.strict && exit != Exit::Success {
        diagnostics.error("nothing was written");
        return Ok(Exit::Invalid);
    }
    if input::is_stdin(&args.output) {
        Output::new(color).write(&written.text)?;
    } else {
        whole_file::write(&args.output, written.text.as_bytes())?;
    }
    Ok(exit)
}

/// The format to write, if the output may be written at all.
fn output_format(args: &ConvertArgs) -> Result<Format, Failure> {
    let output = &args.output;
    let name = output.display();
    let Some(format) = args.to.or_else(|| Format::of_path(output)) else {
        let what = if input::is_stdin(output) {
            "standard output has no format of its own".to_owned()
        } else {
            format!("the name of {name} says no format")
        };
        return Err(Failure::Usage(format!("{what}; choose one with --to xsb, sok, slc or json")));
    };
    if input::is_stdin(output) {
        return Ok(format);
    }
    if is_input(output, [args.input.as_path()]) {
        return Err(Failure::Usage(format!("IN and OUT are the same file, {name}")));
    }
    if output.exists() && !whole_file::is_special(output) && !args.force {
        return Err(Failure::Usage(format!("{name} exists; --force replaces it")));
    }
    Ok(format)
}

/// What is told while converting.
struct Findings<'a> {
    diagnostics: Diagnostics,
    name: &'a str,
    rank: Rank,
    errors: usize,
    warnings: usize,
}

impl Findings<'_> {
    /// What is wrong or odd in what was read. A level that cannot be played is written all the same,
    /// unless everything matters.
    fn of_input(&mut self, set: &LevelSet, is_strict: bool) {
        for warning in &set.warnings {
            self.warning(&Warned::from(warning));
        }
        for entry in &set.entries {
            match &entry.level {
                Ok(level) => {
                    for warning in level.warnings() {
                        self.warning(&Warned::from(warning));
                    }
                    let board = Board::try_from(level);
                    let Err(error) = board else { continue };
                    let (line, column) = (error.line(), error.column());
                    let what = error.kind().to_string();
                    let code = Code::from(error.kind());
                    if is_strict {
                        self.error(&Invalid { line, column, what, code });
                    } else {
                        let place = format!("{line}:{column}");
                        self.warning(&Warned { place, what, code });
                    }
                }
                Err(error) => self.error(&Invalid {
                    line: error.line(),
                    column: error.column(),
                    what: error.kind().to_string(),
                    code: Code::from(error.kind()),
                }),
            }
        }
    }

    fn of_output(&mut self, losses: &[Loss], output: &Path, format: Format) {
        for loss in losses {
            self.warnings += 1;
            let line = format!("{}: {loss} in {format}", output.display());
            match self.rank {
                Rank::Warning => self.diagnostics.warning(&line),
                Rank::Error => self.diagnostics.error(&line),
            }
        }
    }

    fn warning(&mut self, warning: &Warned) {
        self.warnings += 1;
        self.diagnostics.line(&warning.coded_line(self.name, self.rank));
    }

    fn error(&mut self, invalid: &Invalid) {
        self.errors += 1;
        self.diagnostics.line(&invalid.coded_line(self.name));
    }
}

/// Leaves out levels whose canonical form came before, and says how many. Levels that cannot be
/// played have no such form and stay.
fn dedupe(set: &mut LevelSet) -> usize {
    let before = set.entries.len();
    let mut forms = BTreeSet::new();
    let mut is_first = |entry: &Entry| {
        let level = entry.level.as_ref().ok();
        let form = level.and_then(|level| Canonical::try_from(level).ok());
        form.is_none_or(|form| forms.insert(form.into_text()))
    };
    set.entries.retain(|entry| is_first(entry));
    before - set.entries.len()
}
