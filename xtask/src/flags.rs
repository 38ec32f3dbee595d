//! The command line, as plain data.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Tasks of the Sokoban suite that are more than one cargo command.
#[derive(Debug, Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    after_help = "\
Exit codes: 0 in order, 1 something is wrong and was printed, 2 the task could not run.

Examples:
  cargo xtask tidy                           before every push: layers, licenses, links, lists
  cargo xtask snapshots --check              would any recorded search behavior change?
  cargo xtask snapshots                      record the new behavior, then read the diff
  cargo xtask help-pages                     the reference of the book, from the help
  cargo xtask bench-suite --time 10          every known level, ten seconds each, into a CSV
  cargo xtask bench-suite levels/sources.xsb --out new.csv --compare old.csv
  cargo xtask bench-suite ../shared/levels/xsokoban.xsb --levels 1-20 --time 10m \\
    --memory 16GiB --threads 2 -- --heuristic conflicts"
)]
pub(crate) struct Flags {
    /// The task to run.
    #[command(subcommand)]
    pub(crate) task: Task,
}

/// One task.
#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    /// Regenerate the snapshots of the solver's solutions and counters, or check them
    ///
    /// Runs the test `solutions` of `sokoban-search` into an empty folder and compares the result
    /// with `crates/sokoban-search/tests/snapshots`. Without `--check` the folder is made equal:
    /// changed and missing snapshots are written, orphans are removed. Read the diff before you
    /// commit it: it is the change in search behavior.
    Snapshots(SnapshotFlags),
    /// Write the reference of the book from the help of the program, or check it
    ///
    /// The help is taken from its snapshots in `crates/sokoban-cli/tests/snapshots`, so record these
    /// first where it changed. Pages of commands that are gone are removed.
    HelpPages(HelpPageFlags),
    /// Solve collections level by level, record the effort in a CSV, and compare two records
    ///
    /// Builds the release program and runs one process for each level, so that one level's memory
    /// and time cannot touch another's. Proven values are compared with the published bounds and
    /// with `levels/optimal.csv`: a contradiction is printed first, and the exit code is then 1.
    BenchSuite(BenchFlags),
    /// Count the instructions of an expansion, by valgrind
    ///
    /// Where no counters of the processor can be read, as in most virtual machines, this still tells
    /// a change of a percent.
    Instructions(InstructionFlags),
    /// Check what the compiler does not: layers, licenses, MSRV, file length, lists and links
    Tidy,
}

/// Flags of `snapshots`.
#[derive(Debug, Args)]
pub(crate) struct SnapshotFlags {
    /// Change nothing: print what would change and fail if anything would
    #[arg(long)]
    pub(crate) check: bool,
}

/// Flags of `help-pages`.
#[derive(Debug, Args)]
pub(crate) struct HelpPageFlags {
    /// Change nothing: print what is stale and fail if anything is
    #[arg(long)]
    pub(crate) check: bool,
}

/// Flags of `bench-suite`.
#[derive(Debug, Args)]
pub(crate) struct BenchFlags {
    /// Level files, or folders that are searched for `*.xsb`
    ///
    /// Default: `levels`, and the published collections in `../shared/levels` where present.
    #[arg(value_name = "FILE|DIR")]
    pub(crate) paths: Vec<PathBuf>,

    /// Time limit of each level: seconds, or with a unit as in `500ms`, `2m`
    #[arg(long, value_name = "S", default_value = "10", value_parser = parse_time)]
    pub(crate) time: Time,

    /// Limit of expanded nodes of each level; none by default
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,

    /// Memory limit of each level, as in `4GiB`; by default the program's own
    #[arg(long, value_name = "M")]
    pub(crate) memory: Option<String>,

    /// Threads of each process; one by default, so that counters and times can be compared
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: u32,

    /// Only these levels of each file, as in `1-20,35`
    #[arg(long, value_name = "RANGE", value_parser = parse_ranges)]
    pub(crate) levels: Option<LevelRanges>,

    /// Where to write the record; by default below the target folder, named by date and revision
    ///
    /// A readable table, with the ending `md`, is written beside it.
    #[arg(long, value_name = "CSV")]
    pub(crate) out: Option<PathBuf>,

    /// An older record to compare this run with
    #[arg(long, value_name = "OLD.csv")]
    pub(crate) compare: Option<PathBuf>,

    /// Fail if a level that the compared record solves or proves is so no more
    #[arg(long, requires = "compare")]
    pub(crate) deny_loss: bool,

    /// Further options for `sokoban solve`, as in `-- --algorithm ida`
    #[arg(last = true, value_name = "SOLVE OPTION")]
    pub(crate) solve_options: Vec<String>,
}

/// Flags of `instructions`.
#[derive(Debug, Args)]
pub(crate) struct InstructionFlags {
    /// A file of levels; by default `levels/corridors.xsb`
    pub(crate) file: Option<PathBuf>,

    /// The level's number, from 1
    #[arg(long, value_name = "NUMBER", default_value_t = 5)]
    pub(crate) level: u32,

    /// The expansions to count
    #[arg(long, value_name = "COUNT", default_value_t = 2_000)]
    pub(crate) nodes: u64,

    /// Options for `sokoban solve`, as in `-- --heuristic conflicts`
    #[arg(last = true, value_name = "SOLVE OPTION", default_values = ["--algorithm", "astar"])]
    pub(crate) solve_options: Vec<String>,
}

/// A time limit in the words of the program and in seconds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Time {
    /// The value for `--time`, with its unit.
    pub(crate) text: String,
    /// The same in seconds.
    pub(crate) seconds: f64,
}

fn parse_time(text: &str) -> Result<Time, String> {
    let digits_end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits_end);
    let factor = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown unit {unit:?}; use ms, s, m or h")),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| format!("{text:?} is not a time; write seconds, or 500ms, 2m"))?;
    let unit = if unit.is_empty() { "s" } else { unit };
    Ok(Time { text: format!("{number}{unit}"), seconds: number * factor })
}

/// A choice of level numbers, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LevelRanges(Vec<(u32, u32)>);

impl LevelRanges {
    /// Whether the choice includes level number `level`.
    pub(crate) fn contains(&self, level: u32) -> bool {
        self.0.iter().any(|&(first, last)| (first..=last).contains(&level))
    }
}

fn parse_ranges(text: &str) -> Result<LevelRanges, String> {
    let number = |part: &str| {
        let parsed = part.trim().parse::<u32>();
        parsed.ok().filter(|&level| level > 0).ok_or_else(|| {
            format!("{part:?} is not a level number; write numbers from 1, as in 3,7-9")
        })
    };
    let mut ranges = Vec::new();
    for part in text.split(',') {
        let (first, last) = match part.split_once('-') {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(part)?, number(part)?),
        };
        if first > last {
            return Err(format!("the range {part:?} is empty"));
        }
        ranges.push((first, last));
    }
    Ok(LevelRanges(ranges))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Flags::command().debug_assert();
    }

    #[test]
    fn a_time_without_a_unit_is_seconds() {
        assert_eq!(parse_time("10"), Ok(Time { text: "10s".into(), seconds: 10.0 }));
        assert_eq!(parse_time("500ms"), Ok(Time { text: "500ms".into(), seconds: 0.5 }));
        assert_eq!(parse_time("2m").map(|time| time.seconds), Ok(120.0));
        assert!(parse_time("2 weeks").is_err());
        assert!(parse_time("s").is_err());
    }

    #[test]
    fn ranges_list_numbers_and_spans() {
        let ranges = parse_ranges("3,7-9").unwrap();
        let chosen: Vec<u32> = (1..=10).filter(|&level| ranges.contains(level)).collect();
        assert_eq!(chosen, [3, 7, 8, 9]);
        assert!(parse_ranges("0").is_err());
        assert!(parse_ranges("9-7").is_err());
        assert!(parse_ranges("").is_err());
    }
}
