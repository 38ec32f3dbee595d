//! Keys, and what they ask for.

use sokoban_core::Direction;

/// A key, as far as it means anything here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Char(char),
    Ctrl(char),
    Arrow(Direction),
    Enter,
    Escape,
    Backspace,
    Tab,
    Home,
    End,
    PageUp,
    PageDown,
    F1,
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Go(Direction),
    Undo,
    Redo,
    UndoToPush,
    RedoToPush,
    Restart,
    RedoAll,
    NextLevel,
    PreviousLevel,
    Hint,
    Solvable,
    Cancel,
    DeadSquares,
    Watch,
    Jump,
    Help,
    Quit,
    Interrupt,
    Pause,
    Faster,
    Slower,
    TakeOver,
    Leave,
}

/// What `key` asks for while a level is played; none if nothing.
pub(super) fn while_playing(key: Key) -> Option<Command> {
    Some(match in_lower_case(key) {
        Key::Arrow(direction) => Command::Go(direction),
        Key::Char('h') => Command::Go(Direction::Left),
        Key::Char('j') => Command::Go(Direction::Down),
        Key::Char('k') => Command::Go(Direction::Up),
        Key::Char('l') => Command::Go(Direction::Right),
        Key::Char('c') | Key::Escape => Command::Cancel,
        key => return always(key),
    })
}

/// What `key` asks for while a solution is replayed; none if nothing.
pub(super) fn while_replaying(key: Key) -> Option<Command> {
    Some(match in_lower_case(key) {
        Key::Arrow(Direction::Right) | Key::Char('l') => Command::Redo,
        Key::Arrow(Direction::Left) | Key::Char('h') => Command::Undo,
        Key::Arrow(Direction::Down) | Key::Char('j') => Command::RedoToPush,
        Key::Arrow(Direction::Up) | Key::Char('k') => Command::UndoToPush,
        Key::Char(' ') => Command::Pause,
        Key::Char('+' | '=') => Command::Faster,
        Key::Char('-' | '_') => Command::Slower,
        Key::Char('c') => Command::Cancel,
        Key::Enter => Command::TakeOver,
        Key::Escape | Key::Char('w') => Command::Leave,
        key => return always(key),
    })
}

/// What `key` asks for in both cases.
fn always(key: Key) -> Option<Command> {
    Some(match key {
        Key::Char('u') | Key::Backspace | Key::Ctrl('z') => Command::Undo,
        Key::Char('y') | Key::Ctrl('y' | 'r') => Command::Redo,
        Key::Char('b') => Command::UndoToPush,
        Key::Char('f') => Command::RedoToPush,
        Key::Char('r') | Key::Home => Command::Restart,
        Key::Char('e') | Key::End => Command::RedoAll,
        Key::Char('n') | Key::PageDown => Command::NextLevel,
        Key::Char('p') | Key::PageUp => Command::PreviousLevel,
        Key::Char('i') | Key::Tab => Command::Hint,
        Key::Char('s') => Command::Solvable,
        Key::Char('d') => Command::DeadSquares,
        Key::Char('w') => Command::Watch,
        Key::Char('g') => Command::Jump,
        Key::Char('?') | Key::F1 => Command::Help,
        Key::Char('q') => Command::Quit,
        Key::Ctrl('c') => Command::Interrupt,
        _ => return None,
    })
}

/// Letters mean the same with the shift key, which may be locked.
fn in_lower_case(key: Key) -> Key {
    match key {
        Key::Char(letter) => Key::Char(letter.to_ascii_lowercase()),
        key => key,
    }
}
