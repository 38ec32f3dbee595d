//! Reading a file, or standard input, into memory.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The largest file that is read: a hundred times the largest published collection.
const MAX_BYTES: u64 = 1 << 30;

/// Why a file could not be read.
#[derive(Debug)]
pub(crate) struct InputError {
    path: PathBuf,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    System(io::Error),
    Directory,
    Special,
    TooLarge,
}

/// The bytes of the file at `path`, or of standard input for `-`.
///
/// Only regular files are opened for reading: a device or a named pipe may never end, and what is
/// to come from one can be sent to standard input.
///
/// # Errors
/// [`InputError`] when the file cannot be read, is not a regular file, or holds over 1 GiB.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, InputError> {
    let bytes = if is_stdin(path) { read_to_limit(io::stdin().lock()) } else { read_file(path) };
    bytes.map_err(|reason| InputError { path: path.to_owned(), reason })
}

/// Does `path` mean standard input?
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn read_file(path: &Path) -> Result<Vec<u8>, Reason> {
    // Asked before opening, since opening a named pipe waits for its writer.
    let metadata = path.metadata().map_err(Reason::System)?;
    if metadata.is_dir() {
        return Err(Reason::Directory);
    }
    if !metadata.is_file() {
        return Err(Reason::Special);
    }
    if metadata.len() > MAX_BYTES {
        return Err(Reason::TooLarge);
    }
    read_to_limit(File::open(path).map_err(Reason::System)?)
}

fn read_to_limit(reader: impl Read) -> Result<Vec<u8>, Reason> {
    let mut bytes = Vec::new();
    reader.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(Reason::System)?;
    if bytes.len() as u64 > MAX_BYTES { Err(Reason::TooLarge) } else { Ok(bytes) }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_stdin(&self.path) {
            f.write_str("cannot read standard input: ")?;
        } else {
            write!(f, "cannot read {}: ", self.path.display())?;
        }
        match &self.reason {
            Reason::System(error) => error.fmt(f),
            Reason::Directory => f.write_str("it is a folder; name a file in it"),
            Reason::Special => f.write_str("not a regular file; send it to standard input, '-'"),
            Reason::TooLarge => write!(f, "larger than {} MiB; split it", MAX_BYTES >> 20),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_input_is_refused_at_the_limit() {
        let error = InputError { path: "-".into(), reason: Reason::TooLarge };
        assert_eq!(error.to_string(), "cannot read standard input: larger than 1024 MiB; split it");
    }
}
