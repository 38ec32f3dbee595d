//! Snapshots of every shipped level's solution and counters: behavior to be reviewed, not truth.
//!
//! `cargo xtask snapshots` writes them, `cargo xtask snapshots --check` and this test compare.

mod case;
mod shipped;

use std::fmt::Write as _;

use shipped::shipped;
use sokoban_search::{
    Algorithm, Direction, HeuristicKind, Limits, Objective, Outcome, Report, SolveConfig, solve,
};

/// Neither time nor bytes: those differ from machine to machine.
fn describe(report: &Report) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &dyn std::fmt::Display| {
        writeln!(text, "{name}: {value}").expect("a string takes any text");
    };
    match &report.outcome {
        Outcome::Solved { solution, counts, optimality } => {
            line(
                "verdict",
                &if optimality.is_proven(Objective::Pushes) { "solved, optimal" } else { "solved" },
            );
            line("solution", solution);
            line("pushes", &counts.pushes);
            line("moves", &counts.moves);
        }
        Outcome::Unsolvable(proof) => line("verdict", &format!("unsolvable: {proof}")),
        Outcome::Stopped(reason) => line("verdict", &format!("stopped by {}", reason.name())),
    }
    line("lower_bound", &report.lower_bound);
    line("expanded", &report.stats.expanded);
    line("generated", &report.stats.generated);
    line("duplicates", &report.stats.duplicates);
    line("deadlocked", &report.stats.deadlocked);
    line("reopened", &report.stats.reopened);
    line("peak_states", &report.stats.peak_states);
    text
}

/// The name of a choice of algorithm, direction and bound that has snapshots, which is the name
/// of its folder. The default choice is the algorithm's name alone.
fn folder(config: &SolveConfig) -> String {
    let mut name = config.algorithm.name().to_owned();
    if config.direction != Direction::default() {
        name = format!("{name}-{}", config.direction);
    }
    if config.heuristic != HeuristicKind::default() {
        name = format!("{name}-{}", config.heuristic);
    }
    name
}

fn check(config: &SolveConfig) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(format!("snapshots/{}", folder(config)));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for case in shipped() {
            let report = solve(&case.board, config, &Limits::default(), &mut ())
                .expect("the choices go together");
            assert!(case.judge(&report), "{} stopped without a limit", case.name);
            insta::assert_snapshot!(case.name.as_str(), describe(&report));
        }
    });
}

#[test]
fn every_algorithm_with_its_default_bound() {
    for &algorithm in Algorithm::ALL.iter().filter(|&&choice| choice != Algorithm::Auto) {
        let config = SolveConfig { algorithm, ..SolveConfig::default() };
        check(&config);
    }
}

/// The weakest and the nearest-goal bound take other paths through the counters than the default.
#[test]
fn astar_with_weaker_bounds() {
    for heuristic in [HeuristicKind::Zero, HeuristicKind::PushDistance] {
        let config =
            SolveConfig { algorithm: Algorithm::AStar, heuristic, ..SolveConfig::default() };
        check(&config);
    }
}
