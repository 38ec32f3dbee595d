//! Every algorithm with every bound, direction and choice of deadlock tests gives the optimum.

mod case;
mod published;
mod shipped;

use case::{Case, Truth};
use published::published;
use shipped::shipped;
use sokoban_core::DeadlockConfig;
use sokoban_oracle::{Grid, Least, least_pushes, random_level};
use sokoban_search::{
    Algorithm, Direction, HeuristicKind, Limits, Report, SolveConfig, StopReason, solve,
};

/// Every test, none, and each one off.
fn deadlock_configs() -> [DeadlockConfig; 5] {
    let all = DeadlockConfig::ALL;
    [
        all,
        DeadlockConfig::NONE,
        DeadlockConfig { dead_squares: false, ..all },
        DeadlockConfig { square_block: false, ..all },
        DeadlockConfig { freeze: false, ..all },
    ]
}

/// Every algorithm, direction and bound by its own name; what [`Algorithm::Auto`] and
/// [`HeuristicKind::Auto`] choose is among them.
fn configs(deadlocks: DeadlockConfig) -> Vec<SolveConfig> {
    let mut configs = Vec::new();
    for &algorithm in Algorithm::ALL.iter().filter(|&&choice| choice != Algorithm::Auto) {
        for &direction in Direction::ALL {
            for &heuristic in HeuristicKind::ALL.iter().filter(|&&kind| kind != HeuristicKind::Auto)
            {
                let config = SolveConfig {
                    algorithm,
                    direction,
                    heuristic,
                    deadlocks,
                    ..SolveConfig::default()
                };
                configs.push(config);
            }
        }
    }
    configs
}

/// The report, or none for choices that do not go together, which an error says.
fn run(case: &Case, config: &SolveConfig, nodes: Option<u64>) -> Option<Report> {
    let limits = Limits { nodes, ..Limits::default() };
    solve(&case.board, config, &limits, &mut ()).ok()
}

#[test]
fn every_choice_gives_the_pinned_optimum_of_every_shipped_level() {
    let cases = shipped();
    assert!(cases.len() > 60, "{} levels", cases.len());
    for case in &cases {
        for deadlocks in deadlock_configs() {
            let mut runs = 0;
            for config in configs(deadlocks) {
                let Some(report) = run(case, &config, None) else { continue };
                let finished = case.judge(&report);
                assert!(finished, "{} stopped without a limit: {config:?}", case.name);
                assert_eq!(report.algorithm, config.algorithm);
                assert_eq!(report.heuristic, config.heuristic);
                assert_eq!(report.direction, config.direction);
                runs += 1;
            }
            assert!(runs > 0, "no choice goes together with {deadlocks:?}");
        }
    }
}

#[test]
fn the_default_names_what_it_chose() {
    for case in shipped() {
        let report = run(&case, &SolveConfig::default(), None).expect("the default is valid");
        assert!(case.judge(&report), "{}", case.name);
        assert_ne!(report.algorithm, Algorithm::Auto);
        assert_ne!(report.heuristic, HeuristicKind::Auto);
        let named = SolveConfig {
            algorithm: report.algorithm,
            heuristic: report.heuristic,
            ..SolveConfig::default()
        };
        let again = run(&case, &named, None).expect("what was chosen is valid");
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
                let Some(report) = run(case, &config, Some(CAP)) else { continue };
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
    for seed in 0..600_u64 {
        let (width, height, boxes, walls) = shapes[seed as usize % shapes.len()];
        let text = random_level(seed, width, height, boxes, walls);
        let truth = match least_pushes(&Grid::from_xsb(&text), 20_000) {
            Least::Found(pushes) => Truth::Solvable { least: pushes, most: pushes },
            Least::Unsolvable => Truth::Unsolvable,
            Least::TooLarge => continue,
        };
        unsolvable += u32::from(truth == Truth::Unsolvable);
        let case = Case::new(format!("random_level({seed}, ..)\n{text}"), &text, truth);
        for deadlocks in deadlock_configs() {
            for config in configs(deadlocks) {
                let Some(report) = run(&case, &config, None) else { continue };
                assert!(case.judge(&report), "{} stopped: {config:?}", case.name);
            }
        }
    }
    assert!(unsolvable > 40, "only {unsolvable} levels that cannot be solved");
}
