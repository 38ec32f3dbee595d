//! `batch --out FILE --resume`: what FILE holds is kept, whatever happened to the run before.

use std::fs::{self, File};
use std::thread;
use std::time::{Duration, Instant};

use crate::batch::{corridor, hall};
use crate::session::{CORRIDOR, INVALID, Session, UNSOLVABLE};

/// Levels that take some milliseconds each, and some that take none.
fn levels() -> Session {
    let mut levels: Vec<String> = (5..15).flat_map(|size| [hall(size), corridor(size)]).collect();
    levels.extend([INVALID, UNSOLVABLE, CORRIDOR].map(str::to_owned));
    levels.extend((5..15).map(hall));
    let levels: Vec<&str> = levels.iter().map(String::as_str).collect();
    Session::new(&levels)
}

const OPTIONS: &str = "--no-timing --actions udlr --heuristic zero --algorithm astar";

fn sorted(session: &Session, name: &str) -> Vec<String> {
    let text = fs::read_to_string(session.path(name)).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort_unstable();
    lines
}

/// Numbers that look random and are the same in every run (Steele & Vigna's SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }
}

/// Starts a run and kills it once its file has `bytes`; whether that came before its end.
fn killed(session: &Session, words: &str, name: &str, bytes: u64) -> bool {
    let mut child = session.command(words).stderr(std::process::Stdio::null()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let length = fs::metadata(session.path(name)).map_or(0, |metadata| metadata.len());
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            return false;
        }
        if length >= bytes || Instant::now() > deadline {
            // Without notice: on Unix this is SIGKILL.
            child.kill().unwrap();
            child.wait().unwrap();
            return true;
        }
        thread::sleep(Duration::from_micros(200));
    }
}

#[test]
fn a_run_killed_at_any_byte_is_taken_up_again() {
    let session = levels();
    let run = session.run(&format!("batch levels.xsb --out whole.jsonl {OPTIONS}"));
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{}", run.stderr);
    let whole = sorted(&session, "whole.jsonl");
    assert_eq!(whole.len(), 33);
    let length = fs::metadata(session.path("whole.jsonl")).unwrap().len();
    let mut random = Random(5);
    let mut kills = 0;
    for round in 0..20 {
        let order = if round % 2 == 0 { "" } else { "--unordered" };
        let threads = 1 + round % 3;
        let words =
            format!("batch levels.xsb --out part.jsonl {order} --threads {threads} {OPTIONS}");
        kills += u32::from(killed(&session, &words, "part.jsonl", random.below(length)));
        // The system writes whole blocks; a machine that goes down may leave any part of them.
        let file = File::options().write(true).open(session.path("part.jsonl")).unwrap();
        let left = random.below(file.metadata().unwrap().len() + 1);
        file.set_len(left).unwrap();
        drop(file);
        if round % 4 == 0 {
            // Killed again, while it goes on.
            killed(&session, &format!("{words} --resume"), "part.jsonl", random.below(length));
        }
        let run = session.run(&format!("{words} --resume"));
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_eq!(sorted(&session, "part.jsonl"), whole, "round {round}");
        fs::remove_file(session.path("part.jsonl")).unwrap();
    }
    assert!(kills >= 5, "only {kills} of 20 runs were killed before their end");
}

#[test]
fn what_is_there_is_not_searched_again() {
    let session = Session::new(&[CORRIDOR, UNSOLVABLE, INVALID]);
    let words = "batch levels.xsb --out labels.jsonl --resume";
    let first = session.run(words);
    assert_eq!(first.code, Some(0), "a file that is not there yet is begun: {}", first.stderr);
    let lines = fs::read(session.path("labels.jsonl")).unwrap();
    let again = session.run(words);
    assert_eq!(fs::read(session.path("labels.jsonl")).unwrap(), lines);
    let row = |line: &str| line.contains("done before") && line.ends_with(" 3 |");
    assert!(again.stderr.lines().any(row), "{}", again.stderr);
    // Without --resume nothing is lost by accident.
    let words = "batch levels.xsb --out labels.jsonl --no-timing";
    let run = session.run(words);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    let told =
        "labels.jsonl holds something already; --resume goes on with it, --force replaces it";
    assert!(run.stderr.contains(told), "{}", run.stderr);
    assert_eq!(fs::read(session.path("labels.jsonl")).unwrap(), lines);
    assert_eq!(session.run(&format!("{words} --force --resume")).code, Some(2));
    let run = session.run(&format!("{words} --force"));
    assert_eq!(run.code, Some(0));
    assert_ne!(fs::read(session.path("labels.jsonl")).unwrap(), lines);
    assert_eq!(sorted(&session, "labels.jsonl").len(), 3);
    // More levels may come.
    session.file("more.xsb", corridor(7).as_bytes());
    let run = session.run("batch more.xsb levels.xsb --out labels.jsonl --no-timing --resume");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let lines = sorted(&session, "labels.jsonl");
    assert_eq!(lines.len(), 4);
    assert!(lines.iter().any(|line| line.contains("more.xsb")));
}

#[test]
fn duplicates_of_levels_that_were_done_before_are_labelled_as_ever() {
    let session = Session::new(&[&hall(7), CORRIDOR, &hall(7), &hall(7), CORRIDOR]);
    let words = "batch levels.xsb --dedupe --no-timing --out labels.jsonl --resume --threads 1";
    assert_eq!(session.run(words).code, Some(0));
    let whole = fs::read_to_string(session.path("labels.jsonl")).unwrap();
    for kept in 0..5 {
        let part: String = whole.split_inclusive('\n').take(kept).collect();
        session.file("labels.jsonl", part.as_bytes());
        let run = session.run(words);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_eq!(fs::read_to_string(session.path("labels.jsonl")).unwrap(), whole, "{kept}");
    }
}

#[test]
fn a_file_of_other_options_or_levels_is_refused_and_left_alone() {
    let session = Session::new(&[CORRIDOR, UNSOLVABLE]);
    let words = "batch levels.xsb --out labels.jsonl --resume";
    assert_eq!(session.run(&format!("{words} --time 3s")).code, Some(0));
    let refused = |words: &str, expected: &str| {
        let before = fs::read(session.path("labels.jsonl")).unwrap();
        let run = session.run(words);
        assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{}", run.stderr);
        assert!(run.stderr.contains(expected), "{}", run.stderr);
        assert_eq!(fs::read(session.path("labels.jsonl")).unwrap(), before);
    };
    let made = "cannot resume: labels.jsonl was made with '--time 3s', not with ";
    refused(words, &format!("{made}the default options"));
    refused(&format!("{words} --time 3s --actions udlr"), &format!("{made}'--actions udlr"));
    refused(&format!("{words} --time 3s --nodes 5"), made);
    let same = format!("{words} --time 3s --threads 2 --unordered --no-progress --heuristic auto");
    assert_eq!(session.run(&same).code, Some(0), "what is the default, or no matter, may differ");
    session.file("levels.xsb", [CORRIDOR, CORRIDOR].join("\n").as_bytes());
    let changed = "level 2 of levels.xsb is not the one that was written of";
    refused(&format!("{words} --time 3s"), changed);
    session.file("levels.xsb", [CORRIDOR, INVALID].join("\n").as_bytes());
    refused(&format!("{words} --time 3s"), changed);
    let line = "line 1 of labels.jsonl was not written by 'sokoban batch --out'";
    for text in ["hello\n", "{}\n", "[1]\n{}", "\n", "\u{0}\u{0}\n"] {
        session.file("labels.jsonl", text.as_bytes());
        refused(words, line);
    }
    session.folder("shelf");
    let run = session.run("batch levels.xsb --out shelf --resume");
    assert_eq!(run.code, Some(3), "{}", run.stderr);
}

#[test]
fn a_torn_first_line_is_nothing() {
    let session = Session::new(&[CORRIDOR]);
    for text in ["", "{", "{\"schema\":1,\"fi"] {
        session.file("labels.jsonl", text.as_bytes());
        let run = session.run("batch levels.xsb --out labels.jsonl --resume");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_eq!(sorted(&session, "labels.jsonl").len(), 1);
    }
    // What is not the beginning of a line of ours is somebody's.
    for text in ["anything without an end", "{}", "{\"schema\":2,"] {
        session.file("labels.jsonl", text.as_bytes());
        let run = session.run("batch levels.xsb --out labels.jsonl --resume");
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert_eq!(fs::read_to_string(session.path("labels.jsonl")).unwrap(), text);
    }
}

#[test]
fn two_runs_do_not_write_one_file() {
    let session = Session::new(&[CORRIDOR]);
    session.file("labels.jsonl", b"");
    let file = File::options().write(true).open(session.path("labels.jsonl")).unwrap();
    file.lock().unwrap();
    for words in ["", "--resume"] {
        let run = session.run(&format!("batch levels.xsb --out labels.jsonl {words}"));
        assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{}", run.stderr);
        assert!(run.stderr.contains("labels.jsonl is written by another process"));
    }
    file.unlock().unwrap();
    assert_eq!(session.run("batch levels.xsb --out labels.jsonl").code, Some(0));
}
