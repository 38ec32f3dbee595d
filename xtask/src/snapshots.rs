//! Regenerates or checks the snapshots of solutions and counters.
//!
//! The test always writes into an empty folder outside the checkout: what it writes there is the
//! whole truth, so a snapshot that no test wants shows up as one that was not written, and a check
//! that is interrupted leaves the checkout as it was.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::Verdict;
use crate::cargo;
use crate::flags::SnapshotFlags;

const PACKAGE: &str = "crates/sokoban-search";
const SNAPSHOTS: &str = "crates/sokoban-search/tests/snapshots";
const TEST: &str = "solutions";
const MEND: &str = "cargo xtask snapshots";

/// Snapshot files by their path below the snapshot folder.
type Snapshots = BTreeMap<PathBuf, Vec<u8>>;

/// Runs the task: writes the snapshots, or with `--check` only compares them.
///
/// # Errors
///
/// The test does not build, fails, or writes no snapshot; a file cannot be read or written.
pub(crate) fn run(root: &Path, flags: &SnapshotFlags, out: &mut dyn Write) -> Result<Verdict> {
    let fresh = generate(root)?;
    let recorded = read(&root.join(SNAPSHOTS))?;
    let changes = compare(&recorded, &fresh);
    for change in &changes {
        writeln!(out, "{change}")?;
    }
    writeln!(out, "{} snapshots, {} differences", fresh.len(), changes.len())?;
    if changes.is_empty() {
        return Ok(Verdict::InOrder);
    }
    if flags.check {
        writeln!(out, "run `{MEND}`, read the diff, and commit it if the change is wanted")?;
        return Ok(Verdict::Findings);
    }
    apply(&root.join(SNAPSHOTS), &changes, &fresh)?;
    Ok(Verdict::InOrder)
}

/// One difference between the recorded snapshots and those of this run.
#[derive(Debug, PartialEq, Eq)]
enum Change {
    /// The run wants it and it is not there.
    Missing(PathBuf),
    /// No test of the run wants it.
    Orphan(PathBuf),
    /// The content differs, first in this line.
    Changed { path: PathBuf, line: usize, was: String, is: String },
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing(path) => write!(f, "missing   {}", path.display()),
            Self::Orphan(path) => write!(f, "orphan    {}", path.display()),
            Self::Changed { path, line, was, is } => {
                let path = path.display();
                write!(f, "changed   {path}:{line}\n    was: {was}\n    is:  {is}")
            }
        }
    }
}

/// Runs the test into an empty folder and returns what it wrote.
fn generate(root: &Path) -> Result<Snapshots> {
    // The test is built first and run by itself: `INSTA_WORKSPACE_ROOT` in cargo's environment
    // would be compiled in and make every run build the test anew.
    let build = ["test", "--package", "sokoban-search", "--test", TEST, "--no-run"];
    let test = cargo::build_executable(root, &build, TEST)?;
    let folder = tempfile::tempdir().context("cannot make a folder for the snapshots")?;
    let package = root.join(PACKAGE);
    let output = Command::new(&test)
        .current_dir(&package)
        .env("CARGO_MANIFEST_DIR", &package)
        .env("INSTA_WORKSPACE_ROOT", folder.path())
        .env("INSTA_UPDATE", "always")
        .env("INSTA_OUTPUT", "none")
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot run {}", test.display()))?;
    if !output.status.success() {
        let said = |bytes| String::from_utf8_lossy(bytes).into_owned();
        let text = said(&output.stdout) + &said(&output.stderr);
        bail!("the test {TEST} fails, so it cannot be recorded:\n{text}");
    }
    let fresh = read(&folder.path().join(SNAPSHOTS))?;
    if fresh.is_empty() {
        bail!("the test {TEST} wrote no snapshot below {SNAPSHOTS}");
    }
    Ok(fresh)
}

/// All `*.snap` files below `folder`, which need not exist.
fn read(folder: &Path) -> Result<Snapshots> {
    let mut snapshots = Snapshots::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(current) = open.pop() {
        if !current.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&current).with_context(|| current.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "snap") {
                let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
                let below = path.strip_prefix(folder).expect("the walk started at the folder");
                snapshots.insert(below.to_path_buf(), bytes);
            }
        }
    }
    Ok(snapshots)
}

fn compare(recorded: &Snapshots, fresh: &Snapshots) -> Vec<Change> {
    let mut changes = Vec::new();
    for (path, is) in fresh {
        match recorded.get(path) {
            None => changes.push(Change::Missing(path.clone())),
            Some(was) => changes.extend(first_difference(path, was, is)),
        }
    }
    let orphans = recorded.keys().filter(|path| !fresh.contains_key(*path));
    changes.extend(orphans.map(|path| Change::Orphan(path.clone())));
    changes
}

/// Compares line by line, so that a checkout with other line ends is no difference.
fn first_difference(path: &Path, was: &[u8], is: &[u8]) -> Option<Change> {
    let (was, is) = (String::from_utf8_lossy(was), String::from_utf8_lossy(is));
    let (mut was, mut is) = (was.lines(), is.lines());
    let mut line = 0;
    loop {
        line += 1;
        match (was.next(), is.next()) {
            (None, None) => return None,
            (old, new) if old == new => {}
            (old, new) => {
                let shown = |text: Option<&str>| text.unwrap_or("(nothing)").to_owned();
                let path = path.to_path_buf();
                return Some(Change::Changed { path, line, was: shown(old), is: shown(new) });
            }
        }
    }
}

/// Makes the recorded snapshots equal to the fresh ones.
fn apply(folder: &Path, changes: &[Change], fresh: &Snapshots) -> Result<()> {
    for change in changes {
        match change {
            Change::Orphan(path) => {
                let path = folder.join(path);
                fs::remove_file(&path).with_context(|| path.display().to_string())?;
            }
            Change::Missing(path) | Change::Changed { path, .. } => {
                let to = folder.join(path);
                let parent = to.parent().expect("a file below the folder has a parent");
                fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
                fs::write(&to, &fresh[path]).with_context(|| to.display().to_string())?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshots(files: &[(&str, &str)]) -> Snapshots {
        files.iter().map(|(path, text)| (path.into(), text.as_bytes().to_vec())).collect()
    }

    #[test]
    fn equal_snapshots_differ_nowhere_even_with_other_line_ends() {
        let unix = snapshots(&[("astar/solution@a.snap", "pushes: 1\nmoves: 1\n")]);
        let windows = snapshots(&[("astar/solution@a.snap", "pushes: 1\r\nmoves: 1\r\n")]);
        assert_eq!(compare(&windows, &unix), []);
    }

    #[test]
    fn each_kind_of_change_is_named_and_applied() {
        let folder = tempfile::tempdir().unwrap();
        let recorded = snapshots(&[("a/changed.snap", "x\n1\n"), ("a/orphan.snap", "y\n")]);
        let missing: Vec<Change> =
            recorded.keys().map(|path| Change::Missing(path.clone())).collect();
        apply(folder.path(), &missing, &recorded).unwrap();
        assert_eq!(read(folder.path()).unwrap(), recorded);

        let fresh = snapshots(&[("a/changed.snap", "x\n2\n"), ("b/missing.snap", "z\n")]);
        let changes = compare(&recorded, &fresh);
        let shown: Vec<String> = changes.iter().map(ToString::to_string).collect();
        assert_eq!(shown[0], "changed   a/changed.snap:2\n    was: 1\n    is:  2");
        assert_eq!(changes[1], Change::Missing("b/missing.snap".into()));
        assert_eq!(changes[2], Change::Orphan("a/orphan.snap".into()));

        apply(folder.path(), &changes, &fresh).unwrap();
        assert_eq!(read(folder.path()).unwrap(), fresh);
    }

    #[test]
    fn a_folder_that_is_not_there_holds_no_snapshot() {
        let folder = tempfile::tempdir().unwrap();
        assert!(read(&folder.path().join("none")).unwrap().is_empty());
    }
}
