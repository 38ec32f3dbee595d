//! The command line as plain data.

mod analyze;
mod batch;
mod check;
mod command_line;
mod convert;
mod curve;
mod export;
mod generate;
mod improve;
mod levels;
mod limits;
mod pages;
mod play;
mod pointless;
mod render;
mod search;
mod solve;
mod switches;
mod verify;

use std::env;

use clap::{FromArgMatches as _, Parser, Subcommand, ValueEnum};

pub(crate) use self::analyze::AnalyzeArgs;
pub(crate) use self::batch::{ActionOrder, BatchArgs};
pub(crate) use self::check::{CheckArgs, CheckFormat};
pub(crate) use self::command_line::command_line;
pub(crate) use self::convert::ConvertArgs;
pub(crate) use self::curve::{CapUnit, CurveArgs};
pub(crate) use self::export::ExportArgs;
pub(crate) use self::generate::GenerateArgs;
pub(crate) use self::improve::ImproveArgs;
pub(crate) use self::levels::{AlphabetArgs, LevelArgs, PackArgs};
pub(crate) use self::limits::LimitArgs;
use self::limits::thread_count;
pub(crate) use self::pages::{CompletionsArgs, ManArgs};
pub(crate) use self::play::PlayArgs;
use self::pointless::Written;
pub(crate) use self::render::RenderArgs;
pub(crate) use self::search::SearchArgs;
use self::search::named;
pub(crate) use self::solve::{SolveArgs, SolveFormat};
pub(crate) use self::verify::VerifyArgs;

use crate::help;

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

    /// The name of the command.
    #[arg(skip)]
    pub(crate) name: String,
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
    /// Shorten solutions, stored or given, and say of each whether it is proven optimal
    #[command(after_long_help = help::IMPROVE)]
    Improve(ImproveArgs),
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

/// When output is colored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    Auto,
    Always,
    Never,
}

impl Args {
    /// Reads the command line.
    ///
    /// # Errors
    /// What the parser answers, help and version included.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        let mut command = command_line();
        let matches = command.try_get_matches_from_mut(env::args_os())?;
        let mut args = Self::from_arg_matches(&matches)?;
        args.name = matches.subcommand_name().unwrap_or_default().to_owned();
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
