//! Terminal: the screen while a session has it, and the keys.

use std::io::{self, Stdout};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use ratatui::Frame;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute, style};
use sokoban_core::Direction;

use super::key::Key;

/// Whether the screen is ours, for [`release`].
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The screen, from now until this is dropped.
pub(super) struct Terminal {
    inner: ratatui::Terminal<CrosstermBackend<Stdout>>,
}

impl Terminal {
    /// Takes the screen. It is given back on every way out: when this is dropped, and in a panic
    /// of this thread before its line is written.
    ///
    /// # Errors
    /// When the terminal cannot be written, or has no such modes.
    pub(super) fn take(has_colors: bool) -> io::Result<Self> {
        release_in_a_panic();
        style::force_color_output(has_colors);
        IS_TAKEN.store(true, Ordering::Relaxed);
        let taken = enable_raw_mode()
            .and_then(|()| execute!(io::stdout(), EnterAlternateScreen, cursor::Hide))
            .and_then(|()| ratatui::Terminal::new(CrosstermBackend::new(io::stdout())));
        if taken.is_err() {
            release();
        }
        Ok(Self { inner: taken? })
    }

    /// Draws a frame.
    ///
    /// # Errors
    /// When the terminal cannot be written.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.inner.draw(draw).map(|_| ())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        release();
    }
}

/// Gives the screen back, if it was taken. Errors are dropped: nothing more can be done.
fn release() {
    if IS_TAKEN.swap(false, Ordering::Relaxed) {
        let _ = execute!(io::stdout(), LeaveAlternateScreen, cursor::Show);
        let _ = disable_raw_mode();
    }
}

/// From now on a panic gives the screen back before its line is written. One of another thread,
/// which is the solver, is told on the screen by its answer instead.
fn release_in_a_panic() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let (usual, owner) = (panic::take_hook(), thread::current().id());
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == owner {
                release();
            } else if IS_TAKEN.load(Ordering::Relaxed) {
                return;
            }
            usual(info);
        }));
    });
}

/// What came from the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input {
    Key(Key),
    /// Something that asks for a new frame at most.
    Other,
}

/// What comes from the terminal within `time`; none if nothing does.
///
/// # Errors
/// When the terminal cannot be read.
pub(super) fn input_within(time: Duration) -> io::Result<Option<Input>> {
    let is_there = match event::poll(time) {
        // A signal: the caller looks for it.
        Err(error) if error.kind() == io::ErrorKind::Interrupted => false,
        polled => polled?,
    };
    if !is_there {
        return Ok(None);
    }
    Ok(Some(key(&event::read()?).map_or(Input::Other, Input::Key)))
}

/// The key that was pressed, if it is one that may mean something.
fn key(event: &Event) -> Option<Key> {
    let Event::Key(event) = event else { return None };
    if event.kind == KeyEventKind::Release {
        return None;
    }
    Some(match event.code {
        KeyCode::Char(letter) if event.modifiers.contains(KeyModifiers::CONTROL) => {
            Key::Ctrl(letter.to_ascii_lowercase())
        }
        KeyCode::Char(letter) => Key::Char(letter),
        KeyCode::Up => Key::Arrow(Direction::Up),
        KeyCode::Right => Key::Arrow(Direction::Right),
        KeyCode::Down => Key::Arrow(Direction::Down),
        KeyCode::Left => Key::Arrow(Direction::Left),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Tab => Key::Tab,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::F(1) => Key::F1,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::KeyEvent;

    use super::*;

    #[test]
    fn keys_are_told_from_what_is_none() {
        let pressed = |code, modifiers| key(&Event::Key(KeyEvent::new(code, modifiers)));
        assert_eq!(pressed(KeyCode::Char('U'), KeyModifiers::SHIFT), Some(Key::Char('U')));
        assert_eq!(pressed(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Key::Ctrl('c')));
        assert_eq!(pressed(KeyCode::Left, KeyModifiers::NONE), Some(Key::Arrow(Direction::Left)));
        assert_eq!(pressed(KeyCode::CapsLock, KeyModifiers::NONE), None);
        let up =
            KeyEvent::new_with_kind(KeyCode::Char('u'), KeyModifiers::NONE, KeyEventKind::Release);
        assert_eq!(key(&Event::Key(up)), None);
        assert_eq!(key(&Event::Resize(80, 24)), None);
    }
}
