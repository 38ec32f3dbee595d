//! Why a text could not be read as a level, and where.

use alloc::boxed::Box;
use alloc::string::String;

use crate::level::Place;

/// The widest and the highest board that is read, in squares.
pub(super) const MAX_SIDE: usize = 4096;

/// Why a text, or one level of it, could not be read.
///
/// It prints as one line, `line:column: what is wrong; what to do`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {kind}")]
pub struct ParseError {
    place: Place,
    /// Boxed with the title's, so that a result stays small.
    kind: Box<ParseErrorKind>,
    title: Option<Box<str>>,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text holds no board.
    #[error("no level in the text; a board is drawn with # walls, @ player, $ boxes and . goals")]
    NoLevel,
    /// The text holds more than the one level asked for.
    #[error("a second level starts here; read the text as a collection, or keep one level")]
    SecondLevel,
    /// A character in a row that is no symbol of the format.
    #[error("{} is not a symbol of a board; use # . $ * @ + and space or -", shown(*.0))]
    UnknownCharacter(char),
    /// The letter `o` or `O` where it may stand for a goal or for a box.
    #[error("{} may be a goal or a box in this board; write . or $", shown(*.0))]
    AmbiguousLetter(char),
    /// A form that is recognized but not read.
    #[error("{0}: {remedy}", remedy = .0.remedy())]
    UnreadForm(UnreadForm),
    /// A text in a form such as XML or JSON that breaks the rules of that form.
    #[error("broken {form}: {what}")]
    Broken {
        /// The form.
        form: &'static str,
        /// What is wrong, as the reader of the form says it.
        what: String,
    },
    /// Run-length coded rows that do not expand to a board.
    #[error("run-length coded row: {0}")]
    RunLength(RunLengthError),
    /// A board with a side longer than the limit.
    #[error("the board is {width} wide and {height} high, over the limit of {limit}; cut it down")]
    TooLarge {
        /// The board's number of columns, as far as it was read.
        width: usize,
        /// The board's number of rows.
        height: usize,
        /// The largest number of columns or rows that is read.
        limit: usize,
    },
}

/// A recognized form of level that is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnreadForm {
    /// A collection in XML, as `.slc` files are.
    #[error("a collection in XML (.slc)")]
    Xml,
    /// Two-byte text.
    #[error("UTF-16 text")]
    Utf16,
    /// Rows staggered by half a square.
    #[error("a hexagonal board (Hexoban)")]
    Hexagonal,
    /// Squares with an arrow of `^ v < >`.
    #[error("a board with one-way squares (^ v < >)")]
    OneWay,
    /// A game that the level's `Game:` line names.
    #[error("a board of the game {0}")]
    Game(String),
}

impl UnreadForm {
    /// What can be done about it.
    const fn remedy(&self) -> &'static str {
        match self {
            Self::Xml => "rows in XML are not read here; convert them to plain rows",
            Self::Utf16 => "save the file as UTF-8",
            Self::Hexagonal | Self::OneWay | Self::Game(_) => {
                "this game is not supported, only Sokoban is"
            }
        }
    }
}

/// Why run-length coded rows do not expand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunLengthError {
    /// A repeat count of zero.
    #[error("a count of 0 repeats nothing; remove it with what it repeats")]
    ZeroCount,
    /// A repeat count with no symbol or group behind it.
    #[error("a count with nothing to repeat; write a symbol or a group behind it")]
    IdleCount,
    /// A closing parenthesis without its opening one.
    #[error("')' closes nothing; remove it or write '('")]
    UnmatchedClose,
    /// An opening parenthesis without its closing one.
    #[error("'(' is never closed on this line; write ')'")]
    UnmatchedOpen,
    /// The coded rows of the text make more squares than are read.
    #[error("with it the coded rows pass {limit} squares (64 MiB); write the board in plain rows")]
    TooLong {
        /// The most squares that all coded rows of a text may make.
        limit: usize,
    },
}

impl ParseError {
    /// The error of this kind at `place`.
    #[must_use]
    pub fn new(place: Place, kind: ParseErrorKind) -> Self {
        Self { place, kind: Box::new(kind), title: None }
    }

    /// The error as that of a level with this title.
    #[must_use]
    pub fn with_title(self, title: Option<String>) -> Self {
        Self { title: title.map(String::into_boxed_str), ..self }
    }

    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// The same error at another place.
    pub(super) fn moved_to(self, place: Place) -> Self {
        Self { place, ..self }
    }

    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> &ParseErrorKind {
        &self.kind
    }

    /// The line of the text, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.place.line
    }

    /// The column in characters, from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.place.column
    }

    /// The title of the level that could not be read, where it has one.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }
}

/// The character in quotes, or its code point where printing it would show nothing or garble the
/// line.
fn shown(character: char) -> String {
    if character.is_control() || (character.is_whitespace() && character != ' ') {
        alloc::format!("U+{:04X}", u32::from(character))
    } else {
        alloc::format!("'{character}'")
    }
}
