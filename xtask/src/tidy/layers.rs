//! Which package may depend on which.

use cargo_metadata::{DependencyKind, Metadata};

use super::Finding;

/// What a package may link.
struct Layer {
    package: &'static str,
    /// Packages of this workspace.
    below: &'static [&'static str],
    /// Packages from elsewhere; `None` for a program, which may choose.
    third_party: Option<&'static [&'static str]>,
}

/// The layers from the bottom up. A new package or dependency is a change of architecture, and
/// starts here.
const LAYERS: &[Layer] = &[
    Layer { package: "sokoban-core", below: &[], third_party: Some(&["serde", "thiserror"]) },
    Layer {
        package: "sokoban-heuristics",
        below: &["sokoban-core"],
        third_party: Some(&["ahash", "rayon", "thiserror"]),
    },
    Layer {
        package: "sokoban-search",
        below: &["sokoban-core", "sokoban-heuristics"],
        third_party: Some(&["ahash", "hashbrown", "rayon", "thiserror"]),
    },
    Layer {
        package: "sokoban-formats",
        below: &["sokoban-core"],
        third_party: Some(&["quick-xml", "serde", "serde_json", "thiserror"]),
    },
    Layer {
        package: "sokoban-render",
        below: &["sokoban-core"],
        third_party: Some(&["gif", "png", "thiserror", "tiny-skia"]),
    },
    Layer {
        package: "sokoban-generate",
        below: &["sokoban-core", "sokoban-search"],
        third_party: Some(&["chacha20", "rayon", "thiserror"]),
    },
    Layer {
        package: "sokoban-analyze",
        below: &["sokoban-core", "sokoban-search"],
        third_party: Some(&[]),
    },
    Layer {
        package: "sokoban-cli",
        below: &[
            "sokoban-analyze",
            "sokoban-core",
            "sokoban-formats",
            "sokoban-generate",
            "sokoban-heuristics",
            "sokoban-search",
            "sokoban-render",
        ],
        third_party: None,
    },
    Layer { package: ORACLE, below: &[], third_party: Some(&[]) },
    Layer { package: "xtask", below: &[], third_party: None },
];

/// The independent truth, which tests of every layer may use and nothing may link.
const ORACLE: &str = "sokoban-oracle";

/// What the checks need to know of a package of the workspace.
#[derive(Clone, Debug)]
pub(crate) struct Package {
    /// Its name.
    pub(crate) name: String,
    /// Its license expression.
    pub(crate) license: Option<String>,
    /// The Rust version it asks for, as written.
    pub(crate) rust_version: Option<String>,
    /// Path of its manifest below the root.
    pub(crate) manifest: String,
    /// What it names as dependencies.
    pub(crate) dependencies: Vec<Dependency>,
}

/// A dependency as a manifest names it.
#[derive(Clone, Debug)]
pub(crate) struct Dependency {
    /// Name of the package.
    pub(crate) name: String,
    /// Whether only tests, examples and benches see it.
    pub(crate) is_dev: bool,
}

impl Package {
    /// The packages that belong to the workspace.
    pub(crate) fn of_workspace(metadata: &Metadata) -> Vec<Self> {
        let package = |package: &cargo_metadata::Package| {
            let manifest = &package.manifest_path;
            let below = manifest.strip_prefix(&metadata.workspace_root).unwrap_or(manifest);
            let dependency = |dependency: &cargo_metadata::Dependency| Dependency {
                name: dependency.name.clone(),
                is_dev: dependency.kind == DependencyKind::Development,
            };
            Self {
                name: package.name.to_string(),
                license: package.license.clone(),
                rust_version: package.rust_version.as_ref().map(ToString::to_string),
                manifest: below.as_str().replace('\\', "/"),
                dependencies: package.dependencies.iter().map(dependency).collect(),
            }
        };
        metadata.workspace_packages().into_iter().map(package).collect()
    }
}

/// Every package is one of the layers and depends only downward.
pub(crate) fn check(packages: &[Package]) -> Vec<Finding> {
    let is_ours = |name: &str| packages.iter().any(|package| package.name == name);
    let mut findings = Vec::new();
    for package in packages {
        let Some(layer) = LAYERS.iter().find(|layer| layer.package == package.name) else {
            findings.push(Finding::new(&package.name, "is no layer; name it in tidy/layers.rs"));
            continue;
        };
        for dependency in &package.dependencies {
            let name = dependency.name.as_str();
            let is_allowed = if is_ours(name) {
                layer.below.contains(&name) || (dependency.is_dev && name == ORACLE)
            } else {
                dependency.is_dev || layer.third_party.is_none_or(|list| list.contains(&name))
            };
            if !is_allowed {
                let message = format!("may not depend on {name}; the layers are in tidy/layers.rs");
                findings.push(Finding::new(&package.name, message));
            }
        }
    }
    findings
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A package in order, with these dependencies.
    pub(crate) fn package(name: &str, dependencies: &[(&str, bool)]) -> Package {
        Package {
            name: name.to_owned(),
            license: Some("MIT OR Apache-2.0".to_owned()),
            rust_version: Some("1.95".to_owned()),
            manifest: format!("crates/{name}/Cargo.toml"),
            dependencies: dependencies
                .iter()
                .map(|&(name, is_dev)| Dependency { name: name.to_owned(), is_dev })
                .collect(),
        }
    }

    fn messages(packages: &[Package]) -> Vec<String> {
        check(packages).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn downward_dependencies_are_in_order() {
        let packages = [
            package("sokoban-core", &[("serde", false), ("sokoban-oracle", true), ("insta", true)]),
            package("sokoban-heuristics", &[("sokoban-core", false)]),
            package("sokoban-search", &[("sokoban-heuristics", false), ("sokoban-core", false)]),
            package("sokoban-cli", &[("sokoban-search", false), ("clap", false)]),
            package("sokoban-oracle", &[]),
            package("xtask", &[("clap", false)]),
        ];
        assert_eq!(messages(&packages), [""; 0]);
    }

    #[test]
    fn upward_dependencies_are_found_even_for_tests() {
        for is_dev in [false, true] {
            let packages = [
                package("sokoban-core", &[("sokoban-search", is_dev)]),
                package("sokoban-search", &[]),
            ];
            assert_eq!(messages(&packages).len(), 1);
        }
    }

    #[test]
    fn the_oracle_is_for_tests_and_the_tasks_are_for_nobody() {
        let oracle = package("sokoban-oracle", &[]);
        let linked = package("sokoban-search", &[("sokoban-oracle", false)]);
        assert_eq!(messages(&[linked, oracle]).len(), 1);
        let tasks = [package("sokoban-cli", &[("xtask", true)]), package("xtask", &[])];
        assert_eq!(messages(&tasks).len(), 1);
    }

    #[test]
    fn a_third_party_package_or_a_new_package_must_be_named() {
        assert_eq!(messages(&[package("sokoban-core", &[("rayon", false)])]).len(), 1);
        assert_eq!(messages(&[package("sokoban-new", &[])]).len(), 1);
    }
}
