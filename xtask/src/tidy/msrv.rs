//! The least supported Rust version has one home, the root manifest.

use anyhow::Result;

use super::Finding;
use super::layers::Package;
use super::tree::Tree;

/// Words after which a version on the same line is the one we support. A measured `rustc 1.x.y`
/// in a record of a benchmark is not.
const MARKERS: [&str; 5] = ["msrv", "rust-version", "rust 1.", "rust version", "toolchain"];

/// Packages, prose and workflows state no other version than the root manifest.
pub(crate) fn check(tree: &Tree, packages: &[Package]) -> Result<Vec<Finding>> {
    let root = tree.read("Cargo.toml")?;
    let home = root.lines().find(|line| line.trim_start().starts_with("rust-version"));
    let Some(msrv) = home.and_then(|line| versions(line).next()) else {
        return Ok(vec![Finding::new("Cargo.toml", "states no rust-version")]);
    };
    let mut findings = Vec::new();
    for package in packages {
        let manifest = tree.read(&package.manifest)?;
        let repeats =
            manifest.lines().any(|line| line.replace(' ', "").starts_with("rust-version="));
        let stated = package.rust_version.as_deref().unwrap_or_default();
        if repeats || !is_same(stated, msrv) {
            let message = "needs `rust-version.workspace = true`";
            findings.push(Finding::new(&package.manifest, message));
        }
    }
    for file in tree.files_ending(&[".md", ".yml", ".yaml", "clippy.toml", ".ci/run"]) {
        for (index, line) in tree.read(file)?.lines().enumerate() {
            let lower = line.to_lowercase();
            if !MARKERS.iter().any(|marker| lower.contains(marker)) {
                continue;
            }
            for version in versions(&lower).filter(|version| !is_same(version, msrv)) {
                let message = format!("says Rust {version}, but Cargo.toml says {msrv}");
                findings.push(Finding::at(file, index + 1, message));
            }
        }
    }
    Ok(findings)
}

/// Versions of Rust in a line: `1.` and two digits or more, perhaps with a patch number.
fn versions(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split(|c: char| !c.is_ascii_digit() && c != '.');
    words.map(|word| word.trim_matches('.')).filter(|word| {
        let minor = word.strip_prefix("1.").and_then(|rest| rest.split('.').next());
        minor.is_some_and(|minor| minor.len() >= 2)
    })
}

/// Whether two versions agree when a missing patch number is zero.
fn is_same(left: &str, right: &str) -> bool {
    left.trim_end_matches(".0") == right.trim_end_matches(".0")
}

#[cfg(test)]
mod tests {
    use super::super::layers::tests::package;
    use super::super::tree::tests::made_up;
    use super::*;

    const ROOT: (&str, &str) = ("Cargo.toml", "[workspace.package]\nrust-version = \"1.95\"\n");
    const INHERITS: (&str, &str) =
        ("crates/sokoban-core/Cargo.toml", "[package]\nrust-version.workspace = true\n");

    #[test]
    fn agreement_is_in_order_and_measured_compilers_are_free() {
        let readme = ("README.md", "Needs Rust 1.95 or later.\nMeasured with rustc 1.97.1.\n");
        let (_folder, tree) = made_up(&[ROOT, INHERITS, readme]);
        let mut core = package("sokoban-core", &[]);
        core.rust_version = Some("1.95.0".to_owned());
        assert_eq!(check(&tree, &[core]).unwrap(), []);
    }

    #[test]
    fn another_version_is_found_with_its_line() {
        let workflow = (".github/workflows/ci.yml", "jobs:\n  - toolchain: \"1.90.0\"\n");
        let (_folder, tree) = made_up(&[ROOT, INHERITS, workflow]);
        let findings = check(&tree, &[package("sokoban-core", &[])]).unwrap();
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].place, ".github/workflows/ci.yml:2");
    }

    #[test]
    fn a_package_may_not_repeat_the_version() {
        let repeats = ("crates/sokoban-core/Cargo.toml", "rust-version = \"1.95\"\n");
        let (_folder, tree) = made_up(&[ROOT, repeats]);
        assert_eq!(check(&tree, &[package("sokoban-core", &[])]).unwrap().len(), 1);
    }
}
