//! The command `completions`.

use std::io::{self, Write as _};

use clap_complete::{Shell, generate};

use crate::args::{CompletionsArgs, command_line};
use crate::exit_code::Exit;
use crate::failure::Failure;

/// Prints a shell's completions of the command line.
///
/// # Errors
/// [`Failure`] when standard output cannot be written.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<Exit, Failure> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut script = Vec::new();
    generate(args.shell, &mut command_line(), "sokoban", &mut script);
    if args.shell == Shell::Fish {
        script.extend(words_of_commands().into_bytes());
    }
    let mut stdout = io::stdout().lock();
    stdout.write_all(&script)?;
    stdout.flush()?;
    Ok(Exit::Success)
}

/// What fish is to offer for the words behind a command that has a choice of them, which its generator
/// leaves out.
fn words_of_commands() -> String {
    let program = command_line();
    let mut lines = String::new();
    for command in program.get_subcommands() {
        for word in command.get_positionals() {
            let words: Vec<String> = word
                .get_possible_values()
                .iter()
                .map(|value| value.get_name().to_owned())
                .collect();
            if !words.is_empty() {
                let (name, words) = (command.get_name(), words.join(" "));
                lines += &format!(
                    "complete -c sokoban -n \"__fish_sokoban_using_subcommand {name}\" -f -a \"{words}\"\n"
                );
            }
        }
    }
    lines
}
