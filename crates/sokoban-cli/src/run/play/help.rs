//! The help on the screen, in lines that fit.

use super::look::{Glyph, Look};

/// What the help says: what to press, and what that does. Headings are in capitals.
const ROWS: &[(&str, &str)] = &[
    ("PLAY", "Push every box onto a goal. Boxes are pushed, never pulled."),
    ("arrows, hjkl", "go; pushes the box in the way"),
    ("u  y", "undo and redo a move, without limit"),
    ("b  f", "back to the last push, and forth again"),
    ("r  e", "restart, and do all of it again"),
    ("g", "go to a push by its number"),
    ("n  p", "next and previous level"),
    ("ASK", "The solver works in the background; moving or c stops it."),
    ("i", "hint: the next push of a proven solution"),
    ("s", "can it be solved from here?"),
    ("d", "show the squares where a box is lost"),
    ("WATCH", "w replays your best solution, or your moves."),
    ("right left", "a move forth and back"),
    ("down up", "a push forth and back"),
    ("space  + -", "run or stop; faster and slower"),
    ("Enter", "play on from here"),
    ("Esc", "back to your own game"),
    ("OTHER", "? this help   q quit; what you played is kept"),
];

/// The columns of a heading, and of the keys below it.
const HEADING: usize = 7;
const KEYS: usize = 17;

/// Narrower windows have what a key does below the key.
const NARROW: usize = 44;

/// The help in lines of at most `width` columns, as far as words are not longer.
pub(super) fn lines(width: usize, look: Look) -> Vec<String> {
    let mut lines = Vec::new();
    for &(key, text) in ROWS {
        let is_heading = key.starts_with(|letter: char| letter.is_ascii_uppercase())
            && key.chars().nth(1).is_some_and(|letter| letter.is_ascii_uppercase());
        let (indent, hang) = if is_heading { (0, HEADING) } else { (2, KEYS) };
        let head = format!("{:indent$}{key}", "");
        if width < NARROW && !is_heading {
            lines.push(head);
            lines.extend(hanging("", 4, text, width));
        } else {
            lines.extend(hanging(&head, hang, text, width));
        }
    }
    lines.extend(legend(width, look));
    lines
}

/// `head`, and behind it, from column `hang` on, `text` in as many lines as it needs.
fn hanging(head: &str, hang: usize, text: &str, width: usize) -> Vec<String> {
    let parts = wrapped(text, width.saturating_sub(hang));
    let line = |(number, part)| match number {
        0 => format!("{head:hang$}{part}"),
        _ => format!("{:hang$}{part}", ""),
    };
    parts.into_iter().enumerate().map(line).collect()
}

/// What the symbols of the board are.
fn legend(width: usize, look: Look) -> Vec<String> {
    let glyphs = [
        (Glyph::Player, "you"),
        (Glyph::Box, "box"),
        (Glyph::Goal, "goal"),
        (Glyph::BoxOnGoal, "box on goal"),
        (Glyph::PlayerOnGoal, "you on goal"),
        (Glyph::Dead, "box is lost"),
    ];
    let indent = if width < NARROW { 0 } else { HEADING };
    let mut lines: Vec<String> = Vec::new();
    for (glyph, meaning) in glyphs {
        let symbol = if look.is_ascii { look.narrow(glyph) } else { Look::wide(glyph) };
        let item = format!("{symbol} {meaning}");
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + item.chars().count() <= width => {
                line.push_str("  ");
                line.push_str(&item);
            }
            _ => lines.push(format!("{:indent$}{item}", "")),
        }
    }
    lines
}

/// `text` in lines of `width` columns, broken at spaces where it has some; no line if it is empty.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<&str> {
    let (mut lines, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let Some((too_long, _)) = rest.char_indices().nth(width.max(1)) else {
            lines.push(rest);
            break;
        };
        let (fitting, behind) = rest.split_at(too_long);
        let space = if behind.starts_with(' ') { Some(too_long) } else { fitting.rfind(' ') };
        let end = space.filter(|&end| end > 0).unwrap_or(too_long);
        lines.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_spaces_where_there_are_some() {
        assert_eq!(wrapped("", 10), [""; 0]);
        assert_eq!(wrapped("one two", 7), ["one two"]);
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("one two three", 6), ["one", "two", "three"]);
        assert_eq!(wrapped("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrapped("äöüß", 3), ["äöü", "ß"]);
        assert_eq!(wrapped("ab", 0), ["a", "b"]);
    }

    #[test]
    fn no_line_is_wider_than_the_window_and_no_word_is_lost() {
        let words = |lines: &[String]| -> Vec<String> {
            let words = lines.iter().flat_map(|line| line.split_whitespace());
            words.map(ToOwned::to_owned).collect()
        };
        for is_ascii in [false, true] {
            let look = Look { is_ascii, has_colors: false };
            let all = words(&lines(200, look));
            for width in 20..=120 {
                let lines = lines(width, look);
                assert!(lines.iter().all(|line| line.chars().count() <= width), "{width}");
                assert_eq!(words(&lines), all, "{width}");
            }
        }
    }
}
