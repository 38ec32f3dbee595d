//! The command `generate`.

use std::fs;

use crate::session::Session;

#[test]
fn levels_are_the_same_each_time_and_their_solutions_are_right() {
    let session = Session::new(&[]);
    let options = "generate --width 8 --height 7 --boxes 2 --min-pushes 4 --count 6 --seed 3";
    for (threads, out) in [(1, "a.sok"), (2, "b.sok")] {
        let run = session.run(&format!("{options} --threads {threads} --out {out}"));
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "", ""));
    }
    let text = fs::read_to_string(session.path("a.sok")).unwrap();
    assert_eq!(text, fs::read_to_string(session.path("b.sok")).unwrap());
    assert_eq!(session.run(options).stdout, text);
    assert!(text.contains(&format!("sokoban {}", options.replace("--min", "--walls 25% --min"))));
    assert_eq!(session.run("verify a.sok --strict").code, Some(0));
    assert_eq!(session.run("check a.sok --strict").code, Some(0));
    assert_eq!(text.matches("Solution").count(), 6);

    let again = session.run(&format!("{options} --out a.sok"));
    assert_eq!(again.code, Some(2));
    assert_eq!(
        again.stderr,
        "error: a.sok exists; --force replaces it; see 'sokoban generate --help'\n"
    );
    assert_eq!(session.run(&format!("{options} --out a.sok --force")).code, Some(0));
    assert_eq!(session.run(&format!("{options} --out a.lev")).code, Some(2));
}

#[test]
fn the_stored_pushes_are_those_that_solve_proves() {
    let session = Session::new(&[]);
    let json = session.run("generate --count 3 --min-pushes 8 --to json").stdout;
    let set: serde_json::Value = serde_json::from_str(&json).unwrap();
    session.file("made.json", json.as_bytes());
    let solved = session.run("solve made.json --algorithm ida --format json").stdout;
    let mut count = 0;
    for (line, level) in solved.lines().zip(set["levels"].as_array().unwrap()) {
        let report: serde_json::Value = serde_json::from_str(line).unwrap();
        let stored = level.to_string();
        let mut letters = stored.split('"').filter(|text| text.len() > 7);
        let pushes = |text: &str| text.chars().filter(char::is_ascii_uppercase).count() as u64;
        let is_lurd = |text: &&str| text.chars().all(|letter| "udlrUDLR".contains(letter));
        let solution = letters.find(is_lurd).unwrap();
        assert_eq!(report["pushes"], pushes(solution), "{line}");
        count += 1;
    }
    assert_eq!(count, 3);
}

#[test]
fn what_cannot_be_made_is_told_in_one_line() {
    let session = Session::new(&[]);
    for (options, code, message) in [
        ("--boxes 40", 2, "40 boxes, 10 walls, the player and a free square do not fit"),
        ("--width 99999999999", 2, "a width of 99999999999 cannot be"),
        ("--min-pushes 9 --max-pushes 8", 2, "no level has at least 9 and at most 8 pushes"),
        ("--count 0", 2, "0 levels cannot be made"),
    ] {
        let run = session.run(&format!("generate {options}"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(code), ""), "{options}");
        assert!(run.stderr.contains(message) && run.stderr.lines().count() == 1, "{}", run.stderr);
    }
    let run = session.run("generate --width 6 --height 5 --boxes 1 --min-pushes 300 --out a.sok");
    assert_eq!((run.code, run.stdout.as_str()), (Some(12), ""));
    assert!(run.stderr.contains("0 of 1 made: gave up after 1000 candidates"), "{}", run.stderr);
    assert!(!session.path("a.sok").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_is_told_at_once_that_something_is_done() {
    let session = Session::new(&[]);
    let program = session.command("").get_program().to_str().unwrap().to_owned();
    let words = format!("stty rows 24 cols 80; '{program}' generate --count 2 --out a.sok");
    let script = std::process::Command::new("script")
        .args(["-qec", &words, "/dev/null"])
        .current_dir(session.path(""))
        .env("TERM", "xterm")
        .stdin(std::process::Stdio::null())
        .output();
    let Ok(run) = script else {
        eprintln!("not tested: the program 'script', which makes a terminal, is not installed");
        return;
    };
    let screen = String::from_utf8(run.stdout).unwrap();
    assert_eq!(run.status.code(), Some(0), "{screen:?}");
    assert!(screen.contains("0 of 2 made, 0 candidates"), "{screen:?}");
    assert!(screen.ends_with("\r\u{1b}[2K"), "the line is taken away: {screen:?}");
}
