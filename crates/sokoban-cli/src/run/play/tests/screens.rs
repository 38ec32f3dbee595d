//! What is seen.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

use super::*;
use crate::run::play::question::{Advance, Answer};

/// Holds a screen to the snapshot called `name`.
fn check(name: &str, screen: &str) {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, screen);
    });
}

/// Answers the question asked last with `lurd`.
fn answer(app: &mut App, effects: &[Effect], lurd: &str, lower_bound: usize) {
    let Some(Effect::Ask(question)) = effects.last() else { panic!("{effects:?}") };
    let steps = sokoban_core::parse_lurd(lurd).unwrap();
    let answer = Answer::Solved { steps, is_fewest: true, lower_bound };
    app.update(Event::Answer(question.number, answer));
}

#[test]
fn a_level_at_80_by_24() {
    let mut app = session(&[SMALL, CORRIDOR]);
    check("start", &screen(&app, UNICODE, 80, 24));
    check("start-ascii", &screen(&app, ASCII, 80, 24));
    let asked = press(&mut app, "di");
    answer(&mut app, &asked, SMALL_SOLUTION, 8);
    check("hint", &screen(&app, UNICODE, 80, 24));
    check("hint-ascii", &screen(&app, ASCII, 80, 24));
    press(&mut app, &arrows(SMALL_SOLUTION));
    check("solved", &screen(&app, UNICODE, 80, 24));
    press(&mut app, "w>>v");
    check("replay", &screen(&app, UNICODE, 80, 24));
    press(&mut app, "g7");
    check("jump", &screen(&app, UNICODE, 80, 24));
    press(&mut app, "!?");
    check("help", &screen(&app, UNICODE, 80, 24));
    check("help-ascii", &screen(&app, ASCII, 80, 24));
}

#[test]
fn no_line_is_cut_at_80_columns() {
    let mut app = session(&[SMALL]);
    let mut lines = vec![];
    let mut look = |app: &App| lines.push(screen(app, UNICODE, 120, 24));
    press(&mut app, "s");
    app.update(Event::Advance(1, Advance { lower_bound: 1_000, expanded: 1_000_000_000 }));
    look(&app);
    for limit in ["1024 MiB", "600 s"] {
        app.update(Event::Answer(1, Answer::Stopped { limit: limit.into(), lower_bound: 1_000 }));
        look(&app);
        press(&mut app, "u");
    }
    press(&mut app, "!?");
    look(&app);
    press(&mut app, "??~wd");
    look(&app);
    press(&mut app, &arrows(SMALL_SOLUTION));
    look(&app);
    press(&mut app, "w ");
    look(&app);
    for line in lines.iter().flat_map(|screen| screen.lines().skip(1)) {
        let columns = line.chars().count();
        // The board is in the middle of the wider screen.
        assert!(columns <= 80, "{columns}: {line}");
    }
}

#[test]
fn a_large_level_scrolls_around_the_player() {
    let rows: Vec<String> = (0..30)
        .map(|row| match row {
            0 | 29 => "#".repeat(100),
            _ => format!(
                "#{}#",
                if row % 2 == 0 { ". $ ".repeat(24) + "  " } else { " ".repeat(98) }
            ),
        })
        .collect();
    let mut level = rows.join("\n");
    let start = level.find("  ").unwrap();
    level.replace_range(start..=start, "@");
    let mut app = session(&[&level]);
    let at_start = screen(&app, ASCII, 80, 24);
    assert!(at_start.lines().nth(1).unwrap().starts_with("#####"), "{at_start}");
    press(&mut app, &">".repeat(60));
    let moved = screen(&app, ASCII, 80, 24);
    let line = moved.lines().find(|line| line.contains('@')).unwrap();
    assert_eq!(line.find('@'), Some(41), "{moved}");
    assert!(!moved.lines().nth(2).unwrap().starts_with('#'), "{moved}");
    press(&mut app, &">".repeat(60));
    let at_wall = screen(&app, ASCII, 80, 24);
    assert!(at_wall.lines().nth(2).unwrap().ends_with("@#"), "{at_wall}");
}

#[test]
fn small_windows_show_the_board_first() {
    let mut app = session(&[SMALL]);
    check("small-40x10", &screen(&app, UNICODE, 40, 10));
    check("small-20x6", &screen(&app, UNICODE, 20, 6));
    press(&mut app, &arrows(SMALL_SOLUTION));
    check("small-solved", &screen(&app, ASCII, 40, 5));
    check("small-wrapped", &screen(&app, ASCII, 44, 12));
}

#[test]
fn a_window_too_small_is_told_what_it_must_be() {
    let mut app = session(&[SMALL]);
    for (columns, rows) in [(19, 24), (80, 4), (200, 1), (1, 60), (1, 1), (2, 2), (7, 3)] {
        for _ in 0..2 {
            let shown = screen(&app, UNICODE, columns, rows);
            let words = shown.split_whitespace().collect::<String>();
            let expected = "toosmall:needs20x5";
            let begin: String = words.chars().take(columns.into()).collect();
            assert!(expected.starts_with(&begin) && !words.is_empty(), "{columns}x{rows}: {shown}");
            assert!(columns < 10 || words == expected, "{columns}x{rows}: {shown}");
            press(&mut app, "?");
        }
    }
    assert!(screen(&app, UNICODE, 20, 5).contains("◖◗"));
}

#[test]
fn the_keys_that_matter_most_are_named_in_any_window() {
    let mut app = session(&[SMALL]);
    let last = |app: &App, columns| {
        let shown = screen(app, ASCII, columns, 12);
        assert!(shown.lines().all(|line| line.chars().count() <= columns.into()), "{shown}");
        shown.lines().last().unwrap().to_owned()
    };
    for columns in 20..=100 {
        let keys = last(&app, columns);
        assert!(keys.starts_with("? help"), "{columns}: {keys}");
        assert!(keys.ends_with("q quit"), "{columns}: {keys}");
    }
    assert_eq!(last(&app, 40), "? help  u undo  i hint  q quit");
    press(&mut app, &arrows(SMALL_SOLUTION));
    assert_eq!(last(&app, 40), "? help  n next level  u undo  q quit");
    press(&mut app, "w");
    assert_eq!(last(&app, 40), "? help  space run  Esc leave");
    press(&mut app, "g");
    assert_eq!(last(&app, 20), "Enter go there");
}

#[test]
fn the_help_can_be_read_in_a_small_window() {
    let mut app = session(&[SMALL]);
    press(&mut app, "?");
    check("help-40x10", &screen(&app, UNICODE, 40, 10));
    let words = |text: &str| text.split_whitespace().map(ToOwned::to_owned).collect::<Vec<_>>();
    let all = words(&screen(&app, ASCII, 100, 40));
    for (columns, rows) in [(20, 5), (40, 10), (60, 8)] {
        let mut seen: Vec<String> = Vec::new();
        for _ in 0..80 {
            let shown = screen(&app, ASCII, columns, rows);
            assert!(shown.lines().all(|line| line.chars().count() <= columns.into()), "{shown}");
            seen.extend(words(&shown));
            press(&mut app, "v");
        }
        // The last line is shorter where there is no room.
        for word in &all[..all.len() - 6] {
            assert!(seen.contains(word), "{columns}x{rows}: {word}");
        }
        // From the end the first arrow goes back at once.
        let end = screen(&app, ASCII, columns, rows);
        press(&mut app, "^");
        assert_ne!(screen(&app, ASCII, columns, rows), end);
        press(&mut app, "??");
    }
}

#[test]
fn the_help_scrolls_where_it_does_not_fit() {
    let mut app = session(&[SMALL]);
    press(&mut app, "?");
    let top = screen(&app, ASCII, 60, 8);
    press(&mut app, &"v".repeat(50));
    let end = screen(&app, ASCII, 60, 8);
    assert!(top.starts_with("PLAY"), "{top}");
    assert!(end.contains("q quit"), "{end}");
    press(&mut app, "x");
    assert!(screen(&app, ASCII, 60, 8).contains('@'));
}

#[test]
fn an_offer_and_a_lost_position() {
    let mut app = session(&[CORRIDOR, SMALL]);
    press(&mut app, ">>>>");
    check("lost", &screen(&app, ASCII, 80, 10));
    press(&mut app, "r>>np");
    check("offer", &screen(&app, ASCII, 80, 10));
}

#[test]
fn colors_are_drawn_only_where_they_are_wanted() {
    let mut app = session(&[SMALL]);
    press(&mut app, "d");
    for has_colors in [false, true] {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let look = Look { has_colors, ..UNICODE };
        terminal.draw(|frame| view::draw(&app, look, frame)).unwrap();
        let content = terminal.backend().buffer().content();
        let is_colored = content.iter().any(|symbol| symbol.fg != Color::Reset);
        assert_eq!(is_colored, has_colors);
    }
}

#[test]
fn a_title_cannot_steer_the_terminal() {
    let app = session(&["; \u{1b}[2Jtitle\n#####\n#@$.#\n#####\n"]);
    let shown = screen(&app, UNICODE, 80, 8);
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
    let shown = screen(&session(&["; Zwölf\n#####\n#@$.#\n#####\n"]), ASCII, 80, 8);
    assert!(shown.contains("\"Zw?lf\""), "{shown}");
}
