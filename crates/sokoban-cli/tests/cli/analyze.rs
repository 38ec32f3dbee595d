//! The command `analyze`.

use std::fs;

use serde_json::json;

use crate::formats::{both_streams, check};
use crate::session::{CORRIDOR, INVALID, ROOM, Session, UNSOLVABLE};

/// Two boxes of which one stays, a tunnel, dead squares.
const DESIGN: &str = "\
; design <b>&\"
#########
#@ $   .#
##### ###
    # *#
    #  #
    ####
";

#[test]
fn text() {
    let session = Session::new(&[DESIGN, UNSOLVABLE, INVALID]);
    let run = session.run("analyze levels.xsb");
    check("analyze-text", &both_streams(&run));
    let widest = run.stdout.lines().map(|line| line.chars().count()).max();
    assert!(widest.is_some_and(|widest| widest <= 80), "{}", run.stdout);
}

#[test]
fn json() {
    let session = Session::new(&[DESIGN, UNSOLVABLE, INVALID]);
    let run = session.run("analyze levels.xsb --format json");
    check("analyze-json", &both_streams(&run));
    let lines = run.json();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["optimal"]["unmoved_boxes"], json!([[4, 7]]));
    assert_eq!(
        lines[0]["pushes"],
        json!({
            "at_least": 4, "at_most": 4, "proven": true, "stopped_by": null
        })
    );
    for line in &lines {
        let keys = |line: &serde_json::Value| -> Vec<String> {
            line.as_object().unwrap().keys().cloned().collect()
        };
        assert_eq!(keys(line), keys(&lines[0]), "a field without a value is null, not absent");
    }
}

#[test]
fn exit_codes_are_those_of_solve() {
    let session = Session::new(&[CORRIDOR, UNSOLVABLE, ROOM, INVALID]);
    for (words, code) in [
        ("--level 1", 0),
        ("--level 1-2", 11),
        ("--level 1-3 --nodes 5", 12),
        ("--level 1-4 --nodes 5", 4),
        ("--level 5", 2),
        ("--count-optimal 0", 2),
        ("--threads 0", 2),
        ("--time 5", 2),
        ("--html levels.xsb", 2),
        ("--html missing/page.html", 3),
        ("--html .", 3),
    ] {
        let run = session.run(&format!("analyze levels.xsb {words}"));
        assert_eq!(run.code, Some(code), "{words}: {}", run.stderr);
    }
    assert_eq!(session.run("analyze missing.xsb").code, Some(3));
    session.file("garbage.xsb", &[0xff, 0xfe, 0, 7, 10, 35, 255]);
    let run = session.run("analyze garbage.xsb");
    assert_eq!((run.code, run.stdout.as_str()), (Some(4), ""), "{}", run.stderr);
    let levels = fs::read_to_string(session.path("levels.xsb")).unwrap();
    assert!(levels.starts_with(CORRIDOR), "the levels are what they were");
}

#[test]
fn what_a_limit_came_before_is_said_to_be_unknown() {
    let session = Session::new(&[ROOM]);
    let run = session.run("analyze levels.xsb --nodes 20 --most-states 5");
    assert_eq!(run.code, Some(12), "{}", run.stderr);
    for told in [
        "\n  unknown: the node limit was reached\n",
        " for any solution; the node limit was reached\n",
        "\n  push-optimal solutions: not known, since the fewest pushes are not\n",
        "\n  states: more than 5\n",
        "           >= 6  states that pushes lead to\n",
    ] {
        assert!(run.stdout.contains(told), "{told}\n{}", run.stdout);
    }
    let line =
        &session.run("analyze levels.xsb --nodes 20 --most-states 5 --format json").json()[0];
    assert_eq!(line["verdict"], "unknown");
    assert_eq!(line["stopped_by"], "nodes");
    assert_eq!(line["pushes"]["at_most"], json!(null));
    assert!(line["pushes"]["at_least"].as_u64() > Some(0));
    assert_eq!(line["optimal"], json!(null));
    assert_eq!(line["states"]["more_than"], 5);
    let line = &session.run("analyze levels.xsb --memory 20KiB --format json").json()[0];
    assert_eq!((&line["verdict"], &line["stopped_by"]), (&"unknown".into(), &"memory".into()));
}

#[test]
fn colors_obey_the_options() {
    let session = Session::new(&[DESIGN]);
    let colored = session.run("analyze levels.xsb --color always").stdout;
    assert!(colored.contains("\u{1b}["), "{colored}");
    assert!(!session.run("analyze levels.xsb --color auto").stdout.contains('\u{1b}'));
    let run = session.command("analyze levels.xsb").env("NO_COLOR", "1").output().unwrap();
    assert!(!run.stdout.contains(&0x1b));
}

/// Reads a page as strictly as XML: every element closed, in order, and every attribute in quotes.
/// The ids come back.
fn well_formed(page: &str) -> Vec<String> {
    // Elements that HTML knows to be empty.
    const EMPTY: [&str; 1] = ["meta"];
    let mut open: Vec<&str> = Vec::new();
    let mut ids = Vec::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a page says what it is");
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        assert!(!text.contains('>') || open.last() == Some(&"style"), "{text}");
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed in order");
            continue;
        }
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag.trim_end_matches('/'), ""));
        assert!(!name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric()), "{tag}");
        let attributes = attributes.trim_end_matches('/');
        let parts: Vec<&str> = attributes.split('"').collect();
        assert_eq!(parts.len() % 2, 1, "quotes come in pairs: {tag}");
        for pair in parts.chunks(2).filter(|pair| pair.len() == 2) {
            if pair[0].trim() == "id=" {
                ids.push(pair[1].to_owned());
            }
            assert!(pair[0].trim().ends_with('='), "{tag}");
        }
        if !tag.ends_with('/') && !EMPTY.contains(&name) {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<&str>::new(), "everything is closed");
    ids
}

#[test]
fn the_page_is_whole_and_needs_no_network() {
    let session = Session::new(&[DESIGN, UNSOLVABLE, INVALID, ROOM]);
    let run = session.run("analyze levels.xsb --nodes 1000 --html page.html");
    assert_eq!(run.code, Some(4), "{}", run.stderr);
    assert!(run.stdout.contains("levels.xsb, level 1"), "the report is told as well");
    let page = fs::read_to_string(session.path("page.html")).unwrap();
    let ids = well_formed(&page);
    for id in &ids {
        assert_eq!(ids.iter().filter(|other| *other == id).count(), 1, "{id} is there once");
    }
    // What is used is there, in the same page.
    for part in page.split("href=\"").skip(1) {
        let target = part.split('"').next().unwrap();
        let id = target.strip_prefix('#').unwrap_or_else(|| panic!("{target} is elsewhere"));
        assert!(ids.iter().any(|known| known == id), "{id}");
    }
    for absent in ["<script", "src=", "@import", "url(", "<link", "<img", "<iframe", "srcset"] {
        assert!(!page.contains(absent), "{absent}");
    }
    let elsewhere = page.matches("http").count();
    let names = page.matches("http://www.w3.org/2000/svg").count()
        + page.matches("http://www.w3.org/1999/xlink").count();
    assert_eq!(elsewhere, names, "nothing but the names of SVG");
    assert!(page.contains("prefers-color-scheme: dark"));
    assert!(page.contains("design &lt;b&gt;&amp;&quot;") && !page.contains("<b>"));
    assert!(page.contains("Invalid: 16:1: the level has no player"), "{page}");
    assert_eq!(page.matches("<svg ").count(), 2 * (3 + 2 + 2), "light and dark");
    // The same levels give the same page.
    session.run("analyze levels.xsb --nodes 1000 --html again.html");
    assert_eq!(fs::read_to_string(session.path("again.html")).unwrap(), page);
}

#[test]
fn the_page_goes_to_standard_output_alone() {
    let session = Session::new(&[CORRIDOR]);
    let run = session.run("analyze levels.xsb --html -");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    well_formed(&run.stdout);
    assert!(run.stdout.ends_with("</html>\n"));
    let many = Session::new(&[CORRIDOR; 501]);
    let run = many.run("analyze levels.xsb --html page.html");
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    let told = "error: a page holds at most 500 levels, not 501; choose some with --level";
    assert!(run.stderr.starts_with(told), "{}", run.stderr);
    assert!(!many.path("page.html").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let session = Session::new(&[CORRIDOR]);
    for words in
        ["analyze levels.xsb", "analyze levels.xsb --format json", "analyze levels.xsb --html -"]
    {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = session.command(words).stdout(full).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), stderr.lines().count()), (Some(3), 1), "{words}");
    }
    let run = session.run("analyze levels.xsb --html /dev/full");
    assert_eq!(run.code, Some(3), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn an_interrupt_tells_what_was_found_and_is_130() {
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let session = Session::new(&[CORRIDOR, ROOM, CORRIDOR]);
    let words = "analyze levels.xsb --format json --html page.html --most-states 1000000000";
    let mut command = session.command(words);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut stdout = String::new();
    // With the first line there, the signal is handled; a little later the second level runs.
    reader.read_line(&mut stdout).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    reader.read_to_string(&mut stdout).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let lines: Vec<serde_json::Value> =
        stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2, "the third is not begun");
    assert_eq!((&lines[0]["verdict"], &lines[1]["verdict"]), (&"solved".into(), &"unknown".into()));
    assert_eq!(lines[1]["stopped_by"], "cancelled");
    well_formed(&fs::read_to_string(session.path("page.html")).unwrap());
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    use std::io::Write as _;
    use std::process::Stdio;

    let session = Session::new(&[]);
    for words in ["analyze -", "analyze - --html -"] {
        let mut command = session.command(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        child.stdin.take().unwrap().write_all(CORRIDOR.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{words}");
    }
}
