//! PDDL: the planning domain definition language.

use sokoban_core::{Board, Direction};

use super::names::{Names, PLAYER, box_name, direction_name};

/// The rules of Sokoban. `empty` is a square with neither player nor box; `home` is a box on a goal,
/// which a goal of the language cannot say without naming which box on which goal.
const DOMAIN: &str = "\
; Sokoban: a push costs 1, a step of the player without a push nothing.
(define (domain sokoban)
  (:requirements :typing :action-costs)
  (:types thing square direction - object
          player box - thing)
  (:predicates
    (stands ?t - thing ?s - square)
    (empty ?s - square)
    (home ?b - box)
    (is-goal ?s - square)
    (is-nongoal ?s - square)
    (next ?from ?to - square ?d - direction))
  (:functions (total-cost) - number)

  (:action move
    :parameters (?p - player ?from ?to - square ?d - direction)
    :precondition (and (stands ?p ?from) (next ?from ?to ?d) (empty ?to))
    :effect (and (not (stands ?p ?from)) (empty ?from)
                 (stands ?p ?to) (not (empty ?to))))

  (:action push-to-goal
    :parameters (?p - player ?b - box ?behind ?from ?to - square ?d - direction)
    :precondition (and (stands ?p ?behind) (stands ?b ?from) (empty ?to) (is-goal ?to)
                       (next ?behind ?from ?d) (next ?from ?to ?d))
    :effect (and (not (stands ?p ?behind)) (empty ?behind) (stands ?p ?from)
                 (not (stands ?b ?from)) (stands ?b ?to) (not (empty ?to))
                 (home ?b)
                 (increase (total-cost) 1)))

  (:action push-to-nongoal
    :parameters (?p - player ?b - box ?behind ?from ?to - square ?d - direction)
    :precondition (and (stands ?p ?behind) (stands ?b ?from) (empty ?to) (is-nongoal ?to)
                       (next ?behind ?from ?d) (next ?from ?to ?d))
    :effect (and (not (stands ?p ?behind)) (empty ?behind) (stands ?p ?from)
                 (not (stands ?b ?from)) (stands ?b ?to) (not (empty ?to))
                 (not (home ?b))
                 (increase (total-cost) 1))))
";

/// A planning task: the rules, which are the same for every level, and the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pddl {
    /// The text of the domain.
    pub domain: String,
    /// The text of the problem.
    pub problem: String,
}

/// `board` as a planning task with typing and action costs, after the domain of the planning
/// competitions of 2008 and 2011: `move`, `push-to-goal` and `push-to-nongoal`.
///
/// A plan of least cost is a solution with the fewest pushes. The last argument of each of its
/// actions is the direction of the step, so that their first letters, upper case for a push, are
/// the solution in LURD. Squares are named by row and column from 1, and only those count that the
/// player could reach if there were no boxes. `title` becomes a comment.
///
/// # Complexity
/// O(squares log squares) in time, O(squares) in space.
///
/// ```
/// use sokoban_core::{Board, Level};
/// use sokoban_formats::pddl;
/// let level: Level = "#####\n#@$.#\n#####".parse()?;
/// let task = pddl(&Board::try_from(&level)?, Some("Tiny"));
/// assert!(task.problem.starts_with("; Tiny\n(define (problem level)"));
/// assert!(task.problem.contains("(stands box-1 s-2-3)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn pddl(board: &Board, title: Option<&str>) -> Pddl {
    let names = Names::new(board);
    let mut problem = String::new();
    if let Some(title) = title {
        // A comment ends with its line.
        let line = title.replace(|symbol: char| symbol.is_control(), " ");
        problem += &format!("; {line}\n");
    }
    problem += "(define (problem level)\n  (:domain sokoban)\n  (:objects\n";
    problem += &format!("    {PLAYER} - player\n");
    for number in 0..names.boxes.len() {
        problem += &format!("    {} - box\n", box_name(number));
    }
    for &square in &names.squares {
        problem += &format!("    {} - square\n", names.square(square));
    }
    problem += "    up down left right - direction)\n  (:init\n    (= (total-cost) 0)\n";
    let player = board.start_player();
    problem += &format!("    (stands {PLAYER} {})\n", names.square(player));
    for (number, &square) in names.boxes.iter().enumerate() {
        let name = box_name(number);
        problem += &format!("    (stands {name} {})\n", names.square(square));
        if board.is_goal(square) {
            problem += &format!("    (home {name})\n");
        }
    }
    for &square in &names.squares {
        let name = names.square(square);
        let kind = if board.is_goal(square) { "is-goal" } else { "is-nongoal" };
        problem += &format!("    ({kind} {name})\n");
        if square != player && !names.boxes.contains(&square) {
            problem += &format!("    (empty {name})\n");
        }
        for direction in Direction::ALL {
            if let Some(to) = names.neighbor(square, direction) {
                let (to, direction) = (names.square(to), direction_name(direction));
                problem += &format!("    (next {name} {to} {direction})\n");
            }
        }
    }
    problem += "  )\n  (:goal (and";
    for number in 0..names.boxes.len() {
        problem += &format!("\n    (home {})", box_name(number));
    }
    problem += "))\n  (:metric minimize (total-cost)))\n";
    Pddl { domain: DOMAIN.into(), problem }
}
