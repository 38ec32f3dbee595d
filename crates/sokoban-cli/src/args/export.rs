//! The options of `export`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::AlphabetArgs;
use crate::level_range::level_number;

/// The options of `export`.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("language").required(true))]
pub(crate) struct ExportArgs {
    /// A file of levels; '-' is standard input
    pub(crate) file: PathBuf,

    /// The level's number, from 1; needed where the file holds more than one
    #[arg(long, value_name = "NUMBER", value_parser = level_number)]
    pub(crate) level: Option<NonZeroUsize>,

    /// Write PDDL with types and action costs: the domain, then the problem
    #[arg(long, group = "language")]
    pub(crate) pddl: bool,

    /// Write SAS+ in the output format of Fast Downward's translator, version 3
    #[arg(long, group = "language")]
    pub(crate) sas: bool,

    /// Write the domain of --pddl to this file
    #[arg(long, value_name = "OUT", requires = "problem", conflicts_with = "sas")]
    pub(crate) domain: Option<PathBuf>,

    /// Write the problem of --pddl to this file
    #[arg(long, value_name = "OUT", requires = "domain", conflicts_with = "sas")]
    pub(crate) problem: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) alphabet: AlphabetArgs,
}
