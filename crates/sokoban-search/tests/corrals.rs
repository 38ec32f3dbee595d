//! With and without what is known of corrals, every search that pushes gives the same optimum.

mod case;
mod random;
mod shipped;

use case::{Case, Truth};
use random::random;
use shipped::shipped;
use sokoban_core::DeadlockConfig;
use sokoban_search::{Algorithm, HeuristicKind, Limits, Macros, SolveConfig, solve};

const WITH: DeadlockConfig = DeadlockConfig::ALL;
const WITHOUT: DeadlockConfig = DeadlockConfig::BOXES;
const NO_SEARCH: DeadlockConfig = DeadlockConfig { corral_search: false, ..WITH };
/// Each alone, with dead squares left in the space.
const PI_ALONE: DeadlockConfig = DeadlockConfig { pi_corral: true, ..DeadlockConfig::NONE };
const SEARCH_ALONE: DeadlockConfig = DeadlockConfig { corral_search: true, ..DeadlockConfig::NONE };

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
    let mut expanded = [0; 5];
    for case in shipped() {
        let configs = [WITH, NO_SEARCH, WITHOUT, PI_ALONE, SEARCH_ALONE];
        for (sum, deadlocks) in expanded.iter_mut().zip(configs) {
            *sum += judge(&case, deadlocks);
        }
    }
    let [with, no_search, without, ..] = expanded;
    assert!(with < no_search && no_search < without, "{expanded:?}");
}

#[test]
fn random_levels_keep_their_optima() {
    // Walls make doors and passages; every sixth level has a goal more than boxes.
    let shapes = [(7, 7, 3, 8), (9, 5, 2, 5), (8, 7, 3, 14), (9, 6, 3, 12), (7, 6, 4, 4)];
    let (mut with, mut no_search, mut without) = (0, 0, 0);
    let (mut levels, mut unsolvable) = (0, 0);
    for (_, case) in random(1_500, &shapes, 20_000) {
        levels += 1;
        unsolvable += u32::from(case.truth == Truth::Unsolvable);
        with += judge(&case, WITH);
        no_search += judge(&case, NO_SEARCH);
        without += judge(&case, WITHOUT);
        judge(&case, PI_ALONE);
        judge(&case, SEARCH_ALONE);
    }
    assert!(levels > 1_100 && unsolvable > 100, "{levels} levels, {unsolvable} unsolvable");
    // Few of these levels are long enough for corral searches to begin.
    assert!(with <= no_search && no_search < without, "{with}, {no_search}, {without} states");
}
