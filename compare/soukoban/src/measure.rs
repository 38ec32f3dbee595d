//! Runs one child process against a wall-clock limit and measures its CPU time.

use std::io::Read as _;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use nix::sys::resource::{Usage, UsageWho, getrusage};
use nix::sys::time::TimeVal;

use crate::level_file::Board;
use crate::outcome::CpuTime;

/// How often a running child is looked at; this bounds how late a limit can be noticed.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// How long the text of an ended child may still be on its way.
const DRAIN_TIME: Duration = Duration::from_secs(1);

/// What every level of a run has in common.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run<'a> {
    /// The collection, as both child programs read it.
    pub(crate) file: &'a Path,
    /// Its boards, for the replay.
    pub(crate) boards: &'a [Board],
    /// The wall-clock limit per level.
    pub(crate) time: Duration,
}

impl Run<'_> {
    /// The board of a level number, counted from 1 and known to exist.
    pub(crate) fn board(&self, number: usize) -> &Board {
        &self.boards[number - 1]
    }
}

/// A child process that has ended, by itself or by the limit.
#[derive(Debug)]
pub(crate) struct Ended {
    /// How it ended; `None` when the limit ended it.
    pub(crate) status: Option<ExitStatus>,
    /// What it wrote to standard output.
    pub(crate) stdout: String,
    /// Its CPU time, with that of processes it waited for.
    pub(crate) cpu: CpuTime,
}

/// Runs `command` to its end or to the limit, whichever comes first.
///
/// The CPU time is the growth of this process's total over all children, which is the child's
/// own as long as no two children run at once: callers run them one by one.
///
/// # Errors
///
/// The program cannot be started or waited for.
pub(crate) fn run_child(command: &mut Command, limit: Duration) -> anyhow::Result<Ended> {
    let before = children_cpu_time()?;
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {}", command.get_program().display()))?;

    // Read on a thread of its own: a full pipe would stop the child, and a grandchild that
    // outlives the child may keep the pipe open forever.
    let mut pipe = child
        .stdout
        .take()
        .expect("standard output was asked to be piped");
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let outcome = pipe.read_to_end(&mut bytes).map(|_| bytes);
        // Nobody listens any more when the child was stopped; its text is then of no use.
        let _ = sender.send(outcome);
    });

    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if start.elapsed() >= limit {
            child.kill()?;
            child.wait()?;
            break None;
        }
        thread::sleep(POLL_INTERVAL);
    };
    let after = children_cpu_time()?;

    let stdout = match status {
        Some(_) => receiver
            .recv_timeout(DRAIN_TIME)
            .context("the child's output never ended")??,
        None => Vec::new(),
    };
    Ok(Ended {
        status,
        stdout: String::from_utf8_lossy(&stdout).into_owned(),
        cpu: CpuTime {
            user: after.user - before.user,
            system: after.system - before.system,
        },
    })
}

/// The largest resident set of any child so far, in the kernel's unit: KiB on Linux, bytes on
/// macOS.
///
/// # Errors
///
/// The kernel refuses to tell.
pub(crate) fn largest_child() -> anyhow::Result<i64> {
    Ok(children_usage()?.max_rss())
}

fn children_usage() -> anyhow::Result<Usage> {
    getrusage(UsageWho::RUSAGE_CHILDREN).context("cannot read the CPU time of child processes")
}

fn children_cpu_time() -> anyhow::Result<CpuTime> {
    let usage = children_usage()?;
    Ok(CpuTime {
        user: duration(usage.user_time()),
        system: duration(usage.system_time()),
    })
}

fn duration(time: TimeVal) -> Duration {
    let seconds = u64::try_from(time.tv_sec()).expect("CPU time is never negative");
    let micros = u64::try_from(time.tv_usec()).expect("CPU time is never negative");
    Duration::from_secs(seconds) + Duration::from_micros(micros)
}
