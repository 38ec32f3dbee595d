//! The code map of `docs/architecture.md` names what is there, all of it.
//!
//! A file is named in backticks, by its path from the root, or, below a heading that names its
//! package, by its path from the package or from the package's `src`. A folder is named with a
//! slash at its end and stands for its `mod.rs`. Code blocks are pictures and name nothing.

use std::collections::BTreeSet;

use anyhow::Result;

use super::Finding;
use super::links::Prose;
use super::tree::{Tree, resolve};

const MAP: &str = "docs/architecture.md";
const ENDINGS: [&str; 8] = [".rs", ".toml", ".md", ".yml", ".csv", ".xsb", ".perft", ".ci/run"];

/// Every file named in the map exists, and every source file of a crate is named.
pub(crate) fn check(tree: &Tree) -> Result<Vec<Finding>> {
    if !tree.has_file(MAP) {
        return Ok(vec![Finding::new(MAP, "is missing")]);
    }
    let text = tree.read(MAP)?;
    let mut findings = Vec::new();
    let mut named = BTreeSet::new();
    let mut package: Option<String> = None;
    for (number, line) in Prose::lines(&text) {
        if line.starts_with('#') {
            package = package_of_heading(tree, line).or(package);
        }
        for path in code_spans(line).flat_map(alternatives).filter(|path| is_path(path)) {
            match locate(tree, package.as_deref(), &path) {
                Some(found) => {
                    named.insert(found);
                }
                None if path.starts_with("../shared") => {}
                None => {
                    findings.push(Finding::at(
                        MAP,
                        number,
                        format!("names {path}, which is not there"),
                    ));
                }
            }
        }
    }
    let is_source = |file: &&str| {
        file.starts_with("crates/")
            && file.split('/').nth(2) == Some("src")
            && file.ends_with(".rs")
    };
    for file in tree.files().filter(is_source).filter(|file| !named.contains(*file)) {
        findings.push(Finding::new(file, format!("is not named in {MAP}")));
    }
    Ok(findings)
}

/// The folder of the package that a heading names.
fn package_of_heading(tree: &Tree, heading: &str) -> Option<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    heading.split(|c| !is_name(c)).filter(|word| !word.is_empty()).find_map(|word| {
        [format!("crates/{word}"), word.to_owned()]
            .into_iter()
            .find(|folder| tree.has_file(&format!("{folder}/Cargo.toml")))
    })
}

/// What stands between backticks.
fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Writes out one group of alternatives, as in `report/{text,json}.rs`.
fn alternatives(span: &str) -> Vec<String> {
    if let Some((before, rest)) = span.split_once('{')
        && let Some((group, after)) = rest.split_once('}')
    {
        return group.split(',').map(|one| format!("{before}{}{after}", one.trim())).collect();
    }
    vec![span.to_owned()]
}

fn is_path(span: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    let is_folder = span.ends_with('/') && span.len() > 1;
    let is_file = ENDINGS.iter().any(|ending| span.ends_with(ending) && span.len() > ending.len());
    span.chars().all(is_plain) && (is_folder || is_file)
}

/// The file that a path means, or the folder's `mod.rs`, or the folder itself.
fn locate(tree: &Tree, package: Option<&str>, path: &str) -> Option<String> {
    let mut candidates = Vec::new();
    if let Some(package) = package {
        candidates.push(format!("{package}/src/{path}"));
        candidates.push(format!("{package}/{path}"));
    }
    candidates.push(path.to_owned());
    candidates.extend(resolve(MAP, path));
    candidates.into_iter().find_map(|candidate| {
        if tree.has_file(&candidate) {
            return Some(candidate);
        }
        let is_folder = candidate.ends_with('/') && tree.has_folder(&candidate);
        is_folder.then(|| {
            let module = format!("{candidate}mod.rs");
            if tree.has_file(&module) { module } else { candidate }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::made_up;
    use super::*;

    const FILES: [(&str, &str); 6] = [
        ("crates/sokoban-core/Cargo.toml", ""),
        ("crates/sokoban-core/src/lib.rs", ""),
        ("crates/sokoban-core/src/deadlock/mod.rs", ""),
        ("crates/sokoban-core/src/deadlock/freeze.rs", ""),
        ("crates/sokoban-core/tests/perft.rs", ""),
        ("docs/style.md", ""),
    ];

    fn findings(map: &str) -> Vec<String> {
        let mut files = FILES.to_vec();
        files.push((MAP, map));
        let (_folder, tree) = made_up(&files);
        check(&tree).unwrap().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_map_that_names_all_in_any_form_is_in_order() {
        let map = "## Code map\nSee `style.md`, `cargo xtask` and `../shared/levels/x.xsb`.\n\
                   ### `sokoban-core`\n`lib.rs`, `deadlock/` with `deadlock/{mod,freeze}.rs`,\n\
                   `tests/perft.rs`, `*.xsb`.\n```text\n`no/such/file.rs`\n```\n";
        assert_eq!(findings(map), [""; 0]);
        let full = "`crates/sokoban-core/src/lib.rs` `crates/sokoban-core/src/deadlock/` \
                    `crates/sokoban-core/src/deadlock/freeze.rs`";
        assert_eq!(findings(full), [""; 0]);
    }

    #[test]
    fn what_is_gone_and_what_is_left_out_is_found() {
        let map = "# sokoban-core\n`lib.rs` `deadlock/`\n`corral.rs`\n";
        assert_eq!(
            findings(map),
            [
                "docs/architecture.md:3: names corral.rs, which is not there",
                "crates/sokoban-core/src/deadlock/freeze.rs: is not named in docs/architecture.md",
            ]
        );
    }
}
