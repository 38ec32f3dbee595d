//! Where and with what a record was made: processor, compiler, revision, date.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

/// The lines at the head of a record that tell one run from another.
#[derive(Clone, Debug)]
pub(crate) struct Environment {
    /// Processor model, or `unknown`.
    pub(crate) processor: String,
    /// Threads that the system offers.
    pub(crate) cores: usize,
    /// First line of `rustc --version`.
    pub(crate) rustc: String,
    /// Short git revision, with `-modified` when the checkout differs from it.
    pub(crate) revision: String,
    /// Day of the run in universal time, as `2026-01-31`.
    pub(crate) date: String,
}

impl Environment {
    /// Asks the system; what it cannot tell reads `unknown`.
    pub(crate) fn detect(root: &Path) -> Self {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
        Self {
            processor: processor().unwrap_or_else(unknown),
            cores: thread::available_parallelism().map_or(1, usize::from),
            rustc: output(root, "rustc", &["--version"]).unwrap_or_else(unknown),
            revision: revision(root).unwrap_or_else(unknown),
            date: date_of(seconds),
        }
    }
}

fn unknown() -> String {
    "unknown".to_owned()
}

fn processor() -> Option<String> {
    if let Ok(text) = fs::read_to_string("/proc/cpuinfo") {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        return Some(line.split_once(':')?.1.trim().to_owned());
    }
    output(Path::new("."), "sysctl", &["-n", "machdep.cpu.brand_string"])
        .or_else(|| std::env::var("PROCESSOR_IDENTIFIER").ok())
}

fn revision(root: &Path) -> Option<String> {
    let revision = output(root, "git", &["rev-parse", "--short", "HEAD"])?;
    let changes = output(root, "git", &["status", "--porcelain"])?;
    Some(if changes.is_empty() { revision } else { format!("{revision}-modified") })
}

/// Trimmed standard output of a program that succeeds.
fn output(folder: &Path, program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).current_dir(folder).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The day in universal time that lies `seconds` after the start of 1970.
fn date_of(seconds: u64) -> String {
    let mut days = seconds / 86_400;
    let mut year = 1970;
    while days >= days_in_year(year) {
        days -= days_in_year(year);
        year += 1;
    }
    let mut month = 1;
    while days >= days_in_month(year, month) {
        days -= days_in_month(year, month);
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", days + 1)
}

fn is_leap_year(year: u64) -> bool {
    (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400)
}

fn days_in_year(year: u64) -> u64 {
    if is_leap_year(year) { 366 } else { 365 }
}

fn days_in_month(year: u64, month: u64) -> u64 {
    match month {
        2 if is_leap_year(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_the_calendar() {
        assert_eq!(date_of(0), "1970-01-01");
        assert_eq!(date_of(951_782_400), "2000-02-29");
        assert_eq!(date_of(951_868_800), "2000-03-01");
        assert_eq!(date_of(1_767_225_599), "2025-12-31");
        assert_eq!(date_of(1_767_225_600), "2026-01-01");
    }

    #[test]
    fn the_environment_is_never_empty() {
        let environment = Environment::detect(Path::new("."));
        assert!(environment.cores >= 1);
        assert!(!environment.processor.is_empty() && !environment.rustc.is_empty());
    }
}
