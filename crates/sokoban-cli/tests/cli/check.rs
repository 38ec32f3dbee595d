//! The command `check`.

use crate::session::{CORRIDOR, INVALID, Session};

const EVEN_MORE_GOALS: &str = "######\n#@$..#\n######\n";
const UNKNOWN_SYMBOL: &str = "#####\n#@x.#\n#####\n";

#[test]
fn each_level_gets_its_line() {
    let session = Session::new(&[CORRIDOR, INVALID, EVEN_MORE_GOALS, UNKNOWN_SYMBOL]);
    let run = session.run("check levels.xsb");
    assert_eq!((run.code, run.stderr.as_str()), (Some(4), ""));
    assert_eq!(
        run.stdout,
        "\
levels.xsb: level 1 \"corridor\": well-formed, 7 x 3, boxes 1, goals 1
levels.xsb:7:1: the level has no player; put one '@' on a floor square
levels.xsb: level 3: well-formed, 6 x 3, boxes 1, goals 2
levels.xsb:11: warning: 1 box for 2 goals: solved when every box stands on a goal
levels.xsb:16:3: 'x' is not a symbol of a board; use # . $ * @ + and space or -
levels 4: well-formed 2, invalid 2, warnings 1
"
    );
}

#[test]
fn json_has_one_object_a_level() {
    let session = Session::new(&[CORRIDOR, UNKNOWN_SYMBOL]);
    let run = session.run("check levels.xsb --format json");
    assert_eq!(run.code, Some(4));
    let lines = run.json();
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["verdict"], &lines[0]["boxes"]), (&"valid".into(), &1.into()));
    assert_eq!(lines[1]["verdict"], "invalid");
    assert_eq!((&lines[1]["line"], &lines[1]["column"]), (&7.into(), &3.into()));
}

#[test]
fn well_formed_levels_are_0() {
    let session = Session::new(&[CORRIDOR, EVEN_MORE_GOALS]);
    assert_eq!(session.run("check levels.xsb").code, Some(0), "warnings are no errors");
    assert_eq!(session.run("check levels.xsb --level 2").code, Some(0));
}
