//! Deadlock tests: never a word against a state that can be solved, and the word where it is due.

mod corpus;

use std::collections::{BTreeMap, BTreeSet};

use corpus::{Case, own_levels, random_levels};
use sokoban_core::{
    BitBoard, Board, Deadlock, DeadlockConfig, DeadlockScratch, Deadlocks, Direction, Level, Square,
};
use sokoban_oracle::all_states;

/// Wide enough for every level of the corpus.
type Boxes = BitBoard<32>;

const NONE: DeadlockConfig = DeadlockConfig::NONE;
const DEAD_SQUARES: DeadlockConfig = DeadlockConfig { dead_squares: true, ..NONE };
const SQUARE_BLOCK: DeadlockConfig = DeadlockConfig { square_block: true, ..NONE };
const FREEZE: DeadlockConfig = DeadlockConfig { freeze: true, ..NONE };
const WITHOUT_DEAD_SQUARES: DeadlockConfig =
    DeadlockConfig { dead_squares: false, ..DeadlockConfig::ALL };
const CONFIGS: [DeadlockConfig; 5] =
    [DEAD_SQUARES, SQUARE_BLOCK, FREEZE, WITHOUT_DEAD_SQUARES, DeadlockConfig::ALL];

/// The greatest set of boxes that block one another forever, the plain way: all boxes, less those
/// that have a free axis, until there are none of these.
fn naively_frozen(board: &Board, boxes: &Boxes) -> BTreeSet<Square> {
    let mut frozen: BTreeSet<Square> = boxes.iter().collect();
    let is_wall = |square: Square| square.is_none();
    let is_dead = |square: Square| !is_wall(square) && board.nearest_goal(square) == u16::MAX;
    loop {
        let holds = |square: Square, one, other| {
            let (one, other) = (board.neighbor(square, one), board.neighbor(square, other));
            is_wall(one)
                || is_wall(other)
                || frozen.contains(&one)
                || frozen.contains(&other)
                || (is_dead(one) && is_dead(other))
        };
        let free = frozen.iter().copied().find(|&square| {
            !holds(square, Direction::Left, Direction::Right)
                || !holds(square, Direction::Up, Direction::Down)
        });
        match free {
            Some(square) => frozen.remove(&square),
            None => return frozen,
        };
    }
}

/// Checks every state of a level and counts what each configuration flags: by configuration, the
/// box sets that are dead in truth and flagged.
fn check(case: &Case, flagged_by: &mut [usize; CONFIGS.len()]) {
    let board = &case.board;
    // Box sets with whether any player's place among them leaves a solution.
    let mut solvable: BTreeMap<Vec<usize>, bool> = BTreeMap::new();
    let mut pushes = BTreeSet::new();
    for truth in all_states(&case.grid, 300_000).expect("a small level") {
        for (from, to, next) in case.grid.pushes(&truth.state) {
            pushes.insert((truth.state.boxes.clone(), from, to, next.boxes));
        }
        *solvable.entry(truth.state.boxes).or_default() |= truth.pushes_to_go.is_some();
    }
    let set = |boxes: &[usize]| -> Boxes { boxes.iter().map(|&at| case.square(at)).collect() };
    let mut scratch = DeadlockScratch::default();
    for (index, config) in CONFIGS.into_iter().enumerate() {
        let deadlocks = Deadlocks::new(config);
        for (positions, &is_solvable) in &solvable {
            let boxes = set(positions);
            let found = deadlocks.find(board, &boxes, &mut scratch);
            let any_push = boxes
                .iter()
                .find_map(|moved| deadlocks.after_push(board, &boxes, moved, &mut scratch));
            assert_eq!(found, any_push, "{config:?} {boxes:?}");
            assert!(found.is_none() || !is_solvable, "{found:?} {positions:?} {:?}", case.grid);
            flagged_by[index] += usize::from(found.is_some());
            if config == FREEZE {
                let frozen = naively_frozen(board, &boxes);
                let off_goal = frozen.iter().any(|&square| !board.is_goal(square));
                assert_eq!(found.is_some(), off_goal, "{positions:?} {:?}", case.grid);
            }
        }
        // A deadlock that a push closes is seen by looking at the pushed box alone.
        for (before, _, to, after) in &pushes {
            if deadlocks.find(board, &set(before), &mut scratch).is_none() {
                let after = set(after);
                let seen = deadlocks.after_push(board, &after, case.square(*to), &mut scratch);
                let found = deadlocks.find(board, &after, &mut scratch);
                assert_eq!(seen.is_some(), found.is_some(), "{config:?} {after:?}");
            }
        }
    }
}

#[test]
fn no_solvable_state_of_our_levels_is_flagged() {
    let mut flagged = [0; CONFIGS.len()];
    for case in own_levels() {
        check(&case, &mut flagged);
    }
    assert!(flagged.iter().all(|&count| count > 1_000), "{flagged:?}");
    assert!(flagged[4] > flagged[0] && flagged[3] > flagged[1], "{flagged:?}");
}

#[test]
fn no_solvable_state_of_random_levels_is_flagged() {
    let mut flagged = [0; CONFIGS.len()];
    for case in random_levels() {
        check(&case, &mut flagged);
    }
    assert!(flagged.iter().all(|&count| count > 10_000), "{flagged:?}");
}

/// What each configuration finds among the boxes that `text` starts with.
fn find(text: &str, config: DeadlockConfig) -> Option<Deadlock> {
    let level: Level = text.parse().expect("the text is a level");
    let board = Board::try_from(&level).expect("the level can be played");
    let boxes: Boxes = board.start_boxes().iter().copied().collect();
    Deadlocks::new(config).find(&board, &boxes, &mut DeadlockScratch::default())
}

#[test]
fn what_is_a_deadlock() {
    let (dead, block, freeze) = (Deadlock::DeadSquare, Deadlock::SquareBlock, Deadlock::Freeze);
    let cases = [
        ("a corner", "#####\n#@  #\n#. $#\n#   #\n#  ##\n#####", DEAD_SQUARES, dead),
        ("a corner", "######\n#@ $##\n#.   #\n######", DEAD_SQUARES, dead),
        ("a box along a wall", "#######\n#@ $  #\n#   . #\n#     #\n#######", DEAD_SQUARES, dead),
        (
            "two by two boxes",
            "########\n#      #\n#  $$  #\n#  $$  #\n#@     #\n# .... #\n########",
            SQUARE_BLOCK,
            block,
        ),
        (
            "two boxes and two walls",
            "########\n#.@ .  #\n#      #\n#  ##  #\n#  $$  #\n#      #\n########",
            SQUARE_BLOCK,
            block,
        ),
        (
            "three boxes and one wall",
            "########\n#.@ .. #\n#  $#  #\n#  $$  #\n#      #\n########",
            SQUARE_BLOCK,
            block,
        ),
        ("a wall corner", "######\n#@ $##\n#.   #\n######", SQUARE_BLOCK, block),
        (
            "one of four off goal",
            "#######\n#@    #\n# **  #\n# *$. #\n#     #\n#######",
            SQUARE_BLOCK,
            block,
        ),
        ("a pair along a wall", "########\n#. $$ .#\n#@     #\n########", FREEZE, freeze),
        (
            "two by two boxes",
            "########\n#      #\n#  $$  #\n#  $$  #\n#@     #\n# .... #\n########",
            FREEZE,
            freeze,
        ),
        (
            "a zigzag between walls",
            "#######\n#@    #\n#  #$ #\n#   $##\n#..   #\n#######",
            FREEZE,
            freeze,
        ),
        (
            "a chain of four",
            "#########\n#@ ..   #\n#  #$   #\n#   $$  #\n#    $# #\n#  ..   #\n#########",
            FREEZE,
            freeze,
        ),
        (
            "a box off goal held by boxes on goals",
            "########\n#  **$ #\n#      #\n#@.    #\n########",
            FREEZE,
            freeze,
        ),
        // Above and below the pair a box would be lost, and in its row each box holds the other.
        (
            "dead squares on both sides",
            "#########\n#       #\n#@.$$.  #\n#       #\n#########",
            FREEZE,
            freeze,
        ),
    ];
    for (what, text, config, expected) in cases {
        assert_eq!(find(text, config), Some(expected), "{what}\n{text}");
        assert_eq!(find(text, NONE), None, "{what}");
    }
}

#[test]
fn what_only_looks_like_a_deadlock() {
    let cases = [
        // Dead, but only by where the player is, which these tests do not look at.
        ("the wrong side", "#######\n#.@$  #\n#######"),
        ("between opposite walls", "########\n#  #   #\n#@ $  .#\n#  #   #\n########"),
        ("along a wall with a gap", "#######\n#  .  #\n#     #\n#@$   #\n###  ##\n#######"),
        ("two by two on goals", "#######\n#     #\n# **  #\n# **  #\n# @$. #\n#     #\n#######"),
        ("a frozen pair on goals", "########\n# **   #\n#      #\n# @ $. #\n#      #\n########"),
        ("a pair that moves apart", "########\n#.    .#\n#  $$  #\n#@     #\n########"),
        ("a pair along a wall with goals, one free", "#######\n#.$ $.#\n#@    #\n#######"),
        (
            "a chain that one free end lets go",
            "#########\n#@ ..   #\n#  #$   #\n#   $$  #\n#    $  #\n#  ..   #\n#       #\n#########",
        ),
        ("three boxes of a square", "########\n#  .   #\n#  $$. #\n#  $.  #\n#@     #\n########"),
    ];
    for (what, text) in cases {
        for config in CONFIGS {
            assert_eq!(find(text, config), None, "{what}\n{text}");
        }
    }
}

#[test]
fn the_boxes_found_frozen_on_goals_are_told() {
    let text = "########\n# **   #\n#      #\n# @ $. #\n#      #\n########";
    let board = Board::try_from(&text.parse::<Level>().unwrap()).unwrap();
    let boxes: Boxes = board.start_boxes().iter().copied().collect();
    let mut scratch = DeadlockScratch::default();
    let deadlocks = Deadlocks::new(DeadlockConfig::ALL);
    let [first, second, third] = board.start_boxes() else { panic!("three boxes") };
    assert_eq!(deadlocks.after_push(&board, &boxes, *first, &mut scratch), None);
    assert_eq!(BTreeSet::from_iter(scratch.frozen()), BTreeSet::from([first, second]));
    assert_eq!(deadlocks.after_push(&board, &boxes, *third, &mut scratch), None);
    assert_eq!(scratch.frozen(), []);
}
