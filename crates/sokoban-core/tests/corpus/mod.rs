//! Corpus: the levels that the tests run over, each read by the oracle and by the crate.

use std::fs;
use std::path::Path;

use sokoban_core::{Board, Level, Position, Square};
use sokoban_oracle::{Grid, boards_in, random_level};

/// One level, read twice.
#[derive(Debug)]
pub(crate) struct Case {
    /// The oracle's reading.
    pub(crate) grid: Grid,
    /// The crate's reading.
    pub(crate) board: Board,
}

impl Case {
    /// The level of `text`.
    pub(crate) fn new(text: &str) -> Self {
        let level: Level = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        let board = Board::try_from(&level).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let grid = Grid::from_xsb(text);
        assert_eq!((grid.width(), grid.height()), (board.width(), board.height()), "{text}");
        assert_eq!(grid.squares(), board.squares(), "{text}");
        Self { grid, board }
    }

    /// The crate's number of the oracle's position, which is no wall.
    pub(crate) fn square(&self, position: usize) -> Square {
        let (row, column) = (position / self.grid.width(), position % self.grid.width());
        self.board.square_at(Position { row, column }).expect("both readers see floor here")
    }
}

/// The levels of this repository: those of the source designs and the micro levels.
pub(crate) fn own_levels() -> Vec<Case> {
    let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    let mut files = vec![levels.join("sources.xsb")];
    let micro = fs::read_dir(levels.join("micro")).expect("the micro levels are at hand");
    files.extend(micro.map(|entry| entry.expect("the folder can be read").path()));
    files.sort();
    let texts = files.iter().map(|file| fs::read_to_string(file).expect("levels are text"));
    let cases: Vec<Case> =
        texts.flat_map(|text| boards_in(&text)).map(|board| Case::new(&board)).collect();
    assert!(cases.len() >= 70, "only {} levels", cases.len());
    cases
}

/// Levels that nobody designed: crowded rooms, so that boxes meet, of up to some
/// thousand states each.
pub(crate) fn random_levels() -> impl Iterator<Item = Case> {
    (0..100).flat_map(|seed| {
        [
            random_level(seed, 7, 7, 2, 4),
            random_level(seed, 7, 6, 3, 2),
            random_level(seed, 8, 6, 3, 4),
            random_level(seed, 7, 6, 4, 2),
        ]
        .map(|text| Case::new(&text))
    })
}
