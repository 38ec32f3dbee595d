//! Every package inherits the workspace's lints, which forbid unsafe code.

use anyhow::Result;

use super::Finding;
use super::layers::Package;
use super::tree::Tree;

/// The root forbids unsafe code and each package takes the root's lints over.
pub(crate) fn check(tree: &Tree, packages: &[Package]) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    let forbids = |line: &str| line.replace(' ', "") == "unsafe_code=\"forbid\"";
    if !section(&tree.read("Cargo.toml")?, "[workspace.lints.rust]").any(forbids) {
        let message = "must have `unsafe_code = \"forbid\"` in [workspace.lints.rust]";
        findings.push(Finding::new("Cargo.toml", message));
    }
    for package in packages {
        let manifest = tree.read(&package.manifest)?;
        if !section(&manifest, "[lints]").any(|line| line.replace(' ', "") == "workspace=true") {
            let message = "must have `workspace = true` in [lints]";
            findings.push(Finding::new(&package.manifest, message));
        }
    }
    Ok(findings)
}

/// The trimmed lines of a manifest's section.
fn section<'a>(manifest: &'a str, head: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = manifest.lines().map(str::trim);
    lines.skip_while(move |line| *line != head).skip(1).take_while(|line| !line.starts_with('['))
}

#[cfg(test)]
mod tests {
    use super::super::layers::tests::package;
    use super::super::tree::tests::made_up;
    use super::*;

    const ROOT: &str = "[workspace.lints.rust]\nunsafe_code = \"forbid\"\n[profile.dev]\n";

    #[test]
    fn a_package_that_inherits_is_in_order() {
        let manifest = "[package]\nname = \"x\"\n\n[lints]\nworkspace = true\n";
        let (_folder, tree) =
            made_up(&[("Cargo.toml", ROOT), ("crates/sokoban-core/Cargo.toml", manifest)]);
        assert_eq!(check(&tree, &[package("sokoban-core", &[])]).unwrap(), []);
    }

    #[test]
    fn a_missing_lint_is_found_in_root_and_package() {
        let manifest = "[lints]\n[dependencies]\nworkspace = true\n";
        let (_folder, tree) = made_up(&[
            ("Cargo.toml", "[workspace]\n"),
            ("crates/sokoban-core/Cargo.toml", manifest),
        ]);
        assert_eq!(check(&tree, &[package("sokoban-core", &[])]).unwrap().len(), 2);
    }
}
