//! Boards drawn with characters.

use clap::builder::styling::AnsiColor;
use sokoban_analyze::Shape;
use sokoban_core::{Board, Level, Position, Square, Tile};
use sokoban_search::OptimalSurvey;

use crate::diagnostics::styled;

/// Spaces before each row.
const INDENT: &str = "    ";

/// What marks squares of a drawing, with what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Dead,
    Tunnel,
    OneWay,
    Pushed,
    PushedOntoGoal,
    Left,
    PlayerAlone,
    Untouched,
    UntouchedGoal,
    Unmoved,
    UnmovedOnGoal,
}

impl Mark {
    const fn symbol(self) -> char {
        match self {
            Self::Dead => 'x',
            Self::Tunnel => '-',
            Self::OneWay => '=',
            Self::Pushed => 'o',
            Self::PushedOntoGoal => 'O',
            Self::Left => 's',
            Self::PlayerAlone => ':',
            Self::Untouched => ' ',
            Self::UntouchedGoal => '.',
            Self::Unmoved => '$',
            Self::UnmovedOnGoal => '*',
        }
    }

    const fn color(self) -> Option<AnsiColor> {
        match self {
            Self::Dead => Some(AnsiColor::Red),
            Self::Tunnel => Some(AnsiColor::Cyan),
            Self::OneWay => Some(AnsiColor::Magenta),
            Self::Pushed | Self::PushedOntoGoal => Some(AnsiColor::Green),
            Self::Unmoved | Self::UnmovedOnGoal => Some(AnsiColor::Yellow),
            Self::Left | Self::PlayerAlone | Self::Untouched | Self::UntouchedGoal => None,
        }
    }

    const fn meaning(self) -> &'static str {
        match self {
            Self::Dead => "dead: a box there never reaches a goal",
            Self::Tunnel => "tunnel: a box moves along one axis only",
            Self::OneWay => "one-way tunnel: a box pushed in cannot come back",
            Self::Pushed => "a box is pushed there",
            Self::PushedOntoGoal => "a box is pushed onto that goal",
            Self::Left => "a box starts there, and none comes back",
            Self::PlayerAlone => "the player pushes from there, and no box comes",
            Self::Untouched => "",
            Self::UntouchedGoal => "no box is pushed onto that goal",
            Self::Unmoved => "a box that stays where it is",
            Self::UnmovedOnGoal => "a box that stays on its goal",
        }
    }
}

/// The level with its dead squares and tunnels, and below it what the marks mean.
pub(super) fn shape(level: &Level, board: &Board, shape: &Shape) -> String {
    let mut marks: Vec<Option<Mark>> = vec![None; board.squares()];
    for tunnel in &shape.tunnels {
        let mark = if tunnel.is_one_way { Mark::OneWay } else { Mark::Tunnel };
        marks[tunnel.square.index()] = Some(mark);
    }
    for square in &shape.dead_squares {
        marks[square.index()] = Some(Mark::Dead);
    }
    let mut shown = Vec::new();
    let mut tunnels = 0;
    let rows = drawn(level, board, |square| {
        let mark = marks[square.index()];
        let is_goal = board.is_goal(square);
        let own = match board.start_boxes().binary_search(&square).is_ok() {
            true => Some(if is_goal { '*' } else { '$' }),
            false if board.start_player() == square => Some(if is_goal { '+' } else { '@' }),
            false => is_goal.then_some('.'),
        };
        if own.is_none() {
            shown.extend(mark);
            tunnels += usize::from(matches!(mark, Some(Mark::Tunnel | Mark::OneWay)));
        }
        let symbol = own.or(mark.map(Mark::symbol)).unwrap_or(' ');
        // What stands on a dead square shows it by its color alone.
        let mark = mark.filter(|&mark| own.is_none() || mark == Mark::Dead);
        (symbol, mark.and_then(Mark::color))
    });
    let legend = legend(shown);
    let left = match shape.tunnels.len() - tunnels {
        0 => String::new(),
        1 => format!("{INDENT}one tunnel square is drawn as what else is there\n"),
        count => format!("{INDENT}{count} tunnel squares are drawn as what else is there\n"),
    };
    let gap = if legend.is_empty() && !left.is_empty() { "\n" } else { "" };
    rows + &legend + gap + &left
}

/// The squares that push-optimal solutions use, and below them what the marks mean.
pub(super) fn usage(level: &Level, board: &Board, survey: &OptimalSurvey) -> String {
    let mut shown = Vec::new();
    let rows = drawn(level, board, |square| {
        let is_goal = board.is_goal(square);
        let mark = if survey.is_box_square[square.index()] {
            if is_goal { Mark::PushedOntoGoal } else { Mark::Pushed }
        } else if survey.unmoved_boxes.binary_search(&square).is_ok() {
            if is_goal { Mark::UnmovedOnGoal } else { Mark::Unmoved }
        } else if board.start_boxes().binary_search(&square).is_ok() {
            Mark::Left
        } else if is_goal {
            Mark::UntouchedGoal
        } else if survey.is_push_square[square.index()] {
            Mark::PlayerAlone
        } else {
            Mark::Untouched
        };
        shown.push(mark);
        (mark.symbol(), mark.color())
    });
    rows + &legend(shown)
}

/// The rows of a level with `of_square` for what is in reach: a character and its color.
fn drawn(
    level: &Level,
    board: &Board,
    mut of_square: impl FnMut(Square) -> (char, Option<AnsiColor>),
) -> String {
    let mut text = String::new();
    for row in 0..level.height() {
        let mut line = String::new();
        // The length of the line without spaces at its end.
        let mut end = 0;
        for column in 0..level.width() {
            let position = Position { row, column };
            let (symbol, color) = match board.square_at(position) {
                Some(square) => of_square(square),
                None => (out_of_reach(level, position), None),
            };
            match color {
                Some(color) => line += &styled(&symbol.to_string(), color),
                None => line.push(symbol),
            }
            if symbol != ' ' {
                end = line.len();
            }
        }
        line.truncate(end);
        text += &format!("{INDENT}{line}\n");
    }
    text
}

/// What is drawn where the player never comes.
fn out_of_reach(level: &Level, position: Position) -> char {
    let has_box = level.has_box(position);
    match level.tile(position) {
        Tile::Wall => '#',
        Tile::Goal if has_box => '*',
        Tile::Goal => '.',
        Tile::Floor | Tile::Outside if has_box => '$',
        Tile::Floor | Tile::Outside => ' ',
    }
}

/// A line for each mark that is shown.
fn legend(mut shown: Vec<Mark>) -> String {
    shown.sort_unstable();
    shown.dedup();
    let lines = shown.iter().filter(|mark| !mark.meaning().is_empty()).map(|mark| {
        let symbol = mark.symbol().to_string();
        let symbol = mark.color().map_or(symbol.clone(), |color| styled(&symbol, color));
        format!("{INDENT}{symbol} {}\n", mark.meaning())
    });
    let lines: String = lines.collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

#[cfg(test)]
mod tests {
    use sokoban_search::{Limits, survey_optimal};

    use super::*;

    const LEVEL: &str = "#########\n#@ $   .#\n##### ###\n    # *#\n    #  #\n    ####";

    fn plain(text: &str) -> String {
        let mut plain = String::new();
        let mut is_style = false;
        for symbol in text.chars() {
            match symbol {
                '\u{1b}' => is_style = true,
                'm' if is_style => is_style = false,
                _ if is_style => {}
                _ => plain.push(symbol),
            }
        }
        plain
    }

    #[test]
    fn the_shape_is_drawn_with_what_it_means() {
        let level: Level = LEVEL.parse().unwrap();
        let board = Board::try_from(&level).unwrap();
        let drawn = plain(&shape(&level, &board, &Shape::of(&board)));
        let expected = "    #########\n    #@=$= =.#\n    #####x###\n        #x*#\n        #xx#\n        ####\n";
        assert!(drawn.starts_with(expected), "{drawn}");
        assert!(drawn.contains("\n    x dead: "), "{drawn}");
    }

    #[test]
    fn usage_is_drawn_with_what_it_means() {
        let level: Level = LEVEL.parse().unwrap();
        let board = Board::try_from(&level).unwrap();
        let survey = survey_optimal(&board, 4, 9, &Limits::default(), &mut ()).unwrap();
        let drawn = plain(&usage(&level, &board, &survey));
        let expected = "    #########\n    # :soooO#\n    ##### ###\n        # *#\n        #  #\n        ####\n";
        assert!(drawn.starts_with(expected), "{drawn}");
        assert!(drawn.contains("\n    * a box that stays on its goal\n"), "{drawn}");
    }
}
