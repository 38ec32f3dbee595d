//! Bidirectional search agrees with exhaustive search, and what it says when stopped is true.

mod truth;

use sokoban_search::{
    Algorithm, ConfigError, Direction, HeuristicKind, Limits, Macros, Objective, Outcome, Report,
    SolveConfig, StopReason, solve,
};
use truth::Truth;

fn config(heuristic: HeuristicKind, macros: Macros) -> SolveConfig {
    SolveConfig { algorithm: Algorithm::Bidirectional, heuristic, macros, ..SolveConfig::default() }
}

fn search(truth: &Truth, config: &SolveConfig, limits: &Limits) -> Report {
    solve(&truth.board, config, limits, &mut ()).expect("the configuration is valid")
}

/// The outcome is the truth, and proven.
fn assert_true(truth: &Truth, config: &SolveConfig) {
    let report = search(truth, config, &Limits::default());
    match (&report.outcome, truth.pushes) {
        (Outcome::Solved { counts, optimality, .. }, Some(pushes)) => {
            assert_eq!(counts.pushes, pushes as usize, "{} {config:?}", truth.name);
            assert!(optimality.is_proven(Objective::Pushes), "{} {config:?}", truth.name);
            assert_eq!(report.stopped_by, None);
        }
        (Outcome::Unsolvable(_), None) => {}
        (outcome, pushes) => panic!("{} {config:?}: {outcome:?}, not {pushes:?}", truth.name),
    }
}

#[test]
fn agrees_on_the_shipped_levels() {
    for truth in truth::shipped() {
        for &macros in Macros::ALL {
            for heuristic in [HeuristicKind::Matching, HeuristicKind::PushDistance] {
                assert_true(&truth, &config(heuristic, macros));
            }
        }
        assert_true(&truth, &config(HeuristicKind::Zero, Macros::On));
    }
}

#[test]
fn agrees_on_random_levels() {
    for truth in truth::random(1_000) {
        for &macros in Macros::ALL {
            assert_true(&truth, &config(HeuristicKind::Matching, macros));
        }
    }
}

#[test]
fn the_lower_bound_of_a_stopped_search_is_true() {
    let mut stopped = 0;
    for truth in truth::shipped() {
        for nodes in [0, 1, 2, 3, 5, 8, 13, 30, 100, 300] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let report = search(&truth, &config(HeuristicKind::Matching, Macros::On), &limits);
            match report.outcome {
                Outcome::Solved { counts, optimality, .. } => {
                    let pushes = truth.pushes.expect("only a solvable level is solved");
                    assert!(counts.pushes >= pushes as usize, "{}", truth.name);
                    assert!(report.lower_bound <= pushes, "{}", truth.name);
                    let is_proven = optimality.is_proven(Objective::Pushes);
                    assert_eq!(is_proven, report.lower_bound as usize == counts.pushes);
                    assert_eq!(report.stopped_by.is_none(), is_proven, "{}", truth.name);
                }
                Outcome::Stopped(reason) => {
                    stopped += 1;
                    assert_eq!(reason, StopReason::Nodes);
                    assert_eq!(report.stopped_by, Some(reason));
                    let is_true = truth.pushes.is_none_or(|pushes| report.lower_bound <= pushes);
                    assert!(is_true, "{} after {nodes}", truth.name);
                }
                Outcome::Unsolvable(_) => assert_eq!(truth.pushes, None, "{}", truth.name),
            }
        }
    }
    assert!(stopped > 100, "{stopped} searches were stopped");
}

#[test]
fn memory_stays_under_its_limit() {
    for truth in truth::shipped() {
        for bytes in [1 << 12, 1 << 14, 1 << 16, 1 << 18] {
            let limits = Limits { bytes: Some(bytes), ..Limits::default() };
            let report = search(&truth, &config(HeuristicKind::Matching, Macros::On), &limits);
            assert!(report.stats.peak_bytes <= bytes, "{}", truth.name);
            let is_true = truth.pushes.is_none_or(|pushes| report.lower_bound <= pushes);
            assert!(is_true, "{} within {bytes}", truth.name);
        }
    }
}

#[test]
fn a_direction_of_its_own_is_refused() {
    let truth = truth::shipped().swap_remove(0);
    let mut config = config(HeuristicKind::Auto, Macros::On);
    config.direction = Direction::Reverse;
    let error = solve(&truth.board, &config, &Limits::default(), &mut ()).expect_err("refused");
    let (algorithm, direction) = (Algorithm::Bidirectional, Direction::Reverse);
    assert_eq!(error, ConfigError::Direction { algorithm, direction });
}
