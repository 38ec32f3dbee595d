//! The command `man`.

use std::io::{self, Write as _};

use clap_mangen::Man;

use crate::args::{ManArgs, command_line};
use crate::exit_code::Exit;
use crate::failure::Failure;

/// Prints the manual page of the program or of one of its commands.
///
/// # Errors
/// [`Failure`] when standard output cannot be written.
pub(crate) fn man(args: &ManArgs) -> Result<Exit, Failure> {
    let mut program = command_line();
    // Options that hold for all commands come to their pages, and each learns its whole name.
    program.build();
    let command = match &args.command {
        None => program.clone(),
        Some(name) => {
            // The parser takes no other names than those of commands.
            let command = program.find_subcommand(name).unwrap_or(&program);
            command.clone().version(env!("CARGO_PKG_VERSION"))
        }
    };
    // What stands below the options has tables and examples, which would be filled like the rest.
    let notes = command.get_after_long_help().map(notes).unwrap_or_default();
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

/// A section with `text`: its paragraphs filled, and the lines of its tables and examples, which are
/// indented, as they are.
fn notes(text: &clap::builder::StyledStr) -> String {
    let mut section = String::from(".SH NOTES\n");
    let mut is_table = false;
    for line in text.to_string().lines() {
        let is_indented = line.starts_with(' ');
        if is_indented != is_table && !line.is_empty() {
            section.push_str(if is_indented { ".nf\n" } else { ".fi\n" });
            is_table = is_indented;
        }
        if line.is_empty() {
            section.push_str(".PP\n");
            continue;
        }
        // A line that begins so would be a request to the formatter.
        if line.starts_with(['.', '\'']) {
            section.push_str("\\&");
        }
        section.push_str(&line.replace('\\', "\\e").replace('-', "\\-"));
        section.push_str(if is_indented { "\n" } else { "\n.br\n" });
    }
    if is_table {
        section.push_str(".fi\n");
    }
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_filled_and_tables_are_not() {
        let text = "A long paragraph.\nIts end.\n\nExamples:\n  one -x\n  .two\\x\n\n'Last'.";
        let expected = ".SH NOTES\nA long paragraph.\n.br\nIts end.\n.br\n.PP\nExamples:\n.br\n.nf\n  one \\-x\n  \
                        .two\\ex\n.PP\n.fi\n\\&'Last'.\n.br\n";
        assert_eq!(notes(&text.into()), expected);
        assert!(notes(&"  all".into()).ends_with("  all\n.fi\n"));
    }
}
