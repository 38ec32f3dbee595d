//! Ledger: which levels a file of lines holds already.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Seek as _, SeekFrom};
use std::path::Path;

use serde::Deserialize;

use crate::failure::Failure;
use crate::report::json::SCHEMA;

/// Which levels a file of lines holds already: by file and number, with the canonical id, or none
/// for a level that is invalid.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    files: BTreeMap<String, BTreeMap<usize, Option<String>>>,
}

/// What is looked at of a line.
#[derive(Deserialize)]
struct Entry {
    schema: u32,
    file: String,
    level: usize,
    id: Option<String>,
    options: String,
}

/// The canonical id that stands in a line, or none for a level that is invalid.
pub(super) type WrittenId<'l> = Option<&'l str>;

impl Ledger {
    /// Reads the lines of `file`, which lies at `path`, and cuts off a last line without its end:
    /// the run that wrote it was killed over it. What is written next follows the last whole line.
    ///
    /// # Errors
    /// [`Failure::Usage`] if a line is not one of `batch`, or was written under other options than
    /// `options`; [`Failure::File`] if the file cannot be read or cut.
    pub(super) fn read(file: &mut File, path: &Path, options: &str) -> Result<Self, Failure> {
        let system = |error| Failure::File(path.to_owned(), error);
        let begin = format!("{{\"schema\":{SCHEMA},");
        let mut ledger = Self::default();
        let mut reader = BufReader::new(&mut *file);
        let (mut line, mut whole) = (Vec::new(), 0);
        for number in 1.. {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(system)? as u64;
            let foreign = || {
                Failure::Usage(format!(
                    "cannot resume: line {number} of {} was not written by 'sokoban batch --out'",
                    path.display()
                ))
            };
            if line.last() != Some(&b'\n') {
                // What another program wrote is not thrown away as if it were the rest of a line.
                if begin.bytes().zip(&line).any(|(ours, &there)| ours != there) {
                    return Err(foreign());
                }
                break;
            }
            whole += length;
            let entry = serde_json::from_slice::<Entry>(&line).ok();
            let Some(entry) = entry.filter(|entry| entry.schema == SCHEMA) else {
                return Err(foreign());
            };
            if entry.options != options {
                let said = |options: &str| match options {
                    "" => "the default options".to_owned(),
                    _ => format!("'{options}'"),
                };
                return Err(Failure::Usage(format!(
                    "cannot resume: {} was made with {}, not with {}",
                    path.display(),
                    said(&entry.options),
                    said(options)
                )));
            }
            ledger.files.entry(entry.file).or_default().insert(entry.level, entry.id);
        }
        if file.metadata().map_err(system)?.len() > whole {
            file.set_len(whole).map_err(system)?;
        }
        file.seek(SeekFrom::Start(whole)).map_err(system)?;
        Ok(ledger)
    }

    /// The id in the line of level `number` of the file called `name`, if there is such a line.
    pub(super) fn written(&self, name: &str, number: usize) -> Option<WrittenId<'_>> {
        self.files.get(name)?.get(&number).map(Option::as_deref)
    }
}
