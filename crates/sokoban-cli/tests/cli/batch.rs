//! `batch`: lines, order, options that add fields, and bad inputs.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use sokoban_core::{Board, Level, Solution};

use crate::session::{CORRIDOR, INVALID, ROOM, Run, Session, UNSOLVABLE};

/// A corridor with a box, so many pushes long.
pub(crate) fn corridor(pushes: usize) -> String {
    let (rim, way) = ("#".repeat(pushes + 4), " ".repeat(pushes - 1));
    format!("; {pushes} pushes\n{rim}\n#@${way}.#\n{rim}\n")
}

/// Two boxes in a room, which can be pushed in many orders; `width` is that of the floor.
pub(crate) fn hall(width: usize) -> String {
    let (rim, floor) = ("#".repeat(width + 2), " ".repeat(width));
    let [boxes, goals] = [("$ $", 5), ("..", 4)]
        .map(|(symbols, taken)| format!("#  {symbols}{}#", " ".repeat(width - taken)));
    let player = format!("#@{}#", " ".repeat(width - 1));
    format!("; hall {width}\n{rim}\n{player}\n{boxes}\n#{floor}#\n{goals}\n#{floor}#\n{rim}\n")
}

/// A folder with subfolders of levels of several kinds, and files that are none.
fn folder() -> Session {
    let session = Session::new(&[]);
    session.folder("set");
    session.folder("set/b");
    session.folder("set/empty");
    let lines = |texts: &[&str]| texts.join("\n").into_bytes();
    session.file("set/b/000.txt", &lines(&[&corridor(3), UNSOLVABLE, &hall(6)]));
    session.file("set/b/001.TXT", &lines(&[CORRIDOR, INVALID]));
    session.file("set/c.xsb", &lines(&[&corridor(5), &hall(5)]));
    session.file("set/a.sok", &lines(&[&corridor(2)]));
    session.file("set/notes.md", CORRIDOR.as_bytes());
    session.file("set/readme.txt", b"Nothing to play here.\n");
    session
}

fn names(run: &Run) -> Vec<(String, u64)> {
    let name =
        |line: &Value| (line["file"].as_str().unwrap().to_owned(), line["level"].as_u64().unwrap());
    run.json().iter().map(name).collect()
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn a_folder_is_read_in_the_order_of_its_names() {
    let session = folder();
    let expected = [
        ("set/a.sok", 1),
        ("set/b/000.txt", 1),
        ("set/b/000.txt", 2),
        ("set/b/000.txt", 3),
        ("set/b/001.TXT", 1),
        ("set/b/001.TXT", 2),
        ("set/c.xsb", 1),
        ("set/c.xsb", 2),
    ]
    .map(|(file, level)| (file.to_owned(), level));
    for words in ["batch set", "batch set --threads 1", "batch set --threads 7"] {
        let run = session.run(words);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_eq!(names(&run), expected, "{words}");
        let left_out = "warning: set/readme.txt: no level in the text; left out";
        assert!(run.stderr.contains(left_out), "{}", run.stderr);
    }
    let run = session.run("batch set/c.xsb set/b set/c.xsb");
    let files: Vec<_> = names(&run).into_iter().map(|(file, _)| file).collect();
    assert_eq!([&files[0], &files[2]], ["set/c.xsb", "set/b/000.txt"], "as they are named");
    assert_eq!(files.len(), 7);
    assert!(run.stderr.contains("warning: set/c.xsb is named twice, taken once"));
}

#[test]
fn lines_are_those_of_solve_and_verdicts_do_not_matter_for_the_exit_code() {
    let levels = [CORRIDOR, UNSOLVABLE, INVALID, &hall(6)];
    let session = Session::new(&levels);
    let batch = session.run("batch levels.xsb --no-timing");
    assert_eq!(batch.code, Some(0), "{}", batch.stderr);
    let mut solve = session.run("solve levels.xsb --format json").json();
    let mut lines = batch.json();
    assert_eq!(lines.len(), levels.len());
    for (line, solved) in lines.iter_mut().zip(&mut solve) {
        assert!(line["seconds"].is_null());
        assert_eq!(line.as_object_mut().unwrap().remove("options"), Some("--no-timing".into()));
        solved["seconds"] = Value::Null;
        assert_eq!(line, solved);
    }
    let verdicts: Vec<_> = lines.iter().map(|line| line["verdict"].clone()).collect();
    assert_eq!(verdicts, ["solved", "unsolvable", "invalid", "solved"]);
    for (name, value) in [("levels", 4), ("proven optimal", 2), ("unsolvable", 1), ("invalid", 1)] {
        let has_row = |line: &str| {
            line.contains(&format!("| {name} ")) && line.ends_with(&format!(" {value} |"))
        };
        assert!(batch.stderr.lines().any(has_row), "{name}: {}", batch.stderr);
    }
    assert!(session.run("batch levels.xsb").json()[0]["seconds"].is_f64());
    let unknown = session.run("batch levels.xsb --nodes 0");
    assert_eq!(unknown.code, Some(0));
    assert_eq!(unknown.json()[3]["stopped_by"], "nodes");
}

#[test]
fn threads_and_order_change_no_label() {
    let levels: Vec<String> = (5..25).flat_map(|size| [corridor(size), hall(size)]).collect();
    let levels: Vec<&str> = levels.iter().map(String::as_str).collect();
    let session = Session::new(&levels);
    let options = "batch levels.xsb --no-timing --id --actions udlr --count-optimal 50";
    let one = session.run(&format!("{options} --threads 1"));
    assert_eq!((one.code, one.stdout.lines().count()), (Some(0), 40), "{}", one.stderr);
    for words in ["--threads 2", "--threads 5", ""] {
        let run = session.run(&format!("{options} {words}"));
        assert_eq!(run.stdout, one.stdout, "{words}");
    }
    let unordered = session.run(&format!("{options} --threads 4 --unordered"));
    assert_eq!(sorted(&unordered.stdout), sorted(&one.stdout));
}

#[test]
fn an_unordered_line_does_not_wait_for_a_long_search() {
    let session = Session::new(&[ROOM, CORRIDOR]);
    let words = "batch levels.xsb --threads 2 --heuristic zero --algorithm astar --time 1s";
    assert_eq!(names(&session.run(words))[0].1, 1);
    assert_eq!(names(&session.run(&format!("{words} --unordered")))[0].1, 2);
}

#[test]
fn fields_are_there_if_asked_for() {
    let session = Session::new(&[CORRIDOR, UNSOLVABLE, INVALID]);
    let plain = session.run("batch levels.xsb").json();
    let asked = session.run("batch levels.xsb --id --actions urdl --count-optimal 9").json();
    for field in ["id", "actions", "optimal_sequences", "duplicate_of"] {
        assert!(plain[0].get(field).is_none(), "{field}");
    }
    assert_eq!(asked[0]["actions"], "111");
    assert_eq!(asked[0]["optimal_sequences"], 1);
    assert_eq!(asked[0]["options"], "--actions urdl --count-optimal 9");
    assert_eq!(asked[0]["id"].as_str().unwrap().len(), 32);
    assert!(asked[1]["id"].is_string());
    for field in ["actions", "optimal_sequences"] {
        assert_eq!(asked[1].get(field), Some(&Value::Null), "{field}");
        assert_eq!(asked[2].get(field), Some(&Value::Null), "{field}");
    }
    assert_eq!(asked[2].get("id"), Some(&Value::Null));
    let actions = session.run("batch levels.xsb --actions udlr").json()[0]["actions"].clone();
    assert_eq!(actions, "333");
}

#[test]
fn optimal_sequences_are_counted_up_to_the_cap() {
    // Two boxes with one push each, which may come in either order.
    let either = "######\n#@$.##\n# $. #\n#    #\n######\n";
    let session = Session::new(&[either]);
    let count = |words: &str| {
        let line = session.run(&format!("batch levels.xsb {words}")).json().swap_remove(0);
        line["optimal_sequences"].clone()
    };
    assert_eq!(count("--count-optimal 1000"), 2);
    assert_eq!(count("--count-optimal 2"), 2);
    assert_eq!(count("--count-optimal 1"), 1);
    assert_eq!(count("--count-optimal 9 --objective any --anytime off --algorithm weighted"), 2);
    assert_eq!(count("--count-optimal 9 --nodes 1"), Value::Null);
}

/// The level turned a quarter, and framed with more walls.
fn turned(text: &str) -> String {
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
    let width = rows.iter().map(|row| row.len()).max().unwrap();
    let symbol = |row: &str, column: usize| row.chars().nth(column).unwrap_or(' ');
    let column = |column: usize| rows.iter().rev().map(|row| symbol(row, column)).collect();
    let columns: Vec<String> = (0..width).map(column).collect();
    let rim = "#".repeat(rows.len());
    format!("; turned\n{rim}\n{}\n{rim}\n", columns.join("\n"))
}

#[test]
fn a_class_is_searched_once_and_each_level_has_its_own_solution() {
    let hall = hall(7);
    let levels = [&hall, CORRIDOR, &turned(&hall), UNSOLVABLE, &turned(&turned(&hall)), &hall];
    let session = Session::new(&levels);
    session.file("more.xsb", format!("{}\n{INVALID}", turned(UNSOLVABLE)).as_bytes());
    let words = "batch levels.xsb more.xsb --dedupe --no-timing --actions urdl --count-optimal 99";
    let run = session.run(&format!("{words} --threads 1"));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let lines = run.json();
    assert_eq!(lines.len(), 8);
    let first = |level: u64| serde_json::json!({"file": "levels.xsb", "level": level});
    let duplicates: Vec<_> = lines.iter().map(|line| line["duplicate_of"].clone()).collect();
    let nothing = Value::Null;
    let expected = [&nothing, &nothing, &first(1), &nothing, &first(1), &first(1), &first(4)];
    assert_eq!(duplicates[..7].iter().collect::<Vec<_>>(), expected);
    assert_eq!((&lines[7]["id"], &lines[7]["verdict"]), (&nothing, &"invalid".into()));
    let ids: BTreeSet<_> = lines[..7].iter().map(|line| line["id"].to_string()).collect();
    assert_eq!(ids.len(), 3);
    assert!(lines[0]["expanded"].as_u64().unwrap() > 0);
    let alone = session.run("batch levels.xsb more.xsb --count-optimal 99").json();
    for (number, (line, alone)) in lines.iter().zip(&alone).enumerate() {
        for field in ["verdict", "pushes", "optimal_for", "lower_bound", "optimal_sequences"] {
            assert_eq!(line[field], alone[field], "{field} of line {}", number + 1);
        }
        if !line["duplicate_of"].is_null() {
            assert_eq!(line["expanded"], 0);
        }
    }
    let solutions: BTreeSet<_> = [0, 2, 4].map(|at| lines[at]["solution"].to_string()).into();
    assert_eq!(solutions.len(), 3, "each in its own directions");
    for (line, text) in lines.iter().zip(levels).filter(|(line, _)| line["verdict"] == "solved") {
        let board = Board::try_from(&text.parse::<Level>().unwrap()).unwrap();
        let solution: Solution = line["solution"].as_str().unwrap().parse().unwrap();
        assert_eq!(solution.replay(&board).unwrap().pushes as u64, line["pushes"]);
        assert_eq!(line["actions"].as_str().unwrap().len(), solution.steps().len());
    }
    for threads in [2, 4] {
        let run = session.run(&format!("{words} --threads {threads}"));
        assert_eq!(run.json(), lines);
    }
    let unordered = session.run(&format!("{words} --threads 4 --unordered"));
    assert_eq!(sorted(&unordered.stdout), sorted(&run.stdout));
}

#[test]
fn without_a_level_it_fails_and_leaves_no_file() {
    let session = Session::new(&[CORRIDOR]);
    session.folder("shelf");
    session.folder("notes");
    session.file("notes/readme.txt", b"No level here.\n");
    session.file("empty.xsb", b"");
    for (words, told) in [
        ("batch shelf --out labels", "error: no level was found"),
        ("batch notes --out labels", "error: no level was found"),
        ("batch empty.xsb --out labels", "empty.xsb:1:1: no level in the text"),
        ("batch empty.xsb levels.xsb", "empty.xsb:1:1: no level in the text"),
    ] {
        let run = session.run(words);
        assert_eq!(run.code, Some(4), "{words}: {}", run.stderr);
        assert!(run.stderr.contains(told), "{words}: {}", run.stderr);
        assert!(!session.path("labels").exists(), "{words}");
    }
    let run = session.run("batch missing.xsb --out labels");
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(!session.path("labels").exists());
}

#[test]
fn bad_inputs_are_told_and_the_rest_is_done() {
    let session = Session::new(&[CORRIDOR]);
    session.folder("shelf");
    fs::hard_link(session.path("levels.xsb"), session.path("linked.xsb")).unwrap();
    let run = session.run("batch missing.xsb levels.xsb shelf");
    assert_eq!((run.code, run.json().len()), (Some(3), 1), "{}", run.stderr);
    assert!(run.stderr.contains("error: cannot read missing.xsb: "), "{}", run.stderr);
    assert!(run.stderr.contains("warning: shelf: no file in it ends in one of .txt, .xsb, .sok"));
    for (words, expected) in [
        ("batch", "<FILE|FOLDER>"),
        ("batch levels.xsb --resume", "--out"),
        ("batch levels.xsb --weight 3", "--weight has no effect without --algorithm weighted"),
        ("batch levels.xsb --algorithm bidirectional --direction reverse", "takes no direction"),
        ("batch levels.xsb --count-optimal 0", "0 is not in 1.."),
        ("batch levels.xsb --threads 0", "a number of threads is from 1 to 1024"),
        ("batch levels.xsb --threads 100000", "a number of threads is from 1 to 1024"),
        ("batch levels.xsb --out linked.xsb", "--out would overwrite the levels in levels.xsb"),
        ("batch levels.xsb --actions lrud", "[possible values: urdl, udlr]"),
        ("batch - -", "standard input, '-', can be read only once"),
        ("batch levels.xsb --out levels.xsb", "--out would overwrite the levels in levels.xsb"),
        ("batch . --out ./levels.xsb", "--out would overwrite the levels in ./levels.xsb"),
    ] {
        let run = session.run(words);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{words}: {}", run.stderr);
    }
    assert_eq!(fs::read_to_string(session.path("levels.xsb")).unwrap(), CORRIDOR);
    let run = session.run("batch levels.xsb --out shelf/missing/labels.jsonl");
    assert_eq!((run.code, run.stderr.lines().count()), (Some(3), 1), "{}", run.stderr);
}

#[test]
fn standard_input_is_a_file_of_levels() {
    let session = Session::new(&[]);
    let mut command = session.command("batch -");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(CORRIDOR.as_bytes()).unwrap();
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!((run.code, names(&run)), (Some(0), vec![("-".to_owned(), 1)]));
}

#[test]
fn memory_is_split_among_the_threads() {
    let session = Session::new(&[ROOM]);
    let words = "batch levels.xsb --memory 8MiB --heuristic zero --algorithm astar";
    for threads in [1, 4] {
        let line = session.run(&format!("{words} --threads {threads}")).json().swap_remove(0);
        assert_eq!(line["stopped_by"], "memory");
        let peak = line["peak_bytes"].as_u64().unwrap();
        let share = (8 << 20) / threads;
        assert!(peak <= share && peak > share / 2, "{peak} of {share}");
    }
}

/// The published levels lie beside the repository on some machines and are no part of it.
#[test]
fn a_published_collection_has_its_published_optima() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/levels");
    let (levels, bounds) = (folder.join("boxoban_medium_valid_000.txt"), folder.join("bounds.tsv"));
    let Ok(bounds) = fs::read_to_string(bounds) else {
        eprintln!("{} is absent: nothing is tested with it", folder.display());
        return;
    };
    let session = Session::new(&[]);
    let mut command = session.command("batch --no-timing --dedupe");
    let run: Run = command.arg(levels).output().unwrap().into();
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let mut told = run.json().into_iter();
    for line in bounds.lines().filter(|line| line.starts_with("boxoban_medium_valid_000\t")) {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields[2] != "pushes" {
            continue;
        }
        let label = told.next().unwrap();
        assert_eq!(label["level"].to_string(), fields[1]);
        assert_eq!(label["optimal_for"][0], "pushes", "level {}", fields[1]);
        assert_eq!(label["pushes"].to_string(), fields[3], "level {}", fields[1]);
        assert_eq!(fields[3], fields[4]);
    }
    assert!(told.next().is_none());
}
