//! Which levels to run, as in `3,7-9`.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::{Context as _, ensure};

/// A union of closed ranges of level numbers, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LevelRange {
    parts: Vec<RangeInclusive<usize>>,
}

impl LevelRange {
    /// The level numbers in ascending order, each once.
    ///
    /// # Errors
    ///
    /// A number past `count`, the number of levels in the file.
    pub(crate) fn numbers(&self, count: usize) -> anyhow::Result<Vec<usize>> {
        // Checked before the ranges are listed, so that `1-99999999999` costs nothing.
        for part in &self.parts {
            ensure!(
                *part.end() <= count,
                "level {} of {count} does not exist",
                part.end()
            );
        }
        let numbers: BTreeSet<usize> = self.parts.iter().cloned().flatten().collect();
        Ok(numbers.into_iter().collect())
    }
}

impl FromStr for LevelRange {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let number = |text: &str| {
            let number = text.trim().parse::<usize>();
            number.with_context(|| format!("{text:?} is not a level number"))
        };
        let parts = text.split(',').map(|part| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (number(first)?, number(last)?);
            ensure!(
                1 <= first && first <= last,
                "{part:?} is not a range of levels from 1"
            );
            Ok(first..=last)
        });
        Ok(Self {
            parts: parts.collect::<anyhow::Result<_>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::LevelRange;

    fn numbers(text: &str) -> anyhow::Result<Vec<usize>> {
        text.parse::<LevelRange>()?.numbers(10)
    }

    #[test]
    fn overlapping_parts_name_a_level_once() {
        assert_eq!(numbers("3,7-9,8").unwrap(), [3, 7, 8, 9]);
        assert_eq!(numbers("10").unwrap(), [10]);
    }

    #[test]
    fn nonsense_and_missing_levels_are_refused() {
        for text in ["", "0", "x", "5-3", "1-", "11", "2-99999999999"] {
            assert!(numbers(text).is_err(), "{text:?}");
        }
    }
}
