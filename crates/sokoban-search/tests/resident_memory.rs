//! The search's own account of bytes against what the operating system says.
//!
//! A counting allocator would need `unsafe` code, so a child process runs the search and reads its
//! own peak of resident memory, which Linux keeps. The child is this test's own program.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(clippy::print_stderr, reason = "says plainly what is not tested")]

mod case;
mod room;

use std::env;
use std::fs;
use std::process::Command;

use room::room;
use sokoban_core::DeadlockConfig;
use sokoban_search::{
    Algorithm, HeuristicKind, Limits, Outcome, SmaStage, SolveConfig, StopReason, solve,
};

const MIB: usize = 1 << 20;
const LIMIT: usize = 64 * MIB;
/// Set in the child.
const CHILD: &str = "SOKOBAN_SEARCH_MEMORY_CHILD";

/// The peak of this process's resident memory in bytes, or none where nobody keeps it.
fn peak_resident() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok().map(|kib: usize| kib * 1024)
}

#[test]
fn resident_memory_stays_near_the_limit() {
    in_a_child("resident_memory_stays_near_the_limit", fill_memory);
}

#[test]
fn resident_memory_stays_near_the_limit_when_the_search_goes_on() {
    in_a_child("resident_memory_stays_near_the_limit_when_the_search_goes_on", go_on);
}

#[test]
fn resident_memory_of_both_stages_stays_near_the_limit() {
    in_a_child("resident_memory_of_both_stages_stays_near_the_limit", pass_through_both_stages);
}

/// Runs `body`, which gets the peak so far, in a process that runs nothing but the test `name`.
fn in_a_child(name: &str, body: fn(usize)) {
    let Some(before) = peak_resident() else {
        eprintln!("no peak of resident memory is kept here: nothing is tested");
        return;
    };
    if env::var_os(CHILD).is_some() {
        return body(before);
    }
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", name])
        .env(CHILD, "1")
        .output()
        .unwrap();
    let said = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (said(&output.stdout), said(&output.stderr));
    assert!(stdout.contains("1 passed"), "{stdout}");
    assert!(output.status.success(), "{stdout}{stderr}");
}

/// What the child does: searches until its memory is full, and judges itself.
fn fill_memory(before: usize) {
    let case = room(22, 22, 18, 4);
    let config = SolveConfig {
        heuristic: HeuristicKind::Zero,
        deadlocks: DeadlockConfig::NONE,
        ..SolveConfig::default()
    };
    let limits = Limits { bytes: Some(LIMIT), ..Limits::default() };
    let report = solve(&case.board, &config, &limits, &mut ()).expect("the choices go together");
    let after = peak_resident().expect("it was kept a moment ago");
    assert!(!case.judge(&report));
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Memory));
    // The account is of what is really there, and the limit is used.
    let percent = LIMIT / 100;
    let booked = report.stats.peak_bytes;
    assert!((98 * percent..=LIMIT).contains(&booked), "{booked} bytes booked");
    let resident = after - before;
    assert!((95 * percent..=105 * percent).contains(&resident), "{resident} bytes resident");
}

/// Both fronts until memory is full, and the deepening after them, which has the same memory.
fn go_on(before: usize) {
    let case = room(22, 22, 18, 4);
    let config = SolveConfig {
        heuristic: HeuristicKind::Zero,
        deadlocks: DeadlockConfig::NONE,
        ..SolveConfig::default()
    };
    let limit = LIMIT / 2;
    let limits = Limits { bytes: Some(limit), nodes: Some(1_500_000), ..Limits::default() };
    let report = solve(&case.board, &config, &limits, &mut ()).expect("the choices go together");
    let after = peak_resident().expect("it was kept a moment ago");
    assert!(!case.judge(&report));
    assert_eq!(report.algorithm, Algorithm::Ida, "{report:?}");
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Nodes));
    let percent = limit / 100;
    let booked = report.stats.peak_bytes;
    assert!((98 * percent..=limit).contains(&booked), "{booked} bytes booked");
    // Two pieces of code after one another touch a little more.
    let resident = after - before;
    assert!((90 * percent..=110 * percent).contains(&resident), "{resident} bytes resident");
}

/// Memory-bounded search through the switch between its stages, with a table that fills up.
fn pass_through_both_stages(before: usize) {
    let case = room(22, 22, 18, 4);
    let config = SolveConfig {
        algorithm: Algorithm::Sma,
        heuristic: HeuristicKind::Zero,
        deadlocks: DeadlockConfig::NONE,
        ..SolveConfig::default()
    };
    let limit = 2 * MIB;
    let limits = Limits { bytes: Some(limit), nodes: Some(200_000), ..Limits::default() };
    let report = solve(&case.board, &config, &limits, &mut ()).expect("the choices go together");
    let after = peak_resident().expect("it was kept a moment ago");
    assert!(!case.judge(&report));
    let sma = report.sma.expect("the search tells of its stages");
    assert_eq!(sma.stage, SmaStage::Deepening);
    assert!(sma.expanded_second > 20_000, "{sma:?}");
    let booked = report.stats.peak_bytes;
    assert!((limit / 2..=limit).contains(&booked), "{booked} bytes booked");
    let resident = after - before;
    assert!(resident <= limit + 16 * MIB, "{resident} bytes resident under a limit of {limit}");
}
