//! A level of ten boxes for the benches, and states of it that are the same in every run.

use std::collections::BTreeSet;

use sokoban_core::{Board, Level, Reach, State};

/// Two words hold its squares.
pub(crate) type HardState = State<2>;

const TEXT: &str = "
##############
#   #   #    #
# $ $ $   .. #
#   #   # ...#
#  $  $ #  ..#
##  $# $  ..##
#  $ $ $ # . #
#   @ #   #  #
##############";

/// The level's board.
pub(crate) fn board() -> Board {
    let level: Level = TEXT.parse().expect("the text is a level");
    Board::try_from(&level).expect("the level can be played")
}

/// The first `count` states that breadth-first search from the start meets.
pub(crate) fn states(board: &Board, count: usize) -> Vec<HardState> {
    let mut reach = Reach::new(board);
    let mut states = vec![HardState::start(board, &mut reach)];
    let mut known = BTreeSet::from([states[0]]);
    let mut expanded = 0;
    while states.len() < count {
        let state = states[expanded];
        expanded += 1;
        for push in state.pushes(board, &mut reach) {
            let next = state.push(board, push, &mut reach);
            if known.insert(next) {
                states.push(next);
            }
        }
    }
    states.truncate(count);
    states
}
