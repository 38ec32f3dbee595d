//! The levels that ship with the suite, each with its pinned optimum.

use std::fs;
use std::path::{Path, PathBuf};

use sokoban_oracle::boards_in;

use crate::case::{Case, Truth};

/// All levels whose optimum `levels/optimal.csv` pins, in its order.
pub(crate) fn shipped() -> Vec<Case> {
    let table = read("levels/optimal.csv");
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().expect("a table has a head");
    let column = |name| head.iter().position(|&at| at == name).expect("a known column");
    let (file, level, pushes) = (column("file"), column("level"), column("pushes"));
    lines
        // Rows without an optimum are of levels too large to exhaust.
        .filter(|line| !line[pushes].is_empty())
        .map(|line| {
            let number: usize = line[level].parse().expect("a level's number");
            let stem = Path::new(line[file]).file_stem().expect("a file has a name");
            let truth = match line[pushes] {
                "unsolvable" => Truth::Unsolvable,
                pushes => {
                    let pushes = pushes.parse().expect("a number of pushes");
                    Truth::Solvable { least: pushes, most: pushes }
                }
            };
            let boards = boards_in(&read(line[file]));
            Case::new(format!("{}@{number}", stem.display()), &boards[number - 1], truth)
        })
        .collect()
}

/// The path of a file by its path from the root of the repository.
pub(crate) fn from_root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn read(path: &str) -> String {
    let path = from_root(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
