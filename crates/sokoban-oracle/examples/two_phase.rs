//! Prints the two lexicographic optima of each level of a collection, found in two phases.
//!
//! ```text
//! cargo run --release -p sokoban-oracle --example two_phase -- FILE [STATES]
//! ```
//!
//! The columns are those of `levels/optimal.csv`; `too-large` stands where more than STATES states
//! (a million unless said) would be met.

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write as _};

use sokoban_oracle::{
    Cost, Grid, Least, boards_in, two_phase_moves_then_pushes, two_phase_pushes_then_moves,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().ok_or("which file of levels?")?;
    let state_cap = arguments.next().map_or(Ok(1_000_000), |states| states.parse())?;
    let mut output = io::stdout().lock();
    writeln!(output, "level,pushes_moves,moves_pushes")?;
    for (index, board) in boards_in(&fs::read_to_string(file)?).iter().enumerate() {
        let grid = Grid::from_xsb(board);
        let by_pushes =
            column(two_phase_pushes_then_moves(&grid, state_cap), |cost| (cost.pushes, cost.moves));
        let by_moves =
            column(two_phase_moves_then_pushes(&grid, state_cap), |cost| (cost.moves, cost.pushes));
        writeln!(output, "{},{by_pushes},{by_moves}", index + 1)?;
    }
    Ok(())
}

fn column(least: Least<Cost>, order: impl Fn(Cost) -> (u32, u32)) -> String {
    match least {
        Least::Found(cost) => {
            let (one, two) = order(cost);
            format!("{one}/{two}")
        }
        Least::Unsolvable => "unsolvable".to_owned(),
        Least::TooLarge => "too-large".to_owned(),
    }
}
