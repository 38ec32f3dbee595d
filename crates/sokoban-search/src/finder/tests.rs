//! The finder finds what there is within a limit and nothing else.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use proptest::prelude::*;
use sokoban_core::{Board, DeadlockConfig, Level, Push, Reach, Solution, Square, State};
use sokoban_heuristics::{BuildConfig, ConflictConfig, Conflicts, Heuristic, Matching};
use sokoban_oracle::{Grid, Least, least_pushes, random_level};

use super::features::{Child, Survey};
use super::floor_areas::FloorAreas;
use super::macro_moves::{MacroMove, MacroMoves};
use super::packing_order::PackingOrder;
use super::{Allowance, Finder, Partner, PartnerPlan, Sought, Turn};
use crate::box_list::move_box;
use crate::budget::Budget;
use crate::limits::Limits;
use crate::memory::Memory;
use crate::outcome::StopReason;
use crate::space::Step;
use crate::stats::Stats;

fn board(text: &str) -> Board {
    Board::try_from(&text.parse::<Level>().expect("a level")).expect("a board")
}

/// A finder without a prover.
struct Alone<'w, 'o>(&'w mut Budget<'o>);

impl Allowance for Alone<'_, '_> {
    fn memory(&mut self) -> &mut Memory {
        &mut self.0.memory
    }

    fn look_after(&mut self, generated: u64) -> Result<(), StopReason> {
        self.0.look_after(generated, &Stats::default(), 0, 0)
    }

    fn expand_one(&mut self) -> Result<(), StopReason> {
        Ok(())
    }
}

/// The pushes that the replay counts.
fn replayed(board: &Board, path: &[Step]) -> u32 {
    let pushes = path.iter().flat_map(|step| step.single_steps(board).expect("a line"));
    let pushes: Vec<Push> = pushes.map(|(from, direction)| Push { from, direction }).collect();
    let solution = Solution::from_pushes::<4>(board, &pushes).expect("a legal sequence");
    solution.replay(board).expect("a solution").pushes as u32
}

fn sought<H: Heuristic>(finder: &mut Finder<'_, H>, limit: u32, attempt: u32) -> Sought {
    let limits = Limits::default();
    let mut observer = ();
    let mut budget = Budget::new(&limits, &mut observer);
    finder.begin(limit, attempt, &mut budget.memory);
    let turn = Turn { most: u64::MAX / 2, most_bytes: usize::MAX };
    let sought = finder.go_on(turn, &mut Alone(&mut budget)).expect("no limit");
    finder.clear(&mut budget.memory);
    assert_eq!(budget.memory.used(), 0, "all is given back");
    sought
}

/// With the optimum for a limit there is a solution, with less there is none.
fn check<H: Heuristic>(board: &Board, bound: &H, deadlocks: DeadlockConfig, truth: Least<u32>) {
    let mut finder = Finder::new(board, bound, deadlocks);
    for attempt in 0..3 {
        match truth {
            Least::Found(0) | Least::TooLarge => {}
            Least::Found(least) => {
                match sought(&mut finder, least, attempt) {
                    Sought::Found(path) => assert_eq!(replayed(board, &path), least),
                    other => panic!("{other:?} within {least}"),
                }
                assert_eq!(sought(&mut finder, least - 1, attempt), Sought::Nothing);
                match sought(&mut finder, 1 << 20, attempt) {
                    Sought::Found(path) => assert!(replayed(board, &path) >= least),
                    other => panic!("{other:?} without a limit"),
                }
            }
            Least::Unsolvable => {
                assert_eq!(sought(&mut finder, 1 << 20, attempt), Sought::Nothing);
            }
        }
    }
}

#[test]
fn finds_a_solution_if_and_only_if_there_is_one_within_the_limit() {
    let off = DeadlockConfig { freeze: false, ..DeadlockConfig::BOXES };
    let (mut solvable, mut unsolvable) = (0, 0);
    for seed in 0..150 {
        let (width, height, boxes, walls) =
            [(7, 6, 2, 3), (6, 6, 3, 0), (8, 7, 3, 6), (7, 7, 4, 2)][seed as usize % 4];
        let text = random_level(seed, width, height, boxes, walls);
        let truth = least_pushes(&Grid::from_xsb(&text), 30_000);
        match truth {
            Least::Found(_) => solvable += 1,
            Least::Unsolvable => unsolvable += 1,
            Least::TooLarge => continue,
        }
        let board = board(&text);
        let matching = Matching::push_distance(&board, &board.goal_distances());
        check(&board, &matching, DeadlockConfig::ALL, truth);
        check(&board, &matching, off, truth);
        let config = BuildConfig::default();
        let conflicts = Conflicts::build(&board, ConflictConfig::ALL, config, &mut |_| {
            ControlFlow::Continue(())
        });
        check(&board, &conflicts.expect("small tables"), DeadlockConfig::ALL, truth);
    }
    assert!(solvable >= 60 && unsolvable >= 10, "{solvable} and {unsolvable}");
}

/// The naive twin: single pushes of one box, over whole states.
fn moves_by_single_pushes(
    board: &Board,
    start: State<4>,
    from: Square,
) -> BTreeMap<(Square, Square), u16> {
    let mut reach = Reach::new(board);
    let mut found = BTreeMap::new();
    let mut layer = vec![(start, from)];
    let mut cost = 0;
    let mut seen = vec![start];
    while !layer.is_empty() {
        cost += 1;
        let mut next = Vec::new();
        for (state, square) in layer {
            for push in state.pushes(board, &mut reach) {
                let to = board.neighbor(push.from, push.direction);
                if push.from != square || !board.is_live(to) {
                    continue;
                }
                let child = state.push(board, push, &mut reach);
                if !seen.contains(&child) {
                    seen.push(child);
                    found.insert((to, child.player()), cost);
                    next.push((child, to));
                }
            }
        }
        layer = next;
    }
    found
}

proptest! {
    #[test]
    fn macro_moves_are_what_single_pushes_reach(seed in 0_u64..10_000, boxes in 2_usize..5) {
        let board = board(&random_level(seed, 9, 8, boxes, 8));
        let mut reach = Reach::new(&board);
        let start = State::<4>::start(&board, &mut reach);
        let squares: Vec<Square> = start.boxes().iter().collect();
        let mut moves = MacroMoves::new(&board);
        moves.set_boxes(&squares);
        let is_free = |square: Square| board.is_live(square) && !squares.contains(&square);
        for &from in &squares {
            let mut found: Vec<MacroMove> = Vec::new();
            let both = (is_free, |_| true);
            moves.of_box(&board, (from, start.player()), u32::MAX, both, |made| found.push(made));
            let costs: BTreeMap<_, _> =
                found.iter().map(|made| ((made.to, made.player), made.cost)).collect();
            prop_assert_eq!(costs.len(), found.len(), "each once");
            prop_assert_eq!(costs, moves_by_single_pushes(&board, start, from));
            for made in found {
                let pushes = moves.pushes(&board, start.player(), made, is_free);
                let pushes = pushes.expect("a move that was found");
                prop_assert_eq!(pushes.len(), usize::from(made.cost));
                let mut state = start;
                for push in pushes {
                    state = state.try_push(&board, push, &mut reach).expect("a legal push");
                }
                prop_assert_eq!(state, start.after_move(from, made.to, made.player));
            }
        }
    }

    #[test]
    fn features_of_a_child_are_those_of_its_state(seed in 0_u64..10_000, boxes in 2_usize..6) {
        let board = board(&random_level(seed, 9, 8, boxes, 8));
        let mut reach = Reach::new(&board);
        let start = State::<4>::start(&board, &mut reach);
        let squares: Vec<Square> = start.boxes().iter().collect();
        let (mut survey, mut twin) = (Survey::new(&board), Survey::new(&board));
        if survey.look(&board, &squares, start.player()).is_none() {
            return Ok(());
        }
        for (moved, &from) in squares.iter().enumerate() {
            for ((to, player), _) in moves_by_single_pushes(&board, start, from) {
                let mut boxes = squares.clone();
                move_box(&mut boxes, from, to);
                let child = survey.after(&board, Child { moved, to, player }, u32::MAX);
                let anew = twin.look(&board, &boxes, player);
                // The others keep their goals, so obstruction is another thing.
                let without = |mut features: super::Features| {
                    features.obstruction = 0;
                    features
                };
                prop_assert_eq!(child.map(without), anew.map(without));
            }
        }
    }
}

proptest! {
    #[test]
    fn areas_are_what_floods_find(seed in 0_u64..10_000, boxes in 2_usize..9) {
        let board = board(&random_level(seed, 10, 9, boxes, 16));
        let mut areas = FloorAreas::new(&board);
        let mut reach = Reach::new(&board);
        let squares: Vec<Square> = board.start_boxes().to_vec();
        areas.count(&board, |square| squares.contains(&square), board.start_player());
        for (moved, &from) in squares.iter().enumerate() {
            for to in (0..board.squares()).map(Square::new) {
                if squares.contains(&to) {
                    continue;
                }
                let mut boxes = squares.clone();
                boxes[moved] = to;
                reach.set_boxes(boxes.iter().copied());
                let free = (0..board.squares()).map(Square::new);
                let free = free.filter(|square| !boxes.contains(square));
                let found: Vec<(Square, usize)> = free
                    .map(|square| (reach.flood(square), reach.count()))
                    .collect();
                let mut canonical: Vec<Square> = found.iter().map(|&(square, _)| square).collect();
                canonical.sort_unstable();
                canonical.dedup();
                for &(player, count) in &found {
                    let is_box = |square: Square| squares.contains(&square);
                    let told = areas.count_after(&board, is_box, (from, to), player);
                    prop_assert_eq!(told, (canonical.len() as i32, count as i32));
                }
            }
        }
    }
}

#[test]
fn a_box_that_is_cut_off_counts_against_what_cuts_it_off() {
    let level = "###########\n#    ######\n# $  #   ##\n#@ $   . .#\n#    #   ##\n###########\n";
    let level = board(level);
    let mut order = PackingOrder::new(&level);
    let door = level.goals()[0];
    let [first, second] = [level.start_boxes()[0], level.start_boxes()[1]];
    let mut value = |filled, boxes: &[Square]| order.value(&level, filled, boxes.iter().copied());
    // A box at the door has to leave for one to get to the end, where no box outside can come now.
    let bit = 1;
    assert_eq!(value(bit, &[door]), -1);
    assert_eq!(value(bit, &[door, first]), -3);
    assert_eq!(value(bit, &[first, second]), -4);
    assert_eq!(value(0, &[first, second]), 0);
}

#[test]
fn a_goal_at_the_door_is_filled_last() {
    let narrow = board("########\n#  $#####\n#@ $ ..#\n########\n");
    let mut order = PackingOrder::new(&narrow);
    let [door, end] = [narrow.goals()[0], narrow.goals()[1]].map(|goal| order.bit(goal));
    assert_eq!(order.value(&narrow, door, std::iter::empty()), -1, "it has to be emptied again");
    assert_eq!(order.value(&narrow, end, std::iter::empty()), 1);
    assert_eq!(order.value(&narrow, door | end, std::iter::empty()), 2);

    let open = board("########\n#      #\n#      #\n#@ $$..#\n#      #\n#      #\n########");
    let mut order = PackingOrder::new(&open);
    let [first, second] = [open.goals()[0], open.goals()[1]].map(|goal| order.bit(goal));
    assert_eq!(
        order.value(&open, first, std::iter::empty()),
        1,
        "there is another way to the second"
    );
    assert_eq!(order.value(&open, second, std::iter::empty()), 1);
}

#[test]
fn limits_end_a_turn() {
    let board = board(&random_level(16, 11, 10, 7, 4));
    let matching = Matching::push_distance(&board, &board.goal_distances());
    let mut finder = Finder::new(&board, &matching, DeadlockConfig::ALL);
    let turn = Turn { most: 1 << 40, most_bytes: usize::MAX };
    let mut go_on = |limits: Limits, turn: Turn| {
        let mut observer = ();
        let mut budget = Budget::new(&limits, &mut observer);
        // Just too few, so that there is much to do.
        finder.begin(50, 0, &mut budget.memory);
        let sought = finder.go_on(turn, &mut Alone(&mut budget));
        finder.clear(&mut budget.memory);
        assert_eq!(budget.memory.used(), 0, "all is given back");
        sought
    };
    let time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(go_on(time, turn), Err(StopReason::Time));
    let bytes = Limits { bytes: Some(200_000), ..Limits::default() };
    assert_eq!(go_on(bytes, turn), Err(StopReason::Memory));
    let full = Turn { most_bytes: 200_000, ..turn };
    assert_eq!(go_on(Limits::default(), full), Ok(Sought::Full));
    let short = Turn { most: 1_000, ..turn };
    assert_eq!(go_on(Limits::default(), short), Ok(Sought::Paused));
}

/// A room without a solution, which only a freeze test would tell: two boxes side by side at the upper
/// wall hold each other there, the others are free.
fn held_pair(width: usize, height: usize, free: usize) -> String {
    let row = |text: &str| format!("#{text:<width$}#\n");
    let wall = format!("{}\n", "#".repeat(width + 2));
    let boxes = row(&" $".repeat(free));
    let goals = row(&" .".repeat(free));
    let empty = row("").repeat(height - 4);
    [&wall, &row(". $$ ."), &row("@"), &boxes, &empty, &goals, &wall].map(String::as_str).concat()
}

/// What the finder generates in its first turn, beside a prover that has generated 20,000 states at
/// one lower bound.
fn first_turn(text: &str) -> u64 {
    let board = board(text);
    let matching = Matching::push_distance(&board, &board.goal_distances());
    let limits = Limits { bytes: Some(8 << 30), ..Limits::default() };
    let mut observer = ();
    let mut budget = Budget::new(&limits, &mut observer);
    let plan = PartnerPlan { board: &board, deadlocks: DeadlockConfig::NONE };
    let mut partner = Partner::new(plan, &matching, &mut budget.memory).expect("there is room");
    assert!(!partner.is_its_turn(0, 400));
    assert!(partner.is_its_turn(20_000, 400));
    let found = partner.take_turn(20_000, (400, Some(401)), &mut Alone(&mut budget));
    assert_eq!(found, Ok(None));
    partner.generated()
}

#[test]
fn where_a_proof_is_near_the_finder_has_an_eighth_of_its_share() {
    // 200,000 and a quarter of what the prover generated, and an eighth of both.
    let few = first_turn(&held_pair(9, 8, 4));
    assert!((25_625..27_000).contains(&few), "{few}");
    let many = first_turn(&held_pair(24, 8, 11));
    assert!((205_000..210_000).contains(&many), "{many}");
}
