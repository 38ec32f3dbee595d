//! The shortest walks between the pushes of a solution, by breadth-first search on the plain grid.

use std::collections::VecDeque;

use sokoban_oracle::Grid;

/// The least moves of any play that makes the pushes of `lurd` in their order: each push one move,
/// and before it the shortest walk to the square that it is made from.
///
/// The walks of `lurd` say only where its pushes begin. It must be legal, as a replay tells.
pub(super) fn least_moves_for_pushes(grid: &Grid, lurd: &str) -> usize {
    let start = grid.start();
    let mut is_box = vec![false; grid.size()];
    for &square in &start.boxes {
        is_box[square] = true;
    }
    // Where the player of `lurd` stands, and one who has just made the same pushes.
    let (mut walker, mut pusher) = (start.player, start.player);
    let mut moves = 0;
    for letter in lurd.chars() {
        let step = |square: usize| match letter.to_ascii_lowercase() {
            'u' => square - grid.width(),
            'd' => square + grid.width(),
            'l' => square - 1,
            _ => square + 1,
        };
        if letter.is_ascii_uppercase() {
            moves += walk(grid, &is_box, pusher, walker) + 1;
            is_box[step(walker)] = false;
            is_box[step(step(walker))] = true;
            pusher = step(walker);
        }
        walker = step(walker);
    }
    moves
}

/// The steps of the shortest walk from one square to another around the boxes.
fn walk(grid: &Grid, is_box: &[bool], from: usize, to: usize) -> usize {
    let mut steps = vec![usize::MAX; grid.size()];
    let mut open = VecDeque::from([from]);
    steps[from] = 0;
    while let Some(square) = open.pop_front() {
        if square == to {
            return steps[square];
        }
        for next in [square - grid.width(), square - 1, square + 1, square + grid.width()] {
            if !grid.is_wall(next) && !is_box[next] && steps[next] == usize::MAX {
                steps[next] = steps[square] + 1;
                open.push_back(next);
            }
        }
    }
    panic!("the player cannot walk from {from} to {to}");
}
