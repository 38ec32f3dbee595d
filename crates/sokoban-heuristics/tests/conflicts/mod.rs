//! The bound of conflicts: its laws on every state of small levels.

use core::ops::ControlFlow;

use sokoban_core::{Board, Level};
use sokoban_heuristics::{
    Bound, BuildConfig, BuildError, ConflictConfig, Conflicts, Heuristic, Matching,
};

use crate::corpus::{Case, own_levels, random_levels};
use crate::states::{Node, graph};

fn conflicts(case: &Case, parts: ConflictConfig, bytes: usize) -> Result<Conflicts, BuildError> {
    let config = BuildConfig { bytes, ..BuildConfig::default() };
    Conflicts::build(&case.board, parts, config, &mut |_| ControlFlow::Continue(()))
}

/// Every choice of parts.
fn choices() -> impl Iterator<Item = ConflictConfig> {
    (0..16).map(|bits| ConflictConfig {
        pairs: bits & 1 != 0,
        triples: bits & 2 != 0,
        frozen: bits & 4 != 0,
        parity: bits & 8 != 0,
    })
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
fn check(case: &Case, nodes: &[Node], parts: ConflictConfig, sums: &mut Sums) {
    let bound = conflicts(case, parts, usize::MAX).expect("no limit");
    let matching = Matching::push_distance(&case.board, &case.board.goal_distances());
    let mut scratch = bound.scratch();
    let mut matching_scratch = matching.scratch();
    let fits = |found: Bound, node: &Node| match node.pushes_to_go {
        Some(truth) => found <= Bound::new(truth),
        None => true,
    };
    // Without pairs and triples nothing is added, and without frozen boxes no distance is longer.
    let is_matching = !(parts.pairs || parts.triples || parts.frozen);
    let raises = |found: Bound, least: Bound| {
        if is_matching { found == least } else { found >= least }
    };
    for node in nodes {
        let boxes = &node.boxes;
        let found = bound.bound(boxes, node.player, &mut scratch);
        let context = format!("{parts:?} at {boxes:?}");
        assert!(fits(found, node), "{found:?} of {:?}, {context}", node.pushes_to_go);
        let same = bound.bound(boxes, node.far_player, &mut scratch);
        assert!(fits(same, node), "{same:?} of {:?}, {context}", node.pushes_to_go);
        assert!(!node.is_solved || found == Bound::ZERO, "solved: {context}");
        let least = matching.bound(boxes, node.player, &mut matching_scratch);
        assert!(raises(found, least), "{found:?}, and the matching {least:?}, {context}");
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
            assert!(fits(found, child), "{found:?} of {:?}, after {context}", child.pushes_to_go);
            let least =
                matching.bound_after(boxes, edge.moved, edge.to, edge.from, &mut matching_scratch);
            assert!(raises(found, least), "a child, {context}");
        }
    }
}

#[test]
fn laws_hold_on_our_levels() {
    let mut sums = Sums::default();
    let cases = own_levels();
    let graphs: Vec<_> =
        cases.iter().filter_map(|case| graph(case).map(|nodes| (case, nodes))).collect();
    assert!(graphs.len() + 1 >= cases.len(), "only {} of {}", graphs.len(), cases.len());
    for (case, nodes) in &graphs {
        check(case, nodes, ConflictConfig::ALL, &mut sums);
    }
    assert!(sums.matching < sums.conflicts && sums.conflicts <= sums.truth, "{sums:?}");
    assert!(sums.dead_by_matching < sums.dead_by_conflicts, "{sums:?}");
}

#[test]
fn laws_hold_for_every_choice_of_parts() {
    let mut sums = Sums::default();
    let (own, random) = (own_levels(), random_levels().step_by(4));
    for case in own.into_iter().chain(random) {
        let Some(nodes) = graph(&case) else { continue };
        for parts in choices() {
            check(&case, &nodes, parts, &mut sums);
        }
    }
    assert!(sums.states > 16 * 15_000, "{sums:?}");
    assert!(sums.matching < sums.conflicts && sums.conflicts <= sums.truth, "{sums:?}");
}

/// A switch that changes nothing would be no switch.
#[test]
fn every_part_raises_the_bound_of_some_state() {
    let all = ConflictConfig::ALL;
    let without = [
        ("pairs", ConflictConfig { pairs: false, ..all }),
        ("triples", ConflictConfig { triples: false, ..all }),
        ("frozen", ConflictConfig { frozen: false, ..all }),
        ("parity", ConflictConfig { parity: false, ..all }),
    ];
    let mut raised = [0; 4];
    let mut proven_dead = [0; 4];
    for case in own_levels().into_iter().chain(random_levels().step_by(8)) {
        let Some(nodes) = graph(&case) else { continue };
        let with = conflicts(&case, all, usize::MAX).expect("no limit");
        for (number, &(name, parts)) in without.iter().enumerate() {
            let without = conflicts(&case, parts, usize::MAX).expect("no limit");
            for node in &nodes {
                // Fresh, so that both start from the same duals.
                let of =
                    |bound: &Conflicts| bound.bound(&node.boxes, node.player, &mut bound.scratch());
                let (with, without) = (of(&with), of(&without));
                // Other duals, or other distances, are other charges; groups are only added.
                let only_adds = name == "pairs" || name == "triples";
                assert!(!only_adds || without <= with, "{name} at {:?}", node.boxes);
                proven_dead[number] +=
                    usize::from(with == Bound::UNSOLVABLE && without != Bound::UNSOLVABLE);
                raised[number] += usize::from(with != Bound::UNSOLVABLE && without < with);
            }
        }
    }
    let [pairs, triples, _, parity] = raised;
    assert!(pairs > 0 && triples > 0 && parity > 0, "{raised:?}");
    assert!(proven_dead[..3].iter().all(|&states| states > 0), "{proven_dead:?}");
    assert_eq!(proven_dead[3], 0, "parity proves nothing dead");
}

/// Four frozen boxes bar the player's way around, so that the fifth box has to go there and back.
/// No two or three of them tell.
#[test]
fn frozen_boxes_lengthen_the_way_of_others() {
    let text = "\
############
#    #     #
#    $    .#
#    #  @  #
#  #####   #
#   **     #
#   **     #
############";
    let board = Board::try_from(&text.parse::<Level>().expect("a level")).expect("a board");
    let of = |parts| {
        let bound = Conflicts::build(&board, parts, BuildConfig::default(), &mut |_| {
            ControlFlow::Continue(())
        });
        let bound = bound.expect("no limit");
        bound.bound(board.start_boxes(), board.start_player(), &mut bound.scratch())
    };
    let all = ConflictConfig::ALL;
    assert_eq!(of(all), Bound::new(9));
    assert_eq!(of(ConflictConfig { frozen: false, ..all }), Bound::new(5));
    assert_eq!(of(ConflictConfig { frozen: true, ..ConflictConfig::NONE }), Bound::new(9));
}

#[test]
fn laws_hold_on_random_levels() {
    let mut sums = Sums::default();
    for case in random_levels() {
        let nodes = graph(&case).expect("a random level has few states");
        check(&case, &nodes, ConflictConfig::ALL, &mut sums);
    }
    assert!(sums.states > 30_000, "{sums:?}");
    assert!(sums.matching < sums.conflicts && sums.conflicts <= sums.truth, "{sums:?}");
    assert!(sums.dead_by_matching < sums.dead_by_conflicts, "{sums:?}");
}

#[test]
fn what_does_not_fit_is_refused_before_it_is_allocated() {
    for case in own_levels() {
        for parts in choices() {
            for bytes in [100, 10_000, 1 << 20, 64 << 20] {
                match conflicts(&case, parts, bytes) {
                    Ok(bound) => assert!(bound.memory_usage() <= bytes, "{bytes}"),
                    Err(BuildError::TooLarge { limit, .. }) => assert_eq!(limit, bytes),
                    Err(error) => panic!("{error}"),
                }
            }
            assert!(conflicts(&case, parts, 100).is_err());
        }
    }
}
