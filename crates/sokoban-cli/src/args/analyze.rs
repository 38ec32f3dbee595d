//! The options of `analyze`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use sokoban_analyze::Settings;

use super::{CheckFormat, LimitArgs, PackArgs};
use crate::outputs::{Product, Target};
use crate::units::{ByteLimit, NodeLimit, TimeLimit};

/// The options of `analyze`.
#[derive(Debug, clap::Args)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) levels: PackArgs,

    /// Write a page with pictures for a browser as well; with '-' it goes to standard output and
    /// takes the place of the report
    #[arg(long, value_name = "OUT")]
    pub(crate) html: Option<PathBuf>,

    /// How the report is written: for people, or as one JSON object a line
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: CheckFormat,

    /// Count optimal push sequences up to CAP
    #[arg(
        long,
        value_name = "CAP",
        default_value_t = 1_000_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    count_optimal: u64,

    /// Count all states of a level that has no more than COUNT
    #[arg(long, value_name = "COUNT", default_value_t = 300_000)]
    most_states: u32,

    /// Threads of the searches for solutions. With more than one, the solution that is shown may
    /// differ from run to run, but not what is proven
    #[arg(long, value_name = "COUNT", default_value_t = NonZeroUsize::MIN, value_parser = super::thread_count)]
    threads: NonZeroUsize,

    /// Wall time for each part of an analysis, such as 30s, or none; --help tells the parts
    #[arg(long, value_name = "TIME", default_value = "1m")]
    time: TimeLimit,

    /// Memory for each part, such as 4GiB, or none; from 32MiB on the program itself is in it
    /// [default: three quarters of the free memory]
    #[arg(long, value_name = "BYTES")]
    memory: Option<ByteLimit>,

    /// States expanded for each part, or none
    #[arg(long, value_name = "COUNT", default_value = "none")]
    nodes: NodeLimit,

    /// Draw no progress line (it is drawn on standard error, and only on a terminal)
    #[arg(long)]
    pub(crate) no_progress: bool,
}

impl AnalyzeArgs {
    /// How far the analysis goes.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            most_sequences: self.count_optimal,
            most_states: self.most_states,
            threads: self.threads.into(),
        }
    }

    /// How much each part may take.
    pub(crate) fn limits(&self) -> LimitArgs {
        LimitArgs { time: Some(self.time), memory: self.memory, nodes: self.nodes }
    }

    /// Where the page goes.
    pub(crate) fn target(&self) -> Option<Target<'_>> {
        let path = self.html.as_deref()?;
        Some(Target { option: "--html", path, product: Product::Html })
    }
}
