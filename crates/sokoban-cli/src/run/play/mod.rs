//! The command `play`.
//!
//! [`app`] is the state of a session and how it answers to keys, without a terminal, a clock, a file
//! or a thread; [`view`] draws it; [`session`] carries out what it asks for.

mod app;
mod frames;
mod game;
mod help;
mod key;
mod knowledge;
mod look;
mod question;
mod replay;
mod saves;
mod session;
mod signals;
mod solver;
mod stage;
mod status;
mod terminal;
#[cfg(test)]
mod tests;
mod view;

use std::collections::BTreeMap;
use std::env;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::rc::Rc;

use sokoban_core::{Board, Level, Remarks, ReplayErrorKind, Solution};

use self::app::{App, Course};
use self::frames::Frames;
use self::look::Look;
use self::saves::Saves;
use self::session::Session;
use self::solver::{Allowance, Solver};
use self::stage::Stage;
use super::playable::playable;
use super::stored::Stored;
use crate::args::{ColorWhen, PlayArgs};
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::free_memory;
use crate::level_files::{self, levels_in_words};
use crate::output::{Output, printable};

/// Memory of the solver in bytes, if none is named and so much is free.
const MEMORY: usize = 1 << 30;

/// Plays levels in the terminal, or prints the frames of a solution where there is none.
///
/// # Errors
/// [`Failure`] for wrong usage, and when the terminal or standard output cannot be written.
pub(crate) fn play(args: &PlayArgs, color: ColorWhen) -> Result<Exit, Failure> {
    let diagnostics = Diagnostics::new(color);
    args.check().map_err(Failure::Usage)?;
    let Opened { file, mut course, remarks, chosen } = match open(args, diagnostics)? {
        Ok(opened) => opened,
        Err(exit) => return Ok(exit),
    };
    let path = if args.no_save { None } else { args.save.clone().or_else(saves::usual_path) };
    let saves = match path.as_deref().map_or_else(|| Ok(Saves::new()), saves::read) {
        Ok(saves) => saves,
        Err(why) => {
            diagnostics.error(&why);
            return Ok(Exit::File);
        }
    };
    if let Some(text) = &args.solution {
        let Some(index) = chosen.or((course.count == 1).then_some(0)) else {
            let (name, count) = (&course.name, course.count);
            return Err(Failure::Usage(format!(
                "{name} has {count} levels; say with --level NUMBER which one the solution is for"
            )));
        };
        match solution(text, &course.levels[index].1, diagnostics) {
            Ok(solution) => course.given = BTreeMap::from([(index, solution)]),
            Err(exit) => return Ok(exit),
        }
    }
    if args.stored {
        let stored = Stored::of(&file, &course.levels, &remarks, chosen, diagnostics);
        if stored.solutions.is_empty() {
            if stored.has_wrong {
                return Ok(Exit::Invalid);
            }
            let which = args.level.map(|number| format!(" of level {number}")).unwrap_or_default();
            return Err(Failure::Usage(format!(
                "{file} stores no solution{which}; leave out --stored to play, or give one with \
                 --solution LURD"
            )));
        }
        course.given = stored.solutions;
        course.given_as = "the stored solution";
    }
    if !is_playable_terminal() {
        return print_frames(&course, chosen, &saves, color);
    }
    if path.is_none() && !args.no_save {
        diagnostics.warning("this system names no folder for saves; use --save FILE");
    }
    let index = chosen.or(course.given.keys().next().copied());
    let index = index.unwrap_or_else(|| first_unsolved(&course.levels, &saves));
    let app = App::new(course, index, saves).expect("the levels were made into boards before");
    let usual = || free_memory::three_quarters().map_or(MEMORY, |free| free.min(MEMORY));
    let bytes = args.memory.map_or_else(|| Some(usual()), |limit| limit.0);
    let solver = Solver::new(Allowance { time: args.time.0, bytes });
    let look = Look {
        is_ascii: args.ascii || !look::is_unicode_terminal(),
        has_colors: has_colors(color),
    };
    let (exit, not_saved) = Session::new(app, solver, path).play(look)?;
    if let Some(why) = not_saved {
        diagnostics.error(&format!("what you played is not saved: {why}"));
        return Ok(exit.max(Exit::File));
    }
    Ok(exit)
}

/// What there is to play.
#[derive(Debug)]
struct Opened {
    /// The file's path as it was given.
    file: String,
    course: Course,
    /// What is told of each level of the course.
    remarks: Vec<Remarks>,
    /// The index of the level that is chosen.
    chosen: Option<usize>,
}

/// The levels that can be played; or how the program ends without them. What cannot be played is
/// told.
fn open(args: &PlayArgs, diagnostics: Diagnostics) -> Result<Result<Opened, Exit>, Failure> {
    let (files, exit) = match args.stored {
        true => level_files::read_with_remarks(&args.levels(), diagnostics)?,
        false => level_files::read(&args.levels(), diagnostics)?,
    };
    let Some(file) = files.into_iter().next() else {
        return Ok(Err(exit));
    };
    for warning in &file.warnings {
        diagnostics.line(&warning.line(&file.name));
    }
    let count = file.levels.len();
    let number = args.level.map(usize::from);
    if let Some(number) = number.filter(|&number| number > count) {
        let levels = levels_in_words(count);
        let name = &file.name;
        return Err(Failure::Usage(format!(
            "--level asks for level {number}, but {name} has {levels}"
        )));
    }
    let (mut levels, mut remarks) = (Vec::new(), Vec::new());
    for ((found, parsed), told) in file.levels.iter().zip(file.remarks) {
        match playable(parsed) {
            Ok((level, _)) => {
                levels.push((*found, level.clone()));
                remarks.push(told);
            }
            Err(invalid) => {
                diagnostics.line(&invalid.line_of(&file.name));
                if number == Some(*found) {
                    return Ok(Err(Exit::Invalid));
                }
            }
        }
    }
    if levels.is_empty() {
        return Ok(Err(Exit::Invalid));
    }
    let chosen = number.and_then(|number| levels.iter().position(|(found, _)| *found == number));
    // A path says more about a machine than about a level.
    let name = Path::new(&file.name).file_name().map(|name| name.to_string_lossy().into_owned());
    let name = printable(&name.unwrap_or_else(|| file.name.clone()));
    let (given, given_as) = (BTreeMap::new(), "the given solution");
    let course = Course { name, count, levels, given, given_as };
    Ok(Ok(Opened { file: file.name, course, remarks, chosen }))
}

/// Reads the solution given for `level`; how the program ends, if it is none.
fn solution(text: &str, level: &Level, diagnostics: Diagnostics) -> Result<Solution, Exit> {
    let refused = |what: String| {
        diagnostics.error(&what);
        Exit::Invalid
    };
    let solution: Solution =
        text.parse().map_err(|error| refused(format!("the solution cannot be read: {error}")))?;
    let board = Board::try_from(level).expect("the level gave a board before");
    match solution.replay(&board) {
        Ok(_) => Ok(solution),
        Err(error) if matches!(error.kind(), ReplayErrorKind::NotSolved { .. }) => {
            diagnostics.warning("the steps given do not solve the level");
            Ok(solution)
        }
        Err(error) => Err(refused(format!("the solution is wrong: {error}"))),
    }
}

/// Is standard output a terminal that can be drawn on?
fn is_playable_terminal() -> bool {
    io::stdout().is_terminal() && env::var_os("TERM").is_none_or(|kind| kind != "dumb")
}

/// Are colors wanted? `NO_COLOR` turns them off where nothing else is said.
fn has_colors(color: ColorWhen) -> bool {
    match color {
        ColorWhen::Auto => env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        ColorWhen::Always => true,
        ColorWhen::Never => false,
    }
}

/// The index of the first level without a saved solution, or of the first one.
fn first_unsolved(levels: &[(usize, Level)], saves: &Saves) -> usize {
    if saves.is_empty() {
        return 0;
    }
    let is_unsolved = |level| Stage::new(level, saves).is_some_and(|stage| stage.best.is_none());
    levels.iter().position(|(_, level)| is_unsolved(level)).unwrap_or(0)
}

/// Prints the frames of the solution that is given, or else of those saved for the chosen level or
/// for all.
fn print_frames(
    course: &Course,
    chosen: Option<usize>,
    saves: &Saves,
    color: ColorWhen,
) -> Result<Exit, Failure> {
    let mut output = Output::new(color);
    let mut has_any = false;
    for (index, (number, level)) in course.levels.iter().enumerate() {
        let given = course.given.get(&index);
        let is_left_out = given.is_none() && !course.given.is_empty();
        if is_left_out || chosen.is_some_and(|only| only != index) {
            continue;
        }
        let Some(stage) = Stage::new(level, saves) else { continue };
        let steps = given.map(Solution::steps).or(stage.best.as_deref());
        let board = Rc::clone(stage.game.board());
        let Some(frames) = steps.and_then(|steps| Frames::new(level, &board, steps)) else {
            continue;
        };
        has_any = true;
        let title = level.title().map(|title| format!(" \"{}\"", printable(title)));
        let title = title.unwrap_or_default();
        output.write(&format!("{}: level {number}{title}\n\n", course.name))?;
        for frame in frames {
            output.write(&frame)?;
        }
    }
    if !has_any {
        return Err(Failure::Usage(
            "standard output is no terminal to play in, and no solution is saved to print the \
             frames of; give one with --solution LURD, or choose those of the file with --stored"
                .into(),
        ));
    }
    Ok(Exit::Success)
}
