//! What keys do.

use std::cell::Cell;

use sokoban_core::Direction;

use super::{App, Effect, Mode, Why};
use crate::run::play::key::{Command, Key, while_playing, while_replaying};
use crate::run::play::status;

/// The lines of the help that a key for pages scrolls by.
const PAGE: usize = 4;

impl App {
    /// What is done when `key` is pressed.
    pub(super) fn press(&mut self, key: Key, effects: &mut Vec<Effect>) {
        if key == Key::Ctrl('c') {
            return self.command(Command::Interrupt, effects);
        }
        if let Some(first) = &self.help {
            let first = first.get();
            let scrolled = match (key, while_playing(key)) {
                (Key::PageDown | Key::Char(' '), _) => Some(first + PAGE),
                (Key::PageUp, _) => Some(first.saturating_sub(PAGE)),
                (_, Some(Command::Go(Direction::Down))) => Some(first + 1),
                (_, Some(Command::Go(Direction::Up))) => Some(first.saturating_sub(1)),
                _ => None,
            };
            self.help = scrolled.map(Cell::new);
            return;
        }
        if self.prompt.is_some() {
            return self.type_push(key, effects);
        }
        let command = match self.mode {
            Mode::Play => while_playing(key),
            Mode::Replay(_) => while_replaying(key),
            Mode::Offer => return self.choose(key, effects),
        };
        match command {
            Some(command) => self.command(command, effects),
            None => self.notice = "This key does nothing; ? shows those that do.".into(),
        }
    }

    /// A key while the saved moves are offered.
    fn choose(&mut self, key: Key, effects: &mut Vec<Effect>) {
        match key {
            Key::Enter | Key::Char(' ' | 'y' | 'Y') => self.mode = Mode::Play,
            Key::Escape | Key::Char('n' | 'N') => {
                self.mode = Mode::Play;
                self.stage.game.restart();
                // What is saved stays until a move is made.
                self.look_again(effects);
                self.notice = "From the start; e brings your moves back.".into();
            }
            _ => match while_playing(key) {
                Some(command @ (Command::Help | Command::Quit | Command::NextLevel)) => {
                    self.command(command, effects);
                }
                Some(command @ Command::PreviousLevel) => self.command(command, effects),
                _ => self.notice = "Enter goes on from here, n begins again.".into(),
            },
        }
    }

    /// A key while the number of a push is typed.
    fn type_push(&mut self, key: Key, effects: &mut Vec<Effect>) {
        let Some(digits) = &mut self.prompt else { return };
        match key {
            Key::Char(digit) if digit.is_ascii_digit() && digits.len() < 9 => digits.push(digit),
            Key::Backspace => {
                digits.pop();
            }
            Key::Enter => {
                let push = digits.parse().ok();
                self.prompt = None;
                if let Some(push) = push {
                    self.stop_running();
                    self.stage.game.jump_to_push(push);
                    self.moved(effects);
                }
            }
            Key::Escape | Key::Char('q' | 'g') => self.prompt = None,
            _ => {}
        }
    }

    fn command(&mut self, command: Command, effects: &mut Vec<Effect>) {
        let game = &mut self.stage.game;
        let has_moved = match command {
            Command::Go(direction) => game.go(direction).is_some(),
            Command::Undo => game.undo().is_some(),
            Command::Redo => game.redo().is_some(),
            Command::UndoToPush => game.undo_to_push(),
            Command::RedoToPush => game.redo_to_push(),
            Command::Restart => {
                let is_away = game.counts().moves > 0;
                game.restart();
                is_away
            }
            Command::RedoAll => {
                let is_behind = game.played().len() < game.steps().len();
                game.redo_all();
                is_behind
            }
            _ => return self.command_without_move(command, effects),
        };
        // A replay that is stepped by hand stands still.
        self.stop_running();
        if has_moved {
            self.moved(effects);
            return;
        }
        self.notice = match command {
            Command::Undo | Command::UndoToPush | Command::Restart => "This is the start.".into(),
            Command::Redo | Command::RedoToPush | Command::RedoAll => {
                "There is nothing more to redo.".into()
            }
            _ => String::new(),
        };
    }

    fn command_without_move(&mut self, command: Command, effects: &mut Vec<Effect>) {
        self.notice.clear();
        match command {
            Command::NextLevel => self.switch(self.index.checked_add(1), effects),
            Command::PreviousLevel => self.switch(self.index.checked_sub(1), effects),
            Command::Hint => self.ask(Why::Hint, effects),
            Command::Solvable => self.ask(Why::Solvable, effects),
            Command::Cancel => {
                self.shows_hint = false;
                if self.asked.take().is_some() {
                    effects.push(Effect::Cancel);
                    self.notice = "The search was stopped.".into();
                }
            }
            Command::DeadSquares => {
                self.shows_dead_squares = !self.shows_dead_squares;
                if self.shows_dead_squares {
                    self.notice = status::DEAD_SQUARES.into();
                }
            }
            Command::Watch => {
                self.stop_asking(effects);
                self.watch();
            }
            Command::Jump => self.prompt = Some(String::new()),
            Command::Help => {
                self.stop_running();
                self.help = Some(Cell::new(0));
            }
            Command::Pause => {
                let is_at_end = self.stage.game.played().len() == self.stage.game.steps().len();
                if let Mode::Replay(replay) = &mut self.mode {
                    replay.is_running = !replay.is_running;
                    if replay.is_running && is_at_end {
                        self.stage.game.restart();
                        self.moved(effects);
                    }
                }
            }
            Command::Faster | Command::Slower => {
                if let Mode::Replay(replay) = &mut self.mode {
                    match command {
                        Command::Faster => replay.faster(),
                        _ => replay.slower(),
                    }
                }
            }
            Command::TakeOver => {
                self.mode = Mode::Play;
                self.moved(effects);
                self.notice = "Play on from here; y goes on with the moves you watched.".into();
            }
            Command::Leave => {
                if let Mode::Replay(replay) = &mut self.mode {
                    let (steps, done) = std::mem::take(&mut replay.own);
                    self.stage.game.replace(&steps, done);
                    self.mode = Mode::Play;
                    self.look_again(effects);
                    self.notice = "Back in your own game.".into();
                }
            }
            Command::Quit => {
                self.save(effects);
                effects.push(Effect::Quit);
            }
            _ => {
                self.save(effects);
                effects.push(Effect::Interrupt);
            }
        }
    }
}
