//! How long it takes to find the player's canonical square, in each of three ways.

mod hard_level;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use hard_level::HardState;
use sokoban_core::{Board, Reach};

const STATES: usize = 1_000;

/// The floods of all states, by the sum of their canonical squares.
fn flood_all(states: &[HardState], reach: &mut Reach) -> usize {
    let mut sum = 0;
    for state in states {
        reach.set_boxes(state.boxes());
        sum += reach.flood(state.player()).index();
    }
    sum
}

/// The children of all states, by the sum of their canonical squares; a flood each, unless the
/// shortcut is taken and tells.
fn children(board: &Board, states: &[HardState], takes_shortcut: bool) -> usize {
    let mut reach = Reach::new(board);
    let mut flooded = Reach::new(board);
    let mut pushes = Vec::new();
    let mut sum = 0;
    for state in states {
        reach.set_boxes(state.boxes());
        flooded.set_boxes(state.boxes());
        let canonical = reach.flood(state.player());
        pushes.clear();
        sokoban_core::generate_pushes(board, state.boxes(), &reach, &mut pushes);
        for push in &pushes {
            let to = board.neighbor(push.from, push.direction);
            let told = if takes_shortcut {
                reach.canonical_after_push(push.from, to, canonical)
            } else {
                None
            };
            sum += told
                .unwrap_or_else(|| {
                    flooded.move_box(push.from, to);
                    let player = flooded.flood(push.from);
                    flooded.move_box(to, push.from);
                    player
                })
                .index();
        }
    }
    sum
}

fn floods(criterion: &mut Criterion) {
    let board = hard_level::board();
    let states = hard_level::states(&board, STATES);
    let expected: usize = states.iter().map(|state| state.player().index()).sum();
    let mut by_rows = Reach::new(&board);
    let mut by_squares = Reach::square_by_square(&board);
    criterion.bench_function("flood by rows", |bencher| {
        bencher.iter(|| assert_eq!(flood_all(black_box(&states), &mut by_rows), expected));
    });
    criterion.bench_function("flood square by square", |bencher| {
        bencher.iter(|| assert_eq!(flood_all(black_box(&states), &mut by_squares), expected));
    });

    let expected = children(&board, &states, false);
    assert_eq!(expected, 660_050);
    criterion.bench_function("children, each flooded", |bencher| {
        bencher.iter(|| assert_eq!(children(&board, black_box(&states), false), expected));
    });
    criterion.bench_function("children, by the shortcut", |bencher| {
        bencher.iter(|| assert_eq!(children(&board, black_box(&states), true), expected));
    });
}

criterion_group!(benches, floods);
criterion_main!(benches);
