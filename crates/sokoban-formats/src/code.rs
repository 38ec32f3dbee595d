//! Code: a number for everything that is reported about a level.

use std::fmt;

use sokoban_core::{BoardErrorKind, BoardWarning, ParseErrorKind, WarningKind};

use crate::moves_judge::MovesFindingKind;

/// A short name of a kind of finding, such as `E03` or `W11`; E for errors, W for warnings.
///
/// Codes are listed in `docs/formats.md`, and never change their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Code(&'static str);

impl Code {
    /// The code as text.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl From<&BoardErrorKind> for Code {
    fn from(kind: &BoardErrorKind) -> Self {
        Self(match kind {
            BoardErrorKind::NoPlayer => "E01",
            BoardErrorKind::SeveralPlayers(_) => "E02",
            BoardErrorKind::OpenBoundary | BoardErrorKind::TextBehindRow { .. } => "E03",
            BoardErrorKind::BoxOutside => "E04",
            BoardErrorKind::MoreBoxesThanGoals { .. } => "E05",
            BoardErrorKind::NoBox => "E06",
            BoardErrorKind::TooLarge { .. } => "E07",
            _ => "E00",
        })
    }
}

impl From<&ParseErrorKind> for Code {
    fn from(kind: &ParseErrorKind) -> Self {
        Self(match kind {
            ParseErrorKind::TooLarge { .. } => "E07",
            ParseErrorKind::UnknownCharacter(_) => "E08",
            ParseErrorKind::AmbiguousLetter(_) => "E09",
            ParseErrorKind::UnreadForm(_) => "E10",
            ParseErrorKind::NoLevel => "E11",
            ParseErrorKind::RunLength(_) => "E12",
            ParseErrorKind::SecondLevel => "E13",
            ParseErrorKind::Broken { .. } => "E14",
            _ => "E00",
        })
    }
}

impl From<WarningKind> for Code {
    fn from(kind: WarningKind) -> Self {
        Self(match kind {
            WarningKind::Latin1 => "W01",
            WarningKind::MailQuote => "W02",
            WarningKind::Tab => "W03",
            WarningKind::RunLength => "W04",
            WarningKind::LetterGoal => "W05",
            WarningKind::DuplicateKey => "W06",
            _ => "W00",
        })
    }
}

impl From<&BoardWarning> for Code {
    fn from(warning: &BoardWarning) -> Self {
        Self(match warning {
            BoardWarning::BoxesIgnored { .. } | BoardWarning::GoalsIgnored { .. } => "W10",
            BoardWarning::FewerBoxesThanGoals { .. } => "W11",
            BoardWarning::AlreadySolved => "W12",
            _ => "W00",
        })
    }
}

impl From<&MovesFindingKind> for Code {
    fn from(kind: &MovesFindingKind) -> Self {
        Self(match kind {
            MovesFindingKind::Case { .. } => "W20",
            MovesFindingKind::Illegal(_) => "W21",
            MovesFindingKind::NotSolved(_) => "W22",
            MovesFindingKind::Counts { .. } => "W23",
            MovesFindingKind::Foreign(_) => "W24",
            MovesFindingKind::Unreadable(_) => "W25",
        })
    }
}
