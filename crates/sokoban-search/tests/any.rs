//! The search for any solution and the improver: their verdicts against exhaustive search.

use sokoban_core::{Board, Level};
use sokoban_oracle::{Grid, Least, least_pushes, random_level};
use sokoban_search::{
    Algorithm, Anytime, Limits, Objective, Outcome, Report, SolveConfig, StopReason, Threads,
    improve, solve,
};

fn board(text: &str) -> Board {
    Board::try_from(&text.parse::<Level>().expect("a level")).expect("a board")
}

fn run(board: &Board, config: &SolveConfig, limits: &Limits) -> Report {
    solve(board, config, limits, &mut ()).expect("the choices go together")
}

/// The pushes of the solution, replayed anew; none if it is proven that there is none.
fn pushes(board: &Board, report: &Report) -> Option<usize> {
    match &report.outcome {
        Outcome::Solved { solution, counts, .. } => {
            let replayed = solution.replay(board).expect("a solution");
            assert_eq!(replayed, *counts);
            assert!(report.lower_bound as usize <= counts.pushes);
            Some(counts.pushes)
        }
        Outcome::Unsolvable(_) => None,
        Outcome::Stopped(reason) => panic!("stopped by {}", reason.name()),
    }
}

/// Random levels with their optima, none for those without a solution.
fn levels() -> Vec<(String, Option<usize>)> {
    let shapes = [(7, 6, 2, 3), (6, 6, 3, 0), (8, 7, 3, 6), (7, 7, 4, 2), (9, 8, 4, 10)];
    let mut levels = Vec::new();
    for seed in 0..120 {
        let (width, height, boxes, walls) = shapes[seed as usize % shapes.len()];
        let text = random_level(seed, width, height, boxes, walls);
        match least_pushes(&Grid::from_xsb(&text), 60_000) {
            Least::Found(least) => levels.push((text, Some(least as usize))),
            Least::Unsolvable => levels.push((text, None)),
            Least::TooLarge => {}
        }
    }
    let unsolvable = levels.iter().filter(|(_, least)| least.is_none()).count();
    assert!(unsolvable >= 10 && levels.len() - unsolvable >= 50);
    levels
}

#[test]
fn what_it_finds_is_a_solution_and_what_it_proves_is_so() {
    let two = Threads::new(2).expect("two");
    for (text, least) in levels() {
        let board = board(&text);
        for threads in [Threads::ONE, two] {
            for anytime in [Anytime::On, Anytime::Off] {
                for objective in [Objective::Any, Objective::Pushes] {
                    let config = SolveConfig {
                        algorithm: Algorithm::Features,
                        objective,
                        anytime,
                        threads,
                        ..SolveConfig::default()
                    };
                    let report = run(&board, &config, &Limits::default());
                    let found = pushes(&board, &report);
                    assert_eq!(found.is_some(), least.is_some(), "{config:?}\n{text}");
                    let Some((found, least)) = found.zip(least) else { continue };
                    assert!(found >= least && report.lower_bound as usize <= least, "{text}");
                    if anytime == Anytime::On {
                        assert_eq!((found, report.lower_bound as usize), (least, least), "{text}");
                    }
                }
            }
        }
    }
}

#[test]
fn one_thread_does_the_same_every_time() {
    let config = SolveConfig {
        algorithm: Algorithm::Features,
        objective: Objective::Any,
        ..SolveConfig::default()
    };
    for seed in 0..6 {
        let board = board(&random_level(seed, 12, 11, 8, 14));
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let (first, second) = (run(&board, &config, &limits), run(&board, &config, &limits));
        assert_eq!(first.outcome, second.outcome);
        assert_eq!((first.lower_bound, first.stats), (second.lower_bound, second.stats));
        assert!(first.stats.expanded <= 3_000);
    }
}

#[test]
fn what_is_improved_is_never_worse_and_never_below_the_optimum() {
    let mut shorter = 0;
    for (text, least) in levels() {
        let Some(least) = least else { continue };
        let board = board(&text);
        let config = SolveConfig {
            algorithm: Algorithm::Features,
            objective: Objective::Any,
            anytime: Anytime::Off,
            ..SolveConfig::default()
        };
        let first = run(&board, &config, &Limits::default());
        let Outcome::Solved { solution, counts, .. } = &first.outcome else { panic!() };
        for threads in [Threads::ONE, Threads::new(2).expect("two")] {
            let config = SolveConfig { threads, ..SolveConfig::default() };
            let better = improve(&board, solution, &config, &Limits::default(), &mut ());
            let better = better.expect("a solution");
            let found = pushes(&board, &better).expect("it has one");
            assert!((least..=counts.pushes).contains(&found), "{text}");
            // A* of a few thousand expansions settles levels as small as these.
            assert_eq!(better.lower_bound as usize, least);
            shorter += usize::from(found < counts.pushes);
        }
    }
    assert!(shorter >= 10, "{shorter}");
}

/// What the first try may expand is no limit that anyone has set.
#[test]
fn with_little_memory_no_limit_is_told_but_that() {
    let mut stopped = 0;
    for seed in [54, 235, 251, 282] {
        let board = board(&random_level(seed, 16, 13, 12, 30));
        let config = SolveConfig { objective: Objective::Any, ..SolveConfig::default() };
        for kibibytes in [300, 600, 1_000, 1_500, 2_000] {
            let limits = Limits { bytes: Some(kibibytes << 10), ..Limits::default() };
            let report = run(&board, &config, &limits);
            assert!(report.stats.peak_bytes <= kibibytes << 10);
            let reason = report.stopped_by;
            assert!(matches!(reason, None | Some(StopReason::Memory)), "{kibibytes}: {reason:?}");
            stopped += usize::from(reason.is_some());
        }
    }
    assert!(stopped >= 4, "{stopped}");
}

#[test]
fn no_thread_expands_beyond_the_limit() {
    let two = Threads::new(2).expect("two");
    for seed in 0..4 {
        let board = board(&random_level(seed, 14, 13, 9, 16));
        for (nodes, anytime) in [100, 1_000, 3_000]
            .into_iter()
            .flat_map(|nodes| [Anytime::On, Anytime::Off].map(|anytime| (nodes, anytime)))
        {
            let config = SolveConfig {
                algorithm: Algorithm::Features,
                objective: Objective::Any,
                threads: two,
                anytime,
                ..SolveConfig::default()
            };
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let report = run(&board, &config, &limits);
            assert!(report.stats.expanded <= nodes, "{} of {nodes}", report.stats.expanded);
        }
    }
}

/// Levels on which a state has ways of many costs, so that a search that keeps the wrong one proves
/// what is not so.
#[test]
fn what_it_proves_on_larger_levels_is_what_others_prove() {
    let mut compared = 0;
    for seed in 0..160 {
        let (width, height, boxes, walls) =
            [(11, 10, 5, 4), (9, 9, 5, 2), (10, 8, 6, 0), (12, 9, 4, 14)][seed as usize % 4];
        let board = board(&random_level(seed, width, height, boxes, walls));
        let others = run(&board, &SolveConfig::default(), &Limits::default());
        let config = SolveConfig { algorithm: Algorithm::Features, ..SolveConfig::default() };
        // What has not ended by then has proven a bound all the same.
        let limits = Limits { nodes: Some(4_000), ..Limits::default() };
        let report = run(&board, &config, &limits);
        match pushes(&board, &others) {
            None => assert!(!matches!(report.outcome, Outcome::Solved { .. }), "seed {seed}"),
            Some(optimum) => {
                assert!(report.lower_bound as usize <= optimum, "seed {seed}");
                assert!(!matches!(report.outcome, Outcome::Unsolvable(_)), "seed {seed}");
                if let Outcome::Solved { counts, .. } = &report.outcome {
                    assert!(counts.pushes >= optimum, "seed {seed}");
                }
                compared += usize::from(report.stopped_by.is_none());
            }
        }
    }
    assert!(compared >= 60, "{compared}");
}
