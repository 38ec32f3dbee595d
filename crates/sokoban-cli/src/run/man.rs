//! The command `man`.

use std::io::{self, Write as _};

use clap::{Command, CommandFactory as _};
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
    let command = match &args.command {
        None => program,
        Some(name) => {
            let Some(command) = program.find_subcommand(name) else {
                let names: Vec<_> = program.get_subcommands().map(Command::get_name).collect();
                let usage =
                    format!("there is no command '{name}'; the commands are {}", names.join(", "));
                return Err(Failure::Usage(usage));
            };
            command.clone().version(env!("CARGO_PKG_VERSION"))
        }
    };
    // What stands below the options has tables and examples, whose lines must stay as they are.
    let notes = command.get_after_long_help().map(verbatim).unwrap_or_default();
    let command = command.after_help(None::<&str>).after_long_help(None::<&str>);
    let page = Man::new(command).source(concat!("sokoban ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    page.render(&mut text)?;
    text.extend(notes.into_bytes());
    let mut stdout = io::stdout().lock();
    stdout.write_all(&text)?;
    stdout.flush()?;
    Ok(Exit::Success)
}

/// A section with the lines of `text` as they are.
fn verbatim(text: &clap::builder::StyledStr) -> String {
    let mut section = String::from(".SH NOTES\n.nf\n");
    for line in text.to_string().lines() {
        // A line that begins so would be a request to the formatter.
        if line.starts_with(['.', '\'']) {
            section.push_str("\\&");
        }
        section.push_str(&line.replace('\\', "\\e").replace('-', "\\-"));
        section.push('\n');
    }
    section.push_str(".fi\n");
    section
}
