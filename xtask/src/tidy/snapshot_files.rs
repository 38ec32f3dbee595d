//! No snapshot is pending and none is left of a test that is gone.

use anyhow::Result;

use super::Finding;
use super::tree::Tree;

/// No `*.snap.new` lies about, and the source that each `*.snap` names still exists.
///
/// This looks at files only. Whether a test still writes a snapshot of its source is found by
/// `cargo xtask snapshots --check`, which runs it.
pub(crate) fn check(tree: &Tree) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for file in tree.files_ending(&[".snap.new", ".pending-snap"]) {
        let message = "is pending; accept it with the test's own command, or delete it";
        findings.push(Finding::new(file, message));
    }
    for file in tree.files_ending(&[".snap"]) {
        let text = tree.read(file)?;
        match source(&text) {
            None => findings.push(Finding::new(file, "names no source; regenerate it")),
            Some(source) if !tree.has_file(source) => {
                let message = format!("is an orphan: its source {source} is gone; delete it");
                findings.push(Finding::new(file, message));
            }
            Some(_) => {}
        }
    }
    Ok(findings)
}

/// The file that the head of a snapshot names.
fn source(text: &str) -> Option<&str> {
    let head = text.lines().skip(1).take_while(|line| *line != "---");
    let mut sources = head.filter_map(|line| line.strip_prefix("source:"));
    sources.next().map(|source| source.trim().trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::made_up;
    use super::*;

    #[test]
    fn pending_and_orphaned_snapshots_are_found() {
        let (_folder, tree) = made_up(&[
            ("crates/a/tests/here.rs", ""),
            ("crates/a/tests/snapshots/good.snap", "---\nsource: crates/a/tests/here.rs\n---\nx\n"),
            ("crates/a/tests/snapshots/gone.snap", "---\nsource: crates/a/tests/gone.rs\n---\nx\n"),
            ("crates/a/tests/snapshots/bare.snap", "x\nsource: crates/a/tests/here.rs"),
            ("crates/a/tests/snapshots/next.snap.new", "---\n---\n"),
        ]);
        let findings = check(&tree).unwrap();
        let names: Vec<&str> = findings.iter().filter_map(|f| f.place.rsplit('/').next()).collect();
        assert_eq!(names, ["next.snap.new", "gone.snap"]);
    }
}
