//! The options of `convert`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use sokoban_formats::Format;

use super::AlphabetArgs;
use crate::level_range::LevelRanges;

/// The options of `convert`.
#[derive(Debug, clap::Args)]
pub(crate) struct ConvertArgs {
    /// The file of levels to read; '-' is standard input
    #[arg(value_name = "IN")]
    pub(crate) input: PathBuf,

    /// The file to write; '-' is standard output
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,

    /// The format of IN; without it, how its text begins decides
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub(crate) from: Option<Format>,

    /// The format of OUT; without it, the end of its name decides
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub(crate) to: Option<Format>,

    /// Levels by number, from 1: 3 or 7-9 or 3,7-9
    #[arg(long = "level", value_name = "NUMBERS")]
    pub(crate) ranges: Option<LevelRanges>,

    /// Keep only the first of levels that are the same but for turning, mirroring, and what lies
    /// outside
    #[arg(long)]
    pub(crate) dedupe: bool,

    /// Write nothing if there is anything to warn about, in IN or in what OUT cannot hold
    #[arg(long)]
    pub(crate) strict: bool,

    /// Replace OUT if it exists
    #[arg(long)]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) alphabet: AlphabetArgs,
}

/// Reads one of the names of formats.
pub(super) fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).try_map(|name| name.parse::<Format>())
}
