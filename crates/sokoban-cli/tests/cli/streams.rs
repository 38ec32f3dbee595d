//! Closed pipes, full disks and Ctrl-C.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::session::{CORRIDOR, ROOM, Run, Session, UNSOLVABLE};

#[test]
fn a_closed_pipe_ends_quietly() {
    let session = Session::new(&[]);
    let commands =
        ["solve -", "solve - --format json", "solve - --format lurd", "check -", "batch -"];
    for words in commands {
        let mut command = session.command(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // The program waits for its input, so the pipe is closed before anything is written.
        drop(child.stdout.take());
        let levels = format!("{CORRIDOR}\n{UNSOLVABLE}");
        child.stdin.take().unwrap().write_all(levels.as_bytes()).unwrap();
        let run: Run = child.wait_with_output().unwrap().into();
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{words}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let session = Session::new(&[CORRIDOR]);
    for words in [
        "solve levels.xsb",
        "solve levels.xsb --format json",
        "check levels.xsb",
        "verify levels.xsb --solution rRR",
        "--help",
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let run: Run = session.command(words).stdout(full).output().unwrap().into();
        assert_eq!(run.code, Some(3), "{words}");
        let expected = "error: cannot write to standard output: No space left on device";
        assert!(run.stderr.starts_with(expected), "{words}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{words}");
    }
}

/// Ctrl-C in the second of three levels.
fn interrupted(options: &str) -> Run {
    let session = Session::new(&[CORRIDOR, ROOM, CORRIDOR]);
    let words = format!("solve levels.xsb {options}");
    let mut command = session.command(&words);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut stdout = String::new();
    // With the first line there, the signal is handled; a little later the second level runs.
    reader.read_line(&mut stdout).unwrap();
    thread::sleep(Duration::from_millis(300));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    reader.read_to_string(&mut stdout).unwrap();
    let output = child.wait_with_output().unwrap();
    Run { stdout, ..output.into() }
}

#[test]
fn an_interrupt_keeps_what_was_done_and_is_130() {
    let run = interrupted("--heuristic zero --finder off --format json");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    let lines = run.json();
    assert_eq!(lines.len(), 2, "the third level is not tried");
    assert_eq!(lines[0]["verdict"], "solved");
    assert_eq!(lines[1]["verdict"], "unknown");
    assert_eq!(lines[1]["stopped_by"], "cancelled");
    assert!(lines[1]["lower_bound"].is_u64());
}

#[test]
fn an_interrupt_prints_the_summary() {
    let run = interrupted("--heuristic zero --finder off");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    assert!(run.stdout.contains("unknown: interrupted; lower bound "), "{}", run.stdout);
    for row in [["levels", "2"], ["not tried", "1"], ["solved", "1"], ["unknown", "1"]] {
        let has_row =
            |line: &str| line.contains(row[0]) && line.ends_with(&format!(" {} |", row[1]));
        assert!(run.stdout.lines().any(has_row), "{row:?}: {}", run.stdout);
    }
}

#[test]
fn an_interrupt_keeps_the_labels_that_were_done_and_says_how_to_go_on() {
    let session = Session::new(&[CORRIDOR, ROOM, CORRIDOR]);
    let words =
        "batch levels.xsb --heuristic zero --finder off --time none --threads 1 --out out.jsonl";
    let mut command = session.command(words);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let is_written = || std::fs::read(session.path("out.jsonl")).is_ok_and(|text| !text.is_empty());
    let start = Instant::now();
    while !is_written() {
        assert!(start.elapsed() < Duration::from_secs(60), "the first level has no line");
        thread::sleep(Duration::from_millis(10));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!((run.code, run.stdout.as_str()), (Some(130), ""));
    let hint = "out.jsonl keeps what was done; the same with --resume goes on\n";
    assert!(run.stderr.ends_with(hint), "{}", run.stderr);
    // The level that was cut short has no line, and the one behind it was not begun.
    let labels = std::fs::read_to_string(session.path("out.jsonl")).unwrap();
    assert_eq!(labels.lines().count(), 1, "{labels}");
}

#[test]
fn an_interrupt_keeps_the_pages_that_were_drawn() {
    let session = Session::new(&[CORRIDOR; 400]);
    let words = "render levels.xsb --sheet --png page.png --per-page 1 --scale 64";
    let mut command = session.command(words);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while !session.path("page-001.png").exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "there is no first page");
        thread::sleep(Duration::from_millis(1));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    let entries = std::fs::read_dir(session.path(".")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let pages: Vec<String> = names.filter(|name| name != "levels.xsb").collect();
    assert!(pages.len() < 400, "the others are not drawn");
    assert!(pages.iter().all(|name| name.ends_with(".png")), "each is whole: {pages:?}");
}

#[test]
fn an_interrupt_keeps_the_comparisons_that_were_done() {
    let run = interrupted("--compare --format json");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    let lines = run.json();
    let (last, done) = lines.split_last().unwrap();
    assert!(done.len() > 50 && done.iter().all(|line| line["level"] == 1), "{}", done.len());
    assert_eq!((&last["level"], &last["stopped_by"]), (&2.into(), &"cancelled".into()));
    let run = interrupted("--compare");
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    assert!(run.stdout.contains("| astar       forward     zero        unknown, cancelled "));
    assert!(run.stdout.ends_with("interrupted; runs begun: 1\n"), "{}", run.stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_a_batch_with_one_line() {
    let session = Session::new(&[CORRIDOR; 200]);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let run: Run = session.command("batch levels.xsb").stdout(full).output().unwrap().into();
    assert_eq!((run.code, run.stderr.lines().count()), (Some(3), 1), "{}", run.stderr);
    let told = "error: cannot write to standard output: No space left on device";
    assert!(run.stderr.starts_with(told), "{}", run.stderr);
    let run = session.run("batch levels.xsb --out /dev/full");
    assert_eq!((run.code, run.stderr.lines().count()), (Some(3), 1), "{}", run.stderr);
    let told = "error: cannot write /dev/full: No space left on device";
    assert!(run.stderr.starts_with(told), "{}", run.stderr);
    let run = session.run("batch levels.xsb --out /dev/full --resume");
    assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{}", run.stderr);
}

#[test]
fn an_interrupt_keeps_the_labels_that_were_done() {
    let session = Session::new(&[CORRIDOR, ROOM, UNSOLVABLE, ROOM, CORRIDOR]);
    let words =
        "batch levels.xsb --threads 2 --heuristic zero --finder off --time none --out labels";
    let mut child = session.command(words).stderr(Stdio::piped()).spawn().unwrap();
    let first =
        || std::fs::read_to_string(session.path("labels")).is_ok_and(|text| !text.is_empty());
    while !first() {
        assert!(child.try_wait().unwrap().is_none());
        thread::sleep(Duration::from_millis(10));
    }
    // Both threads are soon in a room; the line of level 3 waits for that of level 2.
    thread::sleep(Duration::from_millis(500));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!(run.code, Some(130), "{}", run.stderr);
    let text = std::fs::read_to_string(session.path("labels")).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let done: Vec<_> = lines.iter().map(|line| line["level"].as_u64().unwrap()).collect();
    assert_eq!(done, [1, 3], "levels that were given up have no line");
    assert!(run.stderr.contains("| levels "), "{}", run.stderr);
}
