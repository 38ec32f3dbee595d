//! The command `improve`. What is asked here holds of any search that shortens solutions: that
//! nothing gets worse, and that what comes out replays.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use serde_json::Value;

use crate::formats::{both_streams, check};
use crate::session::{CORRIDOR, INVALID, Run, Session};

/// A level whose box needs 4 pushes and 8 moves.
const DETOUR: &str = "\
; detour
########
#@     #
#  $   #
#      #
#    . #
########
";

/// 8 pushes, 20 moves.
const LONG: &str = "drRRurrdLLulldRRurDD";

/// 4 pushes, 24 moves.
const WALKS: &str = "rlrlrlrlrlrlrlrldrRRurDD";

/// A file of one level with solutions.
fn stored(level: &str, solutions: &[&str]) -> String {
    let solutions = solutions.iter().map(|solution| format!("\nSolution\n{solution}\n"));
    level.to_owned() + &solutions.collect::<String>()
}

/// A folder where `long.sok` stores the long way.
fn session() -> Session {
    let session = Session::new(&[]);
    session.file("long.sok", stored(DETOUR, &[LONG]).as_bytes());
    session
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

/// The pushes of the solutions that a file stores, all of which are right.
fn pushes_of(session: &Session, file: &str) -> Vec<u64> {
    let run = session.run(&format!("verify {file} --strict --format json"));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{file}: {}", run.stdout);
    run.json().iter().map(|moves| number(&moves["pushes"])).collect()
}

/// Runs the program with `text` for standard input.
fn run_with(session: &Session, words: &str, text: &str) -> Run {
    let mut command = session.command(words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Who refuses the command line at once reads nothing.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    child.wait_with_output().unwrap().into()
}

#[test]
fn what_comes_out_is_no_worse_and_replays() {
    let session = session();
    for objective in ["pushes", "moves", "pushes-moves", "moves-pushes"] {
        let words = format!("improve long.sok --objective {objective} --format json");
        let run = session.run(&words);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{objective}");
        let [line] = &run.json()[..] else { panic!("{}", run.stdout) };
        let before = &line["before"];
        assert_eq!((number(&before["pushes"]), number(&before["moves"])), (8, 20));
        let (pushes, moves) = (number(&line["pushes"]), number(&line["moves"]));
        let (measure, least, given) =
            if objective.starts_with("pushes") { (pushes, 4, 8) } else { (moves, 8, 20) };
        assert!((least..=given).contains(&measure), "{objective}: {measure}");
        let bound = number(&line["lower_bound"]);
        assert!(bound <= least, "{objective}: {bound}");
        let is_proven = line["optimal_for"].as_array().unwrap().contains(&objective.into());
        assert!(!is_proven || measure == least, "{objective}: {measure} is not optimal");
        let solution = line["solution"].as_str().unwrap();
        let verified = session.run(&format!("verify long.sok --solution {solution}"));
        assert!(
            verified.stdout.contains(&format!("{pushes} pushes, {moves} moves")),
            "{objective}: {}",
            verified.stdout
        );
    }
}

#[test]
fn a_solution_that_meets_the_bound_is_proven_optimal() {
    let session = Session::new(&[]);
    session.file("corridor.sok", stored(CORRIDOR, &["rRR"]).as_bytes());
    let run = session.run("improve corridor.sok");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let expected = "corridor.sok, level 1, \"corridor\"\n  not improved: 2 pushes, 3 moves, proven \
                    push-optimal\n  rRR\n  solution: 1 box line, ";
    assert!(run.stdout.starts_with(expected), "{}", run.stdout);
    let line = &session.run("improve corridor.sok --format json").json()[0];
    assert_eq!((&line["optimal_for"], &line["solution"]), (&["pushes"].into(), &"rRR".into()));
}

#[test]
fn the_best_of_several_solutions_by_the_objective_is_improved() {
    let session = Session::new(&[]);
    session.file("two.sok", stored(DETOUR, &[LONG, WALKS]).as_bytes());
    for (objective, pushes, moves) in
        [("pushes", 4, 24), ("pushes-moves", 4, 24), ("moves", 8, 20), ("moves-pushes", 8, 20)]
    {
        let words = format!("improve two.sok --objective {objective} --format json");
        let before = session.run(&words).json()[0]["before"].clone();
        assert_eq!((number(&before["pushes"]), number(&before["moves"])), (pushes, moves));
    }
    let run = session.run("improve two.sok --objective any");
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("pushes, moves, pushes-moves, moves-pushes"), "{}", run.stderr);
}

#[test]
fn json_has_the_fields_of_solve_and_the_measures_before() {
    let session = session();
    let keys = |words: &str| -> Vec<String> {
        let stdout = session.run(words).stdout;
        let line: serde_json::Map<String, Value> = serde_json::from_str(&stdout).unwrap();
        line.keys().cloned().collect()
    };
    let mut expected = keys("solve long.sok --format json");
    expected.push("before".to_owned());
    expected.sort();
    let mut fields = keys("improve long.sok --format json");
    fields.sort();
    assert_eq!(fields, expected);
    let line = &session.run("improve long.sok --format json").json()[0];
    let before = serde_json::json!({
        "pushes": 8, "moves": 20, "box_lines": 4, "box_changes": 1, "pushing_sessions": 4,
        "player_lines": 13,
    });
    assert_eq!(line["before"], before);
}

/// No solution; a wrong one; no player; a saved game alone.
fn bad_levels() -> String {
    [
        DETOUR.to_owned(),
        stored(CORRIDOR, &["rRRR"]),
        INVALID.to_owned(),
        format!("{DETOUR}\nSavegame\nd\n"),
    ]
    .join("\n")
}

#[test]
fn levels_without_a_right_solution_are_told_with_what_to_do() {
    let session = Session::new(&[]);
    session.file("bad.sok", bad_levels().as_bytes());
    check("improve-bad-text", &both_streams(&session.run("improve bad.sok")));
    check("improve-bad-json", &both_streams(&session.run("improve bad.sok --format json")));
}

#[test]
fn bad_levels_do_not_keep_the_others_from_being_improved() {
    let session = Session::new(&[]);
    let good = stored(DETOUR, &["rRRRR", LONG]);
    session.file("some.sok", format!("{}\n{good}", bad_levels()).as_bytes());
    let run = session.run("improve some.sok --out all.sok");
    assert_eq!(run.code, Some(4), "{}", run.stderr);
    assert!(run.stdout.starts_with("some.sok, level 5, \"detour\"\n"), "{}", run.stdout);
    for row in [["levels", "5"], ["without a solution", "3"], ["invalid", "1"]] {
        let has_row =
            |line: &str| line.contains(row[0]) && line.ends_with(&format!(" {} |", row[1]));
        assert!(run.stdout.lines().any(has_row), "{row:?}: {}", run.stdout);
    }
    let levels = session.run("check all.sok --format json").json();
    assert_eq!(levels.len(), 5, "all are written");
    // Of the level itself, a right solution is enough.
    let run = session.run("improve some.sok --level 5");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let told = "level 5 \"detour\", solution 1: not solved, all 5 steps are legal, but 1 box";
    assert!(run.stderr.contains(told), "{}", run.stderr);
}

#[test]
fn a_solution_may_be_given_for_the_one_level_that_is_meant() {
    let session = Session::new(&[CORRIDOR, DETOUR]);
    let given = format!("improve levels.xsb --level 2 --format json --solution {LONG}");
    let line = session.run(&given).json()[0].clone();
    assert_eq!((number(&line["level"]), number(&line["before"]["pushes"])), (2, 8));
    // As it may come from elsewhere: on several lines.
    let wrapped = format!("{}\n{}\r\n", &LONG[..9], &LONG[9..]);
    let words = "improve levels.xsb --level 2 --format json --solution - --out new.sok";
    let run = run_with(&session, words, &wrapped);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(run.json()[0]["before"], line["before"]);
    let [pushes] = pushes_of(&session, "new.sok")[..] else { panic!("one solution is written") };
    assert!((4..=8).contains(&pushes), "{pushes}");
}

#[test]
fn a_given_solution_that_is_none_is_told() {
    let session = Session::new(&[CORRIDOR, DETOUR]);
    session.file("other.xsb", CORRIDOR.as_bytes());
    for (words, code, told) in [
        (
            "levels.xsb --level 1 --solution rRRR",
            4,
            "levels.xsb: level 1 \"corridor\": not solved, step 4 (right) pushes a box that is \
             blocked\n",
        ),
        (
            "levels.xsb --level 1 --solution rR",
            4,
            "levels.xsb: level 1 \"corridor\": not solved, all 2 steps are legal, but 1 box is \
             still off goal (1 push, 2 moves)\n",
        ),
        (
            "levels.xsb --level 1 --solution rRx",
            4,
            "error: the solution cannot be read: character 3: 'x' is no step",
        ),
        (
            "levels.xsb --solution rRR",
            2,
            "error: levels.xsb has 2 levels; choose one with --level NUMBER; see",
        ),
        (
            "levels.xsb other.xsb --level 1 --solution rRR",
            2,
            "error: --solution is for one level of one file; see",
        ),
        ("- --solution -", 2, "error: standard input, '-', can be read only once; see"),
    ] {
        let run = run_with(&session, &format!("improve {words}"), CORRIDOR);
        assert_eq!((run.code, run.stdout.as_str()), (Some(code), ""), "{words}: {}", run.stderr);
        assert!(run.stderr.starts_with(told), "{words}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{words}: {}", run.stderr);
    }
    let run = run_with(&session, "improve levels.xsb --level 1 --solution -", "\u{fffd}\0");
    assert_eq!((run.code, run.stderr.lines().count()), (Some(4), 1), "{}", run.stderr);
}

#[test]
fn the_file_has_the_best_solution_first_and_keeps_the_rest() {
    let session = Session::new(&[]);
    let text = format!(
        "Notes on the pack\n\n{}\nSavegame\ndr\n\n{}",
        stored(DETOUR, &[LONG, WALKS]),
        CORRIDOR
    );
    session.file("pack.sok", text.as_bytes());
    for out in ["new.sok", "new.json", "new.xsb"] {
        let run = session.run(&format!("improve pack.sok --objective moves --out {out}"));
        assert_eq!((run.code, run.stderr.lines().count()), (Some(4), 1), "{out}: {}", run.stderr);
        let run = session.run(&format!("verify {out} --format json"));
        let kinds: Vec<(String, u64)> = run
            .json()
            .iter()
            .map(|moves| {
                let kind = moves["kind"].as_str().unwrap().to_owned();
                (kind, moves["moves"].as_u64().unwrap_or(0))
            })
            .collect();
        let [(best, moves), others @ ..] = &kinds[..] else { panic!("{out}: {kinds:?}") };
        assert!(best == "solution" && (8..=20).contains(moves), "{out}: {kinds:?}");
        // The one with many moves was not improved on by another measure.
        assert_eq!(others, [("solution".to_owned(), 24), ("savegame".to_owned(), 0)], "{out}");
        assert!(fs::read_to_string(session.path(out)).unwrap().contains("Notes on the pack"));
    }
    let before = fs::read(session.path("new.sok")).unwrap();
    let run = session.run("improve pack.sok --out new.sok");
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert_eq!(fs::read(session.path("new.sok")).unwrap(), before);
    assert_eq!(session.run("improve pack.sok --level 1 --out new.sok --force").code, Some(0));
    assert_eq!(session.run("check new.sok --format json").json().len(), 1);
}

#[test]
fn files_that_cannot_be_written_are_told_before_anything_is_improved() {
    let session = session();
    for (words, code, told) in [
        ("--out new.slc", 2, "slc holds no solutions; choose xsb, sok or json for --out new.slc;"),
        ("--out -", 2, "the report goes to standard output; name a file for --out;"),
        ("--out new", 2, "the name of new says no format; choose one with --to xsb, sok, slc"),
        ("--out nowhere/new.sok", 3, "cannot write nowhere/new.sok: "),
        ("--out long.sok --force", 2, "--out long.sok would overwrite levels that are read;"),
    ] {
        let run = session.run(&format!("improve long.sok {words}"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(code), ""), "{words}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("error: {told}")), "{words}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{words}: {}", run.stderr);
    }
    // One of those that are found in a folder, too, and whatever is in it.
    session.file("notes.txt", b"no level");
    for out in ["long.sok", "notes.txt"] {
        let run = session.run(&format!("improve . --out {out} --force"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{out}: {}", run.stderr);
    }
    assert_eq!(fs::read(session.path("notes.txt")).unwrap(), b"no level");
}

#[test]
fn several_files_go_to_one() {
    let session = session();
    session.file("a.sok", stored(CORRIDOR, &["rRR"]).as_bytes());
    let run = session.run("improve a.sok long.sok --out both.sok");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let pushes = pushes_of(&session, "both.sok");
    assert!(pushes[0] == 2 && (4..=8).contains(&pushes[1]) && pushes.len() == 2, "{pushes:?}");
    session.file("b.sok", format!("Notes\n\n{}", stored(CORRIDOR, &["rRR"])).as_bytes());
    let run = session.run("improve a.sok b.sok --out two.sok");
    let told = "titles and notes of collections are not kept where several go to one file\n";
    assert_eq!((run.code, run.stderr), (Some(0), format!("warning: {told}")));
}

#[test]
fn a_limit_leaves_what_there_is() {
    let session = session();
    for limit in ["--nodes 1", "--time 0s", "--memory 1B", "--threads 2"] {
        let run = session.run(&format!("improve long.sok --format json {limit}"));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{limit}");
        let line = &run.json()[0];
        assert_eq!(line["verdict"], "solved", "{limit}");
        assert!((4..=8).contains(&number(&line["pushes"])), "{limit}: {line}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly_and_keeps_what_was_found() {
    let session = session();
    let mut command = session.command("improve - --out new.sok");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The program waits for its input, so the pipe is closed before anything is written.
    drop(child.stdout.take());
    let text = fs::read(session.path("long.sok")).unwrap();
    child.stdin.take().unwrap().write_all(&text).unwrap();
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(pushes_of(&session, "new.sok").len(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_the_report_is_there() {
    let session = session();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let run: Run = session.command("improve long.sok").stdout(full).output().unwrap().into();
    assert_eq!((run.code, run.stderr.lines().count()), (Some(3), 1), "{}", run.stderr);
    let told = "error: cannot write to standard output: No space left on device";
    assert!(run.stderr.starts_with(told), "{}", run.stderr);
    let run = session.run("improve long.sok --out /dev/full --to sok");
    assert_eq!((run.code, run.stderr.lines().count()), (Some(3), 1), "{}", run.stderr);
    assert!(run.stderr.starts_with("error: cannot write /dev/full: "), "{}", run.stderr);
    assert!(run.stdout.starts_with("long.sok, level 1, \"detour\"\n"), "{}", run.stdout);
}

/// The reports of so many levels fill the pipe long before all are done, so that the program waits
/// in the middle until somebody reads.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_done_and_writes_all_levels() {
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::process::Command;
    use std::{thread, time::Duration};

    let session = Session::new(&[]);
    session.file("many.sok", vec![stored(DETOUR, &[LONG]); 400].join("\n").as_bytes());
    let mut command = session.command("improve many.sok --format json --out new.sok");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut stdout = String::new();
    reader.read_line(&mut stdout).unwrap();
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    thread::sleep(Duration::from_millis(300));
    reader.read_to_string(&mut stdout).unwrap();
    let run = Run { stdout, ..child.wait_with_output().unwrap().into() };
    assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
    let lines = run.json();
    assert!(lines.len() < 400, "the others are not tried");
    assert!(lines.iter().all(|line| line["verdict"] == "solved"));
    let pushes = pushes_of(&session, "new.sok");
    assert_eq!(pushes.len(), 400, "those that were not tried are there too");
    assert!(pushes.iter().all(|pushes| (4..=8).contains(pushes)), "{pushes:?}");
}
