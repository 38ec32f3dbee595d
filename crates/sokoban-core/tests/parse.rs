//! Level text: what is accepted and how it reads, what is refused and with which words.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use sokoban_core::{
    Collection, Level, ParseErrorKind, Position, Remarks, StoredMoves, Tile, decode_text,
};

fn data(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parse").join(folder)
}

/// The published levels lie beside the project where they are at hand at all.
fn shared(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(folder)
}

/// The texts of a folder with their names, in order.
fn texts(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(data(folder)).expect("the folder is part of the crate");
    let mut paths: Vec<_> =
        entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    assert!(!paths.is_empty(), "no texts in {folder}");
    paths
}

/// Everything a reader of the text learns, as text.
fn describe(collection: &Collection, remarks: &[Remarks]) -> String {
    let mut text = String::new();
    let (whole, remarks) = remarks.split_last().expect("the last remarks are on the whole");
    assert_eq!(remarks.len(), collection.levels().len());
    for warning in collection.warnings() {
        text += &format!("warning {warning}\n");
    }
    if let Some(title) = collection.title() {
        text += &format!("collection {title}\n");
    }
    text += &describe_remarks(whole);
    for (level, remarks) in collection.into_iter().zip(remarks) {
        match level {
            Ok(level) => {
                text += &format!("level on line {}\n", level.first_line());
                for (name, value) in [("title", level.title()), ("author", level.author())] {
                    if let Some(value) = value {
                        text += &format!("{name} {value}\n");
                    }
                }
                for warning in level.warnings() {
                    text += &format!("warning {warning}\n");
                }
                text += &level.to_string();
            }
            Err(error) => text += &format!("error {error} (title {:?})\n", error.title()),
        }
        text += &describe_remarks(remarks);
    }
    text
}

fn describe_remarks(remarks: &Remarks) -> String {
    let mut text = String::new();
    for (key, value) in &remarks.keys {
        text += &format!("key {key} = {value}\n");
    }
    for line in remarks.notes.lines() {
        text += &format!("note {line}\n");
    }
    for moves in &remarks.moves {
        let StoredMoves { kind, title, counts, place, .. } = moves;
        text += &format!("{place}: {kind:?} {title:?} {counts:?} {}", moves.text());
        text += &format!(" ends at {}\n", moves.place_of(moves.text().len()));
    }
    text
}

/// Compares with the text's `.expected` file, or writes that file where `BLESS` is set.
fn compare(path: &Path, actual: &str) {
    let expected_path = path.with_extension("expected");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&expected_path, actual).expect("the folder can be written");
    }
    let expected = fs::read_to_string(&expected_path).unwrap_or_default().replace("\r\n", "\n");
    assert_eq!(actual, expected, "{}", path.display());
}

#[test]
fn valid_texts_read_as_expected() {
    for path in texts("valid") {
        let bytes = fs::read(&path).unwrap();
        let (text, _) = decode_text(&bytes).unwrap();
        let (_, remarks) = Collection::parse_with_remarks(&text);
        compare(&path, &describe(&Collection::from_bytes(&bytes), &remarks));
    }
}

#[test]
fn invalid_texts_are_refused_with_the_exact_line() {
    for path in texts("invalid") {
        let bytes = fs::read(&path).unwrap();
        // A file that is no text cannot be read as one level of text either.
        let result = match str::from_utf8(&bytes) {
            Ok(text) => text.parse::<Level>(),
            Err(_) => Collection::from_bytes(&bytes).into_iter().next().unwrap(),
        };
        compare(&path, &format!("{}\n", result.unwrap_err()));
    }
}

#[test]
fn a_text_cut_off_anywhere_is_read_without_panic() {
    for path in texts("valid") {
        let bytes = fs::read(&path).unwrap();
        for end in 0..bytes.len() {
            let collection = Collection::from_bytes(&bytes[..end]);
            assert!(collection.levels().len() <= 5, "{} cut at {end}", path.display());
        }
    }
}

#[test]
fn odd_files_read() {
    let boards: [(&str, &[&str]); 6] = [
        ("bom_crlf.xsb", &["#####\n#@$.#\n#####\n"]),
        ("letters_pbPBo.sok", &["#####\n#@$.#\n#####\n", "  ####\n# +*$#\n#.   #\n######\n"]),
        ("tab_inside_row.xsb", &["#####\n#@ $.#\n#####\n"]),
        ("rle_letters_single_line.sok", &["  ###\n### #\n#@$.#\n#####\n"]),
        ("boxoban_label_adjacent_head.txt", &[]),
        ("multiple_players_cavepacker.sok", &[]),
    ];
    let counts = [
        ("bom_crlf.xsb", 1, 0, Some("1")),
        ("letters_pbPBo.sok", 2, 0, Some("Letters")),
        ("rle_letters_single_line.sok", 1, 0, None),
        ("tab_inside_row.xsb", 1, 0, Some("1")),
        ("cr_only_sasquatch12.txt", 8, 0, Some("1")),
        ("boxoban_label_adjacent_head.txt", 2, 0, Some("0")),
        ("decor_boxes_outside_microban155.xsb", 1, 0, Some("155 'The Dungeon'")),
        ("multiple_players_cavepacker.sok", 1, 0, None),
        ("label_below_original.xsb", 90, 0, Some("1")),
    ];
    let folder = shared("odd");
    if !folder.exists() {
        println!("not checked: no odd files at {}", folder.display());
        return;
    }
    for (name, good, bad, title) in counts {
        let collection = Collection::from_bytes(&fs::read(folder.join(name)).unwrap());
        let levels: Vec<_> = collection.levels().iter().flatten().collect();
        assert_eq!((levels.len(), collection.levels().len() - levels.len()), (good, bad), "{name}");
        assert_eq!(levels.first().and_then(|level| level.title()), title, "{name}");
    }
    for (name, expected) in boards {
        let collection = Collection::from_bytes(&fs::read(folder.join(name)).unwrap());
        for (level, board) in collection.levels().iter().zip(expected) {
            assert_eq!(level.as_ref().unwrap().to_string(), *board, "{name}");
        }
    }
    let read = |name| Collection::from_bytes(&fs::read(folder.join(name)).unwrap());
    let players =
        read("multiple_players_cavepacker.sok").levels()[0].as_ref().unwrap().players().len();
    assert_eq!(players, 2);
    let last = read("label_below_original.xsb").into_iter().next_back().unwrap().unwrap();
    assert_eq!(last.title(), Some("90"));
}

#[test]
fn published_collections_have_all_their_levels() {
    let collections = [
        ("microban.xsb", 155, "1", "155 155 'The Dungeon"),
        ("xsokoban.xsb", 90, "1 screen 1", "90 screen 90"),
        ("sasquatch1.xsb", 50, "1", "50 50 'Particle Theory"),
        ("boxoban_medium_valid_000.txt", 1000, "0", "999"),
    ];
    let folder = shared("levels");
    if !folder.exists() {
        println!("not checked: no published levels at {}", folder.display());
        return;
    }
    for (name, count, first, last) in collections {
        let collection = Collection::from_bytes(&fs::read(folder.join(name)).unwrap());
        let levels: Vec<Level> = collection.into_iter().map(Result::unwrap).collect();
        assert_eq!(levels.len(), count, "{name}");
        assert_eq!(levels[0].title(), Some(first), "{name}");
        assert_eq!(levels[count - 1].title(), Some(last), "{name}");
        for level in levels {
            assert_eq!(level.players().len(), 1, "{name} {:?}", level.title());
            assert_eq!(level.boxes().len(), level.goals().len(), "{name} {:?}", level.title());
            let again: Level = level.to_string().parse().unwrap();
            assert_eq!(again.to_string(), level.to_string());
        }
    }
}

#[test]
fn places_lead_back_to_the_text() {
    let text = "> ; 1\r\n>   \t #####\r\n>   \t #@\t$.#\r\n>   \t #####\r\n";
    let level: Level = text.parse().unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let symbol = |position| {
        let place = level.place(position);
        lines[place.line - 1].chars().nth(place.column - 1).unwrap()
    };
    assert_eq!(symbol(level.players()[0]), '@');
    assert_eq!(symbol(level.boxes()[0]), '$');
    assert_eq!(symbol(level.goals()[0]), '.');
    assert_eq!(symbol(Position { row: 0, column: 0 }), '#');
    assert_eq!(level.tile(Position { row: 1, column: 6 }), Tile::Outside);
    assert_eq!(level.tile(Position { row: usize::MAX, column: usize::MAX }), Tile::Outside);
}

#[test]
fn hostile_texts_end_quickly() {
    let nothing =
        [" ", "\n", "a\n", "-", "\t", ">", "> ", ";\n", "Comment:\n", "9", "dull\n", "...\n"];
    for piece in nothing {
        let text = piece.repeat(2_000_000 / piece.len());
        assert_eq!(Collection::parse(&text).levels().len(), 0, "{piece:?}");
    }
    let too_large = ["#", "#\n", "#@\n", "#@$.#", "x#@$.#\n", "#x#\n", "3#|\n"];
    for piece in too_large {
        let text = piece.repeat(2_000_000 / piece.len());
        let collection = Collection::parse(&text);
        assert!(collection.levels().iter().all(Result::is_err), "{piece:?}");
        assert!(collection.levels().len() <= 1, "{piece:?}");
    }
    let wide = format!("#####\n#@$.#\n#{}#\n", " ".repeat(10_000_000));
    let error = wide.parse::<Level>().unwrap_err();
    assert!(matches!(error.kind(), ParseErrorKind::TooLarge { width: 10_000_002, .. }));
}

#[test]
#[cfg(feature = "serde")]
fn levels_serialize_through_their_text() {
    let level: Level = "; One\n  ####\n###@.#\n#  $ #\n######\nAuthor: Ann\n".parse().unwrap();
    let json = serde_json::to_string(&level).unwrap();
    assert_eq!(serde_json::from_str::<Level>(&json).unwrap(), level);
    let broken = json.replace('@', "x");
    assert!(serde_json::from_str::<Level>(&broken).is_err());
}

/// Rows of symbols, whatever they make.
fn rows() -> impl Strategy<Value = String> {
    prop::collection::vec("[-_ #.$*@+pPbBo]{0,9}", 0..9).prop_map(|rows| rows.join("\n"))
}

/// A walled room with anything in it.
fn room() -> impl Strategy<Value = String> {
    (1_usize..9).prop_flat_map(|width| {
        prop::collection::vec(prop::collection::vec("[- #.$*@+]", width), 1..9).prop_map(
            move |rows| {
                let wall = "#".repeat(width + 2);
                let inside: String =
                    rows.iter().map(|row| format!("#{}#\n", row.concat())).collect();
                format!("{wall}\n{inside}{wall}\n")
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_room_is_one_level_with_all_its_symbols(text in room()) {
        let level: Level = text.parse().unwrap();
        prop_assert_eq!(level.to_string(), text.replace('-', " "));
        let count = |symbols: &[char]| text.matches(symbols).count();
        prop_assert_eq!(level.boxes().len(), count(&['$', '*']));
        prop_assert_eq!(level.goals().len(), count(&['.', '*', '+']));
        prop_assert_eq!(level.players().len(), count(&['@', '+']));
    }

    #[test]
    fn what_is_written_reads_back(text in rows()) {
        for level in Collection::parse(&text).into_iter().flatten() {
            let again: Level = level.to_string().parse().unwrap();
            prop_assert_eq!(again.to_string(), level.to_string());
            // A word beside the board may have become its title, which a board's rows do not hold.
            if level.title().is_none() {
                prop_assert_eq!(again, level);
            }
        }
    }

    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let collection = Collection::from_bytes(&bytes);
        for error in collection.levels().iter().filter_map(|level| level.as_ref().err()) {
            prop_assert!(error.line() >= 1 && error.column() >= 1);
            prop_assert!(!error.to_string().contains('\n'));
        }
    }

    #[test]
    fn a_damaged_level_spares_its_neighbors(
        room in room(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 1..6),
    ) {
        let mut damaged: Vec<char> = room.chars().collect();
        for (index, character) in damage {
            *index.get_mut(&mut damaged) = character;
        }
        // A character that opens a comment or ends the text's rows may eat the damaged level whole.
        let damaged: String = damaged.into_iter().collect();
        let good = "#####\n#@$.#\n#####\n";
        let text = format!("; 1\n{good}\n; 2\n{damaged}\n\n; 3\n{good}");
        let collection = Collection::parse(&text);
        let levels = collection.levels();
        for (level, title) in [(levels.first(), "1"), (levels.last(), "3")] {
            let level = level.unwrap().as_ref().unwrap();
            prop_assert_eq!(level.title(), Some(title));
            prop_assert_eq!(level.to_string(), good);
        }
    }
}
