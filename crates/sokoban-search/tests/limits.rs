//! Each limit ends the search for its own reason, exactly where it says, with a proven bound.

mod case;
mod corridors;
mod herald;
mod room;
mod shipped;

use std::ops::ControlFlow;
use std::time::Duration;

use case::{Case, Truth};
use corridors::two_corridors;
use herald::assert_another_thread_cancels;
use room::{room, walled};
use shipped::shipped;
use sokoban_core::DeadlockConfig;
use sokoban_search::{
    Algorithm, Direction, Finder, HeuristicKind, Limits, Macros, Observer, Outcome, Progress,
    Report, SolveConfig, StopReason, solve,
};

/// Far more states than any of these tests lets a search store.
fn endless() -> Case {
    room(14, 14, 8, 4)
}

fn shipped_level(name: &str) -> Case {
    let found = shipped().into_iter().find(|case| case.name == name);
    found.unwrap_or_else(|| panic!("no level {name} ships"))
}

/// The search that has to store most: no bound, no deadlock test, and no finder, to which a room is
/// no riddle.
fn blind() -> SolveConfig {
    SolveConfig {
        heuristic: HeuristicKind::Zero,
        deadlocks: DeadlockConfig::NONE,
        finder: Finder::Off,
        ..SolveConfig::default()
    }
}

fn run(case: &Case, config: &SolveConfig, limits: &Limits) -> Report {
    let report = solve(&case.board, config, limits, &mut ()).expect("the choices go together");
    case.judge(&report);
    report
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn the_node_limit_is_exact_and_the_bound_only_rises_with_it() {
    let case = shipped_level("six-boxes@1");
    for &algorithm in Algorithm::ALL {
        for &heuristic in HeuristicKind::ALL.iter().filter(|&&bound| bound != HeuristicKind::Ghosts)
        {
            let config = SolveConfig { algorithm, heuristic, ..SolveConfig::default() };
            let whole = run(&case, &config, &Limits::default());
            let enough = whole.stats.expanded;
            let mut bound = 0;
            for limit in [0, 1, 2, 3, 10, 50, enough / 4, enough / 2, enough - 1] {
                let limit = limit.min(enough - 1);
                let report = run(&case, &config, &nodes(limit));
                assert_eq!(report.stopped_by, Some(StopReason::Nodes), "{config:?}");
                assert_eq!(report.stats.expanded, limit, "{config:?}");
                assert!(report.lower_bound >= bound || limit < 10, "{config:?} at {limit}");
                bound = report.lower_bound;
            }
            let report = run(&case, &config, &nodes(enough + 1));
            assert_eq!(report.outcome, whole.outcome, "{config:?}");
            assert_eq!(report.stats, whole.stats, "{config:?}");
        }
    }
}

#[test]
fn the_bound_never_falls_as_the_node_limit_grows() {
    let case = shipped_level("square-block@1");
    for config in [SolveConfig::default(), blind()] {
        let enough = run(&case, &config, &Limits::default()).stats.expanded;
        let mut bound = 0;
        for limit in (0..enough).step_by(enough as usize / 100 + 1) {
            let report = run(&case, &config, &nodes(limit));
            assert!(report.lower_bound >= bound, "{config:?} at {limit}");
            bound = report.lower_bound;
        }
    }
}

/// The algorithms that keep every state they meet.
const STORING: [Algorithm; 5] = [
    Algorithm::Auto,
    Algorithm::AStar,
    Algorithm::Bidirectional,
    Algorithm::Weighted,
    Algorithm::Features,
];

#[test]
fn little_memory_ends_by_memory_and_within_it() {
    let cases = [shipped_level("six-boxes@1"), shipped_level("squares-1083@1"), endless()];
    for case in &cases {
        // IDA* and SMA* go on with little memory; their own tests hold them to it.
        for algorithm in STORING {
            for &heuristic in
                HeuristicKind::ALL.iter().filter(|&&bound| bound != HeuristicKind::Ghosts)
            {
                for deadlocks in [DeadlockConfig::ALL, DeadlockConfig::NONE] {
                    let config =
                        SolveConfig { algorithm, heuristic, deadlocks, ..SolveConfig::default() };
                    let sizes = [0, 1, 1 << 10, 1 << 14, 1 << 16, 100_000, 1 << 18, 1 << 20];
                    for bytes in sizes {
                        let limits = Limits { bytes: Some(bytes), ..Limits::default() };
                        let report = run(case, &config, &limits);
                        assert!(report.stats.peak_bytes <= bytes, "{}: {config:?}", case.name);
                        match report.stopped_by {
                            Some(reason) => assert_eq!(reason, StopReason::Memory),
                            None => {
                                assert!(bytes >= 1 << 14, "{} in {bytes}: {config:?}", case.name)
                            }
                        }
                    }
                }
            }
        }
    }
    for bytes in [0, 1 << 10, 1 << 16, 1 << 20] {
        let limits = Limits { bytes: Some(bytes), ..Limits::default() };
        let report = run(&endless(), &blind(), &limits);
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Memory), "{bytes}");
    }
}

#[test]
fn memory_that_a_search_used_is_enough_for_it() {
    // Corral searches are left out under the smallest limits: their own test is the next one.
    let deadlocks = DeadlockConfig { corral_search: false, ..DeadlockConfig::ALL };
    let config = SolveConfig { deadlocks, ..SolveConfig::default() };
    for case in shipped() {
        let whole = run(&case, &config, &Limits::default());
        let limits = Limits { bytes: Some(whole.stats.peak_bytes), ..Limits::default() };
        let report = run(&case, &config, &limits);
        assert_eq!(report.outcome, whole.outcome, "{}", case.name);
        assert_eq!(report.stats, whole.stats, "{}", case.name);
        if whole.stats.peak_bytes > 0 {
            let limits = Limits { bytes: Some(whole.stats.peak_bytes - 1), ..Limits::default() };
            let report = run(&case, &config, &limits);
            assert_eq!(report.outcome, Outcome::Stopped(StopReason::Memory), "{}", case.name);
        }
    }
}

#[test]
fn corral_searches_are_left_out_under_the_smallest_limits_alone() {
    let without = DeadlockConfig { corral_search: false, ..DeadlockConfig::ALL };
    let without = SolveConfig { deadlocks: without, ..SolveConfig::default() };
    for case in shipped() {
        let all = run(&case, &SolveConfig::default(), &Limits::default());
        let in_bytes = |config: &SolveConfig, bytes: usize| {
            run(&case, config, &Limits { bytes: Some(bytes), ..Limits::default() })
        };
        let (least, less) = (8 << 20, (8 << 20) - 1);
        assert!(all.stats.peak_bytes <= least, "{}: not a small level", case.name);
        assert_eq!(in_bytes(&SolveConfig::default(), least).stats, all.stats, "{}", case.name);
        let left_out = in_bytes(&SolveConfig::default(), less);
        assert_eq!(left_out.stats, in_bytes(&without, less).stats, "{}", case.name);
        assert_eq!(left_out.lower_bound, all.lower_bound, "{}", case.name);
        assert_eq!(left_out.stopped_by, None, "{}", case.name);
    }
}

#[test]
fn no_time_ends_by_time_and_some_time_soon_after_it() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let report = run(&endless(), &blind(), &limits);
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Time));
    assert_eq!(report.stats.expanded, 0);

    let time = Duration::from_millis(50);
    let limits = Limits { time: Some(time), ..Limits::default() };
    let report = run(&endless(), &blind(), &limits);
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Time));
    assert!(report.stats.expanded > 0);
    // Generous, for machines that are busy with something else.
    assert!((time..100 * time).contains(&report.elapsed), "{:?}", report.elapsed);
}

/// Thousands of boxes, each a push away from a goal, on a board of tens of thousands of squares:
/// what is done before the first expansion is large.
fn crowd() -> Case {
    let (columns, rows) = (202, 202);
    let mut floor = vec![vec![' '; columns]; rows];
    for row in floor.iter_mut().skip(1).step_by(2) {
        for squares in row[2..].chunks_exact_mut(4) {
            squares[..2].copy_from_slice(&['$', '.']);
        }
    }
    floor[0][0] = '@';
    let pushes = floor.iter().flatten().filter(|&&symbol| symbol == '$').count() as u32;
    let truth = Truth::Solvable { least: pushes, most: pushes };
    Case::new("a crowd".to_owned(), &walled(&floor), truth)
}

#[test]
fn time_and_token_bind_while_a_large_board_is_made_ready() {
    let case = crowd();
    let kinds =
        [HeuristicKind::Auto, HeuristicKind::Zero, HeuristicKind::Matching, HeuristicKind::Pdb];
    for heuristic in kinds {
        for &direction in Direction::ALL {
            let config = SolveConfig { heuristic, direction, ..SolveConfig::default() };
            let time = Some(Duration::from_millis(20));
            let report = run(&case, &config, &Limits { time, ..Limits::default() });
            assert_eq!(report.outcome, Outcome::Stopped(StopReason::Time), "{config:?}");
            // The machine may be busy; what goes on without a look at the clock takes minutes.
            assert!(report.elapsed < Duration::from_secs(10), "{config:?}: {:?}", report.elapsed);
            let limits = Limits::default();
            limits.cancel.cancel();
            let report = run(&case, &config, &limits);
            assert_eq!(report.outcome, Outcome::Stopped(StopReason::Cancelled), "{config:?}");
            assert!(report.elapsed < Duration::from_secs(10), "{config:?}: {:?}", report.elapsed);
        }
    }
}

#[test]
fn a_cancelled_token_ends_the_search_before_it_begins() {
    let limits = Limits::default();
    limits.cancel.clone().cancel();
    let report = run(&endless(), &blind(), &limits);
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Cancelled));
    assert_eq!(report.stats.expanded, 0);
}

#[test]
fn another_thread_cancels() {
    assert_another_thread_cancels(&endless(), &blind());
}

/// Keeps all that it hears, and breaks off when it has heard `patience` times.
struct Listener {
    heard: Vec<Progress>,
    patience: usize,
}

impl Observer for Listener {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.heard.push(*progress);
        if self.heard.len() < self.patience {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

#[test]
fn an_observer_breaks_off_and_hears_what_the_report_says() {
    let case = endless();
    for patience in [1, 2, 20] {
        let mut listener = Listener { heard: Vec::new(), patience };
        let limits = Limits { bytes: Some(1 << 28), ..Limits::default() };
        let report =
            solve(&case.board, &blind(), &limits, &mut listener).expect("the choices go together");
        assert!(!case.judge(&report));
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Cancelled));
        assert_eq!(listener.heard.len(), patience);
        let last = listener.heard.last().expect("it was heard once");
        assert_eq!(last.expanded, report.stats.expanded);
        assert_eq!(last.generated, report.stats.generated);
        assert_eq!(last.lower_bound, report.lower_bound);
        assert_eq!(last.stored, report.stats.peak_states);
        assert!(last.bytes <= report.stats.peak_bytes && last.elapsed <= report.elapsed);
        for pair in listener.heard.windows(2) {
            assert!(pair[0].expanded < pair[1].expanded);
            assert!(pair[0].lower_bound <= pair[1].lower_bound);
            assert!(pair[0].elapsed <= pair[1].elapsed);
            let work = |progress: &Progress| progress.expanded + progress.generated;
            // About every thousand successors, and one expansion more.
            assert!((1_000..1_200).contains(&(work(&pair[1]) - work(&pair[0]))));
        }
    }
}

/// One box goes down a corridor so long that costs outgrow the narrow records, while another one
/// multiplies the states: the search begins again with wider records, and must go on looking at
/// the clock as often as before.
#[test]
fn a_search_that_begins_again_still_reports_as_often() {
    let case = two_corridors();
    let mut listener = Listener { heard: Vec::new(), patience: usize::MAX };
    let config = SolveConfig {
        algorithm: Algorithm::AStar,
        macros: Macros::Off,
        heuristic: HeuristicKind::Zero,
        ..SolveConfig::default()
    };
    let report = solve(&case.board, &config, &Limits::default(), &mut listener)
        .expect("the choices go together");
    assert!(case.judge(&report));
    let work: Vec<u64> = listener.heard.iter().map(|at| at.expanded + at.generated).collect();
    // A drop is where the search began again. If there is none, then the records have become wider,
    // and this level needs a longer corridor.
    let drops = work.windows(2).filter(|pair| pair[1] < pair[0]).count();
    assert_eq!(drops, 1, "the second search was silent, or there was none");
    for pair in work.windows(2) {
        let since = pair[1].checked_sub(pair[0]).unwrap_or(pair[1]);
        assert!(since <= 1_200, "silent from {} to {}", pair[0], pair[1]);
    }
}
