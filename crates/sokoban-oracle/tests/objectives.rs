//! The optima of `levels/optimal.csv` for the four objectives, found again in other ways, and what
//! the levels that tell the objectives apart are said to show.

use std::fs;
use std::path::Path;

use sokoban_oracle::{
    Cost, Grid, Least, MOVE_STATE_CAP, best_by_moves_then_pushes, best_by_pushes_then_moves,
    boards_in, costs_to_go, replay, two_phase_moves_then_pushes, two_phase_pushes_then_moves,
};

/// The most states of a level whose states are all listed: each takes some hundred bytes.
const LISTED_STATES: usize = 150_000;

/// A line of `levels/optimal.csv` with a level that is exhausted.
struct Line {
    /// File and number of the level.
    name: String,
    grid: Grid,
    least_pushes: Option<u32>,
    least_moves: Option<u32>,
    by_pushes: Option<Cost>,
    by_moves: Option<Cost>,
}

/// The two numbers of a column such as `9/28`; none for `unsolvable`.
fn pair(column: &str) -> Option<(u32, u32)> {
    let (one, two) = column.split_once('/')?;
    Some((one.parse().ok()?, two.parse().ok()?))
}

fn lines() -> Vec<Line> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let csv = fs::read_to_string(root.join("levels/optimal.csv")).expect("the list of optima");
    let exhausted = csv.lines().filter(|line| line.ends_with(",exhaustive"));
    let lines: Vec<Line> = exhausted
        .map(|line| {
            let columns: Vec<&str> = line.split(',').collect();
            let [file, level, pushes, moves, by_pushes, by_moves, _, _] = columns[..] else {
                panic!("a line of other columns: {line}");
            };
            let text = fs::read_to_string(root.join(file)).expect("a file that the list names");
            let number: usize = level.parse().expect("the number of a level");
            Line {
                name: format!("{file} {level}"),
                grid: Grid::from_xsb(&boards_in(&text)[number - 1]),
                least_pushes: pushes.parse().ok(),
                least_moves: moves.parse().ok(),
                by_pushes: pair(by_pushes).map(|(pushes, moves)| Cost { pushes, moves }),
                by_moves: pair(by_moves).map(|(moves, pushes)| Cost { pushes, moves }),
            }
        })
        .collect();
    assert!(lines.len() >= 70, "only {} levels", lines.len());
    lines
}

fn least(cost: Option<Cost>) -> Least<Cost> {
    cost.map_or(Least::Unsolvable, Least::Found)
}

#[test]
fn two_phases_find_the_pinned_pairs() {
    for line in lines() {
        let by_pushes = two_phase_pushes_then_moves(&line.grid, MOVE_STATE_CAP);
        assert_eq!(by_pushes, least(line.by_pushes), "{}", line.name);
        let by_moves = two_phase_moves_then_pushes(&line.grid, MOVE_STATE_CAP);
        assert_eq!(by_moves, least(line.by_moves), "{}", line.name);
        assert_eq!(line.least_pushes, line.by_pushes.map(|cost| cost.pushes), "{}", line.name);
        assert_eq!(line.least_moves, line.by_moves.map(|cost| cost.moves), "{}", line.name);
    }
}

#[test]
fn costs_counted_backward_and_their_solutions_are_as_pinned() {
    let mut listed = 0;
    for line in lines() {
        let Some(truths) = costs_to_go(&line.grid, LISTED_STATES) else {
            continue;
        };
        listed += 1;
        assert_eq!(truths[0].pushes_then_moves, line.by_pushes, "{}", line.name);
        assert_eq!(truths[0].moves_then_pushes, line.by_moves, "{}", line.name);
        drop(truths);
        for (lurd, cost) in [
            (best_by_pushes_then_moves(&line.grid, LISTED_STATES), line.by_pushes),
            (best_by_moves_then_pushes(&line.grid, LISTED_STATES), line.by_moves),
        ] {
            let counted = lurd.found().map(|lurd| replay(&line.grid, &lurd));
            let expected = cost.map(|cost| Ok((cost.moves, cost.pushes, true)));
            assert_eq!(counted, expected, "{}", line.name);
        }
    }
    assert!(listed >= 60, "only {listed} levels have few enough states");
}

/// The counts that the design of the five levels gives, known before they were searched.
#[test]
fn the_five_levels_have_their_known_optima() {
    let lines = lines();
    for (number, by_pushes, by_moves) in [
        (1, (2, 4), (4, 2)),
        (2, (2, 6), (6, 2)),
        (3, (3, 11), (9, 5)),
        (4, (5, 17), (13, 7)),
        (5, (3, 6), (6, 3)),
    ] {
        let name = format!("levels/micro/move-optimal-{number}.xsb 1");
        let line = lines.iter().find(|line| line.name == name).unwrap();
        let (pushes, moves) = by_pushes;
        assert_eq!(line.by_pushes, Some(Cost { pushes, moves }), "{name}");
        let (moves, pushes) = by_moves;
        assert_eq!(line.by_moves, Some(Cost { pushes, moves }), "{name}");
    }
}

/// Where no solution is best for both objectives of a pair. The two pairs in which each optimum of
/// the one is an optimum of the other are told apart by ties, which `micro_levels.rs` tests.
#[test]
fn no_solution_is_best_for_both_objectives_of_a_pair() {
    let lines = lines();
    let costs = |pair: &str| {
        let name = format!("levels/micro/objectives-{pair}.xsb 1");
        let line = lines.iter().find(|line| line.name == name).unwrap();
        (line.by_pushes.unwrap(), line.by_moves.unwrap())
    };
    let (by_pushes, by_moves) = costs("pushes-or-moves");
    assert!(by_pushes.moves > by_moves.moves, "the fewest pushes take more than the least moves");
    let (by_pushes, by_moves) = costs("pushes-or-moves-pushes");
    assert!(by_moves.pushes > by_pushes.pushes, "the least moves take more than the fewest pushes");
    let (by_pushes, by_moves) = costs("moves-or-pushes-moves");
    assert!(by_pushes.moves > by_moves.moves, "the fewest pushes take more than the least moves");
    let (by_pushes, by_moves) = costs("pushes-moves-or-moves-pushes");
    assert!(by_pushes.pushes < by_moves.pushes && by_pushes.moves > by_moves.moves);
}
