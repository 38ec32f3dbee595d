//! `render`.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use crate::session::{CORRIDOR, INVALID, ROOM, Session, UNSOLVABLE};

/// Width and height of a PNG.
fn png_size(path: &Path) -> (u32, u32) {
    let bytes = fs::read(path).unwrap();
    let reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    reader.info().size()
}

/// The delays of the frames of a GIF.
fn gif_delays(bytes: &[u8]) -> Vec<u16> {
    let mut decoder = gif::DecodeOptions::new().read_info(bytes).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    delays
}

/// The files of the session's folder.
fn files(session: &Session) -> Vec<String> {
    let entries = fs::read_dir(session.path("")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn pictures_are_written_several_at_once() {
    let session = Session::new(&[CORRIDOR]);
    let words = "render levels.xsb --svg a.svg --png a.png --gif a.gif --solve --scale 12";
    let run = session.run(words);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "", ""));
    assert_eq!(files(&session), ["a.gif", "a.png", "a.svg", "levels.xsb"], "nothing else is left");
    let svg = fs::read_to_string(session.path("a.svg")).unwrap();
    assert!(svg.contains("<title>levels.xsb, level 1, \"corridor\"</title>"), "{svg}");
    assert_eq!(png_size(&session.path("a.png")), (7 * 12 + 6, 3 * 12 + 6));
    assert_eq!(gif_delays(&fs::read(session.path("a.gif")).unwrap()), [80, 12, 12, 250]);
}

#[test]
fn one_of_several_levels_is_chosen() {
    let session = Session::new(&[CORRIDOR, ROOM, INVALID]);
    let size = |words: &str| {
        let run = session.run(&format!("render levels.xsb --png a.png --scale 4 {words}"));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{words}");
        png_size(&session.path("a.png"))
    };
    assert_eq!(size("--level 2"), (14 * 4 + 2, 13 * 4 + 2));
    assert_eq!(size("--level 1 --dead-squares --theme dark"), (7 * 4 + 2, 3 * 4 + 2));
    assert_eq!(size("--level 1 --distances"), (7 * 4 + 2, 3 * 4 + 2));
    let run = session.run("render levels.xsb --png b.png --level 3");
    assert_eq!((run.code, session.path("b.png").exists()), (Some(4), false));
    assert!(run.stderr.contains("the level has no player"), "{}", run.stderr);
}

#[test]
fn a_picture_goes_to_standard_output() {
    let session = Session::new(&[CORRIDOR]);
    let run = session.run("render levels.xsb --svg - --distances");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.starts_with("<svg ") && run.stdout.ends_with("</svg>\n"));
    let output = session.command("render levels.xsb --gif - --solution rRR").output().unwrap();
    assert_eq!(gif_delays(&output.stdout).len(), 4);
}

#[test]
fn a_solution_is_shown_at_a_push_or_step_by_step() {
    let session = Session::new(&[CORRIDOR]);
    let still = |words: &str| {
        let run = session.run(&format!("render levels.xsb --png a.png {words}"));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{words}");
        fs::read(session.path("a.png")).unwrap()
    };
    let start = still("");
    assert_eq!(still("--solution rRR --push 0"), start);
    let end = still("--solution rRR --push 2");
    assert_ne!(end, start);
    assert_eq!(still("--solve --push 2"), end);
    let delays = |words: &str| {
        let run = session.run(&format!("render levels.xsb --gif a.gif {words}"));
        assert_eq!(run.code, Some(0), "{words}: {}", run.stderr);
        gif_delays(&fs::read(session.path("a.gif")).unwrap())
    };
    assert_eq!(delays("--solution rRR --speed 5"), [80, 20, 20, 250]);
    assert_eq!(delays("--solution rRR --per-push --speed 50"), [80, 2, 250]);
    let run = session.run("render levels.xsb --gif a.gif --solution rR");
    let told = "warning: levels.xsb, level 1, \"corridor\": the steps shown do not solve the level";
    assert_eq!((run.code, run.stderr.trim_end()), (Some(0), told));
}

#[test]
fn the_solution_that_the_file_stores_is_shown() {
    let session = Session::new(&[CORRIDOR]);
    let stored = format!(
        "{ROOM}\n{CORRIDOR}\nSolution\nrRu\n\nSolution\nRRR\n\n{CORRIDOR}\nSolution\nrRu\n"
    );
    session.file("stored.sok", stored.as_bytes());
    let words = "--gif a.gif --stored --level";
    let run = session.run(&format!("render stored.sok {words} 2"));
    let told = "stored.sok:22:3: level 2 \"corridor\", solution 1: not solved, step 3 (up) runs into a \
                wall [W21]\n";
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), told));
    assert_eq!(gif_delays(&fs::read(session.path("a.gif")).unwrap()).len(), 4);
    let picture = |words: &str| {
        let run = session.run(&format!("render {words} --png a.png --push 1"));
        assert_eq!(run.code, Some(0), "{words}: {}", run.stderr);
        fs::read(session.path("a.png")).unwrap()
    };
    assert_eq!(picture("stored.sok --level 2 --stored"), picture("levels.xsb --solution rRR"));
    let run = session.run(&format!("render stored.sok {words} 3"));
    assert_eq!((run.code, run.stderr.lines().count()), (Some(4), 1), "{}", run.stderr);
    let run = session.run(&format!("render stored.sok {words} 1"));
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("stores no solution of the level; find one"), "{}", run.stderr);
}

#[test]
fn a_sheet_shows_what_can_be_played() {
    let session = Session::new(&[CORRIDOR, INVALID, ROOM, UNSOLVABLE]);
    let run =
        session.run("render levels.xsb --sheet --svg a.svg --png a.png --columns 2 --scale 10");
    assert_eq!((run.code, run.stdout.as_str()), (Some(4), ""));
    assert!(run.stderr.starts_with("levels.xsb:7:1: the level has no player"), "{}", run.stderr);
    assert_eq!(png_size(&session.path("a.png")).0, 10 + 2 * (120 + 10));
    let svg = fs::read_to_string(session.path("a.svg")).unwrap();
    assert_eq!(svg.matches("#sokoban-light-player\"").count(), 3, "the invalid one is left out");
    assert!(svg.contains("<title>levels of levels.xsb</title>"));
    let run = session.run("render levels.xsb --sheet --svg b.svg --level 1,3-4 --dead-squares");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let run = session.run("render levels.xsb --sheet --svg c.svg --level 2");
    assert_eq!((run.code, session.path("c.svg").exists()), (Some(4), false));
    let run = Session::new(&[CORRIDOR; 1_001]).run("render levels.xsb --sheet --svg a.svg");
    assert_eq!(run.code, Some(2));
    let told =
        "error: a sheet holds at most 1000 levels, not 1001; choose some of them with --level";
    assert!(run.stderr.starts_with(told), "{}", run.stderr);
}

#[test]
fn a_sheet_goes_on_over_pages() {
    let session = Session::new(&[CORRIDOR; 5]);
    let run = session.run("render levels.xsb --sheet --svg a.svg --png a.png --per-page 2");
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "", ""));
    let pages = ["a-1.png", "a-1.svg", "a-2.png", "a-2.svg", "a-3.png", "a-3.svg", "levels.xsb"];
    assert_eq!(files(&session), pages);
    for (page, levels) in [(1, 2), (2, 2), (3, 1)] {
        let svg = fs::read_to_string(session.path(&format!("a-{page}.svg"))).unwrap();
        assert!(svg.contains(&format!("<title>levels of levels.xsb, page {page} of 3</title>")));
        assert_eq!(svg.matches("#sokoban-light-player\"").count(), levels);
        let width = 12 + levels as u32 * (144 + 12);
        assert_eq!(png_size(&session.path(&format!("a-{page}.png"))).0, width);
    }
    // One page keeps its name.
    let run = session.run("render levels.xsb --sheet --svg b.svg --per-page 5");
    assert_eq!((run.code, session.path("b.svg").exists()), (Some(0), true));
    for (words, expected) in [
        ("--svg - --per-page 2", "3 pages do not fit into standard output; name a file"),
        #[cfg(unix)]
        ("--svg /dev/null --per-page 2", "3 pages go beside /dev/null, which is no file"),
        ("--svg c.svg --per-page 0", "0 is not in 1..=1000"),
        ("--svg c.svg --per-page 1001", "1001 is not in 1..=1000"),
    ] {
        let run = session.run(&format!("render levels.xsb --sheet {words}"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words}");
        assert!(run.stderr.contains(expected), "{words}: {}", run.stderr);
    }
    session.file("levels-1.svg", CORRIDOR.repeat(3).as_bytes());
    let run = session.run("render levels-1.svg --sheet --svg levels.svg --per-page 2");
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.stderr.contains("levels-1.svg would overwrite the levels"), "{}", run.stderr);
    assert!(!session.path("levels-2.svg").exists());
}

#[test]
fn what_does_not_go_together_is_2() {
    let session = Session::new(&[CORRIDOR, CORRIDOR]);
    for (words, expected) in [
        ("", "render needs --svg OUT, --png OUT or --gif OUT to write to"),
        (
            "--png a",
            "2 levels of levels.xsb are meant; choose one with --level NUMBER, or draw all",
        ),
        ("--png a --level 1-2", "2 levels of levels.xsb are meant; choose one"),
        ("--png a --level 3", "--level asks for level 3, but levels.xsb has 2 levels"),
        ("--png a --svg a --level 1", "--svg and --png cannot both go to a"),
        ("--png levels.xsb --level 1", "levels.xsb would overwrite the levels"),
        ("--gif a --level 1", "--gif shows a solution: add --solve, --stored, or --solution LURD"),
        ("--png a --level 1 --push 1", "--push counts in a solution: add --solve"),
        ("--gif a --level 1 --solve --push 1", "--push is for --svg and --png"),
        (
            "--png a --level 1 --solve",
            "add --push NUMBER for the one right after that push, 0 for the start, or write",
        ),
        ("--png a --level 1 --solve --push 3", "--push 3 is past the last push, 2"),
        ("--png a --level 1 --time 1s", "--time, --memory and --nodes are limits of --solve"),
        ("--png a --level 1 --scale 3", "3 is not in 4..=256"),
        ("--png a --level 1 --per-push", "--gif <OUT>"),
        ("--gif a --level 1 --solve --speed 0", "0 is not in 1..=50"),
        ("--gif a --sheet", "cannot be used with"),
        ("--png a --columns 2", "--sheet"),
        ("--png a --per-page 2", "--sheet"),
        ("--png a --level 1 --solve --solution R", "cannot be used with"),
    ] {
        let run = session.run(&format!("render levels.xsb {words}"));
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words}: {}", run.stderr);
        assert!(run.stderr.contains(expected), "{words}: {}", run.stderr);
    }
    assert_eq!(files(&session), ["levels.xsb"]);
}

#[test]
fn a_picture_too_large_is_2_and_says_what_fits() {
    let long = format!("{0}\n#@$.{1}#\n{0}\n", "#".repeat(2_000), " ".repeat(1_995));
    let session = Session::new(&[&long]);
    let run = session.run("render levels.xsb --png a.png --scale 200");
    assert_eq!((run.code, run.stderr.lines().count()), (Some(2), 1));
    let told = "error: a picture of 400100 by 700 pixels is past 32 million pixels or 65535 to a \
                side; 32 pixels a square or fewer fit; see";
    assert!(run.stderr.starts_with(told), "{}", run.stderr);
    let steps = "l".repeat(9_999);
    let run = session.run(&format!("render levels.xsb --gif a.gif --scale 200 --solution {steps}"));
    assert_eq!(run.code, Some(2), "told before the solution is looked at");
}

#[test]
fn solutions_that_are_none_are_told() {
    let session = Session::new(&[CORRIDOR, UNSOLVABLE, ROOM]);
    for (words, code, expected) in [
        ("--level 1 --solution rRx", 4, "error: the solution cannot be read: character 3: "),
        ("--level 1 --solution u", 4, "the solution is wrong: step 1 (up) runs into a wall"),
        ("--level 2 --solve", 11, "levels.xsb, level 2, \"corner\": proven unsolvable: "),
        ("--level 3 --solve --nodes 3", 12, "no solution within the nodes limit; lift it, or "),
    ] {
        let run = session.run(&format!("render levels.xsb --gif a.gif {words}"));
        assert_eq!((run.code, run.stderr.lines().count()), (Some(code), 1), "{words}");
        assert!(run.stderr.contains(expected), "{words}: {}", run.stderr);
    }
    assert_eq!(files(&session), ["levels.xsb"]);
}

#[test]
fn a_picture_that_cannot_be_written_is_3() {
    let session = Session::new(&[CORRIDOR]);
    let mut paths = vec!["missing/a.png", "."];
    if cfg!(target_os = "linux") {
        paths.push("/dev/full");
    }
    for path in paths {
        let run = session.run(&format!("render levels.xsb --png {path}"));
        assert_eq!(run.code, Some(3), "{path}");
        let expected = format!("error: cannot write {path}: ");
        assert!(run.stderr.starts_with(&expected), "{path}: {}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{path}");
    }
    assert_eq!(files(&session), ["levels.xsb"]);
    assert_eq!(session.run("render missing.xsb --png a.png").code, Some(3));
}

/// What was there stays as it is, but for its content: a link, and who may read the file.
#[cfg(unix)]
#[test]
fn a_file_that_is_there_is_replaced_where_it_lies() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let session = Session::new(&[CORRIDOR]);
    session.file("real.svg", b"<svg>old</svg>");
    fs::set_permissions(session.path("real.svg"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.svg", session.path("link.svg")).unwrap();
    let run = session.run("render levels.xsb --svg link.svg");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(fs::symlink_metadata(session.path("link.svg")).unwrap().is_symlink());
    assert!(fs::read_to_string(session.path("real.svg")).unwrap().starts_with("<svg "));
    let mode = fs::metadata(session.path("real.svg")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_eq!(files(&session), ["levels.xsb", "link.svg", "real.svg"]);
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    let session = Session::new(&[CORRIDOR]);
    let words = "render - --png - --level 1";
    let mut command = session.command(words);
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), CORRIDOR.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}
