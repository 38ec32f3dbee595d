//! Verdicts and optima do not depend on the number of threads, and limits bind all of them together.

mod case;
mod corridors;
mod herald;
mod published;
mod random;
mod room;
mod shipped;

use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

use case::{Case, Truth};
use corridors::two_corridors;
use herald::assert_another_thread_cancels;
use published::published;
use random::random;
use room::room;
use shipped::shipped;
use sokoban_core::DeadlockConfig;
use sokoban_search::{
    Algorithm, Direction, HeuristicKind, Incumbent, Limits, Macros, Observer, Outcome, Progress,
    Proof, Report, SolveConfig, StopReason, Threads, solve,
};

fn threads(count: usize) -> Threads {
    Threads::new(count).expect("a number of threads")
}

/// The searches that share out their states, with bounds that are consistent and one that is not.
fn configs() -> Vec<SolveConfig> {
    let mut configs = Vec::new();
    for heuristic in [HeuristicKind::Zero, HeuristicKind::Matching, HeuristicKind::Conflicts] {
        for algorithm in [Algorithm::AStar, Algorithm::Bidirectional, Algorithm::Auto] {
            configs.push(SolveConfig { algorithm, heuristic, ..SolveConfig::default() });
        }
    }
    for heuristic in [HeuristicKind::PushDistance, HeuristicKind::Pdb] {
        let algorithm = Algorithm::AStar;
        let direction = Direction::Reverse;
        configs.push(SolveConfig { algorithm, direction, heuristic, ..SolveConfig::default() });
        let macros = Macros::Off;
        configs.push(SolveConfig { algorithm, macros, heuristic, ..SolveConfig::default() });
    }
    configs
}

fn run(case: &Case, config: &SolveConfig, limits: &Limits) -> Report {
    let report = solve(&case.board, config, limits, &mut ()).expect("the choices go together");
    case.judge(&report);
    report
}

fn assert_finishes(case: &Case, config: &SolveConfig) -> Report {
    let report = solve(&case.board, config, &Limits::default(), &mut ());
    let report = report.expect("the choices go together");
    assert!(case.judge(&report), "{} stopped without a limit: {config:?}", case.name);
    report
}

#[test]
fn any_number_of_threads_gives_the_pinned_optimum_of_every_shipped_level() {
    for (number, case) in shipped().into_iter().enumerate() {
        for (turn, config) in configs().into_iter().enumerate() {
            let alone = assert_finishes(&case, &config);
            // Eight threads with every fourth, to save time.
            for count in [2, if (number + turn) % 4 == 0 { 8 } else { 3 }] {
                let report =
                    assert_finishes(&case, &SolveConfig { threads: threads(count), ..config });
                assert_eq!(report.algorithm, alone.algorithm);
                assert_eq!(report.heuristic, alone.heuristic);
                match (&report.outcome, &alone.outcome) {
                    (Outcome::Unsolvable(proof), Outcome::Unsolvable(same)) => {
                        assert_eq!(proof, same, "{}: {config:?}", case.name);
                    }
                    _ => assert_eq!(report.lower_bound, alone.lower_bound, "{}", case.name),
                }
            }
        }
    }
}

#[test]
fn random_levels_solvable_or_not() {
    let shapes = [(6, 6, 2, 6), (7, 7, 3, 8), (8, 7, 4, 9), (9, 6, 3, 4)];
    let mut unsolvable = 0;
    for (seed, case) in random(160, &shapes, 60_000) {
        unsolvable += usize::from(case.truth == Truth::Unsolvable);
        let configs = configs();
        let config = configs[seed % configs.len()];
        for deadlocks in [DeadlockConfig::ALL, DeadlockConfig::NONE] {
            for count in [2, 3, 8] {
                let config = SolveConfig { threads: threads(count), deadlocks, ..config };
                assert_finishes(&case, &config);
            }
        }
    }
    assert!(unsolvable >= 10, "{unsolvable} unsolvable levels");
}

#[test]
fn run_after_run_gives_the_same_optimum() {
    let cases: Vec<Case> =
        shipped().into_iter().filter(|case| case.name == "six-boxes@1").collect();
    assert_eq!(cases.len(), 1);
    for config in configs() {
        for round in 0..30 {
            let threads = threads(2 + round % 3);
            assert_finishes(&cases[0], &SolveConfig { threads, ..config });
        }
    }
}

#[test]
fn published_levels_that_take_longer() {
    for case in published("microban").into_iter().step_by(7) {
        for algorithm in [Algorithm::AStar, Algorithm::Bidirectional] {
            for heuristic in [HeuristicKind::Matching, HeuristicKind::Conflicts] {
                let config = SolveConfig {
                    algorithm,
                    heuristic,
                    threads: threads(2),
                    ..SolveConfig::default()
                };
                let limits = Limits { nodes: Some(20_000), ..Limits::default() };
                run(&case, &config, &limits);
            }
        }
    }
}

/// Far more states than any of these tests lets a search store.
fn endless() -> Case {
    room(14, 14, 8, 4)
}

fn blind(count: usize) -> SolveConfig {
    SolveConfig {
        algorithm: Algorithm::AStar,
        heuristic: HeuristicKind::Zero,
        deadlocks: DeadlockConfig::NONE,
        threads: threads(count),
        ..SolveConfig::default()
    }
}

/// The same both ways.
fn blind_both_ways(count: usize) -> SolveConfig {
    SolveConfig { algorithm: Algorithm::Bidirectional, ..blind(count) }
}

#[test]
fn the_node_limit_is_exact_for_all_threads_together() {
    for config in [blind(2), blind(3), blind_both_ways(2), blind_both_ways(8)] {
        for nodes in [0, 1, 2, 7, 100, 5_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let report = run(&endless(), &config, &limits);
            assert_eq!(report.outcome, Outcome::Stopped(StopReason::Nodes), "{config:?}");
            assert_eq!(report.stats.expanded, nodes, "{config:?}");
        }
    }
}

#[test]
fn auto_counts_its_first_try_against_the_node_limit() {
    let config = SolveConfig { threads: threads(2), ..SolveConfig::default() };
    for nodes in [999, 1_000, 1_001, 3_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = run(&room(14, 14, 8, 6), &config, &limits);
        if report.stopped_by.is_some() {
            assert_eq!(report.stats.expanded, nodes);
        }
    }
}

#[test]
fn the_memory_limit_is_one_for_all_threads() {
    for config in [blind(2), blind(8), blind_both_ways(2), blind_both_ways(8)] {
        for bytes in [0, 1, 1 << 10, 1 << 14, 1 << 16, 100_000, 1 << 18, 1 << 20, 1 << 24] {
            let limits = Limits { bytes: Some(bytes), ..Limits::default() };
            let report = run(&endless(), &config, &limits);
            assert_eq!(report.outcome, Outcome::Stopped(StopReason::Memory), "{config:?}");
            assert!(report.stats.peak_bytes <= bytes, "{config:?}");
        }
    }
    // So little room that there may be no second thread is no reason to fail.
    for case in shipped().into_iter().step_by(3) {
        for config in configs() {
            let alone = assert_finishes(&case, &config);
            let limits = Limits { bytes: Some(alone.stats.peak_bytes), ..Limits::default() };
            let report = run(&case, &SolveConfig { threads: threads(2), ..config }, &limits);
            assert!(report.stats.peak_bytes <= alone.stats.peak_bytes, "{}", case.name);
            let is_memory = report.stopped_by.is_none_or(|reason| reason == StopReason::Memory);
            assert!(is_memory, "{}: {config:?}", case.name);
        }
    }
}

#[test]
fn time_ends_all_threads() {
    for config in [blind(2), blind_both_ways(3)] {
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let report = run(&endless(), &config, &limits);
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Time));
        assert_eq!(report.stats.expanded, 0);
        let time = Duration::from_millis(50);
        let limits = Limits { time: Some(time), ..Limits::default() };
        let report = run(&endless(), &config, &limits);
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Time));
        assert!(report.stats.expanded > 0 && report.lower_bound > 0);
        assert!((time..100 * time).contains(&report.elapsed), "{:?}", report.elapsed);
    }
}

#[test]
fn a_token_ends_all_threads() {
    assert_another_thread_cancels(&endless(), &blind(3));
}

/// Keeps all that it hears, and breaks off or panics when it has heard enough.
#[derive(Default)]
struct Listener {
    heard: Vec<Progress>,
    incumbents: Vec<Incumbent>,
    patience: Option<usize>,
    is_clumsy: bool,
}

impl Observer for Listener {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.heard.push(*progress);
        if self.patience.is_none_or(|patience| self.heard.len() < patience) {
            return ControlFlow::Continue(());
        }
        assert!(!self.is_clumsy, "a bug on purpose");
        ControlFlow::Break(())
    }

    fn incumbent(&mut self, incumbent: &Incumbent) {
        self.incumbents.push(*incumbent);
    }
}

#[test]
fn an_observer_hears_of_the_search_and_breaks_off() {
    let case = endless();
    for patience in [1, 2, 8] {
        let mut listener = Listener { patience: Some(patience), ..Listener::default() };
        let limits = Limits { bytes: Some(1 << 28), ..Limits::default() };
        let report = solve(&case.board, &blind(2), &limits, &mut listener);
        let report = report.expect("the choices go together");
        assert!(!case.judge(&report));
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Cancelled));
        assert_eq!(listener.heard.len(), patience);
        for pair in listener.heard.windows(2) {
            assert!(pair[0].expanded <= pair[1].expanded);
            assert!(pair[0].lower_bound <= pair[1].lower_bound);
            assert!(pair[0].elapsed <= pair[1].elapsed);
        }
        let last = listener.heard.last().expect("it was heard once");
        assert!(last.expanded <= report.stats.expanded);
        assert!(last.bytes <= report.stats.peak_bytes);
    }
}

#[test]
fn an_observer_that_panics_leaves_no_thread_behind() {
    let case = endless();
    let mut listener = Listener { patience: Some(3), is_clumsy: true, ..Listener::default() };
    let searched = panic::catch_unwind(AssertUnwindSafe(|| {
        solve(&case.board, &blind(3), &Limits::default(), &mut listener)
    }));
    assert!(searched.is_err(), "the panic arrives, and all threads have ended by then");
}

#[test]
fn the_counters_add_up() {
    for case in shipped() {
        for config in configs() {
            // Both ways, what a path leads through that is no shorter than the best is not stored.
            if config.algorithm != Algorithm::AStar {
                continue;
            }
            let config = SolveConfig { threads: threads(3), ..config };
            let Report { stats, outcome, .. } = assert_finishes(&case, &config);
            if stats.expanded == 0 || config.direction == Direction::Reverse {
                continue;
            }
            let stored = stats.generated - stats.duplicates - stats.deadlocked + 1;
            assert!(stored >= stats.peak_states, "{}: {config:?} {outcome:?}", case.name);
            assert!(stats.expanded - stats.reopened <= stats.peak_states);
            if outcome == Outcome::Unsolvable(Proof::Exhausted) {
                assert_eq!(stored, stats.peak_states, "{}: {config:?}", case.name);
            }
        }
    }
}

/// Costs outgrow the narrow records while other states multiply: the search begins again.
#[test]
fn records_grow_wider() {
    let case = two_corridors();
    for config in [blind(2), blind_both_ways(3)] {
        assert_finishes(&case, &SolveConfig { macros: Macros::Off, ..config });
    }
}
