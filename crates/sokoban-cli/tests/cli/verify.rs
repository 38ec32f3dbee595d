//! The command `verify`.

use crate::session::{CORRIDOR, INVALID, Session, UNSOLVABLE};

#[test]
fn a_solution_is_counted() {
    let run = Session::new(&[CORRIDOR]).run("verify levels.xsb --solution r2R");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let expected = "solved, 2 pushes, 3 moves, 1 box line, 1 box change, 1 pushing session, \
                    1 player line\n";
    assert_eq!(run.stdout, format!("levels.xsb: level 1 \"corridor\": {expected}"));
}

#[test]
fn the_first_wrong_step_is_named() {
    let session = Session::new(&[CORRIDOR]);
    for (solution, expected) in [
        ("rRRR", "step 4 (right) pushes a box that is blocked"),
        ("u", "step 1 (up) runs into a wall"),
        ("R", "step 1 (right) is written as a push, but no box is there"),
        ("rr", "step 2 (right) is written as a move, but a box is there"),
        ("rR", "all 2 steps are legal, but 1 box is still off goal (1 push, 2 moves)"),
    ] {
        let run = session.run(&format!("verify levels.xsb --solution {solution}"));
        assert_eq!((run.code, run.stderr.as_str()), (Some(4), ""), "{solution}");
        let expected = format!("levels.xsb: level 1 \"corridor\": not solved, {expected}");
        assert!(run.stdout.starts_with(&expected), "{solution}: {}", run.stdout);
    }
}

#[test]
fn a_text_that_is_no_solution_is_invalid() {
    let run = Session::new(&[CORRIDOR]).run("verify levels.xsb --solution rRx");
    assert_eq!((run.code, run.stdout.as_str()), (Some(4), ""));
    let expected = "error: the solution cannot be read: character 3: 'x' is no step";
    assert!(run.stderr.starts_with(expected), "{}", run.stderr);
}

#[test]
fn one_of_several_levels_must_be_chosen() {
    let session = Session::new(&[UNSOLVABLE, CORRIDOR, INVALID]);
    let run = session.run("verify levels.xsb --solution rRR");
    assert_eq!(run.code, Some(2));
    let expected = "levels.xsb has 3 levels; choose one with --level NUMBER";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
    assert_eq!(session.run("verify levels.xsb --solution rRR --level 2").code, Some(0));
    assert_eq!(session.run("verify levels.xsb --solution rRR --level 4").code, Some(2));
    let run = session.run("verify levels.xsb --solution rRR --level 3");
    assert_eq!(run.code, Some(4));
    assert!(run.stderr.starts_with("levels.xsb:13:1: the level has no player"), "{}", run.stderr);
}

#[test]
fn where_nothing_is_stored_it_is_said() {
    let session = Session::new(&[CORRIDOR]);
    let told = "no stored solution; give one with --solution LURD\n";
    let run = session.run("verify levels.xsb");
    assert_eq!((run.code, run.stderr), (Some(0), format!("levels.xsb: warning: {told}")));
    assert!(run.stdout.ends_with("warnings 1; levels invalid 0, without 1\n"), "{}", run.stdout);
    // A gate that nothing could fail at would tell nothing.
    let run = session.run("verify levels.xsb --strict");
    assert_eq!((run.code, run.stderr), (Some(4), format!("levels.xsb: error: {told}")));
    // Files that do store something do not hide one that does not.
    session.folder("packs");
    session.file("packs/a.sok", format!("{CORRIDOR}\nSolution\nrRR\n\n{UNSOLVABLE}").as_bytes());
    assert_eq!(session.run("verify packs --strict").code, Some(0));
    session.file("packs/b.sok", CORRIDOR.as_bytes());
    let run = session.run("verify packs");
    assert_eq!((run.code, run.stderr), (Some(0), format!("packs/b.sok: warning: {told}")));
    assert_eq!(session.run("verify packs --strict").code, Some(4));
}

#[test]
fn quiet_leaves_out_moves_that_are_right() {
    let session = Session::new(&[]);
    let stored = format!("{CORRIDOR}\nSolution\nrRR\n\nSolution\nrR\n\nSolution 4\nrRR\n");
    session.file("stored.sok", stored.as_bytes());
    let run = session.run("verify stored.sok --quiet");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!((run.code, lines.len()), (Some(4), 4), "{}", run.stdout);
    assert!(lines[0].contains("solution 2: not solved") && lines[2].contains("4 moves are stated"));
    assert_eq!(session.run("verify stored.sok --quiet --format json").json().len(), 2);
}

/// Stored moves of every make: in the wrong case, coded, wrapped, quoted, wrong, and saved.
const STORED: &str = "\
#######
#@ $ .#
#######
Title: corridor

Solution 3/2/1/1/1
RRR

> > 2(r)
> > 1R

Savegame
rR

Solution
rR
Ru
";

#[test]
fn stored_moves_are_replayed() {
    let session = Session::new(&[]);
    session.file("stored.sok", STORED.as_bytes());
    let run = session.run("verify stored.sok");
    assert_eq!((run.code, run.stderr.as_str()), (Some(4), ""));
    assert_eq!(
        run.stdout,
        "\
stored.sok: level 1 \"corridor\", solution 1: solved, 2 pushes, 3 moves, 1 box line, 1 box change, \
         1 pushing session, 1 player line
stored.sok:7:1: warning: level 1 \"corridor\", solution 1: the case of step 1 is wrong; upper case is \
         a push, lower a move [W20]
stored.sok: level 1 \"corridor\", moves 2: solved, 2 pushes, 3 moves, 1 box line, 1 box change, \
         1 pushing session, 1 player line
stored.sok:9:7: warning: level 1 \"corridor\", moves 2: the case of step 2 is wrong; upper case is a \
         push, lower a move [W20]
stored.sok: level 1 \"corridor\", savegame 3: legal, not solved yet
stored.sok:17:2: level 1 \"corridor\", solution 4: not solved, step 4 (up) runs into a wall [W21]
stored moves 4: solved 2, saved games 1, wrong 1, warnings 2; levels invalid 0, without 0
"
    );
    let json = session.run("verify stored.sok --format json").json();
    let verdicts: Vec<_> = json.iter().map(|line| line["verdict"].clone()).collect();
    assert_eq!(verdicts, ["solved", "solved", "saved", "wrong"]);
    assert_eq!((&json[0]["solution"], &json[0]["pushes"]), (&"rRR".into(), &2.into()));
    assert_eq!(
        (&json[3]["findings"][0]["line"], &json[3]["kind"]),
        (&17.into(), &"solution".into())
    );
}

#[test]
fn right_moves_are_0_and_strict_counts_warnings() {
    let session = Session::new(&[CORRIDOR]);
    session.folder("packs");
    session.file("packs/right.sok", format!("{CORRIDOR}\nSolution\nrRR\n").as_bytes());
    session.file("packs/odd.sok", format!("{CORRIDOR}\nSolution 4\nrRR\n").as_bytes());
    session.file("packs/notes.txt", b"No level here.\n");
    assert_eq!(session.run("verify packs/right.sok --strict").code, Some(0));
    let run = session.run("verify packs");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("packs/notes.txt: no level in the text"), "{}", run.stderr);
    let run = session.run("verify packs --strict");
    assert_eq!(run.code, Some(4));
    let expected = "packs/odd.sok:6:1: error: level 1 \"corridor\", solution 1: 4 moves are stated, \
                    but the replay counts 3 [W23]\n";
    assert!(run.stdout.contains(expected), "{}", run.stdout);
}

#[test]
fn an_invalid_level_spares_its_neighbors() {
    let session = Session::new(&[]);
    session.file("both.sok", format!("{INVALID}\n{CORRIDOR}\nSolution\nrRR\n").as_bytes());
    let run = session.run("verify both.sok");
    assert_eq!(run.code, Some(4));
    assert!(run.stderr.starts_with("both.sok:2:1: the level has no player"), "{}", run.stderr);
    assert!(run.stdout.contains("level 2 \"corridor\", solution 1: solved"), "{}", run.stdout);
}
