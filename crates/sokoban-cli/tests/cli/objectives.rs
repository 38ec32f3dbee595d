//! What is minimized, and what does not go with it.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::session::{CORRIDOR, ROOM, Session};

/// A shipped level by its name.
fn shipped(name: &str) -> String {
    let path = format!("../../levels/micro/{name}.xsb");
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Pushes and moves.
type Counts = (u64, u64);

/// Shipped levels on which objectives differ, with the optima for pushes then moves, and for moves
/// then pushes; those of `levels/optimal.csv`.
const LEVELS: [(&str, Counts, Counts); 11] = [
    ("move-optimal-1", (2, 4), (2, 4)),
    ("move-optimal-2", (2, 6), (2, 6)),
    ("move-optimal-3", (3, 11), (5, 9)),
    ("move-optimal-4", (5, 17), (7, 13)),
    ("move-optimal-5", (3, 6), (3, 6)),
    ("objectives-moves-or-moves-pushes", (4, 13), (4, 13)),
    ("objectives-moves-or-pushes-moves", (7, 22), (9, 12)),
    ("objectives-pushes-moves-or-moves-pushes", (4, 17), (6, 8)),
    ("objectives-pushes-or-moves-pushes", (5, 17), (7, 11)),
    ("objectives-pushes-or-moves", (5, 22), (7, 10)),
    ("objectives-pushes-or-pushes-moves", (5, 7), (5, 7)),
];

#[test]
fn each_objective_has_its_optimum_and_its_proof() {
    let texts = LEVELS.map(|(name, ..)| shipped(name));
    let session = Session::new(&texts.each_ref().map(String::as_str));
    for objective in ["pushes", "pushes-moves", "moves-pushes", "moves"] {
        let run = session.run(&format!("solve levels.xsb --format json --objective {objective}"));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{objective}");
        let lines = run.json();
        assert_eq!(lines.len(), LEVELS.len());
        for (line, (name, pushes_moves, moves_pushes)) in lines.iter().zip(LEVELS) {
            let count = |field: &str| line[field].as_u64().unwrap();
            let found = (count("pushes"), count("moves"));
            let (is_least, bound, proven) = match objective {
                "pushes" => (found.0 == pushes_moves.0, pushes_moves.0, vec!["pushes"]),
                "pushes-moves" => {
                    (found == pushes_moves, pushes_moves.0, vec!["pushes-moves", "pushes"])
                }
                "moves-pushes" => {
                    (found == moves_pushes, moves_pushes.1, vec!["moves-pushes", "moves"])
                }
                _ => (found.1 == moves_pushes.1, moves_pushes.1, vec!["moves"]),
            };
            assert!(is_least, "{objective} of {name}: {found:?}");
            assert_eq!(count("lower_bound"), bound, "{objective} of {name}");
            assert_eq!(line["optimal_for"], json!(proven), "{objective} of {name}");
            assert_eq!(line["objective"], objective);
        }
    }
}

#[test]
fn the_text_tells_what_is_proven() {
    let session = Session::new(&[&shipped("move-optimal-4")]);
    for (objective, expected) in [
        ("moves", "13 moves, proven move-optimal\n"),
        (
            "moves-pushes",
            "solved in 7 pushes, 13 moves, proven optimal for moves-pushes and move-optimal\n",
        ),
        (
            "pushes-moves",
            "solved in 5 pushes, 17 moves, proven optimal for pushes-moves and push-optimal\n",
        ),
    ] {
        let run = session.run(&format!("solve levels.xsb --objective {objective}"));
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stdout.contains(expected), "{}", run.stdout);
    }
}

#[test]
fn the_summary_adds_up_moves_where_they_count() {
    let session = Session::new(&[&shipped("move-optimal-3"), &shipped("move-optimal-4")]);
    let row = |words: &str, name: &str| {
        let run = session.run(&format!("solve levels.xsb {words}"));
        let row = run.stdout.lines().find(|line| line.starts_with(&format!("| {name} ")));
        row.map(|row| row.trim_matches(['|', ' ']).rsplit(' ').next().unwrap().to_owned())
    };
    let row = |words: &str, name: &str| row(words, name).unwrap_or_default();
    assert_eq!(row("--objective moves-pushes", "moves"), "22");
    assert_eq!(row("--objective moves-pushes", "pushes"), "12");
    assert_eq!((row("", "moves"), row("", "pushes")), (String::new(), "8".to_owned()));
}

#[test]
fn a_run_that_is_stopped_gives_its_bound_in_the_first_measure() {
    let session = Session::new(&[ROOM]);
    // Each of the eight boxes is five rows above its goal.
    for (objective, unit) in
        [("moves", "moves"), ("moves-pushes", "moves"), ("pushes-moves", "pushes")]
    {
        let words = format!("solve levels.xsb --nodes 10 --objective {objective}");
        let run = session.run(&words);
        assert_eq!((run.code, run.stderr.as_str()), (Some(12), ""), "{objective}");
        let line = session.run(&format!("{words} --format json")).json().swap_remove(0);
        assert_eq!((&line["stopped_by"], &line["expanded"]), (&"nodes".into(), &10.into()));
        let bound = line["lower_bound"].as_u64().unwrap();
        let is_right = if unit == "moves" { bound > 40 } else { bound == 40 };
        assert!(is_right, "{objective}: {bound}");
        let expected = format!("the node limit was reached; lower bound {bound} {unit}\n");
        assert!(run.stdout.contains(&expected), "{}", run.stdout);
    }
}

#[test]
fn of_two_measures_the_first_may_be_proven_alone() {
    let session = Session::new(&[&shipped("objectives-pushes-or-moves-pushes")]);
    let words = "solve levels.xsb --objective pushes-moves --nodes 5";
    let run = session.run(words);
    let expected = "solved in 5 pushes, 17 moves, proven push-optimal, \
                    not proven optimal for pushes-moves, since the node limit was reached\n";
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains(expected), "{}", run.stdout);
    let line = session.run(&format!("{words} --format json")).json().swap_remove(0);
    assert_eq!((&line["optimal_for"], &line["stopped_by"]), (&json!(["pushes"]), &json!("nodes")));
}

#[test]
fn searches_and_bounds_that_count_something_else_are_wrong_usage() {
    let session = Session::new(&[CORRIDOR]);
    for objective in ["moves", "moves-pushes", "pushes-moves"] {
        for algorithm in ["ida", "sma", "weighted"] {
            let words = format!("--objective {objective} --algorithm {algorithm}");
            let run = session.run(&format!("solve levels.xsb {words}"));
            let expected = format!(
                "error: algorithm '{algorithm}' does not minimize '{objective}'; \
                 auto, astar and bidirectional do; see 'sokoban solve --help'\n"
            );
            assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words}");
            assert_eq!(run.stderr, expected);
        }
        for heuristic in ["manhattan", "push-distance", "matching", "pdb", "conflicts"] {
            let words = format!("--objective {objective} --heuristic {heuristic}");
            let run = session.run(&format!("solve levels.xsb {words}"));
            assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{words}");
            assert!(run.stderr.starts_with("error: bound '"), "{}", run.stderr);
        }
    }
    for words in ["", "--objective any"] {
        let run = session.run(&format!("solve levels.xsb --heuristic ghosts {words}"));
        assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1), "{words}");
    }
}

#[test]
fn options_that_have_no_effect_where_moves_count_are_refused() {
    let session = Session::new(&[CORRIDOR]);
    for (words, option) in [
        ("--macros off", "--macros"),
        ("--finder off", "--finder"),
        ("--threads 2", "--threads beyond 1"),
        ("--conflicts pairs", "--conflicts"),
        ("--pdb-boxes 3", "--pdb-boxes"),
        ("--weight 3", "--weight"),
        ("--anytime off", "--anytime"),
        ("--table-bytes 1MiB", "--table-bytes"),
        ("--max-stored 9", "--max-stored"),
        ("--sma-stages a --algorithm bidirectional", "--sma-stages"),
        ("--deadlocks pi-corral", "--deadlocks beyond dead-squares and freeze"),
        ("--deadlocks freeze,square-block", "--deadlocks beyond dead-squares and freeze"),
    ] {
        for objective in ["moves", "moves-pushes", "pushes-moves"] {
            let run = session.run(&format!("solve levels.xsb --objective {objective} {words}"));
            assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words}");
            let problem = format!("error: {option} has no effect ");
            assert!(run.stderr.starts_with(&problem), "{words}: {}", run.stderr);
            assert_eq!(run.stderr.lines().count(), 1, "{words}: {}", run.stderr);
        }
        // But for the deadlock tests, nothing can be added that would give them an effect.
        if !words.starts_with("--deadlocks") {
            let run = session.run(&format!("solve levels.xsb --objective moves {words}"));
            let expected = format!(
                "error: {option} has no effect with --objective moves; leave it out; see 'sokoban solve --help'\n"
            );
            assert_eq!(run.stderr, expected);
        }
    }
    for words in ["", "--objective any", "--objective pushes"] {
        let run = session.run(&format!("solve levels.xsb --dominance off {words}"));
        let expected =
            "error: --dominance has no effect without an --objective that counts moves; ";
        assert_eq!(run.code, Some(2), "{words}");
        assert!(run.stderr.starts_with(expected), "{words}: {}", run.stderr);
    }
    for words in [
        "--deadlocks all",
        "--deadlocks none",
        "--deadlocks freeze",
        "--deadlocks dead-squares,freeze --algorithm astar",
        "--deadlocks dead-squares --direction reverse",
        "--dominance off --heuristic zero",
        "--algorithm bidirectional --heuristic ghosts",
        "--threads 1 --table-bytes none --max-stored none",
    ] {
        let run = session.run(&format!("solve levels.xsb --objective moves {words}"));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{words}");
    }
}

#[test]
fn only_searches_that_serve_the_objective_are_compared() {
    let session =
        Session::new(&[&shipped("move-optimal-4"), &shipped("objectives-pushes-or-moves")]);
    for (objective, least, first) in [
        ("moves", [[None, Some("13")], [None, Some("10")]], "moves"),
        ("moves-pushes", [[Some("7"), Some("13")], [Some("7"), Some("10")]], "moves"),
        ("pushes-moves", [[Some("5"), Some("17")], [Some("5"), Some("22")]], "pushes"),
    ] {
        let run = session.run(&format!("solve levels.xsb --compare --objective {objective}"));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{objective}");
        let rows: Vec<Vec<&str>> = run
            .stdout
            .lines()
            .filter(|line| line.starts_with('|') && !line.contains("algorithm"))
            .map(|line| line.trim_matches('|').split_whitespace().collect())
            .collect();
        let searches: Vec<String> = rows[..6].iter().map(|row| row[..3].join(" ")).collect();
        let expected = [
            "astar forward zero",
            "astar forward ghosts",
            "astar reverse zero",
            "astar reverse ghosts",
            "bidirectional both zero",
            "bidirectional both ghosts",
        ];
        assert_eq!(searches, expected);
        assert_eq!(rows.len(), 2 * expected.len());
        for (row, [pushes, moves]) in rows.iter().zip(least.iter().flat_map(|of| [of; 6])) {
            assert_eq!(row[3], "optimal");
            assert!(pushes.is_none_or(|pushes| row[4] == pushes), "{row:?}");
            assert_eq!(Some(row[5]), *moves, "{row:?}");
            let first = if first == "moves" { row[5] } else { row[4] };
            assert_eq!(row[6], first, "the lower bound is of the first measure");
        }
    }
    for (words, option) in [
        ("--objective moves --macros off", "--macros"),
        ("--objective moves --weight 3", "--weight"),
        ("--objective pushes --dominance off", "--dominance"),
        ("--objective pushes --finder off", "--finder"),
    ] {
        let run = session.run(&format!("solve levels.xsb --compare {words}"));
        let objective = words.split(' ').nth(1).unwrap();
        let expected = format!(
            "error: {option} has no effect with --compare --objective {objective}; leave it out; see 'sokoban solve --help'\n"
        );
        assert_eq!((run.code, run.stderr), (Some(2), expected), "{words}");
    }
    let run = session.run("solve levels.xsb --compare --objective moves --dominance off");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

#[test]
fn batch_takes_objectives_too() {
    let session = Session::new(&[&shipped("move-optimal-4"), CORRIDOR]);
    let run =
        session.run("batch levels.xsb --objective moves-pushes --count-optimal 9 --no-timing");
    assert_eq!((run.code, run.stderr.lines().count() > 0), (Some(0), true), "{}", run.stderr);
    let lines = run.json();
    assert_eq!((&lines[0]["pushes"], &lines[0]["moves"]), (&7.into(), &13.into()));
    assert_eq!(lines[0]["optimal_for"], json!(["moves-pushes", "moves"]));
    // Nothing is proven of its pushes alone.
    assert_eq!(
        (&lines[0]["lower_bound"], &lines[0]["optimal_sequences"]),
        (&13.into(), &().into())
    );
    let run =
        session.run("batch levels.xsb --objective pushes-moves --count-optimal 9 --threads 2");
    let lines = run.json();
    assert_eq!((&lines[0]["lower_bound"], &lines[0]["moves"]), (&5.into(), &17.into()));
    assert_eq!(lines[1]["optimal_sequences"], 1);
    for (words, option) in
        [("--objective moves --macros off", "--macros"), ("--dominance off", "--dominance")]
    {
        let run = session.run(&format!("batch levels.xsb {words}"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words}");
        assert!(
            run.stderr.starts_with(&format!("error: {option} has no effect ")),
            "{}",
            run.stderr
        );
    }
}
