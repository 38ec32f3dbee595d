//! Every level file has its optimum pinned, and every pinned optimum its file.

use std::collections::BTreeSet;

use anyhow::Result;

use super::Finding;
use super::tree::Tree;

const LIST: &str = "levels/optimal.csv";

/// The level files below `levels` and the first column of the list are the same set.
pub(crate) fn check(tree: &Tree) -> Result<Vec<Finding>> {
    let is_level = |file: &&str| file.starts_with("levels/") && file.ends_with(".xsb");
    let files: BTreeSet<&str> = tree.files().filter(is_level).collect();
    if !tree.has_file(LIST) {
        return Ok(vec![Finding::new(LIST, "is missing")]);
    }
    let text = tree.read(LIST)?;
    let rows =
        text.lines().enumerate().filter(|(_, row)| !row.trim().is_empty() && !row.starts_with('#'));
    let mut listed = BTreeSet::new();
    let mut findings = Vec::new();
    for (index, row) in rows.skip(1) {
        let name = row.split(',').next().unwrap_or_default().trim();
        let path = if name.starts_with("levels/") { name.into() } else { format!("levels/{name}") };
        if !files.contains(path.as_str()) {
            findings.push(Finding::at(
                LIST,
                index + 1,
                format!("lists {path}, which is not there"),
            ));
        }
        listed.insert(path);
    }
    for file in files.into_iter().filter(|file| !listed.contains(*file)) {
        findings.push(Finding::new(file, format!("is not listed in {LIST}")));
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::made_up;
    use super::*;

    #[test]
    fn the_list_and_the_files_agree() {
        let (_folder, tree) = made_up(&[
            (LIST, "file,level,pushes,moves\nlevels/sources.xsb,1,9,21\nmicro/tunnel.xsb,1,3,4\n"),
            ("levels/sources.xsb", ""),
            ("levels/micro/tunnel.xsb", ""),
            ("levels/README.md", ""),
        ]);
        assert_eq!(check(&tree).unwrap(), []);
    }

    #[test]
    fn both_differences_are_found() {
        let (_folder, tree) = made_up(&[
            (LIST, "file,level,pushes,moves\n# by exhaustion\nlevels/gone.xsb,1,9,21\n"),
            ("levels/generated/new.xsb", ""),
        ]);
        let findings: Vec<String> = check(&tree).unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(
            findings,
            [
                "levels/optimal.csv:3: lists levels/gone.xsb, which is not there",
                "levels/generated/new.xsb: is not listed in levels/optimal.csv",
            ]
        );
    }

    #[test]
    fn the_list_may_not_be_missing() {
        let (_folder, tree) = made_up(&[("README.md", "")]);
        assert_eq!(check(&tree).unwrap().len(), 1);
    }
}
