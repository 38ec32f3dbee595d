//! Every state of a small level and the pushes between them, with the truth of each.

use std::collections::BTreeMap;

use sokoban_core::Square;
use sokoban_oracle::{OracleState, all_states};

use crate::corpus::Case;

/// Levels with more states than this are left out, which is one of ours.
const STATE_CAP: usize = 20_000;

/// One state of a level, as a bound sees it.
pub(crate) struct Node {
    pub(crate) boxes: Vec<Square>,
    pub(crate) player: Square,
    /// Another square of the player's area, where there is one.
    pub(crate) far_player: Square,
    pub(crate) is_solved: bool,
    pub(crate) pushes_from_start: u32,
    pub(crate) pushes_to_go: Option<u32>,
    pub(crate) pushes: Vec<Edge>,
}

/// A push from one state to another.
pub(crate) struct Edge {
    /// Which box of the first state.
    pub(crate) moved: usize,
    /// Which box of the second state.
    pub(crate) moved_after: usize,
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// Where the player pushes from.
    pub(crate) behind: Square,
    pub(crate) child: usize,
}

/// All states of a level and all pushes between them, the start first.
pub(crate) fn graph(case: &Case) -> Option<Vec<Node>> {
    let grid = &case.grid;
    let truths = all_states(grid, STATE_CAP)?;
    let numbers: BTreeMap<&OracleState, usize> =
        truths.iter().enumerate().map(|(number, truth)| (&truth.state, number)).collect();
    let index = |boxes: &[usize], square| {
        boxes.iter().position(|&at| at == square).expect("the box is there")
    };
    let mut nodes: Vec<Node> = truths
        .iter()
        .map(|truth| {
            let last = grid.reach(&truth.state).iter().rposition(|&reached| reached);
            let pushes = grid.pushes(&truth.state).into_iter().map(|(from, to, next)| Edge {
                moved: index(&truth.state.boxes, from),
                moved_after: index(&next.boxes, to),
                from: case.square(from),
                to: case.square(to),
                behind: case.square(2 * from - to),
                child: numbers[&next],
            });
            Node {
                boxes: truth.state.boxes.iter().map(|&position| case.square(position)).collect(),
                player: case.square(truth.state.player),
                far_player: case.square(last.expect("the player stands somewhere")),
                is_solved: grid.is_solved(&truth.state),
                pushes_from_start: u32::MAX,
                pushes_to_go: truth.pushes_to_go,
                pushes: pushes.collect(),
            }
        })
        .collect();
    // The states come in breadth-first order, so the first push to one is of the shortest way.
    nodes[0].pushes_from_start = 0;
    for number in 0..nodes.len() {
        let depth = nodes[number].pushes_from_start + 1;
        let children: Vec<usize> = nodes[number].pushes.iter().map(|edge| edge.child).collect();
        for child in children {
            nodes[child].pushes_from_start = nodes[child].pushes_from_start.min(depth);
        }
    }
    Some(nodes)
}
