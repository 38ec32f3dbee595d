//! Random levels, each with its optimum by exhaustion.

use sokoban_oracle::{Grid, Least, least_pushes, random_level};

use crate::case::{Case, Truth};

/// A width, a height, boxes and walls.
pub(crate) type Shape = (usize, usize, usize, usize);

/// The levels of the first `count` seeds, which take turns at `shapes`, but for those with more than
/// `state_cap` states.
pub(crate) fn random(
    count: u64,
    shapes: &[Shape],
    state_cap: usize,
) -> impl Iterator<Item = (usize, Case)> {
    (0..count).filter_map(move |seed| {
        let (width, height, boxes, walls) = shapes[seed as usize % shapes.len()];
        let text = random_level(seed, width, height, boxes, walls);
        let truth = match least_pushes(&Grid::from_xsb(&text), state_cap) {
            Least::Found(pushes) => Truth::Solvable { least: pushes, most: pushes },
            Least::Unsolvable => Truth::Unsolvable,
            Least::TooLarge => return None,
        };
        let name = format!("random level of seed {seed}:\n{text}\n");
        Some((seed as usize, Case::new(name, &text, truth)))
    })
}
