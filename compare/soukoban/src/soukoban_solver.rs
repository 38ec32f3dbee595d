//! Both ends of a measured run of soukoban: the parent that asks and the child that answers.
//!
//! The answer is one line: `solved LURD`, `unsolvable`, or `error REASON`.

use std::env;
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Context as _;
use soukoban::error::SearchError;
use soukoban::map::Map;
use soukoban::solver::{Algorithm, Solver, Strategy};

use crate::level_file;
use crate::measure::{self, Ended, Run};
use crate::outcome::{Outcome, Verdict};
use crate::replay::replay;

/// Child: solves level `number` of the file and writes the answer.
///
/// # Errors
///
/// The file cannot be read, has no such level, or the answer cannot be written.
pub(crate) fn answer(file: &Path, number: usize, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let boards = level_file::read(file)?;
    let board = number.checked_sub(1).and_then(|index| boards.get(index));
    let board = board.with_context(|| format!("there is no level {number}"))?;
    match board.join("\n").parse::<Map>() {
        Err(error) => writeln!(out, "error {error}")?,
        Ok(map) => match Solver::new(map, Strategy::PushOptimal).search(Algorithm::AStar) {
            Ok(actions) => writeln!(out, "solved {actions}")?,
            Err(SearchError::NoSolution) => writeln!(out, "unsolvable")?,
            Err(error) => writeln!(out, "error {error}")?,
        },
    }
    Ok(ExitCode::SUCCESS)
}

/// Parent: has this very program answer for one level in a child process.
///
/// # Errors
///
/// The child cannot be started or measured; what goes wrong inside it is a verdict.
pub(crate) fn solve(run: &Run<'_>, number: usize) -> anyhow::Result<Outcome> {
    let program = env::current_exe().context("cannot find the running program")?;
    let mut command = Command::new(program);
    command
        .arg("--one")
        .arg(number.to_string())
        .arg("--")
        .arg(run.file);
    let ended = measure::run_child(&mut command, run.time)?;
    Ok(Outcome {
        verdict: verdict(&ended, run.board(number)),
        cpu: ended.cpu,
    })
}

fn verdict(ended: &Ended, board: &[String]) -> Verdict {
    let Some(status) = ended.status else {
        return Verdict::Unknown;
    };
    if !status.success() {
        return Verdict::Error(format!("the solver broke down: {status}"));
    }
    let line = ended.stdout.trim_end();
    match line.split_once(' ').unwrap_or((line, "")) {
        ("solved", solution) => match replay(board, solution) {
            Ok(length) => Verdict::Solved(length),
            Err(error) => Verdict::Error(format!("wrong solution: {error:#}")),
        },
        ("unsolvable", _) => Verdict::Unsolvable,
        ("error", reason) => Verdict::Error(reason.to_owned()),
        _ => Verdict::Error(format!("unreadable answer {line:?}")),
    }
}
