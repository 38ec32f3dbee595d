//! Solves collections level by level and keeps the effort in a record.
//!
//! Every level gets a process of its own: its memory and time are then measured by the operating
//! system, and a crash costs one level, not the run.

mod claims;
mod collections;
mod comparison;
mod known;
mod measure;
mod record;
mod summary;

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::Verdict;
use crate::cargo;
use crate::environment::Environment;
use crate::flags::BenchFlags;

use self::collections::{LevelFile, level_files};
use self::comparison::Comparison;
use self::known::Known;
use self::measure::Program;
use self::record::RecordFile;

/// Where the published collections lie, seen from the root.
const PUBLISHED: &str = "../shared/levels";

/// Runs the task. The verdict is `Findings` when a proven value contradicts a known one or the
/// compared record, or when a process crashed.
///
/// # Errors
///
/// The program does not build, or a file cannot be read or written.
pub(crate) fn run(root: &Path, flags: &BenchFlags, out: &mut dyn Write) -> Result<Verdict> {
    let old = flags.compare.as_deref().map(RecordFile::read).transpose()?;
    let files = chosen_files(root, flags, out)?;
    let known = Known::read(root, &root.join(PUBLISHED))?;
    if known.is_empty() {
        writeln!(out, "no known values: neither levels/optimal.csv nor {PUBLISHED}/bounds.tsv")?;
    }
    let build = ["build", "--release", "--package", "sokoban-cli"];
    let program = Program::new(cargo::build_executable(root, &build, "sokoban")?, flags);

    let environment = Environment::detect(root);
    let path = match &flags.out {
        Some(path) => path.clone(),
        None => default_path(root, &environment)?,
    };
    let head = head(&environment, &program);
    let mut file = RecordFile::create(&path, &head)?;
    for level_file in &files {
        run_file(&program, level_file, flags, &mut file, out)?;
    }
    let records = file.into_records();

    let mut errors = Vec::new();
    for record in &records {
        errors.extend(record.failure());
        errors.extend(known.contradictions(record));
    }
    let comparison = old.map(|old| Comparison::new(old.into_records(), &records));
    errors.extend(comparison.iter().flat_map(|comparison| comparison.contradictions.clone()));

    print_errors(&errors, out)?;
    writeln!(out, "{}", summary::table(&records))?;
    if let Some(comparison) = comparison {
        writeln!(out, "{comparison}")?;
    }
    writeln!(out, "record: {}", path.display())?;
    Ok(if errors.is_empty() { Verdict::InOrder } else { Verdict::Findings })
}

/// The files that the flags name, or the default ones, saying plainly which of those are absent.
fn chosen_files(root: &Path, flags: &BenchFlags, out: &mut dyn Write) -> Result<Vec<LevelFile>> {
    let mut paths = flags.paths.clone();
    if paths.is_empty() {
        paths.push(root.join("levels"));
        let published = root.join(PUBLISHED);
        if published.is_dir() {
            paths.push(published);
        } else {
            writeln!(out, "{PUBLISHED} is absent: the published collections are left out")?;
        }
    }
    let files = level_files(&paths)?;
    if files.is_empty() {
        bail!("no *.xsb file among {paths:?}");
    }
    Ok(files)
}

fn run_file(
    program: &Program,
    level_file: &LevelFile,
    flags: &BenchFlags,
    file: &mut RecordFile,
    out: &mut dyn Write,
) -> Result<()> {
    let levels = program.list_levels(&level_file.path)?;
    let chosen = |level: &u32| flags.limit_levels.as_ref().is_none_or(|r| r.contains(*level));
    for level in levels.into_iter().filter(chosen) {
        let record = program.solve(level_file, level)?;
        writeln!(out, "{record}")?;
        file.add(record)?;
    }
    Ok(())
}

/// What distinguishes this run from another, as the record's head lines.
fn head(environment: &Environment, program: &Program) -> Vec<(&'static str, String)> {
    vec![
        ("date", environment.date.clone()),
        ("revision", environment.revision.clone()),
        ("rustc", environment.rustc.clone()),
        ("processor", environment.processor.clone()),
        ("cores", environment.cores.to_string()),
        ("options", program.options().join(" ")),
    ]
}

fn default_path(root: &Path, environment: &Environment) -> Result<PathBuf> {
    let folder = cargo::metadata(root)?.target_directory.join("bench-suite");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {folder}"))?;
    let name = format!("{}-{}.csv", environment.date, environment.revision);
    Ok(folder.join(name).into_std_path_buf())
}

/// Prints contradictions and crashes, in red when a person is looking.
fn print_errors(errors: &[String], out: &mut dyn Write) -> Result<()> {
    let colored = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    for error in errors {
        if colored {
            writeln!(out, "\x1b[31mERROR {error}\x1b[0m")?;
        } else {
            writeln!(out, "ERROR {error}")?;
        }
    }
    Ok(())
}
