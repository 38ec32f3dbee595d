//! Writes `levels/generated/optimal.csv`, and tells each line when it is found.
//!
//! ```text
//! cargo run --release -p sokoban-oracle --example pin_generated
//! ```

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use sokoban_oracle::generated_csv;

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut tell = |row: &str| {
        // Who does not listen gets the file all the same.
        let _ = write!(io::stderr(), "{row}");
    };
    let csv = generated_csv(&root, &mut tell)?;
    fs::write(root.join("levels/generated/optimal.csv"), csv)
}
