//! Which levels a command is about.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::str::FromStr as _;

use clap::builder::{PossibleValue, TypedValueParser};
use sokoban_formats::{Alphabet, Charmap};

use crate::level_range::LevelRanges;

/// Which levels of which files.
#[derive(Debug, clap::Args)]
pub(crate) struct LevelArgs {
    /// Files of levels; '-' is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Levels by number, from 1, in each file: 3 or 7-9 or 3,7-9
    #[arg(long = "level", value_name = "NUMBERS")]
    pub(crate) ranges: Option<LevelRanges>,

    #[command(flatten)]
    pub(crate) alphabet: AlphabetArgs,
}

/// Which characters draw boards.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct AlphabetArgs {
    /// Boards drawn with other characters: a known alphabet, letters or reasoning-gym, or pairs such
    /// as '&=@,B=$'
    #[arg(long, value_name = "MAP", value_parser = CharmapParser, hide_possible_values = true)]
    pub(crate) charmap: Option<Charmap>,
}

/// Reads a [`Charmap`]. Shells offer the alphabets with a name, though pairs are taken too.
#[derive(Clone, Debug)]
struct CharmapParser;

impl TypedValueParser for CharmapParser {
    type Value = Charmap;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Charmap, clap::Error> {
        Charmap::from_str.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = Alphabet::ALL.map(|alphabet| PossibleValue::new(alphabet.name()));
        Some(Box::new(names.into_iter()))
    }
}

/// Which levels of which files and folders.
#[derive(Debug, clap::Args)]
pub(crate) struct PackArgs {
    /// Files of levels, and folders of them; '-' is standard input. In a folder and those below it,
    /// all files that end in .txt, .xsb, .sok, .slc or .json count
    #[arg(value_name = "FILE|FOLDER", required = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// Levels by number, from 1, in each file: 3 or 7-9 or 3,7-9
    #[arg(long = "level", value_name = "NUMBERS")]
    pub(crate) ranges: Option<LevelRanges>,

    #[command(flatten)]
    pub(crate) alphabet: AlphabetArgs,
}
