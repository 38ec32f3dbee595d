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
fn a_solution_must_be_given() {
    let run = Session::new(&[CORRIDOR]).run("verify levels.xsb");
    assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1));
    assert!(run.stderr.starts_with("error: verify needs --solution LURD"), "{}", run.stderr);
}
