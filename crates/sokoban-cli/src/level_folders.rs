//! LevelSource: the files that paths to files and folders stand for.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sokoban_formats::Format;

use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::input::{self, InputError};
use crate::outputs::is_input;

/// A file of levels, to be read when its turn comes.
#[derive(Debug)]
pub(crate) struct LevelSource {
    pub(crate) path: PathBuf,
    /// Was it found in a folder, not named?
    pub(crate) is_found: bool,
    /// The path as it was given, or below a folder as it was given.
    pub(crate) name: String,
    /// Its length when it was listed, in bytes.
    pub(crate) bytes: u64,
    /// What came from standard input, which is read at once.
    text: Option<Vec<u8>>,
}

impl LevelSource {
    /// The bytes of the file.
    ///
    /// # Errors
    /// [`InputError`] when it cannot be read.
    pub(crate) fn read(self) -> Result<Vec<u8>, InputError> {
        match self.text {
            Some(text) => Ok(text),
            None => input::read(&self.path),
        }
    }

    /// Is it the same file as `other`, by whatever path or link?
    pub(crate) fn is(&self, other: &Path) -> bool {
        is_input(other, [self.path.as_path()])
    }
}

/// The files that `paths` stand for, each once: files as they are named, and for a folder all files
/// of levels in it and below it, by the bytes of their names. Links to folders are not followed.
///
/// What cannot be read is told on standard error and left out, and the exit code that comes back
/// is for it.
///
/// # Errors
/// [`Failure::Usage`] for standard input named twice.
pub(crate) fn list(
    paths: &[PathBuf],
    diagnostics: Diagnostics,
) -> Result<(Vec<LevelSource>, Exit), Failure> {
    if paths.iter().filter(|path| input::is_stdin(path)).count() > 1 {
        return Err(Failure::Usage("standard input, '-', can be read only once".into()));
    }
    let mut sources: Vec<LevelSource> = Vec::new();
    let mut names = BTreeSet::new();
    let mut exit = Exit::Success;
    for path in paths {
        let found = if input::is_stdin(path) {
            input::read(path).map_err(|error| error.to_string()).map(|text| {
                let (path, name, bytes) = (path.clone(), "-".to_owned(), text.len() as u64);
                vec![LevelSource { path, is_found: false, name, bytes, text: Some(text) }]
            })
        } else if path.is_dir() {
            let mut below = Vec::new();
            add_folder(path, &mut below, diagnostics, &mut exit);
            if below.is_empty() {
                let folder = path.display();
                let ends = Format::EXTENSIONS.map(|end| format!(".{end}")).join(", ");
                diagnostics.warning(&format!("{folder}: no file in it ends in one of {ends}"));
            }
            Ok(below)
        } else {
            let bytes = path.metadata().map_or(0, |metadata| metadata.len());
            Ok(vec![source(path.clone(), bytes, false)])
        };
        match found {
            Ok(found) => {
                for source in found {
                    if names.insert(source.name.clone()) {
                        sources.push(source);
                    } else {
                        diagnostics.warning(&format!("{} is named twice, taken once", source.name));
                    }
                }
            }
            Err(error) => {
                diagnostics.error(&error);
                exit = exit.max(Exit::File);
            }
        }
    }
    Ok((sources, exit))
}

fn source(path: PathBuf, bytes: u64, is_found: bool) -> LevelSource {
    LevelSource { name: path.display().to_string(), path, is_found, bytes, text: None }
}

fn add_folder(
    folder: &Path,
    sources: &mut Vec<LevelSource>,
    diagnostics: Diagnostics,
    exit: &mut Exit,
) {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => {
            diagnostics.error(&format!("cannot read {}: {error}", folder.display()));
            *exit = (*exit).max(Exit::File);
            return;
        }
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            add_folder(&path, sources, diagnostics, exit);
            continue;
        }
        let is_named = path.extension().is_some_and(|extension| {
            Format::EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
        });
        // A link is what it leads to.
        if let Ok(metadata) = path.metadata()
            && metadata.is_file()
            && is_named
        {
            sources.push(source(path, metadata.len(), true));
        }
    }
}
