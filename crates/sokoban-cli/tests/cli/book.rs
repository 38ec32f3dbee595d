//! The book below `docs`: what it shows of the program is what the program does.

use std::fs;
use std::path::{Path, PathBuf};

use crate::session::Session;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Git may have checked the text out with other line ends.
fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap().replace("\r\n", "\n")
}

/// The fenced blocks of a page: language, and text.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut parts = page.split("\n```");
    parts.next();
    while let Some(block) = parts.next() {
        let (language, text) = block.split_once('\n').unwrap_or((block, ""));
        blocks.push((language.to_owned(), format!("{text}\n")));
        parts.next();
    }
    blocks
}

/// A line `...` stands for any lines.
fn matches(expected: &str, said: &str) -> bool {
    match expected.split_once("...\n") {
        None => expected == said,
        Some((before, "")) => said.starts_with(before),
        Some((before, after)) => said.starts_with(before) && said.ends_with(after),
    }
}

/// Runs the commands of the `console` blocks of a page in one folder, where the levels that the page
/// draws lie under the names in `files`, in their order; returns how many there were.
fn run_page(page: &str, files: &[&str]) -> usize {
    let session = Session::new(&[]);
    let text = read(page);
    let drawn = blocks(&text).into_iter().filter(|(language, _)| language == "text");
    let drawn: Vec<String> = drawn.map(|(_, text)| text).collect();
    assert_eq!(drawn.len(), files.len(), "{page}");
    for (name, level) in files.iter().zip(drawn) {
        session.file(name, level.as_bytes());
    }
    let mut commands = 0;
    for (_, text) in blocks(&text).iter().filter(|(language, _)| language == "console") {
        for command in text.split("$ sokoban ").skip(1) {
            let (words, expected) = command.split_once('\n').unwrap();
            let run = session.run(words);
            let said = run.stdout + &run.stderr;
            assert!(matches(expected, &said), "{page}: sokoban {words}\n{said}");
            commands += 1;
        }
    }
    commands
}

#[test]
fn what_the_pages_show_is_what_the_program_says() {
    assert_eq!(run_page("docs/tutorial.md", &["first.xsb", "bad.xsb"]), 6);
    assert_eq!(run_page("docs/how-to/gate.md", &["broken.xsb"]), 1);
    assert_eq!(run_page("docs/how-to/generate.md", &[]), 3);
    assert_eq!(run_page("docs/how-to/improve.md", &["long.sok"]), 3);
}

/// Every picture is listed with the command that makes it, and made by it to the byte.
#[test]
fn pictures_are_what_the_program_draws() {
    let session = Session::new(&[]);
    let page = read("docs/pictures.md");
    // Those of curves have times in them, and that of a game has a test of its own.
    let mut made = ["curve-bytes.svg", "curve.svg", "play.svg"].map(str::to_owned).to_vec();
    for line in page.lines().filter(|line| line.starts_with("sokoban render ")) {
        let path = line.split(' ').find(|word| word.starts_with("docs/pictures/")).unwrap();
        let drawn = session.path(path.trim_start_matches("docs/pictures/"));
        let words = line.trim_start_matches("sokoban ").replace(path, &drawn.display().to_string());
        let run = session.command(&words).current_dir(root()).output().unwrap();
        assert!(run.status.success(), "{line}");
        let kept = root().join(path);
        let is_same = if path.ends_with(".svg") {
            fs::read_to_string(drawn).unwrap() == read(path)
        } else {
            fs::read(drawn).unwrap() == fs::read(kept).unwrap()
        };
        assert!(is_same, "{line} draws something else now: look at it, and commit it");
        made.push(path.replace("docs/pictures/", ""));
    }
    let entries = fs::read_dir(root().join("docs/pictures")).unwrap();
    let mut kept: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    kept.sort();
    made.sort();
    assert_eq!(kept, made);
}
