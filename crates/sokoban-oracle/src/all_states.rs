//! Every reachable state with its exact distance to a solution.

use std::collections::BTreeMap;

use crate::least_pushes::pack;
use crate::{Grid, OracleState};

/// A normalized state and what is true of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateTruth {
    /// The state, normalized.
    pub state: OracleState,
    /// The least number of pushes from it to a solved state; `None` when there is no way: dead.
    pub pushes_to_go: Option<u32>,
}

/// Every state that pushes lead to from the start, the start first, in breadth-first order, each
/// with its exact least number of pushes to a solved state. Pushes out of solved states count too.
///
/// `None` when there are more states than `state_cap`.
///
/// # Complexity
///
/// With `n` states, `b` boxes and a grid of `s` positions: `O(n b (s + log n))` time and `O(n b)`
/// space.
///
/// ```
/// use sokoban_oracle::{Grid, all_states};
///
/// let grid = Grid::from_xsb("#######\n#@$. ##\n#######");
/// let truths = all_states(&grid, 100).ok_or("too large")?;
/// let to_go: Vec<Option<u32>> = truths.iter().map(|truth| truth.pushes_to_go).collect();
/// assert_eq!(to_go, [Some(1), Some(0), None]);
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn all_states(grid: &Grid, state_cap: usize) -> Option<Vec<StateTruth>> {
    let start = grid.normalize(&grid.start());
    let mut numbers = BTreeMap::from([(pack(&start), 0)]);
    let mut truths = vec![StateTruth { state: start, pushes_to_go: None }];
    let mut parents: Vec<Vec<usize>> = vec![Vec::new()];
    let mut expanded = 0;
    while expanded < truths.len() {
        for (_, _, next) in grid.pushes(&truths[expanded].state) {
            let number = *numbers.entry(pack(&next)).or_insert(truths.len());
            if number == truths.len() {
                truths.push(StateTruth { state: next, pushes_to_go: None });
                parents.push(Vec::new());
                if truths.len() > state_cap {
                    return None;
                }
            }
            parents[number].push(expanded);
        }
        expanded += 1;
    }

    let mut layer: Vec<usize> =
        (0..truths.len()).filter(|&number| grid.is_solved(&truths[number].state)).collect();
    let mut distance = 0;
    while !layer.is_empty() {
        for &number in &layer {
            truths[number].pushes_to_go = Some(distance);
        }
        distance += 1;
        let mut next_layer = Vec::new();
        for number in layer {
            let dark = parents[number].iter().filter(|&&p| truths[p].pushes_to_go.is_none());
            next_layer.extend(dark.copied());
        }
        next_layer.sort_unstable();
        next_layer.dedup();
        layer = next_layer;
    }
    Some(truths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{least_pushes, random_level};

    #[test]
    fn the_start_is_as_far_as_the_search_for_least_pushes_says() {
        for seed in 0..150 {
            let grid = Grid::from_xsb(&random_level(seed, 6, 6, 2, 3));
            let truths = all_states(&grid, 100_000).expect("a small level");
            assert_eq!(truths[0].pushes_to_go, least_pushes(&grid, 100_000).found());
        }
    }

    #[test]
    fn one_push_changes_the_distance_by_at_most_one_downwards() {
        let grid = Grid::from_xsb(&random_level(7, 7, 7, 3, 4));
        let truths = all_states(&grid, 200_000).expect("a small level");
        let to_go: BTreeMap<_, _> =
            truths.iter().map(|truth| (truth.state.clone(), truth.pushes_to_go)).collect();
        for truth in &truths {
            let least_after = grid.pushes(&truth.state).iter().filter_map(|p| to_go[&p.2]).min();
            if truth.pushes_to_go != Some(0) {
                assert_eq!(truth.pushes_to_go, least_after.map(|distance| distance + 1));
            }
        }
    }

    #[test]
    fn says_when_the_cap_is_passed() {
        let grid = Grid::from_xsb("#######\n#@$  .#\n#######");
        assert!(all_states(&grid, 3).is_none());
        assert_eq!(all_states(&grid, 4).map(|truths| truths.len()), Some(4));
    }
}
