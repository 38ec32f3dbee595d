//! Runs the program on one level and measures the process.
//!
//! The crate `wait4` is what the measuring takes: the system hands over CPU time and peak
//! resident size of exactly the process that is waited for, without a race. Reading `/proc` while
//! the process runs misses the peak, the `time` program is not always installed, and the standard
//! library throws the numbers away. It needs no unsafe code here and works on all three systems.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use wait4::{ResUse, Wait4};

use crate::flags::BenchFlags;

use super::claims::Interval;
use super::collections::LevelFile;
use super::record::{LevelVerdict, Record};

/// What a process may take beyond its time limit before it counts as hung: reading a large file,
/// building tables, and giving memory back take time of their own.
const GRACE: Duration = Duration::from_secs(60);

/// How often a running process is looked at. The measured times do not depend on it.
const POLL: Duration = Duration::from_millis(2);

/// The solver program with the options of this run.
#[derive(Debug)]
pub(crate) struct Program {
    path: PathBuf,
    options: Vec<String>,
    patience: Duration,
}

/// The fields of the program's report that a record keeps.
#[derive(Debug, Deserialize)]
struct Report {
    level: u32,
    verdict: String,
    #[serde(default)]
    objective: String,
    #[serde(default)]
    optimal_for: Vec<String>,
    pushes: Option<u64>,
    moves: Option<u64>,
    lower_bound: Option<u64>,
    stopped_by: Option<String>,
    expanded: Option<u64>,
    generated: Option<u64>,
    peak_states: Option<u64>,
    base_bytes: Option<u64>,
    peak_bytes: Option<u64>,
    seconds: Option<f64>,
}

impl Program {
    /// The program at `path`, limited as the flags say.
    pub(crate) fn new(path: PathBuf, flags: &BenchFlags) -> Self {
        let mut options = vec!["--time".to_owned(), flags.time.text.clone()];
        if let Some(nodes) = flags.nodes {
            options.extend(["--nodes".to_owned(), nodes.to_string()]);
        }
        if let Some(memory) = &flags.memory {
            options.extend(["--memory".to_owned(), memory.clone()]);
        }
        options.extend(["--threads".to_owned(), flags.threads.to_string()]);
        options.extend(flags.solve_options.iter().cloned());
        let patience = Duration::from_secs_f64(flags.time.seconds) + GRACE;
        Self { path, options, patience }
    }

    /// The options that every level gets.
    pub(crate) fn options(&self) -> &[String] {
        &self.options
    }

    /// The numbers of the levels in a file, as the program counts them.
    ///
    /// This program reads no level text of its own: a search of one node makes the solver name
    /// every level of the file.
    ///
    /// # Errors
    ///
    /// The program cannot be run or prints no report for a level.
    pub(crate) fn list_levels(&self, file: &Path) -> Result<Vec<u32>> {
        let mut command = self.command(file);
        command.args(["--nodes", "1", "--heuristic", "zero", "--threads", "1"]);
        let (output, usage) = run_measured(command, GRACE)?;
        let reports = parse(&output).with_context(|| {
            format!("cannot list the levels of {} ({})", file.display(), usage.status)
        })?;
        if reports.is_empty() {
            bail!("the program finds no level in {} ({})", file.display(), usage.status);
        }
        Ok(reports.iter().map(|report| report.level).collect())
    }

    /// Solves one level in a process of its own.
    ///
    /// # Errors
    ///
    /// The process cannot be started. One that crashes, hangs or prints no report gives a record
    /// with the verdict `Failed` instead.
    pub(crate) fn solve(&self, file: &LevelFile, level: u32) -> Result<Record> {
        let mut command = self.command(&file.path);
        command.args(["--level", &level.to_string()]).args(&self.options);
        let (output, usage) = run_measured(command, self.patience)?;
        let report = parse(&output).ok().and_then(|mut reports| reports.pop());
        Ok(record(file, level, report, &usage))
    }

    fn command(&self, file: &Path) -> Command {
        let mut command = Command::new(&self.path);
        command.arg("solve").arg(file).args(["--format", "json", "--no-progress"]);
        command
    }
}

fn parse(output: &str) -> Result<Vec<Report>> {
    let lines = output.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| serde_json::from_str(line).context("not a report of a level")).collect()
}

/// Puts a report and the measured use together.
fn record(file: &LevelFile, level: u32, report: Option<Report>, usage: &ResUse) -> Record {
    let failed = |report: &Report| report.verdict.parse().unwrap_or(LevelVerdict::Failed);
    let verdict = report.as_ref().map_or(LevelVerdict::Failed, failed);
    let report = report.unwrap_or_else(|| Report {
        level,
        verdict: String::new(),
        objective: String::new(),
        optimal_for: Vec::new(),
        pushes: None,
        moves: None,
        lower_bound: None,
        stopped_by: None,
        expanded: None,
        generated: None,
        peak_states: None,
        base_bytes: None,
        peak_bytes: None,
        seconds: None,
    });
    Record {
        collection: file.collection.clone(),
        file: file.name.clone(),
        level,
        verdict,
        objective: report.objective,
        optimal_for: report.optimal_for,
        pushes: report.pushes,
        moves: report.moves,
        lower_bound: report.lower_bound,
        stopped_by: report.stopped_by,
        expanded: report.expanded,
        generated: report.generated,
        peak_states: report.peak_states,
        base_bytes: report.base_bytes,
        peak_bytes: report.peak_bytes,
        resident_bytes: usage.rusage.maxrss,
        seconds: report.seconds,
        cpu_seconds: (usage.rusage.utime + usage.rusage.stime).as_secs_f64(),
        exit_code: usage.status.code(),
        known: Interval::default(),
    }
}

/// Runs a command to its end, or kills it after `patience`, and returns its standard output.
fn run_measured(mut command: Command, patience: Duration) -> Result<(String, ResUse)> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let mut child = command.spawn().with_context(|| format!("cannot run {command:?}"))?;
    let mut pipe = child.stdout.take().context("the output was not captured")?;
    // A thread drains the pipe: a process whose report fills it would never end.
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).map(|_| bytes)
    });
    let usage = wait(child, patience)?;
    let bytes = reader.join().ok().context("the reading thread ended early")??;
    Ok((String::from_utf8_lossy(&bytes).into_owned(), usage))
}

fn wait(mut child: Child, patience: Duration) -> Result<ResUse> {
    let start = Instant::now();
    while start.elapsed() < patience {
        if let Some(usage) = child.try_wait4()? {
            return Ok(usage);
        }
        thread::sleep(POLL);
    }
    child.kill()?;
    Ok(child.wait4()?)
}

#[cfg(unix)]
#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::flags::{Flags, Task};
    use clap::Parser;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    /// A stand-in for the program, written in shell.
    pub(crate) fn program(folder: &Path, script: &str) -> Program {
        let path = folder.join("sokoban");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        // Another test that starts a process at this moment holds the script open for writing a
        // little longer, and the system then refuses to run it.
        while let Err(error) = Command::new(&path).stdout(Stdio::null()).status() {
            assert_eq!(error.kind(), std::io::ErrorKind::ExecutableFileBusy);
            thread::sleep(POLL);
        }
        let arguments = ["xtask", "bench-suite", "--nodes", "7", "--", "--algorithm", "ida"];
        let Task::BenchSuite(flags) = Flags::parse_from(arguments).task else {
            unreachable!("the arguments name bench-suite");
        };
        Program::new(path, &flags)
    }

    fn file() -> LevelFile {
        LevelFile { path: "a.xsb".into(), name: "a".into(), collection: "a".into() }
    }

    #[test]
    fn a_report_becomes_a_record() {
        let folder = tempfile::tempdir().unwrap();
        let script = r#"case "$*" in
            "solve a.xsb --format json --no-progress --level 3 --time 10s --nodes 7 --threads 1 --algorithm ida") ;;
            *) exit 9 ;;
        esac
        echo '{"schema":1,"level":3,"verdict":"solved","objective":"pushes","optimal_for":["pushes"],"pushes":8,"moves":33,"lower_bound":8,"expanded":40,"stopped_by":null,"later":[]}'"#;
        let record = program(folder.path(), script).solve(&file(), 3).unwrap();
        assert_eq!(record.verdict, LevelVerdict::Solved);
        assert_eq!((record.pushes, record.moves, record.expanded), (Some(8), Some(33), Some(40)));
        assert_eq!(record.exit_code, Some(0));
        assert!(record.is_proven() && record.failure().is_none());
        if cfg!(target_os = "linux") {
            assert!(record.resident_bytes > 0);
        }
    }

    #[test]
    fn a_crash_is_a_failed_record_and_not_the_end_of_the_run() {
        let folder = tempfile::tempdir().unwrap();
        let record = program(folder.path(), "echo garbage; exit 101").solve(&file(), 1).unwrap();
        assert_eq!(record.verdict, LevelVerdict::Failed);
        assert_eq!(record.failure().unwrap(), "a 1: no report, exit code 101");
    }

    #[test]
    fn a_process_that_hangs_is_killed() {
        let mut command = Command::new("sleep");
        command.arg("600");
        let (_, usage) = run_measured(command, Duration::from_millis(50)).unwrap();
        assert_eq!(usage.status.code(), None);
    }

    #[test]
    fn the_levels_of_a_file_are_those_that_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let script = r#"echo '{"level":1,"verdict":"unknown"}'
            echo '{"level":2,"verdict":"invalid","pushes":null}'
            exit 12"#;
        let program = program(folder.path(), script);
        assert_eq!(program.list_levels(Path::new("a.xsb")).unwrap(), [1, 2]);
    }
}
