//! Replay against the oracle's, each way to be wrong, and solutions made of pushes.

mod corpus;

use std::collections::BTreeMap;

use corpus::{Case, own_levels, random_levels};
use proptest::prelude::*;
use proptest::sample::Index;
use sokoban_core::{Board, Counts, Direction, Level, Position, Push, ReplayErrorKind, Solution};
use sokoban_oracle::{all_states, random_level, replay};

fn board(text: &str) -> Board {
    let level: Level = text.parse().expect("the text is a level");
    Board::try_from(&level).expect("the level can be played")
}

#[test]
fn each_way_to_be_wrong() {
    let board = board("########\n#@ $$..#\n#      #\n########");
    let not_solved = ReplayErrorKind::NotSolved { boxes_off_goal: 2 };
    let cases = [
        ("u", 1, ReplayErrorKind::Wall, "step 1 (up) runs into a wall"),
        ("rdd", 3, ReplayErrorKind::Wall, "step 3 (down) runs into a wall"),
        ("l", 1, ReplayErrorKind::Wall, "step 1 (left) runs into a wall"),
        ("rR", 2, ReplayErrorKind::BlockedBox, "step 2 (right) pushes a box that is blocked"),
        ("rr", 2, ReplayErrorKind::BlockedBox, "step 2 (right) pushes a box that is blocked"),
        ("drrU", 4, ReplayErrorKind::BlockedBox, "step 4 (up) pushes a box that is blocked"),
        (
            "R",
            1,
            ReplayErrorKind::NoBoxToPush,
            "step 1 (right) is written as a push, but no box is there; write it in lower case",
        ),
        ("drrrruLLL", 7, ReplayErrorKind::BlockedBox, "step 7 (left) pushes a box that is blocked"),
        ("", 0, not_solved, "all 0 steps are legal, but 2 boxes are still off goal"),
        ("rd", 2, not_solved, "all 2 steps are legal, but 2 boxes are still off goal"),
    ];
    for (lurd, step, kind, message) in cases {
        let error = lurd.parse::<Solution>().unwrap().replay(&board).unwrap_err();
        assert_eq!((error.step(), error.kind()), (step, kind), "{lurd}");
        assert_eq!(error.to_string(), message, "{lurd}");
    }
    let corridor = self::board("#######\n#@ $ .#\n#######");
    let error = "rr".parse::<Solution>().unwrap().replay(&corridor).unwrap_err();
    assert_eq!((error.step(), error.kind()), (2, ReplayErrorKind::BoxInTheWay));
    assert_eq!(
        error.to_string(),
        "step 2 (right) is written as a move, but a box is there; write it in upper case"
    );
}

/// Steps by `choices`, legal ones but for one in `error_rate` choices or so.
fn steps(case: &Case, choices: &[(Index, Index)], error_rate: usize) -> String {
    let mut lurd = String::new();
    for (way, whim) in choices {
        let letter = *way.get(&['u', 'r', 'd', 'l']);
        let legal = [letter, letter.to_ascii_uppercase()]
            .into_iter()
            .find(|letter| replay(&case.grid, &format!("{lurd}{letter}")).is_ok());
        if whim.index(error_rate) == 0 {
            lurd.push(*whim.get(&[letter, letter.to_ascii_uppercase()]));
        } else if let Some(letter) = legal {
            lurd.push(letter);
        }
    }
    lurd
}

/// Both replays say the same.
fn check(case: &Case, lurd: &str) {
    let solution: Solution = lurd.parse().expect("all letters are steps");
    assert_eq!(solution.to_string(), lurd);
    let ours = solution.replay(&case.board);
    match replay(&case.grid, lurd) {
        Ok((moves, pushes, true)) => {
            let counts = Counts { moves: moves as usize, pushes: pushes as usize };
            assert_eq!(ours, Ok(counts), "{lurd}");
        }
        Ok((moves, _, false)) => {
            let error = ours.expect_err("the oracle says so");
            assert!(matches!(error.kind(), ReplayErrorKind::NotSolved { .. }), "{lurd}: {error}");
            assert_eq!(error.step(), moves as usize);
        }
        Err(message) => {
            let error = ours.expect_err("the oracle says so");
            assert!(message.starts_with(&format!("step {}:", error.step())), "{lurd}: {message}");
            let is_wall = message.contains("wall");
            assert_eq!(error.kind() == ReplayErrorKind::Wall, is_wall, "{lurd}: {message}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn replay_says_what_the_oracle_says(
        seed in 0_u64..1_000_000,
        choices in prop::collection::vec(any::<(Index, Index)>(), 0..80),
        error_rate in prop_oneof![Just(10_usize), Just(100_000)],
    ) {
        let case = Case::new(&random_level(seed, 6, 6, 2, 3));
        check(&case, &steps(&case, &choices, error_rate));
    }
}

/// The push from the one position to the other.
fn push(case: &Case, from: usize, to: usize) -> Push {
    let (from, to) = (case.square(from), case.square(to));
    let direction = Direction::ALL
        .into_iter()
        .find(|&direction| case.board.neighbor(from, direction) == to)
        .expect("a push goes to a square beside");
    Push { from, direction }
}

/// Walks down the true distances and checks the solution that comes of it.
fn solve_and_check(case: &Case) -> bool {
    let truths = all_states(&case.grid, 300_000).expect("a small level");
    let to_go: BTreeMap<_, _> =
        truths.iter().map(|truth| (truth.state.clone(), truth.pushes_to_go)).collect();
    let Some(least) = truths[0].pushes_to_go else { return false };
    let mut state = truths[0].state.clone();
    let mut pushes = Vec::new();
    for left in (0..least).rev() {
        let next = case.grid.pushes(&state).into_iter().find(|push| to_go[&push.2] == Some(left));
        let (from, to, next) = next.expect("some push leads one nearer to a solution");
        pushes.push(push(case, from, to));
        state = next;
    }
    let solution = Solution::from_pushes::<32>(&case.board, &pushes).expect("all are legal");
    let counts = solution.replay(&case.board).expect("the way solves the level");
    assert_eq!(counts.pushes, least as usize);
    assert_eq!(counts.moves, solution.steps().len());
    check(case, &solution.to_string());
    if !pushes.is_empty() {
        // Without its last step it no longer solves the level.
        let mut steps = solution.steps().to_vec();
        steps.pop();
        let error = Solution::new(steps).replay(&case.board).expect_err("it was a push");
        assert!(matches!(error.kind(), ReplayErrorKind::NotSolved { .. }));
    }
    true
}

#[test]
fn pushes_make_solutions_of_all_solvable_levels() {
    let own = own_levels().iter().filter(|case| solve_and_check(case)).count();
    let random = random_levels().filter(solve_and_check).count();
    assert!(own >= 60 && random >= 250, "{own} of ours and {random} random ones");
}

#[test]
fn pushes_that_are_not_legal_make_no_solution() {
    let board = board("########\n#@ $$..#\n#   #  #\n########");
    let push = |row, column, direction| {
        let from = board.square_at(Position { row, column }).expect("that is floor");
        Push { from, direction }
    };
    let legal = push(1, 4, Direction::Right);
    for (what, pushes) in [
        ("into a box", vec![push(1, 3, Direction::Right)]),
        ("by a player behind a box", vec![legal]),
        ("into a wall", vec![push(1, 3, Direction::Up)]),
        ("from within a wall", vec![push(1, 4, Direction::Up)]),
        ("of no box", vec![push(1, 2, Direction::Right)]),
        ("by a player who is cut off", vec![push(1, 4, Direction::Left)]),
    ] {
        assert_eq!(Solution::from_pushes::<1>(&board, &pushes), None, "{what}");
    }
    let open = self::board("########\n#@ $.  #\n#      #\n########");
    let from = open.start_boxes()[0];
    let pushes = [Push { from, direction: Direction::Right }];
    let solution = Solution::from_pushes::<1>(&open, &pushes).unwrap();
    assert_eq!(solution.to_string(), "rR");
    let twice = [pushes[0], pushes[0]];
    assert_eq!(Solution::from_pushes::<1>(&open, &twice), None, "a box that is no longer there");
    assert_eq!(Solution::from_pushes::<1>(&open, &[]), Some(Solution::default()));
}
