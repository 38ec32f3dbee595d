//! IDA* against exhaustive search: every answer and every proven bound, with tables of any size.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use sokoban_core::{Board, Collection, Level};
use sokoban_oracle::{Grid, Truth, random_level, truth};
use sokoban_search::{
    Algorithm, Direction, HeuristicKind, Limits, Macros, Outcome, Report, SolveConfig, StopReason,
    solve,
};

/// No table, one bucket or so, a few, and plenty.
const TABLE_SIZES: [usize; 4] = [0, 100, 4 << 10, 16 << 20];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn ida(table_bytes: usize) -> SolveConfig {
    SolveConfig {
        algorithm: Algorithm::Ida,
        table_bytes: Some(table_bytes),
        ..SolveConfig::default()
    }
}

fn run(board: &Board, config: &SolveConfig, nodes: u64) -> Report {
    let limits = Limits { nodes: Some(nodes), bytes: Some(64 << 20), ..Limits::default() };
    solve(board, config, &limits, &mut ()).unwrap()
}

/// Holds a report against the least pushes, none if there is no solution. A search may stop only
/// if its table is small.
fn check(report: &Report, pushes: Option<usize>, config: &SolveConfig, name: &str) {
    let context = format!("{name} {config:?} {report:?}");
    match (&report.outcome, pushes) {
        (Outcome::Solved { counts, optimality, .. }, Some(pushes)) => {
            assert_eq!(counts.pushes, pushes, "{context}");
            assert_eq!(report.lower_bound as usize, pushes, "{context}");
            assert_eq!(optimality.proven().len(), 1, "{context}");
        }
        (Outcome::Unsolvable(_), None) => {}
        (Outcome::Stopped(StopReason::Nodes), pushes) => {
            let is_small = config.table_bytes.is_some_and(|bytes| bytes < 1 << 20);
            assert!(is_small, "{context}");
            assert!(pushes.is_none_or(|pushes| report.lower_bound as usize <= pushes), "{context}");
        }
        _ => panic!("{context}"),
    }
}

fn every_way(table_bytes: usize) -> impl Iterator<Item = SolveConfig> {
    let ways = [
        (Direction::Forward, Macros::On),
        (Direction::Forward, Macros::Off),
        (Direction::Reverse, Macros::On),
        (Direction::Reverse, Macros::Off),
    ];
    ways.into_iter().map(move |(direction, macros)| {
        let mut config = ida(table_bytes);
        config.direction = direction;
        config.macros = macros;
        config
    })
}

#[test]
fn shipped_levels_have_their_exhaustive_optima() {
    let csv = fs::read_to_string(root().join("levels/optimal.csv")).unwrap();
    let mut seen = 0;
    for line in csv.lines().skip(1).filter(|line| !line.contains(",,")) {
        let fields: Vec<&str> = line.split(',').collect();
        let collection = Collection::from_bytes(&fs::read(root().join(fields[0])).unwrap());
        let number: usize = fields[1].parse().unwrap();
        let level = collection.levels()[number - 1].as_ref().unwrap();
        let Ok(board) = Board::try_from(level) else { continue };
        seen += 1;
        for table_bytes in TABLE_SIZES {
            for config in every_way(table_bytes) {
                let report =
                    run(&board, &config, if table_bytes < 1 << 20 { 20_000 } else { 2_000_000 });
                check(&report, fields[2].parse().ok(), &config, line);
            }
        }
    }
    assert!(seen > 60, "{seen} levels");
}

#[test]
fn random_levels_have_their_exhaustive_optima() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for seed in 0..1_000 {
        let (width, height, boxes) = [(6, 6, 2), (7, 6, 3), (8, 5, 2), (6, 7, 3)][seed % 4];
        let text = random_level(seed as u64, width, height, boxes, 4);
        let pushes = match truth(&Grid::from_xsb(&text), 1_000_000) {
            Truth::Solvable { pushes, .. } => Some(pushes as usize),
            Truth::Unsolvable => None,
            other => panic!("{other:?}\n{text}"),
        };
        *(if pushes.is_some() { &mut solvable } else { &mut unsolvable }) += 1;
        let board = Board::try_from(&text.parse::<Level>().unwrap()).unwrap();
        let table_bytes = TABLE_SIZES[seed / 4 % 4];
        for mut config in every_way(table_bytes).chain(every_way(16 << 20)) {
            let choices =
                [HeuristicKind::Matching, HeuristicKind::PushDistance, HeuristicKind::Zero];
            config.heuristic = choices[seed / 16 % 3];
            let nodes = if table_bytes < 1 << 20 { 20_000 } else { 5_000_000 };
            check(&run(&board, &config, nodes), pushes, &config, &text);
        }
    }
    assert!(solvable > 600 && unsolvable > 50, "{solvable} {unsolvable}");
}

/// A stopped search claims no more than what is true, wherever it stops.
#[test]
fn stopped_anywhere_the_bound_holds() {
    let text = random_level(19, 8, 8, 3, 5);
    let Truth::Solvable { pushes, .. } = truth(&Grid::from_xsb(&text), 5_000_000) else { panic!() };
    let board = Board::try_from(&text.parse::<Level>().unwrap()).unwrap();
    let mut bounds = Vec::new();
    for nodes in 0..200 {
        let report = run(&board, &ida(16 << 20), nodes);
        assert!(u64::from(report.lower_bound) <= pushes as u64, "{nodes} {report:?}");
        bounds.push(report.lower_bound);
    }
    assert!(bounds.is_sorted(), "{bounds:?}");
}

#[test]
fn the_memory_limit_holds() {
    let text = random_level(5, 9, 9, 4, 6);
    let board = Board::try_from(&text.parse::<Level>().unwrap()).unwrap();
    for bytes in (0..60).map(|step| step << 12) {
        let limits = Limits { bytes: Some(bytes), nodes: Some(3_000), ..Limits::default() };
        let config = SolveConfig { algorithm: Algorithm::Ida, ..SolveConfig::default() };
        let report = solve(&board, &config, &limits, &mut ()).unwrap();
        assert!(report.stats.peak_bytes <= bytes, "{bytes} {report:?}");
    }
}
