//! Sink: where lines go, and in which order.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use super::ledger::Ledger;
use super::window::Window;
use crate::failure::Failure;

/// The bytes that are held back while more lines are at hand.
const BUFFER: usize = 1 << 16;

/// A level that a thread is done with.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) index: u64,
    /// The part of all input that it stands for.
    pub(super) share: f64,
    /// Its line with its end; none if an interrupt cut it short.
    pub(super) line: Option<String>,
}

/// Writes lines, in the order of the levels or as they come.
pub(super) struct Sink {
    target: Target,
    is_ordered: bool,
    /// What came before its turn.
    early: BTreeMap<u64, Option<String>>,
    /// Whose turn it is.
    next: u64,
}

enum Target {
    Stdout(BufWriter<io::Stdout>),
    File(BufWriter<File>, PathBuf),
}

impl Sink {
    /// A sink to standard output.
    pub(super) fn stdout(is_ordered: bool) -> Self {
        Self::new(Target::Stdout(BufWriter::with_capacity(BUFFER, io::stdout())), is_ordered)
    }

    /// A sink to `file`, which lies at `path`.
    pub(super) fn file(file: File, path: &Path, is_ordered: bool) -> Self {
        let writer = BufWriter::with_capacity(BUFFER, file);
        Self::new(Target::File(writer, path.to_owned()), is_ordered)
    }

    fn new(target: Target, is_ordered: bool) -> Self {
        Self { target, is_ordered, early: BTreeMap::new(), next: 0 }
    }

    /// Takes a level's line, and writes all lines whose turn it is. Their places in `window` are
    /// given back.
    ///
    /// # Errors
    /// [`Failure`] if they cannot be written.
    pub(super) fn take(&mut self, done: Done, window: &Window) -> Result<(), Failure> {
        if !self.is_ordered {
            window.give_back();
            return self.write(done.line);
        }
        self.early.insert(done.index, done.line);
        while let Some(line) = self.early.remove(&self.next) {
            self.next += 1;
            window.give_back();
            self.write(line)?;
        }
        Ok(())
    }

    /// Writes what is left, which is behind a level that was never done.
    ///
    /// # Errors
    /// [`Failure`] if it cannot be written.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        for line in std::mem::take(&mut self.early).into_values() {
            self.write(line)?;
        }
        self.flush()
    }

    fn write(&mut self, line: Option<String>) -> Result<(), Failure> {
        let Some(line) = line else { return Ok(()) };
        match &mut self.target {
            Target::Stdout(writer) => writer.write_all(line.as_bytes())?,
            Target::File(writer, path) => {
                let written = writer.write_all(line.as_bytes());
                written.map_err(|error| Failure::File(path.clone(), error))?;
            }
        }
        Ok(())
    }

    /// Hands on all that was written.
    ///
    /// # Errors
    /// [`Failure`] if it cannot be written.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        match &mut self.target {
            Target::Stdout(writer) => writer.flush()?,
            Target::File(writer, path) => {
                writer.flush().map_err(|error| Failure::File(path.clone(), error))?;
            }
        }
        Ok(())
    }
}

/// What becomes of what the file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// Nothing may be there.
    New,
    /// It is replaced.
    Replace,
    /// It is kept.
    Resume,
}

/// Removes a file of no bytes: where nothing was found to write of, nothing should be left behind.
pub(super) fn remove_empty(path: &Path) {
    if path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() == 0) {
        // An empty file that stays does no harm.
        let _ = fs::remove_file(path);
    }
}

/// Opens the file for lines at `path`, empty or, to resume, behind the lines that it holds; and says
/// which these are.
///
/// # Errors
/// [`Failure::File`] if it cannot be opened, [`Failure::Usage`] if it should be new and is not, if
/// another process writes it, or as [`Ledger::read`].
pub(super) fn open(path: &Path, start: Start, options: &str) -> Result<(File, Ledger), Failure> {
    let resume = start == Start::Resume;
    let system = |error| Failure::File(path.to_owned(), error);
    let opened = File::options().read(resume).write(true).create(true).truncate(false).open(path);
    let mut file = opened.map_err(system)?;
    // Where the system has no locks, two processes are the user's own lookout.
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(Failure::Usage(format!("{} is written by another process", path.display())));
    }
    let is_regular = file.metadata().map_err(system)?.is_file();
    if !resume {
        if is_regular {
            let bytes = file.metadata().map_err(system)?.len();
            if bytes > 0 && start == Start::New {
                let path = path.display();
                return Err(Failure::Usage(format!(
                    "{path} holds something already; --resume goes on with it, --force replaces it"
                )));
            }
            file.set_len(0).map_err(system)?;
        }
        return Ok((file, Ledger::default()));
    }
    if !is_regular {
        let path = path.display();
        return Err(Failure::Usage(format!("cannot resume: {path} is not a regular file")));
    }
    let ledger = Ledger::read(&mut file, path, options)?;
    Ok((file, ledger))
}
