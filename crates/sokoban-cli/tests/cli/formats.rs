//! Snapshots of the help and of each format, with times and bytes taken out.

use insta::{Settings, assert_snapshot};

use crate::session::{CORRIDOR, INVALID, Run, Session, UNSOLVABLE};

/// One level for each verdict; the limit of one node leaves the second unknown, step by step.
const LEVELS: [&str; 4] = ["; one push\n#####\n#@$.#\n#####\n", CORRIDOR, UNSOLVABLE, INVALID];

/// Compares with the snapshot called `name`.
pub(crate) fn check(name: &str, text: &str) {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| assert_snapshot!(name, text));
}

/// How a run ended and all that it wrote, without what differs from run to run.
pub(crate) fn both_streams(run: &Run) -> String {
    let (stdout, stderr) = (redacted(&run.stdout), redacted(&run.stderr));
    format!("code {:?}\n--- standard output\n{stdout}--- standard error\n{stderr}", run.code)
}

/// `text` without what differs from run to run and from machine to machine.
fn redacted(text: &str) -> String {
    let lines = text.lines().map(|line| {
        if line.starts_with("  cost: ") {
            return "  cost: [seconds, states a second, bytes]\n".to_owned();
        }
        if line.starts_with("| seconds") {
            return line.replace(|symbol: char| symbol.is_ascii_digit(), "0") + "\n";
        }
        let line = without_number(line, "\"seconds\":");
        let line = without_number(&line, "\"base_bytes\":");
        without_number(&line, "\"peak_bytes\":") + "\n"
    });
    lines.collect()
}

/// `line` with the number behind `key` replaced.
fn without_number(line: &str, key: &str) -> String {
    let Some((before, after)) = line.split_once(key) else {
        return line.to_owned();
    };
    let end = after.find([',', '}']).unwrap();
    let number = if &after[..end] == "null" { "null" } else { "[number]" };
    format!("{before}{key}{number}{}", &after[end..])
}

#[test]
fn text() {
    let run = Session::new(&LEVELS).run("solve levels.xsb --nodes 1 --macros off");
    check("text", &both_streams(&run));
}

#[test]
fn text_of_one_level_has_no_summary() {
    let run = Session::new(&LEVELS).run("solve levels.xsb --level 2");
    check("text-one-level", &both_streams(&run));
}

#[test]
fn json() {
    let run = Session::new(&LEVELS).run("solve levels.xsb --nodes 1 --macros off --format json");
    check("json", &both_streams(&run));
    assert_eq!(run.json().len(), 4);
}

#[test]
fn lurd() {
    let run = Session::new(&LEVELS).run("solve levels.xsb --nodes 1 --macros off --format lurd");
    check("lurd", &both_streams(&run));
}

#[test]
fn json_lists_warnings() {
    let session = Session::new(&["#######\n#@ $ .#\n#    .#\n#######\n"]);
    let run = session.run("solve levels.xsb --format json");
    let warnings = &run.json()[0]["warnings"];
    let expected = ["1: 1 box for 2 goals: solved when every box stands on a goal"];
    assert_eq!(warnings, &serde_json::json!(expected));
    assert_eq!(run.stderr, "", "warnings are in the object");
    let stderr = session.run("solve levels.xsb").stderr;
    assert_eq!(stderr, format!("levels.xsb:{}\n", expected[0].replacen(": ", ": warning: ", 1)));
}

#[test]
fn an_already_solved_level_has_an_empty_solution() {
    let session = Session::new(&["#####\n#@*##\n#####\n"]);
    let run = session.run("solve levels.xsb --format lurd");
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "\n"));
    let json = &session.run("solve levels.xsb --format json").json()[0];
    assert_eq!((&json["pushes"], &json["solution"]), (&0.into(), &"".into()));
}

#[test]
fn help() {
    let session = Session::new(&[]);
    for (name, words) in [
        ("help", "--help"),
        ("help-solve", "solve --help"),
        ("help-verify", "verify --help"),
        ("help-improve", "improve --help"),
        ("help-check", "check --help"),
        ("help-analyze", "analyze --help"),
        ("help-convert", "convert --help"),
        ("help-batch", "batch --help"),
        ("help-curve", "curve --help"),
        ("help-render", "render --help"),
        ("help-play", "play --help"),
        ("help-generate", "generate --help"),
        ("help-completions", "completions --help"),
        ("help-export", "export --help"),
        ("help-man", "man --help"),
    ] {
        let run = session.run(words);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        // The parser pads empty lines, which editors strip.
        let lines = run.stdout.lines().map(|line| line.trim_end().to_owned() + "\n");
        check(name, &lines.collect::<String>());
    }
}

#[test]
fn version() {
    let run = Session::new(&[]).run("--version");
    let expected = format!("sokoban {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!((run.code, run.stdout), (Some(0), expected));
}
