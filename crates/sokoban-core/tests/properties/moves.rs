//! Pushes and pulls of a state against the oracle, against each other, and their keys.

use std::collections::BTreeSet;

use sokoban_core::{BitBoard, Direction, Pull, Push, Reach, Square, State};
use sokoban_oracle::{OracleState, all_states};

use crate::corpus::{Case, own_levels, random_levels};
use crate::plain::squares;

/// Wide enough for every level of the corpus.
type WideState = State<32>;

fn state(case: &Case, oracle: &OracleState) -> WideState {
    let boxes = oracle.boxes.iter().map(|&position| case.square(position)).collect();
    WideState::from_canonical(boxes, case.square(oracle.player))
}

fn direction(case: &Case, from: usize, to: usize) -> Direction {
    let width = case.grid.width();
    match to.wrapping_sub(from) {
        1 => Direction::Right,
        usize::MAX => Direction::Left,
        step if step == width => Direction::Down,
        _ => Direction::Up,
    }
}

/// Equal to the state made anew, key included.
fn assert_fresh(state: &WideState, reach: &mut Reach) {
    let fresh = WideState::with_player(*state.boxes(), state.player(), reach);
    assert_eq!(*state, fresh);
    assert_eq!(state.key(), fresh.key());
}

fn check(case: &Case, oracle: &OracleState, reach: &mut Reach) {
    let board = &case.board;
    let state = state(case, oracle);
    assert_fresh(&state, reach);
    assert_eq!(state.is_solved(board), case.grid.is_solved(oracle));

    let expected: BTreeSet<(Push, WideState)> = case
        .grid
        .pushes(oracle)
        .iter()
        .map(|(from, to, next)| {
            let push = Push { from: case.square(*from), direction: direction(case, *from, *to) };
            (push, self::state(case, next))
        })
        .collect();
    let pushes = state.pushes(board, reach);
    assert!(pushes.is_sorted(), "boxes ascending, directions in their order: {pushes:?}");
    let made: BTreeSet<(Push, WideState)> =
        pushes.iter().map(|&push| (push, state.push(board, push, reach))).collect();
    assert_eq!(made, expected);
    for from in squares(board).take(70) {
        for direction in Direction::ALL {
            let push = Push { from, direction };
            let next = expected.iter().find(|(legal, _)| *legal == push).map(|(_, next)| *next);
            assert_eq!(state.try_push(board, push, reach), next, "{push:?}");
        }
    }
    for (push, next) in made {
        assert_fresh(&next, reach);
        let to = board.neighbor(push.from, push.direction);
        assert_eq!(state.key_after_move(push.from, to, next.player()), next.key());
        let undo = Pull { from: to, direction: push.direction.opposite() };
        assert!(next.pulls(board, reach).contains(&undo), "{push:?} is not undone");
        assert_eq!(next.pull(board, undo, reach), state);
    }
    let pulls = state.pulls(board, reach);
    assert!(pulls.is_sorted(), "boxes ascending, directions in their order: {pulls:?}");
    for pull in pulls {
        let before = state.pull(board, pull, reach);
        assert_fresh(&before, reach);
        let from = board.neighbor(pull.from, pull.direction);
        let again = Push { from, direction: pull.direction.opposite() };
        assert_eq!(before.try_push(board, again, reach), Some(state), "{pull:?}");
    }
}

#[test]
fn moves_of_our_levels() {
    for case in own_levels() {
        let states = all_states(&case.grid, 300_000).expect("a small level");
        let mut reach = Reach::new(&case.board);
        // Some 150 states of each level, near and far.
        for truth in states.iter().step_by(states.len() / 150 + 1) {
            check(&case, &truth.state, &mut reach);
        }
    }
}

#[test]
fn moves_of_random_levels() {
    for case in random_levels() {
        let states = all_states(&case.grid, 300_000).expect("a small level");
        let mut reach = Reach::new(&case.board);
        for truth in states.iter().step_by(states.len() / 60 + 1) {
            check(&case, &truth.state, &mut reach);
        }
    }
}

#[test]
fn a_push_that_is_not_legal_is_refused() {
    let board = crate::plain::board("########\n#@ $$ .#\n#   #$.#\n#     .#\n########");
    let mut reach = Reach::new(&board);
    let state = State::<1>::start(&board, &mut reach);
    let at = |row, column| {
        board.square_at(sokoban_core::Position { row, column }).expect("that is floor")
    };
    let refused = [
        ("into a box", Push { from: at(1, 3), direction: Direction::Right }),
        ("into a wall", Push { from: at(1, 3), direction: Direction::Up }),
        ("from a wall", Push { from: at(1, 3), direction: Direction::Down }),
        ("from a box", Push { from: at(1, 4), direction: Direction::Right }),
        ("no box", Push { from: at(2, 2), direction: Direction::Right }),
        ("from behind a wall", Push { from: at(2, 5), direction: Direction::Right }),
        (
            "past the board",
            Push { from: Square::new(board.squares() - 1), direction: Direction::Up },
        ),
    ];
    for (what, push) in refused {
        assert_eq!(state.try_push(&board, push, &mut reach), None, "{what}");
    }
    let legal = Push { from: at(2, 5), direction: Direction::Up };
    assert!(state.try_push(&board, legal, &mut reach).is_some());
}

#[test]
fn the_player_counts_by_area() {
    let board = crate::plain::board("#######\n#@ $ .#\n#######");
    let mut reach = Reach::new(&board);
    let boxes: BitBoard<1> = board.start_boxes().iter().copied().collect();
    let at =
        |column| board.square_at(sokoban_core::Position { row: 1, column }).expect("that is floor");
    let [left, left_too, right] =
        [1, 2, 4].map(|column| State::with_player(boxes, at(column), &mut reach));
    assert_eq!(left, left_too);
    assert_ne!(left, right);
    assert_ne!(left.key(), right.key());
}
