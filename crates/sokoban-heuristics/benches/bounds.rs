//! How long each bound takes: a thousand states of a level of ten boxes, and all their children; and
//! what conflicts take to build, and for a child alone; and the tables of ghosts, to build and to ask.

#[path = "../../sokoban-core/benches/hard_level/mod.rs"]
mod hard_level;

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, criterion_group, criterion_main};
use hard_level::HardState;
use sokoban_core::{Board, Reach, Square};
use sokoban_heuristics::{
    Bound, BuildConfig, ConflictConfig, Conflicts, Ghosts, Heuristic, Matching, NearestTarget,
    StepCosts,
};

const STATES: usize = 1_000;

/// A state, and of each child the number of the moved box, where it goes, and the player.
struct Family {
    boxes: Vec<Square>,
    player: Square,
    children: Vec<(usize, Square, Square)>,
}

fn families(board: &Board, states: &[HardState]) -> Vec<Family> {
    let mut reach = Reach::new(board);
    states
        .iter()
        .map(|state| {
            let boxes: Vec<Square> = state.boxes().iter().collect();
            let pushes = state.pushes(board, &mut reach);
            let children = pushes.iter().map(|push| {
                let moved = boxes.iter().position(|&square| square == push.from);
                let to = board.neighbor(push.from, push.direction);
                (moved.expect("a push moves a box of the state"), to, push.from)
            });
            Family { children: children.collect(), player: state.player(), boxes }
        })
        .collect()
}

/// The sum of the bounds of all states and children that are not proven unsolvable.
fn sum<H: Heuristic>(heuristic: &H, families: &[Family]) -> u32 {
    let mut scratch = heuristic.scratch();
    let mut sum = 0;
    for family in families {
        let bound = heuristic.bound(&family.boxes, family.player, &mut scratch);
        if bound == Bound::UNSOLVABLE {
            continue;
        }
        sum += bound.pushes().unwrap_or(0);
        for &(moved, to, player) in &family.children {
            let child = heuristic.bound_after(&family.boxes, moved, to, player, &mut scratch);
            sum += child.pushes().unwrap_or(0);
        }
    }
    sum
}

fn bench<H: Heuristic>(
    criterion: &mut Criterion,
    name: &str,
    heuristic: &H,
    families: &[Family],
    expected: u32,
) {
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| assert_eq!(sum(heuristic, black_box(families)), expected));
    });
}

fn bounds(criterion: &mut Criterion) {
    let board = hard_level::board();
    let families = families(&board, &hard_level::states(&board, STATES));
    let goals = board.goals();
    let distances = board.goal_distances();
    let nearest = NearestTarget::manhattan(&board, goals);
    bench(criterion, "nearest goal, Manhattan", &nearest, &families, 863_467);
    let nearest = NearestTarget::push_distance(&board, &distances);
    bench(criterion, "nearest goal, pushes", &nearest, &families, 380_054);
    let matching = Matching::manhattan(&board, goals);
    bench(criterion, "matching, Manhattan", &matching, &families, 1_033_288);
    let matching = Matching::push_distance(&board, &distances);
    bench(criterion, "matching, pushes", &matching, &families, 483_911);
}

/// A family in a hundred, each with a scratch that has seen its state: what was found for a parent
/// is there, and so are the detours of triples once they were asked for.
fn prepared<'f, H: Heuristic>(
    heuristic: &H,
    families: &'f [Family],
) -> Vec<(&'f Family, H::Scratch)> {
    let every_hundredth = families.iter().step_by(100);
    let prepared = every_hundredth.map(|family| {
        let mut scratch = heuristic.scratch();
        let bound = heuristic.bound(&family.boxes, family.player, &mut scratch);
        (family, bound, scratch)
    });
    prepared
        .filter(|(_, bound, _)| *bound != Bound::UNSOLVABLE)
        .map(|(family, _, scratch)| (family, scratch))
        .collect()
}

/// The sum of the bounds of the children alone.
fn sum_of_children<H: Heuristic>(heuristic: &H, families: &mut [(&Family, H::Scratch)]) -> u32 {
    let mut sum = 0;
    for (family, scratch) in families {
        for &(moved, to, player) in &family.children {
            let child = heuristic.bound_after(&family.boxes, moved, to, player, scratch);
            sum += child.pushes().unwrap_or(0);
        }
    }
    sum
}

fn bench_children<H: Heuristic>(
    criterion: &mut Criterion,
    name: &str,
    heuristic: &H,
    families: &[Family],
    expected: u32,
) {
    let mut prepared = prepared(heuristic, families);
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| assert_eq!(sum_of_children(heuristic, black_box(&mut prepared)), expected));
    });
}

fn conflicts(criterion: &mut Criterion) {
    let board = hard_level::board();
    let families = families(&board, &hard_level::states(&board, STATES));
    let (all, none) = (ConflictConfig::ALL, ConflictConfig::NONE);
    let build = |parts| {
        Conflicts::build(&board, parts, BuildConfig::default(), &mut |_| ControlFlow::Continue(()))
            .expect("there is no limit")
    };
    let matching = Matching::push_distance(&board, &board.goal_distances());
    bench_children(criterion, "children alone, matching", &matching, &families, 4_017);
    for (name, parts, expected) in [
        ("none", none, 4_017),
        ("pairs", ConflictConfig { pairs: true, parity: true, ..none }, 3_833),
        ("triples", ConflictConfig { triples: true, ..none }, 3_652),
        ("frozen", ConflictConfig { frozen: true, ..none }, 4_017),
        ("all", all, 3_698),
    ] {
        let name = format!("children alone, conflicts: {name}");
        bench_children(criterion, &name, &build(parts), &families, expected);
    }

    let mut group = criterion.benchmark_group("conflicts");
    group.sample_size(10);
    let bytes = build(all).memory_usage();
    group.bench_function("build", |bencher| {
        bencher.iter(|| assert_eq!(build(black_box(all)).memory_usage(), bytes));
    });
    group.finish();
}

/// The boxes, ascending, and the player of every state and child.
fn placements(families: &[Family]) -> Vec<(Vec<Square>, Square)> {
    let mut placements = Vec::new();
    for Family { boxes, player, children } in families {
        placements.push((boxes.clone(), *player));
        placements.extend(children.iter().map(|&(moved, to, player)| {
            let mut boxes = boxes.clone();
            boxes[moved] = to;
            boxes.sort_unstable();
            (boxes, player)
        }));
    }
    placements
}

/// The sum of the bounds in moves of all placements that are not proven unsolvable.
fn sum_of_moves(ghosts: &Ghosts, placements: &[(Vec<Square>, Square)]) -> u64 {
    let bounds = placements.iter().filter_map(|(boxes, player)| ghosts.bound(boxes, *player));
    bounds.map(|cost| StepCosts::MOVES.major(cost)).sum()
}

fn ghosts(criterion: &mut Criterion) {
    let board = hard_level::board();
    let placements = placements(&families(&board, &hard_level::states(&board, STATES)));
    let without_tables = Ghosts::to_goals(&board, StepCosts::MOVES);
    let mut group = criterion.benchmark_group("ghosts");
    group.sample_size(10);
    for boxes in [1, 2] {
        let build = || {
            let mut ghosts = without_tables.clone();
            assert!(ghosts.build(&board, boxes), "the board is small");
            ghosts
        };
        let built = build();
        let (bytes, expected) = (built.memory_usage(), sum_of_moves(&built, &placements));
        group.bench_function(format!("build, sets of {boxes}"), |bencher| {
            bencher.iter(|| assert_eq!(black_box(build()).memory_usage(), bytes));
        });
        group.bench_function(format!("ask, sets of {boxes}"), |bencher| {
            bencher.iter(|| assert_eq!(sum_of_moves(&built, black_box(&placements)), expected));
        });
    }
    group.finish();
}

criterion_group!(benches, bounds, conflicts, ghosts);
criterion_main!(benches);
