//! LevelRanges: which levels of a file are meant, such as `3,7-9`.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Numbers of levels, from 1, as `--level` gives them: `3`, `7-9`, or several with commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LevelRanges {
    /// Each from 1 and not empty.
    ranges: Vec<RangeInclusive<usize>>,
}

impl LevelRanges {
    /// Level `number` alone.
    pub(crate) fn one(number: NonZeroUsize) -> Self {
        Self { ranges: vec![number.get()..=number.get()] }
    }

    /// The greatest number that is asked for.
    pub(crate) fn last(&self) -> usize {
        self.ranges.iter().map(|range| *range.end()).max().unwrap_or(0)
    }

    /// Is level `number` asked for?
    pub(crate) fn contains(&self, number: usize) -> bool {
        self.ranges.iter().any(|range| range.contains(&number))
    }
}

impl FromStr for LevelRanges {
    type Err = String;

    /// Reads numbers and ranges with commas between them.
    ///
    /// # Errors
    /// A line that says which part is wrong and how it should be written.
    fn from_str(text: &str) -> Result<Self, String> {
        let ranges: Result<_, String> = text.split(',').map(|part| range(part.trim())).collect();
        Ok(Self { ranges: ranges? })
    }
}

/// Reads the number of one level.
///
/// # Errors
/// A line that says what it is to be.
pub(crate) fn level_number(text: &str) -> Result<NonZeroUsize, String> {
    let what = "is no number of one level, from 1, such as 3";
    text.trim().parse().map_err(|_| format!("'{text}' {what}"))
}

fn range(part: &str) -> Result<RangeInclusive<usize>, String> {
    let (first, last) = part.split_once('-').unwrap_or((part, part));
    let (first, last) = (number(first.trim(), part)?, number(last.trim(), part)?);
    if first > last {
        return Err(format!("'{part}' runs backwards; write {last}-{first}"));
    }
    Ok(first..=last)
}

fn number(text: &str, part: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("levels are numbered from 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err(format!("'{part}' is no level number; write 3, 7-9 or 3,7-9")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges_mix() {
        let ranges: LevelRanges = "3, 7-9".parse().unwrap();
        let chosen: Vec<usize> = (0..12).filter(|&number| ranges.contains(number)).collect();
        assert_eq!(chosen, [3, 7, 8, 9]);
        assert_eq!(ranges.last(), 9);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text: &str| text.parse::<LevelRanges>().unwrap_err();
        assert_eq!(error("0"), "levels are numbered from 1");
        assert_eq!(error("9-7"), "'9-7' runs backwards; write 7-9");
        for text in ["", "x", "3,", "-3", "3-", "1-2-3", "99999999999999999999999"] {
            assert!(error(text).ends_with("is no level number; write 3, 7-9 or 3,7-9"), "{text}");
        }
    }
}
