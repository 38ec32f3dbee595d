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
