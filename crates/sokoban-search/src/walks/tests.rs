//! Ways of taking turns that small levels never come to by themselves.

use sokoban_core::Level;
use sokoban_oracle::random_level;

use super::*;
use crate::limits::Limits;

fn search(board: &Board, costs: StepCosts, turns: WalkTurns) -> (WalkFound, u64) {
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
            let turns = [0, 1, 5, 20, 100].map(WalkTurns::ForwardFirst);
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
