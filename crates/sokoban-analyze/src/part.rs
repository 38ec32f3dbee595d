//! Part: an answer, or why there is none.

use sokoban_search::StopReason;

/// One answer of an analysis, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<T> {
    /// The answer, proven.
    Done(T),
    /// A limit came first.
    Stopped(StopReason),
    /// There is nothing to answer, such as what optimal solutions have in common where none is known,
    /// or there is more of it than was asked for.
    Skipped,
}

impl<T> Part<T> {
    /// The answer, if there is one.
    pub const fn done(&self) -> Option<&T> {
        match self {
            Self::Done(answer) => Some(answer),
            Self::Stopped(_) | Self::Skipped => None,
        }
    }

    /// The limit that came first, if one did.
    pub const fn stopped_by(&self) -> Option<StopReason> {
        match self {
            Self::Stopped(reason) => Some(*reason),
            Self::Done(_) | Self::Skipped => None,
        }
    }
}

impl<T> From<Result<T, StopReason>> for Part<T> {
    fn from(result: Result<T, StopReason>) -> Self {
        match result {
            Ok(answer) => Self::Done(answer),
            Err(reason) => Self::Stopped(reason),
        }
    }
}
