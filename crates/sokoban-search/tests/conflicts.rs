//! With and without each part of the bound of conflicts, every search gives the same optimum.

mod case;
mod published;
mod random;
mod shipped;

use case::{Case, Truth};
use published::published;
use random::random;
use shipped::shipped;
use sokoban_heuristics::ConflictConfig;
use sokoban_search::{Algorithm, HeuristicKind, Limits, Report, SolveConfig, StopReason, solve};

/// All parts, each one off, each one alone, and none.
fn choices() -> [ConflictConfig; 10] {
    let (all, none) = (ConflictConfig::ALL, ConflictConfig::NONE);
    [
        all,
        ConflictConfig { pairs: false, ..all },
        ConflictConfig { triples: false, ..all },
        ConflictConfig { frozen: false, ..all },
        ConflictConfig { parity: false, ..all },
        ConflictConfig { pairs: true, ..none },
        ConflictConfig { triples: true, ..none },
        ConflictConfig { frozen: true, ..none },
        ConflictConfig { pairs: true, parity: true, ..none },
        none,
    ]
}

fn run(case: &Case, algorithm: Algorithm, parts: ConflictConfig, nodes: Option<u64>) -> Report {
    let config = SolveConfig {
        algorithm,
        heuristic: HeuristicKind::Conflicts,
        conflicts: parts,
        ..SolveConfig::default()
    };
    let limits = Limits { nodes, ..Limits::default() };
    solve(&case.board, &config, &limits, &mut ()).expect("the choices go together")
}

#[test]
fn shipped_levels_keep_their_optima() {
    for case in shipped() {
        for parts in choices() {
            for &algorithm in Algorithm::ALL {
                let report = run(&case, algorithm, parts, None);
                assert!(case.judge(&report), "{}: {algorithm}, {parts:?}", case.name);
            }
        }
    }
}

#[test]
fn random_levels_keep_their_optima() {
    let shapes = [(7, 7, 3, 8), (9, 5, 2, 5), (8, 7, 3, 14), (9, 6, 3, 12), (7, 6, 4, 4)];
    let (mut levels, mut unsolvable) = (0, 0);
    let choices = choices();
    // By choice of parts.
    let mut expanded = [0; 10];
    for (_, case) in random(600, &shapes, 20_000) {
        levels += 1;
        unsolvable += u32::from(case.truth == Truth::Unsolvable);
        for (expanded, &parts) in expanded.iter_mut().zip(&choices) {
            let report = run(&case, Algorithm::AStar, parts, None);
            assert!(case.judge(&report), "{}: {parts:?}", case.name);
            *expanded += report.stats.expanded;
        }
    }
    assert!(levels > 400 && unsolvable > 30, "{levels} levels, {unsolvable} unsolvable");
    // Every part saves expansions; all but parity do so on levels as small as these.
    let [all, no_pairs, no_triples, no_frozen, ..] = expanded;
    assert!(all < no_pairs && all < no_triples && all < no_frozen, "{expanded:?}");
}

#[test]
fn the_first_of_microban_agree_with_the_published_optima() {
    const CAP: u64 = 10_000;
    let cases = published("microban");
    let mut finished = 0;
    for case in cases.iter().take(60) {
        for parts in choices() {
            for algorithm in [Algorithm::AStar, Algorithm::Ida, Algorithm::Bidirectional] {
                let report = run(case, algorithm, parts, Some(CAP));
                if case.judge(&report) {
                    finished += 1;
                } else {
                    assert_eq!(report.stopped_by, Some(StopReason::Nodes), "{}", case.name);
                }
            }
        }
    }
    assert!(cases.is_empty() || finished > 1_000, "only {finished} runs finished");
}

/// Without any part the bound is the matching.
#[test]
fn no_part_expands_what_the_matching_does() {
    for case in shipped() {
        let config = SolveConfig {
            algorithm: Algorithm::AStar,
            heuristic: HeuristicKind::Matching,
            ..SolveConfig::default()
        };
        let matching = solve(&case.board, &config, &Limits::default(), &mut ());
        let matching = matching.expect("the choices go together").stats;
        let conflicts = run(&case, Algorithm::AStar, ConflictConfig::NONE, None).stats;
        assert_eq!(
            (conflicts.expanded, conflicts.generated),
            (matching.expanded, matching.generated),
            "{}",
            case.name
        );
    }
}
