//! Limits with units: durations such as `10m`, bytes such as `4GiB`, counts, and `none`.

use std::str::FromStr;
use std::time::Duration;

/// A duration, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeLimit(pub(crate) Option<Duration>);

/// A number of bytes, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ByteLimit(pub(crate) Option<usize>);

/// A number of states, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeLimit(pub(crate) Option<u64>);

/// Units of time, in milliseconds.
const TIME_UNITS: &[(&str, u64)] = &[("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)];

/// Units of memory, in bytes.
const BYTE_UNITS: &[(&str, u64)] = &[
    ("B", 1),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
];

impl FromStr for TimeLimit {
    type Err = String;

    /// Reads `none` or a number with a unit of time; parts of a millisecond are dropped.
    ///
    /// # Errors
    /// A line that says what is wrong and how it should be written.
    fn from_str(text: &str) -> Result<Self, String> {
        let limit = quantity(text, TIME_UNITS, "10m")?;
        Ok(Self(limit.map(Duration::from_millis)))
    }
}

impl FromStr for ByteLimit {
    type Err = String;

    /// Reads `none` or a number with a unit of memory; parts of a byte are dropped.
    ///
    /// # Errors
    /// A line that says what is wrong and how it should be written.
    fn from_str(text: &str) -> Result<Self, String> {
        let limit = quantity(text, BYTE_UNITS, "4GiB")?;
        // More bytes than can be addressed bind no more than all of them do.
        Ok(Self(limit.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX))))
    }
}

impl FromStr for NodeLimit {
    type Err = String;

    /// Reads `none` or a number.
    ///
    /// # Errors
    /// A line that says how it should be written.
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Self(None));
        }
        let nodes = text.parse();
        nodes
            .map(|nodes| Self(Some(nodes)))
            .map_err(|_| "write a number such as 5000000, or none".to_owned())
    }
}

/// A number, with a fraction or without, times its unit; none for `none`.
fn quantity(text: &str, units: &[(&str, u64)], example: &str) -> Result<Option<u64>, String> {
    if text == "none" {
        return Ok(None);
    }
    let names = || units.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let unit_start = text.find(|symbol: char| !symbol.is_ascii_digit() && symbol != '.');
    let (number, unit) = text.split_at(unit_start.unwrap_or(text.len()));
    let unit = unit.trim();
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let (Ok(whole), Some(fraction)) = (whole.parse::<u64>(), millionths(fraction)) else {
        return Err(format!("no number in front; write it as {example}, or none"));
    };
    if unit.is_empty() {
        return Err(format!(
            "the unit is missing; write {text}{} (one of: {})",
            units[1].0,
            names()
        ));
    }
    let known = units.iter().find(|(name, _)| *name == unit);
    let Some((_, size)) = known else {
        return Err(format!("unknown unit '{unit}'; one of: {}", names()));
    };
    let total = u128::from(whole) * u128::from(*size)
        + u128::from(fraction) * u128::from(*size) / 1_000_000;
    u64::try_from(total).map(Some).map_err(|_| "too large; write none for no limit".to_owned())
}

/// The digits behind a decimal point as a number of millionths, further digits dropped.
fn millionths(digits: &str) -> Option<u64> {
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    format!("{digits:0<6}")[..6].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_has_its_size() {
        let milliseconds = |text: &str| text.parse::<TimeLimit>().unwrap().0.unwrap().as_millis();
        assert_eq!(["7ms", "7s", "7m", "7h"].map(milliseconds), [7, 7_000, 420_000, 25_200_000]);
        assert_eq!(milliseconds("1.5 s"), 1_500);
        let bytes = |text: &str| text.parse::<ByteLimit>().unwrap().0.unwrap();
        assert_eq!(["3B", "3KiB", "3MiB"].map(bytes), [3, 3_072, 3_145_728]);
        assert_eq!(["3kB", "3MB", "1GB"].map(bytes), [3_000, 3_000_000, 1_000_000_000]);
        assert_eq!(bytes("0.5GiB"), 1 << 29);
    }

    #[test]
    fn none_lifts_a_limit() {
        assert_eq!("none".parse(), Ok(TimeLimit(None)));
        assert_eq!("none".parse(), Ok(ByteLimit(None)));
        assert_eq!("none".parse(), Ok(NodeLimit(None)));
        assert_eq!("12".parse(), Ok(NodeLimit(Some(12))));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let time = |text: &str| text.parse::<TimeLimit>().unwrap_err();
        assert_eq!(time("10"), "the unit is missing; write 10s (one of: ms, s, m, h)");
        assert_eq!(time("10d"), "unknown unit 'd'; one of: ms, s, m, h");
        for text in ["", "m", "-1s", "1.s", ".5s", "1.2.3s"] {
            assert_eq!(time(text), "no number in front; write it as 10m, or none", "{text}");
        }
        assert_eq!(time("99999999999999999h"), "too large; write none for no limit");
        let bytes = "10gb".parse::<ByteLimit>().unwrap_err();
        assert_eq!(bytes, "unknown unit 'gb'; one of: B, KiB, MiB, GiB, kB, MB, GB");
        assert!("many".parse::<NodeLimit>().is_err());
    }
}
