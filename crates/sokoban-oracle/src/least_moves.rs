//! The least number of moves, by breadth-first search over boxes and exact player squares.

use crate::placements::Placements;
use crate::{Grid, Least};

/// The least number of moves of any solution: every step of the player counts one, a push or not.
///
/// It stops at the first solved state, so `state_cap` bounds the pairs of boxes and player square
/// met until then.
///
/// # Complexity
///
/// With `n` such states, `p` box placements of `b` boxes and a grid of `s` positions:
/// `O(n b log p)` time and `O(n + p (b + s))` space.
///
/// ```
/// use sokoban_oracle::{Grid, Least, least_moves};
///
/// let grid = Grid::from_xsb("########\n#@ $  .#\n########");
/// assert_eq!(least_moves(&grid, 100), Least::Found(4));
/// ```
#[must_use]
pub fn least_moves(grid: &Grid, state_cap: usize) -> Least<u32> {
    let mut placements = Placements::new(grid);
    if placements.is_solved(grid, 0) {
        return Least::Found(0);
    }
    let player = grid.start().player;
    let mut met = vec![vec![false; grid.size()]];
    met[0][player] = true;
    let mut met_count = 1;
    let mut layer = vec![(0, player)];
    let mut moves = 0;
    while !layer.is_empty() {
        moves += 1;
        let mut next_layer = Vec::new();
        for &(placement, player) in &layer {
            for step in grid.steps() {
                let Some(next) = placements.step(grid, placement, player, step) else {
                    continue;
                };
                met.resize(placements.len(), vec![false; grid.size()]);
                if met[next.placement][next.player] {
                    continue;
                }
                if next.pushed && placements.is_solved(grid, next.placement) {
                    return Least::Found(moves);
                }
                met[next.placement][next.player] = true;
                met_count += 1;
                if met_count > state_cap {
                    return Least::TooLarge;
                }
                next_layer.push((next.placement, next.player));
            }
        }
        layer = next_layer;
    }
    Least::Unsolvable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_walks_and_pushes() {
        // One step up pushes the first box; right, back down and a step down push the second.
        let grid =
            Grid::from_xsb("########\n#  .   #\n#  $   #\n#  @   #\n#   $  #\n#   .  #\n########");
        assert_eq!(least_moves(&grid, 100_000), Least::Found(4));
    }

    #[test]
    fn exhausts_an_unsolvable_level() {
        let grid = Grid::from_xsb("#####\n#@ $#\n#  .#\n#####");
        assert_eq!(least_moves(&grid, 100), Least::Unsolvable);
    }
}
