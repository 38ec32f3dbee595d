//! Random levels, each with its optimum by exhaustion.

use sokoban_oracle::{Grid, Least, least_pushes, random_level};

use crate::case::{Case, Truth};

/// `count` levels of several shapes, with one to four boxes.
pub(crate) fn random(count: u64) -> impl Iterator<Item = Case> {
    (0..count).map(|seed| {
        let boxes = 1 + (seed % 4) as usize;
        let text = random_level(seed, 6 + (seed % 3) as usize, 6, boxes, (seed % 7) as usize);
        let truth = match least_pushes(&Grid::from_xsb(&text), 2_000_000) {
            Least::Found(pushes) => Truth::Solvable { least: pushes, most: pushes },
            Least::Unsolvable => Truth::Unsolvable,
            Least::TooLarge => panic!("seed {seed} is too large to exhaust"),
        };
        Case::new(format!("seed {seed}:\n{text}\n"), &text, truth)
    })
}
