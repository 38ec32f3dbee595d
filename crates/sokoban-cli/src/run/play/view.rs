//! View: draws the state of a session into a frame.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use sokoban_core::{Position, Tile};

use super::app::{App, Mode};
use super::key::HELP;
use super::knowledge::{Known, NextPush};
use super::look::{Glyph, Look};
use super::status;

/// Draws `app`: a line on top, the board, two lines about it, and a line of keys. In a small window
/// the lines go before the board does.
pub(super) fn draw(app: &App, look: Look, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    if let Some(first) = app.help {
        return help(first, look, area, buffer);
    }
    let (top, below) = match area.height {
        0..=2 => (0, 0),
        3..=5 => (1, 1),
        6..=8 => (1, 2),
        _ => (1, 3),
    };
    let board = Rect { y: area.y + top, height: area.height.saturating_sub(top + below), ..area };
    if top > 0 {
        head(app, look, Rect { height: 1, ..area }, buffer);
    }
    squares(app, look, board, buffer);
    let width = usize::from(area.width);
    let (verdict, notice) = (status::verdict(app), status::notice(app));
    let mut lines: Vec<(&str, Style)> = Vec::new();
    let mut texts = [(&verdict, accent(app, look)), (&notice, Style::new())];
    if app.prompt.is_some() {
        // What is being typed must be seen, if only one of them is.
        texts.reverse();
    }
    for (text, style) in texts {
        lines.extend(wrapped(text, width).into_iter().map(|line| (line, style)));
    }
    let keys = (status::keys(app), Style::new().add_modifier(Modifier::DIM));
    if below == 3 {
        // Two lines of text at most, and the keys always in the last one.
        lines.resize(2, ("", Style::new()));
        lines.push(keys);
    }
    for (row, (text, style)) in (0..below).zip(lines) {
        let y = board.y + board.height + row;
        buffer.set_stringn(area.x, y, shown(text, look), width, style);
    }
}

/// `text` in lines of `width` columns, broken at spaces where it has some; no line if it is empty.
fn wrapped(text: &str, width: usize) -> Vec<&str> {
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

/// `text` as it may be shown: a title from a file can hold anything.
fn shown(text: &str, look: Look) -> String {
    let is_shown = |symbol: char| !symbol.is_control() && (symbol.is_ascii() || !look.is_ascii);
    text.chars().map(|symbol| if is_shown(symbol) { symbol } else { '?' }).collect()
}

fn head(app: &App, look: Look, area: Rect, buffer: &mut Buffer) {
    let tally = status::tally(app);
    let width = usize::from(area.width);
    let style = Style::new().add_modifier(Modifier::BOLD);
    // The tally matters more than the title.
    let left = width.saturating_sub(tally.len() + 2);
    let place = shown(&status::place(app, left), look);
    let (end, _) = buffer.set_stringn(area.x, area.y, &place, left, style);
    let x = (area.x + area.width).saturating_sub(u16::try_from(tally.len()).unwrap_or(u16::MAX));
    buffer.set_stringn(x.max(end.min(area.x)), area.y, tally, width, style);
}

/// The style of the line about the state.
fn accent(app: &App, look: Look) -> Style {
    let style = Style::new().add_modifier(Modifier::BOLD);
    let color = match app.mode {
        Mode::Play if app.stage.game.is_solved() => Color::Green,
        Mode::Play => Color::Red,
        Mode::Offer | Mode::Replay(_) => Color::Cyan,
    };
    if look.has_colors { style.fg(color) } else { style }
}

/// Draws the board, in the middle of `area`; as much of it as there is room for, around the player,
/// if it is larger.
fn squares(app: &App, look: Look, area: Rect, buffer: &mut Buffer) {
    let level = &app.stage.level;
    let is_wide = !look.is_ascii && level.width() * 2 <= usize::from(area.width);
    let columns_each: u16 = if is_wide { 2 } else { 1 };
    let player = app.stage.game.board().position(app.stage.game.player());
    let across = window(level.width(), usize::from(area.width / columns_each), player.column);
    let down = window(level.height(), usize::from(area.height), player.row);
    let fit = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
    let left = area.x + (area.width - fit(across.len()) * columns_each) / 2;
    let top = area.y + (area.height - fit(down.len())) / 2;
    let hint = hint(app);
    for (y, row) in (top..).zip(down) {
        for (column, x) in across.clone().zip((left..).step_by(columns_each.into())) {
            let glyph = glyph(app, hint, Position { row, column });
            let symbol = if is_wide { Look::wide(glyph) } else { look.narrow(glyph) };
            buffer.set_string(x, y, symbol, look.style(glyph));
        }
    }
}

/// Which of `length` rows or columns are shown where there is room for `room`: all, or those around
/// `center`.
fn window(length: usize, room: usize, center: usize) -> std::ops::Range<usize> {
    if length <= room {
        return 0..length;
    }
    let first = center.saturating_sub(room / 2).min(length - room);
    first..first + room
}

/// What is drawn at `position`, where `hint` is shown.
fn glyph(app: &App, hint: Option<NextPush>, position: Position) -> Glyph {
    let game = &app.stage.game;
    let board = game.board();
    let Some(square) = board.square_at(position) else {
        // What the player never comes to stays as it was written.
        let level = &app.stage.level;
        return match (level.tile(position), level.has_box(position)) {
            (Tile::Wall, _) => Glyph::Wall,
            (Tile::Goal, true) => Glyph::BoxOnGoal,
            (_, true) => Glyph::Box,
            (Tile::Goal, false) => Glyph::Goal,
            (Tile::Floor | Tile::Outside, false) => Glyph::Floor,
        };
    };
    let (is_goal, has_box) = (board.is_goal(square), game.has_box(square));
    if let Some(NextPush { from, direction }) = hint {
        if square == from {
            return if is_goal { Glyph::HintBoxOnGoal } else { Glyph::HintBox };
        }
        if square == board.neighbor(from, direction) && square != game.player() {
            return Glyph::HintArrow(direction);
        }
    }
    match (has_box, is_goal, square == game.player()) {
        (true, true, _) => Glyph::BoxOnGoal,
        (true, false, _) if board.is_live(square) => Glyph::Box,
        (true, false, _) => Glyph::LostBox,
        (_, true, true) => Glyph::PlayerOnGoal,
        (_, false, true) => Glyph::Player,
        (_, true, false) => Glyph::Goal,
        _ if app.shows_dead_squares && !board.is_live(square) => Glyph::Dead,
        _ => Glyph::Floor,
    }
}

/// The push to hint at, if a hint is shown.
fn hint(app: &App) -> Option<NextPush> {
    match app.known().filter(|_| app.shows_hint)? {
        Known::Solvable { next, .. } => *next,
        Known::Unsolvable(_) => None,
    }
}

/// Draws the help over everything, from line `first` on where there is no room for all.
fn help(first: usize, look: Look, area: Rect, buffer: &mut Buffer) {
    let legend = |glyph| if look.is_ascii { look.narrow(glyph) } else { Look::wide(glyph) };
    let legend = format!(
        "       {} you  {} box  {} goal  {} box on goal  {} you on goal  {} box is lost",
        legend(Glyph::Player),
        legend(Glyph::Box),
        legend(Glyph::Goal),
        legend(Glyph::BoxOnGoal),
        legend(Glyph::PlayerOnGoal),
        legend(Glyph::Dead),
    );
    let lines = HELP.iter().copied().chain([legend.as_str()]);
    let room = area.height.saturating_sub(1);
    let first = first.min((HELP.len() + 1).saturating_sub(room.into()));
    for (y, line) in (area.y..area.y + room).zip(lines.skip(first)) {
        buffer.set_stringn(area.x, y, line, area.width.into(), Style::new());
    }
    let end = "Any key goes back; arrows scroll.";
    let style = Style::new().add_modifier(Modifier::DIM);
    buffer.set_stringn(area.x, area.y + room, end, area.width.into(), style);
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
}
