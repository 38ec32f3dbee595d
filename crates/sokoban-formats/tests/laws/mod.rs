//! Laws that hold for any bytes whatever, for each reader. Fuzzers and plain tests share them.

use std::collections::BTreeSet;

use sokoban_core::{Board, lurd_string, parse_lurd};
use sokoban_formats::{Charmap, Code, Format, Judge, LevelSet, Loss, ReadOptions, read, write};

/// A reader, and what it is to read.
pub(crate) type Law = fn(&[u8]) -> Signature;

/// What came out, in short, so that a search by chance can tell new kinds of texts from old ones.
pub(crate) type Signature = BTreeSet<String>;

/// Each reader with its name.
pub(crate) const LAWS: [(&str, Law); 5] =
    [("text", text), ("slc", slc), ("json", json), ("charmap", charmap), ("lurd", lurd)];

/// Plain text of any kind.
pub(crate) fn text(bytes: &[u8]) -> Signature {
    holds(bytes, &ReadOptions { format: Some(Format::Sok), ..ReadOptions::default() })
}

/// XML.
pub(crate) fn slc(bytes: &[u8]) -> Signature {
    holds(bytes, &ReadOptions { format: Some(Format::Slc), ..ReadOptions::default() })
}

/// JSON.
pub(crate) fn json(bytes: &[u8]) -> Signature {
    holds(bytes, &ReadOptions { format: Some(Format::Json), ..ReadOptions::default() })
}

/// A charmap on the first line, and a text for it.
pub(crate) fn charmap(bytes: &[u8]) -> Signature {
    let text = String::from_utf8_lossy(bytes);
    let (map, rest) = text.split_once('\n').unwrap_or(("letters", &text));
    match map.parse::<Charmap>() {
        Ok(charmap) => holds(
            rest.as_bytes(),
            &ReadOptions { charmap: Some(charmap), ..ReadOptions::default() },
        ),
        Err(error) => {
            assert_one_line(&error.to_string());
            // Not the text that the error quotes, or every text would be of a new kind.
            Signature::from([format!("{error:?}").chars().take(6).collect()])
        }
    }
}

/// Moves.
pub(crate) fn lurd(bytes: &[u8]) -> Signature {
    let text = String::from_utf8_lossy(bytes);
    match parse_lurd(&text) {
        Ok(steps) => {
            let written = lurd_string(&steps);
            assert_eq!(parse_lurd(&written), Ok(steps.clone()));
            Signature::from([format!("{} steps", steps.len().ilog2_or_zero())])
        }
        Err(error) => {
            assert!((1..=text.chars().count()).contains(&error.offset()), "{error}");
            assert_one_line(&error.to_string());
            Signature::from([format!("{:?}", error.kind()).chars().take(9).collect()])
        }
    }
}

trait Ilog2OrZero {
    fn ilog2_or_zero(self) -> u32;
}

impl Ilog2OrZero for usize {
    fn ilog2_or_zero(self) -> u32 {
        self.checked_ilog2().unwrap_or(0)
    }
}

fn assert_one_line(message: &str) {
    assert!(!message.contains('\n'), "{message:?}");
}

/// Reads, judges, writes in every format and reads again.
fn holds(bytes: &[u8], options: &ReadOptions) -> Signature {
    let set = read(bytes, options);
    let mut signature = signature(&set);
    judge_all(&set, &mut signature);
    for format in Format::ALL {
        let written = write(&set, format);
        let again = read(
            written.text.as_bytes(),
            &ReadOptions { format: Some(format), ..ReadOptions::default() },
        );
        if format == Format::Json {
            let lost = |loss: &&Loss| !loss.what.contains("could not be read");
            assert_eq!(written.losses.iter().find(lost), None, "{}", written.text);
        }
        // Whatever else a format cannot hold, it holds the boards.
        let boards = |set: &LevelSet| -> Vec<String> {
            let levels = set.entries.iter().filter_map(|entry| entry.level.as_ref().ok());
            levels.map(ToString::to_string).collect()
        };
        let is_drawn = |board: &String| board.contains(['#', '*']);
        if boards(&set).iter().all(is_drawn) && written.losses.is_empty() {
            assert_eq!(boards(&again), boards(&set), "{format}:\n{}", written.text);
        }
        for loss in &written.losses {
            signature.insert(format!("{format} {}", loss.what));
        }
    }
    signature
}

fn signature(set: &LevelSet) -> Signature {
    let mut signature = Signature::new();
    signature.insert(format!("{} entries", set.entries.len().min(4)));
    signature.extend(set.suggestion.map(|alphabet| alphabet.to_string()));
    for entry in &set.entries {
        let remarks = &entry.remarks;
        signature.insert(format!("{} moves", remarks.moves.len().min(3)));
        signature.insert(format!("{} keys", remarks.keys.len().min(3)));
        signature.extend((!remarks.notes.is_empty()).then(|| "notes".to_owned()));
        match &entry.level {
            Ok(level) => {
                for warning in level.warnings() {
                    assert_one_line(&warning.to_string());
                    signature.insert(Code::from(warning.kind()).to_string());
                }
                // Every place lies in the text, and asking for one is no panic.
                for &position in level.players().iter().chain(level.boxes()) {
                    let place = level.place(position);
                    assert!(place.line >= 1 && place.column >= 1);
                }
            }
            Err(error) => {
                assert!(error.line() >= 1 && error.column() >= 1);
                assert_one_line(&error.to_string());
                signature.insert(Code::from(error.kind()).to_string());
            }
        }
    }
    signature
}

fn judge_all(set: &LevelSet, signature: &mut Signature) {
    let mut judge = Judge::default();
    for entry in &set.entries {
        let Ok(level) = &entry.level else { continue };
        match Board::try_from(level) {
            Ok(board) => {
                for moves in &entry.remarks.moves {
                    let judgement = judge.judge(&board, moves);
                    for finding in &judgement.findings {
                        assert_one_line(&finding.kind.to_string());
                        signature.insert(finding.code().to_string());
                    }
                    if judgement.metrics.is_some() {
                        signature.insert("solved".to_owned());
                    }
                }
            }
            Err(error) => {
                signature.insert(Code::from(error.kind()).to_string());
            }
        }
    }
}
