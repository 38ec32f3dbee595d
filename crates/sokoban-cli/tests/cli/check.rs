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
levels.xsb:7:1: the level has no player; put one '@' on a floor square [E01]
levels.xsb: level 3: well-formed, 6 x 3, boxes 1, goals 2
levels.xsb:11: warning: 1 box for 2 goals: solved when every box stands on a goal [W11]
levels.xsb:16:3: 'x' is not a symbol of a board; use # . $ * @ + and space or - [E08]
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

#[test]
fn quiet_leaves_out_what_is_well_formed() {
    let session = Session::new(&[CORRIDOR, INVALID, CORRIDOR, EVEN_MORE_GOALS]);
    let run = session.run("check levels.xsb --quiet");
    assert_eq!((run.code, run.stderr.as_str()), (Some(4), ""));
    assert_eq!(
        run.stdout,
        "\
levels.xsb:7:1: the level has no player; put one '@' on a floor square [E01]
levels.xsb:16: warning: 1 box for 2 goals: solved when every box stands on a goal [W11]
levels 4: well-formed 3, invalid 1, warnings 1
"
    );
    let lines = session.run("check levels.xsb -q --format json").json();
    let numbers: Vec<_> = lines.iter().map(|line| line["level"].clone()).collect();
    assert_eq!(numbers, [2, 4]);
}

#[test]
fn findings_are_colored_where_that_is_wanted() {
    let session = Session::new(&[INVALID, EVEN_MORE_GOALS]);
    let run = session.run("check levels.xsb --color always");
    assert!(run.stdout.contains("\u{1b}[1m\u{1b}[33mwarning\u{1b}[0m: 1 box"), "{:?}", run.stdout);
    assert!(run.stdout.contains("\u{1b}[1m\u{1b}[31m[E01]\u{1b}[0m\n"), "{:?}", run.stdout);
    let strict = session.run("check levels.xsb --strict --color always");
    assert!(strict.stdout.contains("\u{1b}[31merror\u{1b}[0m: 1 box"), "{:?}", strict.stdout);
    for words in ["check levels.xsb", "check levels.xsb --color never"] {
        let plain = session.run(words);
        assert!(!plain.stdout.contains('\u{1b}'), "{words}: {:?}", plain.stdout);
    }
    // NO_COLOR is for what nothing is said about.
    for (words, no_color, is_colored) in
        [("", "", true), ("", "1", false), ("--color always", "1", true)]
    {
        let mut command = session.command(&format!("check levels.xsb {words}"));
        command.env("NO_COLOR", no_color).env("CLICOLOR_FORCE", "1");
        let run: crate::session::Run = command.output().unwrap().into();
        assert_eq!(run.stdout.contains('\u{1b}'), is_colored, "{words} {no_color}");
    }
}

#[test]
fn strict_takes_warnings_for_errors() {
    let session = Session::new(&[EVEN_MORE_GOALS]);
    let run = session.run("check levels.xsb --strict");
    assert_eq!(run.code, Some(4));
    assert!(run.stdout.contains("levels.xsb:1: error: 1 box for 2 goals"), "{}", run.stdout);
    let json = &session.run("check levels.xsb --strict --format json").json()[0];
    assert_eq!((&json["verdict"], &json["code"]), (&"valid".into(), &serde_json::Value::Null));
    assert_eq!(json["warning_codes"], serde_json::json!(["W11"]));
    assert_eq!(Session::new(&[CORRIDOR]).run("check levels.xsb --strict").code, Some(0));
}

#[test]
fn folders_are_checked_and_stored_moves_with_them() {
    let session = Session::new(&[]);
    session.folder("packs");
    session.folder("packs/below");
    session.file("packs/a.sok", format!("{CORRIDOR}\nSolution\nrRu\n").as_bytes());
    session.file(
        "packs/below/b.slc",
        b"<SokobanLevels><LevelCollection><Level Id='x'>\n<L>#####</L>\n<L># $.#</L>\n<L>#####</L>\n\
          </Level></LevelCollection></SokobanLevels>",
    );
    session.file("packs/notes.txt", b"No level here.\n");
    let run = session.run("check packs");
    assert_eq!(run.code, Some(4));
    assert_eq!(
        run.stdout,
        "\
packs/a.sok: level 1 \"corridor\": well-formed, 7 x 3, boxes 1, goals 1
packs/a.sok:7:3: warning: stored moves: step 3 (up) runs into a wall [W21]
packs/below/b.slc:2:4: the level has no player; put one '@' on a floor square [E01]
levels 2: well-formed 1, invalid 1, warnings 1
"
    );
    assert!(run.stderr.contains("packs/notes.txt: no level in the text; left out"));
}

#[test]
fn other_alphabets_are_suggested_and_read() {
    let session = Session::new(&["#######\n#&B.X #\n#######\n"]);
    let run = session.run("check levels.xsb");
    assert_eq!(run.code, Some(4));
    assert!(run.stderr.contains("try --charmap letters"), "{}", run.stderr);
    for map in ["letters", "&=@,B=$,X=*"] {
        assert_eq!(
            session.run(&format!("check levels.xsb --charmap {map}")).code,
            Some(0),
            "{map}"
        );
        assert_eq!(
            session.run(&format!("solve levels.xsb --charmap {map} --time 5s")).code,
            Some(0)
        );
    }
    let run = session.run("check levels.xsb --charmap klingon");
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("known alphabet: letters or reasoning-gym"), "{}", run.stderr);
}

#[test]
fn levels_of_other_games_are_named() {
    let session = Session::new(&[]);
    session.file("a.hsb", b"anything");
    for command in ["check", "solve", "batch"] {
        let run = session.run(&format!("{command} a.hsb"));
        let told = run.stdout + &run.stderr;
        assert!(told.contains("a board of the game Hexoban"), "{command}: {told}");
    }
}

#[test]
fn a_folder_without_a_level_does_not_pass() {
    let session = Session::new(&[]);
    session.folder("only");
    session.file("only/empty.xsb", b"");
    for words in ["check only", "check only --format json", "verify only", "solve only"] {
        let run = session.run(words);
        assert_eq!(run.code, Some(4), "{words}");
        assert!(run.stderr.ends_with("error: no level was found\n"), "{}", run.stderr);
    }
}
