//! Published collections, which lie beside the repository on some machines and are no part of it.

use std::fs;

use sokoban_oracle::boards_in;

use crate::case::{Case, Truth};
use crate::shipped::from_root;

/// The levels of `../shared/levels/<collection>.xsb` with the bounds that `bounds.tsv` gives for
/// their pushes. Says so and returns no level where the files are absent.
#[expect(clippy::print_stderr, reason = "a test that tests nothing has to say so")]
pub(crate) fn published(collection: &str) -> Vec<Case> {
    let folder = from_root("../shared/levels");
    let read = |file: String| fs::read_to_string(folder.join(file));
    let (Ok(levels), Ok(bounds)) =
        (read(format!("{collection}.xsb")), read("bounds.tsv".to_owned()))
    else {
        eprintln!("{} has no {collection}: nothing is tested with it", folder.display());
        return Vec::new();
    };
    let number_in = |text: &str| text.parse().expect("bounds are numbers");
    let truth = |number: usize| {
        let wanted = [collection, &number.to_string(), "pushes"];
        let line = bounds
            .lines()
            .map(|line| line.split('\t').collect::<Vec<_>>())
            .find(|line| line[..3] == wanted)
            .unwrap_or_else(|| panic!("bounds.tsv lacks {collection} {number}"));
        Truth::Solvable { least: number_in(line[3]), most: number_in(line[4]) }
    };
    let boards = boards_in(&levels);
    (1..)
        .zip(&boards)
        .map(|(number, board)| Case::new(format!("{collection}@{number}"), board, truth(number)))
        .collect()
}
