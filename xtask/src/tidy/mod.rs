//! Checks what the compiler does not: that facts with one home agree wherever they are repeated,
//! and that lists name what is there.
//!
//! Every check is a function from what it looks at to findings, so that its tests need no more
//! than a made-up tree.

mod book;
mod code_map;
mod file_length;
mod layers;
mod level_list;
mod licenses;
mod links;
mod lints;
mod msrv;
mod open_tasks;
mod readme_commands;
mod snapshot_files;
mod tree;

use std::fmt;
use std::io::Write;
use std::path::Path;

use anyhow::Result;

use crate::Verdict;
use crate::cargo;

use self::layers::Package;
use self::tree::Tree;

/// Something to mend.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    /// File, with a line where there is one, or package.
    place: String,
    /// What is wrong, and what to do.
    message: String,
}

impl Finding {
    fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { place: place.into(), message: message.into() }
    }

    /// A finding in line number `line`, counted from 1.
    fn at(file: &str, line: usize, message: impl Into<String>) -> Self {
        Self::new(format!("{file}:{line}"), message)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// A named check.
type Check = (&'static str, fn(&Tree, &[Package]) -> Result<Vec<Finding>>);

const CHECKS: &[Check] = &[
    ("layers", |_, packages| Ok(layers::check(packages))),
    ("licenses", licenses::check),
    ("lints", lints::check),
    ("msrv", msrv::check),
    ("file length", |tree, _| file_length::check(tree)),
    ("open tasks", |tree, _| open_tasks::check(tree)),
    ("snapshot files", |tree, _| snapshot_files::check(tree)),
    ("level list", |tree, _| level_list::check(tree)),
    ("code map", |tree, _| code_map::check(tree)),
    ("links", |tree, _| links::check(tree)),
    ("book", |tree, _| book::check(tree)),
    ("readme commands", |tree, _| readme_commands::check(tree)),
];

/// Runs every check and prints its findings.
///
/// # Errors
///
/// Cargo cannot read the workspace, or a file cannot be read.
pub(crate) fn run(root: &Path, out: &mut dyn Write) -> Result<Verdict> {
    let tree = Tree::open(root)?;
    let packages = Package::of_workspace(&cargo::metadata(root)?);
    let mut total = 0;
    for (name, check) in CHECKS {
        let mut findings = check(&tree, &packages)?;
        findings.sort();
        findings.dedup();
        let count = findings.len();
        let state = if count == 0 { "ok".to_owned() } else { format!("{count} to mend") };
        writeln!(out, "{name:<16} {state}")?;
        for finding in findings {
            writeln!(out, "  {finding}")?;
        }
        total += count;
    }
    Ok(if total == 0 { Verdict::InOrder } else { Verdict::Findings })
}
