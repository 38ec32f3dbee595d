//! The options of `improve`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use sokoban_formats::Format;
use sokoban_search::{Objective, SolveConfig};

use super::convert::format;
use super::search::named;
use super::{CheckFormat, LimitArgs, PackArgs, thread_count};
use crate::units::{ByteLimit, NodeLimit, TimeLimit};

/// What solutions can be improved in: `any` names nothing to improve.
const OBJECTIVES: &[Objective] =
    &[Objective::Pushes, Objective::Moves, Objective::PushesMoves, Objective::MovesPushes];

/// The options of `improve`.
#[derive(Debug, clap::Args)]
pub(crate) struct ImproveArgs {
    #[command(flatten)]
    pub(crate) levels: PackArgs,

    /// A solution of one level, instead of those stored in the files: udlr for a move, UDLR for a
    /// push; 3R and 2(rU) repeat; '-' is standard input
    #[arg(long, value_name = "LURD")]
    pub(crate) solution: Option<String>,

    /// What is to become less: pushes; moves, which are all steps of the player, pushes included; or
    /// one of them first, and with as few of it the other. With pushes or moves alone, too, the other
    /// decides between solutions that have as few
    #[arg(long, default_value_t, value_parser = named(OBJECTIVES, Objective::name))]
    pub(crate) objective: Objective,

    /// Threads of the search. With more than one, what is found may differ from run to run
    #[arg(long, value_name = "COUNT", default_value_t = NonZeroUsize::MIN, value_parser = thread_count)]
    threads: NonZeroUsize,

    /// Wall time for each level, such as 30s, or none: then it ends by itself, when there is nothing
    /// left to try, which takes long for long solutions of levels with many boxes
    #[arg(long, value_name = "TIME", default_value = "none")]
    time: TimeLimit,

    /// Memory for each level, such as 4GiB, or none; from 32MiB on the program itself is in it
    /// [default: three quarters of the free memory]
    #[arg(long, value_name = "BYTES")]
    memory: Option<ByteLimit>,

    /// States expanded for each level, or none
    #[arg(long, value_name = "COUNT", default_value = "none")]
    nodes: NodeLimit,

    /// Write the levels asked for to a file, each with its best solution before what else is stored
    /// of it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// The format of the file; without it, the end of its name decides
    #[arg(long, value_name = "FORMAT", requires = "out", value_parser = format())]
    pub(crate) to: Option<Format>,

    /// Replace FILE if it exists
    #[arg(long, requires = "out")]
    pub(crate) force: bool,

    /// How the report is written: for people, or as one JSON object a line
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: CheckFormat,

    /// Draw no progress line (it is drawn on standard error, and only on a terminal)
    #[arg(long)]
    pub(crate) no_progress: bool,
}

impl ImproveArgs {
    /// The search that is asked for.
    pub(crate) fn config(&self) -> SolveConfig {
        SolveConfig {
            objective: self.objective,
            threads: self.threads.into(),
            ..SolveConfig::default()
        }
    }

    /// How much a level may take.
    pub(crate) fn limits(&self) -> LimitArgs {
        LimitArgs { time: Some(self.time), memory: self.memory, nodes: self.nodes }
    }
}
