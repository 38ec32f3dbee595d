//! StatusLine: the one line on the terminal that says how far a command is.

use std::io::{self, IsTerminal as _};

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

/// Columns at the right edge that are never drawn on. The terminal itself writes `^C` behind the
/// line, and past the edge that would begin a line below it, which then could not be taken away.
const MARGIN: u16 = 6;

/// Drawings a second, at most.
const HERTZ: u8 = 20;

/// A line on standard error, cut where the terminal ends; hidden if standard error is none.
///
/// It is drawn with its first message, and taken away by
/// [`finish_and_clear`](ProgressBar::finish_and_clear).
pub(crate) fn status_line() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let terminal = Box::new(Narrowed(Term::buffered_stderr()));
    let bar =
        ProgressBar::with_draw_target(None, ProgressDrawTarget::term_like_with_hz(terminal, HERTZ));
    // One line always: wrapped, the line could not be taken away cleanly.
    let style = ProgressStyle::with_template("{wide_msg}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

/// Takes the line away that the cursor is in, for a program that ends at once.
pub(crate) fn clear_line() {
    let terminal = Term::stderr();
    if terminal.is_term() {
        // There is nothing to be done if it cannot be written.
        let _ = terminal.clear_line();
    }
}

/// A terminal of which the last columns are not used.
#[derive(Debug)]
struct Narrowed<T>(T);

impl<T: TermLike> TermLike for Narrowed<T> {
    fn width(&self) -> u16 {
        self.0.width().saturating_sub(MARGIN).max(1)
    }

    fn height(&self) -> u16 {
        self.0.height()
    }

    fn move_cursor_up(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_up(lines)
    }

    fn move_cursor_down(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_down(lines)
    }

    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_right(columns)
    }

    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_left(columns)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}
