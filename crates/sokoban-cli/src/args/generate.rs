//! The options of `generate`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use sokoban_formats::Format;
use sokoban_generate::{Settings, Span, Theme, Walls};

use super::convert::format;
use super::thread_count;

/// The options of `generate`.
#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArgs {
    /// Columns of a level, its outer walls included: a number, or a span such as 7-10, from which
    /// each candidate has one by chance
    #[arg(long, value_name = "SQUARES", default_value_t = Settings::default().width)]
    width: Span,

    /// Rows of a level, its outer walls included: a number or a span
    #[arg(long, value_name = "SQUARES", default_value_t = Settings::default().height)]
    height: Span,

    /// Boxes, and as many goals: a number or a span
    #[arg(long, value_name = "COUNT", default_value_t = Settings::default().boxes)]
    boxes: Span,

    /// Walls inside the outer ones: a number, or a share of the squares there, or a span of either,
    /// such as 20-30%
    #[arg(long, value_name = "COUNT|SHARE", default_value_t = Settings::default().walls)]
    walls: Walls,

    /// How these walls are laid
    #[arg(
        long,
        value_name = "THEME",
        default_value_t = Settings::default().theme,
        value_parser = PossibleValuesParser::new(Theme::ALL.map(described))
            .map(|name| name.parse::<Theme>().unwrap_or_default())
    )]
    theme: Theme,

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

    /// The fewest runs of pushes of one box that the solution may have
    #[arg(long, value_name = "COUNT", default_value_t = Settings::default().min_box_changes)]
    min_box_changes: usize,

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
            theme: self.theme,
            min_pushes: self.min_pushes,
            max_pushes: self.max_pushes,
            count: self.count,
            seed: self.seed,
            nodes: self.nodes,
            tries: self.tries,
            symmetric: self.symmetric,
            box_moved_twice: self.box_moved_twice,
            min_box_changes: self.min_box_changes,
        }
    }
}

/// A theme with what the help says of it.
fn described(theme: Theme) -> PossibleValue {
    PossibleValue::new(theme.name()).help(match theme {
        Theme::Cave => "walls that grow inward from the outer ones",
        Theme::Pillars => "single walls in rows",
        Theme::Rooms => "walls from side to side, with doors",
        Theme::Mixed => "one of the others, by chance",
        _ => "small pieces of wall anywhere",
    })
}
