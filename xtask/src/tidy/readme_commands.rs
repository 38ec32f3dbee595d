//! The commands that the README promises are the ones that the gate runs.

use anyhow::Result;

use super::Finding;
use super::tree::Tree;

const README: &str = "README.md";
const GATE: &str = ".ci/run";

/// How the two commands begin. The gate takes each from the README by its beginning.
const COMMANDS: [&str; 2] = ["cargo run --release -p sokoban-cli -- solve ", "cargo test "];

/// The README has each command once, the gate runs it from there, and no workflow runs a variant.
pub(crate) fn check(tree: &Tree) -> Result<Vec<Finding>> {
    let missing: Vec<Finding> = [README, GATE]
        .into_iter()
        .filter(|file| !tree.has_file(file))
        .map(|file| Finding::new(file, "is missing"))
        .collect();
    if !missing.is_empty() {
        return Ok(missing);
    }
    let (readme, gate) = (tree.read(README)?, tree.read(GATE)?);
    let mut findings = Vec::new();
    for beginning in COMMANDS {
        let commands: Vec<&str> =
            readme.lines().filter(|line| line.starts_with(beginning)).collect();
        let &[command] = commands.as_slice() else {
            let count = commands.len();
            let message = format!("has {count} lines that begin with `{beginning}`, not one");
            findings.push(Finding::new(README, message));
            continue;
        };
        if !gate.contains(&format!("readme_command '{beginning}'")) {
            let message = format!("does not run the README's `{beginning}` command");
            findings.push(Finding::new(GATE, message));
        }
        for workflow in tree.files_ending(&[".yml"]).filter(|f| f.starts_with(".github/")) {
            for (index, line) in tree.read(workflow)?.lines().enumerate() {
                if let Some((_, run)) = line.split_once("run: ")
                    && run.starts_with(beginning)
                    && run.trim_end() != command
                {
                    let message = format!("runs `{run}`, but the README says `{command}`");
                    findings.push(Finding::at(workflow, index + 1, message));
                }
            }
        }
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::made_up;
    use super::*;

    const TEXT: &str = "```sh\ncargo run --release -p sokoban-cli -- solve levels/sources.xsb\n\
                        cargo test --workspace\n```\n";
    const RUNS: &str = "x \"$(readme_command 'cargo run --release -p sokoban-cli -- solve ')\"\n\
                        x \"$(readme_command 'cargo test ')\"\n";

    #[test]
    fn a_gate_that_reads_the_readme_is_in_order() {
        let workflow = (".github/workflows/ci.yml", "      - run: cargo test --workspace\n");
        let (_folder, tree) = made_up(&[(README, TEXT), (GATE, RUNS), workflow]);
        assert_eq!(check(&tree).unwrap(), []);
    }

    #[test]
    fn variants_and_absences_are_found() {
        let workflow = (".github/workflows/ci.yml", "      - run: cargo test --all\n");
        let (_folder, tree) = made_up(&[(README, TEXT), (GATE, "cargo test\n"), workflow]);
        assert_eq!(check(&tree).unwrap().len(), 3);
        let (_folder, tree) = made_up(&[(README, "nothing\n"), (GATE, RUNS)]);
        assert_eq!(check(&tree).unwrap().len(), 2);
        let (_folder, tree) = made_up(&[(README, TEXT)]);
        assert_eq!(check(&tree).unwrap().len(), 1);
    }
}
