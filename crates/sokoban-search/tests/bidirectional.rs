//! Bidirectional search agrees with exhaustive search, and what it says when stopped is true.

mod case;
mod random;
mod shipped;

use case::Case;
use random::{Shape, random};
use shipped::shipped;
use sokoban_search::{
    Algorithm, ConfigError, Direction, HeuristicKind, Limits, Macros, Report, SolveConfig,
    StopReason, solve,
};

/// A width, a height, boxes and walls each, with one to four boxes.
const SHAPES: [Shape; 8] = [
    (6, 6, 1, 0),
    (7, 6, 2, 1),
    (8, 6, 3, 2),
    (6, 6, 4, 3),
    (7, 6, 1, 4),
    (8, 6, 2, 5),
    (6, 6, 3, 6),
    (7, 6, 4, 2),
];

fn config(heuristic: HeuristicKind, macros: Macros) -> SolveConfig {
    SolveConfig { algorithm: Algorithm::Bidirectional, heuristic, macros, ..SolveConfig::default() }
}

fn search(case: &Case, config: &SolveConfig, limits: &Limits) -> Report {
    solve(&case.board, config, limits, &mut ()).expect("the configuration is valid")
}

/// The outcome is the truth, and proven.
fn assert_true(case: &Case, config: &SolveConfig) {
    let report = search(case, config, &Limits::default());
    assert!(case.judge(&report), "{} stopped: {config:?}", case.name);
    assert_eq!(report.stopped_by, None, "{} {config:?}", case.name);
}

#[test]
fn agrees_on_the_shipped_levels() {
    for case in shipped() {
        for &macros in Macros::ALL {
            for heuristic in [HeuristicKind::Matching, HeuristicKind::PushDistance] {
                assert_true(&case, &config(heuristic, macros));
            }
        }
        assert_true(&case, &config(HeuristicKind::Zero, Macros::On));
    }
}

#[test]
fn agrees_on_random_levels() {
    for (_, case) in random(1_000, &SHAPES, 2_000_000) {
        for &macros in Macros::ALL {
            assert_true(&case, &config(HeuristicKind::Matching, macros));
        }
    }
}

#[test]
fn what_a_stopped_search_says_is_true() {
    let mut stopped = 0;
    for case in shipped() {
        for nodes in [0, 1, 2, 3, 5, 8, 13, 30, 100, 300] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let report = search(&case, &config(HeuristicKind::Matching, Macros::On), &limits);
            if !case.judge(&report) {
                assert_eq!(report.stopped_by, Some(StopReason::Nodes), "{}", case.name);
                stopped += 1;
            }
        }
    }
    assert!(stopped > 100, "{stopped} searches were stopped");
}

#[test]
fn memory_stays_under_its_limit() {
    for case in shipped() {
        for bytes in [1 << 12, 1 << 14, 1 << 16, 1 << 18] {
            let limits = Limits { bytes: Some(bytes), ..Limits::default() };
            let report = search(&case, &config(HeuristicKind::Matching, Macros::On), &limits);
            case.judge(&report);
            assert!(report.stats.peak_bytes <= bytes, "{} within {bytes}", case.name);
        }
    }
}

#[test]
fn a_direction_of_its_own_is_refused() {
    let case = shipped().swap_remove(0);
    let mut config = config(HeuristicKind::Auto, Macros::On);
    config.direction = Direction::Reverse;
    let error = solve(&case.board, &config, &Limits::default(), &mut ()).expect_err("refused");
    let (algorithm, direction) = (Algorithm::Bidirectional, Direction::Reverse);
    assert_eq!(error, ConfigError::Direction { algorithm, direction });
}
