//! The command `render`.

use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sokoban_core::{Board, Level, Solution};
use sokoban_render::{Moment, Picture, Playback, RenderError, animation};
use sokoban_search::{CancelToken, Outcome, SolveConfig, StopReason};

use super::one_level::{OneLevel, one_level};
use super::search::{limits, search};
use super::sheets::sheets;
use super::stored::Stored;
use crate::args::{ColorWhen, RenderArgs};
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::input::is_stdin;
use crate::level_files::{self, LevelFile};
use crate::output::printable;
use crate::outputs::{self, Product};
use crate::progress::ProgressLine;
use crate::{interrupt, whole_file};

/// Wall time for the search of `--solve`, if none is given.
const TIME: Duration = Duration::from_secs(600);

/// Draws a level, a solution or a sheet of levels, and writes the pictures.
///
/// # Errors
/// [`Failure`] for wrong usage, which a picture that would be too large is too, and when a picture
/// cannot be written.
pub(crate) fn render(args: &RenderArgs, color: ColorWhen) -> Result<Exit, Failure> {
    let diagnostics = Diagnostics::new(color);
    args.check().map_err(Failure::Usage)?;
    let levels = args.levels();
    let inputs: Vec<&Path> = levels.files.iter().map(PathBuf::as_path).collect();
    let can_make = [Product::Svg, Product::Png, Product::Gif];
    outputs::check(&inputs, &args.targets(), &can_make)?;
    let has_bytes = [&args.png, &args.gif].into_iter().flatten().any(|path| is_stdin(path));
    if has_bytes && io::stdout().is_terminal() {
        let usage = "a picture is not written to a terminal; send it to a file with '> picture'";
        return Err(Failure::Usage(usage.into()));
    }
    let (files, exit) = match args.stored {
        true => level_files::read_with_remarks(&levels, diagnostics)?,
        false => level_files::read(&levels, diagnostics)?,
    };
    let Some(file) = files.first() else {
        return Ok(exit);
    };
    if args.sheet {
        return sheets(args, file, diagnostics);
    }
    let Some(one) = one_level(file, ", or draw all with --sheet", diagnostics)? else {
        return Ok(Exit::Invalid);
    };
    let OneLevel { number, title, level, board } = one;
    let cancel = interrupt::token(diagnostics);
    let title = name_of(&file.name, number, title.as_deref());
    let one = One { args, file, level, board: &board, title, cancel, diagnostics };
    one.render()
}

/// What a picture of a level shows, in words.
fn name_of(file: &str, number: usize, title: Option<&str>) -> String {
    let title = title.map(|title| format!(", \"{}\"", printable(title)));
    // A path says more about a machine than about a level.
    let file = Path::new(file).file_name().map_or(file.into(), |name| name.to_string_lossy());
    format!("{}, level {number}{}", printable(&file), title.unwrap_or_default())
}

/// The failure that a picture which cannot be drawn is.
pub(super) fn refused(error: RenderError) -> Failure {
    match error {
        RenderError::Encoding(error) => Failure::Output(error),
        error => Failure::Usage(error.to_string()),
    }
}

/// Writes `picture` to those of the files that are given.
pub(super) fn write_stills(
    svg: Option<&Path>,
    png: Option<&Path>,
    picture: &Picture,
) -> Result<(), Failure> {
    if let Some(path) = svg {
        whole_file::write(path, picture.svg().as_bytes())?;
    }
    if let Some(path) = png {
        whole_file::write(path, &picture.png().map_err(refused)?)?;
    }
    Ok(())
}

/// One level to draw.
struct One<'a> {
    args: &'a RenderArgs,
    /// The file, of which nothing but this level is read.
    file: &'a LevelFile,
    level: &'a Level,
    board: &'a Board,
    title: String,
    cancel: CancelToken,
    diagnostics: Diagnostics,
}

impl One<'_> {
    fn render(&self) -> Result<Exit, Failure> {
        // What is too large is told before minutes are spent on a solution.
        let start = self.picture(&Moment::start(self.board))?;
        let solution = match self.solution()? {
            Ok(solution) => solution,
            Err(exit) => return Ok(exit),
        };
        let Some(solution) = solution else {
            self.write_stills(&start)?;
            return Ok(Exit::Success);
        };
        let playback = match Playback::new(self.board, &solution) {
            Ok(playback) => playback,
            Err(error) => {
                self.diagnostics.error(&format!("{}: the solution is wrong: {error}", self.title));
                return Ok(Exit::Invalid);
            }
        };
        if !playback.is_solved() {
            let title = &self.title;
            self.diagnostics.warning(&format!("{title}: the steps shown do not solve the level"));
        }
        if let Some(push) = self.args.push {
            let moment = playback.after_push(push).ok_or_else(|| {
                let pushes = playback.pushes();
                Failure::Usage(format!("--push {push} is past the last push, {pushes}"))
            })?;
            self.write_stills(&self.picture(&moment)?)?;
        } else {
            self.write_stills(&start)?;
        }
        if let Some(path) = &self.args.gif {
            let watch = &mut || match self.cancel.is_cancelled() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            let (style, timing) = (self.args.style(), self.args.timing());
            let drawn = animation(self.level, &playback, &style, &timing, watch);
            match drawn.map_err(refused)? {
                Some(bytes) => whole_file::write(path, &bytes)?,
                None => return Ok(Exit::Interrupted),
            }
        }
        Ok(Exit::Success)
    }

    /// The solution that the file stores; or how the program ends where it is wrong.
    fn stored(&self) -> Result<Result<Solution, Exit>, Failure> {
        let name = &self.file.name;
        let numbers = self.file.levels.iter().map(|(number, _)| (*number, self.level.clone()));
        let levels: Vec<_> = numbers.collect();
        let stored = Stored::of(name, &levels, &self.file.remarks, None, self.diagnostics);
        match stored.solutions.into_values().next() {
            Some(solution) => Ok(Ok(solution)),
            None if stored.has_wrong => Ok(Err(Exit::Invalid)),
            None => Err(Failure::Usage(format!(
                "{name} stores no solution of the level; find one with --solve, or give one with \
                 --solution LURD"
            ))),
        }
    }

    fn write_stills(&self, picture: &Picture) -> Result<(), Failure> {
        write_stills(self.args.svg.as_deref(), self.args.png.as_deref(), picture)
    }

    fn picture(&self, moment: &Moment) -> Result<Picture, Failure> {
        let picture = Picture::of_level(self.level, self.board, moment, &self.args.style());
        Ok(picture.map_err(refused)?.with_title(&self.title))
    }

    /// The solution that is given or found, none if none is asked for; or how the program ends
    /// without it.
    fn solution(&self) -> Result<Result<Option<Solution>, Exit>, Failure> {
        if let Some(text) = &self.args.solution {
            return Ok(text.parse().map(Some).map_err(|error| {
                self.diagnostics.error(&format!("the solution cannot be read: {error}"));
                Exit::Invalid
            }));
        }
        if self.args.stored {
            return self.stored().map(|stored| stored.map(Some));
        }
        if !self.args.solve {
            return Ok(Ok(None));
        }
        let config = SolveConfig::default();
        let limits = limits(&self.args.limits, TIME, self.cancel.clone());
        let mut progress = ProgressLine::new(self.title.clone(), config.objective, true);
        let searched = search(self.level, self.board, &config, &limits, &mut progress);
        drop(progress);
        let (report, _) = searched.map_err(|error| Failure::Usage(error.to_string()))?;
        let (what, exit) = match report.outcome {
            Outcome::Solved { solution, .. } => return Ok(Ok(Some(solution))),
            Outcome::Unsolvable(proof) => (format!("proven unsolvable: {proof}"), Exit::Unsolvable),
            Outcome::Stopped(StopReason::Cancelled) => {
                ("interrupted".to_owned(), Exit::Interrupted)
            }
            Outcome::Stopped(reason) => {
                let limit = reason.name();
                let what = format!(
                    "no solution within the {limit} limit; lift it, or give one \
                                    with --solution LURD"
                );
                (what, Exit::Unknown)
            }
        };
        self.diagnostics.line(&format!("{}: {what}", self.title));
        Ok(Err(exit))
    }
}
