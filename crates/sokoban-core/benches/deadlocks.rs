//! How long the deadlock tests take after each push of a thousand states.

mod hard_level;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use hard_level::HardState;
use sokoban_core::{Board, DeadlockConfig, DeadlockScratch, Deadlocks, Reach, Square};

const STATES: usize = 1_000;

/// Every child of the states, and the square that the push led to.
fn children(board: &Board, states: &[HardState]) -> Vec<(HardState, Square)> {
    let mut reach = Reach::new(board);
    let mut children = Vec::new();
    for state in states {
        for push in state.pushes(board, &mut reach) {
            let to = board.neighbor(push.from, push.direction);
            children.push((state.push(board, push, &mut reach), to));
        }
    }
    children
}

/// How many of the children the tests flag.
fn flagged(board: &Board, children: &[(HardState, Square)], config: DeadlockConfig) -> usize {
    let deadlocks = Deadlocks::new(config);
    let mut scratch = DeadlockScratch::default();
    children
        .iter()
        .filter(|(child, moved)| {
            deadlocks.after_push(board, child.boxes(), *moved, &mut scratch).is_some()
        })
        .count()
}

fn after_push(criterion: &mut Criterion) {
    let board = hard_level::board();
    let children = children(&board, &hard_level::states(&board, STATES));
    assert_eq!(children.len(), 13_954);
    let none = DeadlockConfig::NONE;
    for (name, config, expected) in [
        ("dead squares", DeadlockConfig { dead_squares: true, ..none }, 2_992),
        ("square block", DeadlockConfig { square_block: true, ..none }, 1_833),
        ("freeze", DeadlockConfig { freeze: true, ..none }, 4_249),
        ("all tests", DeadlockConfig::ALL, 4_249),
    ] {
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(flagged(&board, black_box(&children), config), expected));
        });
    }
}

criterion_group!(benches, after_push);
criterion_main!(benches);
