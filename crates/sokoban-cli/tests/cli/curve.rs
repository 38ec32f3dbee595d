//! `curve`.

use std::fs;

use crate::session::{CORRIDOR, INVALID, ROOM, Session, UNSOLVABLE};

/// Two boxes and nine pushes, and enough states for blind search to feel a cap.
const YARD: &str = "\
##########
#        #
#  $  .  #
#    #   #
#  $  .  #
#   @    #
##########
; yard
";

const BLIND: &str = "curve levels.xsb --heuristic zero --steps 4";

#[test]
fn text_tells_the_reference_the_runs_and_the_critical_point() {
    let run = Session::new(&[YARD]).run(BLIND);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], "levels.xsb, level 1, \"yard\"");
    assert!(lines[1].starts_with("  astar, forward, zero: 6 pushes, "), "{}", run.stdout);
    for head in ["sma alone, --stages a:", "sma, then deepening, --stages ab:"] {
        assert!(lines.contains(&head), "{head}: {}", run.stdout);
    }
    let critical: Vec<&&str> =
        lines.iter().filter(|line| line.contains("critical point")).collect();
    assert_eq!(critical.len(), 2, "{}", run.stdout);
    assert!(critical[0].starts_with("critical point: "), "{}", run.stdout);
    assert!(critical[0].contains(" will not, since "), "{}", run.stdout);
    let full = lines.iter().find(|line| line.contains(" 100 % ")).unwrap();
    assert!(full.contains("solved") && full.contains(" 1.00 "), "{full}");
}

#[test]
fn json_has_an_object_for_each_run() {
    let session = Session::new(&[CORRIDOR, YARD]);
    let words = "--level 2 --caps 3..300 --stages a --format json";
    let run = session.run(&format!("{BLIND} {words}"));
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let lines = run.json();
    let (reference, critical) = (&lines[0], &lines[lines.len() - 1]);
    assert_eq!(
        (&reference["kind"], &reference["algorithm"]),
        (&"reference".into(), &"astar".into())
    );
    assert_eq!((&reference["level"], &reference["pushes"]), (&2.into(), &6.into()));
    assert_eq!((&critical["kind"], &critical["unit"]), (&"critical".into(), &"states".into()));
    let (solves_at, fails_at) =
        (critical["solves_at"].as_u64().unwrap(), critical["fails_at"].as_u64().unwrap());
    assert!(fails_at < solves_at, "{critical}");
    assert!(solves_at - fails_at == 1 || solves_at as f64 <= 1.05 * fails_at as f64, "{critical}");
    let runs = &lines[1..lines.len() - 1];
    let caps: Vec<u64> = runs.iter().map(|run| run["cap"].as_u64().unwrap()).collect();
    assert_eq!(caps[..4], [300, 65, 14, 3], "the sweep comes before the critical point");
    for run in runs {
        assert_eq!((&run["kind"], &run["stages"]), (&"run".into(), &"a".into()));
        let is_solved = run["verdict"] == "solved";
        assert_eq!(run["pushes"] == 6, is_solved, "{run}");
        assert!(is_solved || run["cap"].as_u64().unwrap() < 300, "{run}");
        let expanded = |line: &serde_json::Value| line["expanded"].as_i64().unwrap();
        assert_eq!(run["re_expanded"], expanded(run) - expanded(reference));
    }
}

#[test]
fn a_cap_in_bytes_holds() {
    let run = Session::new(&[YARD]).run(&format!("{BLIND} --unit bytes --format json"));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    for line in run.json().iter().filter(|line| line["kind"] == "run") {
        assert!(line["peak_bytes"].as_u64() <= line["cap"].as_u64(), "{line}");
    }
}

#[test]
fn the_picture_is_written() {
    let session = Session::new(&["; <&\">\n#####\n#@$.#\n#####\n", YARD]);
    for (level, unit) in [(1, "states"), (2, "states"), (2, "bytes")] {
        let words = format!("{BLIND} --level {level} --unit {unit} --svg curve.svg");
        assert_eq!(session.run(&words).code, Some(0), "{words}");
        let svg = fs::read_to_string(session.path("curve.svg")).unwrap();
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{words}");
        let mut open = Vec::new();
        for tag in svg.split('<').skip(1) {
            let (tag, text) = tag.split_once('>').unwrap();
            assert!(!text.contains('"') || level == 2 || text.contains("&lt;&amp;"), "{text}");
            match tag.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name)),
                None if tag.ends_with('/') => {}
                None => open.extend(tag.split_whitespace().next()),
            }
        }
        assert_eq!(open, [""; 0], "every element is closed");
        for text in ["Memory against expansions: levels.xsb", "states expanded", "A*: ", "SMA*"] {
            assert!(svg.contains(text), "{words}: {text}");
        }
        assert_eq!(svg.contains("critical point: "), level == 2, "{words}");
    }
}

#[test]
fn a_picture_that_cannot_be_written_is_3() {
    let session = Session::new(&[CORRIDOR]);
    let mut paths = vec!["missing/curve.svg", "."];
    if cfg!(target_os = "linux") {
        paths.push("/dev/full");
    }
    for path in paths {
        let run = session.run(&format!("curve levels.xsb --svg {path}"));
        assert_eq!(run.code, Some(3), "{path}");
        let expected = format!("error: cannot write {path}: ");
        assert!(run.stderr.starts_with(&expected), "{path}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{path}");
    }
}

#[test]
fn without_a_solution_there_is_no_curve() {
    let session = Session::new(&[UNSOLVABLE, INVALID, ROOM]);
    let run = session.run("curve levels.xsb --level 1");
    assert_eq!(run.code, Some(11));
    let expected = "levels.xsb, level 1, \"corner\": no curve: proven unsolvable: ";
    assert!(run.stderr.starts_with(expected), "{}", run.stderr);
    let run = session.run("curve levels.xsb --level 2");
    assert_eq!((run.code, run.stdout.as_str()), (Some(4), ""));
    let run = session.run("curve levels.xsb --level 3 --heuristic zero --time 10ms --format json");
    assert_eq!((run.code, &run.json()[0]["stopped_by"]), (Some(12), &"time".into()));
    assert!(run.stderr.contains("A* reached the time limit"), "{}", run.stderr);
}

#[test]
fn wrong_usage_is_told() {
    let session = Session::new(&[CORRIDOR, YARD]);
    for (words, expected) in [
        ("", "2 levels of levels.xsb are meant; choose one with --level NUMBER"),
        ("--level 3", "--level asks for level 3, but levels.xsb has 2 levels"),
        ("--level 1 --caps 100", "'100' is no range; write 200..20000 or 64KiB..2MiB"),
        ("--level 1 --caps 1KiB..1MiB", "--caps: states have no unit"),
        ("--level 1 --steps 1", "1 is not in 2..=100"),
        ("--level 1 --stages b", "invalid value 'b'"),
    ] {
        let run = session.run(&format!("curve levels.xsb {words}"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words}");
        assert!(run.stderr.contains(expected), "{words}: {}", run.stderr);
    }
    assert_eq!(session.run("curve missing.xsb").code, Some(3));
}
