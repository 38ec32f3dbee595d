//! What is written reads back: sets of any make, and the published collections.
#![expect(clippy::unwrap_used, reason = "where a helper fails, its test should")]

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use sokoban_core::{Level, MovesKind, Place, Remarks, StoredMoves};
use sokoban_formats::{Entry, Format, LevelSet, ReadOptions, read, write};

fn read_text(text: &str) -> LevelSet {
    read(text.as_bytes(), &ReadOptions::default())
}

/// A room with anything in it.
fn board() -> impl Strategy<Value = Level> {
    (1_usize..7, 1_usize..7).prop_flat_map(|(width, height)| {
        prop::collection::vec(prop::collection::vec("[- #.$*@+]", width), height).prop_map(
            move |rows| {
                let wall = "#".repeat(width + 2);
                let rows: String = rows.iter().map(|row| format!("#{}#\n", row.concat())).collect();
                format!("{wall}\n{rows}{wall}\n").parse().unwrap()
            },
        )
    })
}

/// A line of text that no control character breaks, and which may look like anything.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        "[A-Za-z0-9 .,!'&<>\"-]{1,20}",
        "[;:#@$.*+ 0-9a-zA-Zé\u{3000}|()]{1,12}",
        Just("Title: nobody".to_owned()),
        Just("lurd".to_owned()),
        Just("#####".to_owned()),
        Just("Solution 1/2".to_owned()),
    ]
    .prop_map(|line| line.trim().to_owned())
}

fn one_line() -> impl Strategy<Value = Option<String>> {
    prop::option::of(line()).prop_map(|line| line.filter(|line| !line.is_empty()))
}

fn notes() -> impl Strategy<Value = String> {
    prop::collection::vec(line(), 0..4).prop_map(|lines| Remarks::tidy_notes(&lines.join("\n")))
}

fn keys() -> impl Strategy<Value = Vec<(String, String)>> {
    let key = prop::sample::select(vec!["Source", "Date", "Email", "Author comment", "URL"]);
    let pair = (key.prop_map(ToOwned::to_owned), line().prop_filter("blank", |l| !l.is_empty()));
    prop::collection::vec(pair, 0..3)
}

fn moves() -> impl Strategy<Value = StoredMoves> {
    let kind = prop::sample::select(vec![
        MovesKind::Solution,
        MovesKind::Savegame,
        MovesKind::Snapshot,
        MovesKind::Unnamed,
    ]);
    (kind, prop::collection::vec(0_usize..300, 0..4), "[udlrUDLR]{9,200}D").prop_map(
        |(kind, counts, text)| {
            let place = Place { line: 1, column: 1 };
            StoredMoves {
                kind,
                title: None,
                counts: if kind == MovesKind::Unnamed { Vec::new() } else { counts },
                place,
                lines: vec![(place, text)],
            }
        },
    )
}

fn entry() -> impl Strategy<Value = Entry> {
    (board(), one_line(), one_line(), keys(), notes(), prop::collection::vec(moves(), 0..3))
        .prop_map(|(level, title, author, keys, notes, moves)| Entry {
            level: Ok(level.with_title(title).with_author(author)),
            remarks: Remarks { keys, notes, moves },
        })
}

fn set() -> impl Strategy<Value = LevelSet> {
    (one_line(), keys(), notes(), prop::collection::vec(entry(), 1..5)).prop_map(
        |(title, keys, notes, entries)| LevelSet {
            title,
            remarks: Remarks { keys, notes, moves: Vec::new() },
            entries,
            ..LevelSet::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn json_holds_everything(set in set()) {
        let written = write(&set, Format::Json);
        prop_assert_eq!(&written.losses, &[]);
        prop_assert_eq!(read_text(&written.text), set);
    }

    #[test]
    fn what_a_text_loses_is_told(set in set()) {
        for format in Format::ALL {
            let written = write(&set, format);
            let again = read_text(&written.text);
            prop_assert_eq!(again.entries.len(), set.entries.len(), "{}", written.text);
            let is_same = again == set;
            prop_assert_eq!(written.losses.is_empty(), is_same, "{:?}\n{}", written.losses, written.text);
            for (level, again) in set.entries.iter().zip(&again.entries) {
                let (level, again) = (level.level.as_ref().unwrap(), again.level.as_ref().unwrap());
                prop_assert_eq!(level.to_string(), again.to_string(), "{}", written.text);
            }
        }
    }

    #[test]
    fn what_a_text_gave_a_text_holds(set in set()) {
        // Whatever the writer makes of odd titles and notes, its reading is a text's, and texts
        // hold those.
        for format in [Format::Sok, Format::Xsb] {
            let set = read_text(&write(&set, format).text);
            let written = write(&set, format);
            prop_assert_eq!(&written.losses, &[], "{}", written.text);
            prop_assert_eq!(&read_text(&written.text), &set, "{}", written.text);
        }
    }
}

#[test]
fn published_collections_survive_every_format() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/levels");
    if !folder.exists() {
        println!("not checked: no published levels at {}", folder.display());
        return;
    }
    let counts = [
        ("microban.xsb", 155),
        ("xsokoban.xsb", 90),
        ("sasquatch1.xsb", 50),
        ("boxoban_medium_valid_000.txt", 1000),
    ];
    for (name, count) in counts {
        let set = read(&fs::read(folder.join(name)).unwrap(), &ReadOptions::default());
        assert_eq!(set.entries.len(), count, "{name}");
        for format in Format::ALL {
            let written = write(&set, format);
            let losses: Vec<String> = written.losses.iter().map(ToString::to_string).collect();
            if format == Format::Slc {
                // XML has no notes of single levels.
                assert!(losses.iter().all(|loss| loss.contains("notes")), "{name}: {losses:?}");
            } else {
                assert_eq!(losses, [""; 0], "{name} {format}");
            }
            let again = read_text(&written.text);
            assert_eq!(again.entries.len(), count, "{name} {format}");
            for (level, again) in set.entries.iter().zip(&again.entries) {
                let again = again.level.as_ref().unwrap();
                assert_eq!(again, level.level.as_ref().unwrap(), "{name} {format}");
            }
        }
    }
}
