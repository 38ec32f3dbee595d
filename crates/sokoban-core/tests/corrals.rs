//! Corrals: the pushes that they leave keep every state's optimum, and what they call a deadlock is
//! one.

mod corpus;

use std::collections::BTreeMap;

use corpus::{Case, own_levels, random_levels};
use sokoban_core::{
    BitBoard, Board, Corrals, DeadlockConfig, Direction, Level, Push, Reach, Square, State,
};
use sokoban_oracle::{OracleState, all_states, random_level};

const PI: DeadlockConfig = DeadlockConfig { pi_corral: true, ..DeadlockConfig::NONE };
const SEARCH: DeadlockConfig = DeadlockConfig { corral_search: true, ..DeadlockConfig::NONE };

/// What came of the states of some levels.
#[derive(Debug, Default)]
struct Tally {
    states: usize,
    corrals: usize,
    deadlocks: usize,
    /// Pushes that a corral leaves out.
    spared: usize,
}

/// Checks every state that pushes lead to, dead ones included, against the exact distances, with
/// the tests that `config` names.
fn check(case: &Case, config: DeadlockConfig, tally: &mut Tally) {
    let board = &case.board;
    let truths = all_states(&case.grid, 300_000).expect("a small level");
    let to_go: BTreeMap<&OracleState, Option<u32>> =
        truths.iter().map(|truth| (&truth.state, truth.pushes_to_go)).collect();
    let mut corrals = Corrals::<32>::new(board, config);
    for mut reach in [Reach::new(board), Reach::row_by_row(board), Reach::square_by_square(board)] {
        for truth in &truths {
            let squares = truth.state.boxes.iter().map(|&at| case.square(at));
            let boxes: BitBoard<32> = squares.clone().collect();
            reach.set_boxes(squares);
            reach.flood(case.square(truth.state.player));
            let all = (0..board.squares()).map(Square::new);
            assert_eq!(reach.count(), all.filter(|&square| reach.contains(square)).count());
            tally.states += 1;
            let Some(opening) = corrals.find(board, &boxes, &reach) else { continue };
            tally.corrals += 1;
            tally.deadlocks += usize::from(opening.is_empty());
            let legal = case.grid.pushes(&truth.state);
            tally.spared += legal.len() - opening.len();
            let mut least = None;
            for push in opening {
                let to = board.neighbor(push.from, push.direction);
                let after = legal.iter().find(|(from, target, _)| {
                    (case.square(*from), case.square(*target)) == (push.from, to)
                });
                let (_, _, next) = after.expect("the pushes of a corral are legal");
                least = [least, to_go[next]].into_iter().flatten().min();
            }
            let kept = least.map(|least| least + 1);
            assert_eq!(kept, truth.pushes_to_go, "{:?} {opening:?} {:?}", truth.state, case.grid);
        }
    }
}

#[test]
fn every_state_of_our_levels_keeps_its_optimum() {
    let [mut pi, mut search, mut both] = [(); 3].map(|()| Tally::default());
    for case in own_levels() {
        check(&case, PI, &mut pi);
        check(&case, SEARCH, &mut search);
        check(&case, DeadlockConfig::ALL, &mut both);
    }
    assert!(pi.corrals > 1_000 && pi.deadlocks > 100, "{pi:?}");
    assert!(search.deadlocks > 1_000 && search.deadlocks == search.corrals, "{search:?}");
    assert!(both.deadlocks > pi.deadlocks.max(search.deadlocks), "{pi:?} {search:?} {both:?}");
}

#[test]
fn every_state_of_random_levels_keeps_its_optimum() {
    let [mut pi, mut search, mut both] = [(); 3].map(|()| Tally::default());
    let walled = (0..300).flat_map(|seed| {
        [
            random_level(seed, 8, 7, 3, 12),
            random_level(seed, 9, 5, 3, 5),
            random_level(seed, 7, 7, 4, 8),
        ]
        .map(|text| Case::new(&text))
    });
    for case in random_levels().chain(walled) {
        check(&case, PI, &mut pi);
        check(&case, SEARCH, &mut search);
        check(&case, DeadlockConfig::ALL, &mut both);
    }
    assert!(pi.corrals > 10_000 && pi.deadlocks > 10_000, "{pi:?}");
    assert!(pi.spared > 10_000, "{pi:?}");
    assert!(search.deadlocks > 10_000 && search.deadlocks == search.corrals, "{search:?}");
    assert!(both.deadlocks > pi.deadlocks.max(search.deadlocks), "{pi:?} {search:?} {both:?}");
}

/// The pushes that suffice at the start of `text` as the tests of `config` know, each as the box's row and column and its
/// direction.
fn opening(text: &str, config: DeadlockConfig) -> Option<Vec<(usize, usize, Direction)>> {
    let level: Level = text.parse().expect("the text is a level");
    let board = Board::try_from(&level).expect("the level can be played");
    let mut reach = Reach::new(&board);
    let state = State::<1>::start(&board, &mut reach);
    let mut corrals = Corrals::new(&board, config);
    let pushes = corrals.find(&board, state.boxes(), &reach)?;
    let place = |push: &Push| {
        let position = board.position(push.from);
        (position.row, position.column, push.direction)
    };
    let mut places: Vec<_> = pushes.iter().map(place).collect();
    places.sort_unstable();
    Some(places)
}

#[test]
fn a_box_in_a_door_is_pushed_first() {
    let text = "########\n#   #. #\n# @ $  #\n#   # .#\n#.$$####\n#   ####\n########";
    assert_eq!(opening(text, PI), Some(vec![(2, 4, Direction::Right)]));
}

/// A gap in the wall on the right, with a box in front of it and a free one below the player.
const GAP: &str = "\
##########
#   .#####
# @ $ .. #
# $  #####
#.   #####
##########";

#[test]
fn a_fence_that_can_be_pushed_outward_is_none() {
    assert_eq!(opening(GAP, PI), None); // Up and down, along the wall.
}

#[test]
fn a_box_outside_that_holds_up_the_fence_joins_it() {
    // The box below touches no area, but keeps the other from being pushed up and down, and cannot
    // itself be pushed before the other is.
    let text = GAP.replace("# $  #", "# $ $#");
    assert_eq!(opening(&text, PI), Some(vec![(2, 4, Direction::Right)]));
}

#[test]
fn a_corral_that_nothing_opens_is_a_deadlock() {
    // Pushed on, the box would stand on the dead square at the end.
    let text = "######\n#  ###\n#.@$ #\n#  ###\n######";
    assert_eq!(opening(text, PI), Some(Vec::new()));
}

#[test]
fn a_fence_without_work_is_left_alone() {
    // The box in the door stands on a goal, and there is one goal more than boxes.
    let text = "########\n#   #. #\n# @ *  #\n#   # .#\n#.$ ####\n#   ####\n########";
    assert_eq!(opening(text, PI), None);
    // As many boxes as goals: the room has a goal that needs a box.
    let text = "########\n#   #. #\n# @ *  #\n#   #  #\n#.$$####\n#   ####\n########";
    assert_eq!(opening(text, PI), Some(vec![(2, 4, Direction::Right)]));
}

#[test]
fn a_fence_that_never_lets_the_player_in_is_a_deadlock() {
    // Once the right box is out of the way, the left one can be pushed in, and never comes back.
    let text = "########\n# ##@  #\n#  $$. #\n# #  . #\n########";
    assert_eq!(opening(text, PI), None);
    assert_eq!(opening(text, SEARCH), Some(Vec::new()));
    // With a goal in the passage it is none.
    let text = "########\n# ##@  #\n#. $$  #\n# #  . #\n########";
    assert_eq!(opening(text, SEARCH), None);
}
