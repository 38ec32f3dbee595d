//! What is improved is a solution still, never worse, and with large windows the best there is.

use std::collections::BTreeSet;
use std::time::Duration;

use sokoban_core::{
    Board, Counts, DeadlockConfig, Level, Push, Reach, ReplayErrorKind, Solution, State,
};
use sokoban_oracle::{
    Grid, Least, best_by_moves_then_pushes, best_by_pushes_then_moves, least_moves, least_pushes,
    random_level,
};

use super::part::Still;
use super::window::Window;
use super::window_search::{Sought, WindowTask, search_window};
use super::windows::{WindowPlan, WindowStep, Windows};
use super::{ImproveError, cost, improve, improve_with, pushes_of, replayed};
use crate::budget::Budget;
use crate::config::{Algorithm, Anytime, Dominance, Objective, SolveConfig};
use crate::limits::{CancelToken, Limits};
use crate::observer::{Incumbent, Observer};
use crate::outcome::{Outcome, Report, StopReason};
use crate::solve::solve;
use crate::stats::Stats;
use crate::weight::Weight;

const STATES: usize = 30_000;

const COUNTING_MOVES: [Objective; 3] =
    [Objective::Moves, Objective::PushesMoves, Objective::MovesPushes];

fn board(text: &str) -> Board {
    Board::try_from(&text.parse::<Level>().expect("a level")).expect("a board")
}

fn config(objective: Objective) -> SolveConfig {
    SolveConfig { objective, ..SolveConfig::default() }
}

/// A window that holds any solution of a small level, and expansions for all of its states.
fn whole(objective: Objective) -> WindowPlan {
    WindowPlan {
        lengths: &[1_000_000],
        stages: &[1_000_000],
        ..WindowPlan::new(&config(objective))
    }
}

/// Windows so small that there are many, and searches so short that many end early.
fn small(objective: Objective) -> WindowPlan {
    WindowPlan { lengths: &[3, 7], stages: &[20], ..WindowPlan::new(&config(objective)) }
}

fn solution_in(report: &Report) -> (&Solution, Counts) {
    let Outcome::Solved { solution, counts, .. } = &report.outcome else {
        panic!("{:?}", report.outcome)
    };
    (solution, *counts)
}

/// A few pushes that lead from `state` back to it, player's area and all.
fn detour(board: &Board, state: State<4>) -> Option<Vec<Push>> {
    let mut reach = Reach::new(board);
    let mut layer: Vec<(State<4>, Vec<Push>)> = vec![(state, Vec::new())];
    let mut seen = BTreeSet::new();
    for _ in 0..6 {
        let mut next = Vec::new();
        for (at, path) in layer {
            for push in at.pushes(board, &mut reach) {
                let child = at.push(board, push, &mut reach);
                let mut path = path.clone();
                path.push(push);
                if child == state {
                    return Some(path);
                }
                if seen.insert(child) {
                    next.push((child, path));
                }
            }
        }
        layer = next;
    }
    None
}

/// A solution of weighted search, with detours before every third push where there are any; and
/// how many there are. None for a level without a solution.
fn long_winded(board: &Board) -> Option<(Solution, usize)> {
    let config = SolveConfig {
        algorithm: Algorithm::Weighted,
        anytime: Anytime::Off,
        weight: Weight::from_hundredths(10_000).expect("a weight"),
        ..SolveConfig::default()
    };
    let report = solve(board, &config, &Limits::default(), &mut ()).expect("a configuration");
    let Outcome::Solved { solution, .. } = report.outcome else { return None };
    let mut reach = Reach::new(board);
    let mut state = State::<4>::start(board, &mut reach);
    let (mut pushes, mut detours) = (Vec::new(), 0);
    for (number, push) in pushes_of(board, &solution).into_iter().enumerate() {
        if number % 3 == 0
            && let Some(detour) = detour(board, state)
        {
            pushes.extend(detour);
            detours += 1;
        }
        pushes.push(push);
        state = state.push(board, push, &mut reach);
    }
    Some((replayed(board, &pushes).expect("a solution").0, detours))
}

/// Random levels that can be solved, with long-winded solutions of theirs.
fn levels(seeds: u64) -> impl Iterator<Item = (u64, String, Board, Solution)> {
    (0..seeds).filter_map(|seed| {
        let (width, height, boxes, walls) =
            [(7, 6, 2, 3), (6, 6, 3, 0), (8, 7, 3, 6), (7, 7, 4, 2)][seed as usize % 4];
        let text = random_level(seed, width, height, boxes, walls);
        let board = board(&text);
        let (solution, _) = long_winded(&board)?;
        Some((seed, text, board, solution))
    })
}

#[test]
fn detours_are_there_to_be_found() {
    let detours = (0..40).filter_map(|seed| {
        let board = board(&random_level(seed, 7, 6, 2, 3));
        long_winded(&board).map(|(_, detours)| detours)
    });
    let detours: usize = detours.sum();
    assert!(detours >= 20, "{detours}");
}

#[test]
fn a_window_of_everything_finds_the_fewest_pushes() {
    let (mut checked, mut improved) = (0, 0);
    for (seed, text, board, solution) in levels(120) {
        let Least::Found(least) = least_pushes(&Grid::from_xsb(&text), STATES) else { continue };
        let before = solution.replay(&board).expect("a solution").pushes;
        let limits = Limits::default();
        let report = improve_with(&board, &solution, whole(Objective::Pushes), &limits, &mut ());
        let report = report.expect("a solution");
        let (solution, counts) = solution_in(&report);
        assert_eq!(solution.replay(&board), Ok(counts), "seed {seed}\n{text}");
        assert_eq!(counts.pushes, least as usize, "seed {seed}\n{text}");
        assert!(report.lower_bound <= least && report.stopped_by.is_none());
        checked += 1;
        improved += u32::from(counts.pushes < before);
    }
    assert!(checked >= 50 && improved >= 30, "{checked}, {improved}");
}

#[test]
fn what_comes_out_is_a_solution_and_never_worse() {
    let mut improved = [0; 8];
    for (seed, text, board, given) in levels(100) {
        let grid = Grid::from_xsb(&text);
        let given_counts = given.replay(&board).expect("a solution");
        let best_of = |lurd: Least<String>| {
            let solution: Solution = lurd.found()?.parse().expect("letters");
            Some(solution.replay(&board).expect("a solution"))
        };
        let optima = [
            least_pushes(&grid, STATES).found().map(|pushes| (pushes as usize, 0)),
            least_moves(&grid, STATES).found().map(|moves| (moves as usize, 0)),
            best_of(best_by_pushes_then_moves(&grid, STATES)).map(|it| (it.pushes, it.moves)),
            best_of(best_by_moves_then_pushes(&grid, STATES)).map(|it| (it.moves, it.pushes)),
        ];
        let [pushes, rest @ ..] = optima;
        let objectives = [(Objective::Pushes, pushes)];
        let objectives = objectives.into_iter().chain(COUNTING_MOVES.into_iter().zip(rest));
        for (number, (objective, optimum)) in objectives.enumerate() {
            for (way, plan) in
                [WindowPlan::new(&config(objective)), small(objective)].into_iter().enumerate()
            {
                let context = format!("{objective} {way} on seed {seed}\n{text}");
                let limits = Limits::default();
                let report = improve_with(&board, &given, plan, &limits, &mut ());
                let report = report.expect("a solution");
                let (solution, counts) = solution_in(&report);
                assert_eq!(solution.replay(&board), Ok(counts), "{context}");
                let (before, after) = (cost(objective, given_counts), cost(objective, counts));
                assert!(after <= before, "{context}");
                if let Some(optimum) = optimum {
                    assert!(optimum <= after, "{context}");
                    assert!(report.lower_bound as usize <= optimum.0, "{context}");
                    let Outcome::Solved { optimality, .. } = &report.outcome else { panic!() };
                    assert!(!optimality.is_proven(objective) || optimum == after, "{context}");
                }
                improved[2 * number + way] += u32::from(after < before);
            }
        }
    }
    assert!(improved.iter().all(|&count| count >= 20), "{improved:?}");
}

/// The box belongs in the door between two rooms, and the player on the right of it, where another
/// box has to be pushed. One push takes it there and leaves the player on the left for ever.
const DOOR: &str = "\
###########
#  #  $.  #
#@$.      #
#  #      #
###########
";

#[test]
fn a_window_keeps_the_players_area() {
    let board = board(DOOR);
    let solution: Solution = "RRRdrruLLurR".parse().expect("letters");
    assert_eq!(solution.replay(&board).map(|counts| counts.pushes), Ok(6));
    let pushes = pushes_of(&board, &solution);
    let limits = Limits::default();
    let mut observer = ();
    let mut budget = Budget::new(&limits, &mut observer);
    for still in [Still::Walls, Still::Boxes] {
        let task = WindowTask {
            sought: Sought::FewerPushes(still),
            objective: Objective::Pushes,
            deadlocks: DeadlockConfig::ALL,
            dominance: Dominance::On,
            expansions: 10_000,
        };
        let mut search = |window: &Window| {
            let stats = &mut Stats::default();
            search_window(&board, &pushes, window, &task, &mut budget, stats).expect("no limit")
        };
        let mut window = Window::cut(&board, &pushes, 0..5);
        assert_eq!(search(&window), None, "{still:?}");
        // If it did not matter where the player ends, this is what would come out.
        window.is_last = true;
        let found = search(&window).expect("a push");
        assert!(found.len() < 5, "{found:?}");
        assert_eq!(replayed(&board, &[&found, &pushes[5..]].concat()), None, "{still:?}");
    }
}

#[test]
fn what_is_no_solution_is_refused() {
    let board = board("#######\n#@ $ .#\n#######");
    for (lurd, kind) in [
        ("rR", ReplayErrorKind::NotSolved { boxes_off_goal: 1 }),
        ("l", ReplayErrorKind::Wall),
        ("RRR", ReplayErrorKind::NoBoxToPush),
    ] {
        let solution: Solution = lurd.parse().expect("letters");
        let refused =
            improve(&board, &solution, &config(Objective::Pushes), &Limits::default(), &mut ());
        let Err(ImproveError::NotASolution(error)) = refused else { panic!("{lurd}") };
        assert_eq!(error.kind(), kind);
    }
    let solution = "rRR".parse().expect("letters");
    let unfit = SolveConfig { algorithm: Algorithm::Ida, ..config(Objective::Moves) };
    let refused = improve(&board, &solution, &unfit, &Limits::default(), &mut ());
    assert!(matches!(refused, Err(ImproveError::Config(_))));
}

#[test]
fn a_solution_may_be_empty_or_go_on_for_too_long() {
    let solved = board("#####\n#@ *#\n#####");
    for lurd in ["", "rl"] {
        let solution: Solution = lurd.parse().expect("letters");
        for &objective in Objective::ALL {
            let report =
                improve(&solved, &solution, &config(objective), &Limits::default(), &mut ());
            let report = report.expect("a solution");
            let (solution, _) = solution_in(&report);
            assert_eq!(solution.to_string(), "", "{objective}");
        }
    }
    // Solved by the first push, and once more by the third.
    let board = board("#########\n#       #\n#@$.    #\n#       #\n#########");
    let solution: Solution = "RRurrdLul".parse().expect("letters");
    let limits = Limits::default();
    let report = improve(&board, &solution, &config(Objective::Pushes), &limits, &mut ());
    assert_eq!(solution_in(&report.expect("a solution")).0.to_string(), "R");
}

/// A level whose long-winded solution takes many windows.
fn long_case() -> (Board, Solution) {
    let (_, _, board, solution) = levels(120)
        .max_by_key(|(_, _, _, solution)| solution.steps().len())
        .expect("there are levels");
    (board, solution)
}

#[test]
fn limits_hold_and_the_best_so_far_is_kept() {
    let (board, given) = long_case();
    let before = given.replay(&board).expect("a solution");
    let cancelled = CancelToken::new();
    cancelled.cancel();
    let mut reasons = Vec::new();
    for objective in [Objective::Pushes, Objective::Moves] {
        let mut all = vec![
            (Limits { cancel: cancelled.clone(), ..Limits::default() }, StopReason::Cancelled),
            (Limits { time: Some(Duration::ZERO), ..Limits::default() }, StopReason::Time),
        ];
        for nodes in [0, 1, 10, 100] {
            all.push((Limits { nodes: Some(nodes), ..Limits::default() }, StopReason::Nodes));
        }
        for bytes in [0, 1 << 10, 10 << 10, 50 << 10, 100 << 10, 1 << 20, 4 << 20] {
            all.push((Limits { bytes: Some(bytes), ..Limits::default() }, StopReason::Memory));
        }
        for (limits, expected) in all {
            let report = improve(&board, &given, &config(objective), &limits, &mut ());
            let report = report.expect("a solution");
            let (solution, counts) = solution_in(&report);
            assert_eq!(solution.replay(&board), Ok(counts));
            assert!(cost(objective, counts) <= cost(objective, before));
            assert!(report.stopped_by.is_none_or(|reason| reason == expected), "{limits:?}");
            assert!(limits.nodes.is_none_or(|nodes| report.stats.expanded <= nodes));
            assert!(limits.bytes.is_none_or(|bytes| report.stats.peak_bytes <= bytes));
            reasons.extend(report.stopped_by);
        }
    }
    for (reason, least) in [
        (StopReason::Cancelled, 2),
        (StopReason::Time, 2),
        (StopReason::Nodes, 4),
        (StopReason::Memory, 4),
    ] {
        let count = reasons.iter().filter(|&&it| it == reason).count();
        assert!(count >= least, "{reason:?}: {count}");
    }
}

/// Hears of better solutions, and cancels after some.
struct Listener {
    heard: Vec<u32>,
    most: usize,
    cancel: CancelToken,
}

impl Observer for Listener {
    fn incumbent(&mut self, incumbent: &Incumbent) {
        self.heard.push(incumbent.measure);
        if self.heard.len() == self.most {
            self.cancel.cancel();
        }
    }
}

#[test]
fn the_observer_hears_of_each_better_one() {
    let (board, given) = long_case();
    let run = |most| {
        let cancel = CancelToken::new();
        let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
        let mut listener = Listener { heard: Vec::new(), most, cancel };
        let report = improve_with(&board, &given, small(Objective::Pushes), &limits, &mut listener);
        (report.expect("a solution"), listener.heard)
    };
    let (report, heard) = run(usize::MAX);
    assert!(heard.len() >= 2 && heard.is_sorted_by(|one, next| one > next), "{heard:?}");
    assert_eq!(solution_in(&report).1.pushes, heard[heard.len() - 1] as usize);
    let (again, heard_again) = run(usize::MAX);
    assert_eq!((&again.outcome, again.stats), (&report.outcome, report.stats));
    assert_eq!(heard_again, heard);
    let (first, heard_first) = run(1);
    assert_eq!((heard_first.len(), first.stopped_by), (1, Some(StopReason::Cancelled)));
    assert_eq!(solution_in(&first).1.pushes, heard[0] as usize);
}

#[test]
fn a_second_pass_searches_nothing_again() {
    let (board, given) = long_case();
    let limits = Limits::default();
    let mut observer = ();
    let mut budget = Budget::new(&limits, &mut observer);
    let mut windows = Windows::new(&board, WindowPlan::new(&config(Objective::Pushes)));
    let mut pushes = pushes_of(&board, &given);
    let mut run = |pushes: &mut Vec<Push>| {
        let before = windows.stats().expanded;
        loop {
            match windows.next(pushes, &mut budget).expect("no limit") {
                WindowStep::Shortened(better) => *pushes = better,
                WindowStep::Tried => {}
                WindowStep::Done => return windows.stats().expanded - before,
            }
        }
    };
    assert!(run(&mut pushes) > 0);
    assert_eq!(run(&mut pushes), 0);
}

#[test]
fn windows_may_go_to_another_thread() {
    fn is_send<T: Send>() {}
    is_send::<Windows<'static>>();
}
