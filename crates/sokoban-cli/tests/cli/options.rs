//! Limits, names and color.

use crate::session::{CORRIDOR, ROOM, Session};

/// The JSON of the room under the options `words`.
fn room(words: &str) -> serde_json::Value {
    let session = Session::new(&[ROOM]);
    let run = session.run(&format!("solve levels.xsb --format json {words}"));
    assert_eq!(run.code, Some(12), "{}", run.stderr);
    let line = run.json().swap_remove(0);
    assert_eq!((&line["verdict"], &line["solution"]), (&"unknown".into(), &().into()));
    line
}

#[test]
fn nodes_are_limited() {
    let line = room("--nodes 10");
    assert_eq!((&line["stopped_by"], &line["expanded"]), (&"nodes".into(), &10.into()));
    // Each box is five rows above its goal.
    assert_eq!(line["lower_bound"], 40);
}

#[test]
fn time_is_limited() {
    let line = room("--time 1ms --heuristic zero");
    assert_eq!(line["stopped_by"], "time");
    assert!(line["lower_bound"].is_u64());
}

#[test]
fn memory_is_limited() {
    // A search that is asked for ends there; that of auto goes on in the memory that it has.
    for (words, stopped_by) in [("--algorithm astar", "memory"), ("--time 1s", "time")] {
        let line = room(&format!("--memory 1MiB --heuristic zero {words}"));
        assert_eq!(line["stopped_by"], stopped_by, "{words}");
        assert!(line["peak_bytes"].as_u64().unwrap() <= 1 << 20, "{words}");
        assert!(line["lower_bound"].is_u64(), "{words}");
    }
}

#[test]
fn every_limit_can_be_lifted() {
    let session = Session::new(&[CORRIDOR]);
    let run = session.run("solve levels.xsb --time none --memory none --nodes none --threads 2");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_bad_unit_is_told_with_the_good_ones() {
    let session = Session::new(&[CORRIDOR]);
    for (words, expected) in [
        ("--time 10", "the unit is missing; write 10s (one of: ms, s, m, h)"),
        ("--time 10min", "unknown unit 'min'; one of: ms, s, m, h"),
        ("--memory 4gb", "unknown unit 'gb'; one of: B, KiB, MiB, GiB, kB, MB, GB"),
        ("--memory lots", "no number in front; write it as 4GiB, or none"),
        ("--memory 99999999999999999999GB", "too large; write none for no limit"),
        ("--time 99999999999999999999h", "too large; write none for no limit"),
        ("--nodes many", "write a number such as 5000000, or none"),
    ] {
        let run = session.run(&format!("solve levels.xsb {words}"));
        assert_eq!(run.code, Some(2), "{words}");
        assert!(run.stderr.contains(expected), "{words}: {}", run.stderr);
    }
}

#[test]
fn a_misspelled_name_gets_a_suggestion() {
    let session = Session::new(&[CORRIDOR]);
    for (words, expected) in [
        ("--heuristic matchin", "'matching'"),
        ("--algorithm a-star", "'astar'"),
        ("--deadlocks freez", "'freeze'"),
        ("--conflicts tripels", "'triples'"),
    ] {
        let run = session.run(&format!("solve levels.xsb {words}"));
        assert_eq!(run.code, Some(2), "{words}");
        let tip = run.stderr.lines().find(|line| line.contains("tip:")).unwrap_or_default();
        assert!(tip.contains(expected), "{words}: {}", run.stderr);
    }
}

#[test]
fn every_choice_runs_by_name() {
    let session = Session::new(&[CORRIDOR]);
    for words in [
        "--algorithm astar --direction forward --objective pushes",
        "--heuristic zero --deadlocks none",
        "--heuristic manhattan --deadlocks dead-squares",
        "--heuristic push-distance --deadlocks freeze,square-block",
        "--heuristic matching --deadlocks all",
        "--heuristic matching-manhattan",
        "--heuristic pdb --pdb-boxes 3 --macros off",
        "--heuristic conflicts --conflicts pairs,triples,frozen,parity",
        "--heuristic conflicts --conflicts triples",
        "--algorithm astar --heuristic conflicts --conflicts none",
        "--conflicts pairs,frozen",
        "--algorithm ida --table-bytes 64KiB --direction reverse",
        "--algorithm sma --max-stored 8 --sma-stages a --macros on",
        "--algorithm weighted --weight 1.5 --anytime off",
        "--algorithm bidirectional --table-bytes none",
    ] {
        let run = session.run(&format!("solve levels.xsb --format lurd {words}"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), "rRR\n"), "{words}: {}", run.stderr);
    }
    for words in ["--deadlocks none,freeze", "--conflicts pairs,none"] {
        let run = session.run(&format!("solve levels.xsb {words}"));
        assert_eq!(run.code, Some(2));
        assert!(run.stderr.contains("'none' stands alone"), "{}", run.stderr);
    }
    let run = session.run("solve levels.xsb --conflicts parity,triples");
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("'parity' has no effect without 'pairs'"), "{}", run.stderr);
}

#[test]
fn an_option_that_would_have_no_effect_is_refused() {
    let session = Session::new(&[CORRIDOR]);
    for (words, choice) in [
        ("--weight 2", "--algorithm weighted"),
        ("--weight 2 --algorithm astar", "--algorithm weighted"),
        ("--anytime on --algorithm ida", "--algorithm weighted or features"),
        ("--table-bytes 1MiB --algorithm astar", "--algorithm ida"),
        ("--max-stored 100 --algorithm ida", "--algorithm sma"),
        ("--sma-stages a", "--algorithm sma"),
        ("--finder off --algorithm astar", "--algorithm auto"),
        ("--pdb-boxes 3 --heuristic matching", "--heuristic pdb"),
        ("--conflicts pairs --heuristic matching", "--heuristic conflicts"),
        ("--conflicts all --algorithm astar", "--heuristic conflicts"),
        ("--conflicts pairs --direction reverse", "--heuristic conflicts"),
    ] {
        let run = session.run(&format!("solve levels.xsb {words}"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words}");
        let option = words.split(' ').next().unwrap();
        let expected = format!("error: {option} has no effect without {choice}; ");
        assert!(run.stderr.starts_with(&expected), "{words}: {}", run.stderr);
    }
    let run =
        session.run("solve levels.xsb --direction reverse --deadlocks dead-squares,pi-corral");
    let expected =
        "error: --deadlocks beyond dead-squares has no effect without --direction forward; ";
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.starts_with(expected), "{}", run.stderr);
    for words in ["--threads 2 --algorithm ida", "--threads 8 --objective any --direction reverse"]
    {
        let run = session.run(&format!("solve levels.xsb {words}"));
        let expected = "error: --threads beyond 1 has no effect without \
             --algorithm auto, astar, bidirectional or features, for --objective pushes or any; ";
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words}");
        assert!(run.stderr.starts_with(expected), "{words}: {}", run.stderr);
    }
    for words in [
        "--threads 2 --algorithm astar --direction reverse",
        "--threads 3 --algorithm bidirectional",
        "--threads 1 --algorithm sma",
        "--compare --threads 2",
        "--direction reverse --deadlocks dead-squares",
        "--direction reverse --deadlocks none",
        "--weight 3 --anytime off --objective any",
        "--threads 2 --conflicts pairs --objective any",
        "--anytime off --threads 2 --algorithm features",
        "--max-stored none --table-bytes none",
        "--compare --weight 3 --max-stored 100 --table-bytes 1MiB --pdb-boxes 1 --sma-stages a \
         --conflicts frozen",
    ] {
        let run = session.run(&format!("solve levels.xsb {words}"));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{words}");
    }
}

#[test]
fn no_state_at_all_is_no_cap() {
    let session = Session::new(&[CORRIDOR]);
    for words in ["--algorithm sma --max-stored 0", "--compare --max-stored 0"] {
        let run = session.run(&format!("solve levels.xsb {words}"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words}");
        assert!(run.stderr.starts_with("error: --max-stored: "), "{words}: {}", run.stderr);
    }
}

#[test]
fn color_obeys_the_option_and_no_color() {
    let session = Session::new(&[CORRIDOR]);
    let is_colored = |words: &str, variables: &[&str]| {
        let mut command = session.command(&format!("solve levels.xsb {words}"));
        command.envs(variables.iter().map(|&variable| (variable, "1")));
        let output = command.output().unwrap();
        output.stdout.contains(&0x1b)
    };
    assert!(!is_colored("", &[]), "no terminal");
    assert!(is_colored("", &["CLICOLOR_FORCE"]));
    assert!(!is_colored("", &["CLICOLOR_FORCE", "NO_COLOR"]));
    assert!(!is_colored("--color never", &["CLICOLOR_FORCE"]));
    assert!(is_colored("--color always", &["NO_COLOR"]), "what is asked for here and now counts");
    assert!(!is_colored("--color always --format json", &[]), "a format for programs");
}

#[test]
fn memory_bounded_search_tells_its_stages() {
    let line = room("--algorithm sma --sma-stages a --max-stored 8");
    assert_eq!((&line["stopped_by"], &line["algorithm"]), (&"memory".into(), &"sma".into()));
    let sma = &line["sma"];
    assert_eq!(sma["stage"], "sma");
    assert_eq!(sma["expanded"], serde_json::json!([line["expanded"], 0]));
    assert!(sma["least_cap"].as_u64().unwrap() > 8, "{sma}");
}
