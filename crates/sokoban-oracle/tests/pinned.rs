//! The committed truth is what exhaustive search says, recomputed here in full.

use std::fs;
use std::path::{Path, PathBuf};

use sokoban_oracle::{optimal_csv, perft_files};

const COMMAND: &str = "cargo run --release -p sokoban-oracle --example pin_optima";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Git may have checked the text out with other line ends.
fn read(path: &Path) -> String {
    let text = fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{}: {error}; `{COMMAND}` writes it", path.display()));
    text.replace("\r\n", "\n")
}

#[test]
fn optimal_csv_is_what_exhaustion_says() {
    let pinned = read(&root().join("levels/optimal.csv"));
    let counted = optimal_csv(&root()).unwrap();
    for (pinned_line, counted_line) in pinned.lines().zip(counted.lines()) {
        assert_eq!(pinned_line, counted_line, "if the level was meant to change: `{COMMAND}`");
    }
    assert_eq!(pinned.lines().count(), counted.lines().count(), "`{COMMAND}` mends it");
}

#[test]
fn perft_files_are_what_exhaustion_says() {
    let folder = root().join("crates/sokoban-core/tests/perft");
    let files = perft_files(&root()).unwrap();
    for (name, counted) in &files {
        assert_eq!(&read(&folder.join(name)), counted, "{name}; `{COMMAND}` mends it");
    }
    let present = fs::read_dir(folder).unwrap().count();
    assert_eq!(present, files.len(), "the folder holds a file that nothing writes");
}

/// The values that the designs behind the four levels give, known before this crate was written.
#[test]
fn the_source_levels_have_their_known_optima() {
    let pinned = read(&root().join("levels/optimal.csv"));
    for (level, pushes, moves) in [(1, 9, 21), (2, 2, 4), (3, 3, 7), (4, 4, 16)] {
        let start = format!("levels/sources.xsb,{level},{pushes},{moves},");
        assert!(pinned.lines().any(|line| line.starts_with(&start)), "{start}");
    }
}
