//! The command `man`.

use std::io::{self, Write as _};

use clap::CommandFactory as _;
use clap_mangen::Man;

use crate::args::{Args, ManArgs};
use crate::exit_code::Exit;
use crate::failure::Failure;

/// Prints the manual page of the program or of one of its commands.
///
/// # Errors
/// [`Failure`] for a command that there is not, and when standard output cannot be written.
pub(crate) fn man(args: &ManArgs) -> Result<Exit, Failure> {
    let mut program = Args::command();
    // Options that hold for all commands come to their pages, and each learns its whole name.
    program.build();
    let page = match &args.command {
        None => Man::new(program),
        Some(name) => {
            let Some(command) = program.find_subcommand(name) else {
                let names: Vec<_> =
                    program.get_subcommands().map(clap::Command::get_name).collect();
                let usage =
                    format!("there is no command '{name}'; the commands are {}", names.join(", "));
                return Err(Failure::Usage(usage));
            };
            Man::new(command.clone().version(env!("CARGO_PKG_VERSION")))
        }
    };
    let mut text = Vec::new();
    let page = page.source(concat!("sokoban ", env!("CARGO_PKG_VERSION")));
    page.render(&mut text)?;
    let mut stdout = io::stdout().lock();
    stdout.write_all(&text)?;
    stdout.flush()?;
    Ok(Exit::Success)
}
