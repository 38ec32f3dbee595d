//! Which level files a run covers, and under which collection each is counted.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// A file of levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LevelFile {
    /// Where it lies.
    pub(crate) path: PathBuf,
    /// Its name without the extension; with a level number it identifies a level.
    pub(crate) name: String,
    /// The row of the summary in which it is counted: the folder below `levels` for our own sets
    /// of one-level files, else the name of the file.
    pub(crate) collection: String,
}

impl LevelFile {
    fn new(path: PathBuf) -> Self {
        let name = shown(path.file_stem().unwrap_or_default());
        let collection = set_below_levels(&path).unwrap_or_else(|| name.clone());
        Self { path, name, collection }
    }
}

/// The folder directly below a folder named `levels`, when `path` lies that deep.
fn set_below_levels(path: &Path) -> Option<String> {
    let folders: Vec<_> = path.parent()?.components().collect();
    let levels = folders.iter().rposition(|part| part.as_os_str() == "levels")?;
    folders.get(levels + 1).map(|set| shown(set.as_os_str()))
}

/// A name as the record can hold it: commas, quotes and line ends would break its rows.
fn shown(name: &std::ffi::OsStr) -> String {
    name.to_string_lossy().replace([',', '"', '\n', '\r', '#'], "_")
}

/// The files named by `paths`, folders searched for `*.xsb`; in path order, each once.
///
/// # Errors
///
/// A path is neither a file nor a folder, or a folder cannot be read.
pub(crate) fn level_files(paths: &[PathBuf]) -> Result<Vec<LevelFile>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut inside = Vec::new();
            search(path, &mut inside)?;
            inside.sort();
            found.extend(inside);
        } else if path.is_file() {
            found.push(path.clone());
        } else {
            bail!("{} is neither a file nor a folder", path.display());
        }
    }
    let mut files: Vec<LevelFile> = Vec::new();
    for path in found {
        let path = path.canonicalize().with_context(|| path.display().to_string())?;
        if files.iter().all(|file| file.path != path) {
            files.push(LevelFile::new(path));
        }
    }
    Ok(files)
}

fn search(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            search(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "xsb") {
            found.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_searched_and_sets_grouped() {
        let root = tempfile::tempdir().unwrap();
        let levels = root.path().join("levels");
        fs::create_dir_all(levels.join("micro")).unwrap();
        for file in ["sources.xsb", "micro/tunnel.xsb", "micro/README.md"] {
            fs::write(levels.join(file), "").unwrap();
        }
        let once_more = levels.join("sources.xsb");
        let files = level_files(&[levels.clone(), once_more]).unwrap();
        let shown: Vec<(&str, &str)> =
            files.iter().map(|file| (file.collection.as_str(), file.name.as_str())).collect();
        assert_eq!(shown, [("micro", "tunnel"), ("sources", "sources")]);
        assert!(level_files(&[levels.join("absent.xsb")]).is_err());
    }
}
