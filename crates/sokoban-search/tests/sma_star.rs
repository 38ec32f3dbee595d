//! SMA* under caps of every size: never a wrong answer.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(clippy::print_stdout, reason = "says plainly what is not tested")]

use std::fs;
use std::path::Path;

use sokoban_core::{Board, Collection, Level};
use sokoban_oracle::{Grid, Least, least_pushes, random_level};
use sokoban_search::{
    Algorithm, Direction, HeuristicKind, Limits, Macros, Outcome, Report, SmaStage, SmaStages,
    SolveConfig, StopReason, solve,
};

/// The expansions that a search may take where a cap makes it slow.
const NODES: u64 = 3_000;

fn config(direction: Direction, macros: Macros, stages: SmaStages) -> SolveConfig {
    SolveConfig {
        algorithm: Algorithm::Sma,
        direction,
        macros,
        sma_stages: stages,
        ..SolveConfig::default()
    }
}

/// Every direction, macros on and off, both stages and one.
fn configs() -> impl Iterator<Item = SolveConfig> {
    Direction::ALL.iter().flat_map(|&direction| {
        Macros::ALL.iter().flat_map(move |&macros| {
            SmaStages::ALL.iter().map(move |&stages| config(direction, macros, stages))
        })
    })
}

fn run(board: &Board, config: &SolveConfig, cap: Option<usize>, nodes: Option<u64>) -> Report {
    let config = {
        let mut capped = *config;
        capped.max_stored = cap;
        capped
    };
    let limits = Limits { nodes, ..Limits::default() };
    let report = solve(board, &config, &limits, &mut ()).unwrap();
    if let (Some(cap), Some(sma)) = (cap, report.sma) {
        // The second stage holds more states in the bytes that so many nodes would take.
        let is_first = sma.stage == SmaStage::Sma;
        assert!(!is_first || report.stats.peak_states <= cap as u64, "{cap}");
        assert_eq!(sma.expanded_first + sma.expanded_second, report.stats.expanded);
    }
    report
}

/// Is what the report says true? `pushes` is the optimum, none if there is no solution.
#[track_caller]
fn hold_to(report: &Report, pushes: Option<u32>, what: &str) {
    match &report.outcome {
        Outcome::Solved { counts, optimality, .. } => {
            assert_eq!(Some(counts.pushes as u32), pushes, "{what}");
            assert!(!optimality.proven().is_empty(), "{what}");
        }
        Outcome::Unsolvable(_) => assert_eq!(pushes, None, "{what}"),
        Outcome::Stopped(_) => {}
    }
    assert!(pushes.is_none_or(|pushes| report.lower_bound <= pushes), "{what}");
}

fn board(text: &str) -> Board {
    Board::try_from(&text.parse::<Level>().unwrap()).unwrap()
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn boards_of(path: &Path) -> Vec<Board> {
    let collection = Collection::from_bytes(&fs::read(path).unwrap());
    let levels = collection.levels().iter();
    levels.map(|level| Board::try_from(level.as_ref().unwrap()).unwrap()).collect()
}

/// The shipped levels, by name and optimum.
fn shipped() -> Vec<(String, Board, Option<u32>)> {
    let pinned = fs::read_to_string(root().join("levels/optimal.csv")).unwrap();
    let of_line = |line: &str| {
        let mut fields = line.split(',');
        let (file, number) = (fields.next().unwrap(), fields.next().unwrap());
        let pushes = fields.next().unwrap().parse().ok();
        let board = boards_of(&root().join(file)).remove(number.parse::<usize>().unwrap() - 1);
        (format!("{file} {number}"), board, pushes)
    };
    pinned.lines().skip(1).filter(|line| !line.contains(",,")).map(of_line).collect()
}

/// A level of Microban by number; said and skipped where the collection is not at hand.
fn microban(numbers: &[usize]) -> Vec<(usize, Board)> {
    let path = root().join("../shared/levels/microban.xsb");
    if !path.exists() {
        println!("not tested: Microban is not at hand");
        return Vec::new();
    }
    let collection = Collection::from_bytes(&fs::read(path).unwrap());
    let board = |number: usize| Board::try_from(collection.levels()[number - 1].as_ref().unwrap());
    numbers.iter().map(|&number| (number, board(number).unwrap())).collect()
}

#[test]
fn with_memory_it_agrees_with_the_pinned_optima() {
    for (name, board, pushes) in shipped() {
        for config in configs() {
            let report = run(&board, &config, None, None);
            hold_to(&report, pushes, &name);
            assert!(!matches!(report.outcome, Outcome::Stopped(_)), "{name} {config:?}");
            assert_eq!(report.sma.map_or(0, |sma| sma.culls), 0, "{name}");
        }
    }
}

#[test]
fn a_few_nodes_never_make_it_wrong() {
    for (name, board, pushes) in shipped() {
        for config in configs() {
            for cap in (2..=12).chain([15, 20, 25, 30, 40]) {
                let report = run(&board, &config, Some(cap), Some(NODES));
                hold_to(&report, pushes, &format!("{name} {cap} {config:?}"));
            }
        }
    }
}

#[test]
fn shares_of_what_a_star_stores_never_make_it_wrong() {
    for (name, board, pushes) in shipped() {
        shares(&name, &board, pushes);
    }
}

fn shares(name: &str, board: &Board, pushes: Option<u32>) {
    for config in configs() {
        let mut reference = config;
        reference.algorithm = Algorithm::AStar;
        let stored = run(board, &reference, None, None).stats.peak_states as usize;
        for percent in [5, 10, 25, 50, 100] {
            let cap = (stored * percent / 100).max(1);
            let report = run(board, &config, Some(cap), Some(NODES));
            hold_to(&report, pushes, &format!("{name} {cap} {config:?}"));
        }
    }
}

#[test]
fn random_levels_agree_with_exhaustive_search() {
    for seed in 0..1_000 {
        let (width, height) = (6 + seed as usize % 3, 6 + seed as usize / 3 % 2);
        let text = random_level(seed, width, height, 2 + seed as usize % 2, 3);
        let pushes = match least_pushes(&Grid::from_xsb(&text), 1_000_000) {
            Least::Found(pushes) => Some(pushes),
            Least::Unsolvable => None,
            Least::TooLarge => continue,
        };
        let board = board(&text);
        if seed % 10 == 0 {
            shares(&text, &board, pushes);
        }
        let directions = Direction::ALL;
        let stages = SmaStages::ALL[seed as usize / 4 % 2];
        let macros = Macros::ALL[seed as usize / 2 % 2];
        let config = config(directions[seed as usize % 2], macros, stages);
        let report = run(&board, &config, None, None);
        assert!(!matches!(report.outcome, Outcome::Stopped(_)), "{text}");
        hold_to(&report, pushes, &text);
        for cap in [3, 5, 8, 13, 21, 34, 55] {
            let report = run(&board, &config, Some(cap), Some(NODES));
            hold_to(&report, pushes, &format!("{text}\n{cap} {config:?}"));
        }
    }
}

/// A memory of seen states without their owners takes a state's return for a repetition, and calls
/// this level unsolvable.
#[test]
fn an_owner_finds_its_own_states_again() {
    let level = board("#####\n##  #\n#  ##\n# # #\n#@$.#\n# $ #\n#  .#\n#####");
    let config = config(Direction::Forward, Macros::Off, SmaStages::A);
    for cap in 3..40 {
        let report = run(&level, &config, Some(cap), Some(100_000));
        hold_to(&report, Some(3), "forgotten-owner");
        assert!(matches!(report.outcome, Outcome::Solved { .. }), "{cap}");
    }
}

/// One value for all forgotten children of a node, not one for each, does not end here.
#[test]
fn each_edge_remembers_its_own_value() {
    let level = board("########\n#* .   #\n#@$  $ #\n#* # . #\n########");
    let config = config(Direction::Forward, Macros::Off, SmaStages::A);
    let report = run(&level, &config, Some(5), Some(100_000));
    assert!(matches!(report.outcome, Outcome::Solved { .. }), "{report:?}");
    for (number, board) in microban(&[5]) {
        let report = run(&board, &config, Some(6), Some(100_000));
        assert!(matches!(report.outcome, Outcome::Solved { .. }), "{number}: {report:?}");
    }
}

/// Levels that a search answers wrongly if it does not reopen a state on a cheaper path (96 and
/// 121), or if it prunes by seen states without their cost (20, 32, 42) or owner (128, 147).
#[test]
fn levels_that_were_answered_wrongly() {
    let caps: &[(usize, &[usize], u32)] = &[
        (20, &[8, 12, 20, 30], 16),
        (32, &[6, 10, 15, 25], 9),
        (42, &[8, 15, 30, 60], 15),
        (96, &[395, 100], 37),
        (121, &[940, 500], 47),
    ];
    for &(number, caps, pushes) in caps {
        for (_, board) in microban(&[number]) {
            for stages in SmaStages::ALL {
                for &cap in caps {
                    let config = config(Direction::Forward, Macros::Off, *stages);
                    let report = run(&board, &config, Some(cap), Some(50_000));
                    hold_to(&report, Some(pushes), &format!("Microban {number} {cap}"));
                }
            }
        }
    }
    for (number, board) in microban(&[128, 147]) {
        let mut astar = config(Direction::Forward, Macros::Off, SmaStages::A);
        astar.algorithm = Algorithm::AStar;
        let reference = run(&board, &astar, None, Some(400_000));
        let Outcome::Solved { counts, .. } = reference.outcome else { continue };
        for percent in [5, 10, 25, 50] {
            for stages in SmaStages::ALL {
                let config = config(Direction::Forward, Macros::Off, *stages);
                let cap = reference.stats.peak_states as usize * percent / 100;
                let report = run(&board, &config, Some(cap), Some(50_000));
                hold_to(&report, Some(counts.pushes as u32), &format!("Microban {number} {cap}"));
            }
        }
    }
}

#[test]
fn a_cap_below_the_path_is_told() {
    let level = board("##########\n#@ $    .#\n##########");
    let alone = config(Direction::Forward, Macros::Off, SmaStages::A);
    let report = run(&level, &alone, Some(3), None);
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Memory));
    assert_eq!(report.lower_bound, 5);
    let least = report.sma.and_then(|sma| sma.least_cap).unwrap();
    assert_eq!(least, 5);
    let report = run(&level, &alone, Some(least as usize), None);
    assert!(matches!(report.outcome, Outcome::Solved { .. }));
    let both = config(Direction::Forward, Macros::Off, SmaStages::Both);
    let report = run(&level, &both, Some(3), None);
    assert!(matches!(report.outcome, Outcome::Solved { .. }));
    assert_eq!(report.sma.map(|sma| sma.stage), Some(SmaStage::Deepening));
}

#[test]
fn the_limit_on_bytes_holds() {
    for (name, board, pushes) in shipped() {
        let config = config(Direction::Forward, Macros::On, SmaStages::A);
        let free = run(&board, &config, None, None);
        let own = free.stats.peak_bytes - free.stats.base_bytes;
        for percent in [1, 5, 10, 25, 50, 100] {
            let bytes = free.stats.base_bytes + own * percent / 100;
            let limits = Limits { bytes: Some(bytes), nodes: Some(NODES), ..Limits::default() };
            let report = solve(&board, &config, &limits, &mut ()).unwrap();
            hold_to(&report, pushes, &format!("{name} {bytes}"));
            assert!(report.stats.peak_bytes <= bytes, "{name} {bytes}");
        }
    }
}

/// A tenth of the bytes that A* takes beyond what every search has, and even a twentieth: the second
/// stage needs little more than its path. The last two are those that a large path and a table of
/// wide slots made impossible. Of the seven kilobytes that a twentieth is on 83, the path leaves no
/// table to speak of.
#[test]
fn a_tenth_of_the_memory_is_enough() {
    for (number, board) in microban(&[35, 43, 54, 66, 69, 72, 74, 78, 80, 83, 92, 96, 97, 120]) {
        let mut astar = config(Direction::Forward, Macros::On, SmaStages::Both);
        astar.algorithm = Algorithm::AStar;
        let reference = run(&board, &astar, None, None);
        let Outcome::Solved { counts, .. } = reference.outcome else { panic!("{number}") };
        let (base, peak) = (reference.stats.base_bytes, reference.stats.peak_bytes);
        let sma = config(Direction::Forward, Macros::On, SmaStages::Both);
        for (percent, times) in [(50, 6), (25, 8), (10, 20), (5, 40)] {
            if (number, percent) == (83, 5) {
                continue;
            }
            let bytes = base + (peak - base) * percent / 100;
            let nodes = times * reference.stats.expanded;
            let limits = Limits { bytes: Some(bytes), nodes: Some(nodes), ..Limits::default() };
            let report = solve(&board, &sma, &limits, &mut ()).unwrap();
            let what = format!("Microban {number} {percent}");
            hold_to(&report, Some(counts.pushes as u32), &what);
            assert!(matches!(report.outcome, Outcome::Solved { .. }), "{what} {report:?}");
            assert!(report.stats.peak_bytes <= bytes, "{what}");
        }
    }
}

/// The path gets what it needs, and the table the rest.
#[test]
fn a_long_path_fits_under_a_small_cap() {
    let board = boards_of(&root().join("levels/curve.xsb")).remove(0);
    let config = config(Direction::Forward, Macros::On, SmaStages::Both);
    let limits = Limits { bytes: Some(48 << 10), nodes: Some(300_000), ..Limits::default() };
    let report = solve(&board, &config, &limits, &mut ()).unwrap();
    hold_to(&report, Some(84), "curve");
    assert_ne!(report.stopped_by, Some(StopReason::Memory), "{report:?}");
}

/// Without a bound the values of a node's edges lie far apart where one step goes through a passage:
/// they are rounded down, and a target must not be taken, or lost, for that.
#[test]
fn blind_search_agrees_too() {
    for (name, board, pushes) in shipped() {
        for mut config in configs() {
            config.heuristic = HeuristicKind::Zero;
            for cap in [None, Some(10), Some(100)] {
                let report = run(&board, &config, cap, Some(2_000));
                hold_to(&report, pushes, &format!("{name} {cap:?} {config:?}"));
            }
        }
    }
}
