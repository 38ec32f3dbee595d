//! The options of `play`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::{AlphabetArgs, LevelArgs};
use crate::input::is_stdin;
use crate::level_range::level_number;
use crate::outputs::is_input;
use crate::units::{ByteLimit, TimeLimit};

/// The options of `play`.
#[derive(Debug, clap::Args)]
pub(crate) struct PlayArgs {
    /// A file of levels; '-' is standard input
    file: PathBuf,

    #[command(flatten)]
    alphabet: AlphabetArgs,

    /// The level to begin with, by its number from 1 [default: the first that you have not solved]
    #[arg(long, value_name = "NUMBER", value_parser = level_number)]
    pub(crate) level: Option<NonZeroUsize>,

    /// A solution to replay: udlr for a move, UDLR for a push; 3R and 2(rU) repeat
    #[arg(long, value_name = "LURD")]
    pub(crate) solution: Option<String>,

    /// Replay the first solution that the file stores for the level; without --level, begin with the
    /// first level that has one
    #[arg(long, conflicts_with = "solution")]
    pub(crate) stored: bool,

    /// Draw with ASCII alone, as levels are written. So it is where the locale is not one of UTF-8,
    /// and on Windows
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Keep what you play in this file [default: play.json in your folder for the state of programs]
    #[arg(long, value_name = "FILE", conflicts_with = "no_save")]
    pub(crate) save: Option<PathBuf>,

    /// Keep nothing, and offer nothing that was kept
    #[arg(long)]
    pub(crate) no_save: bool,

    /// Wall time for each question to the solver, or none
    #[arg(long, value_name = "TIME", default_value = "10m")]
    pub(crate) time: TimeLimit,

    /// Memory of the solver, or none
    /// [default: 1GiB, or three quarters of the free memory if that is less]
    #[arg(long, value_name = "BYTES")]
    pub(crate) memory: Option<ByteLimit>,
}

impl PlayArgs {
    /// All levels of the file.
    pub(crate) fn levels(&self) -> LevelArgs {
        LevelArgs { files: vec![self.file.clone()], ranges: None, alphabet: self.alphabet.clone() }
    }

    /// Do the options go together, as far as the parser does not see to it?
    ///
    /// # Errors
    /// A line about what does not.
    pub(crate) fn check(&self) -> Result<(), String> {
        let Some(save) = &self.save else { return Ok(()) };
        if is_stdin(save) {
            return Err("--save needs the name of a file".into());
        }
        if is_input(save, [self.file.as_path()]) {
            return Err(format!("--save {} would overwrite the levels", save.display()));
        }
        Ok(())
    }
}
