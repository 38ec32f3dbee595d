//! The objectives that count moves: every algorithm, direction and bound agrees with exhaustive
//! search, on all shipped levels whose optima are pinned and on random ones.

use std::fs;
use std::path::Path;
use std::time::Duration;

use sokoban_core::{Board, DeadlockConfig, Level};
use sokoban_oracle::{
    Cost, Grid, Least, boards_in, least_moves_then_pushes, least_pushes_then_moves, random_level,
    replay,
};
use sokoban_search::{
    Algorithm, ConfigError, Direction, Dominance, HeuristicKind, Limits, Objective, Outcome,
    SolveConfig, StopReason, SymmetryUse, solve,
};

/// The optima of a level: (moves, pushes) for moves then pushes, and for pushes then moves.
struct Optima {
    moves_pushes: (usize, usize),
    pushes_moves: (usize, usize),
}

struct Known {
    name: String,
    /// The states that a search can come to, for a level of the table.
    states: usize,
    board: Board,
    grid: Grid,
    /// None if there is no solution.
    optima: Option<Optima>,
}

impl Known {
    fn new(name: String, text: &str, states: usize, optima: Option<Optima>) -> Self {
        let level: Level = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        let board = Board::try_from(&level).unwrap_or_else(|error| panic!("{name}: {error}"));
        Self { name, states, board, grid: Grid::from_xsb(text), optima }
    }

    /// Solves the level and panics unless the report is right. Returns the expansions.
    fn hold(&self, config: &SolveConfig) -> u64 {
        let report = solve(&self.board, config, &Limits::default(), &mut ())
            .expect("the choices go together");
        let SolveConfig { algorithm, direction, heuristic, objective, dominance, .. } = *config;
        let context = format!(
            "{}: {objective} by {algorithm} {direction} {heuristic}, dominance {dominance}",
            self.name
        );
        let Some(optima) = &self.optima else {
            assert!(matches!(report.outcome, Outcome::Unsolvable(_)), "{context}");
            return report.stats.expanded;
        };
        let Outcome::Solved { solution, counts, optimality } = &report.outcome else {
            panic!("{context}: {:?}", report.outcome)
        };
        let replayed = replay(&self.grid, &solution.to_string());
        let (moves, pushes) = (counts.moves, counts.pushes);
        assert_eq!(replayed, Ok((moves as u32, pushes as u32, true)), "{context}");
        assert!(optimality.is_proven(objective), "{context}");
        let (least, first) = match objective {
            Objective::PushesMoves => (optima.pushes_moves, pushes),
            _ => (optima.moves_pushes, moves),
        };
        assert_eq!(report.lower_bound as usize, first, "{context}");
        if objective == Objective::Moves {
            assert_eq!(moves, least.0, "{context}");
        } else {
            assert_eq!((moves, pushes), least, "{context}");
        }
        report.stats.expanded
    }
}

/// Every way there is to search for `objective`.
fn configs(objective: Objective) -> Vec<SolveConfig> {
    let mut configs = Vec::new();
    for (algorithm, direction) in [
        (Algorithm::Auto, Direction::Forward),
        (Algorithm::AStar, Direction::Forward),
        (Algorithm::AStar, Direction::Reverse),
        (Algorithm::Bidirectional, Direction::Forward),
    ] {
        for heuristic in [HeuristicKind::Ghosts, HeuristicKind::Zero] {
            for &dominance in Dominance::ALL {
                // Each test and the symmetry on and off, not in all four ways.
                let ways = [
                    (DeadlockConfig::ALL, SymmetryUse::On),
                    (DeadlockConfig::NONE, SymmetryUse::Off),
                ];
                for (deadlocks, symmetry) in ways {
                    configs.push(SolveConfig {
                        algorithm,
                        direction,
                        heuristic,
                        objective,
                        dominance,
                        deadlocks,
                        symmetry,
                        ..SolveConfig::default()
                    });
                }
            }
        }
    }
    configs
}

const COUNTING_MOVES: [Objective; 3] =
    [Objective::Moves, Objective::MovesPushes, Objective::PushesMoves];

fn shipped() -> Vec<Known> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("a shipped file");
    let table = read("levels/optimal.csv");
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().expect("a table has a head");
    let column = |name| head.iter().position(|&at| at == name).expect("a known column");
    let [file, level, moves_pushes, pushes_moves, states] =
        ["file", "level", "moves_pushes", "pushes_moves", "states"].map(column);
    let pair = |text: &str| -> (usize, usize) {
        let (first, second) = text.split_once('/').expect("two measures");
        (first.parse().expect("a number"), second.parse().expect("a number"))
    };
    let mut known = Vec::new();
    for line in lines {
        let states = line[states].parse().ok().filter(|&states: &usize| states <= 40_000);
        let Some(states) = states.filter(|_| !line[moves_pushes].is_empty()) else { continue };
        let number: usize = line[level].parse().expect("a number");
        let text = boards_in(&read(line[file])).swap_remove(number - 1);
        let optima = line[moves_pushes].contains('/').then(|| {
            let (pushes, moves) = pair(line[pushes_moves]);
            Optima { moves_pushes: pair(line[moves_pushes]), pushes_moves: (moves, pushes) }
        });
        known.push(Known::new(format!("{}@{number}", line[file]), &text, states, optima));
    }
    known
}

#[test]
fn every_search_agrees_with_the_pinned_optima() {
    let levels = shipped();
    assert!(levels.len() >= 60, "{} levels", levels.len());
    let solvable = levels.iter().filter(|level| level.optima.is_some()).count();
    assert!(solvable >= 50 && solvable < levels.len(), "{solvable} solvable levels");
    for objective in COUNTING_MOVES {
        for config in configs(objective) {
            let is_whole =
                config.heuristic == HeuristicKind::Ghosts && config.dominance == Dominance::On;
            // What is made to do more work gets the smaller levels.
            let is_fit =
                |level: &&Known| is_whole || level.states <= 4_000 && level.board.squares() <= 128;
            for level in levels.iter().filter(is_fit) {
                level.hold(&config);
            }
        }
    }
}

#[test]
fn every_search_agrees_with_exhaustion_on_random_levels() {
    let shapes = [(5, 5, 2, 3), (6, 5, 3, 4), (6, 6, 2, 6), (7, 5, 3, 5), (6, 6, 4, 5)];
    let (mut solvable, mut unsolvable) = (0, 0);
    for seed in 0..120 {
        let (width, height, boxes, walls) = shapes[seed as usize % shapes.len()];
        let text = random_level(seed, width, height, boxes, walls);
        let grid = Grid::from_xsb(&text);
        let cap = 20_000;
        let optima =
            match (least_moves_then_pushes(&grid, cap), least_pushes_then_moves(&grid, cap)) {
                (Least::Found(moves), Least::Found(pushes)) => {
                    let pair = |cost: Cost| (cost.moves as usize, cost.pushes as usize);
                    solvable += 1;
                    Some(Optima { moves_pushes: pair(moves), pushes_moves: pair(pushes) })
                }
                (Least::Unsolvable, Least::Unsolvable) => {
                    unsolvable += 1;
                    None
                }
                (Least::TooLarge, _) | (_, Least::TooLarge) => continue,
                (one, other) => panic!("{one:?} and {other:?} cannot both be right:\n{text}"),
            };
        let known = Known::new(format!("seed {seed}:\n{text}\n"), &text, cap, optima);
        for objective in COUNTING_MOVES {
            for config in configs(objective) {
                known.hold(&config);
            }
        }
    }
    assert!(solvable >= 30 && unsolvable >= 10, "{solvable} solvable, {unsolvable} not");
}

/// The bound and the dominance are worth having: each saves expansions in all.
#[test]
fn the_bound_and_dominance_save_expansions() {
    let levels = shipped();
    let expanded = |heuristic, dominance| -> u64 {
        let config = SolveConfig {
            algorithm: Algorithm::AStar,
            objective: Objective::Moves,
            heuristic,
            dominance,
            ..SolveConfig::default()
        };
        let small = |level: &&Known| level.states <= 4_000 && level.board.squares() <= 128;
        levels.iter().filter(small).map(|level| level.hold(&config)).sum()
    };
    let full = expanded(HeuristicKind::Ghosts, Dominance::On);
    let blind = expanded(HeuristicKind::Zero, Dominance::On);
    let undominated = expanded(HeuristicKind::Ghosts, Dominance::Off);
    assert!(3 * full < blind, "{full} expansions with the bound, {blind} without");
    assert!(full < undominated, "{full} expansions with dominance, {undominated} without");
}

#[test]
fn what_does_not_count_moves_says_so() {
    let level: Level = "#######\n#@  $.#\n#######".parse().expect("a level");
    let board = Board::try_from(&level).expect("a board");
    let run = |config: &SolveConfig| solve(&board, config, &Limits::default(), &mut ()).map(|_| ());
    let base = SolveConfig { objective: Objective::Moves, ..SolveConfig::default() };
    for algorithm in [Algorithm::Ida, Algorithm::Sma, Algorithm::Weighted] {
        let refused = Err(ConfigError::Objective { algorithm, objective: Objective::Moves });
        assert_eq!(run(&SolveConfig { algorithm, ..base }), refused);
    }
    let heuristic = HeuristicKind::Matching;
    let refused = Err(ConfigError::Bound { heuristic, objective: Objective::Moves });
    assert_eq!(run(&SolveConfig { heuristic, ..base }), refused);
    let heuristic = HeuristicKind::Ghosts;
    let refused = Err(ConfigError::Bound { heuristic, objective: Objective::Pushes });
    assert_eq!(run(&SolveConfig { heuristic, ..SolveConfig::default() }), refused);
}

/// However early a limit ends the search, its bound is true and nothing is claimed.
#[test]
fn limits_end_it_honestly() {
    let levels = shipped();
    let mut stopped = 0;
    for level in levels.iter().filter(|level| level.states <= 20_000) {
        let Some(optima) = &level.optima else { continue };
        for objective in COUNTING_MOVES {
            for algorithm in [Algorithm::AStar, Algorithm::Bidirectional] {
                for limits in [
                    Limits { nodes: Some(7), ..Limits::default() },
                    Limits { bytes: Some(40_000), ..Limits::default() },
                    Limits { bytes: Some(400_000), ..Limits::default() },
                ] {
                    let config = SolveConfig { algorithm, objective, ..SolveConfig::default() };
                    let report =
                        solve(&level.board, &config, &limits, &mut ()).expect("it goes together");
                    let least = match objective {
                        Objective::PushesMoves => optima.pushes_moves.1,
                        _ => optima.moves_pushes.0,
                    };
                    assert!(report.lower_bound as usize <= least, "{}: {objective}", level.name);
                    let Some(reason) = report.stopped_by else { continue };
                    stopped += 1;
                    let asked =
                        if limits.nodes.is_some() { StopReason::Nodes } else { StopReason::Memory };
                    assert_eq!(reason, asked, "{}", level.name);
                    if let Some(bytes) = limits.bytes {
                        assert!(report.stats.peak_bytes <= bytes, "{}", level.name);
                    }
                    if let Outcome::Solved { optimality, .. } = &report.outcome {
                        assert!(!optimality.is_proven(objective), "{}", level.name);
                    }
                }
            }
        }
    }
    assert!(stopped >= 100, "only {stopped} runs were stopped");
}

/// More choices of goals than could ever be stored do not keep a search by pulls from its limit.
#[test]
fn roots_without_end_heed_the_clock() {
    let text = "##############\n#@           #\n#   $ $ $ $  #\n#  $ $ $ $   #\n#   $ $ $ $  #\n#            #\n\
                #............#\n#............#\n##############";
    let level: Level = text.parse().expect("a level");
    let board = Board::try_from(&level).expect("a board");
    let config = SolveConfig {
        algorithm: Algorithm::AStar,
        direction: Direction::Reverse,
        objective: Objective::Moves,
        ..SolveConfig::default()
    };
    let time = Some(Duration::from_millis(50));
    let report = solve(&board, &config, &Limits { time, ..Limits::default() }, &mut ())
        .expect("the choices go together");
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Time));
    assert!(report.elapsed < Duration::from_secs(5), "{:?}", report.elapsed);
}
