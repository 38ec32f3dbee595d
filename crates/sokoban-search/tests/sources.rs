//! The levels that the designs behind the suite are shown with: every algorithm gives their pushes,
//! and the moves of the shortest walks between the pushes that it chose.

mod case;
mod shipped;

use shipped::shipped;
use sokoban_search::{
    Algorithm, Direction, HeuristicKind, Limits, Macros, Outcome, SolveConfig, solve,
};

/// The fewest pushes of each level, and the fewest moves of any solution.
const OPTIMA: [(usize, usize); 4] = [(9, 21), (2, 4), (3, 7), (4, 16)];

#[test]
fn every_algorithm_gives_the_values_of_the_designs() {
    let mut cases = shipped();
    cases.retain(|case| case.name.starts_with("sources@"));
    assert_eq!(cases.len(), OPTIMA.len());
    for (case, (pushes, least_moves)) in cases.iter().zip(OPTIMA) {
        for &algorithm in Algorithm::ALL {
            for &direction in Direction::ALL {
                let has_one = matches!(algorithm, Algorithm::Bidirectional | Algorithm::Features);
                if has_one && direction == Direction::Reverse {
                    continue;
                }
                for &heuristic in
                    HeuristicKind::ALL.iter().filter(|&&bound| bound != HeuristicKind::Ghosts)
                {
                    if heuristic == HeuristicKind::Conflicts && direction == Direction::Reverse {
                        continue;
                    }
                    for &macros in Macros::ALL {
                        let config = SolveConfig {
                            algorithm,
                            direction,
                            heuristic,
                            macros,
                            ..SolveConfig::default()
                        };
                        let report = solve(&case.board, &config, &Limits::default(), &mut ())
                            .expect("the choices go together");
                        // The judge walks the shortest ways between the pushes and compares.
                        assert!(case.judge(&report), "{} stopped: {config:?}", case.name);
                        let Outcome::Solved { counts, .. } = report.outcome else {
                            panic!("{} is not solved: {config:?}", case.name);
                        };
                        assert_eq!(counts.pushes, pushes, "{} {config:?}", case.name);
                        assert!(counts.moves >= least_moves, "{} {config:?}", case.name);
                    }
                }
            }
        }
    }
}
