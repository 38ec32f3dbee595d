//! What `auto` goes over to in a long search, and that it agrees with others.

use sokoban_core::{Board, Level};
use sokoban_oracle::random_level;
use sokoban_search::{
    Algorithm, Direction, Finder, HeuristicKind, Limits, Outcome, Report, SolveConfig, StopReason,
    Threads, solve,
};

/// The pushes of a proven solution, or none for a proof that there is none.
fn proven(report: &Report) -> Option<u32> {
    match &report.outcome {
        Outcome::Solved { counts, .. } => {
            assert_eq!(counts.pushes, report.lower_bound as usize, "proven");
            Some(report.lower_bound)
        }
        Outcome::Unsolvable(_) => None,
        Outcome::Stopped(reason) => panic!("stopped by {} without a limit", reason.name()),
    }
}

/// More than six boxes, of which a thousand expansions do not settle some levels.
#[test]
fn a_long_search_goes_both_ways_with_conflicts_and_agrees() {
    // Those among the first 300 seeds of two shapes whose searches are long, and some that are not.
    let seeds = [16, 55, 84, 103, 145, 165, 195, 208, 236, 275, 299];
    let mut handed_over = 0;
    for (width, height, boxes, walls) in [(11, 10, 7, 4), (14, 12, 8, 20)] {
        for seed in seeds {
            let text = random_level(seed, width, height, boxes, walls);
            let board = Board::try_from(&text.parse::<Level>().expect("a level")).expect("a board");
            let auto = solve(&board, &SolveConfig::default(), &Limits::default(), &mut ());
            let auto = auto.expect("the choices go together");
            // Pulls know no corrals and none of the tables.
            let config = SolveConfig {
                algorithm: Algorithm::AStar,
                direction: Direction::Reverse,
                ..SolveConfig::default()
            };
            let reverse = solve(&board, &config, &Limits::default(), &mut ());
            let reverse = reverse.expect("the choices go together");
            assert_eq!(proven(&auto), proven(&reverse), "seed {seed}:\n{text}");
            let both_ways = (Algorithm::Bidirectional, HeuristicKind::Conflicts);
            handed_over += usize::from((auto.algorithm, auto.heuristic) == both_ways);
        }
    }
    assert!(handed_over >= 8, "only {handed_over} searches were long");
}

/// Levels on which the finder has a turn; all but one of the searches end with what it finds.
#[test]
fn the_finder_changes_no_verdict_and_ends_searches() {
    let mut ended = Vec::new();
    let mut expanded_among_threads = 0;
    for seed in [54, 235, 251, 282] {
        let text = random_level(seed, 16, 13, 12, 30);
        let board = Board::try_from(&text.parse::<Level>().expect("a level")).expect("a board");
        let run = |finder, threads| {
            let config = SolveConfig { finder, threads, ..SolveConfig::default() };
            let report = solve(&board, &config, &Limits::default(), &mut ());
            report.expect("the choices go together")
        };
        let one = Threads::ONE;
        let (on, off) = (run(Finder::On, one), run(Finder::Off, one));
        assert_eq!(proven(&on), proven(&off), "seed {seed}:\n{text}");
        assert!(on.stats.finder_expanded > 0, "seed {seed}: it has a turn");
        assert_eq!(off.stats.finder_expanded, 0, "seed {seed}");
        assert_eq!(
            on.stats,
            run(Finder::On, one).stats,
            "seed {seed}: counts decide, not the clock"
        );
        let two = Threads::new(2).expect("a number of threads");
        let among_threads = run(Finder::On, two);
        assert_eq!(proven(&among_threads), proven(&off), "seed {seed}, two threads:\n{text}");
        // Two threads may happen on a solution before the finder's first turn.
        expanded_among_threads += among_threads.stats.finder_expanded;
        if on.stats.expanded < off.stats.expanded {
            ended.push(seed);
        }
    }
    assert_eq!(ended, [54, 235, 282]);
    assert!(expanded_among_threads > 0, "it has turns among threads");
}

/// Where the tables of a long search are full, `auto` goes on without them: it never knows less than
/// the search that was stopped, holds the limit, and comes to the same end.
#[test]
fn a_search_whose_memory_is_full_goes_on() {
    let mut deepened = 0;
    let mut solved_so = 0;
    for seed in [16, 55, 84, 103, 145, 165] {
        let text = random_level(seed, 11, 10, 7, 4);
        let board = Board::try_from(&text.parse::<Level>().expect("a level")).expect("a board");
        let run = |bytes, nodes| {
            let limits = Limits { bytes, nodes, ..Limits::default() };
            // The finder would end some of these before their memory is full.
            let config = SolveConfig { finder: Finder::Off, ..SolveConfig::default() };
            let report = solve(&board, &config, &limits, &mut ());
            report.expect("the choices go together")
        };
        let whole = run(None, None);
        let truth = proven(&whole);
        if whole.algorithm != Algorithm::Bidirectional {
            continue;
        }
        for share in [99, 97, 95, 90] {
            let bytes = whole.stats.peak_bytes / 100 * share;
            let alone = run(Some(bytes), None);
            if alone.stopped_by != Some(StopReason::Memory) {
                continue;
            }
            let nodes = whole.stats.expanded * 20;
            let on = run(Some(bytes), Some(nodes));
            assert!(on.stats.peak_bytes <= bytes, "seed {seed}, {share} %");
            assert!(on.stats.expanded <= nodes, "seed {seed}, {share} %");
            assert!(on.lower_bound >= alone.lower_bound, "seed {seed}, {share} %");
            assert!(on.stats.expanded >= alone.stats.expanded, "seed {seed}, {share} %");
            deepened += usize::from(on.algorithm == Algorithm::Ida);
            match on.stopped_by {
                None => {
                    assert_eq!(proven(&on), truth, "seed {seed}, {share} %:\n{text}");
                    solved_so += 1;
                }
                Some(reason) => {
                    // What is left may be too little even for the tables of the bound.
                    let is_cramped = reason == StopReason::Memory && on.stats == alone.stats;
                    assert!(
                        reason == StopReason::Nodes || is_cramped,
                        "seed {seed}, {share} %: {on:?} {alone:?}"
                    );
                    assert!(truth.is_none_or(|least| on.lower_bound <= least), "seed {seed}");
                }
            }
        }
    }
    assert!(deepened >= 3 && solved_so >= 1, "{deepened} went on, {solved_so} of them solved");
}
