//! The options of `solve`.

use std::num::NonZeroUsize;

use clap::ValueEnum;

use super::{LimitArgs, PackArgs, SearchArgs, thread_count};

/// The options of `solve`.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) levels: PackArgs,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// Threads of astar, bidirectional, and auto in a long search. With more than one, the expansions
    /// and the solution may differ from run to run, but not its length
    #[arg(long, value_name = "COUNT", default_value_t = NonZeroUsize::MIN, value_parser = thread_count)]
    pub(crate) threads: NonZeroUsize,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Run every algorithm with every bound in every direction, as far as they serve the objective,
    /// and print one table a level
    #[arg(long, conflicts_with_all = ["algorithm", "direction", "heuristic"])]
    pub(crate) compare: bool,

    /// How the report is written: for people, as one JSON object a line, or the solution alone
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: SolveFormat,

    /// Draw no progress line (it is drawn on standard error, and only on a terminal)
    #[arg(long)]
    pub(crate) no_progress: bool,
}

/// How `solve` reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveFormat {
    Text,
    Json,
    Lurd,
}
