//! How long the first thousands of expansions take, by bound and by width of the board.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sokoban_core::{Board, Level};
use sokoban_search::{HeuristicKind, Limits, Outcome, SolveConfig, StopReason, solve};

const NODES: u64 = 5_000;

/// Eight boxes have to pass one gap, which no bound foresees.
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
    group.throughput(Throughput::Elements(NODES)).sample_size(20);
    for (heuristic, more_columns, generated) in [
        (HeuristicKind::Zero, 0, 0),
        (HeuristicKind::PushDistance, 0, 0),
        (HeuristicKind::Matching, 0, 0),
        (HeuristicKind::Matching, 8, 0),
        (HeuristicKind::Matching, 20, 0),
        (HeuristicKind::Matching, 48, 0),
    ] {
        let board = board(more_columns);
        let config = SolveConfig { heuristic, ..SolveConfig::default() };
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let name = format!("{heuristic}, {} squares", board.squares());
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let report = solve(black_box(&board), &config, &limits, &mut ())
                    .expect("the choices go together");
                assert_eq!(report.outcome, Outcome::Stopped(StopReason::Nodes));
                assert_eq!((report.stats.expanded, report.stats.generated), (NODES, generated));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, expand);
criterion_main!(benches);
