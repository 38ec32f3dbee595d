//! The table of a run for people, in Markdown, beside the record.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::record::{LevelVerdict, Record};

/// A Markdown file: the head of the record, and a row a level, written as it comes.
#[derive(Debug)]
pub(crate) struct ReadableFile {
    path: PathBuf,
    file: File,
}

impl ReadableFile {
    /// Starts a new file beside `record`, with its name and the ending `md`.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(crate) fn create(record: &Path, head: &[(&str, String)]) -> Result<Self> {
        let path = record.with_extension("md");
        let cannot_write = || format!("cannot write {}", path.display());
        let mut text = String::new();
        for (name, value) in head {
            text.push_str(&format!("- {name}: {value}\n"));
        }
        text.push_str(
            "\n| level | verdict | pushes | lower bound | best known | expanded | bytes a state \
             | seconds |\n|---|---|---:|---:|---:|---:|---:|---:|\n",
        );
        let mut file = File::create(&path).with_context(cannot_write)?;
        file.write_all(text.as_bytes()).with_context(cannot_write)?;
        Ok(Self { path, file })
    }

    /// Appends a row at once.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(crate) fn add(&mut self, record: &Record) -> Result<()> {
        writeln!(self.file, "{}", row(record))
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

fn row(record: &Record) -> String {
    let number = |value: Option<u64>| value.map_or_else(|| "-".to_owned(), grouped);
    let decimal = |value: Option<f64>, digits: usize| {
        value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
    };
    let verdict = match (record.verdict, &record.stopped_by) {
        (LevelVerdict::Solved, _) if record.is_proven() => "proven".to_owned(),
        (verdict, Some(limit)) => format!("{} ({limit})", verdict.word()),
        (verdict, None) => verdict.word().to_owned(),
    };
    let columns = [
        record.place(),
        verdict,
        number(record.pushes),
        number(record.lower_bound),
        number(record.known.upper),
        number(record.expanded),
        decimal(record.bytes_a_state(), 1),
        decimal(record.seconds, 2),
    ];
    format!("| {} |", columns.join(" | "))
}

/// The digits with a comma before every three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::super::claims::Interval;
    use super::super::record::tests::{solved, unknown};
    use super::*;
    use std::fs;

    #[test]
    fn a_row_says_what_is_proven_and_what_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.csv");
        let mut file = ReadableFile::create(&path, &[("options", "--time 10s".into())]).unwrap();
        file.add(&solved("xsokoban", 1, 97, 1_234_567)).unwrap();
        let known = Interval { lower: 510, upper: Some(526) };
        file.add(&crate::bench_suite::record::Record { known, ..unknown("xsokoban", 10, 512) })
            .unwrap();
        let text = fs::read_to_string(path.with_extension("md")).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "- options: --time 10s");
        assert_eq!(
            lines[4..],
            [
                "| xsokoban 1 | proven | 97 | 97 | - | 1,234,567 | 0.4 | 0.50 |",
                "| xsokoban 10 | unknown (time) | - | 512 | 526 | 1,000 | 523.8 | 0.50 |",
            ]
        );
    }

    #[test]
    fn digits_are_grouped() {
        assert_eq!(
            [7, 999, 1_000, 123_456, 1_234_567].map(grouped).join(" "),
            "7 999 1,000 123,456 1,234,567"
        );
    }
}
