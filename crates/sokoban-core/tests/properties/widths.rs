//! Sets on both sides of every word's end, and states that are the same in every width.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::Index;
use sokoban_core::{BitBoard, Board, Push, Reach, Square, State};

use crate::corpus::own_levels;
use crate::plain::{board, cases, level_text};

/// The first `count` squares, one after the other in and out of a set of this width.
fn fill_and_clear<const WORDS: usize>(count: usize) {
    let mut set = BitBoard::<WORDS>::EMPTY;
    for index in 0..count {
        assert!(!set.contains(Square::new(index)));
        set.insert(Square::new(index));
        assert!(set.contains(Square::new(index)));
        assert_eq!((set.len(), set.is_empty()), (index + 1, false));
    }
    assert!(set.iter().eq((0..count).map(Square::new)), "{WORDS} words, {count} squares");
    assert!(!set.contains(Square::new(count)) && !set.contains(Square::NONE));
    assert_eq!(BitBoard::from_words(*set.words()), set);
    for index in (0..count).rev() {
        let all = set;
        set.remove(Square::new(index));
        assert!(!set.contains(Square::new(index)) && set.len() == index);
        assert!(set.is_subset(&all) && !all.is_subset(&set) && set < all);
    }
    assert_eq!(set, BitBoard::EMPTY);
}

#[test]
fn sets_on_both_sides_of_every_width() {
    fill_and_clear::<1>(63);
    fill_and_clear::<1>(64);
    for count in [63, 64, 65, 127, 128] {
        fill_and_clear::<2>(count);
    }
    for count in [64, 65, 127, 128, 129, 255, 256] {
        fill_and_clear::<4>(count);
    }
    for count in [64, 65, 128, 129, 255, 256, 257, 511, 512] {
        fill_and_clear::<8>(count);
    }
}

/// Walks by `choices`, and tells of each state its boxes, player and key.
fn walk<const WORDS: usize>(
    board: &Board,
    choices: &[Index],
) -> Vec<(Vec<Push>, Vec<Square>, Square, u64)> {
    let mut reach = Reach::new(board);
    let mut state = State::<WORDS>::start(board, &mut reach);
    let mut told = Vec::new();
    for choice in choices {
        let pushes = state.pushes(board, &mut reach);
        told.push((pushes.clone(), state.boxes().iter().collect(), state.player(), state.key()));
        if pushes.is_empty() {
            break;
        }
        state = state.push(board, *choice.get(&pushes), &mut reach);
    }
    told
}

fn check(board: &Board, choices: &[Index]) {
    let wide = walk::<32>(board, choices);
    let fits = |words: usize| board.squares() <= 64 * words;
    if fits(1) {
        assert_eq!(walk::<1>(board, choices), wide);
    }
    if fits(2) {
        assert_eq!(walk::<2>(board, choices), wide);
    }
    if fits(4) {
        assert_eq!(walk::<4>(board, choices), wide);
    }
    if fits(8) {
        assert_eq!(walk::<8>(board, choices), wide);
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn states_of_all_widths_agree(
        text in level_text(),
        choices in prop::collection::vec(any::<Index>(), 20),
    ) {
        check(&board(&text), &choices);
    }
}

proptest! {
    #![proptest_config(cases(3))]

    #[test]
    fn states_of_our_levels_agree(choices in prop::collection::vec(any::<Index>(), 20)) {
        let cases = own_levels();
        let sizes: BTreeSet<usize> = cases.iter().map(|case| case.board.squares()).collect();
        for size in [63, 64, 65, 127, 128, 129, 255, 256, 257] {
            prop_assert!(sizes.contains(&size), "no level of {} squares", size);
        }
        for case in &cases {
            check(&case.board, &choices);
        }
    }
}
