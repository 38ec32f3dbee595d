//! The report of `analyze`.

mod drawing;
mod html;
mod json;
mod pictures;
mod text;
mod words;

use std::time::Duration;

use sokoban_analyze::{Analysis, Settings, Verdict};
use sokoban_core::{Board, CanonicalId, Level};

pub(crate) use self::html::{Pictures, page, section};
pub(crate) use self::json::line;
pub(crate) use self::text::block;

use super::{Invalid, Warned};
use crate::exit_code::Exit;
use crate::output::printable;

/// All that `analyze` has to say of a level, whatever the format.
#[derive(Debug)]
pub(crate) struct AnalyzeReport<'l> {
    /// The file's path as it was given.
    pub(crate) file: String,
    /// The level's number in the file, from 1.
    pub(crate) number: usize,
    pub(crate) title: Option<String>,
    /// What was guessed or is unusual.
    pub(crate) warnings: Vec<Warned>,
    pub(crate) finding: Finding<'l>,
}

/// What became of a level.
#[derive(Debug)]
pub(crate) enum Finding<'l> {
    /// It cannot be played.
    Invalid(Invalid),
    /// The analysis panicked, and nothing is known.
    Failed,
    /// It was analyzed.
    Analyzed(Box<Analyzed<'l>>),
}

/// A level that was analyzed.
#[derive(Debug)]
pub(crate) struct Analyzed<'l> {
    pub(crate) level: &'l Level,
    pub(crate) board: Board,
    /// None where the level has no canonical form.
    pub(crate) id: Option<CanonicalId>,
    pub(crate) settings: Settings,
    pub(crate) analysis: Analysis,
    /// Wall time of all parts.
    pub(crate) elapsed: Duration,
}

impl AnalyzeReport<'_> {
    /// The exit code that this level alone would give.
    pub(crate) fn exit(&self) -> Exit {
        match &self.finding {
            Finding::Invalid(_) => Exit::Invalid,
            Finding::Failed => Exit::Internal,
            Finding::Analyzed(analyzed) => match analyzed.analysis.verdict {
                Verdict::Solvable => Exit::Success,
                Verdict::Unsolvable(_) => Exit::Unsolvable,
                Verdict::Unknown(_) => Exit::Unknown,
            },
        }
    }

    /// Which level this is: file, number, title.
    pub(crate) fn heading(&self) -> String {
        let title = self.title.as_deref().map(|title| format!(", \"{}\"", printable(title)));
        let file = printable(&self.file);
        format!("{file}, level {}{}", self.number, title.unwrap_or_default())
    }
}
