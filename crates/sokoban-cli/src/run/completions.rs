//! The command `completions`.

use std::io::{self, Write as _};

use clap::CommandFactory as _;
use clap_complete::generate;

use crate::args::{Args, CompletionsArgs};
use crate::exit_code::Exit;
use crate::failure::Failure;

/// Prints a shell's completions of the command line.
///
/// # Errors
/// [`Failure`] when standard output cannot be written.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<Exit, Failure> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    generate(args.shell, &mut Args::command(), "sokoban", &mut script);
    let mut stdout = io::stdout().lock();
    stdout.write_all(&script)?;
    stdout.flush()?;
    Ok(Exit::Success)
}
