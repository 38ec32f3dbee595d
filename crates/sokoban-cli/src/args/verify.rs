//! The options of `verify`.

use super::{CheckFormat, PackArgs};

/// The options of `verify`.
#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) levels: PackArgs,

    /// A solution of one level, instead of those stored in the files: udlr for a move, UDLR for a
    /// push; 3R and 2(rU) repeat. What comes of it is told in words, without --format, --strict and
    /// --quiet
    #[arg(long, value_name = "LURD")]
    pub(crate) solution: Option<String>,

    /// Take warnings for errors: letters in the wrong case, counts that are not those of the replay,
    /// and files that store nothing to replay
    #[arg(long, conflicts_with = "solution")]
    pub(crate) strict: bool,

    /// Say nothing of moves that are right: only what is found, and how many moves there are
    #[arg(long, short, conflicts_with = "solution")]
    pub(crate) quiet: bool,

    /// How the findings are written: for people, or as one JSON object a line
    #[arg(long, value_enum, default_value = "text", conflicts_with = "solution")]
    pub(crate) format: CheckFormat,
}
