//! CapRange: the caps that `curve` goes through, such as `200..20000` or `64KiB..2MiB`.

use std::str::FromStr;

use crate::args::CapUnit;
use crate::units::{Misfit, bytes, is_whole};

/// The least and the greatest cap, as `--caps` gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CapRange {
    /// At least 1.
    from: u64,
    /// At least `from`.
    to: u64,
    /// Was a unit of memory written at either end?
    has_unit: bool,
}

impl CapRange {
    /// Caps from `from`, or 1 if that is 0, to `to`, or `from` if that is less.
    pub(crate) fn new(from: u64, to: u64) -> Self {
        let from = from.max(1);
        Self { from, to: to.max(from), has_unit: false }
    }

    /// Does the range make sense in `unit`?
    ///
    /// # Errors
    /// A line that says how it should be written.
    pub(crate) fn fits(self, unit: CapUnit) -> Result<(), String> {
        if self.has_unit && unit == CapUnit::States {
            return Err("--caps: states have no unit; leave it out, or add --unit bytes".to_owned());
        }
        Ok(())
    }

    /// `steps` caps from the greatest to the least, each the same factor below the one before, but
    /// for rounding; fewer where rounding makes two of them equal.
    pub(crate) fn caps(self, steps: u32) -> Vec<u64> {
        let last = steps.saturating_sub(1).max(1);
        let factor = self.to as f64 / self.from as f64;
        let mut caps: Vec<u64> = (0..steps)
            .map(|step| match step {
                0 => self.to,
                step if step == last => self.from,
                _ => {
                    let share = f64::from(last - step) / f64::from(last);
                    (self.from as f64 * factor.powf(share)).round() as u64
                }
            })
            .collect();
        caps.dedup();
        caps
    }
}

impl FromStr for CapRange {
    type Err = String;

    /// Reads two numbers, each with a unit of memory or without, and two dots between them.
    ///
    /// # Errors
    /// A line that says what is wrong and how it should be written.
    fn from_str(text: &str) -> Result<Self, String> {
        let (from, to) = text
            .split_once("..")
            .ok_or_else(|| format!("'{text}' is no range; write 200..20000 or 64KiB..2MiB"))?;
        if from.trim().is_empty() || to.trim().is_empty() {
            return Err(format!("'{text}' lacks an end; write 200..20000 or 64KiB..2MiB"));
        }
        let ((from, from_unit), (to, to_unit)) = (end(from.trim())?, end(to.trim())?);
        if from == 0 {
            return Err("a cap is 1 at least".to_owned());
        }
        if from > to {
            return Err(format!("'{text}' runs backwards"));
        }
        Ok(Self { from, to, has_unit: from_unit || to_unit })
    }
}

/// An end of the range, and whether it has a unit.
fn end(text: &str) -> Result<(u64, bool), String> {
    if let Ok(number) = text.parse() {
        return Ok((number, false));
    }
    if text == "none" {
        return Err("a range has two ends; 'none' is not one".to_owned());
    }
    let read = if is_whole(text) { Err(Misfit::TooLarge) } else { bytes(text, "20000 or 64KiB") };
    read.map(|bytes| (bytes, true)).map_err(|misfit| match misfit {
        Misfit::TooLarge => format!("{text} is too large for a cap"),
        Misfit::Unread(what) => what,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caps_fall_by_one_factor() {
        let caps = |text: &str, steps| text.parse::<CapRange>().unwrap().caps(steps);
        assert_eq!(caps("1..1000", 4), [1000, 100, 10, 1]);
        assert_eq!(caps("1KiB..4KiB", 3), [4096, 2048, 1024]);
        assert_eq!(caps("7..7", 12), [7]);
        assert_eq!(caps("2..4", 9), [4, 3, 2], "each cap once");
        assert_eq!(CapRange::new(0, 0).caps(2), [1]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text: &str| text.parse::<CapRange>().unwrap_err();
        assert_eq!(error("100"), "'100' is no range; write 200..20000 or 64KiB..2MiB");
        assert_eq!(error("0..5"), "a cap is 1 at least");
        assert_eq!(error("9..5"), "'9..5' runs backwards");
        assert_eq!(error("1..none"), "a range has two ends; 'none' is not one");
        assert!(error("1..2XB").starts_with("unknown unit 'XB'"));
        for text in ["1..", "..5", "..", " .. 5"] {
            let expected = format!("'{text}' lacks an end; write 200..20000 or 64KiB..2MiB");
            assert_eq!(error(text), expected);
        }
        assert_eq!(error("1..many"), "no number in front; write it as 20000 or 64KiB");
        let large = "99999999999999999999";
        assert_eq!(error(&format!("1..{large}")), format!("{large} is too large for a cap"));
        assert_eq!(error(&format!("1B..{large}GB")), format!("{large}GB is too large for a cap"));
        let range: CapRange = "1KiB..1MiB".parse().unwrap();
        assert!(range.fits(CapUnit::States).is_err());
        assert_eq!(range.fits(CapUnit::Bytes), Ok(()));
    }
}
