//! The two lexicographic optima in two phases: the least of the first measure, then among the
//! states of such solutions the least of the second.
//!
//! A second way to the numbers of `lexicographic.rs`, without its queue and without comparing
//! pairs, so that the two check one another. A phase that only kept to the least of the first
//! measure as a budget would be wrong: the first way to a state may have spent less of the second
//! measure and more of the budget than a later one. Here the first measure of a state is exact, so
//! that only the second is left to choose.

use std::collections::BTreeMap;

use crate::least_pushes::pack;
use crate::placements::Placements;
use crate::{Cost, Grid, Least, all_states};

/// Among the solutions of least moves, the least pushes.
///
/// Breadth-first search by moves puts each state into the layer of its least moves. A solution of
/// least moves goes up one layer with each move, since it could be shortened otherwise, so each
/// state is left with the fewest pushes of the ways that come from the layer below.
///
/// `state_cap` bounds the pairs of boxes and player square that are met.
///
/// # Complexity
///
/// As for [`least_moves`](crate::least_moves), and a factor of `log n` for the layers.
#[must_use]
pub fn two_phase_moves_then_pushes(grid: &Grid, state_cap: usize) -> Least<Cost> {
    let mut placements = Placements::new(grid);
    let start = (0, grid.start().player);
    let mut met = vec![vec![false; grid.size()]];
    met[start.0][start.1] = true;
    let mut met_count = 1;
    // Each state of the layer with its fewest pushes.
    let mut layer = BTreeMap::from([(start, 0_u32)]);
    let mut moves = 0;
    while !layer.is_empty() {
        let solved = layer.iter().filter(|((boxes, _), _)| placements.is_solved(grid, *boxes));
        if let Some(pushes) = solved.map(|(_, &pushes)| pushes).min() {
            return Least::Found(Cost { pushes, moves });
        }
        let mut next_layer: BTreeMap<(usize, usize), u32> = BTreeMap::new();
        for (&(boxes, player), &pushes) in &layer {
            for step in grid.steps() {
                let Some(next) = placements.step(grid, boxes, player, step) else {
                    continue;
                };
                met.resize(placements.len(), vec![false; grid.size()]);
                if met[next.placement][next.player] {
                    continue;
                }
                let next_pushes = pushes + u32::from(next.pushed);
                let least = next_layer.entry((next.placement, next.player)).or_insert(next_pushes);
                *least = next_pushes.min(*least);
            }
        }
        // Only now, so that ways from within the layer that was just left are all compared.
        for &(boxes, player) in next_layer.keys() {
            met[boxes][player] = true;
        }
        met_count += next_layer.len();
        if met_count > state_cap {
            return Least::TooLarge;
        }
        moves += 1;
        layer = next_layer;
    }
    Least::Unsolvable
}

/// Among the solutions of least pushes, the least moves.
///
/// The first phase finds the exact number of pushes to go for each normalized state. The second is
/// breadth-first search by moves in which each push must come one nearer to a solution, so that
/// whatever it reaches lies on a solution of least pushes.
///
/// `state_cap` bounds the normalized states of the first phase and, on their own, the pairs of
/// boxes and player square of the second.
///
/// # Complexity
///
/// That of [`all_states`] and that of [`least_moves`](crate::least_moves), the latter over far
/// fewer states.
#[must_use]
pub fn two_phase_pushes_then_moves(grid: &Grid, state_cap: usize) -> Least<Cost> {
    let Some(truths) = all_states(grid, state_cap) else {
        return Least::TooLarge;
    };
    let Some(pushes) = truths[0].pushes_to_go else {
        return Least::Unsolvable;
    };
    let to_go: BTreeMap<_, _> =
        truths.iter().map(|truth| (pack(&truth.state), truth.pushes_to_go)).collect();

    let mut placements = Placements::new(grid);
    let player = grid.start().player;
    let mut met = vec![vec![false; grid.size()]];
    met[0][player] = true;
    let mut met_count = 1;
    // Each state with its pushes to go, which walks do not change.
    let mut layer = vec![(0, player, pushes)];
    let mut moves = 0;
    loop {
        if layer.iter().any(|&(_, _, left)| left == 0) {
            return Least::Found(Cost { pushes, moves });
        }
        let mut next_layer = Vec::new();
        for (boxes, player, left) in layer {
            for step in grid.steps() {
                let Some(next) = placements.step(grid, boxes, player, step) else {
                    continue;
                };
                met.resize(placements.len(), vec![false; grid.size()]);
                if met[next.placement][next.player] {
                    continue;
                }
                let mut next_left = left;
                if next.pushed {
                    let state = placements.state(next.placement, next.player);
                    next_left = left - 1;
                    if to_go[&pack(&grid.normalize(&state))] != Some(next_left) {
                        continue;
                    }
                }
                met[next.placement][next.player] = true;
                met_count += 1;
                if met_count > state_cap {
                    return Least::TooLarge;
                }
                next_layer.push((next.placement, next.player, next_left));
            }
        }
        assert!(!next_layer.is_empty(), "some way of pushes that come nearer ends in a solution");
        moves += 1;
        layer = next_layer;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{least_moves_then_pushes, least_pushes_then_moves, random_level};

    /// Counted by hand in the design of the level `move-optimal-3`.
    #[test]
    fn the_two_orders_differ_where_a_detour_saves_pushes() {
        let grid = Grid::from_xsb("#######\n# # # #\n# #   #\n##*   #\n#@$   #\n# .   #\n#######");
        let by_moves = two_phase_moves_then_pushes(&grid, 100_000);
        assert_eq!(by_moves, Least::Found(Cost { pushes: 5, moves: 9 }));
        let by_pushes = two_phase_pushes_then_moves(&grid, 100_000);
        assert_eq!(by_pushes, Least::Found(Cost { pushes: 3, moves: 11 }));
    }

    #[test]
    fn agrees_with_one_search_by_pairs_on_random_levels() {
        let (mut solvable, mut differing) = (0, 0);
        for seed in 0..400 {
            let text = random_level(seed, 7, 7, 2, 6);
            let grid = Grid::from_xsb(&text);
            let by_pushes = two_phase_pushes_then_moves(&grid, 100_000);
            let by_moves = two_phase_moves_then_pushes(&grid, 100_000);
            assert_eq!(by_pushes, least_pushes_then_moves(&grid, 100_000), "{text}");
            assert_eq!(by_moves, least_moves_then_pushes(&grid, 100_000), "{text}");
            solvable += usize::from(by_pushes.found().is_some());
            differing += usize::from(by_pushes != by_moves);
        }
        assert!(solvable > 200 && differing > 5, "{solvable} solvable, {differing} differing");
    }

    #[test]
    fn a_solved_start_and_a_cap() {
        let solved = Grid::from_xsb("####\n#@*#\n####");
        let nothing = Least::Found(Cost { pushes: 0, moves: 0 });
        assert_eq!(two_phase_pushes_then_moves(&solved, 1), nothing);
        assert_eq!(two_phase_moves_then_pushes(&solved, 1), nothing);
        let long = Grid::from_xsb("#########\n#@$    .#\n#########");
        assert_eq!(two_phase_pushes_then_moves(&long, 3), Least::TooLarge);
        assert_eq!(two_phase_moves_then_pushes(&long, 3), Least::TooLarge);
    }
}
