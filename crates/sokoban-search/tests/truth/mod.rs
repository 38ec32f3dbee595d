//! Levels whose fewest pushes are known by exhaustive search.

use std::fs;
use std::path::Path;

use sokoban_core::{Board, Level};
use sokoban_oracle::{Grid, Least, boards_in, least_pushes, random_level};

/// A level, with its fewest pushes; none if it cannot be solved.
pub(crate) struct Truth {
    pub(crate) name: String,
    pub(crate) board: Board,
    pub(crate) pushes: Option<u32>,
}

/// Every level of the repository whose optimum `levels/optimal.csv` pins.
pub(crate) fn shipped() -> Vec<Truth> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let list = fs::read_to_string(root.join("levels/optimal.csv")).expect("the list is readable");
    let truths: Vec<Truth> = list
        .lines()
        .skip(1)
        // Levels too large to exhaust have empty columns.
        .filter(|line| !line.contains(",,"))
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let text = fs::read_to_string(root.join(fields[0])).expect("the file is readable");
            let number: usize = fields[1].parse().expect("a level number");
            Truth {
                name: format!("{} {number}", fields[0]),
                board: board(&boards_in(&text)[number - 1]),
                pushes: fields[2].parse().ok(),
            }
        })
        .collect();
    assert!(truths.len() >= 73, "{} levels", truths.len());
    truths
}

/// `count` random levels of several shapes.
pub(crate) fn random(count: u64) -> impl Iterator<Item = Truth> {
    (0..count).map(|seed| {
        let boxes = 1 + (seed % 4) as usize;
        let text = random_level(seed, 6 + (seed % 3) as usize, 6, boxes, (seed % 7) as usize);
        let pushes = match least_pushes(&Grid::from_xsb(&text), 2_000_000) {
            Least::Found(pushes) => Some(pushes),
            Least::Unsolvable => None,
            Least::TooLarge => panic!("seed {seed} is too large to exhaust"),
        };
        Truth { name: format!("seed {seed}:\n{text}\n"), board: board(&text), pushes }
    })
}

fn board(text: &str) -> Board {
    let level: Level = text.parse().expect("a level");
    Board::try_from(&level).expect("a board")
}
