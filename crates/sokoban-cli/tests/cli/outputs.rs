//! What is overwritten, by every command that writes to files, and what never is.

use std::fs;

use crate::session::{CORRIDOR, Run, Session};

/// Each command with an option for a file, where `OUT` stands for the file.
const WRITERS: [&str; 14] = [
    "render levels.xsb --svg OUT",
    "render levels.xsb --png OUT",
    "render levels.xsb --gif OUT --solve",
    "render levels.xsb --sheet --png OUT",
    "curve levels.xsb --svg OUT",
    "analyze levels.xsb --html OUT",
    "export levels.xsb --pddl --domain OUT --problem p.pddl",
    "export levels.xsb --pddl --domain d.pddl --problem OUT",
    "convert levels.xsb OUT --to sok --force",
    "improve levels.xsb --out OUT --to sok --force",
    "batch levels.xsb --out OUT --force",
    "batch levels.xsb --out OUT --resume",
    "batch . --out OUT --force",
    "play levels.xsb --solution rRR --save OUT",
];

fn read(session: &Session, name: &str) -> Vec<u8> {
    fs::read(session.path(name)).unwrap()
}

#[test]
fn an_input_is_never_overwritten() {
    let session = Session::new(&[CORRIDOR]);
    session.folder("below");
    let mut outputs = vec!["levels.xsb", "./levels.xsb", "below/../levels.xsb"];
    if cfg!(unix) {
        outputs.extend(["link", "hard", "link.png", "hard.svg"]);
        for output in &outputs[3..] {
            let link = session.path(output);
            if output.starts_with("link") {
                #[cfg(unix)]
                std::os::unix::fs::symlink("levels.xsb", link).unwrap();
            } else {
                fs::hard_link(session.path("levels.xsb"), link).unwrap();
            }
        }
    }
    for output in outputs {
        for writer in WRITERS {
            let words = writer.replace("OUT", output);
            let run = session.run(&words);
            assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words}: {}", run.stderr);
            assert_eq!(run.stderr.lines().count(), 1, "{words}: {}", run.stderr);
            assert_eq!(read(&session, "levels.xsb"), CORRIDOR.as_bytes(), "{words}");
        }
    }
    let names = fs::read_dir(session.path("")).unwrap();
    let names: Vec<String> =
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert!(names.iter().all(|name| !name.starts_with(['.', 'p', 'd'])), "{names:?}");
}

/// What comes from a file by way of standard input is as dear.
#[cfg(unix)]
#[test]
fn a_file_that_standard_input_comes_from_is_not_overwritten() {
    let session = Session::new(&[CORRIDOR]);
    for writer in WRITERS.iter().filter(|writer| writer.contains("levels.xsb")) {
        let words = writer.replace("levels.xsb", "-").replace("OUT", "levels.xsb");
        let mut command = session.command(&words);
        command.stdin(fs::File::open(session.path("levels.xsb")).unwrap());
        let run: Run = command.output().unwrap().into();
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words}: {}", run.stderr);
        assert_eq!(read(&session, "levels.xsb"), CORRIDOR.as_bytes(), "{words}");
    }
}

#[test]
fn no_other_file_is_lost() {
    let session = Session::new(&[CORRIDOR]);
    let contents: [(&str, &[u8]); 4] = [
        ("others.xsb", CORRIDOR.as_bytes()),
        ("labels", b"{\"schema\":1}\n"),
        ("pack.slc", b"<?xml version='1.0'?><SokobanLevels></SokobanLevels>"),
        ("photo.jpg", b"\xff\xd8\xff"),
    ];
    for (name, content) in contents {
        session.file(name, content);
    }
    let generate = "generate --width 6 --height 6 --boxes 1 --min-pushes 2 --to sok --out OUT";
    for (name, content) in contents {
        for writer in WRITERS.iter().filter(|writer| writer.contains("levels")).chain([&generate]) {
            let words = writer.replace("OUT", name).replace(" --force", "");
            let run = session.run(&words);
            // The file of saved games is read before it would be written.
            let code = if words.starts_with("play") { 3 } else { 2 };
            assert_eq!(run.code, Some(code), "{words}: {}", run.stderr);
            assert_eq!(run.stderr.lines().count(), 1, "{words}: {}", run.stderr);
            assert_eq!(read(&session, name), content, "{words}");
        }
    }
}

#[test]
fn what_is_made_again_is_replaced() {
    let session = Session::new(&[CORRIDOR]);
    for (words, name) in [
        ("render levels.xsb --svg OUT", "a.svg"),
        ("render levels.xsb --png OUT", "a.png"),
        ("render levels.xsb --gif OUT --solve", "picture"),
        ("curve levels.xsb --svg OUT", "curve.svg"),
        ("analyze levels.xsb --html OUT", "page.html"),
        ("export levels.xsb --pddl --domain OUT --problem p.pddl", "d.pddl"),
        ("export levels.xsb --pddl --domain d.pddl --problem OUT", "p.pddl"),
    ] {
        let words = words.replace("OUT", name);
        session.file(name, b"");
        for _ in 0..2 {
            let run = session.run(&words);
            assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{words}");
            assert!(!read(&session, name).is_empty());
        }
    }
}

#[test]
fn a_name_that_says_another_kind_is_refused_with_the_right_option() {
    let session = Session::new(&[CORRIDOR]);
    for (words, expected) in [
        (
            "render levels.xsb --png x.jpg",
            "--png writes PNG, but x.jpg ends in .jpg; end it in .png;",
        ),
        ("render levels.xsb --png x.SVG", "x.SVG ends in .SVG; end it in .png, or use --svg;"),
        ("render levels.xsb --svg x.gif", "x.gif ends in .gif; end it in .svg, or use --gif;"),
        ("render levels.xsb --svg new.xsb", "new.xsb ends in .xsb; end it in .svg;"),
        (
            "curve levels.xsb --svg x.png",
            "--svg writes SVG, but x.png ends in .png; end it in .svg;",
        ),
        ("curve levels.xsb --svg -", "name a file for --svg"),
        (
            "export levels.xsb --pddl --domain d.sas --problem p.pddl",
            "--domain writes PDDL, but d.sas ends in .sas; end it in .pddl;",
        ),
        (
            "export levels.xsb --pddl --domain p.pddl --problem ./p.pddl",
            "--domain and --problem cannot both go to ./p.pddl;",
        ),
    ] {
        let run = session.run(words);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{words}: {}", run.stderr);
        let command = words.split(' ').next().unwrap();
        let see = format!("see 'sokoban {command} --help'\n");
        assert!(run.stderr.ends_with(&see), "{words}: {}", run.stderr);
    }
    let run = session.run("render levels.xsb --png x.PNG --svg picture.v2");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}
