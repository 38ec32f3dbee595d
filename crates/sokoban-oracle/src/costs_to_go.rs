//! Every reachable pair of boxes and player square with its exact costs to a solution, and a
//! solution that walks down them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::placements::Placements;
use crate::{Cost, Grid, Least, OracleState};

/// A state with an exact player square, and what is true of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostsToGo {
    /// The state, its player where it stands.
    pub state: OracleState,
    /// Least pushes to a solved state, then least moves among those; `None` when there is no way.
    /// The pushes alone are the least over all ways.
    pub pushes_then_moves: Option<Cost>,
    /// Least moves to a solved state, then least pushes among those; `None` exactly where the
    /// other is. The moves alone are the least over all ways.
    pub moves_then_pushes: Option<Cost>,
}

/// Every state that single steps of the player lead to from the start, the start first, each with
/// its exact costs to a solved state: the true values that a bound for any of the four objectives
/// must not exceed. Steps out of solved states count too.
///
/// `None` when there are more states than `state_cap`.
///
/// # Complexity
///
/// With `n` states, `p` box placements of `b` boxes and a grid of `s` positions:
/// `O(n (b log p + log n))` time and `O(n b + p (b + s))` space.
///
/// ```
/// use sokoban_oracle::{Cost, Grid, costs_to_go};
///
/// let grid = Grid::from_xsb("########\n#@ $  .#\n########");
/// let start = &costs_to_go(&grid, 100).ok_or("too large")?[0];
/// assert_eq!(start.pushes_then_moves, Some(Cost { pushes: 3, moves: 4 }));
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn costs_to_go(grid: &Grid, state_cap: usize) -> Option<Vec<CostsToGo>> {
    let graph = Graph::new(grid, state_cap)?;
    let by_pushes = graph.to_go((1, 1), (0, 1));
    let by_moves = graph.to_go((1, 1), (1, 0));
    let truths = graph.states.iter().zip(by_pushes).zip(by_moves);
    Some(
        truths
            .map(|((state, by_pushes), by_moves)| CostsToGo {
                state: state.clone(),
                pushes_then_moves: by_pushes.map(|(pushes, moves)| Cost { pushes, moves }),
                moves_then_pushes: by_moves.map(|(moves, pushes)| Cost { pushes, moves }),
            })
            .collect(),
    )
}

/// A solution of least pushes and among those of least moves, in LURD: `u l d r`, capitals for
/// pushes. It is one of least pushes too. It walks down the exact costs, so it shares nothing with
/// the search for the optimum but the steps; [`replay`](crate::replay) counts it.
///
/// Cap and cost are those of [`costs_to_go`].
///
/// ```
/// use sokoban_oracle::{Grid, Least, best_by_pushes_then_moves};
///
/// let grid = Grid::from_xsb("########\n#@ $  .#\n########");
/// assert_eq!(best_by_pushes_then_moves(&grid, 100), Least::Found("rRRR".to_owned()));
/// ```
#[must_use]
pub fn best_by_pushes_then_moves(grid: &Grid, state_cap: usize) -> Least<String> {
    best(grid, state_cap, (1, 1), (0, 1))
}

/// A solution of least moves and among those of least pushes, in LURD; it is one of least moves
/// too. Else as [`best_by_pushes_then_moves`].
#[must_use]
pub fn best_by_moves_then_pushes(grid: &Grid, state_cap: usize) -> Least<String> {
    best(grid, state_cap, (1, 1), (1, 0))
}

fn best(
    grid: &Grid,
    state_cap: usize,
    push_cost: (u32, u32),
    walk_cost: (u32, u32),
) -> Least<String> {
    let Some(graph) = Graph::new(grid, state_cap) else {
        return Least::TooLarge;
    };
    let to_go = graph.to_go(push_cost, walk_cost);
    let Some(mut left) = to_go[0] else {
        return Least::Unsolvable;
    };
    let mut lurd = String::new();
    let mut state = 0;
    while left != (0, 0) {
        // Each step costs something in one measure, so this ends.
        let step = graph.steps[state].iter().find(|step| {
            let cost = if step.pushed { push_cost } else { walk_cost };
            to_go[step.to].is_some_and(|(one, two)| (one + cost.0, two + cost.1) == left)
        });
        let step = step.expect("some step of a state that is not dead comes nearer to a solution");
        lurd.push(step.letter());
        state = step.to;
        left = to_go[state].expect("the step was chosen for it");
    }
    Least::Found(lurd)
}

/// One step of the player between numbered states.
struct Edge {
    to: usize,
    /// 0 up, 1 left, 2 right, 3 down.
    direction: usize,
    pushed: bool,
}

impl Edge {
    fn letter(&self) -> char {
        let letter = ['u', 'l', 'r', 'd'][self.direction];
        if self.pushed { letter.to_ascii_uppercase() } else { letter }
    }
}

/// All reachable states, numbered from the start on, and the steps between them.
struct Graph {
    states: Vec<OracleState>,
    is_solved: Vec<bool>,
    /// The steps out of each state.
    steps: Vec<Vec<Edge>>,
}

impl Graph {
    /// `None` when there are more states than `state_cap`.
    fn new(grid: &Grid, state_cap: usize) -> Option<Self> {
        let mut placements = Placements::new(grid);
        let player = grid.start().player;
        let mut numbers: Vec<Vec<Option<usize>>> = vec![vec![None; grid.size()]];
        numbers[0][player] = Some(0);
        let mut met = vec![(0, player)];
        let mut steps: Vec<Vec<Edge>> = Vec::new();
        while steps.len() < met.len() {
            let (placement, player) = met[steps.len()];
            let mut out = Vec::new();
            for (direction, step) in grid.steps().into_iter().enumerate() {
                let Some(next) = placements.step(grid, placement, player, step) else {
                    continue;
                };
                numbers.resize(placements.len(), vec![None; grid.size()]);
                let to = *numbers[next.placement][next.player].get_or_insert(met.len());
                if to == met.len() {
                    met.push((next.placement, next.player));
                }
                out.push(Edge { to, direction, pushed: next.pushed });
            }
            if met.len() > state_cap {
                return None;
            }
            steps.push(out);
        }
        let states = met.iter().map(|&(boxes, player)| placements.state(boxes, player)).collect();
        let is_solved = met.iter().map(|&(boxes, _)| placements.is_solved(grid, boxes)).collect();
        Some(Self { states, is_solved, steps })
    }

    /// The least pair from each state to a solved one: Dijkstra's search backward from all solved
    /// states at once.
    fn to_go(&self, push_cost: (u32, u32), walk_cost: (u32, u32)) -> Vec<Option<(u32, u32)>> {
        let mut parents: Vec<Vec<(usize, bool)>> = vec![Vec::new(); self.states.len()];
        for (from, steps) in self.steps.iter().enumerate() {
            for step in steps {
                parents[step.to].push((from, step.pushed));
            }
        }
        let mut to_go = vec![None; self.states.len()];
        let solved = (0..self.states.len()).filter(|&state| self.is_solved[state]);
        let mut open: BinaryHeap<_> = solved.map(|state| Reverse(((0, 0), state))).collect();
        while let Some(Reverse((cost, state))) = open.pop() {
            if to_go[state].is_some() {
                continue;
            }
            to_go[state] = Some(cost);
            for &(parent, pushed) in &parents[state] {
                let added = if pushed { push_cost } else { walk_cost };
                open.push(Reverse(((cost.0 + added.0, cost.1 + added.1), parent)));
            }
        }
        to_go
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        all_states, least_moves_then_pushes, least_pushes_then_moves, random_level, replay,
    };

    #[test]
    fn the_start_and_the_solutions_are_as_good_as_the_searches_say() {
        let mut solvable = 0;
        for seed in 0..150 {
            let text = random_level(seed, 6, 6, 2, 3);
            let grid = Grid::from_xsb(&text);
            let start = costs_to_go(&grid, 100_000).expect("a small level").swap_remove(0);
            assert_eq!(start.state, grid.start());
            let by_pushes = least_pushes_then_moves(&grid, 100_000).found();
            let by_moves = least_moves_then_pushes(&grid, 100_000).found();
            assert_eq!((start.pushes_then_moves, start.moves_then_pushes), (by_pushes, by_moves));
            let best = [
                (best_by_pushes_then_moves(&grid, 100_000), by_pushes),
                (best_by_moves_then_pushes(&grid, 100_000), by_moves),
            ];
            for (lurd, cost) in best {
                let Some(cost) = cost else {
                    assert_eq!(lurd, Least::Unsolvable, "{text}");
                    continue;
                };
                let lurd = lurd.found().expect("there is a solution");
                assert_eq!(replay(&grid, &lurd), Ok((cost.moves, cost.pushes, true)), "{text}");
                solvable += 1;
            }
        }
        assert!(solvable > 150, "only {solvable} solutions");
    }

    /// Two ways to one number: with the walks, and over normalized states.
    #[test]
    fn the_pushes_to_go_of_each_state_are_those_of_its_normalized_one() {
        for seed in 0..40 {
            let grid = Grid::from_xsb(&random_level(seed, 6, 6, 2, 3));
            let normalized = all_states(&grid, 100_000).expect("a small level");
            let truths = costs_to_go(&grid, 100_000).expect("a small level");
            for truth in &truths {
                let state = grid.normalize(&truth.state);
                let other = normalized.iter().find(|other| other.state == state);
                let pushes = truth.pushes_then_moves.map(|cost| cost.pushes);
                assert_eq!(Some(pushes), other.map(|other| other.pushes_to_go));
                assert_eq!(truth.pushes_then_moves.is_some(), truth.moves_then_pushes.is_some());
            }
        }
    }

    #[test]
    fn says_when_the_cap_is_passed() {
        let grid = Grid::from_xsb("######\n#@$ .#\n######");
        // The box on its first, second and third square, with one, two and three for the player.
        assert_eq!(costs_to_go(&grid, 6).map(|truths| truths.len()), Some(6));
        assert!(costs_to_go(&grid, 5).is_none());
        assert_eq!(best_by_moves_then_pushes(&grid, 5), Least::TooLarge);
    }
}
