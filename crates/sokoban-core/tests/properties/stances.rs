//! Stances: two players are on the same side of a box if and only if they can meet.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use sokoban_core::Board;

use crate::corpus::own_levels;
use crate::plain::{Plain, board, cases, level_text, squares};

fn check(board: &Board) {
    let plain = Plain::new(board);
    let mut met = BTreeSet::new();
    for square in squares(board) {
        let stances: BTreeSet<_> = board.sides().stances_of(square).collect();
        // By area, named by its first square: the stance of every player in it.
        let mut by_area = BTreeMap::new();
        let mut open: BTreeSet<_> = squares(board).filter(|&player| player != square).collect();
        while let Some(&player) = open.first() {
            let area = plain.flood(&BTreeSet::from([square]), player);
            let inside: BTreeSet<_> =
                area.iter().map(|&player| board.sides().stance(square, player)).collect();
            assert_eq!(inside.len(), 1, "{square:?}: one area, several stances");
            by_area.insert(player, inside.first().copied());
            open.retain(|player| !area.contains(player));
        }
        let used: BTreeSet<_> = by_area.values().flatten().copied().collect();
        assert_eq!(used.len(), by_area.len(), "{square:?}: one stance, several areas");
        if board.squares() > 1 {
            assert_eq!(used, stances, "{square:?}");
        }
        for stance in stances {
            assert!(stance.index() < board.sides().stances());
            assert!(met.insert(stance), "{square:?}: {stance:?} is another square's too");
        }
    }
    assert_eq!(met.len(), board.sides().stances());
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn agree_with_floods_on_random_boards(text in level_text()) {
        check(&board(&text));
    }
}

#[test]
fn agree_with_floods_on_our_levels() {
    for case in own_levels().iter().filter(|case| case.board.squares() < 150) {
        check(&case.board);
    }
}
