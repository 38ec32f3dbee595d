use core::ops::ControlFlow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use sokoban_core::{Board, Direction, Level, NO_ROUTE, Square};

use super::pair_costs::{NO_WAY, Pair, PairCosts, goal_pair};
use super::triple_costs::{DEAD, TripleCosts};
use super::{ConflictConfig, Conflicts};
use crate::pdb::account::Account;
use crate::{Bound, BuildConfig, Heuristic};

fn boards(boxes: usize) -> Vec<Board> {
    let texts = (0..12).map(|seed| sokoban_oracle::random_level(seed, 7, 7, boxes, 6));
    texts
        .map(|text| Board::try_from(&text.parse::<Level>().expect("a level")).expect("a board"))
        .collect()
}

fn area(board: &Board, boxes: &[Square], player: Square) -> BTreeSet<Square> {
    let mut area = BTreeSet::from([player]);
    let mut open = vec![player];
    while let Some(square) = open.pop() {
        for &next in &board.neighbors()[square.index()] {
            if !next.is_none() && !boxes.contains(&next) && area.insert(next) {
                open.push(next);
            }
        }
    }
    area
}

/// The least pushes from boxes in a given order to every placement of them, in that order.
fn naive(board: &Board, boxes: &[Square], player: Square) -> BTreeMap<Vec<Square>, u32> {
    let mut pushes = BTreeMap::new();
    let canonical = |boxes: &[Square], player| {
        *area(board, boxes, player).first().expect("the player stands somewhere")
    };
    let mut met = BTreeSet::from([(boxes.to_vec(), canonical(boxes, player))]);
    let mut queue = VecDeque::from([(boxes.to_vec(), player, 0)]);
    while let Some((boxes, player, count)) = queue.pop_front() {
        pushes.entry(boxes.clone()).or_insert(count);
        let area = area(board, &boxes, player);
        for number in 0..boxes.len() {
            for direction in Direction::ALL {
                let to = board.neighbor(boxes[number], direction);
                let behind = board.neighbor(boxes[number], direction.opposite());
                if to.is_none() || boxes.contains(&to) || !area.contains(&behind) {
                    continue;
                }
                let mut child = boxes.clone();
                child[number] = to;
                let next = boxes[number];
                if met.insert((child.clone(), canonical(&child, next))) {
                    queue.push_back((child, next, count + 1));
                }
            }
        }
    }
    pushes
}

/// Sets of `count` live squares with a player beside them, spread over the board.
fn samples(board: &Board, count: usize) -> Vec<(Vec<Square>, Square)> {
    let mut samples = Vec::new();
    let mut seed: usize = 1;
    while samples.len() < 25 {
        let mut next = |below: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            Square::new((seed >> 33) % below)
        };
        let boxes: BTreeSet<Square> = (0..count).map(|_| next(board.live_squares())).collect();
        let player = next(board.squares());
        if boxes.len() == count && !boxes.contains(&player) {
            samples.push((boxes.into_iter().collect(), player));
        }
    }
    samples
}

#[test]
fn pairs_cost_what_a_search_finds() {
    let (mut rows, mut dead) = (0, 0);
    for board in boards(3) {
        let mut watch = |_: &_| ControlFlow::Continue(());
        let mut account = Account::new(BuildConfig::default(), &mut watch);
        let distances = board.goal_distances();
        let table = PairCosts::new(&board, &distances, &mut account).expect("no limit");
        for (boxes, player) in samples(&board, 2) {
            let truth = naive(&board, &boxes, player);
            let goals = board.goals();
            let cost = |one: usize, other: usize| {
                let cost =
                    |ends: [usize; 2]| truth.get(ends.map(|end| goals[end]).as_slice()).copied();
                let costs = [cost([one, other]), cost([other, one])];
                costs.into_iter().flatten().min().map_or(NO_WAY, |cost| cost as u16)
            };
            let pair = table.pair(boxes[1], boxes[0], player);
            let mut is_dead = true;
            for high in 1..goals.len() {
                for low in 0..high {
                    let true_cost = cost(low, high);
                    is_dead &= true_cost == NO_WAY;
                    let alone = |first: usize, second: usize| {
                        let alone = [(first, 0), (second, 1)].map(|(goal, number)| {
                            distances.get(goal, board.sides().stance(boxes[number], player))
                        });
                        alone[0].saturating_add(alone[1])
                    };
                    let cost = match pair {
                        Pair::Dead => NO_WAY,
                        Pair::Free => alone(low, high).min(alone(high, low)),
                        Pair::Row(row) => table.row(row)[goal_pair(low, high)],
                    };
                    assert_eq!(cost, true_cost, "{boxes:?} to {low} and {high}");
                }
            }
            assert_eq!(is_dead, pair == Pair::Dead);
            rows += usize::from(matches!(pair, Pair::Row(_)));
            dead += usize::from(is_dead);
        }
    }
    assert!(rows > 10 && dead > 10, "{rows} and {dead}");
}

#[test]
fn triples_need_the_detour_that_a_search_finds() {
    let (mut detours, mut dead) = (0, 0);
    for board in boards(4) {
        let mut watch = |_: &_| ControlFlow::Continue(());
        let mut account = Account::new(BuildConfig::default(), &mut watch);
        let distances = board.goal_distances();
        let table = TripleCosts::new(&board, &distances, &mut account).expect("no limit");
        let mut scratch = table.scratch();
        for (boxes, player) in samples(&board, 3) {
            let goal_of = |square: &Square| board.goals().iter().position(|goal| goal == square);
            let ends = naive(&board, &boxes, player);
            let truth = ends.iter().filter_map(|(ends, &pushes)| {
                let mut detour = pushes;
                for (start, end) in boxes.iter().zip(ends) {
                    let stance = board.sides().stance(*start, player);
                    detour -= match distances.get(goal_of(end)?, stance) {
                        NO_ROUTE => panic!("a box is where it could not come alone"),
                        distance => u32::from(distance),
                    };
                }
                Some(detour)
            });
            let truth = truth.min();
            let found = table.detour([boxes[2], boxes[0], boxes[1]], player, &mut scratch);
            let links = (0..3).map(|number| table.near(boxes[number], &boxes).count_ones());
            assert_eq!(links.sum::<u32>() >= 4, table.is_close([boxes[0], boxes[1], boxes[2]]));
            assert_eq!(found, truth.map_or(DEAD, |detour| detour as u8), "{boxes:?}");
            detours += usize::from(truth.is_some_and(|detour| detour > 0));
            dead += usize::from(truth.is_none());
        }
    }
    assert!(detours > 10 && dead > 10, "{detours} and {dead}");
}

/// Boxes past the 64th have no bit in a group; each of these needs one push down.
#[test]
fn more_boxes_than_a_group_can_name_are_bounded_too() {
    let (wall, boxes) = ("#".repeat(70), 66);
    let row = |symbol: &str| format!("# {} #", symbol.repeat(boxes));
    let text = format!("{wall}\n#@{}#\n{}\n{}\n{wall}", " ".repeat(67), row("$"), row("."));
    let board = Board::try_from(&text.parse::<Level>().expect("a level")).expect("a board");
    let (parts, config) = (ConflictConfig::ALL, BuildConfig::default());
    let bound = Conflicts::build(&board, parts, config, &mut |_| ControlFlow::Continue(()))
        .expect("no limit");
    assert!(bound.pairs.is_some() && bound.triples.is_some(), "the tables have room");
    let mut scratch = bound.scratch();
    let (boxes, player) = (board.start_boxes(), board.start_player());
    assert_eq!(bound.bound(boxes, player, &mut scratch), Bound::new(66));
    for (moved, &from) in boxes.iter().enumerate() {
        let to = board.neighbor(from, Direction::Down);
        let child = bound.bound_after(boxes, moved, to, from, &mut scratch);
        assert_eq!(child, Bound::new(65), "box {moved}");
    }
}
