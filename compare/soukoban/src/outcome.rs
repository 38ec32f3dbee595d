//! What one solver made of one level.

use std::fmt;
use std::time::Duration;

use crate::replay::Length;

/// The answer of a solver, after its solution was replayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// A solution that was replayed and that the solver claims to be push-optimal.
    Solved(Length),
    /// The solver claims that there is no solution.
    Unsolvable,
    /// No answer within the limit.
    Unknown,
    /// The solver refused the level, broke down, or gave a wrong solution; with the reason.
    Error(String),
}

impl Verdict {
    /// The length of the solution, if there is one.
    pub(crate) fn length(&self) -> Option<Length> {
        match self {
            Self::Solved(length) => Some(*length),
            _ => None,
        }
    }

    /// Pushes and moves as two CSV fields, both empty without a solution.
    pub(crate) fn length_fields(&self) -> String {
        match self.length() {
            Some(length) => format!("{},{}", length.pushes, length.moves),
            None => ",".to_owned(),
        }
    }
}

/// Prints the one-word verdict of the CSV.
impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Solved(_) => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Unknown => "unknown",
            Self::Error(_) => "error",
        })
    }
}

/// CPU time of a child process.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct CpuTime {
    /// Time in the program itself.
    pub(crate) user: Duration,
    /// Time in the kernel on its behalf, for a solver mostly the handing out of memory.
    pub(crate) system: Duration,
}

impl CpuTime {
    /// User and system time together.
    ///
    /// Linux splits the two by sampling at clock ticks, so for a process of a few milliseconds
    /// the split is arbitrary and only the sum means something.
    pub(crate) fn total(self) -> Duration {
        self.user + self.system
    }
}

impl std::ops::AddAssign for CpuTime {
    fn add_assign(&mut self, other: Self) {
        self.user += other.user;
        self.system += other.system;
    }
}

/// Prints user and system seconds as two CSV fields.
impl fmt::Display for CpuTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{:.6},{:.6}",
            self.user.as_secs_f64(),
            self.system.as_secs_f64()
        )
    }
}

/// One solver on one level: what it said and what that cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The answer.
    pub(crate) verdict: Verdict,
    /// The CPU time of the process that gave it.
    pub(crate) cpu: CpuTime,
}
