//! The lines of text around the board.

use sokoban_core::{Direction, Step};

use super::app::{App, Mode, Why};
use super::knowledge::Known;
use super::stage::counts;
use crate::report::text::counted;

/// Said when dead squares are shown.
pub(super) const DEAD_SQUARES: &str =
    "From the marked squares no push leads a box to a goal. d hides them.";

/// Said when the solver failed.
pub(super) const FAILED: &str = "The solver failed: a bug of this program, please report it.";

/// A key with what it does, and how soon it is left out where there is no room: the greatest first.
type Keyed = (u8, &'static str);

/// The keys that matter most, by what the player is doing, as far as they fit into `width` columns.
pub(super) fn keys(app: &App, width: usize) -> String {
    let keys: &[Keyed] = if app.prompt.is_some() {
        &[(2, "digits"), (0, "Enter go there"), (1, "Esc leave")]
    } else {
        match app.mode {
            Mode::Play if app.stage.game.is_solved() => &[
                (0, "? help"),
                (2, "n next level"),
                (5, "w watch it again"),
                (3, "u undo"),
                (4, "r restart"),
                (1, "q quit"),
            ],
            Mode::Play => &[
                (0, "? help"),
                (2, "u undo"),
                (6, "y redo"),
                (4, "r restart"),
                (3, "i hint"),
                (5, "s solvable?"),
                (7, "d dead squares"),
                (1, "q quit"),
            ],
            Mode::Offer => &[
                (0, "Enter yes, go on"),
                (1, "n no, from the start"),
                (2, "? help"),
                (3, "q quit"),
            ],
            Mode::Replay(_) => &[
                (0, "? help"),
                (3, "left/right a move"),
                (4, "up/down a push"),
                (2, "space run"),
                (5, "Enter play here"),
                (1, "Esc leave"),
            ],
        }
    };
    let mut keys = keys.to_vec();
    loop {
        let texts: Vec<&str> = keys.iter().map(|(_, text)| *text).collect();
        let line = texts.join("  ");
        let greatest = keys.iter().map(|(rank, _)| *rank).max();
        if line.chars().count() <= width || keys.len() <= 1 {
            return line;
        }
        keys.retain(|(rank, _)| Some(*rank) != greatest);
    }
}

/// Where the player is: the file, the level and its title; the level alone if that does not fit
/// into `width` columns.
pub(super) fn place(app: &App, width: usize) -> String {
    let course = app.course();
    if course.name.len() + 10 > width {
        return format!("{}/{}", app.number(), course.count);
    }
    let title = app.stage.level.title().map(|title| format!(" \"{title}\"")).unwrap_or_default();
    format!("{} {}/{}{title}", course.name, app.number(), course.count)
}

/// What was done so far, as much of it as fits into `width` columns.
pub(super) fn tally(app: &App, width: usize) -> String {
    let counts = app.stage.game.counts();
    let (home, boxes) = app.stage.game.boxes_home();
    let boxes = format!("boxes {home}/{boxes}");
    let (moves, pushes) = (format!("moves {}", counts.moves), format!("pushes {}", counts.pushes));
    let lines = [format!("{moves}  {pushes}  {boxes}"), format!("{moves}  {boxes}")];
    lines.into_iter().find(|line| line.len() <= width).unwrap_or(boxes)
}

/// What is to be said of the state: solved, lost, replayed, or offered. May be empty.
pub(super) fn verdict(app: &App) -> String {
    let game = &app.stage.game;
    match &app.mode {
        Mode::Offer => {
            let counts = game.counts();
            let counted = counted(counts.pushes, counts.moves);
            format!("You left it after {counted}. Go on from there?")
        }
        Mode::Replay(replay) => {
            let (now, all) = (game.counts(), counts(game.steps()));
            let state = if replay.is_running { "runs at" } else { "stopped," };
            format!(
                "REPLAY of {}: move {}/{}, push {}/{}; {state} {} a second (+ -)",
                replay.what,
                now.moves,
                all.moves,
                now.pushes,
                all.pushes,
                replay.moves_a_second(),
            )
        }
        Mode::Play if game.is_solved() => solved(app),
        Mode::Play => app.lost().map_or_else(String::new, |why| {
            format!("UNSOLVABLE from here, proven: {why}. u undoes.")
        }),
    }
}

/// What is to be said besides: the search that runs, the prompt, or the answer to the last key.
pub(super) fn notice(app: &App) -> String {
    let game = &app.stage.game;
    if let Some(digits) = &app.prompt {
        let all = counts(game.steps()).pushes;
        return format!("Go to push (0 to {all}): {digits}_");
    }
    if let Some(asked) = &app.asked {
        let (bound, expanded) = (asked.advance.lower_bound, asked.advance.expanded);
        let what = match asked.why {
            Why::Hint => "Looking for a hint.",
            Why::Solvable => "Can it be solved?",
            Why::Fewest => return format!("n next level; c stops the search ({expanded} states)"),
        };
        return format!("{what} It takes {bound} pushes at least; {expanded} states. c stops.");
    }
    if matches!(app.mode, Mode::Replay(_)) && app.notice.is_empty() {
        if game.is_solved() {
            return "The level is solved here.".into();
        }
        if let Some(why) = app.lost() {
            return format!("UNSOLVABLE from here, proven: {why}.");
        }
    }
    app.notice.clone()
}

/// How the level was solved, and how good that is.
fn solved(app: &App) -> String {
    let counts = app.stage.game.counts();
    let done = format!("SOLVED: {}.", counted(counts.pushes, counts.moves));
    let fewest = app.stage.fewest_pushes;
    let how_good = match fewest {
        Some(fewest) if fewest == counts.pushes => "No solution has fewer pushes (proven).".into(),
        Some(fewest) => format!("The fewest pushes are {fewest} (proven)."),
        None => match app.stage.lower_bound {
            0 if app.asked.is_some() => "Are there fewer pushes? Searching.".into(),
            0 => String::new(),
            bound => format!("At least {bound} are needed (proven)."),
        },
    };
    format!("{done} {how_good}").trim_end().to_owned()
}

/// Said of a level that was solved in an earlier game.
pub(super) fn solved_before(best: &[Step], fewest_pushes: Option<usize>) -> String {
    let counts = counts(best);
    let is_fewest = fewest_pushes == Some(counts.pushes);
    let proven = if is_fewest { ", the fewest" } else { "" };
    format!("Solved before: {}{proven}. w replays it.", counted(counts.pushes, counts.moves))
}

/// The answer to a question for a hint.
pub(super) fn hint(known: &Known) -> String {
    match known {
        Known::Solvable { pushes, is_fewest, next: Some(next) } => {
            let direction = match next.direction {
                Direction::Up => "up",
                Direction::Right => "right",
                Direction::Down => "down",
                Direction::Left => "left",
            };
            let to_go = to_go(*pushes, *is_fewest);
            format!("Hint: push the marked box {direction}. {to_go}.")
        }
        Known::Solvable { .. } | Known::Unsolvable(_) => String::new(),
    }
}

/// The answer to whether the state can be solved.
pub(super) fn solvable(known: &Known) -> String {
    match known {
        Known::Solvable { pushes, is_fewest, .. } => {
            format!("It can be solved from here. {}.", to_go(*pushes, *is_fewest))
        }
        Known::Unsolvable(_) => String::new(),
    }
}

fn to_go(pushes: usize, is_fewest: bool) -> String {
    let noun = if pushes == 1 { "push" } else { "pushes" };
    let how_good = if is_fewest { "the fewest, proven" } else { "maybe not the fewest" };
    format!("{pushes} {noun} to go, {how_good}")
}

/// Said when a limit came before the answer.
pub(super) fn stopped(limit: &str, lower_bound: usize) -> String {
    format!("No answer within {limit}. It takes {lower_bound} pushes at least, proven.")
}
