//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

/// Puts `bytes` into the file at `path`, in place of what it holds.
///
/// A device or a pipe is written to as it is. Else they go to a new file beside it first, which
/// then takes its name, so that a full disk or a kill leaves the old file as it was.
///
/// # Errors
/// What the system says; the new file is removed then.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if is_special(path) {
        return File::options().write(true).open(path)?.write_all(bytes);
    }
    // A link keeps being one: the file that it leads to is replaced.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let beside = beside(&path)?;
    let written = File::create_new(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| fs::rename(&beside, &path));
    if renamed.is_err() {
        // What could not be written is of no use, and there may be nothing to remove.
        let _ = fs::remove_file(&beside);
    }
    renamed
}

/// Is there something at `path` that is no regular file, such as a device, whose place no file must
/// take?
pub(crate) fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| !metadata.is_file())
}

/// A name in the same folder that no one else uses.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.part", process::id()));
    Ok(path.with_file_name(hidden))
}
