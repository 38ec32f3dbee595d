//! The options of `completions` and `man`, which tell of the command line itself.

use clap_complete::Shell;

/// The options of `completions`.
#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell that completes
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

/// The options of `man`.
#[derive(Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// The command whose page is printed; without it, the page of the program, which lists them
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}
