//! Each micro level shows what its comment says.

use std::fs;
use std::path::{Path, PathBuf};

use sokoban_oracle::{Grid, OracleState, all_states, boards_in, replay};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/micro")
}

fn grid(name: &str) -> Grid {
    let path = folder().join(format!("{name}.xsb"));
    let text = fs::read_to_string(&path);
    Grid::from_xsb(&text.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// The positions of (row, column) pairs, counted from 0 at the top left of the rim.
fn positions(grid: &Grid, places: &[(usize, usize)]) -> Vec<usize> {
    places.iter().map(|&(row, column)| row * grid.width() + column).collect()
}

/// The least pushes to go over all reachable states with these boxes; `None` when all are dead.
fn pushes_to_go(name: &str, boxes: &[(usize, usize)]) -> Option<u32> {
    let grid = grid(name);
    let boxes = positions(&grid, boxes);
    let truths = all_states(&grid, 300_000).expect("a small level");
    let with_boxes: Vec<_> = truths.iter().filter(|truth| truth.state.boxes == boxes).collect();
    assert!(!with_boxes.is_empty(), "{name}: no push leads to these boxes");
    with_boxes.iter().filter_map(|truth| truth.pushes_to_go).min()
}

#[test]
fn every_file_is_one_small_titled_level() {
    let mut count = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let head: Vec<&str> = text.lines().take(2).collect();
        assert!(head[0].starts_with(":: ") && head[0].ends_with('.'), "{stem}: no comment");
        assert_eq!(head[1], format!("; {stem}"));
        assert!(stem.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'));
        assert_eq!(boards_in(&text).len(), 1, "{stem}");
        assert!(grid(&stem).start().boxes.len() <= 6, "{stem}");
        count += 1;
    }
    assert!(count >= 40);
}

#[test]
fn deadlocks_are_dead() {
    assert_eq!(pushes_to_go("corner-dead", &[(1, 4)]), None);
    assert_eq!(pushes_to_go("wall-line-dead", &[(1, 3)]), None);
    assert_eq!(pushes_to_go("square-block", &[(2, 2), (2, 3), (3, 2), (3, 3)]), None);
    assert_eq!(pushes_to_go("freeze-pair", &[(1, 3), (1, 4)]), None);
    assert_eq!(pushes_to_go("freeze-on-goal-blocks-other", &[(1, 2), (1, 3), (3, 4)]), None);
}

#[test]
fn what_looks_like_a_deadlock_is_not_dead() {
    assert_eq!(pushes_to_go("gap-in-wall", &[(3, 2)]), Some(3));
    assert_eq!(pushes_to_go("opposite-walls", &[(2, 3)]), Some(3));
    assert_eq!(pushes_to_go("square-block-on-goals", &[(2, 2), (2, 3), (3, 2), (3, 3)]), Some(0));
    assert_eq!(pushes_to_go("freeze-on-goals-legal", &[(1, 2), (1, 3), (3, 5)]), Some(2));
    assert_eq!(pushes_to_go("corral", &[(2, 3), (3, 2)]), Some(2));
}

#[test]
fn sizes_are_those_of_the_names() {
    for squares in [63, 64, 65, 127, 128, 129, 255, 256, 257] {
        assert_eq!(grid(&format!("squares-{squares}")).squares(), squares);
        let name = format!("live-{squares}");
        assert_eq!(live_squares(&grid(&name)), squares, "{name}");
    }
    assert!(grid("squares-over-512").squares() > 512);
    assert_eq!(grid("squares-1083").squares(), 1083);
    assert!(grid("wide").width() > 64 && grid("tall").height() > 64);
}

/// The squares from which a lone box can be pushed to some goal by a player who may fly, counted
/// by pulling a box from each goal.
fn live_squares(grid: &Grid) -> usize {
    let width = grid.width();
    let mut live: Vec<bool> = (0..grid.size()).map(|position| grid.is_goal(position)).collect();
    let mut open: Vec<usize> = (0..grid.size()).filter(|&position| live[position]).collect();
    while let Some(position) = open.pop() {
        for step in [width.wrapping_neg(), usize::MAX, 1, width] {
            let near = position.wrapping_add(step);
            if !grid.is_wall(near) && !grid.is_wall(near.wrapping_add(step)) && !live[near] {
                live[near] = true;
                open.push(near);
            }
        }
    }
    live.iter().filter(|&&is_live| is_live).count()
}

#[test]
fn the_solved_placement_has_two_regions_but_only_one_is_reached() {
    let grid = grid("two-regions");
    let boxes = positions(&grid, &[(2, 4)]);
    let truths = all_states(&grid, 1_000).expect("a small level");
    let reached: Vec<usize> = truths
        .iter()
        .filter(|truth| truth.state.boxes == boxes)
        .map(|truth| truth.state.player)
        .collect();
    assert_eq!(reached, positions(&grid, &[(1, 1)]));
    let right = OracleState { boxes, player: positions(&grid, &[(2, 6)])[0] };
    assert!(
        grid.is_solved(&right)
            && grid.normalize(&right)
                == OracleState { player: positions(&grid, &[(1, 5)])[0], ..right }
    );
}

/// Solutions that are equally good for the one objective of a pair, and unequal for the other.
#[test]
fn ties_in_one_objective_are_not_ties_in_the_other() {
    let cases = [
        ("move-optimal-1", "lUlD", "uulldDrU"),
        ("move-optimal-2", "uRuuuR", "rruuuluRddddlluR"),
        ("move-optimal-5", "dRuuLL", "ruLddRuulL"),
        ("objectives-pushes-or-pushes-moves", "DDDrrUU", "DDlddrrurUddllluurDrruU"),
        ("objectives-moves-or-moves-pushes", "UUdlldRuluurR", "LdlUUUluRRRdD"),
    ];
    for (name, better, worse) in cases {
        let (moves, pushes, solved) = replay(&grid(name), better).unwrap();
        let (more_moves, more_pushes, also_solved) = replay(&grid(name), worse).unwrap();
        assert!(solved && also_solved, "{name}");
        assert!(
            (pushes == more_pushes && moves < more_moves)
                || (moves == more_moves && pushes < more_pushes),
            "{name}: {moves}/{pushes} and {more_moves}/{more_pushes}"
        );
    }
}
