//! Session: the terminal, the clock, the solver and the file of saves, around the state.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::app::{App, Effect, Event};
use super::look::Look;
use super::saves;
use super::signals::Signals;
use super::solver::Solver;
use super::terminal::{Input, Terminal, input_within};
use super::view;
use crate::exit_code::Exit;
use crate::failure::Failure;

/// The longest wait for a key, so that signals and the solver are looked after.
const TICK: Duration = Duration::from_millis(100);

/// How long no key is pressed before what was played is saved.
const IDLE: Duration = Duration::from_secs(2);

/// The most keys that are taken in before the next frame.
const KEYS_A_FRAME: usize = 256;

/// A session in the terminal.
#[derive(Debug)]
pub(super) struct Session {
    app: App,
    solver: Solver,
    /// Where to save, if anywhere.
    path: Option<PathBuf>,
    exit: Option<Exit>,
    /// Why the saves could not be written the last time, if they could not.
    not_saved: Option<String>,
}

impl Session {
    pub(super) fn new(app: App, solver: Solver, path: Option<PathBuf>) -> Self {
        Self { app, solver, path, exit: None, not_saved: None }
    }

    /// Plays until the player leaves; the exit code, and what could not be saved, if anything.
    ///
    /// # Errors
    /// [`Failure`] when the terminal has no keyboard, or cannot be read or written. What was played
    /// is saved.
    pub(super) fn play(mut self, look: Look) -> Result<(Exit, Option<String>), Failure> {
        let played = self.play_on_terminal(look);
        if played.is_err() {
            self.tell(Event::Idle);
        }
        played?;
        let exit = self.exit.unwrap_or(Exit::Success);
        Ok((exit, self.not_saved))
    }

    fn play_on_terminal(&mut self, look: Look) -> Result<(), Failure> {
        let signals = Signals::notice()?;
        let mut terminal = Terminal::take(look.has_colors).map_err(|error| {
            Failure::Usage(format!(
                "this terminal cannot be played in: {error}; a solution can be printed with \
                 --solution LURD > FILE"
            ))
        })?;
        let mut last_key = Instant::now();
        let mut has_idled = true;
        let mut beat = None;
        while self.exit.is_none() {
            terminal.draw(|frame| view::draw(&self.app, look, frame))?;
            let now = Instant::now();
            let pause = self.app.pause();
            let due = pause.map(|pause| *beat.get_or_insert(now + pause));
            let wait =
                due.map_or(TICK, |due: Instant| due.saturating_duration_since(now).min(TICK));
            let mut input = input_within(wait)?;
            for _ in 0..KEYS_A_FRAME {
                match input {
                    Some(Input::Key(key)) => {
                        self.tell(Event::Key(key));
                        last_key = Instant::now();
                        has_idled = false;
                    }
                    Some(Input::Other) => {}
                    None => break,
                }
                if self.exit.is_some() {
                    break;
                }
                input = input_within(Duration::ZERO)?;
            }
            if signals.has_come() {
                self.tell(Event::Idle);
                self.exit = Some(Exit::Interrupted);
            }
            self.listen();
            match self.app.pause() {
                None => beat = None,
                Some(pause) if due.is_some_and(|due| due <= Instant::now()) => {
                    self.tell(Event::Beat);
                    beat = Some(Instant::now() + pause);
                }
                Some(_) => {}
            }
            if !has_idled && last_key.elapsed() >= IDLE {
                has_idled = true;
                if self.app.is_unsaved() {
                    self.tell(Event::Idle);
                }
            }
        }
        Ok(())
    }

    /// Passes on what the solver has to say.
    fn listen(&mut self) {
        if let Some((number, advance)) = self.solver.advance() {
            self.tell(Event::Advance(number, advance));
        }
        while let Some((number, answer)) = self.solver.answer_within(Duration::ZERO) {
            self.tell(Event::Answer(number, answer));
        }
    }

    /// Tells the state of `event`, and does what it asks for.
    fn tell(&mut self, event: Event) {
        for effect in self.app.update(event) {
            match effect {
                Effect::Ask(question) => self.solver.ask(question),
                Effect::Cancel => self.solver.cancel(),
                Effect::Save(changed) => {
                    let Some(path) = &self.path else { continue };
                    self.not_saved = saves::write(path, &changed).err();
                    if let Some(why) = self.not_saved.clone() {
                        self.app.update(Event::NotSaved(why));
                    }
                }
                Effect::Quit => self.exit = Some(Exit::Success),
                Effect::Interrupt => self.exit = Some(Exit::Interrupted),
            }
        }
    }
}
