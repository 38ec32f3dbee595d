//! The player's walks: there where an area joins the two squares, legal, and none shorter.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::Index;
use sokoban_core::{BitBoard, Direction, Square, shortest_walk};

use crate::plain::{Plain, board, cases, level_text};

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn walks_are_shortest(
        text in level_text(),
        from in any::<Index>(),
        to in any::<Index>(),
        boxes in prop::collection::vec(any::<Index>(), 0..20),
    ) {
        let board = board(&text);
        let [from, to] = [from, to].map(|index| Square::new(index.index(board.squares())));
        let boxes: BTreeSet<Square> = boxes
            .iter()
            .take(board.squares() / 4)
            .map(|index| Square::new(index.index(board.squares())))
            .filter(|&square| square != from)
            .collect();
        let plain = Plain::new(&board);
        // The squares within a number of steps, until none is new.
        let mut within = BTreeSet::from([from]);
        let mut steps = 0;
        let expected = loop {
            if within.contains(&to) {
                break Some(steps);
            }
            let more: BTreeSet<Square> = within
                .iter()
                .flat_map(|&square| Direction::ALL.map(|way| plain.beside(square, way)))
                .flatten()
                .filter(|square| !boxes.contains(square))
                .chain(within.iter().copied())
                .collect();
            if more == within {
                break None;
            }
            within = more;
            steps += 1;
        };
        let set: BitBoard<8> = boxes.iter().copied().collect();
        let walk = shortest_walk(&board, &set, from, to);
        prop_assert_eq!(walk.as_ref().map(Vec::len), expected);
        let mut player = from;
        for direction in walk.into_iter().flatten() {
            player = plain.beside(player, direction).expect("no walk goes through a wall");
            prop_assert!(!boxes.contains(&player));
        }
        prop_assert!(expected.is_none() || player == to);
    }
}
