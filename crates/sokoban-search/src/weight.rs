//! Weight: how much a weighted search trusts its bound.

use std::fmt;
use std::str::FromStr;

/// The factor W of weighted A*, from 1 to 100 in steps of a hundredth.
///
/// A whole number of hundredths, so that f stays an integer and is equal on every machine.
///
/// ```
/// use sokoban_search::Weight;
/// let weight: Weight = "1.5".parse()?;
/// assert_eq!(weight.hundredths(), 150);
/// assert_eq!(weight.to_string(), "1.5");
/// assert!("0.99".parse::<Weight>().is_err());
/// # Ok::<(), sokoban_search::WeightError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight {
    hundredths: u32,
}

const LEAST: u32 = 100;
const GREATEST: u32 = 10_000;

impl Default for Weight {
    /// 2: see `docs/algorithms.md` for what was measured.
    fn default() -> Self {
        Self { hundredths: 200 }
    }
}

impl Weight {
    /// The weight of so many hundredths.
    ///
    /// # Errors
    /// [`WeightError`] below 100 and above 10,000.
    pub fn from_hundredths(hundredths: u32) -> Result<Self, WeightError> {
        if (LEAST..=GREATEST).contains(&hundredths) {
            Ok(Self { hundredths })
        } else {
            let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
            Err(WeightError { text })
        }
    }

    /// The weight in hundredths.
    #[must_use]
    pub const fn hundredths(self) -> u32 {
        self.hundredths
    }

    /// W times `h`, rounded down.
    pub(crate) fn times(self, h: u32) -> u32 {
        let product = u64::from(h) * u64::from(self.hundredths) / 100;
        u32::try_from(product).unwrap_or(u32::MAX / 2)
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.hundredths / 100, self.hundredths % 100);
        if rest.is_multiple_of(10) {
            write!(f, "{whole}.{}", rest / 10)
        } else {
            write!(f, "{whole}.{rest:02}")
        }
    }
}

impl FromStr for Weight {
    type Err = WeightError;

    /// Reads a decimal number with at most two digits behind the point.
    ///
    /// # Errors
    /// [`WeightError`] for anything else, and for a number out of range.
    fn from_str(text: &str) -> Result<Self, WeightError> {
        let error = || WeightError { text: text.to_owned() };
        let (whole, rest) = text.split_once('.').unwrap_or((text, "0"));
        let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !is_digits(rest) || rest.is_empty() || rest.len() > 2 {
            return Err(error());
        }
        let whole: u32 = whole.parse().map_err(|_| error())?;
        let digits: u32 = rest.parse().map_err(|_| error())?;
        let rest = if rest.len() == 1 { digits * 10 } else { digits };
        let hundredths = whole.checked_mul(100).and_then(|whole| whole.checked_add(rest));
        Self::from_hundredths(hundredths.ok_or_else(error)?).map_err(|_| error())
    }
}

/// A text or a number that is no weight.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is no weight: a number from 1 to 100 with at most two decimals is")]
pub struct WeightError {
    text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes_and_refuses_the_rest() {
        for hundredths in LEAST..=GREATEST {
            let weight = Weight::from_hundredths(hundredths).expect("in range");
            assert_eq!(weight.to_string().parse(), Ok(weight));
        }
        for text in
            ["", ".", "1.", ".5", "2,0", "-2", "+2", "1.005", "0.9", "100.01", "99999999999"]
        {
            assert!(text.parse::<Weight>().is_err(), "{text}");
        }
        assert_eq!("3".parse::<Weight>().map(Weight::hundredths), Ok(300));
    }

    #[test]
    fn a_product_is_rounded_down() {
        let weight = Weight::from_hundredths(150).expect("in range");
        assert_eq!([0, 1, 2, 3].map(|h| weight.times(h)), [0, 1, 3, 4]);
    }
}
