//! Writing a file whole, or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

use crate::failure::Failure;
use crate::input::is_stdin;

/// Writes `bytes` to the file at `path`, or to standard output for `-`.
///
/// The bytes go to a file beside it first, which then takes its name, so that nobody ever sees a
/// part of them, and what was there stays if they cannot be written. A device or a pipe, which has
/// no such way, is written to itself.
///
/// # Errors
/// [`Failure`] with the path.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if is_stdin(path) {
        let mut stdout = io::stdout().lock();
        stdout.write_all(bytes)?;
        stdout.flush()?;
        return Ok(());
    }
    write_file(path, bytes).map_err(|error| Failure::File(path.to_owned(), error))
}

/// Can a file be written at `path`, as far as is known before it is?
///
/// # Errors
/// [`Failure`] if its folder is not there or it is a folder itself, so that this is told before
/// minutes are spent on what goes there.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    if is_stdin(path) {
        return Ok(());
    }
    let refused = |error| Failure::File(path.to_owned(), error);
    if path.is_dir() {
        return Err(refused(io::ErrorKind::IsADirectory.into()));
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.map_or(Ok(()), |folder| fs::metadata(folder).map(drop)).map_err(refused)
}

/// Is there something at `path` that is no regular file, such as a device, whose place no file must
/// take?
pub(crate) fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| !metadata.is_file())
}

fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // The name of a link stays a link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let present = fs::metadata(&target).ok();
    if present.as_ref().is_some_and(|present| !present.is_file()) {
        let mut file = OpenOptions::new().write(true).open(&target)?;
        file.write_all(bytes)?;
        return file.flush();
    }
    let (beside, mut file) = create_beside(&target)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| {
            present.map_or(Ok(()), |present| file.set_permissions(present.permissions()))
        })
        .and_then(|()| file.sync_all())
        .and_then(|()| {
            // Some systems do not rename a file that is open.
            drop(file);
            fs::rename(&beside, &target)
        });
    if written.is_err() {
        // It may be gone already, and there is nothing more to be done.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// A new file in the folder of `target`.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut attempt = 0;
    loop {
        let mut beside = OsString::from(".");
        beside.push(name);
        beside.push(format!(".{}-{attempt}.part", process::id()));
        let beside = target.with_file_name(beside);
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 99 => {
                attempt += 1;
            }
            Err(error) => return Err(error),
        }
    }
}
