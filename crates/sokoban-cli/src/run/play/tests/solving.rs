//! The state and the real solver together.

use std::time::Duration;

use super::*;
use crate::run::play::app::Why;
use crate::run::play::question::Answer;
use crate::run::play::solver::{Allowance, Solver};

const GENEROUS: Duration = Duration::from_secs(120);

/// A solver with little memory.
pub(super) fn solver() -> Solver {
    Solver::new(Allowance { time: Some(GENEROUS), bytes: Some(64 << 20) })
}

/// Presses keys, and carries out what they ask of the solver.
pub(super) fn press_with(app: &mut App, solver: &mut Solver, keys: &str) {
    for effect in press(app, keys) {
        match effect {
            Effect::Ask(question) => solver.ask(question),
            Effect::Cancel => solver.cancel(),
            _ => {}
        }
    }
}

/// Waits for the answer, and passes it on.
pub(super) fn hear(app: &mut App, solver: &Solver) -> Answer {
    let (number, answer) = solver.answer_within(GENEROUS).expect("an answer comes");
    app.update(Event::Answer(number, answer.clone()));
    answer
}

#[test]
fn hints_lead_to_a_solution_with_the_fewest_pushes() {
    let (mut app, mut solver) = (session(&[SMALL]), solver());
    press_with(&mut app, &mut solver, "i");
    hear(&mut app, &solver);
    assert_eq!(app.notice, "Hint: push the marked box up. 8 pushes to go, the fewest, proven.");
    assert!(app.shows_hint);
    // The walk to the box is no reason to take the hint away; the push is.
    press_with(&mut app, &mut solver, "v<");
    assert!(app.shows_hint);
    press_with(&mut app, &mut solver, "^");
    assert!(!app.shows_hint);
    // One search answers for the whole way.
    assert_eq!(press(&mut app, "i"), []);
    assert!(app.notice.contains("7 pushes to go"), "{}", app.notice);
    press_with(&mut app, &mut solver, &arrows(&SMALL_SOLUTION[3..]));
    let shown = screen(&app, ASCII, 80, 24);
    assert!(
        shown.contains("8 pushes, 33 moves. No solution has fewer pushes (proven)."),
        "{shown}"
    );
}

#[test]
fn a_solution_that_was_found_alone_is_compared_with_the_fewest_pushes() {
    // One push there and back is wasted.
    let level = "########\n#  $  .#\n#@     #\n########\n";
    let (mut app, mut solver) = (session(&[level]), solver());
    press_with(&mut app, &mut solver, "^>>>>");
    assert_eq!(app.asked.as_ref().map(|asked| asked.why), Some(Why::Fewest));
    hear(&mut app, &solver);
    assert_eq!(app.stage.fewest_pushes, Some(3));
    assert!(screen(&app, ASCII, 80, 24).contains("No solution has fewer pushes"));
}

#[test]
fn a_position_is_proven_unsolvable() {
    // The only box can still move, but never to the goal.
    let level = "#######\n#@    #\n# $   #\n#   ###\n#.  ###\n#######\n";
    let (mut app, mut solver) = (session(&[level]), solver());
    press_with(&mut app, &mut solver, "s");
    let answer = hear(&mut app, &solver);
    assert!(matches!(answer, Answer::Solved { .. }), "{answer:?}");
    assert!(app.notice.starts_with("It can be solved from here."), "{}", app.notice);
    // Along the upper wall there is no goal.
    press_with(&mut app, &mut solver, "vv>^");
    assert_eq!(app.lost(), Some("a box stands on a dead square"));
    assert_eq!(press(&mut app, "s"), []);
    assert!(screen(&app, ASCII, 80, 24).contains("UNSOLVABLE from here, proven"));
}

#[test]
fn a_proof_by_search_is_shown_too() {
    // Each box could reach a goal of its own alone.
    let level = "#######\n##  # #\n#  $# #\n#     #\n##$.. #\n# @ ###\n#######\n";
    let (mut app, mut solver) = (session(&[level]), solver());
    assert_eq!(app.lost(), None);
    press_with(&mut app, &mut solver, "i");
    hear(&mut app, &solver);
    assert_eq!(app.lost(), Some("all that can follow was searched"));
    assert!(!app.shows_hint);
    // The player's walk changes nothing, and a push is another position.
    press(&mut app, ">");
    assert!(app.lost().is_some());
    let shown = screen(&app, ASCII, 80, 24);
    assert!(
        shown.contains("UNSOLVABLE from here, proven: all that can follow was searched"),
        "{shown}"
    );
    press(&mut app, "<^");
    assert_eq!(app.lost(), None);
}

#[test]
fn moving_stops_the_solver() {
    let (mut app, mut solver) = (session(&[HARD]), solver());
    press_with(&mut app, &mut solver, "s");
    // A second question about the same position is answered by the same search.
    assert_eq!(press(&mut app, "i"), []);
    assert_eq!(app.asked.as_ref().map(|asked| asked.why), Some(Why::Hint));
    assert_eq!(solver.answer_within(Duration::from_millis(200)), None, "it is still at it");
    assert_eq!(press(&mut app, ">"), [Effect::Cancel]);
    solver.cancel();
    let answer = hear(&mut app, &solver);
    let Answer::Stopped { limit, .. } = answer else { panic!("{answer:?}") };
    assert_eq!(limit, "cancelled");
    // The answer is to a question that is none any more.
    assert_eq!(app.notice, "The search was stopped, since you moved.");
    assert!(app.asked.is_none());
}

#[test]
fn a_new_question_ends_the_one_before_it() {
    let (mut app, mut solver) = (session(&[HARD, SMALL]), solver());
    press_with(&mut app, &mut solver, "sni");
    let first = hear(&mut app, &solver);
    assert!(matches!(first, Answer::Stopped { .. }), "{first:?}");
    let second = hear(&mut app, &solver);
    assert!(matches!(second, Answer::Solved { .. }), "{second:?}");
    assert!(app.shows_hint);
}

#[test]
fn how_far_the_search_is_can_be_seen_and_memory_ends_it() {
    let mut solver = Solver::new(Allowance { time: None, bytes: Some(2 << 20) });
    let mut app = session(&[HARD]);
    press_with(&mut app, &mut solver, "s");
    let answer = hear(&mut app, &solver);
    let Answer::Stopped { limit, lower_bound } = answer else { panic!("{answer:?}") };
    assert_eq!(limit, "2 MiB");
    assert!(lower_bound >= 90);
    assert!(app.notice.contains("within 2 MiB"), "{}", app.notice);
    let (_, advance) = solver.advance().unwrap();
    assert!(advance.expanded > 0 && advance.lower_bound >= 90, "{advance:?}");
}
