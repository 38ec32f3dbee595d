//! The command `convert`.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use crate::session::{CORRIDOR, INVALID, Run, Session, UNSOLVABLE};

fn read(session: &Session, name: &str) -> String {
    fs::read_to_string(session.path(name)).unwrap()
}

#[test]
fn a_file_goes_through_every_format_and_back() {
    let session = Session::new(&[CORRIDOR, UNSOLVABLE]);
    for (from, to) in
        [("levels.xsb", "a.sok"), ("a.sok", "b.json"), ("b.json", "c.slc"), ("c.slc", "d.txt")]
    {
        let run = session.run(&format!("convert {from} {to} --strict"));
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "", ""), "{to}");
    }
    let blank_below = |text: &str| text.replace("; corridor\n", "; corridor\n\n");
    let expected = blank_below(CORRIDOR) + "\n" + &UNSOLVABLE.replace("corner\n", "corner\n\n");
    assert_eq!(read(&session, "d.txt"), expected);
    assert!(read(&session, "a.sok").ends_with("#####\nTitle: corner\n"));
}

#[test]
fn dashes_are_standard_streams() {
    let session = Session::new(&[]);
    let mut command = session.command("convert - - --to json --level 2");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let text = format!("{CORRIDOR}\n{UNSOLVABLE}");
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let run: Run = child.wait_with_output().unwrap().into();
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(json["levels"][0]["title"], "corner");
    assert_eq!(json["levels"].as_array().unwrap().len(), 1);
}

#[test]
fn a_format_must_be_known() {
    let session = Session::new(&[CORRIDOR]);
    for output in ["-", "out", "out.doc"] {
        let run = session.run(&format!("convert levels.xsb {output}"));
        assert_eq!(run.code, Some(2), "{output}");
        assert!(run.stderr.contains("choose one with --to"), "{}", run.stderr);
    }
    assert_eq!(session.run("convert levels.xsb - --to doc").code, Some(2));
}

#[test]
fn no_file_is_overwritten_by_accident() {
    let session = Session::new(&[CORRIDOR]);
    session.file("out.sok", b"precious");
    let run = session.run("convert levels.xsb out.sok");
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("out.sok exists; --force replaces it"), "{}", run.stderr);
    assert_eq!(read(&session, "out.sok"), "precious");
    let run = session.run("convert levels.xsb levels.xsb --to sok --force");
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("the same file"), "{}", run.stderr);
    assert_eq!(read(&session, "levels.xsb"), CORRIDOR);
    assert_eq!(session.run("convert levels.xsb out.sok --force").code, Some(0));
    assert!(read(&session, "out.sok").contains("Title: corridor"));
    let names: Vec<_> = fs::read_dir(session.path("")).unwrap().collect();
    assert_eq!(names.len(), 2, "no other file is left: {names:?}");
}

#[test]
fn a_folder_that_is_not_there_is_told() {
    let run = Session::new(&[CORRIDOR]).run("convert levels.xsb nowhere/out.sok");
    assert_eq!(run.code, Some(3));
    assert!(run.stderr.starts_with("error: cannot write nowhere/out.sok"), "{}", run.stderr);
}

#[test]
#[cfg(target_os = "linux")]
fn a_device_is_written_to_and_stays_one() {
    use std::os::unix::fs::FileTypeExt as _;
    let session = Session::new(&[CORRIDOR]);
    session.folder("shelf");
    assert_eq!(session.run("convert levels.xsb /dev/null --to sok").code, Some(0));
    for (output, expected) in [("/dev/full", "No space left"), ("shelf", "Is a directory")] {
        let run = session.run(&format!("convert levels.xsb {output} --to sok --force"));
        assert_eq!((run.code, run.stderr.lines().count()), (Some(3), 1), "{}", run.stderr);
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
    for device in ["/dev/null", "/dev/full"] {
        assert!(fs::metadata(device).unwrap().file_type().is_char_device(), "{device}");
    }
}

#[test]
fn duplicates_are_left_out_and_the_first_stays() {
    let turned = "; turned\n###\n#.#\n# #\n#$#\n# #\n#@#\n###\n";
    let session = Session::new(&[CORRIDOR, turned, UNSOLVABLE, CORRIDOR]);
    let run = session.run("convert levels.xsb out.sok --dedupe");
    assert_eq!(run.code, Some(0));
    assert_eq!(run.stderr, "levels.xsb: 2 levels left out as duplicates\n");
    let text = read(&session, "out.sok");
    assert!(text.contains("Title: corridor") && !text.contains("turned"), "{text}");
}

#[test]
fn what_cannot_be_read_or_kept_is_told() {
    let bad = "#####\n#@x.#\n#####\n";
    let solved = format!("{CORRIDOR}\nSolution\nrRR\n");
    let session = Session::new(&[&solved, bad]);
    let run = session.run("convert levels.xsb out.slc");
    assert_eq!(run.code, Some(4), "a level is missing");
    assert!(run.stderr.starts_with("levels.xsb:10:3: 'x' is not a symbol"), "{}", run.stderr);
    let expected = "warning: out.slc: level 1: stored moves are not kept in slc\n";
    assert!(run.stderr.ends_with(expected), "{}", run.stderr);
    assert!(read(&session, "out.slc").contains("Id=\"corridor\""));

    let run = session.run("convert levels.xsb strict.slc --strict --level 1");
    assert_eq!(run.code, Some(4));
    assert!(run.stderr.ends_with("error: nothing was written\n"), "{}", run.stderr);
    assert!(!session.path("strict.slc").exists());
    assert_eq!(session.run("convert levels.xsb strict.sok --strict --level 1").code, Some(0));

    session.file("nobody.xsb", INVALID.as_bytes());
    assert_eq!(session.run("convert nobody.xsb nobody.sok").code, Some(0), "drawn, not played");
    assert_eq!(session.run("convert nobody.xsb strictly.sok --strict").code, Some(4));
}

#[test]
fn a_level_that_cannot_be_played_is_written_with_a_warning() {
    let session = Session::new(&[]);
    session.file("in.xsb", b"#####\n# $.#\n#####\n");
    let run = session.run("convert in.xsb out.sok");
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""));
    assert!(run.stderr.starts_with("in.xsb:1:1: warning: "), "{}", run.stderr);
    assert!(run.stderr.contains("E01"), "{}", run.stderr);
    assert!(read(&session, "out.sok").contains("# $.#"));
    let run = session.run("convert in.xsb out.sok --strict --force");
    assert_eq!(run.code, Some(4));
    assert!(run.stderr.contains("nothing was written"), "{}", run.stderr);
}
