//! The least pair of pushes and moves, the one first and then the other.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::placements::Placements;
use crate::{Cost, Grid, Least};

/// Larger than the cost of any path, since no state is met after 2^32 steps.
const NOT_MET: (u32, u32) = (u32::MAX, u32::MAX);

/// Among the solutions of least pushes, the least moves; both numbers belong to one solution.
///
/// `state_cap` bounds the pairs of boxes and player square that are met.
///
/// # Complexity
///
/// As for [`least_moves`](crate::least_moves), and a factor of `log n` for the queue.
///
/// # References
///
/// E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik 1,
/// 1959. It holds for pairs compared in order, since adding a step never makes a pair smaller.
#[must_use]
pub fn least_pushes_then_moves(grid: &Grid, state_cap: usize) -> Least<Cost> {
    let least = least_pair(grid, state_cap, (1, 1), (0, 1));
    map(least, |(pushes, moves)| Cost { pushes, moves })
}

/// Among the solutions of least moves, the least pushes; both numbers belong to one solution.
///
/// Cap, cost and source are those of [`least_pushes_then_moves`].
#[must_use]
pub fn least_moves_then_pushes(grid: &Grid, state_cap: usize) -> Least<Cost> {
    let least = least_pair(grid, state_cap, (1, 1), (1, 0));
    map(least, |(moves, pushes)| Cost { pushes, moves })
}

fn map(least: Least<(u32, u32)>, to_cost: impl Fn((u32, u32)) -> Cost) -> Least<Cost> {
    match least {
        Least::Found(pair) => Least::Found(to_cost(pair)),
        Least::Unsolvable => Least::Unsolvable,
        Least::TooLarge => Least::TooLarge,
    }
}

/// The least pair over all solutions, where a push adds `push_cost` and any other step `walk_cost`.
fn least_pair(
    grid: &Grid,
    state_cap: usize,
    push_cost: (u32, u32),
    walk_cost: (u32, u32),
) -> Least<(u32, u32)> {
    let mut placements = Placements::new(grid);
    let player = grid.start().player;
    let mut costs = vec![vec![NOT_MET; grid.size()]];
    costs[0][player] = (0, 0);
    let mut met_count = 1;
    let mut open = BinaryHeap::from([Reverse(((0, 0), 0, player))]);
    while let Some(Reverse((cost, placement, player))) = open.pop() {
        if cost > costs[placement][player] {
            continue;
        }
        if placements.is_solved(grid, placement) {
            return Least::Found(cost);
        }
        for step in grid.steps() {
            let Some(next) = placements.step(grid, placement, player, step) else {
                continue;
            };
            costs.resize(placements.len(), vec![NOT_MET; grid.size()]);
            let added = if next.pushed { push_cost } else { walk_cost };
            let next_cost = (cost.0 + added.0, cost.1 + added.1);
            let known = &mut costs[next.placement][next.player];
            if next_cost >= *known {
                continue;
            }
            if *known == NOT_MET {
                met_count += 1;
                if met_count > state_cap {
                    return Least::TooLarge;
                }
            }
            *known = next_cost;
            open.push(Reverse((next_cost, next.placement, next.player)));
        }
    }
    Least::Unsolvable
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{least_moves, least_pushes, random_level};

    #[test]
    fn the_two_orders_differ_where_a_detour_saves_pushes() {
        let grid = Grid::from_xsb("#######\n# # # #\n# #   #\n##*   #\n#@$   #\n# .   #\n#######");
        assert_eq!(
            least_moves_then_pushes(&grid, 100_000),
            Least::Found(Cost { pushes: 5, moves: 9 })
        );
        assert_eq!(
            least_pushes_then_moves(&grid, 100_000),
            Least::Found(Cost { pushes: 3, moves: 11 })
        );
    }

    #[test]
    fn the_first_measure_is_the_one_that_breadth_first_search_finds() {
        for seed in 0..150 {
            let text = random_level(seed, 6, 6, 2, 3);
            let grid = Grid::from_xsb(&text);
            let pushes = least_pushes_then_moves(&grid, 100_000);
            let moves = least_moves_then_pushes(&grid, 100_000);
            assert_eq!(pushes.found().map(|c| c.pushes), least_pushes(&grid, 100_000).found());
            assert_eq!(moves.found().map(|c| c.moves), least_moves(&grid, 100_000).found());
            if let (Least::Found(by_pushes), Least::Found(by_moves)) = (pushes, moves) {
                assert!(by_pushes.moves >= by_moves.moves, "{text}");
                assert!(by_moves.pushes >= by_pushes.pushes, "{text}");
            }
        }
    }
}
