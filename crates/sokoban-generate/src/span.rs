//! Span: a number, or one of several that follow one another.

use std::fmt;
use std::str::FromStr;

use crate::chance::Chance;

/// The numbers from one to another, of which chance takes one for each candidate. Written `7`, or
/// `7-10`.
///
/// ```
/// use sokoban_generate::Span;
///
/// let sides: Span = "7-10".parse()?;
/// assert_eq!((sides.least(), sides.most()), (7, 10));
/// assert_eq!(Span::from(7).to_string(), "7");
/// # Ok::<(), sokoban_generate::SpanError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// At most `most`.
    least: usize,
    most: usize,
}

impl Span {
    /// The numbers from `least` to `most`; none if there is no such number.
    #[must_use]
    pub fn new(least: usize, most: usize) -> Option<Self> {
        (least <= most).then_some(Self { least, most })
    }

    /// The least of the numbers.
    #[must_use]
    pub fn least(self) -> usize {
        self.least
    }

    /// The greatest of the numbers.
    #[must_use]
    pub fn most(self) -> usize {
        self.most
    }

    /// One of the numbers. A span of one takes nothing from `chance`.
    pub(crate) fn pick(self, chance: &mut Chance) -> usize {
        match self.most - self.least {
            0 => self.least,
            more => self.least + chance.below(more + 1),
        }
    }
}

impl From<usize> for Span {
    fn from(number: usize) -> Self {
        Self { least: number, most: number }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { least, most } if least == most => write!(f, "{least}"),
            Self { least, most } => write!(f, "{least}-{most}"),
        }
    }
}

impl FromStr for Span {
    type Err = SpanError;

    /// # Errors
    /// [`SpanError`] for what is neither a number nor two of them in order.
    fn from_str(text: &str) -> Result<Self, SpanError> {
        let number = |text: &str| text.parse().map_err(|_| SpanError);
        match text.split_once('-') {
            Some((least, most)) => Self::new(number(least)?, number(most)?).ok_or(SpanError),
            None => number(text).map(Self::from),
        }
    }
}

/// A text that is no [`Span`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a number such as 8, or a span from the least to the most such as 7-10")]
pub struct SpanError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_a_span_is_picked_and_no_other() {
        let mut chance = Chance::new(1, 1);
        let span = Span::new(3, 6).unwrap();
        let mut counts = [0; 10];
        for _ in 0..400 {
            counts[span.pick(&mut chance)] += 1;
        }
        assert!(counts[3..=6].iter().all(|&count| count > 60), "{counts:?}");
        assert_eq!(counts[3..=6].iter().sum::<i32>(), 400);
        let (mut one, mut other) = (Chance::new(1, 1), Chance::new(1, 1));
        assert_eq!(Span::from(4).pick(&mut one), 4);
        assert_eq!(one.below(1_000), other.below(1_000), "a span of one leaves chance alone");
    }

    #[test]
    fn spans_are_read_as_they_are_written() {
        for text in ["0", "7", "7-10"] {
            assert_eq!(text.parse::<Span>().unwrap().to_string(), text);
        }
        assert_eq!("7-7".parse::<Span>(), Ok(Span::from(7)));
        for text in ["", "-", "7-", "-7", "10-7", "7..10", "7 - 10", "99999999999999999999"] {
            assert_eq!(text.parse::<Span>(), Err(SpanError), "{text}");
        }
    }
}
