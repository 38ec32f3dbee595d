//! The command `generate`.

use indicatif::ProgressBar;
use sokoban_core::{Board, Remarks, Solution};
use sokoban_formats::{Entry, LevelSet, write};
use sokoban_generate::{Batch, Ending, GenerateError, Made, Progress, Settings, generate as make};

use super::stored::stored_moves;
use crate::args::{ColorWhen, GenerateArgs};
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::level_files::levels_in_words;
use crate::output::Output;
use crate::status_line::status_line;
use crate::{input, interrupt, outputs, whole_file};

/// Makes levels and writes them with their solutions.
///
/// # Errors
/// [`Failure`] for wrong usage, and when the output cannot be written.
pub(crate) fn generate(args: &GenerateArgs, color: ColorWhen) -> Result<Exit, Failure> {
    let diagnostics = Diagnostics::new(color);
    let format = outputs::format_of_levels(&args.out, args.to, args.force)?;
    let settings = args.settings();
    settings.check().map_err(|error| Failure::Usage(error.to_string()))?;
    whole_file::check(&args.out)?;
    let cancel = interrupt::token(diagnostics);
    let bar = progress_bar(args, &settings);
    let mut watch = |progress: &Progress| {
        bar.set_message(format!(
            "{} of {} made, {} candidates",
            progress.made, settings.count, progress.candidates
        ));
    };
    // The first candidates, of which many are looked at together, may take long.
    watch(&Progress::default());
    let made = make(&settings, args.threads, &cancel, &mut watch);
    bar.finish_and_clear();
    let batch = match made {
        Ok(batch) => batch,
        Err(GenerateError::Settings(error)) => return Err(Failure::Usage(error.to_string())),
        Err(error) => {
            diagnostics.error(&error.to_string());
            return Ok(Exit::Internal);
        }
    };
    if !batch.levels.iter().all(is_right) {
        diagnostics.error("a solution does not solve its level; this is a bug, please report it");
        return Ok(Exit::Internal);
    }
    let exit = tell_ending(&batch, &settings, diagnostics);
    if batch.levels.is_empty() {
        diagnostics.error("nothing was written");
        return Ok(exit);
    }
    let written = write(&level_set(&batch, &settings), format);
    for loss in &written.losses {
        diagnostics.warning(&format!("{}: {loss} in {format}", args.out.display()));
    }
    if input::is_stdin(&args.out) {
        Output::new(color).write(&written.text)?;
    } else {
        whole_file::write(&args.out, written.text.as_bytes())?;
    }
    Ok(exit)
}

/// A line on standard error that is drawn only if wanted and on a terminal.
fn progress_bar(args: &GenerateArgs, settings: &Settings) -> ProgressBar {
    if args.no_progress || settings.count == 1 {
        return ProgressBar::hidden();
    }
    status_line()
}

/// Does the solution, as it will be written, solve the level on a board built afresh?
fn is_right(made: &Made) -> bool {
    let Ok(board) = Board::try_from(&made.level) else { return false };
    let solution = made.solution.to_string().parse::<Solution>();
    solution.is_ok_and(|solution| {
        solution.replay(&board).is_ok_and(|counts| counts.pushes == made.metrics.pushes)
    })
}

/// Says why there are fewer levels than asked for, if so.
fn tell_ending(batch: &Batch, settings: &Settings, diagnostics: Diagnostics) -> Exit {
    let made = format!("{} of {} made", batch.levels.len(), settings.count);
    match batch.ending {
        Ending::Complete => Exit::Success,
        Ending::Cancelled => {
            diagnostics.warning(&format!("interrupted; {made}"));
            Exit::Interrupted
        }
        _ => {
            let Progress { candidates, too_few_pushes, too_many_pushes, too_hard, .. } =
                batch.progress;
            let Progress { no_box_moved_twice, too_few_box_changes, duplicates, .. } =
                batch.progress;
            let reasons = [
                (too_few_pushes, "too few pushes (lower --min-pushes, or more room or boxes)"),
                (too_many_pushes, "too many pushes (raise --max-pushes)"),
                (too_hard, "too hard to prove (raise --nodes)"),
                (no_box_moved_twice, "no box moved twice"),
                (too_few_box_changes, "too few changes of box (lower --min-box-changes)"),
                (duplicates, "there already"),
            ];
            let reasons: Vec<String> = reasons
                .iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, reason)| format!("{count} {reason}"))
                .collect();
            diagnostics.error(&format!(
                "{made}: gave up after {} candidates in a row without a level (--tries); of {candidates} in all: {}",
                settings.tries,
                reasons.join(", ")
            ));
            Exit::Unknown
        }
    }
}

/// The file: the levels with their solutions, headed by the command that makes it again.
fn level_set(batch: &Batch, settings: &Settings) -> LevelSet {
    let count = batch.levels.len();
    let notes = format!(
        "Made by: {}\n{}, each solution proven to have the fewest pushes.",
        command(settings),
        levels_in_words(count),
    );
    LevelSet {
        remarks: Remarks { notes, ..Remarks::default() },
        entries: batch.levels.iter().map(|made| entry(made, settings.seed)).collect(),
        ..LevelSet::default()
    }
}

/// A level as it is written.
fn entry(made: &Made, seed: u64) -> Entry {
    let moves = stored_moves(&made.solution, &made.metrics);
    let title = format!("Seed {seed}, candidate {}", made.number);
    Entry {
        level: Ok(made.level.clone().with_title(Some(title))),
        remarks: Remarks { moves: vec![moves], ..Remarks::default() },
    }
}

/// The command that makes the same levels, without where they go.
fn command(settings: &Settings) -> String {
    let Settings { width, height, boxes, walls, theme, min_pushes, count, seed, .. } = settings;
    let default = Settings::default();
    let mut command = format!(
        "sokoban generate --width {width} --height {height} --boxes {boxes} --walls {walls}"
    );
    if *theme != default.theme {
        command += &format!(" --theme {theme}");
    }
    command += &format!(" --min-pushes {min_pushes}");
    if let Some(most) = settings.max_pushes {
        command += &format!(" --max-pushes {most}");
    }
    for (is_on, option) in
        [(settings.symmetric, " --symmetric"), (settings.box_moved_twice, " --box-moved-twice")]
    {
        if is_on {
            command += option;
        }
    }
    if settings.min_box_changes != default.min_box_changes {
        command += &format!(" --min-box-changes {}", settings.min_box_changes);
    }
    command += &format!(" --count {count} --seed {seed}");
    for (value, usual, option) in
        [(settings.nodes, default.nodes, "--nodes"), (settings.tries, default.tries, "--tries")]
    {
        if value != usual {
            command += &format!(" {option} {value}");
        }
    }
    command
}
