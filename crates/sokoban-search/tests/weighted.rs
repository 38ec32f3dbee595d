//! Weighted A* proves the optimum in the end, and what it says before is true.

mod case;
mod random;
mod shipped;

use case::{Case, Truth};
use random::{Shape, random};
use shipped::shipped;
use sokoban_search::{
    Algorithm, Anytime, Direction, HeuristicKind, Incumbent, Limits, Macros, Objective, Observer,
    Outcome, Report, SolveConfig, Weight, solve,
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

fn config(hundredths: u32, anytime: Anytime) -> SolveConfig {
    SolveConfig {
        algorithm: Algorithm::Weighted,
        weight: Weight::from_hundredths(hundredths).expect("a weight in range"),
        anytime,
        ..SolveConfig::default()
    }
}

/// Notes the pushes of each incumbent.
#[derive(Default)]
struct Notes(Vec<u32>);

impl Observer for Notes {
    fn incumbent(&mut self, incumbent: &Incumbent) {
        assert!(incumbent.lower_bound <= incumbent.measure);
        self.0.push(incumbent.measure);
    }
}

fn search(case: &Case, config: &SolveConfig, limits: &Limits) -> (Report, Vec<u32>) {
    let mut notes = Notes::default();
    let report = solve(&case.board, config, limits, &mut notes).expect("a valid configuration");
    (report, notes.0)
}

/// What the report of a search that may end unproven says is true.
fn assert_sound(case: &Case, report: &Report) {
    let name = &case.name;
    if let Truth::Solvable { most, .. } = case.truth {
        assert!(report.lower_bound <= most, "{name}: {} > {most}", report.lower_bound);
    }
    match &report.outcome {
        Outcome::Solved { counts, optimality, .. } => {
            let Truth::Solvable { least, .. } = case.truth else { panic!("{name}: {counts:?}") };
            assert!(counts.pushes >= least as usize, "{name}");
            let is_proven = optimality.is_proven(Objective::Pushes);
            assert_eq!(is_proven, report.lower_bound as usize == counts.pushes, "{name}");
            if let Some(factor) = report.suboptimality() {
                assert!(factor * f64::from(least) >= counts.pushes as f64 - 1e-9, "{name}");
            }
        }
        Outcome::Unsolvable(_) => assert_eq!(case.truth, Truth::Unsolvable, "{name}"),
        Outcome::Stopped(reason) => assert_eq!(report.stopped_by, Some(*reason), "{name}"),
    }
}

/// The outcome is the truth, and proven.
fn assert_proven(case: &Case, config: &SolveConfig) {
    let (report, incumbents) = search(case, config, &Limits::default());
    assert!(case.judge(&report), "{} stopped: {config:?}", case.name);
    assert_eq!(report.stopped_by, None);
    assert!(incumbents.is_sorted_by(|before, after| before > after), "{incumbents:?}");
    if let Truth::Solvable { least, .. } = case.truth {
        assert_eq!(report.suboptimality(), Some(1.0), "{} {config:?}", case.name);
        assert_eq!(incumbents.last(), Some(&least), "{} {config:?}", case.name);
    }
}

#[test]
fn ends_proven_optimal_on_the_shipped_levels() {
    for case in shipped() {
        for hundredths in [100, 150, 200, 537, 10_000] {
            for &direction in Direction::ALL {
                for &macros in Macros::ALL {
                    let mut config = config(hundredths, Anytime::On);
                    config.direction = direction;
                    config.macros = macros;
                    assert_proven(&case, &config);
                }
            }
        }
        let mut config = config(300, Anytime::On);
        config.heuristic = HeuristicKind::Manhattan;
        assert_proven(&case, &config);
    }
}

#[test]
fn ends_proven_optimal_on_random_levels() {
    for (_, case) in random(1_000, &SHAPES, 2_000_000) {
        for &direction in Direction::ALL {
            let mut config = config(200, Anytime::On);
            config.direction = direction;
            assert_proven(&case, &config);
        }
    }
}

#[test]
fn stops_at_the_first_solution_where_asked_to() {
    let mut unproven = 0;
    for case in shipped() {
        for hundredths in [100, 500] {
            let (report, found) =
                search(&case, &config(hundredths, Anytime::Off), &Limits::default());
            assert_sound(&case, &report);
            let is_solvable = case.truth != Truth::Unsolvable;
            assert_eq!(matches!(report.outcome, Outcome::Solved { .. }), is_solvable);
            assert_eq!(report.stopped_by, None);
            unproven += usize::from(report.suboptimality().is_some_and(|factor| factor > 1.0));
            assert_eq!(found.is_empty(), !is_solvable, "{}", case.name);
        }
    }
    assert!(unproven > 0, "some first solution is not proven optimal");
}

#[test]
fn what_it_says_when_stopped_is_true() {
    let (mut solved, mut unsolved) = (0, 0);
    for case in shipped().into_iter().chain(random(300, &SHAPES, 2_000_000).map(|(_, case)| case)) {
        for nodes in [0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 80, 160] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (report, _) = search(&case, &config(500, Anytime::On), &limits);
            assert_sound(&case, &report);
            if report.stopped_by.is_some() {
                match report.outcome {
                    Outcome::Solved { .. } => solved += 1,
                    _ => unsolved += 1,
                }
            }
        }
        for bytes in [1 << 13, 1 << 15, 1 << 17] {
            let limits = Limits { bytes: Some(bytes), ..Limits::default() };
            let (report, _) = search(&case, &config(500, Anytime::On), &limits);
            assert_sound(&case, &report);
            assert!(report.stats.peak_bytes <= bytes, "{}", case.name);
        }
    }
    assert!(solved > 0 && unsolved > 100, "{solved} and {unsolved}");
}

#[test]
fn the_objective_any_is_weighted_by_default_and_may_be_proven_by_others() {
    let case = shipped().swap_remove(0);
    let mut config = SolveConfig { objective: Objective::Any, ..SolveConfig::default() };
    let (report, _) = search(&case, &config, &Limits::default());
    assert_eq!(report.algorithm, Algorithm::Weighted);
    config.algorithm = Algorithm::AStar;
    let (report, _) = search(&case, &config, &Limits::default());
    assert_eq!((report.algorithm, report.lower_bound), (Algorithm::AStar, 9));
}
