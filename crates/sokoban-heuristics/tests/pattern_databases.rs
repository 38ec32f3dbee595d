//! Pattern tables against breadth-first search on the plain grid, and the laws of the bound on
//! every state of small levels.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use sokoban_core::{Board, Level, NO_ROUTE, Reach, Square, State};
use sokoban_heuristics::{
    Bound, BuildConfig, Heuristic, Matching, PatternDatabase, PatternTable, PatternTarget,
};
use sokoban_oracle::random_level;

type Key = State<1>;

fn board(text: &str) -> Board {
    Board::try_from(&text.parse::<Level>().expect("a level")).expect("a board")
}

/// Small levels: the shipped micro ones, and random ones.
fn levels() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/micro");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the shipped levels")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    let texts = files.iter().map(|file| std::fs::read_to_string(file).expect("a file"));
    let mut levels: Vec<String> = texts.flat_map(|text| sokoban_oracle::boards_in(&text)).collect();
    levels.retain(|text| board(text).squares() <= 64);
    levels.extend((0..60).map(|seed| random_level(seed, 7, 7, 2 + seed as usize % 3, 5)));
    levels
}

/// Least steps to any of `from`, over all that `steps` leads to.
fn distances(from: Vec<Key>, mut steps: impl FnMut(&Key) -> Vec<Key>) -> BTreeMap<Key, u32> {
    let mut known: BTreeMap<Key, u32> = from.iter().map(|state| (*state, 0)).collect();
    let mut layer = from;
    let mut distance = 0;
    while !layer.is_empty() {
        distance += 1;
        let mut next = Vec::new();
        for state in &layer {
            for child in steps(state) {
                known.entry(child).or_insert_with(|| {
                    next.push(child);
                    distance
                });
            }
        }
        layer = next;
    }
    known
}

fn choose(squares: &[Square], count: usize) -> Vec<Vec<Square>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    (0..squares.len())
        .flat_map(|first| {
            let rest = choose(&squares[first + 1..], count - 1);
            rest.into_iter().map(move |rest| [&[squares[first]], &rest[..]].concat())
        })
        .collect()
}

/// Every state of the targets: boxes on `count` of them, the player in any region, or in that of
/// the start.
fn targets(board: &Board, count: usize, target: PatternTarget, reach: &mut Reach) -> Vec<Key> {
    let squares = match target {
        PatternTarget::Goals => board.goals(),
        PatternTarget::Start => board.start_boxes(),
    };
    let mut found = Vec::new();
    for boxes in choose(squares, count) {
        for player in (0..board.squares()).map(Square::new) {
            let is_there = target == PatternTarget::Goals || player == board.start_player();
            if is_there && !boxes.contains(&player) {
                found.push(State::with_player(boxes.iter().copied().collect(), player, reach));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

fn pulls(board: &Board, state: &Key, reach: &mut Reach) -> Vec<Key> {
    let pulls = state.pulls(board, reach);
    pulls.into_iter().map(|pull| state.pull(board, pull, reach)).collect()
}

fn pushes(board: &Board, state: &Key, reach: &mut Reach) -> Vec<Key> {
    let pushes = state.pushes(board, reach);
    pushes.into_iter().map(|push| state.push(board, push, reach)).collect()
}

/// Exact steps to the target from every state of `count` boxes that can reach it.
fn truth(board: &Board, count: usize, target: PatternTarget) -> BTreeMap<Key, u32> {
    let mut reach = Reach::new(board);
    // Boxes on dead squares are of no concern to either search.
    let is_live = |state: &Key| state.boxes().iter().all(|square| board.is_live(square));
    let mut from = targets(board, count, target, &mut reach);
    from.retain(is_live);
    distances(from, |state| {
        let mut children = match target {
            PatternTarget::Goals => pulls(board, state, &mut reach),
            PatternTarget::Start => pushes(board, state, &mut reach),
        };
        children.retain(is_live);
        children
    })
}

const BOTH: [PatternTarget; 2] = [PatternTarget::Goals, PatternTarget::Start];

#[test]
fn tables_equal_exhaustive_search() {
    let mut compared = 0;
    for text in levels() {
        let board = board(&text);
        let live: Vec<Square> = (0..board.live_squares()).map(Square::new).collect();
        for target in BOTH {
            let alone = match target {
                PatternTarget::Goals => board.goal_distances(),
                PatternTarget::Start => board.start_distances(),
            };
            for count in 1..=board.start_boxes().len().min(3) {
                if count == 3 && live.len() > 26 {
                    continue;
                }
                let truth = truth(&board, count, target);
                let config = BuildConfig::default();
                let mut watch = |_: &_| ControlFlow::Continue(());
                let table = PatternTable::build(&board, count, target, config, &mut watch).unwrap();
                let mut reach = Reach::new(&board);
                for boxes in choose(&live, count) {
                    for player in (0..board.squares()).map(Square::new) {
                        if boxes.contains(&player) {
                            continue;
                        }
                        let state =
                            State::with_player(boxes.iter().copied().collect(), player, &mut reach);
                        let nearest = boxes.iter().map(|&square| {
                            let stance = board.sides().stance(square, player);
                            let anchors = 0..alone.anchors().len();
                            anchors.map(|anchor| alone.get(anchor, stance)).min().unwrap()
                        });
                        let sum: u32 = nearest
                            .map(|distance| if distance == NO_ROUTE { 0 } else { distance.into() })
                            .sum();
                        let backwards: Vec<Square> = boxes.iter().rev().copied().collect();
                        let found = table.excess(&backwards, player);
                        let found = found.map(|excess| sum + u32::from(excess));
                        assert_eq!(found, truth.get(&state).copied(), "{text}\n{state:?}");
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 100_000, "{compared}");
}

#[test]
fn the_laws_hold_on_every_state() {
    let mut seen_unsolvable = 0;
    for text in levels() {
        let board = board(&text);
        let count = board.start_boxes().len();
        for (target, size) in
            BOTH.into_iter().flat_map(|target| [1, 2, 3].map(|size| (target, size)))
        {
            let mut watch = |_: &_| ControlFlow::Continue(());
            let config = BuildConfig::default();
            let database =
                PatternDatabase::build(&board, size, target, config, &mut watch).unwrap();
            let truth = truth(&board, count, target);
            let mut reach = Reach::new(&board);
            // All states of the search by pushes; of that by pulls.
            let from = match target {
                PatternTarget::Goals => vec![State::start(&board, &mut reach)],
                PatternTarget::Start => targets(&board, count, PatternTarget::Goals, &mut reach),
            };
            let states = distances(from, |state| match target {
                PatternTarget::Goals => pushes(&board, state, &mut reach),
                PatternTarget::Start => pulls(&board, state, &mut reach),
            });
            if states.len() > 20_000 {
                continue;
            }
            let mut scratch = database.scratch();
            let mut fresh = database.scratch();
            for state in states.keys() {
                let boxes: Vec<Square> = state.boxes().iter().collect();
                let bound = database.bound(&boxes, state.player(), &mut scratch);
                let exact = truth.get(state);
                let is_admissible = bound
                    .pushes()
                    .map_or(exact.is_none(), |pushes| exact.is_none_or(|&exact| pushes <= exact));
                assert!(is_admissible, "{bound:?}, {exact:?}\n{text}\n{state:?}");
                assert!(exact != Some(&0) || bound == Bound::ZERO);
                let backwards: Vec<Square> = boxes.iter().rev().copied().collect();
                assert_eq!(database.bound(&backwards, state.player(), &mut fresh), bound);
                let Some(pushes_left) = bound.pushes() else {
                    seen_unsolvable += 1;
                    continue;
                };
                let steps: Vec<(Square, Square, Square, Key)> = match target {
                    PatternTarget::Goals => state
                        .pushes(&board, &mut reach)
                        .into_iter()
                        .map(|push| {
                            let to = board.neighbor(push.from, push.direction);
                            (push.from, to, push.from, state.push(&board, push, &mut reach))
                        })
                        .collect(),
                    PatternTarget::Start => state
                        .pulls(&board, &mut reach)
                        .into_iter()
                        .map(|pull| {
                            let to = board.neighbor(pull.from, pull.direction);
                            let player = board.neighbor(to, pull.direction);
                            (pull.from, to, player, state.pull(&board, pull, &mut reach))
                        })
                        .collect(),
                };
                for (from, to, player, child) in steps {
                    let moved = boxes.iter().position(|&square| square == from).unwrap();
                    let after = database.bound_after(&boxes, moved, to, player, &mut scratch);
                    let own: Vec<Square> = child.boxes().iter().collect();
                    let own = database.bound(&own, child.player(), &mut fresh);
                    assert_eq!(after, own, "{text}\n{state:?}\n{child:?}");
                    let is_consistent = own.pushes().is_none_or(|own| own + 1 >= pushes_left);
                    assert!(is_consistent, "{bound:?}, {own:?}\n{text}\n{state:?}\n{child:?}");
                }
            }
        }
    }
    assert!(seen_unsolvable > 1_000, "{seen_unsolvable}");
}

#[test]
fn a_pair_that_blocks_itself_is_proven_dead() {
    // Each box alone goes straight to its goal along the wall.
    let board = board("########\n#@ $$..#\n#      #\n########");
    let (boxes, player) = (board.start_boxes(), board.start_player());
    let matching = Matching::push_distance(&board, &board.goal_distances());
    assert_eq!(matching.bound(boxes, player, &mut matching.scratch()), Bound::new(4));
    let mut watch = |_: &_| ControlFlow::Continue(());
    let config = BuildConfig::default();
    let database =
        PatternDatabase::build(&board, 2, PatternTarget::Goals, config, &mut watch).unwrap();
    let mut scratch = database.scratch();
    assert_eq!(database.bound(boxes, player, &mut scratch), Bound::UNSOLVABLE);
}
