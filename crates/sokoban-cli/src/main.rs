//! The program `sokoban`: solves, verifies, checks, draws and plays Sokoban levels.
#![forbid(unsafe_code)]

mod args;
mod cap_range;
mod exit_code;
mod help;
mod level_range;
mod units;

mod diagnostics;
mod failure;
mod input;
mod level_files;
mod level_folders;
mod level_set;
mod output;
mod outputs;
mod panic_line;
mod status_line;
mod whole_file;

mod free_memory;
mod interrupt;
mod progress;
mod report;
mod run;

use std::panic;
use std::process::ExitCode;

use args::Args;
use exit_code::Exit;

fn main() -> ExitCode {
    panic_line::install();
    let exit = panic::catch_unwind(|| match Args::read() {
        Ok(args) => {
            run::run(&args).unwrap_or_else(|failure| failure.report(args.color, &args.name))
        }
        Err(answer) => run::clap_answer(&answer),
    });
    exit.unwrap_or(Exit::Internal).into()
}
