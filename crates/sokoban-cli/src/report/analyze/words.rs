//! What was found out, in words that the text and the page share.

use indicatif::HumanCount;
use sokoban_analyze::{Analysis, BoundAtStart, Least, Part, Settings, Value, Verdict};
use sokoban_core::{Board, Position, Square};
use sokoban_search::{OptimalSurvey, StopReason};

use crate::report::text::{noun, stopped};

/// Whether there is a solution, or why not.
pub(super) fn verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Solvable => "solvable".to_owned(),
        Verdict::Unsolvable(proof) => format!("proven unsolvable: {proof}"),
        Verdict::Unknown(reason) => format!("unknown: {}", stopped(*reason)),
    }
}

/// How few there need to be, as far as is known.
pub(super) fn least(least: Least, one: &str, many: &str, stop: Option<StopReason>) -> String {
    let why = stop.map_or_else(String::new, |stop| format!("; {}", stopped(stop)));
    match (least.proven(), least.at_most()) {
        (Some(count), _) => format!("{}, the fewest, proven", noun(count as usize, one, many)),
        (None, Some(most)) => {
            let most = noun(most as usize, one, many);
            format!("{most} are enough, at least {} are needed{why}", least.at_least())
        }
        (None, None) => {
            let count = noun(least.at_least() as usize, one, many);
            format!("at least {count} for any solution{why}")
        }
    }
}

/// What a bound says, and how much that falls short of what is proven.
pub(super) fn bound(bound: &BoundAtStart, analysis: &Analysis) -> (String, String) {
    let (what, least) = match bound.counts_moves() {
        true => ("move", analysis.moves),
        false => ("push", analysis.pushes),
    };
    let many = if bound.counts_moves() { "moves" } else { "pushes" };
    match bound.least {
        Part::Done(Some(count)) => {
            let short = match least.proven().filter(|_| !analysis.is_unsolvable()) {
                Some(proven) if proven == count => "exact".to_owned(),
                Some(proven) => format!("{} short", proven - count),
                None => String::new(),
            };
            (noun(count as usize, what, many), short)
        }
        Part::Done(None) => ("no solution".to_owned(), "proven".to_owned()),
        Part::Stopped(reason) => ("not known".to_owned(), stopped(reason)),
        Part::Skipped => ("not known".to_owned(), String::new()),
    }
}

/// How many optimal push sequences there are.
pub(super) fn sequences(count: u64, settings: &Settings) -> String {
    match count >= settings.most_sequences {
        true => format!("{} or more", HumanCount(count)),
        false => HumanCount(count).to_string(),
    }
}

/// Why it is not known what all push-optimal solutions have in common.
pub(super) fn no_survey(analysis: &Analysis) -> Option<String> {
    match analysis.optimal {
        Part::Done(_) => None,
        Part::Stopped(reason) => Some(format!("not known: {}", stopped(reason))),
        Part::Skipped if analysis.is_unsolvable() => {
            Some("none, since there is no solution".into())
        }
        Part::Skipped => Some("not known, since the fewest pushes are not".into()),
    }
}

/// How many states there are, and how many of them are lost.
pub(super) fn states(analysis: &Analysis, settings: &Settings) -> String {
    let census = match &analysis.census {
        Part::Done(census) => census,
        Part::Skipped => return format!("more than {}", HumanCount(settings.most_states.into())),
        Part::Stopped(reason) => return format!("not known: {}", stopped(*reason)),
    };
    let mut text = format!("{} in all", HumanCount(census.states));
    if census.unsolvable == census.states {
        return text + ", none of them solvable";
    }
    text += &match census.unsolvable {
        0 => ", all of them solvable".to_owned(),
        lost => format!(", {} ({}) unsolvable", HumanCount(lost), percent(lost, census.states)),
    };
    if census.losing_pushes > 0 {
        let share = percent(census.losing_pushes, census.pushes_of_solvable);
        text += &format!("; {share} of the pushes of the others lose");
    }
    text
}

/// A share in percent, to one decimal.
fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole as f64)
}

/// What came of a measure.
pub(super) fn value(value: Value) -> String {
    match value {
        Value::Count(count) => HumanCount(count).to_string(),
        Value::AtLeast(count) => format!(">= {}", HumanCount(count)),
        Value::Ratio(ratio) => format!("{ratio:.2}"),
        Value::Unknown => "not known".to_owned(),
    }
}

/// Squares by row and column, from 1, at most so many of them.
pub(super) fn places(board: &Board, squares: &[Square], most: usize) -> String {
    let place = |square: &Square| {
        let Position { row, column } = board.position(*square);
        format!("row {} column {}", row + 1, column + 1)
    };
    let mut text: Vec<String> = squares.iter().take(most).map(place).collect();
    if squares.len() > most {
        text.push(format!("and {} more", squares.len() - most));
    }
    text.join(", ")
}

/// The live squares on which no box ever stands in a push-optimal solution, neither at the start nor
/// after a push, in reading order.
pub(super) fn unused(board: &Board, survey: &OptimalSurvey) -> Vec<Square> {
    let is_unused = |square: &Square| {
        let is_start = board.start_boxes().binary_search(square).is_ok();
        !is_start && !survey.is_box_square[square.index()]
    };
    let live = (0..board.live_squares()).map(Square::new);
    let mut unused: Vec<Square> = live.filter(is_unused).collect();
    unused.sort_by_key(|&square| board.position(square));
    unused
}
