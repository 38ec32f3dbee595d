//! How long whole solves take, preparation and replay included.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use sokoban_core::{Board, Level};
use sokoban_search::{HeuristicKind, Limits, Objective, Outcome, SolveConfig, solve};

/// Two boxes, and hardly more to do than to prepare tables: 2 pushes.
const SMALL: &str = "
########
#  .   #
#  $   #
#  @   #
#   $  #
#   .  #
########
";

/// Six boxes that stand in each other's way: 20 pushes.
const CROWDED: &str = "
########
#   ####
#    *+#
# # $*.#
# $$$..#
#    ###
########
";

fn board(text: &str) -> Board {
    let level: Level = text.parse().expect("a well-formed level");
    Board::try_from(&level).expect("a playable level")
}

fn whole_levels(criterion: &mut Criterion) {
    for (name, text, heuristic, pushes, expanded) in [
        ("small, matching", SMALL, HeuristicKind::Matching, 2, 2),
        ("crowded, matching", CROWDED, HeuristicKind::Matching, 20, 99),
        ("crowded, push-distance", CROWDED, HeuristicKind::PushDistance, 20, 1_151),
        ("crowded, zero", CROWDED, HeuristicKind::Zero, 20, 1_452),
    ] {
        let board = board(text);
        let config = SolveConfig { heuristic, ..SolveConfig::default() };
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| {
                let report = solve(black_box(&board), &config, &Limits::default(), &mut ())
                    .expect("the choices go together");
                let Outcome::Solved { counts, optimality, .. } = &report.outcome else {
                    panic!("it can be solved: {:?}", report.outcome);
                };
                assert!(optimality.is_proven(Objective::Pushes));
                assert_eq!((counts.pushes, report.stats.expanded), (pushes, expanded));
            });
        });
    }
}

criterion_group!(benches, whole_levels);
criterion_main!(benches);
