//! The bound of conflicts: its laws on every state of small levels.

use core::ops::ControlFlow;

use sokoban_heuristics::{Bound, BuildConfig, BuildError, Conflicts, Heuristic, Matching};

use crate::corpus::{Case, own_levels, random_levels};
use crate::states::{Node, graph};

fn conflicts(case: &Case, bytes: usize) -> Result<Conflicts, BuildError> {
    let config = BuildConfig { bytes, ..BuildConfig::default() };
    Conflicts::build(&case.board, config, &mut |_| ControlFlow::Continue(()))
}

/// What the bounds of many states added up to.
#[derive(Debug, Default)]
struct Sums {
    states: usize,
    matching: u64,
    conflicts: u64,
    truth: u64,
    dead_by_matching: usize,
    dead_by_conflicts: usize,
}

/// Never above the truth, never below the matching, whether a state comes by itself or as a child.
fn check(case: &Case, sums: &mut Sums) -> bool {
    let Some(nodes) = graph(case) else { return false };
    let bound = conflicts(case, usize::MAX).expect("no limit");
    let matching = Matching::push_distance(&case.board, &case.board.goal_distances());
    let mut scratch = bound.scratch();
    let mut matching_scratch = matching.scratch();
    let fits = |found: Bound, node: &Node| match node.pushes_to_go {
        Some(truth) => found <= Bound::new(truth),
        None => true,
    };
    for node in &nodes {
        let boxes = &node.boxes;
        let found = bound.bound(boxes, node.player, &mut scratch);
        assert!(fits(found, node), "{found:?} of {:?} at {boxes:?}", node.pushes_to_go);
        let same = bound.bound(boxes, node.far_player, &mut scratch);
        assert!(fits(same, node), "{same:?} of {:?} at {boxes:?}", node.pushes_to_go);
        assert!(!node.is_solved || found == Bound::ZERO, "solved: {boxes:?}");
        let least = matching.bound(boxes, node.player, &mut matching_scratch);
        assert!(found >= least, "{found:?}, and the matching {least:?}, at {boxes:?}");
        sums.states += 1;
        sums.dead_by_matching += usize::from(least == Bound::UNSOLVABLE);
        sums.dead_by_conflicts += usize::from(found == Bound::UNSOLVABLE);
        if let Some(truth) = node.pushes_to_go {
            sums.matching += u64::from(least.pushes().unwrap_or(0));
            sums.conflicts += u64::from(found.pushes().unwrap_or(0));
            sums.truth += u64::from(truth);
        }
        if least == Bound::UNSOLVABLE {
            continue;
        }
        for edge in &node.pushes {
            let child = &nodes[edge.child];
            let found = bound.bound_after(boxes, edge.moved, edge.to, edge.from, &mut scratch);
            assert!(fits(found, child), "{found:?} of {:?} after {boxes:?}", child.pushes_to_go);
            let least =
                matching.bound_after(boxes, edge.moved, edge.to, edge.from, &mut matching_scratch);
            assert!(found >= least, "a child of {boxes:?}");
        }
    }
    true
}

#[test]
fn laws_hold_on_our_levels() {
    let mut sums = Sums::default();
    let cases = own_levels();
    let checked = cases.iter().filter(|case| check(case, &mut sums)).count();
    assert!(checked + 1 >= cases.len(), "only {checked} of {}", cases.len());
    assert!(sums.matching < sums.conflicts && sums.conflicts <= sums.truth, "{sums:?}");
    assert!(sums.dead_by_matching < sums.dead_by_conflicts, "{sums:?}");
}

#[test]
fn laws_hold_on_random_levels() {
    let mut sums = Sums::default();
    for case in random_levels() {
        assert!(check(&case, &mut sums), "a random level has few states");
    }
    assert!(sums.states > 30_000, "{sums:?}");
    assert!(sums.matching < sums.conflicts && sums.conflicts <= sums.truth, "{sums:?}");
    assert!(sums.dead_by_matching < sums.dead_by_conflicts, "{sums:?}");
}

#[test]
fn what_does_not_fit_is_refused_before_it_is_allocated() {
    for case in own_levels() {
        for bytes in [100, 10_000, 1 << 20, 64 << 20] {
            match conflicts(&case, bytes) {
                Ok(bound) => assert!(bound.memory_usage() <= bytes, "{bytes}"),
                Err(BuildError::TooLarge { limit, .. }) => assert_eq!(limit, bytes),
                Err(error) => panic!("{error}"),
            }
        }
        assert!(conflicts(&case, 100).is_err());
    }
}
