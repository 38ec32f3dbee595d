//! The options of `check`.

use clap::ValueEnum;

use super::PackArgs;

/// The options of `check`.
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) levels: PackArgs,

    /// Take warnings for errors
    #[arg(long)]
    pub(crate) strict: bool,

    /// Say nothing of levels that are well-formed: only what is found, and how many levels there are
    #[arg(long, short)]
    pub(crate) quiet: bool,

    /// How the findings are written: for people, or as one JSON object a line
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: CheckFormat,
}

/// How `check` reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    Text,
    Json,
}
