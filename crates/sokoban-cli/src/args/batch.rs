//! The options of `batch`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, ValueEnum};

use super::{AlphabetArgs, SearchArgs};
use crate::units::{ByteLimit, NodeLimit, TimeLimit};

/// The options of `batch`.
#[derive(Debug, clap::Args)]
pub(crate) struct BatchArgs {
    /// Files of levels, and folders of them; '-' is standard input. In a folder and those below it,
    /// all files that end in .txt, .xsb, .sok, .slc or .json count, in the order of their names
    #[arg(value_name = "FILE|FOLDER", required = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// Write the lines to FILE, which must be new or empty, instead of to standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Keep the lines that FILE holds and add what is missing
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,

    /// Replace what FILE holds
    #[arg(long, requires = "out", conflicts_with = "resume")]
    pub(crate) force: bool,

    /// Write each line as soon as it is there, not in the order of the levels
    #[arg(long)]
    pub(crate) unordered: bool,

    /// Solve only one level of those that are the same but for turning, mirroring, and what lies
    /// outside
    #[arg(long)]
    pub(crate) dedupe: bool,

    /// Add the level's canonical id to each line; lines in FILE and of --dedupe have it anyway
    #[arg(long)]
    pub(crate) id: bool,

    /// Add the solution as digits, one a move: for udlr up is 0, down 1, left 2 and right 3
    #[arg(long, value_enum, value_name = "ORDER")]
    pub(crate) actions: Option<ActionOrder>,

    /// Add the number of optimal push sequences, or CAP if there are as many or more
    #[arg(long, value_name = "CAP", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count_optimal: Option<u64>,

    /// Leave 'seconds' empty, so that equal runs give equal lines
    #[arg(long)]
    pub(crate) no_timing: bool,

    #[command(flatten)]
    pub(crate) alphabet: AlphabetArgs,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// Wall time for each level, such as 500ms, or none
    #[arg(long, value_name = "TIME", default_value = "10s")]
    pub(crate) time: TimeLimit,

    /// Memory for all searches that run at one time, such as 4GiB, or none: with N threads, each
    /// level has the Nth part
    /// [default: three quarters of the free memory]
    #[arg(long, value_name = "BYTES")]
    pub(crate) memory: Option<ByteLimit>,

    /// States expanded for each level, or none
    #[arg(long, value_name = "COUNT", default_value = "none")]
    pub(crate) nodes: NodeLimit,

    /// Levels that are searched at one time, each on a thread of its own [default: all cores]
    #[arg(long, value_name = "COUNT", value_parser = super::thread_count)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Draw no progress line (it is drawn on standard error, and only on a terminal)
    #[arg(long)]
    pub(crate) no_progress: bool,

    /// The options that bear on what is written, as they were given.
    #[arg(skip)]
    pub(crate) options: String,
}

/// Which digit stands for which direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ActionOrder {
    /// Up, right, down, left
    Urdl,
    /// Up, down, left, right
    Udlr,
}

/// Options that say where from, where to and how fast, and nothing of what is written of a level.
const NO_MATTER: [&str; 9] =
    ["paths", "out", "resume", "force", "unordered", "threads", "no_progress", "color", "id"];

/// The options in `matches` that bear on what is written, with their values, in the order of the
/// help; those with their default values are left out.
pub(super) fn written_options(command: &clap::Command, matches: &ArgMatches) -> String {
    let is_known = |arg: &&Arg| matches.try_contains_id(arg.get_id().as_str()).is_ok();
    let mut options = Vec::new();
    for arg in command.get_arguments().filter(is_known) {
        let id = arg.get_id().as_str();
        let is_written = matches.value_source(id) == Some(ValueSource::CommandLine);
        let Some(name) = arg.get_long().filter(|_| is_written && !NO_MATTER.contains(&id)) else {
            continue;
        };
        if matches!(arg.get_action(), ArgAction::SetTrue) {
            options.push(format!("--{name}"));
            continue;
        }
        let values: Vec<_> = matches.get_raw(id).into_iter().flatten().collect();
        if values != arg.get_default_values() {
            let values: Vec<_> = values.iter().map(|value| value.to_string_lossy()).collect();
            options.push(format!("--{name} {}", values.join(",")));
        }
    }
    options.join(" ")
}
