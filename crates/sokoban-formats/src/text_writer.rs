//! Boards as plain text, with titles above or keys below.

use std::fmt::Write as _;

use sokoban_core::{Level, MovesKind, Remarks, StoredMoves};

use crate::level_set::LevelSet;

/// How many characters of moves stand on a line.
const WIDTH: usize = 70;

/// Where titles stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Titles {
    /// Behind `;`, above the board.
    Labels,
    /// Behind `Title:`, below the board.
    Keys,
}

/// The levels of `set` that could be read, with all that is told of them.
pub(crate) fn write(set: &LevelSet, titles: Titles) -> String {
    let mut header = String::new();
    if let Some(title) = &set.title {
        header += &format!("Collection: {title}\n");
    }
    add_keys_and_notes(&mut header, &set.remarks);
    let mut paragraphs = Vec::new();
    if !header.is_empty() {
        paragraphs.push(header);
    }
    for entry in &set.entries {
        let Ok(level) = &entry.level else { continue };
        let mut board = String::new();
        match (titles, level.title()) {
            (Titles::Labels, Some(title)) => paragraphs.push(format!("; {title}\n")),
            (Titles::Keys, Some(title)) => board = format!("Title: {title}\n"),
            (_, None) => {}
        }
        board.insert_str(0, &level.to_string());
        add_author(&mut board, level);
        add_keys_and_notes(&mut board, &entry.remarks);
        paragraphs.push(board);
        paragraphs.extend(entry.remarks.moves.iter().map(moves));
    }
    paragraphs.join("\n")
}

fn add_author(text: &mut String, level: &Level) {
    if let Some(author) = level.author() {
        *text += &format!("Author: {author}\n");
    }
}

fn add_keys_and_notes(text: &mut String, remarks: &Remarks) {
    for (key, value) in &remarks.keys {
        *text += &format!("{key}: {value}\n");
    }
    if !remarks.notes.is_empty() {
        // In a block nothing is taken for a board, a key or a title.
        *text += &format!("Comment:\n{}\nComment-End:\n", remarks.notes);
    }
}

fn moves(moves: &StoredMoves) -> String {
    let mut text = moves.title.as_ref().map(|title| format!("{title}\n\n")).unwrap_or_default();
    if moves.kind != MovesKind::Unnamed {
        text += moves.kind.name();
        for (number, count) in moves.counts.iter().enumerate() {
            let sign = if number == 0 { ' ' } else { '/' };
            write!(text, "{sign}{count}").expect("writing to a string cannot fail");
        }
        text.push('\n');
    }
    let symbols: Vec<char> = moves.text().chars().collect();
    for line in symbols.chunks(WIDTH) {
        text.extend(line);
        text.push('\n');
    }
    text
}
