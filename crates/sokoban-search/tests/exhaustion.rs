//! A search that has to look everywhere meets exactly the states that there are.
//!
//! An optimum hides many mistakes: a state taken for another one rarely lies on the only shortest
//! path. Their number hides none.

mod case;

use case::{Case, Truth};
use sokoban_core::{Board, DeadlockConfig, Level};
use sokoban_oracle::{Grid, all_states, random_level};
use sokoban_search::{
    Algorithm, HeuristicKind, Limits, Macros, Outcome, Proof, SolveConfig, solve,
};

/// The level with one box more, in a hole that it can never leave, and a goal more: no one can
/// solve it, and all else about it stays the same. None if there is no place for them.
fn with_a_stuck_box(level: &str) -> Option<String> {
    let mut rows: Vec<Vec<char>> = level.lines().map(|row| row.chars().collect()).collect();
    let last = rows.len() - 2;
    let column = rows[last].iter().position(|&symbol| symbol == ' ')?;
    rows[last + 1][column] = '$';
    rows.push(vec!['#'; rows[0].len()]);
    let goal = rows.iter_mut().flatten().find(|symbol| **symbol == ' ')?;
    *goal = '.';
    Some(rows.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect())
}

/// Tables of few blocks on boards of many squares: there, more than anywhere, keys of different
/// states lead to the same slot, and only the comparison of whole states tells them apart.
const WIDE_AND_EMPTY: [(usize, usize, usize, usize); 4] =
    [(26, 20, 1, 150), (20, 16, 1, 80), (30, 12, 1, 90), (14, 12, 1, 40)];

const SMALL_AND_CROWDED: [(usize, usize, usize, usize); 4] =
    [(6, 6, 2, 3), (7, 6, 2, 4), (7, 7, 3, 8), (8, 7, 2, 10)];

fn check(shapes: &[(usize, usize, usize, usize)], seeds: std::ops::Range<u64>) {
    let mut checked = 0;
    for seed in seeds.clone() {
        let (width, height, boxes, walls) = shapes[seed as usize % shapes.len()];
        let level = random_level(seed, width, height, boxes, walls);
        let Some(text) = with_a_stuck_box(&level) else { continue };
        check_optimum(seed, &level);
        let grid = Grid::from_xsb(&text);
        let Some(truths) = all_states(&grid, 2_000) else { continue };
        let states = truths.len() as u64;
        let pushes: usize = truths.iter().map(|truth| grid.pushes(&truth.state).len()).sum();
        checked += 1;
        let level: Level = text.parse().expect("a random level is well-formed");
        let board = Board::try_from(&level).expect("a random level can be played");
        for heuristic in [HeuristicKind::Zero, HeuristicKind::Manhattan] {
            let config = SolveConfig {
                algorithm: Algorithm::AStar,
                heuristic,
                macros: Macros::Off,
                deadlocks: DeadlockConfig::NONE,
                ..SolveConfig::default()
            };
            let report = solve(&board, &config, &Limits::default(), &mut ())
                .expect("the choices go together");
            assert_eq!(report.outcome, Outcome::Unsolvable(Proof::Exhausted), "{}", seed);
            assert_eq!(report.stats.peak_states, states, "{}", seed);
            assert_eq!(report.stats.expanded, states, "{}", seed);
            assert_eq!(report.stats.generated, pushes as u64, "{}", seed);
        }
    }
    assert!(checked * 2 > seeds.end - seeds.start, "only {checked} levels were checked");
}

/// The level as it was, by the way to go from its start.
fn check_optimum(seed: u64, level: &str) {
    let Some(truths) = all_states(&Grid::from_xsb(level), 2_000) else { return };
    let truth = match truths[0].pushes_to_go {
        Some(pushes) => Truth::Solvable { least: pushes, most: pushes },
        None => Truth::Unsolvable,
    };
    let case = Case::new(format!("random level {seed}\n{level}"), level, truth);
    let report = solve(&case.board, &SolveConfig::default(), &Limits::default(), &mut ())
        .expect("the default is valid");
    assert!(case.judge(&report), "{} stopped without a limit", case.name);
}

#[test]
fn all_states_of_wide_and_empty_levels_are_met_once() {
    check(&WIDE_AND_EMPTY, 0..1_200);
}

#[test]
fn all_states_of_small_and_crowded_levels_are_met_once() {
    check(&SMALL_AND_CROWDED, 0..400);
}
