//! Both license texts are there and every package names them.

use anyhow::Result;

use super::Finding;
use super::layers::Package;
use super::tree::Tree;

const LICENSE: &str = "MIT OR Apache-2.0";

/// A license file and words that its text must have.
const TEXTS: [(&str, &str); 2] = [
    ("LICENSE-MIT", "Permission is hereby granted, free of charge"),
    ("LICENSE-APACHE", "Version 2.0, January 2004"),
];

/// License files exist with their text, and each package's `license` is set.
pub(crate) fn check(tree: &Tree, packages: &[Package]) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for (file, words) in TEXTS {
        if !tree.has_file(file) {
            findings.push(Finding::new(file, "is missing"));
        } else if !tree.read(file)?.contains(words) {
            findings.push(Finding::new(file, format!("does not say {words:?}")));
        }
    }
    for package in packages.iter().filter(|package| package.license.as_deref() != Some(LICENSE)) {
        let message = format!("needs `license.workspace = true`, which is {LICENSE}");
        findings.push(Finding::new(&package.manifest, message));
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::super::layers::tests::package;
    use super::super::tree::tests::made_up;
    use super::*;

    #[test]
    fn texts_and_expressions_are_looked_at() {
        let mit = ("LICENSE-MIT", "Permission is hereby granted, free of charge, to any person");
        let apache = ("LICENSE-APACHE", "Apache License\nVersion 2.0, January 2004\n");
        let (_folder, tree) = made_up(&[mit, apache]);
        let mut core = package("sokoban-core", &[]);
        assert_eq!(check(&tree, &[core.clone()]).unwrap(), []);
        core.license = None;
        assert_eq!(check(&tree, &[core]).unwrap().len(), 1);

        let (_folder, tree) = made_up(&[("LICENSE-MIT", "all rights reserved")]);
        assert_eq!(check(&tree, &[]).unwrap().len(), 2);
    }
}
