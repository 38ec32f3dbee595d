//! What the reader guessed or repaired without refusing the text.

use core::fmt;

use crate::level::Place;

/// Something the reader took in good faith, and where it stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Warning {
    place: Place,
    kind: WarningKind,
}

/// What a [`Warning`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum WarningKind {
    /// The bytes are not UTF-8 and were read as Latin-1.
    Latin1,
    /// Mail quote marks in front of a row were dropped.
    MailQuote,
    /// A tab in a row was read as spaces.
    Tab,
    /// Rows with repeat counts, as the Sok format had them until version 0.17, were expanded.
    RunLength,
    /// The letter `o` or `O` was read as a goal.
    LetterGoal,
    /// A `Title:`, `Author:` or other key is given twice for one level, and the first counts.
    DuplicateKey,
}

impl Warning {
    pub(super) fn new(place: Place, kind: WarningKind) -> Self {
        Self { place, kind }
    }

    pub(super) fn moved_to(self, place: Place) -> Self {
        Self { place, ..self }
    }

    /// Where in the text the first such thing stands.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// What it is.
    #[must_use]
    pub fn kind(&self) -> WarningKind {
        self.kind
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.place, self.kind)
    }
}

impl fmt::Display for WarningKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Latin1 => "not UTF-8, read as Latin-1; save the file as UTF-8",
            Self::MailQuote => "mail quote marks dropped; remove '>' from the rows",
            Self::Tab => {
                "tab in a row, read as one space (as 8-column indentation in front of the row); \
                 write spaces"
            }
            Self::RunLength => "run-length coded rows, an old form; write plain rows",
            Self::LetterGoal => "'o' read as a goal; write '.'",
            Self::DuplicateKey => "key given twice, the first counts; remove one",
        })
    }
}
