//! The commands.

mod analyze;
mod batch;
mod check;
mod compare;
mod completions;
mod convert;
mod curve;
mod export;
mod generate;
mod given;
mod improve;
mod man;
mod one_level;
mod play;
mod playable;
mod render;
mod search;
mod sheets;
mod solve;
mod stored;
mod verify;

use std::io::{self, Write as _};

use crate::args::{Args, ColorWhen, Command};
use crate::exit_code::Exit;
use crate::failure::Failure;

/// Does what the command line asks for.
///
/// # Errors
/// [`Failure`] for what ends a command early.
pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.command {
        Command::Solve(solve) => solve::solve(solve, args.color),
        Command::Verify(verify) => verify::verify(verify, args.color),
        Command::Improve(asked) => improve::improve(asked, args.color),
        Command::Check(check) => check::check(check, args.color),
        Command::Analyze(asked) => analyze::analyze(asked, args.color),
        Command::Convert(convert) => convert::convert(convert, args.color),
        Command::Batch(batch) => batch::batch(batch, args.color),
        Command::Curve(curve) => curve::curve(curve, args.color),
        Command::Render(render) => render::render(render, args.color),
        Command::Play(play) => play::play(play, args.color),
        Command::Export(asked) => export::export(asked, args.color),
        Command::Completions(asked) => completions::completions(asked),
        Command::Man(man) => man::man(man),
        Command::Generate(generate) => generate::generate(generate, args.color),
    }
}

/// Prints what the parser of the command line answers: help or the version on standard output, or
/// what is wrong on standard error.
pub(crate) fn clap_answer(answer: &clap::Error) -> Exit {
    let exit = if answer.use_stderr() { Exit::Usage } else { Exit::Success };
    match answer.print().and_then(|()| io::stdout().flush()) {
        Ok(()) => exit,
        Err(_) if exit == Exit::Usage => exit,
        Err(error) => Failure::from(error).report(ColorWhen::Auto, ""),
    }
}
