//! What the program has to say of a level, and how it is written.

pub(crate) mod agreement;
pub(crate) mod analyze;
pub(crate) mod batch;
pub(crate) mod check;
pub(crate) mod comparison;
pub(crate) mod curve;
pub(crate) mod improve;
pub(crate) mod json;
pub(crate) mod summary;
pub(crate) mod text;
pub(crate) mod verify;

use clap::builder::styling::AnsiColor;
use serde::{Serialize, Serializer};
use sokoban_core::{SolutionMetrics, Warning};
use sokoban_formats::Code;
use sokoban_search::{Objective, Outcome, Report};

use crate::diagnostics::styled;
use crate::exit_code::Exit;
use crate::output::printable;

/// All that `solve` has to say of a level, whatever the format.
#[derive(Debug)]
pub(crate) struct LevelReport {
    /// The file's path as it was given.
    pub(crate) file: String,
    /// The level's number in the file, from 1.
    pub(crate) number: usize,
    pub(crate) title: Option<String>,
    /// What was guessed or is unusual.
    pub(crate) warnings: Vec<Warned>,
    /// What was to be minimized.
    pub(crate) objective: Objective,
    pub(crate) finding: Finding,
}

/// What became of a level.
#[derive(Debug)]
pub(crate) enum Finding {
    /// It cannot be played.
    Invalid(Invalid),
    /// The search panicked, and nothing is known.
    Failed,
    /// There is no solution to improve, for this reason.
    NothingGiven(String),
    /// The search ran.
    Searched {
        report: Box<Report>,
        /// What the replay of its solution counted, on a board made afresh; none without one.
        metrics: Option<SolutionMetrics>,
    },
}

/// What was guessed of a level or is unusual about it.
#[derive(Debug)]
pub(crate) struct Warned {
    /// `line:column`, or `line` where it is about the level as a whole.
    pub(crate) place: String,
    pub(crate) what: String,
    pub(crate) code: Code,
}

impl Warned {
    /// The warning as one styled line about `file`, with its code, as an error if it counts as one.
    pub(crate) fn coded_line(&self, file: &str, rank: Rank) -> String {
        let (place, what, code) = (&self.place, &self.what, self.code);
        let head = printable(&format!("{file}:{place}"));
        format!("{head}: {}: {} [{code}]", rank.styled_word(), printable(what))
    }

    /// The warning as one styled line about `file`.
    pub(crate) fn line(&self, file: &str) -> String {
        let head = printable(&format!("{file}:{}", self.place));
        format!("{head}: {}: {}", Rank::Warning.styled_word(), printable(&self.what))
    }
}

impl From<&Warning> for Warned {
    fn from(warning: &Warning) -> Self {
        let (place, kind) = (warning.place().to_string(), warning.kind());
        Self { place, what: kind.to_string(), code: kind.into() }
    }
}

impl Serialize for Warned {
    /// As `place: what`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}: {}", self.place, self.what))
    }
}

/// What a warning counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rank {
    Warning,
    /// With `--strict`.
    Error,
}

impl Rank {
    /// The rank of warnings.
    pub(crate) const fn of_warnings(strict: bool) -> Self {
        if strict { Self::Error } else { Self::Warning }
    }

    /// The word for it, in its color.
    pub(crate) fn styled_word(self) -> String {
        match self {
            Self::Warning => styled("warning", self.color()),
            Self::Error => styled("error", self.color()),
        }
    }

    pub(crate) const fn color(self) -> AnsiColor {
        match self {
            Self::Warning => AnsiColor::Yellow,
            Self::Error => AnsiColor::Red,
        }
    }
}

/// Why a level cannot be played, and where its text says so.
#[derive(Debug)]
pub(crate) struct Invalid {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) what: String,
    pub(crate) code: Code,
}

impl Invalid {
    /// The reason as one styled line about `file`, with its code.
    pub(crate) fn coded_line(&self, file: &str) -> String {
        let code = styled(&format!("[{}]", self.code), Rank::Error.color());
        format!("{} {code}", self.line_of(file))
    }

    /// The reason as one line about `file`.
    pub(crate) fn line_of(&self, file: &str) -> String {
        printable(&format!("{file}:{}:{}: {}", self.line, self.column, self.what))
    }
}

impl LevelReport {
    /// The exit code that this level alone would give.
    pub(crate) fn exit(&self) -> Exit {
        match &self.finding {
            Finding::Invalid(_) | Finding::NothingGiven(_) => Exit::Invalid,
            Finding::Failed => Exit::Internal,
            Finding::Searched { report, .. } => match report.outcome {
                Outcome::Solved { .. } => Exit::Success,
                Outcome::Unsolvable(_) => Exit::Unsolvable,
                Outcome::Stopped(_) => Exit::Unknown,
            },
        }
    }
}
