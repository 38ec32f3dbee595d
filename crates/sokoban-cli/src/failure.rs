//! Failure: what ends a command before it has done its work.

use std::io;
use std::path::PathBuf;

use crate::args::ColorWhen;
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;

/// What ends a command before it has done its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line asks for what cannot be.
    Usage(String),
    /// Nobody reads standard output any longer, as in `sokoban ... | head`.
    ClosedPipe,
    /// Standard output could not be written.
    Output(io::Error),
    /// A file could not be written.
    File(PathBuf, io::Error),
}

impl Failure {
    /// Says in one line what failed, where it is worth saying, and with which code to exit; with the
    /// help of the command called `name`, if there is one.
    pub(crate) fn report(&self, color: ColorWhen, name: &str) -> Exit {
        let diagnostics = Diagnostics::new(color);
        match self {
            Self::Usage(what) => {
                let gap = if name.is_empty() { "" } else { " " };
                diagnostics.error(&format!("{what}; see 'sokoban {name}{gap}--help'"));
                Exit::Usage
            }
            Self::ClosedPipe => Exit::Success,
            Self::Output(error) => {
                diagnostics.error(&format!("cannot write to standard output: {error}"));
                Exit::File
            }
            Self::File(path, error) => {
                diagnostics.error(&format!("cannot write {}: {error}", path.display()));
                Exit::File
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Output(error),
        }
    }
}
