//! The command line as plain data.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;

use crate::level_range::LevelRange;

/// Measures soukoban's push-optimal A*, each level in a process of its own.
///
/// One CSV line per level goes to standard output, the totals and the reasons for errors go to
/// standard error.
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Args {
    /// Collection of levels in XSB text.
    pub(crate) file: PathBuf,

    /// Wall-clock limit per level, in whole seconds.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds)]
    pub(crate) time: Duration,

    /// Levels to run, counted from 1, such as `3,7-9`; all when left out.
    #[arg(long, value_name = "RANGE")]
    pub(crate) levels: Option<LevelRange>,

    /// Runs this `sokoban` program on the same levels too, the two taking turns at going first.
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) against: Option<PathBuf>,

    /// Solves one level in this process and prints the answer; the program calls itself so.
    #[arg(long, value_name = "N", hide = true)]
    pub(crate) one: Option<usize>,
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<u64>() {
        Ok(0) => Err("the limit must be at least one second".to_owned()),
        Ok(seconds) => Ok(Duration::from_secs(seconds)),
        Err(error) => Err(error.to_string()),
    }
}
