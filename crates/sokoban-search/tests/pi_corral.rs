//! With and without PI-corrals, every search that pushes gives the same optimum.

mod case;
mod random;
mod shipped;

use case::{Case, Truth};
use random::random;
use shipped::shipped;
use sokoban_core::DeadlockConfig;
use sokoban_search::{Algorithm, HeuristicKind, Limits, Macros, SolveConfig, solve};

const WITH: DeadlockConfig = DeadlockConfig::ALL;
const WITHOUT: DeadlockConfig = DeadlockConfig { pi_corral: false, ..WITH };
/// Dead squares left in the space.
const ALONE: DeadlockConfig = DeadlockConfig { pi_corral: true, ..DeadlockConfig::NONE };

/// Judges every kind of search with `deadlocks` against what is known of the level; returns how
/// many states they expanded.
fn judge(case: &Case, deadlocks: DeadlockConfig) -> u64 {
    let mut expanded = 0;
    for algorithm in [Algorithm::AStar, Algorithm::Ida, Algorithm::Bidirectional] {
        // Blind, a search comes to many more states.
        for heuristic in [HeuristicKind::Matching, HeuristicKind::Zero] {
            for &macros in Macros::ALL {
                let config = SolveConfig {
                    algorithm,
                    heuristic,
                    macros,
                    deadlocks,
                    ..SolveConfig::default()
                };
                let report = solve(&case.board, &config, &Limits::default(), &mut ())
                    .expect("the choices go together");
                assert!(case.judge(&report), "{} stopped: {config:?}", case.name);
                expanded += report.stats.expanded;
            }
        }
    }
    expanded
}

#[test]
fn shipped_levels_keep_their_optima() {
    for case in shipped() {
        for deadlocks in [WITH, WITHOUT, ALONE] {
            judge(&case, deadlocks);
        }
    }
}

#[test]
fn random_levels_keep_their_optima() {
    // Walls make doors and passages; every sixth level has a goal more than boxes.
    let shapes = [(7, 7, 3, 8), (9, 5, 2, 5), (8, 7, 3, 14), (9, 6, 3, 12), (7, 6, 4, 4)];
    let (mut with, mut without, mut levels, mut unsolvable) = (0, 0, 0, 0);
    for (_, case) in random(2_000, &shapes, 20_000) {
        levels += 1;
        unsolvable += u32::from(case.truth == Truth::Unsolvable);
        with += judge(&case, WITH);
        without += judge(&case, WITHOUT);
        judge(&case, ALONE);
    }
    assert!(levels > 1_500 && unsolvable > 100, "{levels} levels, {unsolvable} unsolvable");
    assert!(with < without, "{with} states with corrals, {without} without");
}
