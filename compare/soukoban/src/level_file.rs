//! Splits a collection into boards, with no help from either solver.
//!
//! Both solvers number levels on their own.
//! Splitting here lets soukoban see one board at a time, and lets the replay catch a `sokoban`
//! that answered for another level.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};

/// The rows of one board, as written.
pub(crate) type Board = Vec<String>;

/// The boards of the file in order; level N is at index N - 1.
///
/// # Errors
///
/// The file cannot be read, or holds no board.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<Board>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    // Only titles and notes can hold anything but ASCII, and they are dropped.
    let boards = split(&String::from_utf8_lossy(&bytes));
    ensure!(!boards.is_empty(), "{} holds no level", path.display());
    Ok(boards)
}

/// A board is an unbroken run of lines of board characters, at least one of them with a wall.
fn split(text: &str) -> Vec<Board> {
    let mut boards = Vec::new();
    let mut rows = Board::new();
    for line in text.lines().chain([""]) {
        let line = line.trim_end();
        if !line.is_empty() && line.chars().all(|symbol| " -_#$.*@+".contains(symbol)) {
            rows.push(line.to_owned());
            continue;
        }
        let board = std::mem::take(&mut rows);
        if board.iter().any(|row| row.contains('#')) {
            boards.push(board);
        }
    }
    boards
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn titles_notes_and_rules_of_dashes_are_not_boards() {
        let text =
            "; 1\r\n#####\r\n#@$.#\r\n#####\r\nTitle: one\r\n\r\n----\r\n\r\n####\n#+$#\n####";
        let boards = split(text);
        assert_eq!(
            boards,
            [
                vec!["#####", "#@$.#", "#####"],
                vec!["####", "#+$#", "####"]
            ]
        );
    }
}
