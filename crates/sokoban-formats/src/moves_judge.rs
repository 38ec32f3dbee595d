//! Judging stored moves by a replay.

use std::fmt;

use sokoban_core::{
    Board, LurdErrorKind, MovesKind, Place, ReplayError, ReplayErrorKind, Solution,
    SolutionMetrics, StoredMoves, lurd_offset, parse_lurd,
};

use crate::code::Code;

/// What a replay made of stored moves.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The moves with the case that the board demands, up to the mark of the current position; none
    /// if they cannot be read.
    pub solution: Option<Solution>,
    /// The measures; none if the moves do not solve the level.
    pub metrics: Option<SolutionMetrics>,
    /// What is wrong or odd, in the order of the text.
    pub findings: Vec<MovesFinding>,
}

/// Something about stored moves, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesFinding {
    /// Where in the text.
    pub place: Place,
    /// What it is.
    pub kind: MovesFindingKind,
}

/// The kinds of [`MovesFinding`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MovesFindingKind {
    /// Letters whose case says something else than the board: so many, the first at this step.
    Case {
        /// How many letters.
        letters: usize,
        /// The number of the first such step, from 1.
        step: usize,
    },
    /// A step that no rule allows.
    Illegal(ReplayError),
    /// All steps are legal, but the level is not solved at the end.
    NotSolved(ReplayError),
    /// Counts above the moves that differ from those of the replay.
    Counts {
        /// What is counted, such as `moves`.
        name: &'static str,
        /// What the text says.
        stated: usize,
        /// What the replay counted.
        counted: usize,
    },
    /// A jump, a pull or a change of players, which only other games have.
    Foreign(char),
    /// The moves cannot be read.
    Unreadable(LurdErrorKind),
}

impl MovesFinding {
    /// Its code.
    #[must_use]
    pub fn code(&self) -> Code {
        Code::from(&self.kind)
    }
}

impl MovesFindingKind {
    /// Does it mean that the moves are no solution? Other findings are mere oddities.
    #[must_use]
    pub const fn is_wrong(&self) -> bool {
        match self {
            Self::Illegal(_) | Self::NotSolved(_) | Self::Foreign(_) | Self::Unreadable(_) => true,
            Self::Case { .. } | Self::Counts { .. } => false,
        }
    }
}

impl fmt::Display for MovesFindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Case { letters: 1, step } => {
                write!(f, "the case of step {step} is wrong; upper case is a push, lower a move")
            }
            Self::Case { letters, step } => write!(
                f,
                "the case of {letters} steps is wrong, of step {step} first; upper case is a push, \
                 lower a move"
            ),
            Self::Illegal(error) | Self::NotSolved(error) => error.fmt(f),
            Self::Counts { name, stated, counted } => {
                write!(f, "{stated} {name} are stated, but the replay counts {counted}")
            }
            Self::Foreign(symbol) => write!(
                f,
                "'{symbol}' is of another kind of game (jumps and pulls, or several players), \
                 which is not replayed"
            ),
            Self::Unreadable(kind) => kind.fmt(f),
        }
    }
}

/// The most steps that the run-length coded moves of a file may make: 64 MiB of letters.
const MOST_STEPS: usize = 1 << 26;

/// Judges the stored moves of a file, one after the other, in bounded time: run-length coded moves
/// may make 67,108,864 steps in all, and those behind that are refused.
#[derive(Debug)]
pub struct Judge {
    steps_left: usize,
}

impl Default for Judge {
    fn default() -> Self {
        Self { steps_left: MOST_STEPS }
    }
}

impl Judge {
    /// Replays moves from the start of `board`, as [`judge`] does.
    #[must_use]
    pub fn judge(&mut self, board: &Board, moves: &StoredMoves) -> Judgement {
        let is_coded =
            moves.lines.iter().any(|(_, line)| line.contains(|c: char| c.is_ascii_digit()));
        if is_coded && self.steps_left == 0 {
            let kind = MovesFindingKind::Unreadable(LurdErrorKind::TooLong { limit: MOST_STEPS });
            return Judgement::failed(moves.place, kind);
        }
        let judgement = judge(board, moves);
        if is_coded {
            let steps = judgement.solution.as_ref().map(|solution| solution.steps().len());
            let is_too_long = judgement.findings.iter().any(|finding| {
                let kind = &finding.kind;
                matches!(kind, MovesFindingKind::Unreadable(LurdErrorKind::TooLong { .. }))
            });
            // What was too long was expanded nearly as far as the limit.
            let steps = if is_too_long { MOST_STEPS / 4 } else { steps.unwrap_or(0) };
            self.steps_left = self.steps_left.saturating_sub(steps);
        }
        judgement
    }
}

impl Judgement {
    fn failed(place: Place, kind: MovesFindingKind) -> Self {
        Self { solution: None, metrics: None, findings: vec![MovesFinding { place, kind }] }
    }
}

/// Replays moves from the start of `board`.
///
/// Case does not decide anything: letters are taken as the board demands, and those that say
/// something else are a finding. Behind the mark `*` of a current position stand moves that were
/// taken back, which are not replayed. Saved games and snapshots, and moves with that mark, need not
/// solve the level.
///
/// # Complexity
/// O(squares + moves).
///
/// # Examples
/// ```
/// use sokoban_core::Board;
/// use sokoban_formats::{ReadOptions, judge, read};
/// let set = read(b"#######\n#@ $ .#\n#######\n\nSolution 3/2\nrrl\n", &ReadOptions::default());
/// let entry = set.entries[0].clone();
/// let judgement = judge(&Board::try_from(&entry.level?)?, &entry.remarks.moves[0]);
/// let findings: Vec<_> = judgement.findings.iter().map(|found| found.code().as_str()).collect();
/// assert_eq!(findings, ["W20", "W22"]);
/// assert_eq!(judgement.findings[0].place.to_string(), "6:2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn judge(board: &Board, moves: &StoredMoves) -> Judgement {
    let whole = moves.text();
    let text = whole.split_once('*').map_or(whole.as_str(), |(done, _)| done);
    let is_saved =
        text.len() < whole.len() || matches!(moves.kind, MovesKind::Savegame | MovesKind::Snapshot);
    if let Some((index, symbol)) =
        (1..).zip(text.chars()).find(|&(_, symbol)| matches!(symbol, '[' | ']' | '{' | '}'))
    {
        return Judgement::failed(moves.place_of(index), MovesFindingKind::Foreign(symbol));
    }
    let written = match parse_lurd(text) {
        Ok(steps) => Solution::new(steps),
        Err(error) => {
            let place = moves.place_of(error.offset());
            return Judgement::failed(place, MovesFindingKind::Unreadable(error.kind()));
        }
    };
    let solution = written.recased(board);
    let mut findings = Vec::new();
    let place_of_step = |step| match lurd_offset(text, step) {
        Ok(Some(offset)) => moves.place_of(offset),
        _ => moves.place,
    };
    let replayed = SolutionMetrics::replay(&solution, board);
    // Behind an illegal step nothing is known of the case that a letter should have.
    let legal = match &replayed {
        Err(error) if !matches!(error.kind(), ReplayErrorKind::NotSolved { .. }) => {
            error.step() - 1
        }
        _ => solution.steps().len(),
    };
    let pairs = solution.steps().iter().zip(written.steps()).take(legal);
    let mut differing = (1..).zip(pairs).filter(|(_, (right, written))| right != written);
    if let Some((step, _)) = differing.next() {
        let kind = MovesFindingKind::Case { letters: 1 + differing.count(), step };
        findings.push(MovesFinding { place: place_of_step(step), kind });
    }
    match &replayed {
        Ok(metrics) => findings.extend(counts(moves, metrics)),
        Err(error) => match error.kind() {
            ReplayErrorKind::NotSolved { .. } if is_saved => {}
            ReplayErrorKind::NotSolved { .. } => findings.push(MovesFinding {
                place: moves.place,
                kind: MovesFindingKind::NotSolved(*error),
            }),
            _ => findings.push(MovesFinding {
                place: place_of_step(error.step()),
                kind: MovesFindingKind::Illegal(*error),
            }),
        },
    }
    Judgement { solution: Some(solution), metrics: replayed.ok(), findings }
}

/// The counts in the line above the moves that the replay contradicts.
fn counts(moves: &StoredMoves, metrics: &SolutionMetrics) -> Vec<MovesFinding> {
    let counted = [
        ("moves", metrics.moves),
        ("pushes", metrics.pushes),
        ("box lines", metrics.box_lines),
        ("box changes", metrics.box_changes),
        ("pushing sessions", metrics.pushing_sessions),
    ];
    let pairs = moves.counts.iter().zip(counted);
    let differing = pairs.filter(|&(&stated, (_, counted))| stated != counted);
    let finding = |(&stated, (name, counted))| MovesFinding {
        place: moves.place,
        kind: MovesFindingKind::Counts { name, stated, counted },
    };
    differing.map(finding).collect()
}
