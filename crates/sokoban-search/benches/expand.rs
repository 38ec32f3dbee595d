//! How long the first thousands of expansions take, by bound and by width of the board.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sokoban_core::{Board, Level};
use sokoban_search::{HeuristicKind, Limits, SolveConfig, solve};

/// Five boxes have to pass one gap, which no bound foresees.
const TWO_ROOMS: [&str; 9] = [
    "###########",
    "#    #    #",
    "# $ $#  ..#",
    "#    # ...#",
    "# $@      #",
    "#  $ #  ..#",
    "# $  #   .#",
    "#    #    #",
    "###########",
];

/// The two rooms with so many more free columns on their left.
fn board(more_columns: usize) -> Board {
    let mut text = String::new();
    for row in TWO_ROOMS {
        let filler = &row[1..2].repeat(more_columns);
        text += &format!("{}{filler}{}\n", &row[..1], &row[1..]);
    }
    let level: Level = text.parse().expect("a well-formed level");
    Board::try_from(&level).expect("a playable level")
}

fn expand(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("expand");
    group.sample_size(20);
    for (heuristic, more_columns, nodes, generated) in [
        (HeuristicKind::Zero, 0, 5_000, 43_371),
        (HeuristicKind::PushDistance, 0, 5_000, 39_367),
        (HeuristicKind::PushDistance, 8, 5_000, 43_694),
        (HeuristicKind::PushDistance, 20, 5_000, 43_694),
        (HeuristicKind::PushDistance, 48, 5_000, 43_694),
        // With the matching the level is solved after 330.
        (HeuristicKind::Matching, 0, 330, 2_113),
        (HeuristicKind::Matching, 48, 330, 2_341),
    ] {
        let board = board(more_columns);
        let config = SolveConfig { heuristic, ..SolveConfig::default() };
        group.throughput(Throughput::Elements(nodes));
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let name = format!("{heuristic}, {} squares", board.squares());
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let report = solve(black_box(&board), &config, &limits, &mut ())
                    .expect("the choices go together");
                assert_eq!((report.stats.expanded, report.stats.generated), (nodes, generated));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, expand);
criterion_main!(benches);
