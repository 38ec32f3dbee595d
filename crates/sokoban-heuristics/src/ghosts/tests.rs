//! Ghosts against plain searches of whole states.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::ops::Range;
use proptest::prelude::*;
use sokoban_core::Level;

use super::*;

/// Boxes ascending, and the player.
type Whole = (Vec<Square>, Square);

const ALL_COSTS: [StepCosts; 3] =
    [StepCosts::MOVES, StepCosts::MOVES_THEN_PUSHES, StepCosts::PUSHES_THEN_MOVES];

/// The single steps out of a state: whether one is a push, and where it leads.
fn steps(board: &Board, (boxes, player): &Whole) -> Vec<(bool, Whole)> {
    let mut found = Vec::new();
    for direction in sokoban_core::Direction::ALL {
        let next = board.neighbor(*player, direction);
        if next.is_none() {
            continue;
        }
        let Ok(at) = boxes.binary_search(&next) else {
            found.push((false, (boxes.clone(), next)));
            continue;
        };
        let beyond = board.neighbor(next, direction);
        if !beyond.is_none() && boxes.binary_search(&beyond).is_err() {
            let mut boxes = boxes.clone();
            boxes[at] = beyond;
            boxes.sort_unstable();
            found.push((true, (boxes, next)));
        }
    }
    found
}

/// The states that can be come to, with the least cost from the start.
fn costs_from_start(board: &Board, costs: StepCosts) -> BTreeMap<Whole, u64> {
    let start = (board.start_boxes().to_vec(), board.start_player());
    cheapest([(start, 0)], |state| {
        let of = |is_push| if is_push { costs.push() } else { costs.walk() };
        steps(board, state).into_iter().map(|(is_push, next)| (of(is_push), next)).collect()
    })
}

/// Of those, the least cost to a solved state, where there is one.
fn costs_to_goals(board: &Board, costs: StepCosts) -> BTreeMap<Whole, u64> {
    let reached = costs_from_start(board, costs);
    let mut back: BTreeMap<Whole, Vec<(u64, Whole)>> = BTreeMap::new();
    for state in reached.keys() {
        for (is_push, next) in steps(board, state) {
            let cost = if is_push { costs.push() } else { costs.walk() };
            back.entry(next).or_default().push((cost, state.clone()));
        }
    }
    let is_solved = |state: &&Whole| state.0.iter().all(|&square| board.is_goal(square));
    let solved: Vec<(Whole, u64)> =
        reached.keys().filter(is_solved).map(|state| (state.clone(), 0)).collect();
    cheapest(solved, |state| back.get(state).cloned().unwrap_or_default())
}

/// Dijkstra's algorithm over a sorted set.
fn cheapest(
    seeds: impl IntoIterator<Item = (Whole, u64)>,
    arcs: impl Fn(&Whole) -> Vec<(u64, Whole)>,
) -> BTreeMap<Whole, u64> {
    let mut least: BTreeMap<Whole, u64> = seeds.into_iter().collect();
    let mut queue: BTreeSet<(u64, Whole)> =
        least.iter().map(|(state, &cost)| (cost, state.clone())).collect();
    while let Some((cost, state)) = queue.pop_first() {
        for (more, next) in arcs(&state) {
            let total = cost + more;
            if least.get(&next).is_none_or(|&known| total < known) {
                if let Some(known) = least.insert(next.clone(), total) {
                    queue.remove(&(known, next.clone()));
                }
                queue.insert((total, next));
            }
        }
    }
    least
}

/// Every bound of every state is true, rises with the boxes of a set, and with all boxes in a set
/// it is exact.
fn hold_to_searches(board: &Board) {
    for costs in ALL_COSTS {
        let to_goals = costs_to_goals(board, costs);
        let from_start = costs_from_start(board, costs);
        let mut forward = Ghosts::to_goals(board, costs);
        let mut backward =
            Ghosts::from_start_while(board, costs, &mut || ControlFlow::Continue(()))
                .expect("nobody breaks off");
        let mut before: Vec<Option<u64>> = Vec::new();
        for boxes in 0..=board.start_boxes().len().min(MOST_BOXES) {
            if boxes > 0 {
                let bytes = forward.table_bytes(board, boxes).expect("there can be such tables");
                let bare = Ghosts::to_goals(board, costs).memory_usage();
                assert!(forward.build(board, boxes) && backward.build(board, boxes));
                let quick = if boxes > 2 { forward.table_bytes(board, 2) } else { None };
                assert_eq!(forward.memory_usage(), bare + bytes + quick.unwrap_or(0));
                assert_eq!(forward.quick_set_boxes(), boxes.min(2));
            }
            let is_whole = boxes == board.start_boxes().len();
            let mut bounds = Vec::new();
            for (state, &cost) in &from_start {
                let bound = forward.bound(&state.0, state.1);
                let quick = forward.quick_bound(&state.0, state.1);
                assert!(bound.is_none() || quick.is_some_and(|quick| Some(quick) <= bound));
                let truth = to_goals.get(state).copied();
                if let Some(truth) = truth {
                    assert!(
                        bound.is_some_and(|bound| bound <= truth),
                        "{bound:?} of {truth} at {state:?}, sets of {boxes}, {costs:?}"
                    );
                }
                // Goals left over make the sum of the duals a bound alone.
                if is_whole && board.goals().len() == boxes {
                    assert_eq!(bound, truth, "{state:?} {costs:?}");
                }
                bounds.push(bound);
                // What a state that cannot be solved has cost is of no use, and ways to it may lead
                // over dead squares. Those to one that can be solved do not.
                if truth.is_none() {
                    continue;
                }
                let bound = backward.bound(&state.0, state.1);
                assert!(bound.is_some_and(|bound| bound <= cost), "{bound:?} of {cost}");
                assert!(!is_whole || bound == Some(cost), "{bound:?} is not {cost}");
            }
            let rises = |(less, more): (&Option<u64>, &Option<u64>)| match (less, more) {
                (_, None) => true,
                (None, Some(_)) => false,
                (Some(less), Some(more)) => less <= more,
            };
            assert!(before.iter().zip(&bounds).all(rises), "sets of {boxes} know less");
            before = bounds;
        }
    }
}

fn board_of(text: &str) -> Board {
    Board::try_from(&text.parse::<Level>().expect("it is a level")).expect("it can be played")
}

#[test]
fn up_to_three_boxes_are_told_exactly_and_five_truly() {
    for text in [
        "#######\n#@  $.#\n#######",
        "######\n# .  #\n# $  #\n#$ @ #\n#.#  #\n# ## #\n######",
        "#######\n##  $.#\n##   ##\n# #   #\n## $. #\n# @   #\n#######",
        "#######\n#. $  #\n#*#@  #\n#   $.#\n#   # #\n# #  ##\n#######",
        "#######\n# .$. #\n# $@  #\n#  $. #\n#######",
        "########\n#@ $ ..#\n# $    #\n#   .  #\n########",
        // To come to the other four, the player pushes the fifth box along: steps that are its own.
        "#######\n##..###\n##$$###\n#@$ .##\n##$$###\n##..###\n#######",
    ] {
        hold_to_searches(&board_of(text));
    }
}

#[test]
fn there_are_no_tables_for_more_boxes_than_there_are() {
    let board = board_of("#######\n#@  $.#\n#######");
    let mut ghosts = Ghosts::to_goals(&board, StepCosts::MOVES);
    assert!(!ghosts.build(&board, 0) && !ghosts.build(&board, 2));
    assert_eq!(ghosts.set_boxes(), 0);
    assert!(!ghosts.build_while(&board, 1, &mut |_| ControlFlow::Break(())));
    assert!(ghosts.build(&board, 1));
    assert_eq!(ghosts.set_boxes(), 1);
}

/// A small room of so many squares with random walls and up to so many boxes, the player somewhere,
/// and up to as many goals.
fn rooms(
    squares: Range<usize>,
    boxes: Range<usize>,
) -> impl Strategy<Value = Option<(Board, String)>> {
    (prop::collection::vec(0_u8..10, squares), boxes, any::<prop::sample::Index>()).prop_map(
        |(marks, boxes, player)| {
            let width = 4;
            let player = player.index(marks.len());
            let mut rows = String::from("######\n");
            let (mut placed, mut goals) = (0, 0);
            for (row, marks) in marks.chunks(width).enumerate() {
                rows.push('#');
                for column in 0..width {
                    let is_player = row * width + column == player;
                    let glyph = match marks.get(column) {
                        _ if is_player => '@',
                        None | Some(0) => '#',
                        Some(1 | 2) if placed < boxes => {
                            placed += 1;
                            '$'
                        }
                        Some(3) if placed < boxes => {
                            placed += 1;
                            goals += 1;
                            '*'
                        }
                        Some(4..=6) if goals < boxes => {
                            goals += 1;
                            '.'
                        }
                        Some(_) => ' ',
                    };
                    rows.push(glyph);
                }
                rows.push_str("#\n");
            }
            rows.push_str("######\n");
            Some((Board::try_from(&rows.parse::<Level>().ok()?).ok()?, rows))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn bounds_are_true_in_crowded_rooms(board in rooms(9..14, 4..7)) {
        if let Some((board, text)) = board {
            println!("{text}");
            hold_to_searches(&board);
        }
    }

    #[test]
    fn bounds_are_true_in_random_rooms(board in rooms(12..21, 1..4)) {
        if let Some((board, text)) = board {
            println!("{text}");
            hold_to_searches(&board);
        }
    }
}

#[test]
fn a_set_of_one_box_misses_the_walk_back_from_the_other() {
    // The drawing in docs/algorithms.md.
    let text = "#########\n#  .  . #\n#  $  $ #\n#     @ #\n#########";
    let board = Board::try_from(&text.parse::<Level>().unwrap()).unwrap();
    let mut ghosts = Ghosts::to_goals(&board, StepCosts::MOVES);
    let bound = |ghosts: &Ghosts| {
        let cost = ghosts.bound(board.start_boxes(), board.start_player()).unwrap();
        StepCosts::MOVES.major(cost)
    };
    assert_eq!(bound(&ghosts), 2, "the matching");
    for (boxes, expected) in [(1, 5), (2, 6)] {
        assert!(ghosts.build(&board, boxes));
        assert_eq!(bound(&ghosts), expected, "{boxes} boxes");
    }
}
