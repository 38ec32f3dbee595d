//! Numbers of squares: live ones first, reading order within each part, and true to the grid.

use proptest::prelude::*;
use sokoban_core::{Board, Direction, Level, NO_ROUTE, Position, Square, Tile};

use crate::corpus::own_levels;
use crate::plain::{Plain, board, cases, level_text, squares};

fn check(board: &Board) {
    let plain = Plain::new(board);
    let numbers: Vec<Square> = squares(board).collect();
    let (live, dead) = numbers.split_at(board.live_squares());
    for part in [live, dead] {
        assert!(part.is_sorted_by_key(|&square| board.position(square)));
    }
    assert!(live.iter().all(|&square| board.nearest_goal(square) != NO_ROUTE));
    assert!(dead.iter().all(|&square| board.nearest_goal(square) == NO_ROUTE));
    assert!(!board.is_live(Square::NONE));
    for square in squares(board) {
        assert_eq!(board.is_live(square), live.contains(&square));
        assert_eq!(board.is_goal(square), board.goals().contains(&square));
        assert_eq!(board.is_goal(square), board.nearest_goal(square) == 0);
        assert_eq!(board.square_at(board.position(square)), Some(square));
        for direction in Direction::ALL {
            let beside = board.neighbor(square, direction);
            assert_eq!((!beside.is_none()).then_some(beside), plain.beside(square, direction));
            assert_eq!(beside, board.neighbors()[square.index()][direction.index()]);
        }
    }
    for list in [board.goals(), board.start_boxes()] {
        assert!(list.is_sorted() && list.windows(2).all(|pair| pair[0] != pair[1]));
    }
    for outside in [(board.height(), 0), (0, board.width()), (usize::MAX, usize::MAX), (0, 0)] {
        let (row, column) = outside;
        assert_eq!(board.square_at(Position { row, column }), None);
    }
    // Square by square and whatever it is that a board keeps: more than neighbors and places take.
    assert!(board.memory_usage() > board.squares() * (4 * 2 + 2 * size_of::<usize>()));
}

#[test]
fn our_levels_are_numbered_live_squares_first() {
    for case in own_levels() {
        check(&case.board);
        let grid = &case.grid;
        let floor: Vec<usize> =
            (0..grid.size()).filter(|&position| !grid.is_wall(position)).collect();
        assert_eq!(case.board.squares(), floor.len());
        for &position in &floor {
            assert_eq!(case.board.is_goal(case.square(position)), grid.is_goal(position));
        }
        let mut boxes: Vec<Square> =
            grid.start().boxes.iter().map(|&position| case.square(position)).collect();
        boxes.sort_unstable();
        assert_eq!(case.board.start_boxes(), boxes);
        assert_eq!(case.board.start_player(), case.square(grid.start().player));
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn random_boards_are_numbered_live_squares_first(text in level_text()) {
        let board = board(&text);
        check(&board);
        let level: Level = text.parse().unwrap();
        let goals: Vec<Position> =
            board.goals().iter().map(|&goal| board.position(goal)).collect();
        prop_assert!(goals.iter().all(|&goal| level.tile(goal) == Tile::Goal));
        prop_assert_eq!(goals.len(), level.goals().len());
    }
}
