//! How long it takes to count push sequences: generation, floods and comparison of states.

mod hard_level;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use sokoban_core::perft;

const DEPTH: usize = 4;

fn counts(criterion: &mut Criterion) {
    let board = hard_level::board();
    assert_eq!(hard_level::states(&board, 100).len(), 100);
    criterion.bench_function("perft of depth 4", |bencher| {
        bencher.iter(|| {
            let rows = perft::<2>(black_box(&board), DEPTH);
            assert_eq!((rows[DEPTH].sequences, rows[DEPTH].states), (30_959, 4_101));
        });
    });
}

criterion_group!(benches, counts);
criterion_main!(benches);
