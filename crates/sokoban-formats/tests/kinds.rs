//! One sample of each kind of file that is met in the wild, with all that is read of it.
#![expect(clippy::unwrap_used, reason = "where a helper fails, its test should")]

use std::fs;
use std::path::{Path, PathBuf};

use sokoban_core::{Board, Remarks};
use sokoban_formats::{
    Alphabet, Charmap, Code, Extent, Format, Judge, LevelSet, ReadOptions, read,
};

fn kinds() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kinds")
}

/// Everything that a reader of the file learns, as text.
fn describe(set: &LevelSet) -> String {
    let mut text = String::new();
    for warning in &set.warnings {
        text += &format!("{warning} [{}]\n", Code::from(warning.kind()));
    }
    if let Some(alphabet) = set.suggestion {
        text += &format!("looks like {alphabet}\n");
    }
    if let Some(title) = &set.title {
        text += &format!("collection {title}\n");
    }
    text += &describe_remarks(&set.remarks);
    let mut judge = Judge::default();
    for (number, entry) in (1..).zip(&set.entries) {
        text += &format!("level {number} {:?}\n", entry.title());
        match &entry.level {
            Ok(level) => {
                if let Some(author) = level.author() {
                    text += &format!("  author {author}\n");
                }
                for warning in level.warnings() {
                    text += &format!("  {warning} [{}]\n", Code::from(warning.kind()));
                }
                if level.height() < 20 {
                    level.to_string().lines().for_each(|row| text += &format!("  |{row}\n"));
                }
                match Board::try_from(level) {
                    Ok(board) => {
                        for warning in board.warnings() {
                            text += &format!("  {warning} [{}]\n", Code::from(warning));
                        }
                        for moves in &entry.remarks.moves {
                            let judgement = judge.judge(&board, moves);
                            let metrics = judgement.metrics.as_ref();
                            let pushes = metrics.map(|metrics| metrics.pushes);
                            text += &format!("  {} pushes {pushes:?}\n", moves.place);
                            for found in judgement.findings {
                                let (place, kind, code) = (found.place, &found.kind, found.code());
                                text += &format!("    {place}: {kind} [{code}]\n");
                            }
                        }
                    }
                    Err(error) => text += &format!("  {error} [{}]\n", Code::from(error.kind())),
                }
            }
            Err(error) => text += &format!("  {error} [{}]\n", Code::from(error.kind())),
        }
        text += &describe_remarks(&entry.remarks);
    }
    text
}

fn describe_remarks(remarks: &Remarks) -> String {
    let mut text = String::new();
    for (key, value) in &remarks.keys {
        text += &format!("  key {key} = {value}\n");
    }
    for line in remarks.notes.lines() {
        text += &format!("  note {line}\n");
    }
    for moves in &remarks.moves {
        let (kind, place, title) = (moves.kind, moves.place, &moves.title);
        text += &format!("  {kind:?} at {place} {title:?} {:?} {}\n", moves.counts, moves.text());
    }
    text
}

/// Compares with the file's `.expected` file, or writes that file where `BLESS` is set.
fn compare(path: &Path, actual: &str) {
    let mut name = path.file_name().unwrap().to_owned();
    name.push(".expected");
    let expected_path = kinds().join("expected").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&expected_path, actual).expect("the folder can be written");
    }
    let expected = fs::read_to_string(&expected_path).unwrap_or_default().replace("\r\n", "\n");
    assert_eq!(actual, expected, "{}", path.display());
}

#[test]
fn each_kind_reads_as_expected() {
    let entries = fs::read_dir(kinds()).expect("the folder is part of the crate");
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    assert!(paths.len() >= 35, "only {} samples", paths.len());
    for path in paths {
        let set = read(&fs::read(&path).unwrap(), &ReadOptions::default());
        compare(&path, &describe(&set));
    }
}

#[test]
fn levels_alone_are_the_same_levels() {
    for entry in fs::read_dir(kinds()).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_file() {
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        let alone = ReadOptions { extent: Extent::LevelsAlone, ..ReadOptions::default() };
        let (all, alone) = (read(&bytes, &ReadOptions::default()), read(&bytes, &alone));
        assert_eq!(alone.title, all.title, "{}", path.display());
        assert_eq!(alone.suggestion, all.suggestion, "{}", path.display());
        assert_eq!(alone.entries.len(), all.entries.len(), "{}", path.display());
        for (alone, all) in alone.entries.iter().zip(&all.entries) {
            assert_eq!(alone.level, all.level, "{}", path.display());
        }
    }
}

#[test]
fn alphabets_read_with_their_charmaps() {
    for (file, alphabet, boards) in [
        ("alphabet_letters.txt", Alphabet::Letters, &["#####\n#@$*#\n# . #\n#####\n"][..]),
        ("alphabet_reasoning_gym.txt", Alphabet::ReasoningGym, &["#######\n#@ $ .#\n#######\n"]),
        (
            "alphabet_reasoning_gym_spaced.txt",
            Alphabet::ReasoningGym,
            &["#######\n#@ $ .#\n#######\n"],
        ),
    ] {
        let bytes = fs::read(kinds().join(file)).unwrap();
        assert_eq!(read(&bytes, &ReadOptions::default()).suggestion, Some(alphabet), "{file}");
        let options =
            ReadOptions { charmap: Some(Charmap::from(alphabet)), ..ReadOptions::default() };
        let set = read(&bytes, &options);
        for (entry, board) in set.entries.iter().zip(boards) {
            assert_eq!(entry.level.as_ref().unwrap().to_string(), *board, "{file}");
        }
        assert_eq!(set.suggestion, None);
    }
}

#[test]
fn formats_are_told_by_name_and_by_content() {
    for (name, format) in [
        ("a.xsb", Some(Format::Xsb)),
        ("a.TXT", Some(Format::Xsb)),
        ("a.Sok", Some(Format::Sok)),
        ("a.slc", Some(Format::Slc)),
        ("a.json", Some(Format::Json)),
        ("a.hsb", None),
        ("a", None),
    ] {
        assert_eq!(Format::of_path(Path::new(name)), format, "{name}");
    }
    assert_eq!(Format::foreign_game(Path::new("a.HSB")), Some("Hexoban"));
    for (text, format) in [
        ("\n<?xml version='1.0'?>", Format::Slc),
        ("<SokobanLevels>", Format::Slc),
        ("<!DOCTYPE html>\n<pre>", Format::Xsb),
        (" { \"levels\": []}", Format::Json),
        ("{x}", Format::Xsb),
        ("; One\n####", Format::Xsb),
    ] {
        assert_eq!(Format::sniffed(text), format, "{text}");
    }
}

#[test]
fn charmaps_are_refused_by_name() {
    for (text, expected) in [
        ("", "\"\" is no pair such as X=$"),
        ("klingon", "\"klingon\" is no pair"),
        ("X=$,B", "\"B\" is no pair"),
        ("X=$$", "\"X=$$\" is no pair"),
        ("X=Y", "'Y' is no symbol of a board"),
        ("X=$,X=@", "'X' is given twice"),
    ] {
        let error = text.parse::<Charmap>().unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    assert!(",=#,==@".parse::<Charmap>().is_ok());
}

#[test]
fn odd_files_survive_every_format() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/odd");
    if !folder.exists() {
        println!("not checked: no odd files at {}", folder.display());
        return;
    }
    let mut levels = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if Format::of_path(&path).is_none() {
            continue;
        }
        let set = read(&fs::read(&path).unwrap(), &ReadOptions::default());
        levels += set.entries.len();
        for entry in &set.entries {
            entry.level.as_ref().unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        }
        for format in [Format::Sok, Format::Xsb, Format::Json] {
            let written = sokoban_formats::write(&set, format);
            assert_eq!(written.losses, [], "{} {format}", path.display());
        }
    }
    assert_eq!(levels, 107);
}

#[test]
fn every_code_is_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = fs::read_to_string(root.join("src/code.rs")).unwrap();
    let docs = fs::read_to_string(root.join("../../docs/formats.md")).unwrap();
    let codes: Vec<&str> = source
        .split('"')
        .filter(|part| part.len() == 3 && part.starts_with(['E', 'W']) && !part.ends_with("00"))
        .collect();
    assert!(codes.len() >= 28, "only {} codes found", codes.len());
    for code in codes {
        assert!(docs.contains(&format!("| {code} |")), "{code} is not in docs/formats.md");
    }
}
