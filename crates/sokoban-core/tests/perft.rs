//! The rules counted: every file of `tests/perft`, and random levels against the oracle.

use std::fs;
use std::path::Path;

use sokoban_core::{Board, Collection, Level, PerftRow, perft};
use sokoban_oracle::{Grid, random_level};

/// The counts with every width that holds the board's squares, which are all the same.
fn counts(board: &Board, depth: usize) -> Vec<PerftRow> {
    let wide = perft::<8>(board, depth);
    match board.squares() {
        0..=64 => assert_eq!(perft::<1>(board, depth), wide),
        65..=128 => assert_eq!(perft::<2>(board, depth), wide),
        129..=256 => assert_eq!(perft::<4>(board, depth), wide),
        _ => {}
    }
    wide
}

/// The level that a `file` or `file#number` names, from the root of the repository.
fn level(name: &str) -> Level {
    let (file, number) = name.split_once('#').unwrap_or((name, "1"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let number: usize = number.parse().expect("levels have numbers");
    let level = Collection::parse(&text).into_iter().nth(number - 1);
    level.expect("the file has so many levels").expect("the levels are well-formed")
}

#[test]
fn pinned_counts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "perft") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let (head, rows) = text.split_once('\n').unwrap();
        let name = head.strip_prefix("level ").unwrap();
        let expected: Vec<PerftRow> = rows
            .lines()
            .map(|row| {
                let numbers: Vec<u64> =
                    row.split(' ').map(|number| number.parse().unwrap()).collect();
                let &[depth, sequences, states] = &numbers[..] else { panic!("{name}: {row}") };
                PerftRow { depth: usize::try_from(depth).unwrap(), sequences, states }
            })
            .collect();
        assert!(expected.len() > 5, "{name}: {} rows", expected.len());
        let board = Board::try_from(&level(name)).unwrap();
        assert_eq!(counts(&board, expected.len() - 1), expected, "{name}");
        files += 1;
    }
    assert!(files >= 16, "only {files} files");
}

#[test]
fn random_levels_count_as_the_oracle_does() {
    for seed in 0..150 {
        let text = random_level(seed, 6 + seed as usize % 3, 6, 2 + seed as usize % 2, 4);
        let board = Board::try_from(&text.parse::<Level>().unwrap()).unwrap();
        let rows: Vec<(u64, u64)> =
            counts(&board, 9).into_iter().map(|row| (row.sequences, row.states)).collect();
        assert_eq!(rows, sokoban_oracle::perft(&Grid::from_xsb(&text), 9), "{text}");
    }
}
