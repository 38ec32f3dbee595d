//! The CSV file that holds the results of a run.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::record::Record;

/// A record file: `#` head lines, a line of column names, one row a level.
#[derive(Debug)]
pub(crate) struct RecordFile {
    path: PathBuf,
    file: Option<File>,
    records: Vec<Record>,
}

impl RecordFile {
    /// Starts a new file with `head` lines.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(crate) fn create(path: &Path, head: &[(&str, String)]) -> Result<Self> {
        let mut text = String::new();
        for (name, value) in head {
            text.push_str(&format!("# {name}: {value}\n"));
        }
        text.push_str(Record::COLUMNS);
        text.push('\n');
        let cannot_write = || format!("cannot write {}", path.display());
        let mut file = File::create(path).with_context(cannot_write)?;
        file.write_all(text.as_bytes()).with_context(cannot_write)?;
        Ok(Self { path: path.to_path_buf(), file: Some(file), records: Vec::new() })
    }

    /// Reads a whole file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or a row is not one of a record; the message names the line.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path)
            .with_context(|| format!("cannot read the record {}", path.display()))?;
        let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
        let mut columns: Option<Vec<&str>> = None;
        let mut records = Vec::new();
        for (index, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            match &columns {
                None => columns = Some(line.split(',').collect()),
                Some(columns) => {
                    let record = Record::from_row(columns, line);
                    let place = || format!("{}:{}", path.display(), index + 1);
                    records.push(record.with_context(place)?);
                }
            }
        }
        Ok(Self { path: path.to_path_buf(), file: None, records })
    }

    /// Appends a row at once, so that an interrupted run keeps what it has measured.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(crate) fn add(&mut self, record: Record) -> Result<()> {
        if let Some(file) = &mut self.file {
            writeln!(file, "{}", record.row())
                .with_context(|| format!("cannot write {}", self.path.display()))?;
        }
        self.records.push(record);
        Ok(())
    }

    /// The rows in file order.
    pub(crate) fn into_records(self) -> Vec<Record> {
        self.records
    }
}

#[cfg(test)]
mod tests {
    use super::super::claims::Interval;
    use super::super::record::tests::{solved, unknown};
    use super::*;

    #[test]
    fn a_record_file_reads_back_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.csv");
        let mut records = [solved("microban", 1, 8, 40), unknown("microban", 2, 17)];
        records[1].known = Interval { lower: 17, upper: Some(33) };
        let mut file = RecordFile::create(&path, &[("rustc", "1.2.3, of old".to_owned())]).unwrap();
        for record in &records {
            file.add(record.clone()).unwrap();
        }
        assert_eq!(RecordFile::read(&path).unwrap().into_records(), records);
    }

    #[test]
    fn a_broken_row_is_named_by_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.csv");
        fs::write(&path, format!("# date: x\n{}\nmicroban,1\n", Record::COLUMNS)).unwrap();
        let error = format!("{:#}", RecordFile::read(&path).unwrap_err());
        assert!(error.contains("record.csv:3: 2 values for 22 columns"), "{error}");
    }

    /// The columns of records that were written before some were added.
    #[test]
    fn an_older_record_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.csv");
        let text = "collection,file,level,verdict,objective,optimal_for,pushes,moves,lower_bound,\
                    stopped_by,expanded,generated,peak_bytes,resident_bytes,seconds,cpu_seconds,\
                    exit_code\nmicroban,microban,2,unknown,pushes,,,,17,time,9,20,1000,2000,1,1,12\n";
        fs::write(&path, text).unwrap();
        let record = RecordFile::read(&path).unwrap().into_records().swap_remove(0);
        assert_eq!((record.lower_bound, record.peak_bytes), (Some(17), Some(1_000)));
        assert_eq!((record.known, record.peak_states), (Interval::default(), None));
    }
}
