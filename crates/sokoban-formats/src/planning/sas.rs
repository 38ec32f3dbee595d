//! SAS+: a planning task in variables of several values, grounded.

use sokoban_core::{Board, Direction, Square};
use thiserror::Error;

use super::names::{Names, PLAYER, box_name, direction_name};

/// The most operators, and the most lines of what excludes one another, that are written: about
/// 200 MB of text.
const MOST: usize = 1_000_000;

/// A board is too large for a task that names every step of every box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the task would need {needed} operators, more than {MOST}; write PDDL instead")]
pub struct TooManyOperators {
    /// How many it would need.
    pub needed: usize,
}

/// `board` as a grounded task in the output format of Fast Downward's translator, version 3: the
/// task of [`pddl`](super::pddl), with the same actions and the same costs.
///
/// Variables are where the player stands, where each box stands, whether each square is empty, and
/// whether each box is home. Of the facts about one square, of which one holds at a time, a mutex
/// group is told. There are no axioms and no conditional effects.
///
/// # Errors
/// [`TooManyOperators`] beyond a million of them.
///
/// # Complexity
/// O(squares · boxes) in time and space.
///
/// # References
/// Helmert 2006, "The Fast Downward Planning System".
///
/// ```
/// use sokoban_core::{Board, Level};
/// use sokoban_formats::sas;
/// let level: Level = "#####\n#@$.#\n#####".parse()?;
/// let task = sas(&Board::try_from(&level)?)?;
/// assert!(task.starts_with("begin_version\n3\nend_version\n"));
/// assert!(task.contains("\npush-to-goal player-1 box-1 s-2-2 s-2-3 s-2-4 right\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sas(board: &Board) -> Result<String, TooManyOperators> {
    let writer = Writer { board, names: Names::new(board) };
    let (moves, pushes) = (writer.moves(), writer.pushes());
    let boxes = writer.names.boxes.len();
    let operators = moves.len() + boxes.saturating_mul(pushes.len());
    let needed = operators.max(board.squares().saturating_mul(boxes + 2));
    if needed > MOST {
        return Err(TooManyOperators { needed });
    }
    let mut text = String::from("begin_version\n3\nend_version\nbegin_metric\n1\nend_metric\n");
    writer.variables(&mut text);
    writer.mutex_groups(&mut text);
    writer.start_and_goal(&mut text);
    text += &format!("{operators}\n");
    for (from, to, direction) in moves {
        writer.move_operator(&mut text, from, to, direction);
    }
    for number in 0..boxes {
        for &push in &pushes {
            writer.push_operator(&mut text, number, push);
        }
    }
    text += "0\n";
    Ok(text)
}

/// The player behind the box, the box, the square ahead of it.
#[derive(Clone, Copy)]
struct Line {
    behind: Square,
    from: Square,
    to: Square,
    direction: Direction,
}

/// Writes the parts of a task. The variables are, in this order: the player; the boxes; the squares;
/// the boxes again, for whether they are home.
struct Writer<'b> {
    board: &'b Board,
    names: Names<'b>,
}

impl Writer<'_> {
    fn moves(&self) -> Vec<(Square, Square, Direction)> {
        let steps = |&from: &Square| {
            Direction::ALL.into_iter().filter_map(move |direction| {
                self.names.neighbor(from, direction).map(|to| (from, to, direction))
            })
        };
        self.names.squares.iter().flat_map(steps).collect()
    }

    fn pushes(&self) -> Vec<Line> {
        let line = |(behind, from, direction)| {
            let to = self.names.neighbor(from, direction)?;
            Some(Line { behind, from, to, direction })
        };
        self.moves().into_iter().filter_map(line).collect()
    }

    fn box_variable(&self, number: usize) -> usize {
        1 + number
    }

    fn empty_variable(&self, square: Square) -> usize {
        1 + self.names.boxes.len() + self.names.place(square)
    }

    fn home_variable(&self, number: usize) -> usize {
        1 + self.names.boxes.len() + self.names.squares.len() + number
    }

    fn variables(&self, text: &mut String) {
        let (boxes, squares) = (self.names.boxes.len(), &self.names.squares);
        *text += &format!("{}\n", 1 + 2 * boxes + squares.len());
        let mut index = 0;
        let mut variable = |values: &[String]| {
            *text += &format!("begin_variable\nvar{index}\n-1\n{}\n", values.len());
            *text += &values.concat();
            *text += "end_variable\n";
            index += 1;
        };
        let things = std::iter::once(PLAYER.to_owned()).chain((0..boxes).map(box_name));
        for thing in things {
            let value = |&square| format!("Atom stands({thing}, {})\n", self.names.square(square));
            variable(&squares.iter().map(value).collect::<Vec<_>>());
        }
        let or_not = |fact: String| [format!("Atom {fact}\n"), format!("NegatedAtom {fact}\n")];
        for &square in squares {
            variable(&or_not(format!("empty({})", self.names.square(square))));
        }
        for number in 0..boxes {
            variable(&or_not(format!("home({})", box_name(number))));
        }
    }

    /// A square is empty, or one thing stands there.
    fn mutex_groups(&self, text: &mut String) {
        let boxes = self.names.boxes.len();
        *text += &format!("{}\n", self.names.squares.len());
        for (place, &square) in self.names.squares.iter().enumerate() {
            *text += &format!("begin_mutex_group\n{}\n", boxes + 2);
            for thing in 0..=boxes {
                *text += &format!("{thing} {place}\n");
            }
            *text += &format!("{} 0\nend_mutex_group\n", self.empty_variable(square));
        }
    }

    fn start_and_goal(&self, text: &mut String) {
        let (names, player) = (&self.names, self.board.start_player());
        let is_taken = |&square: &Square| square == player || names.boxes.contains(&square);
        let values = std::iter::once(names.place(player))
            .chain(names.boxes.iter().map(|&square| names.place(square)))
            .chain(names.squares.iter().map(|square| usize::from(is_taken(square))))
            .chain(names.boxes.iter().map(|&square| usize::from(!self.board.is_goal(square))));
        *text += "begin_state\n";
        for value in values {
            *text += &format!("{value}\n");
        }
        *text += &format!("end_state\nbegin_goal\n{}\n", names.boxes.len());
        for number in 0..names.boxes.len() {
            *text += &format!("{} 0\n", self.home_variable(number));
        }
        *text += "end_goal\n";
    }

    fn move_operator(&self, text: &mut String, from: Square, to: Square, direction: Direction) {
        let names = &self.names;
        let name = format!(
            "move {PLAYER} {} {} {}",
            names.square(from),
            names.square(to),
            direction_name(direction)
        );
        let effects = [
            (0, Some(names.place(from)), names.place(to)),
            (self.empty_variable(from), None, 0),
            (self.empty_variable(to), Some(0), 1),
        ];
        operator(text, &name, &effects, 0);
    }

    fn push_operator(&self, text: &mut String, number: usize, line: Line) {
        let names = &self.names;
        let Line { behind, from, to, direction } = line;
        let is_goal = self.board.is_goal(to);
        let name = format!(
            "push-to-{} {PLAYER} {} {} {} {} {}",
            if is_goal { "goal" } else { "nongoal" },
            box_name(number),
            names.square(behind),
            names.square(from),
            names.square(to),
            direction_name(direction)
        );
        let effects = [
            (0, Some(names.place(behind)), names.place(from)),
            (self.box_variable(number), Some(names.place(from)), names.place(to)),
            (self.empty_variable(behind), None, 0),
            (self.empty_variable(to), Some(0), 1),
            (self.home_variable(number), None, usize::from(!is_goal)),
        ];
        operator(text, &name, &effects, 1);
    }
}

/// Writes an operator with no conditions but those of its effects: a variable, the value that it
/// must have, if any, and the value that it gets.
fn operator(text: &mut String, name: &str, effects: &[(usize, Option<usize>, usize)], cost: u32) {
    *text += &format!("begin_operator\n{name}\n0\n{}\n", effects.len());
    for (variable, before, after) in effects {
        let before = before.map_or("-1".to_owned(), |value| value.to_string());
        *text += &format!("0 {variable} {before} {after}\n");
    }
    *text += &format!("{cost}\nend_operator\n");
}
