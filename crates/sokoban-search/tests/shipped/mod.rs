//! The levels that ship with the suite, each with its pinned optimum.

use std::fs;
use std::path::{Path, PathBuf};

use sokoban_oracle::boards_in;

use crate::case::{Case, Truth};

/// A line of `levels/optimal.csv`.
pub(crate) struct Line {
    /// `file@level`, where `file` has neither folder nor extension.
    pub(crate) name: String,
    /// The level as its file shows it.
    pub(crate) text: String,
    /// None for a level too large to exhaust.
    pub(crate) truth: Option<Truth>,
}

/// All levels that `levels/optimal.csv` lists, in its order.
pub(crate) fn lines() -> Vec<Line> {
    let table = read("levels/optimal.csv");
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().expect("a table has a head");
    let column = |name| head.iter().position(|&at| at == name).expect("a known column");
    let (file, level, pushes) = (column("file"), column("level"), column("pushes"));
    let lines = lines.map(|line| {
        let number: usize = line[level].parse().expect("a level's number");
        let stem = Path::new(line[file]).file_stem().expect("a file has a name");
        let truth = match line[pushes] {
            "" => None,
            "unsolvable" => Some(Truth::Unsolvable),
            pushes => {
                let pushes = pushes.parse().expect("a number of pushes");
                Some(Truth::Solvable { least: pushes, most: pushes })
            }
        };
        let text = boards_in(&read(line[file])).swap_remove(number - 1);
        Line { name: format!("{}@{number}", stem.display()), text, truth }
    });
    lines.collect()
}

/// All levels whose optimum `levels/optimal.csv` pins, in its order.
pub(crate) fn shipped() -> Vec<Case> {
    let pinned = |Line { name, text, truth }| Some(Case::new(name, &text, truth?));
    let cases: Vec<Case> = lines().into_iter().filter_map(pinned).collect();
    assert!(cases.len() >= 73, "{} levels", cases.len());
    cases
}

/// The path of a file by its path from the root of the repository.
pub(crate) fn from_root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn read(path: &str) -> String {
    let path = from_root(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
