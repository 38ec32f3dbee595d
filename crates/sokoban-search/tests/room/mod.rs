//! Rooms made to measure, for what no hand-made level is large enough for.

use crate::case::{Case, Truth};

/// An empty room of `rows` x `columns` squares with `boxes` boxes in a row along its middle, a free
/// column on either side, and a goal `pushes_each` squares below each box.
///
/// Every box needs `pushes_each` pushes down, and the player can walk round them all from above, so
/// the optimum is `boxes * pushes_each`.
pub(crate) fn room(rows: usize, columns: usize, boxes: usize, pushes_each: usize) -> Case {
    let row = rows / 2;
    let first = (columns - boxes) / 2;
    assert!(row >= 2 && row + pushes_each < rows && first >= 1 && boxes + 2 <= columns);
    let mut floor = vec![vec![' '; columns]; rows];
    floor[row - 2][first] = '@';
    floor[row][first..first + boxes].fill('$');
    floor[row + pushes_each][first..first + boxes].fill('.');
    let pushes = u32::try_from(boxes * pushes_each).expect("a small room");
    let truth = Truth::Solvable { least: pushes, most: pushes };
    Case::new(format!("room of {rows} x {columns} with {boxes} boxes"), &walled(&floor), truth)
}

/// A level's text: the rows of floor within walls.
pub(crate) fn walled(floor: &[Vec<char>]) -> String {
    let columns = floor.iter().map(Vec::len).max().unwrap_or(0);
    let wall = "#".repeat(columns + 2);
    let mut text = format!("{wall}\n");
    for row in floor {
        text.push('#');
        text.extend(row);
        text.push_str(&"#".repeat(columns + 1 - row.len()));
        text.push('\n');
    }
    text + &wall + "\n"
}
