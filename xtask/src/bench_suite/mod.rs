//! Solves collections level by level and keeps the effort in a record.
//!
//! Every level gets a process of its own: its memory and time are then measured by the operating
//! system, and a crash costs one level, not the run.

mod claims;
mod collections;
mod comparison;
mod known;
mod measure;
mod readable;
mod record;
mod record_file;
mod summary;

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::Verdict;
use crate::cargo;
use crate::environment::Environment;
use crate::flags::{BenchFlags, LevelRanges};

use self::collections::{LevelFile, level_files};
use self::comparison::Comparison;
use self::known::Known;
use self::measure::Program;
use self::readable::ReadableFile;
use self::record::Record;
use self::record_file::RecordFile;

/// Where the published collections lie, seen from the root.
const PUBLISHED: &str = "../shared/levels";

/// Runs the task. The verdict is `Findings` when a proven value contradicts a known one or the
/// compared record, when a process crashed, or when a level was lost and that is denied.
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
    let run = Run { program, known, limit: flags.levels.as_ref() };
    let records = run.measure(&files, (&path, &head), out)?;

    let mut errors = Vec::new();
    for record in &records {
        errors.extend(record.failure());
        errors.extend(run.known.contradictions(record));
    }
    let comparison = old.map(|old| Comparison::new(old.into_records(), &records));
    if let Some(comparison) = &comparison {
        errors.extend(comparison.contradictions.clone());
        if flags.deny_loss {
            errors.extend(comparison.losses());
        }
    }

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

/// What is run, and what its values are held to.
struct Run<'f> {
    program: Program,
    known: Known,
    limit: Option<&'f LevelRanges>,
}

impl Run<'_> {
    /// Solves the levels of all files, each row written to the record at `path` and to the readable
    /// table beside it as it comes, so that a run that is interrupted keeps what was done.
    fn measure(
        &self,
        files: &[LevelFile],
        (path, head): (&Path, &[(&str, String)]),
        out: &mut dyn Write,
    ) -> Result<Vec<Record>> {
        let mut record_file = RecordFile::create(path, head)?;
        let mut readable = ReadableFile::create(path, head)?;
        for level_file in files {
            let levels = self.program.list_levels(&level_file.path)?;
            let is_chosen = |level: &u32| self.limit.is_none_or(|range| range.contains(*level));
            for level in levels.into_iter().filter(is_chosen) {
                let known = self.known.pushes(&level_file.name, level);
                let record = Record { known, ..self.program.solve(level_file, level)? };
                writeln!(out, "{record}")?;
                // Nobody should have to wait for the end of the run to hear of these.
                print_errors(&self.known.contradictions(&record), out)?;
                readable.add(&record)?;
                record_file.add(record)?;
            }
        }
        Ok(record_file.into_records())
    }
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

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    /// Two levels a file; the second file is none of the solver's.
    const SCRIPT: &str = r#"case "$*" in
        *none.xsb*) exit 3 ;;
        *"--nodes 1 "*) echo '{"level":1,"verdict":"unknown"}'; echo '{"level":2,"verdict":"unknown"}' ;;
        *"--level 1"*) echo '{"level":1,"verdict":"solved","objective":"pushes","optimal_for":["pushes"],"pushes":8,"moves":33,"lower_bound":8,"expanded":40,"peak_states":10,"base_bytes":50,"peak_bytes":300,"seconds":1.5}' ;;
        *"--level 2"*) echo '{"level":2,"verdict":"unknown","objective":"pushes","lower_bound":20,"stopped_by":"time","expanded":7}'; exit 12 ;;
    esac"#;

    fn measured(bounds: &str, files: &[&str]) -> (Result<Vec<Record>>, [String; 3]) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("bounds.tsv"), bounds).unwrap();
        let run = Run {
            program: measure::tests::program(folder.path(), SCRIPT),
            known: Known::read(folder.path(), folder.path()).unwrap(),
            limit: None,
        };
        let file = |name: &&str| LevelFile {
            path: name.into(),
            name: name.trim_end_matches(".xsb").to_owned(),
            collection: "test".to_owned(),
        };
        let files: Vec<LevelFile> = files.iter().map(file).collect();
        let path = folder.path().join("run.csv");
        let mut out = Vec::new();
        let records = run.measure(&files, (&path, &[]), &mut out);
        let read = |path: &Path| fs::read_to_string(path).unwrap();
        let texts =
            [String::from_utf8(out).unwrap(), read(&path), read(&path.with_extension("md"))];
        (records, texts)
    }

    #[test]
    fn a_run_writes_both_tables_with_what_is_known() {
        let bounds = "collection\tlevel\tmetric\tlower\tupper\na\t1\tpushes\t8\t8\n\
                      a\t2\tpushes\t17\t33\n";
        let (records, [out, record, readable]) = measured(bounds, &["a.xsb"]);
        assert_eq!(records.unwrap().len(), 2);
        assert!(!out.contains("ERROR"), "{out}");
        assert!(record.contains("\ntest,a,2,unknown,pushes,,,,20,17,33,time,7,"), "{record}");
        assert!(readable.contains("| a 1 | proven | 8 | 8 | 8 | 40 | 25.0 | 1.50 |"), "{readable}");
        assert!(readable.ends_with("| a 2 | unknown (time) | - | 20 | 33 | 7 | - | - |\n"));
    }

    #[test]
    fn a_value_outside_what_is_known_is_told_at_once() {
        let bounds = "collection\tlevel\tmetric\tlower\tupper\na\t1\tpushes\t9\t10\n";
        let (_, [out, ..]) = measured(bounds, &["a.xsb"]);
        let lines: Vec<&str> = out.lines().collect();
        assert!(lines[1].starts_with("ERROR a 1: pushes exactly 8, yet known"), "{out}");
        assert!(lines[2].starts_with("a 2"), "{out}");
    }

    #[test]
    fn a_run_that_breaks_off_keeps_what_was_done() {
        let (records, [_, record, readable]) = measured("head\n", &["a.xsb", "none.xsb"]);
        assert!(records.is_err());
        assert_eq!(record.lines().count(), 3, "{record}");
        assert!(readable.contains("| a 2 |"), "{readable}");
    }
}
