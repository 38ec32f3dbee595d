//! View: draws the state of a session into a frame.

use std::cell::Cell;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use sokoban_core::{Position, Tile};

use super::app::{App, Mode};
use super::help::{self, wrapped};
use super::knowledge::{Known, NextPush};
use super::look::{Glyph, Look};
use super::status;

/// The columns and rows of the smallest window that is drawn in.
const LEAST: (u16, u16) = (20, 5);

/// Draws `app`: a line on top, the board, two lines about it, and a line of keys. In a small window
/// the lines go before the board does, and in one too small for that it is said how large it must be.
pub(super) fn draw(app: &App, look: Look, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return too_small(area, buffer);
    }
    if let Some(first) = &app.help {
        return help(first, look, area, buffer);
    }
    let (top, below) = match area.height {
        ..=5 => (1, 1),
        6..=8 => (1, 2),
        _ => (1, 3),
    };
    let board = Rect { y: area.y + top, height: area.height.saturating_sub(top + below), ..area };
    head(app, look, Rect { height: 1, ..area }, buffer);
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
    let keys = status::keys(app, width);
    let room = usize::from(below);
    // The line after which there is more to say than there is room for.
    let said = if below == 3 { room - 1 } else { room };
    let cut = (lines.len() > said).then(|| said - 1);
    if below == 3 || lines.len() < room {
        // In a window of some height the keys are always in the last line, else where there is room.
        lines.resize(room - 1, ("", Style::new()));
        lines.push((keys.as_str(), Style::new().add_modifier(Modifier::DIM)));
    }
    for (row, (text, style)) in (0..below).zip(lines) {
        let y = board.y + board.height + row;
        let mut text = shown(text, look);
        if cut == Some(row.into()) {
            let mark = if look.is_ascii { "..." } else { "\u{2026}" };
            text = text.chars().take(width.saturating_sub(mark.chars().count())).collect();
            text += mark;
        }
        buffer.set_stringn(area.x, y, text, width, style);
    }
}

/// Says how large the window must be.
fn too_small(area: Rect, buffer: &mut Buffer) {
    let (columns, rows) = LEAST;
    let text = format!("too small: needs {columns}x{rows}");
    for (y, line) in (area.y..area.y + area.height).zip(wrapped(&text, area.width.into())) {
        buffer.set_stringn(area.x, y, line, area.width.into(), Style::new());
    }
}

/// `text` as it may be shown: a title from a file can hold anything.
fn shown(text: &str, look: Look) -> String {
    let is_shown = |symbol: char| !symbol.is_control() && (symbol.is_ascii() || !look.is_ascii);
    text.chars().map(|symbol| if is_shown(symbol) { symbol } else { '?' }).collect()
}

fn head(app: &App, look: Look, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let tally = status::tally(app, width);
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

/// Draws the help over everything, from line `first` on where there is no room for all; `first` is
/// set to what could be shown.
fn help(first: &Cell<usize>, look: Look, area: Rect, buffer: &mut Buffer) {
    let lines = help::lines(area.width.into(), look);
    let room = area.height.saturating_sub(1);
    let last = lines.len().saturating_sub(room.into());
    // Otherwise arrows would have to be pressed as often as nothing came of them.
    first.set(first.get().min(last));
    let first = first.get();
    for (y, line) in (area.y..area.y + room).zip(lines.iter().skip(first)) {
        buffer.set_stringn(area.x, y, line, area.width.into(), Style::new());
    }
    let long = "Any key goes back; arrows scroll.";
    let end = if long.len() <= area.width.into() { long } else { "Any key goes back." };
    let style = Style::new().add_modifier(Modifier::DIM);
    buffer.set_stringn(area.x, area.y + room, end, area.width.into(), style);
}
