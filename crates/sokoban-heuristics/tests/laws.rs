//! The laws of bounds, on every state of small levels.

mod conflicts;
#[path = "../../sokoban-core/tests/corpus/mod.rs"]
mod corpus;
mod states;

use corpus::{Case, own_levels, random_levels};
use sokoban_heuristics::{Bound, Heuristic, Matching, Max, NearestTarget, Zero};
use states::{Node, graph};

/// The bound of every state, from a scratch of its own each; a scratch that has seen others, other
/// orders of the boxes and other squares of the player give the same.
fn bounds<H: Heuristic>(heuristic: &H, nodes: &[Node]) -> Vec<Bound> {
    let mut warm = heuristic.scratch();
    nodes
        .iter()
        .map(|node| {
            let mut scratch = heuristic.scratch();
            let bound = heuristic.bound(&node.boxes, node.player, &mut scratch);
            let mut reversed = node.boxes.clone();
            reversed.reverse();
            assert_eq!(heuristic.bound(&reversed, node.player, &mut warm), bound);
            assert_eq!(heuristic.bound(&node.boxes, node.far_player, &mut warm), bound);
            bound
        })
        .collect()
}

/// Whether the bound falls by at most 1 from `before` to `after`, and never comes back to life.
fn is_consistent(before: Bound, after: Bound) -> bool {
    match (before.pushes(), after.pushes()) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(before), Some(after)) => before <= after + 1,
    }
}

/// The laws for a search by pushes; returns the bounds.
fn check_forward<H: Heuristic>(heuristic: &H, nodes: &[Node], name: &str) -> Vec<Bound> {
    assert!(H::ADMISSIBLE && H::CONSISTENT, "{name} is declared to be both");
    let bounds = bounds(heuristic, nodes);
    let mut scratch = heuristic.scratch();
    for (node, &bound) in nodes.iter().zip(&bounds) {
        let boxes = &node.boxes;
        if let Some(truth) = node.pushes_to_go {
            assert!(bound <= Bound::new(truth), "{name}: {bound:?}, not {truth}, at {boxes:?}");
        }
        if node.is_solved {
            assert_eq!(bound, Bound::ZERO, "{name} at {boxes:?}");
        }
        heuristic.bound(boxes, node.player, &mut scratch);
        for edge in &node.pushes {
            let child = bounds[edge.child];
            assert!(is_consistent(bound, child), "{name}: {bound:?} to {child:?} at {boxes:?}");
            if bound == Bound::UNSOLVABLE {
                continue;
            }
            for player in [edge.from, nodes[edge.child].player] {
                let quick = heuristic.bound_after(boxes, edge.moved, edge.to, player, &mut scratch);
                assert_eq!(quick, child, "{name}: a child of {boxes:?}");
            }
        }
    }
    bounds
}

/// The laws for a search by pulls from any state back to the start.
fn check_backward<H: Heuristic>(heuristic: &H, nodes: &[Node], name: &str) {
    let bounds = bounds(heuristic, nodes);
    assert_eq!(bounds[0], Bound::ZERO, "{name}");
    for (node, &bound) in nodes.iter().zip(&bounds) {
        assert!(bound <= Bound::new(node.pushes_from_start), "{name} at {:?}", node.boxes);
        for edge in &node.pushes {
            let child = &nodes[edge.child];
            assert!(is_consistent(bounds[edge.child], bound), "{name} at {:?}", child.boxes);
            let mut scratch = heuristic.scratch();
            heuristic.bound(&child.boxes, child.player, &mut scratch);
            let quick = heuristic.bound_after(
                &child.boxes,
                edge.moved_after,
                edge.from,
                edge.behind,
                &mut scratch,
            );
            assert_eq!(quick, bound, "{name}: a pull at {:?}", child.boxes);
        }
    }
}

/// What the bounds of many states added up to.
#[derive(Debug, Default)]
struct Sums {
    states: usize,
    nearest: u64,
    matching: u64,
    truth: u64,
    dead: usize,
    dead_and_known: usize,
}

fn check(case: &Case, sums: &mut Sums) -> bool {
    let Some(nodes) = graph(case) else { return false };
    let board = &case.board;
    let to_goals = board.goal_distances();
    let nearest_manhattan = NearestTarget::manhattan(board, board.goals());
    let nearest_push = NearestTarget::push_distance(board, &to_goals);
    let matching_manhattan = Matching::manhattan(board, board.goals());
    let matching_push = Matching::push_distance(board, &to_goals);

    check_forward(&Zero, &nodes, "zero");
    let weakest = check_forward(&nearest_manhattan, &nodes, "nearest, Manhattan");
    let nearest = check_forward(&nearest_push, &nodes, "nearest, pushes");
    let rigid = check_forward(&matching_manhattan, &nodes, "matching, Manhattan");
    let matching = check_forward(&matching_push, &nodes, "matching, pushes");
    let greater = check_forward(&Max(nearest_push, matching_manhattan), &nodes, "max");

    for (number, node) in nodes.iter().enumerate() {
        assert!(weakest[number] <= nearest[number] && weakest[number] <= rigid[number]);
        assert!(nearest[number] <= matching[number] && rigid[number] <= matching[number]);
        assert_eq!(greater[number], nearest[number].max(rigid[number]));
        if node.boxes.len() == 1 {
            let truth = node.pushes_to_go.map_or(Bound::UNSOLVABLE, Bound::new);
            assert_eq!(matching[number], truth, "one box alone is known exactly");
            assert_eq!(nearest[number], truth, "one box alone is known exactly");
        }
        sums.states += 1;
        match node.pushes_to_go {
            Some(truth) => {
                sums.nearest += u64::from(nearest[number].pushes().unwrap_or(0));
                sums.matching += u64::from(matching[number].pushes().unwrap_or(0));
                sums.truth += u64::from(truth);
            }
            None => {
                sums.dead += 1;
                sums.dead_and_known += usize::from(matching[number] == Bound::UNSOLVABLE);
            }
        }
    }

    let starts = board.start_boxes();
    let from_starts = board.start_distances();
    check_backward(&Zero, &nodes, "zero");
    check_backward(&NearestTarget::manhattan(board, starts), &nodes, "nearest, Manhattan");
    check_backward(&NearestTarget::push_distance(board, &from_starts), &nodes, "nearest, pushes");
    check_backward(&Matching::manhattan(board, starts), &nodes, "matching, Manhattan");
    check_backward(&Matching::push_distance(board, &from_starts), &nodes, "matching, pushes");
    true
}

#[test]
fn laws_hold_on_our_levels() {
    let mut sums = Sums::default();
    let cases = own_levels();
    let checked = cases.iter().filter(|case| check(case, &mut sums)).count();
    assert!(checked + 1 >= cases.len(), "only {checked} of {}", cases.len());
    let fewer =
        cases.iter().filter(|case| case.board.start_boxes().len() < case.board.goals().len());
    assert!(fewer.count() >= 4, "levels with fewer boxes than goals");
    assert!(sums.nearest < sums.matching && sums.matching < sums.truth, "{sums:?}");
    assert!(0 < sums.dead_and_known && sums.dead_and_known < sums.dead, "{sums:?}");
}

#[test]
fn laws_hold_on_random_levels() {
    let mut sums = Sums::default();
    // Two of the four kinds of each seed.
    for case in random_levels().step_by(2) {
        assert!(check(&case, &mut sums), "a random level has few states");
    }
    assert!(sums.states > 30_000, "{sums:?}");
    assert!(sums.nearest < sums.matching && sums.matching < sums.truth, "{sums:?}");
    assert!(0 < sums.dead_and_known && sums.dead_and_known < sums.dead, "{sums:?}");
}
