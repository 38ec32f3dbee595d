//! Move notation: reading, writing, and refusing.

use proptest::prelude::*;
use sokoban_core::{Direction, LurdErrorKind, Step, lurd_string, parse_lurd};

#[test]
fn moves_read_as_expected() {
    let cases = [
        ("", ""),
        ("rUdL", "rUdL"),
        (" r U\r\n\td\u{a0}L ", "rUdL"),
        ("3R", "RRR"),
        ("1\n2r", "rrrrrrrrrrrr"),
        ("2(rU)", "rUrU"),
        ("2(2(lu)D)r", "luluDluluDr"),
        ("(rU)", "rU"),
        ("()", ""),
        ("999999999999999999999999()", ""),
        ("9999(9999(9999()))u", "u"),
    ];
    for (text, expected) in cases {
        assert_eq!(lurd_string(&parse_lurd(text).unwrap()), expected, "{text:?}");
    }
    let push = Step { direction: Direction::Up, push: true };
    assert_eq!(parse_lurd("U").unwrap(), [push]);
}

#[test]
fn errors_name_the_character() {
    let too_long = LurdErrorKind::TooLong { limit: 16_777_216 };
    let cases = [
        ("rUx", LurdErrorKind::UnknownCharacter('x'), 3),
        ("é", LurdErrorKind::UnknownCharacter('é'), 1),
        ("ré*", LurdErrorKind::UnknownCharacter('é'), 2),
        ("r[u]", LurdErrorKind::UnknownCharacter('['), 2),
        ("r0u", LurdErrorKind::ZeroCount, 2),
        ("00(u)", LurdErrorKind::ZeroCount, 1),
        ("r12", LurdErrorKind::IdleCount, 2),
        ("(r12)", LurdErrorKind::IdleCount, 3),
        ("r)", LurdErrorKind::UnmatchedClose, 2),
        ("r2(u", LurdErrorKind::UnmatchedOpen, 2),
        ("((u)", LurdErrorKind::UnmatchedOpen, 1),
        ("16777217R", too_long, 1),
        ("u16777216R", too_long, 2),
        ("1000000000R", too_long, 1),
        ("99999999999999999999999999R", too_long, 1),
        ("u9999(9999(9999(rU)))", too_long, 7),
    ];
    for (text, kind, offset) in cases {
        let error = parse_lurd(text).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (kind, offset), "{text:?}");
    }
    assert_eq!(
        parse_lurd("rUx").unwrap_err().to_string(),
        "character 3: 'x' is no step; write u r d l for a move and U R D L for a push"
    );
}

#[test]
fn the_limit_itself_is_read() {
    assert_eq!(parse_lurd("4096(4096R)").unwrap().len(), 1 << 24);
    assert!(parse_lurd("4096(4096R)u").is_err());
}

#[test]
fn hostile_moves_end_quickly() {
    assert!(parse_lurd(&"(".repeat(5_000_000)).is_err());
    let nested = format!("{}{}", "9(".repeat(1_000_000), ")".repeat(1_000_000));
    assert_eq!(parse_lurd(&nested), Ok(Vec::new()));
    assert!(parse_lurd(&"9".repeat(5_000_000)).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_writers_read_back(text in "[udlrUDLR]{0,60}") {
        let steps = parse_lurd(&text).unwrap();
        prop_assert_eq!(lurd_string(&steps), text.clone());
        let short = Step::run_length_string(&steps);
        prop_assert!(short.len() <= text.len());
        prop_assert_eq!(parse_lurd(&short).unwrap(), steps);
    }

    #[test]
    fn runs_read_back(runs in prop::collection::vec((1_usize..30, "[udlrUDLR]"), 0..9)) {
        let text: String = runs.iter().map(|(times, letter)| letter.repeat(*times)).collect();
        let steps = parse_lurd(&text).unwrap();
        prop_assert_eq!(parse_lurd(&Step::run_length_string(&steps)).unwrap(), steps);
    }

    #[test]
    fn any_text_is_read_without_panic(text in "[udlrUDLR0-9() x]{0,40}|.{0,40}") {
        if let Err(error) = parse_lurd(&text) {
            prop_assert!((1..=text.chars().count()).contains(&error.offset()));
        }
    }
}
