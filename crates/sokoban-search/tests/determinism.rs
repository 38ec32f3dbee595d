//! Equal input and configuration give equal reports, whoever watches and whatever else runs.
//!
//! That debug and release builds count alike is held by the snapshots, which both must match.

mod case;
mod published;
mod room;
mod shipped;

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use case::Case;
use published::published;
use room::room;
use shipped::shipped;
use sokoban_search::{
    Algorithm, HeuristicKind, Limits, Observer, Outcome, Progress, SolveConfig, Stats, solve,
};

/// All of a report that may not vary.
type Essence = (Outcome, u32, Stats);

fn essence(case: &Case, config: &SolveConfig, limits: &Limits, by: &mut dyn Observer) -> Essence {
    let report = solve(&case.board, config, limits, by).expect("the choices go together");
    case.judge(&report);
    (report.outcome, report.lower_bound, report.stats)
}

/// The shipped levels, a room, and some of Microban where it is at hand.
fn cases() -> Vec<Case> {
    let mut cases = shipped();
    cases.push(room(14, 14, 8, 4));
    cases.extend(published("microban").into_iter().step_by(5));
    cases
}

fn configs() -> Vec<SolveConfig> {
    let mut configs = Vec::new();
    for &algorithm in Algorithm::ALL {
        for &heuristic in HeuristicKind::ALL.iter().filter(|&&bound| bound != HeuristicKind::Ghosts)
        {
            let config = SolveConfig { algorithm, heuristic, ..SolveConfig::default() };
            configs.push(config);
        }
    }
    configs
}

/// The cap makes stopped searches take part.
fn capped() -> Limits {
    Limits { nodes: Some(2_000), ..Limits::default() }
}

/// Wastes time, which no counter may notice.
struct Dawdler;

impl Observer for Dawdler {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        thread::sleep(Duration::from_micros(50));
        ControlFlow::Continue(())
    }
}

#[test]
fn a_second_run_an_observer_and_wide_limits_change_nothing() {
    let wide = Limits { time: Some(Duration::from_secs(3_600)), bytes: Some(1 << 40), ..capped() };
    for case in cases() {
        for config in configs() {
            let first = essence(&case, &config, &capped(), &mut ());
            assert_eq!(essence(&case, &config, &capped(), &mut ()), first, "{}", case.name);
            assert_eq!(essence(&case, &config, &wide, &mut Dawdler), first, "{}", case.name);
        }
    }
}

#[test]
fn searches_side_by_side_do_not_disturb_each_other() {
    let run_all = || -> Vec<Essence> {
        let config = SolveConfig::default();
        cases().iter().map(|case| essence(case, &config, &capped(), &mut ())).collect()
    };
    let alone = run_all();
    thread::scope(|scope| {
        let others: Vec<_> = (0..4).map(|_| scope.spawn(run_all)).collect();
        for other in others {
            assert_eq!(other.join().expect("no search panics"), alone);
        }
    });
}

/// [`Stats`] keeps its own arithmetic: every successor is a duplicate, deadlocked or stored.
#[test]
fn the_counters_add_up() {
    for case in cases() {
        for config in configs().into_iter().filter(|config| config.algorithm == Algorithm::AStar) {
            let (outcome, _, stats) = essence(&case, &config, &capped(), &mut ());
            if stats.expanded == 0 {
                continue;
            }
            let stored = stats.generated - stats.duplicates - stats.deadlocked;
            assert_eq!(stored + 1, stats.peak_states, "{}: {config:?} {outcome:?}", case.name);
            assert!(stats.expanded - stats.reopened <= stats.peak_states);
            let is_consistent = config.heuristic != HeuristicKind::Conflicts;
            assert!(stats.reopened == 0 || !is_consistent, "{}: {config:?}", case.name);
        }
    }
}
