//! How long the table of states takes to fill, and to look up states that it has and has not.

#[path = "../../sokoban-core/benches/hard_level/mod.rs"]
mod hard_level;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sokoban_search::TableProbe;

/// A table in cache, and one that is not.
const SIZES: [usize; 2] = [10_000, 1_000_000];

fn table(criterion: &mut Criterion) {
    let board = hard_level::board();
    assert_eq!(hard_level::states(&board, 10).len(), 10);
    for states in SIZES {
        let probe = TableProbe::new(&board, states).expect("the level has more states");
        let table = probe.filled().expect("there is no limit");
        assert_eq!(table.states(), states);
        let (_, others) = probe.misses(&table);
        assert!(others >= states);
        let mut group = criterion.benchmark_group(format!("table of {states} states"));
        group.sample_size(10);
        group.throughput(Throughput::Elements(states as u64));
        group.bench_function("hits", |bencher| {
            bencher.iter(|| assert_eq!(probe.hits(black_box(&table)), states));
        });
        group.bench_function("insertions", |bencher| {
            bencher.iter(|| {
                let filled = black_box(&probe).filled().expect("there is no limit");
                assert_eq!((filled.states(), filled.bytes()), (states, table.bytes()));
            });
        });
        group.throughput(Throughput::Elements(others as u64));
        group.bench_function("misses", |bencher| {
            bencher.iter(|| assert_eq!(probe.misses(black_box(&table)), (0, others)));
        });
        group.finish();
    }
}

criterion_group!(benches, table);
criterion_main!(benches);
