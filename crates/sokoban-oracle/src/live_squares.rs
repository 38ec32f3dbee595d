//! The least number of pushes with no box on a dead square, for levels with too many states else.

use crate::least_pushes::least_pushes_onto;
use crate::{Grid, Least};

/// The least number of pushes of any solution, as [`least_pushes`](crate::least_pushes) finds it, but
/// without the states in which a box stands where it could reach no goal even if it were alone and
/// the player could get anywhere. No solution passes such a state, so none is lost.
///
/// It is the one thing here that is left out of a search, and found in the plainest way: backward
/// from each goal, over all squares to which a lone box can be pulled.
///
/// # Complexity
///
/// As [`least_pushes`](crate::least_pushes), with fewer states.
///
/// ```
/// use sokoban_oracle::{Grid, Least, least_pushes_on_live_squares};
///
/// let grid = Grid::from_xsb("########\n#@ $  .#\n#      #\n########");
/// // Four states before the solved one: the lower row is never entered.
/// assert_eq!(least_pushes_on_live_squares(&grid, 4), Least::Found(3));
/// ```
#[must_use]
pub fn least_pushes_on_live_squares(grid: &Grid, state_cap: usize) -> Least<u32> {
    let is_live = live_squares(grid);
    // A box that starts elsewhere is as lost as one that is pushed there; on a solved level there is
    // none, for goals are live.
    if grid.start().boxes.iter().any(|&position| !is_live[position]) {
        return Least::Unsolvable;
    }
    least_pushes_onto(grid, state_cap, |position| is_live[position])
}

/// For each position, whether a box alone could be pushed from it to some goal by a player who can
/// be anywhere.
fn live_squares(grid: &Grid) -> Vec<bool> {
    let mut is_live: Vec<bool> = (0..grid.size()).map(|position| grid.is_goal(position)).collect();
    let mut open: Vec<usize> = (0..grid.size()).filter(|&position| is_live[position]).collect();
    while let Some(to) = open.pop() {
        for step in grid.steps() {
            let from = to.wrapping_add_signed(-step);
            // The player stands behind the box. Neither square is beyond the rim, for what is no
            // wall never lies on it.
            if grid.is_wall(from) || is_live[from] {
                continue;
            }
            if !grid.is_wall(from.wrapping_add_signed(-step)) {
                is_live[from] = true;
                open.push(from);
            }
        }
    }
    is_live
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{least_pushes, random_level};

    #[test]
    fn it_finds_what_is_found_with_all_states() {
        let mut solvable = 0;
        for seed in 0..300 {
            for (boxes, walls) in [(2, 4), (3, 2)] {
                let grid = Grid::from_xsb(&random_level(seed, 7, 6, boxes, walls));
                let least = least_pushes(&grid, 200_000);
                assert_eq!(least_pushes_on_live_squares(&grid, 200_000), least, "seed {seed}");
                solvable += usize::from(least.found().is_some());
            }
        }
        assert!(solvable > 100, "{solvable}");
    }

    #[test]
    fn corners_and_walls_without_a_goal_are_dead() {
        let grid = Grid::from_xsb("#######\n#@    #\n#  $ .#\n#     #\n#######");
        let live: Vec<usize> = (0..grid.size()).filter(|&p| live_squares(&grid)[p]).collect();
        // The row of the goal but for its left end, where nobody gets behind the box.
        assert_eq!(live, [16, 17, 18, 19]);
    }
}
