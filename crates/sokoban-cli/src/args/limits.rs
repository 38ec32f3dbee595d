//! How much a command may take.

use std::num::NonZeroUsize;

use crate::units::{ByteLimit, NodeLimit, TimeLimit};

/// How much a level may take.
#[derive(Debug, clap::Args)]
pub(crate) struct LimitArgs {
    /// Wall time for each level, such as 30s, or none
    /// [default: 10m; with --compare, where it is for each run, 10s]
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<TimeLimit>,

    /// Memory for each level, such as 4GiB, or none; from 32MiB on the program itself is in it
    /// [default: three quarters of the free memory]
    #[arg(long, value_name = "BYTES")]
    pub(crate) memory: Option<ByteLimit>,

    /// States expanded for each level, or none
    #[arg(long, value_name = "COUNT", default_value = "none")]
    pub(crate) nodes: NodeLimit,
}

/// More threads than any machine has use for are a slip, and would take its memory for their stacks.
const MOST_THREADS: usize = 1024;

/// Reads a number of threads.
pub(super) fn thread_count(text: &str) -> Result<NonZeroUsize, String> {
    let count = text.parse().ok().filter(|&count: &NonZeroUsize| count.get() <= MOST_THREADS);
    count.ok_or_else(|| format!("a number of threads is from 1 to {MOST_THREADS}"))
}
