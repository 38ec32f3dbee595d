//! The files of a checkout.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Folders that hold nothing of ours.
const SKIPPED: [&str; 2] = [".git", "target"];

/// A list of files below a root, and their text.
#[derive(Debug)]
pub(crate) struct Tree {
    root: PathBuf,
    /// Paths below the root with `/` between the parts, in order.
    files: Vec<String>,
}

impl Tree {
    /// Lists the files below `root`.
    ///
    /// # Errors
    ///
    /// A folder cannot be read.
    pub(crate) fn open(root: &Path) -> Result<Self> {
        let mut files = Vec::new();
        list(root, "", &mut files)?;
        files.sort();
        Ok(Self { root: root.to_path_buf(), files })
    }

    /// All paths, in order.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(String::as_str)
    }

    /// The paths that end in one of `endings`.
    pub(crate) fn files_ending(&self, endings: &[&str]) -> impl Iterator<Item = &str> {
        self.files().filter(move |file| endings.iter().any(|ending| file.ends_with(ending)))
    }

    /// Whether there is such a file.
    pub(crate) fn has_file(&self, path: &str) -> bool {
        self.files.binary_search_by(|file| file.as_str().cmp(path)).is_ok()
    }

    /// Whether there is such a folder; empty ones do not count, as git keeps none.
    pub(crate) fn has_folder(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        path.is_empty()
            || self
                .files()
                .any(|file| file.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')))
    }

    /// The text of a file, with bytes that are no text replaced.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub(crate) fn read(&self, path: &str) -> Result<String> {
        let bytes =
            fs::read(self.root.join(path)).with_context(|| format!("cannot read {path}"))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

fn list(folder: &Path, below: &str, files: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
        if entry.file_type()?.is_dir() {
            if !SKIPPED.contains(&name.as_str()) {
                list(&entry.path(), &path, files)?;
            }
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// The place that `relative` means when it is written in the file `from`; `None` when it leads out
/// of the tree.
pub(crate) fn resolve(from: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = match relative.strip_prefix('/') {
        Some(_) => Vec::new(),
        None => {
            from.rsplit_once('/').map_or_else(Vec::new, |(folder, _)| folder.split('/').collect())
        }
    };
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A tree on disk with these files; the folder lives as long as the first value.
    pub(crate) fn made_up(files: &[(&str, &str)]) -> (tempfile::TempDir, Tree) {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let tree = Tree::open(folder.path()).unwrap();
        (folder, tree)
    }

    #[test]
    fn files_and_folders_are_found_and_the_build_is_not() {
        let (_folder, tree) = made_up(&[("b/c.rs", "1"), ("a.md", "2"), ("target/x", "3")]);
        assert_eq!(tree.files().collect::<Vec<_>>(), ["a.md", "b/c.rs"]);
        assert!(tree.has_file("b/c.rs") && !tree.has_file("b"));
        assert!(tree.has_folder("b/") && !tree.has_folder("b/c.rs") && !tree.has_folder("target"));
        assert_eq!(tree.read("a.md").unwrap(), "2");
    }

    #[test]
    fn relative_paths_start_at_their_file() {
        assert_eq!(resolve("docs/a.md", "../README.md").as_deref(), Some("README.md"));
        assert_eq!(resolve("docs/a.md", "b.md").as_deref(), Some("docs/b.md"));
        assert_eq!(resolve("a.md", "/docs/./b.md").as_deref(), Some("docs/b.md"));
        assert_eq!(resolve("a.md", "../b.md"), None);
    }
}
