//! Move notation: `u r d l` for moves and `U R D L` for pushes.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::direction::Direction;

/// The most steps that a text of moves may expand to.
const MAX_STEPS: usize = 1 << 24;

/// One step of the player, with or without a box pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Step {
    /// Where the player goes.
    pub direction: Direction,
    /// Whether a box is pushed.
    pub push: bool,
}

impl Step {
    /// The step's letter: lower case for a move, upper case for a push.
    #[must_use]
    pub fn letter(self) -> char {
        let letter = match self.direction {
            Direction::Up => 'u',
            Direction::Right => 'r',
            Direction::Down => 'd',
            Direction::Left => 'l',
        };
        if self.push { letter.to_ascii_uppercase() } else { letter }
    }

    /// The step that a letter stands for.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let direction = match letter.to_ascii_lowercase() {
            'u' => Direction::Up,
            'r' => Direction::Right,
            'd' => Direction::Down,
            'l' => Direction::Left,
            _ => return None,
        };
        Some(Self { direction, push: letter.is_ascii_uppercase() })
    }

    /// Steps as text in which three and more equal ones are written with a count. Two are not, since
    /// `dd` is as short as `2d`.
    ///
    /// ```
    /// use sokoban_core::{Step, parse_lurd};
    /// let steps = parse_lurd("RRRRudd")?;
    /// assert_eq!(Step::run_length_string(&steps), "4Rudd");
    /// # Ok::<(), sokoban_core::LurdError>(())
    /// ```
    #[must_use]
    pub fn run_length_string(steps: &[Self]) -> String {
        use fmt::Write as _;
        let mut text = String::new();
        for run in steps.chunk_by(PartialEq::eq) {
            if run.len() > 2 {
                write!(text, "{}{}", run.len(), run[0]).expect("writing to a string cannot fail");
            } else {
                text.extend(run.iter().map(|step| step.letter()));
            }
        }
        text
    }
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        formatter.write_char(self.letter())
    }
}

/// Why a text is not a sequence of moves, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("character {offset}: {kind}")]
pub struct LurdError {
    kind: LurdErrorKind,
    offset: usize,
}

/// What is wrong with a text of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LurdErrorKind {
    /// A character that is no part of the notation.
    #[error("{0:?} is no step; write u r d l for a move and U R D L for a push")]
    UnknownCharacter(char),
    /// A repeat count of zero.
    #[error("a count of 0 repeats nothing; remove it with what it repeats")]
    ZeroCount,
    /// A repeat count with no step or group behind it.
    #[error("a count with nothing to repeat; write a step or a group behind it")]
    IdleCount,
    /// A closing parenthesis without its opening one.
    #[error("')' closes nothing; remove it or write '('")]
    UnmatchedClose,
    /// An opening parenthesis without its closing one.
    #[error("'(' is never closed; write ')'")]
    UnmatchedOpen,
    /// More steps than are read.
    #[error("more than {limit} steps; shorten the moves")]
    TooLong {
        /// The most steps that are read.
        limit: usize,
    },
}

impl LurdError {
    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> LurdErrorKind {
        self.kind
    }

    /// The character at which it is wrong, counted from 1.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }
}

/// A repeat count and the character at which it starts.
#[derive(Clone, Copy)]
struct Count {
    times: usize,
    offset: usize,
}

/// A group that is still open.
struct Group {
    /// The number of steps in front of it.
    start: usize,
    times: usize,
    offset: usize,
}

/// Reads moves: lower case for a move, upper case for a push, white space ignored.
///
/// A count repeats the step or the group behind it, and groups nest: `3R`, `2(rU)`, `2(3(lu)D)`.
///
/// # Errors
///
/// Every variant of [`LurdErrorKind`]; [`LurdErrorKind::TooLong`] beyond 16,777,216 steps.
///
/// # Complexity
///
/// O(n + m) time and O(m) memory for n bytes and m steps, since no step once written is dropped.
///
/// ```
/// use sokoban_core::{lurd_string, parse_lurd};
/// let steps = parse_lurd("2(rU) 3L")?;
/// assert_eq!(lurd_string(&steps), "rUrULLL");
/// assert_eq!(parse_lurd("rUx").unwrap_err().offset(), 3);
/// # Ok::<(), sokoban_core::LurdError>(())
/// ```
pub fn parse_lurd(text: &str) -> Result<Vec<Step>, LurdError> {
    expand(text, |step, _| step)
}

/// Reads moves as [`parse_lurd`] does, and tells of the step numbered `step`, from 1, at which
/// character of the text its letter stands, from 1; none if there is no such step.
///
/// # Errors
///
/// As [`parse_lurd`].
///
/// # Complexity
///
/// That of [`parse_lurd`], with twice the memory.
///
/// ```
/// # use sokoban_core::lurd_offset;
/// assert_eq!(lurd_offset("2(rU) 3L", 4), Ok(Some(4)));
/// assert_eq!(lurd_offset("2(rU) 3L", 7), Ok(Some(8)));
/// ```
pub fn lurd_offset(text: &str, step: usize) -> Result<Option<usize>, LurdError> {
    // Half the width, since there may be many; a text that is longer has no place in memory twice.
    let offsets = expand(text, |_, offset| u32::try_from(offset).unwrap_or(u32::MAX))?;
    Ok(step.checked_sub(1).and_then(|index| offsets.get(index)).map(|&offset| offset as usize))
}

/// Expands moves to what `make` makes of each step and the character that its letter stands at.
fn expand<T: Copy>(text: &str, make: impl Fn(Step, usize) -> T) -> Result<Vec<T>, LurdError> {
    let fail = |kind, offset| Err(LurdError { kind, offset });
    let mut steps = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    let mut count: Option<Count> = None;
    for (offset, character) in (1..).zip(text.chars()) {
        if character.is_whitespace() {
            continue;
        }
        if let Some(digit) = character.to_digit(10) {
            let so_far = count.unwrap_or(Count { times: 0, offset });
            let times = so_far.times.saturating_mul(10).saturating_add(digit as usize);
            count = Some(Count { times, ..so_far });
            continue;
        }
        if let Some(Count { times: 0, offset }) = count {
            return fail(LurdErrorKind::ZeroCount, offset);
        }
        let counted = count.take();
        let times = counted.map_or(1, |count| count.times);
        let start = counted.map_or(offset, |count| count.offset);
        if let Some(step) = Step::from_letter(character) {
            if times > MAX_STEPS - steps.len() {
                return fail(LurdErrorKind::TooLong { limit: MAX_STEPS }, start);
            }
            steps.resize(steps.len() + times, make(step, offset));
        } else if character == '(' {
            groups.push(Group { start: steps.len(), times, offset: start });
        } else if character == ')' {
            if counted.is_some() {
                return fail(LurdErrorKind::IdleCount, start);
            }
            let Some(group) = groups.pop() else {
                return fail(LurdErrorKind::UnmatchedClose, offset);
            };
            let length = steps.len() - group.start;
            if length.saturating_mul(group.times - 1) > MAX_STEPS - steps.len() {
                return fail(LurdErrorKind::TooLong { limit: MAX_STEPS }, group.offset);
            }
            // An empty group adds nothing however often it is repeated.
            for _ in 1..if length == 0 { 1 } else { group.times } {
                steps.extend_from_within(group.start..group.start + length);
            }
        } else {
            return fail(LurdErrorKind::UnknownCharacter(character), offset);
        }
    }
    if let Some(count) = count {
        return fail(LurdErrorKind::IdleCount, count.offset);
    }
    match groups.last() {
        Some(group) => fail(LurdErrorKind::UnmatchedOpen, group.offset),
        None => Ok(steps),
    }
}

/// Steps as text, one letter each.
#[must_use]
pub fn lurd_string(steps: &[Step]) -> String {
    steps.iter().map(|step| step.letter()).collect()
}
