//! The options of `curve`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::RangedU64ValueParser;
use sokoban_search::{Direction, HeuristicKind, Macros, SmaStages, SolveConfig};

use super::{AlphabetArgs, CheckFormat, named};
use crate::cap_range::CapRange;
use crate::level_range::level_number;
use crate::units::TimeLimit;

/// The options of `curve`.
#[derive(Debug, clap::Args)]
pub(crate) struct CurveArgs {
    /// A file of levels; '-' is standard input
    pub(crate) file: PathBuf,

    /// The level's number, from 1; needed where the file holds more than one
    #[arg(long, value_name = "NUMBER", value_parser = level_number)]
    pub(crate) level: Option<NonZeroUsize>,

    /// The least and the greatest cap, such as 200..20000 or, in bytes, 64KiB..2MiB
    /// [default: from twice the solution's pushes to the peak of astar]
    #[arg(long, value_name = "FROM..TO")]
    pub(crate) caps: Option<CapRange>,

    /// The number of caps, each the same factor above the one before
    #[arg(long, value_name = "COUNT", default_value_t = 12, value_parser = steps())]
    pub(crate) steps: u32,

    /// What a cap counts: the states in memory, or the bytes of all that a search allocates
    #[arg(long, value_enum, default_value = "states")]
    pub(crate) unit: CapUnit,

    #[command(flatten)]
    pub(crate) alphabet: AlphabetArgs,

    /// Draw the curve as an SVG picture
    #[arg(long, value_name = "OUT")]
    pub(crate) svg: Option<PathBuf>,

    /// Wall time for each run, such as 30s, or none
    #[arg(long, value_name = "TIME", default_value = "10s")]
    time: TimeLimit,

    /// The stages of sma: forgetting alone (a), deepening after it where it does not pay (ab), or
    /// a curve for each of them
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "a,ab",
        value_parser = named(SmaStages::ALL, SmaStages::name)
    )]
    pub(crate) stages: Vec<SmaStages>,

    /// The lower bound that guides the searches
    #[arg(long, default_value_t, value_parser = named(bounds(), HeuristicKind::name))]
    heuristic: HeuristicKind,

    /// From the start by pushes, or from the goals by pulls
    #[arg(long, default_value_t, value_parser = named(Direction::ALL, Direction::name))]
    direction: Direction,

    /// Whether a box is moved through a one-way passage in one step
    #[arg(long, default_value_t, value_parser = named(Macros::ALL, Macros::name))]
    macros: Macros,

    /// How the curve is written: for people, or as one JSON object for each run
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: CheckFormat,

    /// Draw no progress line (it is drawn on standard error, and only on a terminal)
    #[arg(long)]
    pub(crate) no_progress: bool,
}

/// What a cap counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CapUnit {
    States,
    Bytes,
}

impl CapUnit {
    /// The name in options and reports.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::States => "states",
            Self::Bytes => "bytes",
        }
    }
}

impl CurveArgs {
    /// What all runs have in common.
    pub(crate) fn config(&self) -> SolveConfig {
        SolveConfig {
            heuristic: self.heuristic,
            direction: self.direction,
            macros: self.macros,
            ..SolveConfig::default()
        }
    }

    /// The wall time of a run.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time.0
    }
}

/// The bounds that go with memory-bounded search, which counts pushes.
fn bounds() -> impl Iterator<Item = &'static HeuristicKind> {
    HeuristicKind::ALL.iter().filter(|&&bound| bound != HeuristicKind::Ghosts)
}

/// Beyond a hundred caps nothing new is seen.
fn steps() -> RangedU64ValueParser<u32> {
    RangedU64ValueParser::new().range(2..=100)
}
