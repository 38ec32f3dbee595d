//! The options of `generate`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use sokoban_formats::Format;
use sokoban_generate::{Settings, Walls};

use super::convert::format;
use super::thread_count;

/// The options of `generate`.
#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArgs {
    /// Columns of a level, its outer walls included
    #[arg(long, value_name = "SQUARES", default_value_t = Settings::default().width)]
    width: usize,

    /// Rows of a level, its outer walls included
    #[arg(long, value_name = "SQUARES", default_value_t = Settings::default().height)]
    height: usize,

    /// Boxes, and as many goals
    #[arg(long, value_name = "COUNT", default_value_t = Settings::default().boxes)]
    boxes: usize,

    /// Walls inside the outer ones: a number, or a share of the squares there
    #[arg(long, value_name = "COUNT|SHARE", default_value_t = Settings::default().walls)]
    walls: Walls,

    /// The fewest pushes that the shortest solution may have
    #[arg(long, value_name = "PUSHES", default_value_t = Settings::default().min_pushes)]
    min_pushes: usize,

    /// The most pushes that the shortest solution may have; without it, as many as can be had
    #[arg(long, value_name = "PUSHES")]
    max_pushes: Option<usize>,

    /// Walls that are their own mirror image, left to right
    #[arg(long)]
    symmetric: bool,

    /// Only levels in whose solution some box is pushed, then another, then it again
    #[arg(long)]
    box_moved_twice: bool,

    /// Levels to make
    #[arg(long, value_name = "COUNT", default_value_t = Settings::default().count)]
    count: usize,

    /// What chance depends on; the same seed and options make the same levels
    #[arg(long, value_name = "NUMBER", default_value_t = Settings::default().seed)]
    seed: u64,

    /// States expanded to prove one level; candidates that take more are dropped
    #[arg(long, value_name = "COUNT", default_value_t = Settings::default().nodes)]
    nodes: u64,

    /// Candidates dropped in a row before the search for more is given up
    #[arg(long, value_name = "COUNT", default_value_t = Settings::default().tries)]
    tries: u64,

    /// Threads, which change nothing but the time
    #[arg(long, value_name = "COUNT", default_value_t = NonZeroUsize::MIN, value_parser = thread_count)]
    pub(crate) threads: NonZeroUsize,

    /// The file to write; '-' is standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    pub(crate) out: PathBuf,

    /// The format of the file; without it, the end of its name decides, and standard output gets sok
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub(crate) to: Option<Format>,

    /// Replace FILE if it exists
    #[arg(long)]
    pub(crate) force: bool,

    /// Draw no progress line (it is drawn on standard error, and only on a terminal)
    #[arg(long)]
    pub(crate) no_progress: bool,
}

impl GenerateArgs {
    /// The levels that are wanted.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            width: self.width,
            height: self.height,
            boxes: self.boxes,
            walls: self.walls,
            min_pushes: self.min_pushes,
            max_pushes: self.max_pushes,
            count: self.count,
            seed: self.seed,
            nodes: self.nodes,
            tries: self.tries,
            symmetric: self.symmetric,
            box_moved_twice: self.box_moved_twice,
        }
    }
}
