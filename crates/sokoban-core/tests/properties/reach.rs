//! Both ways to flood, and the two shortcuts past a flood, against a flood by coordinates.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::Index;
use sokoban_core::{Areas, Direction, Reach, Square};

use crate::plain::{Plain, board, cases, level_text, room, squares};

/// Whether the shortcut told, over all pushes that the player can make.
#[derive(Debug, Default)]
struct Told {
    yes: usize,
    no: usize,
    pulls_yes: usize,
    pulls_no: usize,
}

/// Checks the floods from `player` among `boxes`, and the shortcut for each push from there.
fn check(plain: &Plain<'_>, boxes: &BTreeSet<Square>, player: Square, told: &mut Told) {
    let board = plain.board;
    let area = plain.flood(boxes, player);
    let mut reach = Reach::new(board);
    let mut rows = Reach::row_by_row(board);
    let mut twin = Reach::square_by_square(board);
    for reach in [&mut reach, &mut rows, &mut twin] {
        reach.set_boxes(boxes.iter().copied());
        assert_eq!(reach.flood(player), plain.first(&area), "{boxes:?} {player:?}");
        for square in squares(board) {
            assert_eq!(reach.contains(square), area.contains(&square), "{boxes:?} {square:?}");
        }
        assert!(!reach.contains(Square::NONE));
    }
    let canonical = plain.first(&area);
    let mut areas = Areas::new(board);
    areas.survey(board, boxes.iter().copied());
    for &from in boxes {
        for direction in Direction::ALL {
            let Some(to) = plain.beside(from, direction) else { continue };
            if !boxes.contains(&to) {
                check_areas(plain, boxes, &areas, (from, to));
            }
            for reach in [&reach, &rows] {
                check_pull(plain, boxes, reach, (from, direction), told);
            }
            let behind = plain.beside(from, direction.opposite());
            if boxes.contains(&to) || !behind.is_some_and(|behind| area.contains(&behind)) {
                continue;
            }
            let mut after = boxes.clone();
            after.remove(&from);
            after.insert(to);
            let expected = plain.first(&plain.flood(&after, from));
            let shortcut = reach.canonical_after_push(from, to, canonical);
            let by_rows = rows.canonical_after_push(from, to, canonical);
            assert!(by_rows == shortcut || (by_rows.is_none() && board.width() > 64));
            assert!(
                shortcut.is_none_or(|square| square == expected),
                "{boxes:?}, {canonical:?}: {from:?} to {to:?} is {shortcut:?}, not {expected:?}"
            );
            assert_eq!(twin.canonical_after_push(from, to, canonical), None);
            *(if shortcut.is_some() { &mut told.yes } else { &mut told.no }) += 1;
            for reach in [&mut reach.clone(), &mut rows.clone(), &mut twin.clone()] {
                reach.move_box(from, to);
                assert_eq!(reach.flood(from), expected);
            }
        }
    }
}

/// Checks what the squares around tell of a pull of the box on `from`.
fn check_pull(
    plain: &Plain<'_>,
    boxes: &BTreeSet<Square>,
    reach: &Reach,
    (from, direction): (Square, Direction),
    told: &mut Told,
) {
    let Some(to) = plain.beside(from, direction).filter(|&to| reach.contains(to)) else { return };
    let beyond = plain.beside(to, direction).filter(|beyond| !boxes.contains(beyond));
    let Some(player) = beyond else { return };
    let mut after = boxes.clone();
    after.remove(&from);
    after.insert(to);
    let canonical = plain.first(&plain.flood(boxes, to));
    let expected = plain.first(&plain.flood(&after, player));
    let shortcut = reach.canonical_after_pull(from, to, canonical);
    assert!(
        shortcut.is_none_or(|square| square == expected),
        "{boxes:?}, {canonical:?}: {from:?} is pulled to {to:?}: {shortcut:?}, not {expected:?}"
    );
    *(if shortcut.is_some() { &mut told.pulls_yes } else { &mut told.pulls_no }) += 1;
}

/// Checks what a survey says of a step from `from` to `to`, which may be a push, or a pull that
/// ends with the player on any side of `to`.
fn check_areas(
    plain: &Plain<'_>,
    boxes: &BTreeSet<Square>,
    areas: &Areas,
    (from, to): (Square, Square),
) {
    let mut after = boxes.clone();
    after.remove(&from);
    after.insert(to);
    let ends = Direction::ALL.into_iter().filter_map(|side| plain.beside(to, side));
    for player in ends.filter(|end| !after.contains(end)).chain([from]) {
        let expected = plain.first(&plain.flood(&after, player));
        let told = areas.canonical_after_move(plain.board, from, to, player);
        assert_eq!(told, expected, "{boxes:?}: {from:?} to {to:?}, the player on {player:?}");
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn floods_agree_on_boards_of_all_shapes(
        text in level_text(),
        player in any::<Index>(),
        boxes in prop::collection::vec(any::<Index>(), 0..40),
    ) {
        let board = board(&text);
        let player = Square::new(player.index(board.squares()));
        // At most every other square, so that the player has room.
        let boxes: BTreeSet<Square> = boxes
            .iter()
            .take(board.squares() / 2)
            .map(|index| Square::new(index.index(board.squares())))
            .filter(|&square| square != player)
            .collect();
        check(&Plain::new(&board), &boxes, player, &mut Told::default());
    }
}

#[test]
fn floods_agree_at_every_place_of_a_room() {
    for (width, height) in [(5, 5), (6, 9), (63, 5), (64, 5), (65, 5)] {
        let board = board(&room(width, height));
        let plain = Plain::new(&board);
        let mut told = Told::default();
        for one in squares(&board) {
            for other in squares(&board) {
                let (here, there) = (board.position(one), board.position(other));
                let is_near =
                    here.row.abs_diff(there.row) <= 2 && here.column.abs_diff(there.column) <= 2;
                // Two boxes of three columns between them cover every edge of a word.
                if !is_near || (width > 60 && (7..width - 7).contains(&here.column)) {
                    continue;
                }
                let boxes = BTreeSet::from([one, other]);
                let mut players = squares(&board).filter(|square| !boxes.contains(square));
                let first = players.next().expect("the room is not full");
                let last = players.last().expect("the room is not full");
                check(&plain, &boxes, first, &mut told);
                check(&plain, &boxes, last, &mut told);
            }
        }
        match width {
            65 => assert_eq!((told.yes, told.pulls_yes), (0, 0)),
            _ => assert!(told.yes > told.no && told.pulls_yes > told.pulls_no, "{width}: {told:?}"),
        }
    }
}

#[test]
fn floods_agree_for_every_set_of_boxes_in_a_small_room() {
    // Large enough for a push to close the only way to a part of the room with its first square.
    for (columns, rows) in [(4, 3), (3, 4), (5, 3)] {
        let board = board(&room(columns + 2, rows + 2));
        let plain = Plain::new(&board);
        let mut told = Told::default();
        for set in 0_u32..1 << board.squares() {
            let (boxes, mut open): (BTreeSet<Square>, BTreeSet<Square>) =
                squares(&board).partition(|square| set >> square.index() & 1 == 1);
            // A player in each area.
            while let Some(&player) = open.first() {
                check(&plain, &boxes, player, &mut told);
                let area = plain.flood(&boxes, player);
                open.retain(|square| !area.contains(square));
            }
        }
        assert!(told.yes > 1_000 && told.no > 1_000, "{told:?}");
        assert!(told.pulls_yes > 1_000 && told.pulls_no > 1_000, "{told:?}");
    }
}
