//! The command `export`.

use std::fs;

use crate::session::{CORRIDOR, INVALID, Session, UNSOLVABLE};

#[test]
fn a_level_is_a_planning_task() {
    let session = Session::new(&[CORRIDOR, UNSOLVABLE]);
    let both = session.run("export levels.xsb --level 1 --pddl");
    assert_eq!((both.code, both.stderr.as_str()), (Some(0), ""));
    let run = session.run("export levels.xsb --level 1 --pddl --domain d.pddl --problem p.pddl");
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "", ""));
    let read = |name| fs::read_to_string(session.path(name)).unwrap();
    assert_eq!(format!("{}\n{}", read("d.pddl"), read("p.pddl")), both.stdout);
    assert!(read("p.pddl").contains("; corridor\n(define (problem level)"));
    let sas = session.run("export levels.xsb --level 2 --sas");
    assert_eq!((sas.code, sas.stderr.as_str()), (Some(0), ""));
    assert!(sas.stdout.starts_with("begin_version\n3\n"), "{}", sas.stdout);
}

#[test]
fn wrong_usage_and_invalid_levels_are_told() {
    let session = Session::new(&[CORRIDOR, INVALID]);
    for words in [
        "--level 1",
        "--level 1 --pddl --sas",
        "--pddl",
        "--level 9 --sas",
        "--level 1 --pddl --domain d",
        "--level 1 --sas --domain d --problem p",
        "--level 1 --pddl --domain d --problem d",
        "--level 1 --pddl --domain levels.xsb --problem p",
    ] {
        let run = session.run(&format!("export levels.xsb {words}"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words}: {}", run.stderr);
    }
    assert_eq!(
        fs::read_to_string(session.path("levels.xsb")).unwrap(),
        [CORRIDOR, INVALID].join("\n")
    );
    assert_eq!(session.run("export levels.xsb --level 2 --sas").code, Some(4));
    assert_eq!(session.run("export missing.xsb --sas").code, Some(3));
}
