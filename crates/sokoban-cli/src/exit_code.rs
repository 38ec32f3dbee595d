//! Exit: the table of exit codes.

use std::process::ExitCode;

/// What the program tells its caller by its exit code.
///
/// The order is that of precedence: where several apply, the greatest is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Every level asked for was solved, or the command did what it was asked.
    Success,
    /// A level is proven unsolvable.
    Unsolvable,
    /// A level is unknown: a limit was reached.
    Unknown,
    /// A level or a solution is invalid.
    Invalid,
    /// A file could not be read or written.
    File,
    /// Wrong usage. Found before anything is done, so it never meets the others.
    Usage,
    /// A bug of this program.
    Internal,
    /// The user interrupted the program; what was done is kept.
    Interrupted,
}

impl Exit {
    /// The number that the process ends with.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Internal => 1,
            Self::Usage => 2,
            Self::File => 3,
            Self::Invalid => 4,
            Self::Unsolvable => 11,
            Self::Unknown => 12,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_meaning_has_its_code() {
        let table = [
            (Exit::Success, 0),
            (Exit::Internal, 1),
            (Exit::Usage, 2),
            (Exit::File, 3),
            (Exit::Invalid, 4),
            (Exit::Unsolvable, 11),
            (Exit::Unknown, 12),
            (Exit::Interrupted, 130),
        ];
        for (exit, code) in table {
            assert_eq!(exit.code(), code, "{exit:?}");
        }
    }

    #[test]
    fn the_graver_meaning_wins() {
        let ascending = [
            Exit::Success,
            Exit::Unsolvable,
            Exit::Unknown,
            Exit::Invalid,
            Exit::File,
            Exit::Internal,
            Exit::Interrupted,
        ];
        assert!(ascending.is_sorted());
        assert_eq!(Exit::Unknown.max(Exit::Unsolvable).code(), 12);
    }
}
