//! One case for each exit code that can be provoked; 130 is with the streams, and 1, which takes a
//! bug, is a unit test of the table.

use crate::session::{CORRIDOR, INVALID, ROOM, Session, UNSOLVABLE};

#[test]
fn solved_is_0() {
    let run = Session::new(&[CORRIDOR]).run("solve levels.xsb");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn wrong_usage_is_2() {
    let session = Session::new(&[CORRIDOR]);
    for words in [
        "",
        "solve",
        "solve levels.xsb --sideways",
        "paint levels.xsb",
        "solve levels.xsb --level 0",
        "solve levels.xsb --level 2",
        "solve - -",
        "verify levels.xsb --solution R --strict",
    ] {
        let run = session.run(words);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words}");
        assert_ne!(run.stderr, "", "{words}");
    }
}

#[test]
fn an_unreadable_file_is_3() {
    let session = Session::new(&[CORRIDOR]);
    for command in ["solve", "check", "verify --solution R"] {
        let run = session.run(&format!("{command} missing.xsb"));
        assert_eq!(run.code, Some(3), "{command}");
        assert!(run.stderr.starts_with("error: cannot read missing.xsb: "), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1);
    }
}

#[test]
fn an_invalid_level_is_4() {
    let session = Session::new(&[INVALID, CORRIDOR]);
    let run = session.run("solve levels.xsb");
    assert_eq!(run.code, Some(4));
    assert!(run.stderr.starts_with("levels.xsb:2:1: the level has no player"), "{}", run.stderr);
    assert!(run.stdout.contains("level 2, \"corridor\""), "the rest goes on: {}", run.stdout);
    assert_eq!(session.run("check levels.xsb").code, Some(4));
}

#[test]
fn an_unsolvable_level_is_11() {
    let run = Session::new(&[CORRIDOR, UNSOLVABLE]).run("solve levels.xsb");
    assert_eq!((run.code, run.stderr.as_str()), (Some(11), ""));
}

#[test]
fn an_unknown_level_is_12() {
    let run = Session::new(&[CORRIDOR, ROOM]).run("solve levels.xsb --nodes 10");
    assert_eq!((run.code, run.stderr.as_str()), (Some(12), ""));
}

#[test]
fn the_graver_code_wins() {
    let session = Session::new(&[UNSOLVABLE, CORRIDOR, INVALID]);
    let code = |words: &str| session.run(words).code;
    assert_eq!(
        code("solve levels.xsb --nodes 1 --macros off --level 1-2"),
        Some(12),
        "unknown, unsolvable"
    );
    assert_eq!(
        code("solve levels.xsb --nodes 1 --macros off"),
        Some(4),
        "invalid, unknown, unsolvable"
    );
    let run = session.run("solve missing.xsb levels.xsb --format json");
    assert_eq!(run.code, Some(3), "a missing file, invalid, unsolvable");
    assert_eq!(run.json().len(), 3);
}
