//! Boards on both sides of each width that sets and records come in, and the widest.

mod case;
mod room;

use case::{Case, Truth};
use room::{room, walled};
use sokoban_core::DeadlockConfig;
use sokoban_oracle::{Grid, least_pushes};
use sokoban_search::{HeuristicKind, Limits, SolveConfig, solve};

/// Must be solved, with the proven optimum, with dead squares (so that the width follows the live
/// squares) and without (so that it follows all squares).
fn check(case: &Case, heuristics: &[HeuristicKind]) {
    let all = DeadlockConfig::ALL;
    for deadlocks in [all, DeadlockConfig { dead_squares: false, ..all }] {
        for &heuristic in heuristics {
            let mut config = SolveConfig::default();
            config.heuristic = heuristic;
            config.deadlocks = deadlocks;
            let report = solve(&case.board, &config, &Limits::default(), &mut ())
                .expect("the choices go together");
            assert!(case.judge(&report), "{} stopped without a limit", case.name);
        }
    }
}

/// A room of exactly so many squares: full rows, and a last one with what is left over. Two boxes
/// stand among the squares with the greatest numbers, each near a goal of its own; a goal in every
/// corner keeps the squares along the walls alive.
fn room_of(squares: usize) -> Case {
    let columns = squares.isqrt();
    let rows = squares / columns;
    let mut floor = vec![vec![' '; columns]; rows];
    if !squares.is_multiple_of(columns) {
        floor.push(vec![' '; squares % columns]);
    }
    for (row, column) in [(0, 0), (0, columns - 1), (rows - 1, 0), (rows - 1, columns - 1)] {
        floor[row][column] = '.';
    }
    if let Some(last) = floor.last_mut() {
        last[0] = '.';
    }
    floor[rows - 2][columns - 2] = '$';
    floor[rows - 2][1] = '$';
    floor[rows - 4][columns - 4] = '@';
    let text = walled(&floor);
    let pushes = least_pushes(&Grid::from_xsb(&text), 200_000).found().expect("a small search");
    Case::new(
        format!("a room of {squares} squares"),
        &text,
        Truth::Solvable { least: pushes, most: pushes },
    )
}

const AROUND_WIDTHS: [usize; 5] = [64, 128, 256, 512, 2048];

#[test]
fn rooms_around_each_width_of_squares() {
    for width in AROUND_WIDTHS {
        for squares in width - 1..=width + 1 {
            let case = room_of(squares);
            assert_eq!(case.board.squares(), squares);
            check(&case, &[HeuristicKind::Matching, HeuristicKind::PushDistance]);
        }
    }
}

#[test]
fn rooms_around_each_width_of_live_squares() {
    for width in AROUND_WIDTHS {
        for live in width - 1..=width + 1 {
            let case = (live..live + 100)
                .map(room_of)
                .find(|case| case.board.live_squares() == live)
                .unwrap_or_else(|| panic!("no room has {live} live squares"));
            check(&case, &[HeuristicKind::Matching]);
        }
    }
}

#[test]
fn more_than_2_048_live_squares() {
    let case = room(60, 60, 2, 9);
    assert!(case.board.live_squares() > 2_048, "{}", case.board.live_squares());
    check(&case, &[HeuristicKind::Matching, HeuristicKind::MatchingManhattan]);
}

#[test]
fn more_than_16_384_squares() {
    let case = room(132, 132, 2, 3);
    assert!(case.board.live_squares() > 16_384, "{}", case.board.live_squares());
    check(&case, &[HeuristicKind::Matching, HeuristicKind::PushDistance]);
}

#[test]
fn nearly_as_many_squares_as_there_may_be() {
    let case = room(252, 252, 1, 2);
    assert_eq!(case.board.squares(), 63_504);
    check(&case, &[HeuristicKind::Matching]);
}

/// A lone box pushed along a corridor of so many squares, from end to end.
fn corridor(squares: usize) -> Case {
    let mut floor = vec![' '; squares];
    floor[0] = '@';
    floor[1] = '$';
    floor[squares - 1] = '.';
    let pushes = u32::try_from(squares - 2).expect("a board has few squares");
    let truth = Truth::Solvable { least: pushes, most: pushes };
    Case::new(format!("a corridor of {squares} squares"), &walled(&[floor]), truth)
}

/// Four bytes behind the boxes hold 511 on such a board, so that they have to widen: by a bound at
/// the start, and by a cost on the way.
#[test]
fn more_pushes_than_the_narrowest_records_hold() {
    let case = corridor(2_202);
    check(&case, &[HeuristicKind::Matching, HeuristicKind::Manhattan, HeuristicKind::Zero]);
}

/// Six bytes hold 32,767 on such a board. To play so many pushes takes too long for a test, but the
/// bound of the start alone has to widen the records, and is the optimum.
#[test]
fn a_bound_that_the_middle_records_do_not_hold() {
    let (rows, columns, boxes) = (14, 4_000, 9);
    let mut floor = vec![vec![' '; columns]; rows];
    floor[0][0] = '@';
    for row in &mut floor[2..2 + boxes] {
        row[2] = '$';
        row[columns - 2] = '.';
    }
    let pushes = u32::try_from(boxes * (columns - 4)).expect("a board has few squares");
    let truth = Truth::Solvable { least: pushes, most: pushes };
    let case = Case::new("a long room".to_owned(), &walled(&floor), truth);
    assert!(case.board.squares() > 32_768 && pushes > 32_767);
    let limits = Limits { nodes: Some(20), ..Limits::default() };
    let report = solve(&case.board, &SolveConfig::default(), &limits, &mut ())
        .expect("the choices go together");
    assert!(!case.judge(&report));
    assert_eq!(report.lower_bound, pushes);
    assert_eq!(report.stats.expanded, 20);
}
