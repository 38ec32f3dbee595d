//! Diagnostics: lines on standard error.

use std::io::{self, Write as _};

use anstream::AutoStream;
use clap::builder::styling::{AnsiColor, Style};

use crate::args::ColorWhen;
use crate::output::{color_choice, printable};

/// Writes lines to standard error.
///
/// A line that cannot be written is dropped: there is no other place to say so, and the reports
/// on standard output are worth finishing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Diagnostics {
    color: ColorWhen,
}

impl Diagnostics {
    /// Colored or not as `color` says.
    pub(crate) fn new(color: ColorWhen) -> Self {
        Self { color }
    }

    /// `error: text`.
    pub(crate) fn error(self, text: &str) {
        self.line(&format!("{}: {}", styled("error", AnsiColor::Red), printable(text)));
    }

    /// `warning: text`.
    pub(crate) fn warning(self, text: &str) {
        self.line(&format!("{}: {}", styled("warning", AnsiColor::Yellow), printable(text)));
    }

    /// Says that searches contradict one another about the level called `heading`.
    pub(crate) fn contradiction(self, heading: &str, what: &str) {
        self.error(&format!(
            "CONTRADICTION at {heading}: {what}; this is a bug, please report it with the level"
        ));
    }

    /// `text` as it is, which may be styled: the caller escapes what comes from files.
    pub(crate) fn line(self, text: &str) {
        let mut stream = AutoStream::new(io::stderr(), color_choice(self.color));
        let _ = writeln!(stream, "{text}").and_then(|()| stream.flush());
    }
}

/// `text` in bold and `color`. Streams take the color out again where none is wanted.
pub(crate) fn styled(text: &str, color: AnsiColor) -> String {
    let style = Style::new().bold().fg_color(Some(color.into()));
    format!("{style}{text}{style:#}")
}
