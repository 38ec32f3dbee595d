//! Ways of taking turns that small levels never come to by themselves.

use sokoban_core::{Level, Position, Symmetry};
use sokoban_oracle::random_level;

use super::images::Fixed;
use super::*;
use crate::limits::Limits;
use crate::space::solution_of;

fn search(board: &Board, costs: StepCosts, turns: WalkTurns) -> (WalkFound, u64) {
    search_with(board, costs, turns, true)
}

fn search_with(
    board: &Board,
    costs: StepCosts,
    turns: WalkTurns,
    symmetry: bool,
) -> (WalkFound, u64) {
    let limits = Limits::default();
    let observer = &mut ();
    let mut budget = Budget::new(&limits, observer);
    let mut stats = Stats::default();
    let plan = WalkPlan {
        costs,
        turns,
        is_blind: false,
        dead_squares: true,
        freeze: true,
        dominance: Dominance::On,
        symmetry,
    };
    (search_walks(board, plan, &mut budget, &mut stats), stats.expanded)
}

/// The second front may come in at any time: what is found and proven stays the same.
#[test]
fn the_second_front_comes_in_at_any_time() {
    let shapes = [(6, 6, 3, 5), (7, 6, 4, 6), (6, 6, 5, 3)];
    let (mut solved, mut unsolvable, mut met) = (0, 0, 0);
    for seed in 0..150 {
        let (width, height, boxes, walls) = shapes[seed as usize % shapes.len()];
        let text = random_level(seed, width, height, boxes, walls);
        let level: Level = text.parse().expect("a level");
        let board = Board::try_from(&level).expect("a board");
        for costs in [StepCosts::MOVES, StepCosts::MOVES_THEN_PUSHES, StepCosts::PUSHES_THEN_MOVES]
        {
            let (alone, _) = search(&board, costs, WalkTurns::One(Direction::Forward));
            let is_solved = matches!(alone.ending, Ending::Shortest(_));
            solved += u32::from(is_solved);
            unsolvable += u32::from(alone.ending == Ending::NoPath);
            let turns = [(0, 900), (1, 1), (5, 4), (20, 9), (100, 60)]
                .map(|(alone, turn)| WalkTurns::ForwardFirst { alone, turn });
            for turns in turns.into_iter().chain([WalkTurns::SideBySide, WalkTurns::Both]) {
                let (found, _) = search(&board, costs, turns);
                met += u32::from(is_solved && found.went_both_ways);
                let context = format!("{turns:?} with {costs:?} on seed {seed}:\n{text}");
                assert_eq!(matches!(found.ending, Ending::Shortest(_)), is_solved, "{context}");
                assert!(!is_solved || found.lower_bound == alone.lower_bound, "{context}");
            }
        }
    }
    assert!(solved >= 60 && unsolvable >= 60 && met >= 200, "{solved}, {unsolvable}, {met}");
}

const SIZE: usize = 7;
const WALL: u8 = 1;
const GOAL: u8 = 2;
const BOX: u8 = 4;

/// A board in which walls, goals and boxes are each laid onto themselves by some symmetries or by
/// none; none if it came out unfit.
fn symmetric_board(seed: u64) -> Option<Board> {
    let mut word = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1;
    let mut random = |below: usize| {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        (word >> 33) as usize % below
    };
    let [mirror, other_mirror, turn, all] = [&[1_usize][..], &[2], &[3], &[1, 2, 3, 4, 5, 6, 7]];
    let group = [mirror, other_mirror, turn, all][random(4)];
    let mut grid = [[0_u8; SIZE]; SIZE];
    for (kind, counts) in [(WALL, 3..8), (GOAL, 2..5), (BOX, 2..5)] {
        // One kind in four is laid out without symmetry.
        let group = if random(4) == 0 { &[] } else { group };
        let count = counts.start + random(counts.len());
        let mut placed = 0;
        for _ in 0..50 {
            let (row, column) = (1 + random(SIZE - 2), 1 + random(SIZE - 2));
            let mut orbit = vec![Position { row, column }];
            for &number in group {
                orbit.push(Symmetry::ALL[number].position(orbit[0], SIZE, SIZE));
            }
            orbit.sort_unstable_by_key(|position| (position.row, position.column));
            orbit.dedup();
            let is_free = |position: &Position| {
                let found = grid[position.row][position.column];
                found & (kind | WALL) == 0 && (kind != BOX || found & BOX == 0)
            };
            if placed + orbit.len() <= count && orbit.iter().all(is_free) {
                placed += orbit.len();
                orbit.iter().for_each(|position| grid[position.row][position.column] |= kind);
            }
        }
    }
    // Half of the players stand in the middle, where every symmetry leaves them.
    let (row, column) = if random(2) == 0 {
        (SIZE / 2, SIZE / 2)
    } else {
        (1 + random(SIZE - 2), 1 + random(SIZE - 2))
    };
    if grid[row][column] & (WALL | BOX) != 0 {
        return None;
    }
    let mut text = String::new();
    for (at_row, squares) in grid.iter().enumerate() {
        for (at_column, &square) in squares.iter().enumerate() {
            let is_rim = [0, SIZE - 1].contains(&at_row) || [0, SIZE - 1].contains(&at_column);
            let is_player = (at_row, at_column) == (row, column);
            text.push(
                match (is_rim || square & WALL != 0, square & GOAL != 0, square & BOX != 0) {
                    (true, ..) => '#',
                    (_, is_goal, _) if is_player => {
                        if is_goal {
                            '+'
                        } else {
                            '@'
                        }
                    }
                    (_, true, true) => '*',
                    (_, true, false) => '.',
                    (_, false, true) => '$',
                    (_, false, false) => ' ',
                },
            );
        }
        text.push('\n');
    }
    Board::try_from(&text.parse::<Level>().ok()?).ok()
}

/// Leaving out all but one of the images of a state changes no verdict and no optimum, whatever of
/// floor, goals and start is symmetric; and the solutions that are put together are solutions.
#[test]
fn images_of_states_may_be_left_out() {
    let (mut solved, mut unsolvable, mut fewer, mut unlike) = (0, 0, 0, 0);
    for (seed, board) in (0..4_000).filter_map(|seed| Some((seed, symmetric_board(seed)?))) {
        let images =
            [Fixed::Goals, Fixed::Start, Fixed::Both].map(|fixed| Images::of(&board, fixed).len());
        if images == [1; 3] {
            continue;
        }
        unlike += u32::from(images[0] != images[2]);
        for costs in [StepCosts::MOVES, StepCosts::MOVES_THEN_PUSHES, StepCosts::PUSHES_THEN_MOVES]
        {
            let forward = WalkTurns::One(Direction::Forward);
            let (plain, expanded) = search_with(&board, costs, forward, false);
            let is_solved = matches!(plain.ending, Ending::Shortest(_));
            solved += u32::from(is_solved);
            unsolvable += u32::from(plain.ending == Ending::NoPath);
            let ways = [
                forward,
                WalkTurns::One(Direction::Reverse),
                WalkTurns::ForwardFirst { alone: 0, turn: 10 },
                WalkTurns::ForwardFirst { alone: 30, turn: 30 },
                WalkTurns::SideBySide,
                WalkTurns::Both,
            ];
            for turns in ways {
                let (found, count) = search(&board, costs, turns);
                fewer += u32::from(turns == forward && count < expanded);
                let context = format!("{turns:?} with {costs:?} on seed {seed}");
                let Ending::Shortest(path) = &found.ending else {
                    assert!(!is_solved && found.ending == Ending::NoPath, "{context}");
                    continue;
                };
                assert!(is_solved, "{context}");
                assert_eq!(found.lower_bound, plain.lower_bound, "{context}");
                let solution = solution_of::<1>(&board, path).expect("a solution");
                let counts = solution.replay(&board).expect("it solves the board");
                let cost = costs.of(counts.pushes as u64, counts.moves as u64);
                assert_eq!(cost, found.lower_bound, "{context}");
            }
        }
    }
    assert!(
        solved >= 300 && unsolvable >= 100 && fewer >= 100 && unlike >= 50,
        "{solved}, {unsolvable}, {fewer}, {unlike}"
    );
}
