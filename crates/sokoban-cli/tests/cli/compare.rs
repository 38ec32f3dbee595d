//! `solve --compare`.

use std::collections::BTreeSet;

use crate::formats::check;
use crate::session::{CORRIDOR, INVALID, ROOM, Session, UNSOLVABLE};

/// Six algorithms with six bounds, four of them in two directions, one in both at once, one forward;
/// and with a seventh bound that is one to goals.
const RUNS: usize = 4 * 6 * 2 + 6 + 6 + 6;

#[test]
fn the_table_has_a_row_for_every_search() {
    let run = Session::new(&[CORRIDOR]).run("solve levels.xsb --compare");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    // What was proven, without what it took.
    let rows = run.stdout.lines().map(|line| {
        let words: Vec<&str> = line.trim_matches('|').split_whitespace().collect();
        let is_row = line.starts_with('|') && !line.contains("algorithm");
        (if is_row { words[..7].join(" ") } else { words.join(" ") }) + "\n"
    });
    let rows: Vec<String> = rows.filter(|row| !row.starts_with('+')).collect();
    assert_eq!(rows.len(), 2 + RUNS);
    check("compare", &rows.concat());
}

#[test]
fn json_has_an_object_for_every_search() {
    let run = Session::new(&[CORRIDOR]).run("solve levels.xsb --compare --format json");
    let lines = run.json();
    assert_eq!(lines.len(), RUNS);
    let searches: BTreeSet<String> = lines
        .iter()
        .map(|line| {
            assert_eq!((&line["pushes"], &line["solution"]), (&2.into(), &"rRR".into()));
            format!("{} {} {}", line["algorithm"], line["direction"], line["heuristic"])
        })
        .collect();
    assert_eq!(searches.len(), RUNS, "each is another search");
}

#[test]
fn limits_and_verdicts_are_those_of_the_levels() {
    let session = Session::new(&[UNSOLVABLE, INVALID, ROOM]);
    let code = |words: &str| session.run(&format!("solve levels.xsb --compare {words}")).code;
    assert_eq!(code("--level 1"), Some(11));
    let run = session.run("solve levels.xsb --compare --level 2");
    assert_eq!((run.code, run.stdout.as_str()), (Some(4), ""));
    assert!(run.stderr.starts_with("levels.xsb:8:1: the level has no player"), "{}", run.stderr);
    let run = session.run("solve levels.xsb --compare --level 3 --nodes 5 --memory 64MiB");
    assert_eq!(run.code, Some(12), "{}", run.stderr);
    assert!(run.stdout.contains("unknown, nodes"), "{}", run.stdout);
    assert_eq!(code("--level 1-2"), Some(4));
}

#[test]
fn what_does_not_go_with_it_is_wrong_usage() {
    let session = Session::new(&[CORRIDOR]);
    for words in ["--algorithm ida", "--direction reverse", "--heuristic pdb", "--format lurd"] {
        let run = session.run(&format!("solve levels.xsb --compare {words}"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words}");
        assert!(run.stderr.contains("--compare"), "{words}: {}", run.stderr);
    }
}
