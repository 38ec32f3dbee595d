//! A level without a solution is proven to have none, by the proof that applies, and a search that
//! a limit ended never claims so.

mod case;
mod shipped;

use case::{Case, Truth};
use shipped::shipped;
use sokoban_core::{Deadlock, DeadlockConfig};
use sokoban_search::{
    Algorithm, HeuristicKind, Limits, Outcome, Proof, Report, SolveConfig, StopReason, solve,
};

fn run(case: &Case, config: &SolveConfig, limits: &Limits) -> Report {
    let report = solve(&case.board, config, limits, &mut ()).expect("the choices go together");
    case.judge(&report);
    report
}

fn unsolvable() -> Vec<Case> {
    let cases: Vec<Case> =
        shipped().into_iter().filter(|case| case.name.starts_with("unsolvable-")).collect();
    assert!(cases.len() >= 6, "{} levels", cases.len());
    cases
}

fn config(heuristic: HeuristicKind, deadlocks: DeadlockConfig) -> SolveConfig {
    SolveConfig { heuristic, deadlocks, ..SolveConfig::default() }
}

#[test]
fn each_level_by_the_proof_that_applies() {
    let proofs = [
        ("unsolvable-corner@1", Proof::DeadlockedStart(Deadlock::DeadSquare)),
        ("unsolvable-exhausted@1", Proof::Exhausted),
        // No goal lies in the row of the pair, so that each box is dead on its own, too.
        ("unsolvable-frozen-pair@1", Proof::DeadlockedStart(Deadlock::DeadSquare)),
        ("unsolvable-matching@1", Proof::InfiniteBound),
        ("unsolvable-no-push@1", Proof::DeadlockedStart(Deadlock::SquareBlock)),
        ("unsolvable-wrong-side@1", Proof::InfiniteBound),
    ];
    for case in unsolvable() {
        let (_, proof) = proofs.iter().find(|(name, _)| *name == case.name).expect("a known level");
        let config = config(HeuristicKind::Matching, DeadlockConfig::ALL);
        let report = run(&case, &config, &Limits::default());
        assert_eq!(report.outcome, Outcome::Unsolvable(*proof), "{}", case.name);
    }
}

/// With the tests before it off, each test names what it sees; with all off, the search finds out.
#[test]
fn each_test_names_a_deadlocked_start() {
    // Each box and a wall hold the other, as no square block does; one of them is dead as well.
    let skewed = "#######\n#@    #\n#  #$ #\n#   $##\n#..   #\n#######\n";
    let pair = "#######\n# $$  #\n#  @  #\n# ..  #\n#######\n";
    let all = DeadlockConfig::ALL;
    let no_dead_squares = DeadlockConfig { dead_squares: false, ..all };
    let freeze_only = DeadlockConfig { square_block: false, ..no_dead_squares };
    for (text, deadlocks, proof) in [
        (skewed, all, Proof::DeadlockedStart(Deadlock::DeadSquare)),
        (skewed, no_dead_squares, Proof::DeadlockedStart(Deadlock::Freeze)),
        (pair, no_dead_squares, Proof::DeadlockedStart(Deadlock::SquareBlock)),
        (pair, freeze_only, Proof::DeadlockedStart(Deadlock::Freeze)),
        (skewed, DeadlockConfig::NONE, Proof::Exhausted),
        (pair, DeadlockConfig::NONE, Proof::Exhausted),
    ] {
        let case = Case::new("two frozen boxes".to_owned(), text, Truth::Unsolvable);
        let report = run(&case, &config(HeuristicKind::Zero, deadlocks), &Limits::default());
        assert_eq!(report.outcome, Outcome::Unsolvable(proof), "{text}with {deadlocks:?}");
    }
}

#[test]
fn without_bound_and_tests_every_state_is_searched() {
    let config = config(HeuristicKind::Zero, DeadlockConfig::NONE);
    for case in unsolvable() {
        let report = run(&case, &config, &Limits::default());
        assert_eq!(report.outcome, Outcome::Unsolvable(Proof::Exhausted), "{}", case.name);
        assert_eq!(report.stats.expanded, report.stats.peak_states, "{}", case.name);
        assert_eq!(report.stats.deadlocked, 0, "{}", case.name);
    }
}

/// The box alone could be pushed to the goal, but not by a player who is shut off from its left.
#[test]
fn a_player_on_the_wrong_side_is_found_by_bound_or_by_search() {
    let name = "unsolvable-wrong-side@1";
    let case = unsolvable().into_iter().find(|case| case.name == name).expect("it ships");
    for (heuristic, proof) in [
        (HeuristicKind::Manhattan, Proof::Exhausted),
        (HeuristicKind::PushDistance, Proof::InfiniteBound),
        (HeuristicKind::Matching, Proof::InfiniteBound),
        (HeuristicKind::MatchingManhattan, Proof::Exhausted),
    ] {
        let report = run(&case, &config(heuristic, DeadlockConfig::ALL), &Limits::default());
        assert_eq!(report.outcome, Outcome::Unsolvable(proof), "{heuristic}");
    }
}

#[test]
fn a_limit_that_suffices_proves_and_one_less_stops() {
    for case in unsolvable() {
        for &algorithm in Algorithm::ALL {
            for &heuristic in
                HeuristicKind::ALL.iter().filter(|&&bound| bound != HeuristicKind::Ghosts)
            {
                for deadlocks in [DeadlockConfig::ALL, DeadlockConfig::NONE] {
                    let mut config = config(heuristic, deadlocks);
                    config.algorithm = algorithm;
                    let whole = run(&case, &config, &Limits::default());
                    let is_proven = matches!(whole.outcome, Outcome::Unsolvable(_));
                    assert!(is_proven, "{}: {config:?}", case.name);
                    let limits = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
                    let enough = run(&case, &config, &limits(whole.stats.expanded));
                    assert_eq!(enough.outcome, whole.outcome, "{}: {config:?}", case.name);
                    if let Some(less) = whole.stats.expanded.checked_sub(1) {
                        let stopped = run(&case, &config, &limits(less)).outcome;
                        assert_eq!(stopped, Outcome::Stopped(StopReason::Nodes), "{}", case.name);
                    }
                }
            }
        }
    }
}
