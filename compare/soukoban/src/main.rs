//! Measures the published push-optimal A* solver `soukoban`, level by level, each level in a
//! process of its own, and optionally the program `sokoban` in the same way beside it.

mod args;
mod level_file;
mod level_range;
mod measure;
mod outcome;
mod replay;
mod side_by_side;
mod sokoban;
mod soukoban_solver;
mod survey;

use std::io;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Parser as _;

use args::Args;

fn main() -> anyhow::Result<ExitCode> {
    let args = Args::parse();
    if let Some(number) = args.one {
        return soukoban_solver::answer(&args.file, number, &mut io::stdout().lock());
    }
    let boards = level_file::read(&args.file)?;
    let numbers = match &args.levels {
        Some(range) => range.numbers(boards.len())?,
        None => (1..=boards.len()).collect(),
    };
    let run = measure::Run {
        file: &args.file,
        boards: &boards,
        time: args.time,
    };
    let (mut out, mut notes) = (io::stdout().lock(), io::stderr().lock());
    match &args.against {
        Some(binary) => side_by_side::run(&run, &numbers, binary, &mut out, &mut notes),
        None => survey::run(&run, &numbers, &mut out, &mut notes),
    }
    .context("the run stopped early")?;
    Ok(ExitCode::SUCCESS)
}
