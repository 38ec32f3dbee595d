//! `play` without a terminal.

use std::fs;

use sokoban_core::{Canonical, Level};

use crate::session::{CORRIDOR, INVALID, ROOM, Session};

const FRAMES: &str = "\
levels.xsb: level 1 \"corridor\"

move 0/3, push 0/2
#######
#@ $ .#
#######

move 1/3, push 0/2: r
#######
# @$ .#
#######

move 2/3, push 1/2: R
#######
#  @$.#
#######

move 3/3, push 2/2, solved: R
#######
#   @*#
#######

";

#[test]
fn the_frames_of_a_solution_are_printed() {
    let session = Session::new(&[CORRIDOR]);
    let run = session.run("play levels.xsb --no-save --solution rRR");
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), FRAMES, ""));
}

#[test]
fn the_frames_of_solutions_that_are_kept_are_printed() {
    let session = Session::new(&[ROOM, CORRIDOR]);
    let level: Level = CORRIDOR.parse().unwrap();
    let canonical = Canonical::try_from(&level).unwrap();
    let kept: sokoban_core::Solution = "rRR".parse().unwrap();
    let (id, best) = (canonical.id(), kept.transformed(canonical.symmetry()));
    let saves = format!("{{\"schema\":1,\"levels\":{{\"{id}\":{{\"best\":\"{best}\"}}}}}}");
    session.file("games.json", saves.as_bytes());
    let run = session.run("play levels.xsb --save games.json");
    let expected = FRAMES.replacen("level 1", "level 2", 1);
    assert_eq!((run.code, run.stdout, run.stderr.as_str()), (Some(0), expected, ""));
    assert_eq!(
        fs::read_to_string(session.path("games.json")).unwrap(),
        saves,
        "nothing is written"
    );
    // One level, of which nothing is kept.
    let run = session.run("play levels.xsb --save games.json --level 1");
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("--solution LURD"), "{}", run.stderr);
}

#[test]
fn without_terminal_and_solution_there_is_nothing_to_do() {
    let session = Session::new(&[CORRIDOR]);
    let run = session.run("play levels.xsb --no-save");
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("no terminal to play in"), "{}", run.stderr);
}

#[test]
fn what_is_wrong_is_told_in_one_line() {
    let session = Session::new(&[CORRIDOR, INVALID]);
    session.file("bad.json", b"{\"schema\":1,\n\"levels\":[]}");
    for (words, code, expected) in [
        ("levels.xsb --solution rRR", 2, "say with --level NUMBER which one"),
        ("levels.xsb --level 3", 2, "--level asks for level 3, but levels.xsb has 2 levels"),
        ("levels.xsb --level 2", 4, "levels.xsb:"),
        ("levels.xsb --level 1 --solution rRx", 4, "the solution cannot be read: character 3"),
        ("levels.xsb --level 1 --solution rRRR", 4, "the solution is wrong: step 4"),
        ("levels.xsb --save -", 2, "--save needs the name of a file"),
        ("levels.xsb --save levels.xsb", 2, "would overwrite the levels"),
        ("levels.xsb --save bad.json", 3, "bad.json:2:9: this is no file of saved games"),
        ("levels.xsb --save a.json --no-save", 2, "cannot be used with"),
        ("levels.xsb --level 3,4", 2, "'3,4' is no number of one level, from 1, such as 3"),
        ("missing.xsb", 3, "cannot read missing.xsb"),
        ("levels.xsb --memory lots", 2, "no number in front"),
    ] {
        let run = session.run(&format!("play {words}"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(code), ""), "{words}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{words}: {}", run.stderr);
    }
}

#[test]
fn steps_that_do_not_solve_the_level_are_shown_with_a_warning() {
    let session = Session::new(&[CORRIDOR]);
    let run = session.run("play levels.xsb --no-save --solution rR");
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.ends_with("move 2/2, push 1/1: R\n#######\n#  @$.#\n#######\n\n"));
    assert!(run.stderr.contains("the steps given do not solve the level"), "{}", run.stderr);
}

/// What the program writes to a terminal on which `keys` are typed, with its exit code; none where
/// there is no program to make one.
#[cfg(target_os = "linux")]
fn typed(session: &Session, words: &str, keys: &[u8]) -> Option<(Option<i32>, String)> {
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    let program = session.command("").get_program().to_str().unwrap().to_owned();
    let mut script = Command::new("script")
        .args(["-qec", &format!("'{program}' {words}"), "/dev/null"])
        .current_dir(session.path(""))
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    script.stdin.take().unwrap().write_all(keys).unwrap();
    let output = script.wait_with_output().unwrap();
    Some((output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned()))
}

#[cfg(target_os = "linux")]
#[test]
fn a_level_is_solved_in_a_terminal_which_is_given_back() {
    let session = Session::new(&[ROOM, CORRIDOR]);
    let words = "play levels.xsb --level 2 --ascii --save games.json --color never";
    let Some((code, screen)) = typed(&session, words, b"l\x1b[C\x1b[Cq") else {
        eprintln!("not tested: the program 'script', which makes a terminal, is not installed");
        return;
    };
    assert_eq!(code, Some(0), "{screen}");
    let (taken, given_back) = (screen.find("\x1b[?1049h"), screen.rfind("\x1b[?1049l"));
    assert!(taken.is_some() && taken < given_back, "{screen:?}");
    let saves = fs::read_to_string(session.path("games.json")).unwrap();
    let run = session.run("play levels.xsb --save games.json");
    let expected = FRAMES.replacen("level 1", "level 2", 1);
    assert_eq!((run.code, run.stdout), (Some(0), expected), "{saves}");
}

#[test]
fn the_solution_that_the_file_stores_is_replayed() {
    let session = Session::new(&[ROOM]);
    let right = format!("{CORRIDOR}\nSavegame\nrR\n\nSolution\nRRR\n\nSolution\nrRlrR\n");
    session.file("right.sok", right.as_bytes());
    let run = session.run("play right.sok --no-save --stored");
    let expected = FRAMES.replace("levels.xsb", "right.sok");
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), &*expected, ""));
    // Of several levels those that have one.
    session.file("more.sok", format!("{ROOM}\n{right}\n{ROOM}\n{right}").as_bytes());
    let run = session.run("play more.sok --no-save --stored");
    assert_eq!(run.stdout.matches(", solved: R").count(), 2, "{}", run.stdout);
    let run = session.run("play more.sok --no-save --stored --level 4");
    let expected = FRAMES.replace("levels.xsb: level 1", "more.sok: level 4");
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), &*expected));
}

#[test]
fn what_is_wrong_with_stored_solutions_is_told() {
    let session = Session::new(&[ROOM, CORRIDOR]);
    session.file("wrong.sok", format!("{CORRIDOR}\nSolution\nrRu\n\n{ROOM}").as_bytes());
    let wrong = "wrong.sok:7:3: level 1 \"corridor\", solution 1: not solved, step 3 (up) runs into a \
                 wall [W21]\n";
    for (words, code, expected) in [
        ("wrong.sok", 4, wrong),
        ("wrong.sok --level 1", 4, wrong),
        ("wrong.sok --level 2", 2, "wrong.sok stores no solution of level 2; leave out --stored"),
        ("levels.xsb", 2, "levels.xsb stores no solution; leave out --stored to play, or give one"),
        ("levels.xsb --solution rRR", 2, "cannot be used with"),
    ] {
        let run = session.run(&format!("play {words} --stored --no-save"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(code), ""), "{words}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{words}: {}", run.stderr);
    }
    // The second one is right, so that there is something to watch; the first is told all the same.
    session.file("both.sok", format!("{CORRIDOR}\nSolution\nrRu\n\nSolution\nrRR\n").as_bytes());
    let run = session.run("play both.sok --stored --no-save");
    assert_eq!((run.code, run.stderr), (Some(0), wrong.replace("wrong.sok", "both.sok")));
    assert_eq!(run.stdout, FRAMES.replace("levels.xsb", "both.sok"));
}

/// The terminal writes `^C` behind the line, where it must find room.
#[cfg(target_os = "linux")]
#[test]
fn no_progress_line_is_left_behind_by_an_interrupt() {
    use std::io::{Read as _, Write as _};
    use std::process::{Command, Stdio};

    let session = Session::new(&[ROOM]);
    let program = session.command("").get_program().to_str().unwrap().to_owned();
    let words = "solve levels.xsb --heuristic zero --finder off --time 60s";
    let script = Command::new("script")
        .args([
            "-qec",
            &format!("stty rows 24 cols 60; '{program}' {words} > /dev/null"),
            "/dev/null",
        ])
        .current_dir(session.path(""))
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut script) = script else {
        eprintln!("not tested: the program 'script', which makes a terminal, is not installed");
        return;
    };
    let (mut stdout, mut screen, mut bytes) = (script.stdout.take().unwrap(), Vec::new(), [0; 512]);
    let mut stdin = script.stdin.take().unwrap();
    let mut is_told = false;
    loop {
        let count = stdout.read(&mut bytes).unwrap();
        screen.extend_from_slice(&bytes[..count]);
        if count == 0 {
            break;
        }
        if !is_told && String::from_utf8_lossy(&screen).contains(" expanded, ") {
            stdin.write_all(b"\x03").unwrap();
            is_told = true;
        }
    }
    assert_eq!(script.wait().unwrap().code(), Some(130));
    let screen = String::from_utf8(screen).unwrap();
    let (before, after) = screen.split_once("^C").unwrap_or_else(|| panic!("{screen:?}"));
    let line = before.rsplit(['\r', '\n']).next().unwrap().replace("\u{1b}[2K", "");
    assert!(line.contains("level 1 of 1: "), "{line:?}");
    assert!(line.chars().count() + 2 < 60, "{line:?}");
    assert!(after.contains("\r\u{1b}[2K") && after.lines().count() <= 1, "{after:?}");
}
