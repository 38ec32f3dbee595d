//! Limits with units: durations such as `10m`, bytes such as `4GiB`, counts, and `none`.

use std::str::FromStr;
use std::time::Duration;

/// A duration, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeLimit(pub(crate) Option<Duration>);

/// A number of bytes, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ByteLimit(pub(crate) Option<usize>);

/// What the program takes beside the search: its code, the runtime, the levels and the reports.
/// Measured as 4.2 to 5.1 MiB of resident memory with one thread or two.
const OWN_BYTES: usize = 5 << 20;

/// From here on the program's own memory counts.
const LEAST_WHOLE: usize = 32 << 20;

impl ByteLimit {
    /// What a limit on the whole program leaves for a search. Smaller limits than 32 MiB are of the
    /// search alone, since nothing much would be left, and who sets them studies searches.
    pub(crate) fn of_search(self) -> Option<usize> {
        self.0.map(|bytes| if bytes < LEAST_WHOLE { bytes } else { bytes - OWN_BYTES })
    }
}

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
        if text == "none" {
            return Ok(Self(None));
        }
        let time = quantity(text, TIME_UNITS, "10m, or none").map_err(or_none)?;
        Ok(Self(Some(Duration::from_millis(time))))
    }
}

impl FromStr for ByteLimit {
    type Err = String;

    /// Reads `none` or a number with a unit of memory; parts of a byte are dropped.
    ///
    /// # Errors
    /// A line that says what is wrong and how it should be written.
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Self(None));
        }
        let bytes = quantity(text, BYTE_UNITS, "4GiB, or none").map_err(or_none)?;
        // More bytes than can be addressed bind no more than all of them do.
        Ok(Self(Some(usize::try_from(bytes).unwrap_or(usize::MAX))))
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
        match text.parse() {
            Ok(nodes) => Ok(Self(Some(nodes))),
            Err(_) if is_whole(text) => Err(or_none(Misfit::TooLarge)),
            Err(_) => Err("write a number such as 5000000, or none".to_owned()),
        }
    }
}

/// Why a text is no quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// More than can be counted.
    TooLarge,
    /// What is wrong and how it should be written.
    Unread(String),
}

/// A number of bytes with its unit, parts of a byte dropped; `example` shows how it is written.
///
/// # Errors
/// [`Misfit`].
pub(crate) fn bytes(text: &str, example: &str) -> Result<u64, Misfit> {
    quantity(text, BYTE_UNITS, example)
}

/// Is the text a number without sign or fraction, however large?
pub(crate) fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit())
}

/// The message where `none` may be written instead.
fn or_none(misfit: Misfit) -> String {
    match misfit {
        Misfit::TooLarge => "too large; write none for no limit".to_owned(),
        Misfit::Unread(what) => what,
    }
}

/// A number, with a fraction or without, times its unit.
fn quantity(text: &str, units: &[(&str, u64)], example: &str) -> Result<u64, Misfit> {
    let names = || units.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let unit_start = text.find(|symbol: char| !symbol.is_ascii_digit() && symbol != '.');
    let (number, unit) = text.split_at(unit_start.unwrap_or(text.len()));
    let unit = unit.trim();
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let (true, Some(fraction)) = (is_whole(whole), millionths(fraction)) else {
        return Err(Misfit::Unread(format!("no number in front; write it as {example}")));
    };
    if unit.is_empty() {
        return Err(Misfit::Unread(format!(
            "the unit is missing; write {text}{} (one of: {})",
            units[1].0,
            names()
        )));
    }
    let known = units.iter().find(|(name, _)| *name == unit);
    let Some((_, size)) = known else {
        return Err(Misfit::Unread(format!("unknown unit '{unit}'; one of: {}", names())));
    };
    // What has no room in 64 bits has none with a unit either.
    let whole: u64 = whole.parse().map_err(|_| Misfit::TooLarge)?;
    let total = u128::from(whole) * u128::from(*size)
        + u128::from(fraction) * u128::from(*size) / 1_000_000;
    u64::try_from(total).map_err(|_| Misfit::TooLarge)
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
    fn the_program_itself_counts_within_large_limits() {
        let of_search = |text: &str| text.parse::<ByteLimit>().unwrap().of_search();
        assert_eq!(of_search("none"), None);
        assert_eq!(of_search("100KiB"), Some(100 << 10));
        assert_eq!(of_search("32MiB"), Some(27 << 20));
        assert_eq!(of_search("1GiB"), Some(1019 << 20));
    }

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
        for text in ["99999999999999999h", "99999999999999999999999h", "99999999999999999999ms"] {
            assert_eq!(time(text), "too large; write none for no limit", "{text}");
        }
        let bytes = "10gb".parse::<ByteLimit>().unwrap_err();
        assert_eq!(bytes, "unknown unit 'gb'; one of: B, KiB, MiB, GiB, kB, MB, GB");
        let nodes = |text: &str| text.parse::<NodeLimit>().unwrap_err();
        assert_eq!(nodes("many"), "write a number such as 5000000, or none");
        assert_eq!(nodes("99999999999999999999"), "too large; write none for no limit");
        let bytes = "99999999999999999999B".parse::<ByteLimit>().unwrap_err();
        assert_eq!(bytes, "too large; write none for no limit");
    }
}
