//! Moves, undo, redo, jumps, replays, and what is kept.

use std::rc::Rc;

use proptest::prelude::*;
use sokoban_core::{Board, ReplayErrorKind, Solution, Symmetry};

use super::*;
use crate::run::play::app::Mode;
use crate::run::play::game::Game;
use crate::run::play::saves::Saved;

/// What a player may do to a game.
#[derive(Clone, Copy, Debug)]
enum Act {
    Go(Direction),
    Undo,
    Redo,
    UndoToPush,
    RedoToPush,
    Restart,
    RedoAll,
    Jump(usize),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let go = (0..4_usize).prop_map(|index| Act::Go(Direction::ALL[index]));
    let act = prop_oneof![
        12 => go,
        4 => Just(Act::Undo),
        3 => Just(Act::Redo),
        1 => Just(Act::UndoToPush),
        1 => Just(Act::RedoToPush),
        1 => Just(Act::Restart),
        1 => Just(Act::RedoAll),
        1 => (0..9_usize).prop_map(Act::Jump),
    ];
    prop::collection::vec(act, 0..120)
}

/// The position after `steps` on a fresh board, by the rules of the core crate: whether all is
/// legal, and the counts where it is solved.
fn is_legal(board: &Board, game: &Game) -> bool {
    match Solution::new(game.played().to_vec()).replay(board) {
        Ok(counts) => game.is_solved() && counts == game.counts(),
        Err(error) => {
            let (home, boxes) = game.boxes_home();
            let kind = ReplayErrorKind::NotSolved { boxes_off_goal: boxes - home };
            error.kind() == kind
        }
    }
}

proptest! {
    /// After whatever was done and undone, the board is where its steps lead, and they are legal.
    #[test]
    fn undo_and_redo_agree_with_a_replay(acts in acts(), which in 0..3_usize) {
        let level: Level = [SMALL, CORRIDOR, ROOM][which].parse().unwrap();
        let board = Rc::new(Board::try_from(&level).unwrap());
        let mut game = Game::new(Rc::clone(&board));
        for act in acts {
            let before = game.played().len();
            match act {
                Act::Go(direction) => { game.go(direction); }
                Act::Undo => {
                    let undone = game.undo();
                    prop_assert_eq!(undone.is_some(), before > 0);
                }
                Act::Redo => { game.redo(); }
                Act::UndoToPush => {
                    game.undo_to_push();
                    prop_assert!(game.played().last().is_none_or(|step| step.push));
                }
                Act::RedoToPush => { game.redo_to_push(); }
                Act::Restart => {
                    game.restart();
                    prop_assert!(game.played().is_empty());
                }
                Act::RedoAll => {
                    game.redo_all();
                    prop_assert_eq!(game.played().len(), game.steps().len());
                }
                Act::Jump(push) => {
                    let all = game.steps().iter().filter(|step| step.push).count();
                    game.jump_to_push(push);
                    prop_assert_eq!(game.counts().pushes, push.min(all));
                    prop_assert!(game.played().last().is_none_or(|step| step.push));
                }
            }
            prop_assert!(is_legal(&board, &game));
            let mut replayed = Game::new(Rc::clone(&board));
            prop_assert!(replayed.replace(game.played(), usize::MAX));
            prop_assert_eq!(replayed.text(), game.text());
            prop_assert_eq!(replayed.counts(), game.counts());
            prop_assert_eq!(replayed.state(), game.state());
        }
    }
}

#[test]
fn what_was_undone_is_done_again_until_another_move_is_made() {
    let mut app = session(&[SMALL]);
    press(&mut app, &arrows("dlUrrr"));
    press(&mut app, "uuuu");
    assert_eq!(played(&app), "dl");
    press(&mut app, "y");
    assert_eq!(played(&app), "dlU");
    // The same move by hand keeps the rest.
    press(&mut app, ">y");
    assert_eq!(played(&app), "dlUrr");
    press(&mut app, "r");
    assert_eq!(played(&app), "");
    press(&mut app, "e");
    assert_eq!(played(&app), "dlUrrr");
    press(&mut app, "b");
    assert_eq!(played(&app), "dlU");
    press(&mut app, "b");
    assert_eq!(played(&app), "");
    press(&mut app, "f>e");
    assert_eq!(played(&app), "dlUrrr");
    press(&mut app, "u<yyy");
    assert_eq!(played(&app), "dlUrrl");
}

#[test]
fn walls_and_second_boxes_stop_the_player() {
    let mut app = session(&["########\n#@$$ ..#\n########\n"]);
    press(&mut app, ">^<");
    assert_eq!(played(&app), "");
}

#[test]
fn a_replay_steps_runs_and_jumps_and_leaves_the_own_game_alone() {
    let mut course = course(&[SMALL]);
    course.given = BTreeMap::from([(0, SMALL_SOLUTION.parse().unwrap())]);
    let mut app = App::new(course, 0, Saves::new()).unwrap();
    assert!(matches!(app.mode, Mode::Replay(_)));
    press(&mut app, ">>>><");
    assert_eq!(played(&app), "dlU");
    press(&mut app, "v");
    assert_eq!(played(&app), "dlUrrrdL");
    press(&mut app, "^");
    assert_eq!(played(&app), "dlU");
    press(&mut app, "g8~");
    assert_eq!(played(&app), SMALL_SOLUTION);
    press(&mut app, "g0~");
    assert_eq!(played(&app), "");
    assert_eq!(app.pause(), None);
    press(&mut app, " ");
    let usual = app.pause().unwrap();
    press(&mut app, "+");
    assert!(app.pause().unwrap() < usual);
    press(&mut app, "---");
    assert!(app.pause().unwrap() > usual);
    for _ in 0..SMALL_SOLUTION.len() {
        assert!(app.pause().is_some());
        app.update(Event::Beat);
    }
    assert_eq!((played(&app).as_str(), app.pause()), (SMALL_SOLUTION, None));
    // Watched is not played: nothing is kept, and the own game is where it was.
    assert!(!app.is_unsaved());
    press(&mut app, "!");
    assert_eq!(played(&app), "");
    press(&mut app, ">w>>>>~");
    assert_eq!(played(&app), "dlUr");
    press(&mut app, "y");
    assert_eq!(played(&app), "dlUrr");
}

/// The saves that `effects` ask to write.
fn saves_of(effects: Vec<Effect>) -> Saves {
    let saves = effects.into_iter().filter_map(|effect| match effect {
        Effect::Save(saves) => Some(saves),
        _ => None,
    });
    saves.flatten().collect()
}

#[test]
fn what_was_played_is_offered_again_however_the_level_is_turned() {
    let mut app = session(&[SMALL]);
    let mut effects = press(&mut app, &arrows("dlUr"));
    effects.extend(press(&mut app, "q"));
    assert_eq!(effects.last(), Some(&Effect::Quit));
    let saves = saves_of(effects);
    // A mirror turns the level upside down.
    let mirrored: String = SMALL
        .lines()
        .skip(1)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .map(|row| format!("{row}\n"))
        .collect();
    let flip = Symmetry::ALL.into_iter().find(|symmetry| {
        symmetry.direction(Direction::Up) == Direction::Down
            && symmetry.direction(Direction::Left) == Direction::Left
    });
    let solution: Solution = "dlUr".parse().unwrap();
    let expected = solution.transformed(flip.unwrap()).to_string();
    for (text, expected) in [(SMALL, "dlUr"), (&*mirrored, &*expected)] {
        let mut app = App::new(course(&[text]), 0, saves.clone()).unwrap();
        assert!(matches!(app.mode, Mode::Offer));
        assert_eq!(played(&app), expected);
        press(&mut app, "~");
        assert!(matches!(app.mode, Mode::Play));
        press(&mut app, "q");
        let mut app = App::new(course(&[text]), 0, saves.clone()).unwrap();
        press(&mut app, "n");
        assert_eq!(played(&app), "");
        // Not a move was made, so that what is kept stays as it is.
        assert_eq!(press(&mut app, "q"), [Effect::Quit]);
        press(&mut app, "e");
        assert_eq!(played(&app), expected);
    }
}

#[test]
fn a_solution_is_kept_at_once_and_only_a_better_one_replaces_it() {
    let mut app = session(&[CORRIDOR, SMALL]);
    let saved = |effects| saves_of(effects).into_values().next().unwrap();
    let once = saved(press(&mut app, "><>>>"));
    assert_eq!(once.best.map(|best| best.len()), Some(5));
    assert_eq!(once.moves, "");
    let worse = saved(press(&mut app, "r><><>>>"));
    assert_eq!(worse.best.map(|best| best.len()), Some(5));
    let better = saved(press(&mut app, "r>>>"));
    assert_eq!(better.best.map(|best| best.len()), Some(3));
}

#[test]
fn levels_are_switched_and_each_keeps_its_moves() {
    let mut app = session(&[CORRIDOR, SMALL]);
    press(&mut app, ">>p");
    assert!(app.notice.contains("no further level"), "{}", app.notice);
    assert_eq!(app.number(), 1);
    press(&mut app, "n");
    assert_eq!((app.number(), played(&app).as_str()), (2, ""));
    press(&mut app, "p~");
    assert_eq!((app.number(), played(&app).as_str()), (1, "rR"));
}

#[test]
fn saves_that_fit_no_rules_count_for_nothing() {
    let saves: Saves = {
        let mut app = session(&[CORRIDOR]);
        let effects = press(&mut app, ">q");
        saves_of(effects)
    };
    let id = saves.keys().next().unwrap().clone();
    for text in ["lllllll", "RRRR", "no letters", "9999999999999r"] {
        let saved = Saved { moves: text.into(), best: Some(text.into()), fewest_pushes: None };
        let app = App::new(course(&[CORRIDOR]), 0, Saves::from([(id.clone(), saved)])).unwrap();
        assert!(matches!(app.mode, Mode::Play), "{text}");
        assert_eq!((played(&app).as_str(), app.stage.best.is_none()), ("", true));
    }
}

#[test]
fn what_cannot_be_saved_is_told_and_tried_again_at_the_end() {
    let mut app = session(&[CORRIDOR]);
    press(&mut app, ">");
    assert!(app.is_unsaved());
    assert_eq!(app.update(Event::Idle).len(), 1);
    assert!(!app.is_unsaved());
    app.update(Event::NotSaved("disk full".into()));
    assert!(app.notice.contains("disk full"));
    assert_eq!(press(&mut app, "q").len(), 2);
}
