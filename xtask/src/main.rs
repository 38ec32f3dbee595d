//! The tasks of this repository that are more than one cargo command.
//!
//! The program links no crate of the suite, so that it builds fast and still runs while they are
//! broken. Each task returns whether the repository is in order; a task that could not run at all
//! returns an error.

mod cargo;
mod environment;
mod flags;

mod bench_suite;
mod help_pages;
mod instructions;
mod snapshots;
mod tidy;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use crate::flags::{Flags, Task};

/// What a task that ran to its end has to say about the repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing to mend.
    InOrder,
    /// The task has printed what is wrong.
    Findings,
}

/// Exit code of a task that found something wrong.
const FINDINGS: u8 = 1;
/// Exit code of a task that could not run, the same as for wrong usage.
const COULD_NOT_RUN: u8 = 2;

fn main() -> ExitCode {
    let flags = Flags::parse();
    let root = workspace_root();
    let mut out = io::stdout();
    let result = match &flags.task {
        Task::Snapshots(flags) => snapshots::run(&root, flags, &mut out),
        Task::HelpPages(flags) => help_pages::run(&root, flags, &mut out),
        Task::BenchSuite(flags) => bench_suite::run(&root, flags, &mut out),
        Task::Instructions(flags) => instructions::run(&root, flags, &mut out),
        Task::Tidy => tidy::run(&root, &mut out),
    };
    match result {
        Ok(Verdict::InOrder) => ExitCode::SUCCESS,
        Ok(Verdict::Findings) => ExitCode::from(FINDINGS),
        Err(error) => {
            // Nobody is left to tell when standard error itself is closed.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::from(COULD_NOT_RUN)
        }
    }
}

/// The folder of the root manifest.
fn workspace_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the manifest of this package lies one folder below the root")
        .to_path_buf()
}
