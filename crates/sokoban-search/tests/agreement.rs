//! Every algorithm with every bound and direction, macros on and off, and every choice of deadlock
//! tests gives the optimum.

mod case;
mod published;
mod random;
mod shipped;

use case::{Case, Truth};
use published::published;
use random::random;
use shipped::{lines, shipped};
use sokoban_core::DeadlockConfig;
use sokoban_search::{
    Algorithm, Direction, HeuristicKind, Limits, Macros, Outcome, Report, SolveConfig, StopReason,
    solve,
};

/// Every test, none, and each one off.
fn deadlock_configs() -> [DeadlockConfig; 7] {
    let all = DeadlockConfig::ALL;
    [
        all,
        DeadlockConfig::NONE,
        DeadlockConfig { dead_squares: false, ..all },
        DeadlockConfig { square_block: false, ..all },
        DeadlockConfig { freeze: false, ..all },
        DeadlockConfig { pi_corral: false, ..all },
        DeadlockConfig { corral_search: false, ..all },
    ]
}

/// The bounds by their own names; what [`HeuristicKind::Auto`] chooses is among them.
fn heuristics() -> impl Iterator<Item = HeuristicKind> {
    let others = [HeuristicKind::Auto, HeuristicKind::Ghosts];
    HeuristicKind::ALL.iter().copied().filter(move |kind| !others.contains(kind))
}

/// Every algorithm, direction and bound, with macros on and off.
fn configs(deadlocks: DeadlockConfig) -> Vec<SolveConfig> {
    let mut configs = Vec::new();
    for &algorithm in Algorithm::ALL {
        // Two algorithms take no other direction.
        let has_one = matches!(algorithm, Algorithm::Bidirectional | Algorithm::Features);
        let directions = if has_one { &[Direction::Forward] } else { Direction::ALL };
        for &direction in directions {
            for heuristic in heuristics() {
                // A bound to goals takes no other direction either.
                if heuristic == HeuristicKind::Conflicts && direction == Direction::Reverse {
                    continue;
                }
                for &macros in Macros::ALL {
                    configs.push(SolveConfig {
                        algorithm,
                        direction,
                        heuristic,
                        macros,
                        deadlocks,
                        ..SolveConfig::default()
                    });
                }
            }
        }
    }
    let (algorithms, heuristics) = (Algorithm::ALL.len(), heuristics().count());
    let both_ways = (2 * algorithms - 2) * (heuristics - 1);
    assert_eq!(configs.len(), (both_ways + algorithms) * 2);
    configs
}

fn run(case: &Case, config: &SolveConfig, nodes: Option<u64>) -> Report {
    let limits = Limits { nodes, ..Limits::default() };
    let report = solve(&case.board, config, &limits, &mut ()).expect("the choices go together");
    if config.algorithm != Algorithm::Auto {
        assert_eq!(report.algorithm, config.algorithm);
    }
    assert_eq!(report.heuristic, config.heuristic);
    assert_eq!(report.direction, config.direction);
    report
}

/// Panics if a report claims what is not so, or if a search without a limit stopped.
fn assert_finishes(case: &Case, config: &SolveConfig) {
    let report = run(case, config, None);
    assert!(case.judge(&report), "{} stopped without a limit: {config:?}", case.name);
}

#[test]
fn every_choice_gives_the_pinned_optimum_of_every_shipped_level() {
    let cases = shipped();
    for deadlocks in [DeadlockConfig::ALL, DeadlockConfig::NONE] {
        for case in &cases {
            for config in configs(deadlocks) {
                assert_finishes(case, &config);
            }
        }
    }
}

/// The deadlock tests belong to the spaces, below the algorithms: one algorithm does for all to show
/// that each of them prunes nothing it must not.
#[test]
fn each_deadlock_test_can_be_switched_off() {
    let deadlocks = deadlock_configs();
    for case in shipped() {
        for config in deadlocks.into_iter().flat_map(configs) {
            if config.algorithm == Algorithm::AStar {
                assert_finishes(&case, &config);
            }
        }
    }
}

/// The levels that are too large to exhaust have no pinned optimum. Those searches that finish
/// within a cap must agree on one, and the bounds that the others prove must not pass it.
#[test]
fn levels_without_a_pinned_optimum_are_agreed_upon() {
    const CAP: u64 = 6_000;
    let unpinned: Vec<_> = lines().into_iter().filter(|line| line.truth.is_none()).collect();
    assert!(unpinned.len() >= 11, "{} levels", unpinned.len());
    for line in unpinned {
        let unknown = Truth::Solvable { least: 0, most: u32::MAX };
        let case = Case::new(line.name.clone(), &line.text, unknown);
        let configs = configs(DeadlockConfig::ALL);
        let reports: Vec<Report> =
            configs.iter().map(|config| run(&case, config, Some(CAP))).collect();
        let proven = reports.iter().filter(|report| report.stopped_by.is_none());
        let optima: Vec<usize> = proven
            .map(|report| match &report.outcome {
                Outcome::Solved { counts, .. } => counts.pushes,
                outcome => panic!("{}: {outcome:?}", line.name),
            })
            .collect();
        assert!(optima.len() >= 10, "{}: only {} searches finished", line.name, optima.len());
        let pushes = u32::try_from(optima[0]).expect("a number of pushes");
        let truth = Truth::Solvable { least: pushes, most: pushes };
        let case = Case::new(line.name, &line.text, truth);
        for report in &reports {
            case.judge(report);
        }
    }
}

#[test]
fn the_default_names_what_it_chose() {
    for case in shipped() {
        let limits = Limits::default();
        let report = solve(&case.board, &SolveConfig::default(), &limits, &mut ())
            .expect("the default is valid");
        assert!(case.judge(&report), "{}", case.name);
        assert_ne!(report.algorithm, Algorithm::Auto);
        assert_ne!(report.heuristic, HeuristicKind::Auto);
        let named = SolveConfig {
            algorithm: report.algorithm,
            heuristic: report.heuristic,
            ..SolveConfig::default()
        };
        let again = run(&case, &named, None);
        assert_eq!(again.stats, report.stats, "{}", case.name);
        assert_eq!(again.outcome, report.outcome, "{}", case.name);
    }
}

#[test]
fn the_first_of_microban_agree_with_the_published_optima() {
    const CAP: u64 = 10_000;
    let cases = published("microban");
    let mut finished = 0;
    for case in cases.iter().take(60) {
        for deadlocks in [DeadlockConfig::ALL, DeadlockConfig::NONE] {
            for config in configs(deadlocks) {
                let report = run(case, &config, Some(CAP));
                if case.judge(&report) {
                    finished += 1;
                } else {
                    assert_eq!(report.stopped_by, Some(StopReason::Nodes), "{config:?}");
                }
            }
        }
    }
    assert!(cases.is_empty() || finished > 250, "only {finished} runs finished");
}

#[test]
fn levels_that_nobody_designed_agree_with_exhaustion() {
    let shapes = [(6, 6, 2, 2), (7, 6, 2, 4), (7, 7, 3, 8), (9, 5, 2, 5), (8, 7, 3, 12)];
    let mut unsolvable = 0;
    for (seed, case) in random(400, &shapes, 20_000) {
        unsolvable += u32::from(case.truth == Truth::Unsolvable);
        // One choice of deadlock tests a level, and each choice with levels of every shape.
        let choices = deadlock_configs();
        let deadlocks = choices[seed / shapes.len() % choices.len()];
        for config in configs(deadlocks) {
            assert_finishes(&case, &config);
        }
    }
    assert!(unsolvable > 25, "only {unsolvable} levels that cannot be solved");
}
