//! Frames: a replay as plain text, for where there is no terminal.

use std::rc::Rc;

use sokoban_core::{Board, Level, Position, Step, Tile};

use super::game::Game;
use super::stage::counts;

/// The frames of a replay one after the other: a line that says how far it is, the board as levels
/// are written, and a blank line.
#[derive(Debug)]
pub(super) struct Frames<'l> {
    level: &'l Level,
    game: Game,
    is_begun: bool,
}

impl<'l> Frames<'l> {
    /// The frames of `steps` from the start of `level`, whose board is `board`; none if one of the
    /// steps is not legal.
    pub(super) fn new(level: &'l Level, board: &Rc<Board>, steps: &[Step]) -> Option<Self> {
        let mut game = Game::new(Rc::clone(board));
        game.replace(steps, 0).then_some(Self { level, game, is_begun: false })
    }

    fn symbol(&self, position: Position) -> char {
        if let Some(square) = self.game.board().square_at(position) {
            return self.game.symbol(square);
        }
        match (self.level.tile(position), self.level.has_box(position)) {
            (Tile::Wall, _) => '#',
            (Tile::Goal, true) => '*',
            (_, true) => '$',
            (Tile::Goal, false) => '.',
            (Tile::Floor | Tile::Outside, false) => ' ',
        }
    }
}

impl Iterator for Frames<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let letter = if self.is_begun { format!(" {}", self.game.redo()?) } else { String::new() };
        self.is_begun = true;
        let (now, all) = (self.game.counts(), counts(self.game.steps()));
        let solved = if self.game.is_solved() { ", solved" } else { "" };
        let mut frame = format!(
            "move {}/{}, push {}/{}{solved}{}\n",
            now.moves,
            all.moves,
            now.pushes,
            all.pushes,
            if letter.is_empty() { letter } else { format!(":{letter}") },
        );
        for row in 0..self.level.height() {
            let symbols = (0..self.level.width()).map(|column| Position { row, column });
            let line: String = symbols.map(|position| self.symbol(position)).collect();
            frame.push_str(line.trim_end());
            frame.push('\n');
        }
        frame.push('\n');
        Some(frame)
    }
}
