//! Output: reports on standard output.

use std::io::{self, Write as _};

use anstream::{AutoStream, ColorChoice};

use crate::args::ColorWhen;
use crate::failure::Failure;

/// Writes reports to standard output, each as soon as it is there.
pub(crate) struct Output {
    stream: AutoStream<io::Stdout>,
}

impl Output {
    /// Colored or not as `color` says.
    pub(crate) fn new(color: ColorWhen) -> Self {
        Self { stream: AutoStream::new(io::stdout(), color_choice(color)) }
    }

    /// For JSON, which has neither styles nor control characters to look for: looking took 1 % of
    /// all the time that small levels took.
    pub(crate) fn plain() -> Self {
        Self { stream: AutoStream::always_ansi(io::stdout()) }
    }

    /// Writes `text` and hands it on at once, so that a reader at the other end of a pipe need
    /// not wait for the next level.
    ///
    /// # Errors
    /// [`Failure::ClosedPipe`] or [`Failure::Output`].
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.stream.write_all(text.as_bytes())?;
        self.stream.flush()?;
        Ok(())
    }
}

/// The choice in the words of the streams, for which `Auto` also obeys `NO_COLOR`.
pub(crate) fn color_choice(color: ColorWhen) -> ColorChoice {
    match color {
        ColorWhen::Auto => ColorChoice::Auto,
        ColorWhen::Always => ColorChoice::AlwaysAnsi,
        ColorWhen::Never => ColorChoice::Never,
    }
}

/// `text` with control characters escaped, so that a title from a file, or a file's name, cannot
/// steer a terminal or break a line.
pub(crate) fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for symbol in text.chars() {
        if symbol.is_control() {
            printable.extend(symbol.escape_default());
        } else {
            printable.push(symbol);
        }
    }
    printable
}
