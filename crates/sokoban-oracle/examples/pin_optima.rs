//! Writes `levels/optimal.csv` and the files of `crates/sokoban-core/tests/perft`.
//!
//! ```text
//! cargo run --release -p sokoban-oracle --example pin_optima
//! ```

use std::fs;
use std::io;
use std::path::Path;

use sokoban_oracle::{optimal_csv, perft_files};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::write(root.join("levels/optimal.csv"), optimal_csv(&root)?)?;
    let folder = root.join("crates/sokoban-core/tests/perft");
    fs::create_dir_all(&folder)?;
    for (name, text) in perft_files(&root)? {
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}
