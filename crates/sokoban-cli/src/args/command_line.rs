//! The command line as the parser, the completions and the manual know it.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory as _, ValueHint};

use super::Args;

/// The command line, with what a shell is to offer where the derived one does not tell.
///
/// Shells offer files for all that they know nothing of. Here they do so only for paths, and for the
/// command of `man` they offer the commands that there are.
pub(crate) fn command_line() -> Command {
    let program = Args::command();
    let names: Vec<String> =
        program.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    program
        .mut_subcommand("man", |man| {
            man.mut_arg("command", |arg| arg.value_parser(PossibleValuesParser::new(names)))
        })
        .mut_subcommands(|command| command.mut_args(without_files))
}

/// The argument, for which no files are offered if its values are no paths.
fn without_files(arg: Arg) -> Arg {
    let is_unknown = arg.get_value_hint() == ValueHint::Unknown;
    let takes_values = arg.get_num_args().is_none_or(|count| count.takes_values());
    if is_unknown && takes_values && arg.get_action().takes_values() {
        arg.value_hint(ValueHint::Other)
    } else {
        arg
    }
}
