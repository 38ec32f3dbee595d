//! Counts the instructions of an expansion, by valgrind.
//!
//! Unlike seconds, the count is nearly the same in every run and on a busy machine, so that a change
//! of a percent shows. It says nothing of cache misses: the benches and the suite do. No crate for
//! it is a dependency, since valgrind and the report of the program are all that it takes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::Verdict;
use crate::cargo;
use crate::flags::InstructionFlags;

/// Where the levels of the default lie, seen from the root.
const LEVELS: &str = "levels/corridors.xsb";

/// Runs the task: a search of one expansion and a search of more, whose difference is what the
/// others take without reading, tables and report.
///
/// # Errors
///
/// The program does not build, valgrind is absent, or a search ends before its last expansion.
pub(crate) fn run(root: &Path, flags: &InstructionFlags, out: &mut dyn Write) -> Result<Verdict> {
    if flags.nodes < 2 {
        bail!("--nodes: 2 expansions at least, since the first is not counted");
    }
    let build = ["build", "--release", "--package", "sokoban-cli"];
    let program = cargo::build_executable(root, &build, "sokoban")?;
    let file = flags.file.clone().unwrap_or_else(|| root.join(LEVELS));
    let first = counted(&program, &file, flags, 1)?;
    let all = counted(&program, &file, flags, flags.nodes)?;
    let an_expansion = all.saturating_sub(first) / (flags.nodes - 1);
    writeln!(
        out,
        "{} level {}: {an_expansion} instructions an expansion",
        file.display(),
        flags.level
    )?;
    writeln!(out, "{first} up to the first of {} expansions, {all} in all", flags.nodes)?;
    Ok(Verdict::InOrder)
}

/// The instructions of a search of exactly `nodes` expansions.
fn counted(program: &PathBuf, file: &Path, flags: &InstructionFlags, nodes: u64) -> Result<u64> {
    let (level, limit) = (flags.level.to_string(), nodes.to_string());
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(program)
        .arg("solve")
        .arg(file)
        .args(["--level", &level, "--nodes", &limit, "--time", "none", "--memory", "1GiB"])
        .args(["--threads", "1", "--format", "json", "--no-progress"])
        .args(&flags.solve_options)
        .output()
        .context("cannot run valgrind, which counts the instructions; install it")?;
    let report = String::from_utf8_lossy(&output.stdout);
    let log = String::from_utf8_lossy(&output.stderr);
    let report: serde_json::Value = serde_json::from_str(report.trim())
        .with_context(|| format!("the program made no report:\n{log}"))?;
    if report["expanded"] != nodes {
        bail!("the search made {} expansions, not {nodes}: choose fewer", report["expanded"]);
    }
    references(&log).with_context(|| format!("valgrind told no count:\n{log}"))
}

/// The count in a line such as `==12== I   refs:      1,234,567`.
fn references(log: &str) -> Option<u64> {
    let line = log.lines().find(|line| line.contains("I") && line.contains("refs:"))?;
    line.rsplit_once(':')?.1.trim().replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read_from_the_log() {
        let log = "==12== Cachegrind, a profiler\n==12== \n==12== I   refs:      1,234,567\n";
        assert_eq!(references(log), Some(1_234_567));
        assert_eq!(references("==12== Cachegrind, a profiler\n"), None);
    }
}
