//! Counts of push sequences and of states, to test push generation with.

use std::collections::{BTreeMap, BTreeSet};

use crate::least_pushes::pack;
use crate::{Grid, OracleState};

/// For each depth from 0 to `depth`: the number of sequences of that many pushes from the start,
/// and the number of normalized states first met at that depth. Solved states are pushed on from
/// like any other, and two sequences differ when any of their pushes does.
///
/// Sequences are added up for each state, not walked one by one, so large counts are cheap.
///
/// # Panics
///
/// When a number of sequences does not fit 64 bits.
///
/// # Complexity
///
/// With `n` states within `depth` pushes, `b` boxes and a grid of `s` positions:
/// `O(depth n b (s + log n))` time and `O(n b)` space.
///
/// ```
/// let grid = sokoban_oracle::Grid::from_xsb("#######\n#@$ . #\n#######");
/// assert_eq!(sokoban_oracle::perft(&grid, 4), [(1, 1), (1, 1), (1, 1), (1, 1), (0, 0)]);
/// ```
#[must_use]
pub fn perft(grid: &Grid, depth: usize) -> Vec<(u64, u64)> {
    let start = grid.normalize(&grid.start());
    let mut met = BTreeSet::from([pack(&start)]);
    let mut layer: BTreeMap<OracleState, u64> = BTreeMap::from([(start, 1)]);
    let mut rows = vec![(1, 1)];
    for _ in 0..depth {
        let mut next_layer: BTreeMap<OracleState, u64> = BTreeMap::new();
        for (state, ways) in &layer {
            for (_, _, next) in grid.pushes(state) {
                let next_ways = next_layer.entry(next).or_insert(0);
                *next_ways = next_ways.checked_add(*ways).expect("the count fits 64 bits");
            }
        }
        let sequences = next_layer
            .values()
            .try_fold(0_u64, |sum, &ways| sum.checked_add(ways))
            .expect("the count fits 64 bits");
        let first_met = next_layer.keys().filter(|state| met.insert(pack(state))).count() as u64;
        rows.push((sequences, first_met));
        layer = next_layer;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lone_box_in_an_open_room() {
        // From the middle of 3 x 3 the box goes to any of four walls, and from a wall only along
        // it, into two of the four corners, where it stays: 4, then 4 * 2 sequences.
        let grid = Grid::from_xsb("#####\n#@  #\n# $ #\n#  .#\n#####");
        assert_eq!(perft(&grid, 3), [(1, 1), (4, 4), (8, 4), (0, 0)]);
    }

    #[test]
    fn sequences_grow_while_states_run_out() {
        let grid = Grid::from_xsb("#######\n#     #\n# @$. #\n#     #\n#######");
        let rows = perft(&grid, 12);
        assert_eq!(rows[1], (4, 4));
        assert_eq!(rows[12].1, 0, "no state is new after twelve pushes");
        assert!(rows[12].0 > 0, "yet the box can still be pushed");
    }
}
