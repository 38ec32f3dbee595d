//! The command line as plain data.

mod analyze;
mod batch;
mod convert;
mod curve;
mod export;
mod generate;
mod pages;
mod play;
mod pointless;
mod render;
mod switches;

use std::env;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};
use sokoban_formats::Charmap;
use sokoban_search::{
    Algorithm, Anytime, Direction, Dominance, Finder, HeuristicKind, Macros, Objective, PdbBoxes,
    SmaStages, SolveConfig, SymmetryUse, UnknownName, Weight,
};

pub(crate) use self::analyze::AnalyzeArgs;
pub(crate) use self::batch::{ActionOrder, BatchArgs};
pub(crate) use self::convert::ConvertArgs;
pub(crate) use self::curve::{CapUnit, CurveArgs};
pub(crate) use self::export::ExportArgs;
pub(crate) use self::generate::GenerateArgs;
pub(crate) use self::pages::{CompletionsArgs, ManArgs};
pub(crate) use self::play::PlayArgs;
use self::pointless::Written;
pub(crate) use self::render::RenderArgs;
use self::switches::{ConflictName, DeadlockName, conflicts, deadlocks};

use crate::help;
use crate::level_range::LevelRanges;
use crate::units::{ByteLimit, NodeLimit, TimeLimit};

/// Solves, verifies, checks, draws and plays Sokoban levels.
#[derive(Debug, Parser)]
#[command(name = "sokoban", bin_name = "sokoban", version, after_long_help = help::PROGRAM)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to color reports and messages; the variable NO_COLOR turns 'auto' off
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value = "auto",
        display_order = 100
    )]
    pub(crate) color: ColorWhen,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve levels and print a report for each
    #[command(after_long_help = help::SOLVE)]
    Solve(SolveArgs),
    /// Replay solutions, stored or given, and say their measures, or what is wrong where
    #[command(after_long_help = help::VERIFY)]
    Verify(VerifyArgs),
    /// Say of each level whether it is well-formed, and if not, where and why
    #[command(after_long_help = help::CHECK)]
    Check(CheckArgs),
    /// Say what a designer asks of a level: bounds, minima, what is never used, difficulty
    #[command(after_long_help = help::ANALYZE)]
    Analyze(AnalyzeArgs),
    /// Write the levels of a file in another format
    #[command(after_long_help = help::CONVERT)]
    Convert(ConvertArgs),
    /// Label very many small levels in one process, one JSON line each
    #[command(after_long_help = help::BATCH)]
    Batch(BatchArgs),

    /// Show what memory-bounded search pays for less memory, as a table and a picture
    #[command(after_long_help = help::CURVE)]
    Curve(CurveArgs),

    /// Draw a level, its dead squares or push distances, a solution, or a sheet of levels
    #[command(after_long_help = help::RENDER)]
    Render(RenderArgs),

    /// Play levels in the terminal, with hints by the solver, or replay a solution
    #[command(after_long_help = help::PLAY)]
    Play(PlayArgs),
    /// Write a level as a task for general planners, in PDDL or SAS+
    #[command(after_long_help = help::EXPORT)]
    Export(ExportArgs),

    /// Print completions of this command line for a shell
    #[command(after_long_help = help::COMPLETIONS)]
    Completions(CompletionsArgs),

    /// Print the manual page of the program or of one command
    #[command(after_long_help = help::MAN)]
    Man(ManArgs),
    /// Make levels at random, by seed, each with a solution of proven fewest pushes
    #[command(after_long_help = help::GENERATE)]
    Generate(GenerateArgs),
}

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
    #[arg(long, value_name = "MAP")]
    pub(crate) charmap: Option<Charmap>,
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

/// The options of `solve`.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) levels: LevelArgs,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// Threads of astar, bidirectional, and auto in a long search. With more than one, the expansions
    /// and the solution may differ from run to run, but not its length
    #[arg(long, value_name = "COUNT", default_value_t = NonZeroUsize::MIN, value_parser = thread_count)]
    pub(crate) threads: NonZeroUsize,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Run every algorithm with every bound in every direction, as far as they serve the objective,
    /// and print one table a level
    #[arg(long, conflicts_with_all = ["algorithm", "direction", "heuristic"])]
    pub(crate) compare: bool,

    /// How the report is written: for people, as one JSON object a line, or the solution alone
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: SolveFormat,

    /// Draw no progress line (it is drawn on standard error, and only on a terminal)
    #[arg(long)]
    pub(crate) no_progress: bool,
}

/// Which search runs.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchArgs {
    /// The search
    #[arg(long, default_value_t, value_parser = named(Algorithm::ALL, Algorithm::name))]
    algorithm: Algorithm,

    /// From the start by pushes, or from the goals by pulls
    #[arg(long, default_value_t, value_parser = named(Direction::ALL, Direction::name))]
    direction: Direction,

    /// The lower bound that guides the search: ghosts and zero for an objective that counts moves,
    /// all but ghosts for the others
    #[arg(long, default_value_t, value_parser = named(HeuristicKind::ALL, HeuristicKind::name))]
    heuristic: HeuristicKind,

    /// Whether a box is moved through a one-way passage in one step
    #[arg(long, default_value_t, value_parser = named(Macros::ALL, Macros::name))]
    macros: Macros,

    /// The most memory that the table of ida takes; none is 256 MiB, or half of --memory if less
    #[arg(long, value_name = "BYTES", default_value = "none")]
    table_bytes: ByteLimit,

    /// The stages of sma: forgetting alone (a), or deepening after it where it does not pay (ab)
    #[arg(long, value_name = "STAGES", default_value_t, value_parser = named(SmaStages::ALL, SmaStages::name))]
    sma_stages: SmaStages,

    /// The most states that sma keeps in memory at one time, or none
    #[arg(long, value_name = "COUNT", default_value = "none")]
    max_stored: NodeLimit,

    /// The most boxes of a pattern, for --heuristic pdb
    #[arg(long, default_value_t, value_parser = named(PdbBoxes::ALL, PdbBoxes::name))]
    pdb_boxes: PdbBoxes,

    /// The parts of --heuristic conflicts that count, with commas between them
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',', default_value = "all")]
    conflicts: Vec<ConflictName>,

    /// What is minimized: pushes; moves, which are all steps of the player, pushes included; one of
    /// them first, and among solutions of as few the other; or nothing. Where moves count, auto,
    /// astar and bidirectional search, with a bound and deadlock tests of their own
    #[arg(long, default_value_t, value_parser = named(Objective::ALL, Objective::name))]
    objective: Objective,

    /// The factor of the bound in the weighted search, from 1 to 100
    #[arg(long, value_name = "W", default_value_t)]
    weight: Weight,

    /// Whether the weighted search goes on after its first solution, until it is proven optimal
    #[arg(long, default_value_t, value_parser = named(Anytime::ALL, Anytime::name))]
    anytime: Anytime,

    /// Whether auto looks for a solution of as many pushes as it has proven to be needed
    #[arg(long, default_value_t, value_parser = named(Finder::ALL, Finder::name))]
    finder: Finder,

    /// Whether a search that counts moves drops a state where one with the same boxes lets the
    /// player walk to its square at no more cost; off, it expands more states for the same optimum
    #[arg(long, default_value_t, value_parser = named(Dominance::ALL, Dominance::name))]
    dominance: Dominance,

    /// Whether a search that counts moves searches one state of those that a symmetry of the board
    /// lays onto one another; off, it expands more states for the same optimum
    #[arg(long, default_value_t, value_parser = named(SymmetryUse::ALL, SymmetryUse::name))]
    symmetry: SymmetryUse,

    /// The deadlock tests that prune, with commas between them; all means those that hold for the
    /// search: dead-squares by pulls, dead-squares and freeze where moves are counted
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',', default_value = "all")]
    deadlocks: Vec<DeadlockName>,

    #[arg(skip)]
    written: Written,
}

/// How much a level may take.
#[derive(Debug, clap::Args)]
pub(crate) struct LimitArgs {
    /// Wall time for each level, such as 30s, or none
    /// [default: 10m; with --compare, where it is for each run, 10s]
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<TimeLimit>,

    /// Memory for each level, such as 4GiB, or none; from 32MiB on the program itself is in it
    /// [default: three quarters of the free memory]
    #[arg(long, value_name = "BYTES")]
    pub(crate) memory: Option<ByteLimit>,

    /// States expanded for each level, or none
    #[arg(long, value_name = "COUNT", default_value = "none")]
    pub(crate) nodes: NodeLimit,
}

/// The options of `verify`.
#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) levels: PackArgs,

    /// A solution of one level, instead of those stored in the files: udlr for a move, UDLR for a
    /// push; 3R and 2(rU) repeat
    #[arg(long, value_name = "LURD")]
    pub(crate) solution: Option<String>,

    /// Take warnings for errors: letters in the wrong case, counts that are not those of the replay
    #[arg(long, conflicts_with = "solution")]
    pub(crate) strict: bool,

    /// How the findings are written: for people, or as one JSON object a line
    #[arg(long, value_enum, default_value = "text", conflicts_with = "solution")]
    pub(crate) format: CheckFormat,
}

/// The options of `check`.
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) levels: PackArgs,

    /// Take warnings for errors
    #[arg(long)]
    pub(crate) strict: bool,

    /// How the findings are written: for people, or as one JSON object a line
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: CheckFormat,
}

/// When output is colored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    Auto,
    Always,
    Never,
}

/// How `solve` reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveFormat {
    Text,
    Json,
    Lurd,
}

/// How `check` reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    Text,
    Json,
}

impl Args {
    /// Reads the command line.
    ///
    /// # Errors
    /// What the parser answers, help and version included.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(env::args_os())?;
        let mut args = Self::from_arg_matches(&matches)?;
        if let (Command::Solve(solve), Some(matches)) =
            (&mut args.command, matches.subcommand_matches("solve"))
        {
            solve.search.written = Written::of(matches);
        }
        if let (Command::Batch(batch), Some(matches), Some(command)) = (
            &mut args.command,
            matches.subcommand_matches("batch"),
            command.find_subcommand("batch"),
        ) {
            batch.search.written = Written::of(matches);
            batch.options = batch::written_options(command, matches);
        }
        Ok(args)
    }
}

impl SearchArgs {
    /// The configuration asked for, on so many threads.
    ///
    /// # Errors
    /// As [`Self::base_config`], and a line about an option that the search would not look at.
    pub(crate) fn config(&self, threads: NonZeroUsize) -> Result<SolveConfig, String> {
        let config = self.base_config(threads)?;
        self.written.check(&config)?;
        Ok(config)
    }

    /// Does one of the searches of `--compare` look at each option that was written?
    ///
    /// # Errors
    /// A line about the first that none would look at.
    pub(crate) fn check_any(&self, configs: &[SolveConfig]) -> Result<(), String> {
        self.written.check_any(configs)
    }

    /// The configuration for every search, each of which takes what is for it.
    ///
    /// # Errors
    /// A line about `--deadlocks` or `--conflicts` if its names do not go together, or about
    /// `--max-stored` if it is 0.
    pub(crate) fn base_config(&self, threads: NonZeroUsize) -> Result<SolveConfig, String> {
        if self.max_stored.0 == Some(0) {
            return Err("--max-stored: sma keeps 1 state at least; write that, or none".into());
        }
        Ok(SolveConfig {
            algorithm: self.algorithm,
            direction: self.direction,
            heuristic: self.heuristic,
            pdb_boxes: self.pdb_boxes,
            conflicts: conflicts(&self.conflicts)?,
            objective: self.objective,
            deadlocks: deadlocks(&self.deadlocks)?,
            sma_stages: self.sma_stages,
            max_stored: self
                .max_stored
                .0
                .map(|states| usize::try_from(states).unwrap_or(usize::MAX)),
            weight: self.weight,
            anytime: self.anytime,
            finder: self.finder,
            dominance: self.dominance,
            symmetry: self.symmetry,
            macros: self.macros,
            table_bytes: self.table_bytes.0,
            threads: threads.into(),
        })
    }
}

/// Reads one of the names that the search crate gives its choices, so that a choice added there
/// is offered here, listed in the help, and suggested for a misspelling.
fn named<T>(
    all: impl IntoIterator<Item = &'static T>,
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + FromStr<Err = UnknownName> + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.into_iter().map(|&choice| name(choice)))
        .try_map(|text| text.parse::<T>())
}

/// More threads than any machine has use for are a slip, and would take its memory for their stacks.
const MOST_THREADS: usize = 1024;

/// Reads a number of threads.
fn thread_count(text: &str) -> Result<NonZeroUsize, String> {
    let count = text.parse().ok().filter(|&count: &NonZeroUsize| count.get() <= MOST_THREADS);
    count.ok_or_else(|| format!("a number of threads is from 1 to {MOST_THREADS}"))
}
