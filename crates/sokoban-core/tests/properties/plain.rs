//! Plain: boards of all shapes, and the slow and obvious way over them.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use sokoban_core::{Board, Direction, Level, Square};
use sokoban_oracle::random_level;

/// The settings of every property: as many cases as said, and no file of past failures.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// The board of a level's text.
pub(crate) fn board(text: &str) -> Board {
    let level: Level = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    Board::try_from(&level).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// An open room, its rim included in the size, with one box and one goal.
pub(crate) fn room(width: usize, height: usize) -> String {
    let rim = "#".repeat(width);
    let floor = format!("#{}#\n", " ".repeat(width - 2)).repeat(height - 3);
    format!("{rim}\n#@$.{}#\n{floor}{rim}\n", " ".repeat(width - 5))
}

/// Texts of boards with few and many walls, narrow ones and ones about as wide as a word is long.
pub(crate) fn level_text() -> impl Strategy<Value = String> {
    let width = prop_oneof![4_usize..12, 61_usize..68];
    (any::<u64>(), width, 4_usize..9, 0_usize..60).prop_map(|(seed, width, height, percent)| {
        random_level(seed, width, height, 1, width * height * percent / 100)
    })
}

/// The squares of a board's graph by grid place, as the text shows them.
#[derive(Debug)]
pub(crate) struct Plain<'a> {
    pub(crate) board: &'a Board,
    by_place: BTreeMap<(usize, usize), Square>,
}

impl<'a> Plain<'a> {
    pub(crate) fn new(board: &'a Board) -> Self {
        let by_place = squares(board)
            .map(|square| ((board.position(square).row, board.position(square).column), square))
            .collect();
        Self { board, by_place }
    }

    /// The square beside `square`, by its coordinates.
    pub(crate) fn beside(&self, square: Square, direction: Direction) -> Option<Square> {
        let position = self.board.position(square);
        let (row, column) = match direction {
            Direction::Up => (position.row.checked_sub(1)?, position.column),
            Direction::Right => (position.row, position.column + 1),
            Direction::Down => (position.row + 1, position.column),
            Direction::Left => (position.row, position.column.checked_sub(1)?),
        };
        self.by_place.get(&(row, column)).copied()
    }

    /// The squares that the player on `player` can walk to among `boxes`.
    pub(crate) fn flood(&self, boxes: &BTreeSet<Square>, player: Square) -> BTreeSet<Square> {
        let mut reached = BTreeSet::from([player]);
        let mut open = vec![player];
        while let Some(square) = open.pop() {
            for direction in Direction::ALL {
                if let Some(next) = self.beside(square, direction)
                    && !boxes.contains(&next)
                    && reached.insert(next)
                {
                    open.push(next);
                }
            }
        }
        reached
    }

    /// The first square of an area in reading order.
    pub(crate) fn first(&self, area: &BTreeSet<Square>) -> Square {
        let first = area.iter().min_by_key(|&&square| self.board.position(square));
        *first.expect("the player's own square is in its area")
    }
}

/// All squares of a board.
pub(crate) fn squares(board: &Board) -> impl Iterator<Item = Square> + use<> {
    (0..board.squares()).map(Square::new)
}
