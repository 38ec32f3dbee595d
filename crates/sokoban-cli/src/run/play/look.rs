//! Look: the symbols and colors of the board.

use std::env;

use ratatui::style::{Color, Modifier, Style};
use sokoban_core::Direction;

/// How the board is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// Nothing but ASCII: the symbols in which levels are written.
    pub(super) is_ascii: bool,
    pub(super) has_colors: bool,
}

/// What is drawn on one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Glyph {
    Wall,
    Floor,
    Goal,
    Box,
    BoxOnGoal,
    Player,
    PlayerOnGoal,
    /// An empty square where a box would be lost.
    Dead,
    /// A box on such a square.
    LostBox,
    /// The box that the hint pushes, on a goal or not.
    HintBox,
    HintBoxOnGoal,
    /// Where the hint pushes it.
    HintArrow(Direction),
}

impl Look {
    /// The symbol in one column.
    pub(super) fn narrow(self, glyph: Glyph) -> &'static str {
        let (unicode, ascii) = match glyph {
            Glyph::Wall => ("█", "#"),
            Glyph::Floor => (" ", " "),
            Glyph::Goal => ("·", "."),
            Glyph::Box | Glyph::LostBox | Glyph::HintBox => ("□", "$"),
            Glyph::BoxOnGoal | Glyph::HintBoxOnGoal => ("■", "*"),
            Glyph::Player => ("●", "@"),
            Glyph::PlayerOnGoal => ("○", "+"),
            Glyph::Dead => ("×", "x"),
            Glyph::HintArrow(Direction::Up) => ("↑", "^"),
            Glyph::HintArrow(Direction::Right) => ("→", ">"),
            Glyph::HintArrow(Direction::Down) => ("↓", "v"),
            Glyph::HintArrow(Direction::Left) => ("←", "<"),
        };
        if self.is_ascii { ascii } else { unicode }
    }

    /// The symbol in two columns, which make a square of about equal sides. There is none of ASCII,
    /// with which a board looks as levels are written.
    pub(super) const fn wide(glyph: Glyph) -> &'static str {
        match glyph {
            Glyph::Wall => "██",
            Glyph::Floor => "  ",
            Glyph::Goal => "··",
            Glyph::Box | Glyph::LostBox | Glyph::HintBox => "[]",
            Glyph::BoxOnGoal | Glyph::HintBoxOnGoal => "▐▌",
            Glyph::Player => "◖◗",
            Glyph::PlayerOnGoal => "()",
            Glyph::Dead => "××",
            Glyph::HintArrow(Direction::Up) => "↑↑",
            Glyph::HintArrow(Direction::Right) => "→→",
            Glyph::HintArrow(Direction::Down) => "↓↓",
            Glyph::HintArrow(Direction::Left) => "←←",
        }
    }

    /// The style of the symbol. Without colors, what matters still differs by its shape.
    pub(super) fn style(self, glyph: Glyph) -> Style {
        let (color, modifier) = match glyph {
            Glyph::Wall => (Color::DarkGray, Modifier::empty()),
            Glyph::Floor => return Style::new(),
            Glyph::Goal => (Color::Cyan, Modifier::empty()),
            Glyph::Box => (Color::Yellow, Modifier::BOLD),
            Glyph::BoxOnGoal => (Color::Green, Modifier::BOLD),
            Glyph::Player | Glyph::PlayerOnGoal => (Color::LightBlue, Modifier::BOLD),
            Glyph::Dead => (Color::Red, Modifier::empty()),
            Glyph::LostBox => (Color::Red, Modifier::BOLD),
            Glyph::HintBox | Glyph::HintBoxOnGoal => {
                (Color::Magenta, Modifier::BOLD.union(Modifier::REVERSED))
            }
            Glyph::HintArrow(_) => (Color::Magenta, Modifier::BOLD),
        };
        let style = Style::new().add_modifier(modifier);
        if self.has_colors { style.fg(color) } else { style }
    }
}

/// Does the terminal show more than ASCII, as far as the environment tells? Not on Windows, where
/// many consoles have no font for it.
pub(super) fn is_unicode_terminal() -> bool {
    let first = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(env::var_os)
        .find(|value| !value.is_empty());
    !cfg!(windows) && first.is_some_and(|locale| is_utf_8(&locale.to_string_lossy()))
}

/// Does a locale of this name encode text in UTF-8?
fn is_utf_8(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_tell_their_encoding() {
        for locale in ["en_US.UTF-8", "C.utf8", "de_AT.UTF-8@euro"] {
            assert!(is_utf_8(locale), "{locale}");
        }
        for locale in ["C", "POSIX", "de_DE.ISO-8859-1", "ja_JP.eucJP"] {
            assert!(!is_utf_8(locale), "{locale}");
        }
    }
}
