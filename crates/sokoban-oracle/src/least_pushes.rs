//! The least number of pushes, by breadth-first search over normalized states.

use std::collections::BTreeSet;

use crate::{Grid, Least, OracleState};

/// The least number of pushes of any solution; moves between pushes are free.
///
/// It stops at the first solved state, so `state_cap` bounds the states met until then.
///
/// # Complexity
///
/// With `n` states, `b` boxes and a grid of `s` positions: `O(n b (s + log n))` time and `O(n b)`
/// space, two bytes for each box.
///
/// ```
/// use sokoban_oracle::{Grid, Least, least_pushes};
///
/// let grid = Grid::from_xsb("########\n#@ $  .#\n########");
/// assert_eq!(least_pushes(&grid, 100), Least::Found(3));
/// ```
#[must_use]
pub fn least_pushes(grid: &Grid, state_cap: usize) -> Least<u32> {
    least_pushes_onto(grid, state_cap, |_| true)
}

/// The same by pushes onto those positions alone that `is_allowed` says.
pub(crate) fn least_pushes_onto(
    grid: &Grid,
    state_cap: usize,
    is_allowed: impl Fn(usize) -> bool,
) -> Least<u32> {
    let start = grid.normalize(&grid.start());
    if grid.is_solved(&start) {
        return Least::Found(0);
    }
    let mut met = BTreeSet::from([pack(&start)]);
    let mut layer = vec![start];
    let mut pushes = 0;
    while !layer.is_empty() {
        pushes += 1;
        let mut next_layer = Vec::new();
        for state in &layer {
            for (_, to, next) in grid.pushes(state) {
                if !is_allowed(to) || !met.insert(pack(&next)) {
                    continue;
                }
                if grid.is_solved(&next) {
                    return Least::Found(pushes);
                }
                if met.len() > state_cap {
                    return Least::TooLarge;
                }
                next_layer.push(next);
            }
        }
        layer = next_layer;
    }
    Least::Unsolvable
}

/// A state as the player's position followed by those of the boxes, two bytes each.
pub(crate) fn pack(state: &OracleState) -> Box<[u16]> {
    std::iter::once(&state.player)
        .chain(&state.boxes)
        .map(|&position| u16::try_from(position).expect("a grid has at most 65,535 positions"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_pushes_only() {
        // One push up for the box in the middle, one down for the other.
        let grid =
            Grid::from_xsb("########\n#  .   #\n#  $   #\n#  @   #\n#   $  #\n#   .  #\n########");
        assert_eq!(least_pushes(&grid, 10_000), Least::Found(2));
    }

    #[test]
    fn a_solved_start_costs_nothing() {
        assert_eq!(least_pushes(&Grid::from_xsb("####\n#@*#\n####"), 0), Least::Found(0));
    }
}
