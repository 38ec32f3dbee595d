//! Files, standard input, and which of their levels are meant.

use std::io::Write as _;
use std::process::Stdio;

use crate::session::{CORRIDOR, Run, Session, UNSOLVABLE};

fn with_stdin(session: &Session, words: &str, text: &str) -> Run {
    let mut command = session.command(words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait_with_output().unwrap().into()
}

#[test]
fn a_dash_is_standard_input() {
    let session = Session::new(&[]);
    let run = with_stdin(&session, "solve - --format json", CORRIDOR);
    assert_eq!((run.code, &run.json()[0]["file"]), (Some(0), &"-".into()));
    let run = with_stdin(&session, "verify - --solution rRR", CORRIDOR);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn levels_are_chosen_by_number() {
    let session = Session::new(&[CORRIDOR; 9]);
    let numbers = |words: &str| -> Vec<u64> {
        let run = session.run(&format!("solve levels.xsb --format json --level {words}"));
        run.json().iter().map(|line| line["level"].as_u64().unwrap()).collect()
    };
    assert_eq!(numbers("3,7-9"), [3, 7, 8, 9]);
    assert_eq!(numbers("9,1,1"), [1, 9], "in the file's order, each once");
}

#[test]
fn a_level_past_the_end_is_told_with_the_number_there_is() {
    let session = Session::new(&[CORRIDOR; 3]);
    let run = session.run("solve levels.xsb --level 2-4");
    assert_eq!(run.code, Some(2));
    let expected = "--level asks for level 4, but levels.xsb has 3 levels";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
    assert_eq!(run.stdout, "", "nothing is solved before");
}

#[test]
fn several_files_are_told_apart() {
    let session = Session::new(&[CORRIDOR]);
    session.file("more.xsb", UNSOLVABLE.as_bytes());
    let run = session.run("solve levels.xsb more.xsb --format json");
    let files: Vec<_> = run.json().iter().map(|line| line["file"].clone()).collect();
    assert_eq!(files, ["levels.xsb", "more.xsb"]);
}

#[test]
fn a_folder_is_refused_by_name_where_one_file_is_meant() {
    let session = Session::new(&[CORRIDOR]);
    session.folder("shelf");
    for words in ["curve shelf", "render shelf --svg a.svg", "play shelf", "export shelf --sas"] {
        let run = session.run(words);
        assert_eq!(run.code, Some(3), "{words}");
        let expected = "error: cannot read shelf: it is a folder; name a file in it\n";
        assert_eq!(run.stderr, expected, "{words}");
    }
}

#[test]
fn all_levels_of_a_folder_are_solved() {
    let session = Session::new(&[]);
    session.folder("shelf");
    session.folder("shelf/below");
    session.file("shelf/b.xsb", UNSOLVABLE.as_bytes());
    session.file("shelf/a.sok", [CORRIDOR, CORRIDOR].join("\n").as_bytes());
    session.file("shelf/below/c.txt", CORRIDOR.as_bytes());
    session.file("shelf/notes.md", b"No level.\n");
    let run = session.run("solve shelf --format json");
    assert_eq!((run.code, run.stderr.as_str()), (Some(11), ""));
    let files: Vec<_> = run.json().iter().map(|line| line["file"].clone()).collect();
    assert_eq!(files, ["shelf/a.sok", "shelf/a.sok", "shelf/b.xsb", "shelf/below/c.txt"]);
    let run = session.run("solve shelf --level 1 --format json --compare --nodes 9");
    let first = &run.json()[0];
    assert_eq!((run.code, &first["file"]), (Some(11), &"shelf/a.sok".into()), "{}", run.stderr);
}

#[test]
fn a_file_without_levels_is_invalid() {
    let session = Session::new(&[]);
    session.file("empty.xsb", b"");
    session.file("prose.txt", b"Nothing to see here.\nMove on.\n");
    for file in ["empty.xsb", "prose.txt"] {
        for command in ["solve", "check", "verify --solution R"] {
            let run = session.run(&format!("{command} {file}"));
            assert_eq!(run.code, Some(4), "{command} {file}");
            let expected = format!("{file}:1:1: no level in the text");
            assert!(run.stderr.starts_with(&expected), "{}", run.stderr);
        }
    }
}

#[test]
fn binary_garbage_is_invalid() {
    let session = Session::new(&[]);
    // Squares divided by seven, modulo 256, look like no text, yet are the same in every run.
    let garbage: Vec<u8> = (0..20_000_u32).map(|i| (i * i / 7 + i * 51) as u8).collect();
    session.file("garbage.bin", &garbage);
    for command in ["solve", "check"] {
        let run = session.run(&format!("{command} garbage.bin"));
        assert_eq!(run.code, Some(4), "{command}: {}", run.stderr);
        assert!(!run.stderr.contains("internal error"), "{}", run.stderr);
    }
}

#[test]
#[cfg(unix)]
fn a_file_name_cannot_break_a_line() {
    let session = Session::new(&[]);
    session.file("a\nb\u{1b}[31m.xsb", CORRIDOR.as_bytes());
    for (command, code) in [("solve", 0), ("check", 0), ("solve --nodes 0", 12)] {
        let mut command = session.command(command);
        let run: Run = command.arg("a\nb\u{1b}[31m.xsb").output().unwrap().into();
        assert_eq!(run.code, Some(code), "{}", run.stderr);
        assert!(run.stdout.contains("a\\nb\\u{1b}[31m.xsb"), "{}", run.stdout);
    }
    let run: Run = session.command("solve").arg("no\nsuch").output().unwrap().into();
    assert_eq!((run.code, run.stderr.lines().count()), (Some(3), 1), "{}", run.stderr);
}

#[test]
fn a_title_cannot_steer_the_terminal() {
    let session = Session::new(&["; \u{1b}[31mred\n#####\n#@$.#\n#####\n"]);
    let run = session.run("solve levels.xsb");
    assert!(!run.stdout.contains('\u{1b}'), "{}", run.stdout);
    let title = &session.run("solve levels.xsb --format json").json()[0]["title"];
    assert_eq!(title, "\u{1b}[31mred");
}
