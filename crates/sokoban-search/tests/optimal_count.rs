//! The number of optimal push sequences against a count that leaves nothing out.

use std::collections::BTreeMap;

use sokoban_core::{Board, Level};
use sokoban_oracle::{Grid, OracleState, boards_in, least_pushes, random_level};
use sokoban_search::{Limits, StopReason, count_optimal};

fn board(text: &str) -> Board {
    let level: Level = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    Board::try_from(&level).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// All push sequences of `pushes` pushes that end solved, up to the greatest number, state by state
/// without any pruning; none if there are too many states to bother.
fn plain_count(grid: &Grid, pushes: u32) -> Option<u64> {
    let mut layer = BTreeMap::from([(grid.normalize(&grid.start()), 1_u64)]);
    for _ in 0..pushes {
        let mut next: BTreeMap<OracleState, u64> = BTreeMap::new();
        for (state, sequences) in layer {
            for (_, _, child) in grid.pushes(&state) {
                let reached: &mut u64 = next.entry(grid.normalize(&child)).or_default();
                *reached = reached.saturating_add(sequences);
            }
        }
        if next.len() > 3_000 {
            return None;
        }
        layer = next;
    }
    let solved = layer.iter().filter(|(state, _)| grid.is_solved(state));
    Some(solved.fold(0, |sum: u64, (_, &sequences)| sum.saturating_add(sequences)))
}

/// All push sequences by walking through each of them.
fn walked_count(grid: &Grid, state: &OracleState, pushes: u32) -> u64 {
    match pushes {
        0 => grid.is_solved(state).into(),
        _ => {
            let children = grid.pushes(state);
            children.iter().map(|(_, _, child)| walked_count(grid, child, pushes - 1)).sum()
        }
    }
}

#[test]
fn counts_are_those_of_a_search_that_leaves_nothing_out() {
    let micro = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/micro");
    let files = std::fs::read_dir(micro).expect("the micro levels are at hand");
    let texts = files.map(|file| file.and_then(|file| std::fs::read_to_string(file.path())));
    let mut levels: Vec<String> =
        texts.flat_map(|text| boards_in(&text.expect("levels are text"))).collect();
    levels.extend((0..60).flat_map(|seed| {
        [
            random_level(seed, 6, 6, 2, 2),
            random_level(seed, 7, 6, 3, 4),
            random_level(seed, 6, 5, 2, 0),
        ]
    }));
    let limits = Limits::default();
    let (mut compared, mut several, mut walked) = (0, 0, 0);
    for text in levels {
        let grid = Grid::from_xsb(&text);
        let Some(least) = least_pushes(&grid, 20_000).found() else { continue };
        let board = board(&text);
        // Beyond the optimum the number is one of all sequences of that length.
        for pushes in [least, least + 1, least + 2] {
            let Some(expected) = plain_count(&grid, pushes) else { continue };
            if expected < 50 && pushes <= 6 {
                assert_eq!(walked_count(&grid, &grid.start(), pushes), expected, "{text}");
                walked += 1;
            }
            assert_eq!(count_optimal(&board, pushes, u64::MAX, &limits), Ok(expected), "{text}");
            for cap in [0, 1, 2, 7] {
                let capped = count_optimal(&board, pushes, cap, &limits);
                assert_eq!(capped, Ok(expected.min(cap)), "{text}");
            }
            several += usize::from(expected > 7);
            compared += 1;
        }
        if let Some(shorter) = least.checked_sub(1) {
            assert_eq!(count_optimal(&board, shorter, 9, &limits), Ok(0), "{text}");
        }
    }
    assert!(compared > 200 && several > 50 && walked > 20, "{compared}, {several}, {walked}");
}

#[test]
fn limits_bind() {
    let board = board("########\n#@     #\n# $$$  #\n#  ... #\n#      #\n########");
    let count = |limits: Limits| count_optimal(&board, 10, 1_000_000, &limits);
    let unlimited = count(Limits::default()).expect("there are no limits");
    assert!(unlimited > 1, "{unlimited}");
    let nodes = Limits { nodes: Some(3), ..Limits::default() };
    assert_eq!(count(nodes), Err(StopReason::Nodes));
    let with_bytes = |bytes| count(Limits { bytes: Some(bytes), ..Limits::default() });
    let counts: Vec<_> = (8..20).map(|power| with_bytes(1 << power)).collect();
    let enough = counts.iter().position(Result::is_ok).expect("a megabyte is enough");
    assert!(enough > 2, "{counts:?}");
    assert!(counts[..enough].iter().all(|count| *count == Err(StopReason::Memory)), "{counts:?}");
    assert!(counts[enough..].iter().all(|count| *count == Ok(unlimited)), "{counts:?}");
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    assert_eq!(count(cancelled), Err(StopReason::Cancelled));
}
