//! Source: the levels of all files, one by one.

use std::sync::Arc;
use std::vec;

use sokoban_core::{Canonical, CanonicalId, Level, ParseError};
use sokoban_formats::{Entry, Extent};

use super::class::{Classes, Membership};
use super::ledger::Ledger;
use crate::args::AlphabetArgs;
use crate::diagnostics::Diagnostics;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::level_files::no_level;
use crate::level_folders::LevelSource;
use crate::level_set::{level_set, suggest};
use crate::output::printable;
use crate::report::Warned;

/// A level that is to be searched.
#[derive(Debug)]
pub(super) struct Job {
    /// Its place among the levels that this run is to search, from 0.
    pub(super) index: u64,
    pub(super) file: Arc<str>,
    /// Its number in the file, from 1.
    pub(super) number: usize,
    pub(super) parsed: Result<Level, ParseError>,
    /// None for an invalid level.
    pub(super) id: Option<CanonicalId>,
    /// With `--dedupe`, for a level that is valid.
    pub(super) membership: Option<Membership>,
    /// The part of all bytes of input that the level stands for.
    pub(super) share: f64,
}

/// Reads the levels of all files, a file at a time, and leaves out what is written already.
#[derive(Debug)]
pub(super) struct Source<'a> {
    alphabet: &'a AlphabetArgs,
    files: vec::IntoIter<LevelSource>,
    open: Option<OpenFile>,
    ledger: Ledger,
    /// With `--dedupe`.
    classes: Option<Classes>,
    /// Are ids wanted?
    has_ids: bool,
    all_bytes: u64,
    next: u64,
    /// The levels that were written before.
    pub(super) skipped: u64,
    /// The part of all bytes that they stand for, and files that cannot be read.
    pub(super) skipped_share: f64,
    /// Whether any level was found.
    pub(super) has_levels: bool,
    /// For files that could not be read, and named ones without a level.
    pub(super) exit: Exit,
    diagnostics: Diagnostics,
}

#[derive(Debug)]
struct OpenFile {
    name: Arc<str>,
    entries: vec::IntoIter<Entry>,
    number: usize,
    share: f64,
}

impl<'a> Source<'a> {
    pub(super) fn new(
        files: Vec<LevelSource>,
        ledger: Ledger,
        classes: Option<Classes>,
        has_ids: bool,
        alphabet: &'a AlphabetArgs,
        diagnostics: Diagnostics,
    ) -> Self {
        Self {
            alphabet,
            all_bytes: files.iter().map(|file| file.bytes).sum(),
            files: files.into_iter(),
            open: None,
            ledger,
            classes,
            has_ids,
            next: 0,
            skipped: 0,
            skipped_share: 0.0,
            has_levels: false,
            exit: Exit::Success,
            diagnostics,
        }
    }

    /// The next level that is to be searched; none if there are no more.
    ///
    /// # Errors
    /// [`Failure::Usage`] if what is written of a level is about another one.
    pub(super) fn next(&mut self) -> Result<Option<Job>, Failure> {
        loop {
            let Some(open) = &mut self.open else {
                if !self.open_next() {
                    return Ok(None);
                }
                continue;
            };
            let Some(Entry { level: parsed, .. }) = open.entries.next() else {
                self.open = None;
                continue;
            };
            open.number += 1;
            let (file, number, share) = (Arc::clone(&open.name), open.number, open.share);
            let canonical = if self.has_ids {
                parsed.as_ref().ok().and_then(|level| Canonical::try_from(level).ok())
            } else {
                None
            };
            let id = canonical.as_ref().map(Canonical::id);
            let membership = canonical
                .as_ref()
                .zip(self.classes.as_mut())
                .map(|(canonical, classes)| classes.place(canonical, &file, number));
            if let Some(written) = self.ledger.written(&file, number) {
                if written != id.map(|id| id.to_string()).as_deref() {
                    return Err(Failure::Usage(format!(
                        "cannot resume: level {number} of {file} is not the one that was written \
                         of; the file has changed"
                    )));
                }
                self.skipped += 1;
                self.skipped_share += share;
                continue;
            }
            let index = self.next;
            self.next += 1;
            return Ok(Some(Job { index, file, number, parsed, id, membership, share }));
        }
    }

    /// Reads the next file that can be read and has levels; false if there is none.
    fn open_next(&mut self) -> bool {
        for file in self.files.by_ref() {
            let (name, path, bytes) = (file.name.clone(), file.path.clone(), file.bytes);
            let is_found = file.is_found;
            let share = bytes as f64 / self.all_bytes.max(1) as f64;
            let text = match file.read() {
                Ok(text) => text,
                Err(error) => {
                    self.diagnostics.error(&error.to_string());
                    self.exit = self.exit.max(Exit::File);
                    self.skipped_share += share;
                    continue;
                }
            };
            let set = level_set(&path, &text, self.alphabet, Extent::LevelsAlone);
            suggest(&set, &name, self.diagnostics);
            for warning in &set.warnings {
                self.diagnostics.line(&Warned::from(warning).line(&name));
            }
            let count = set.entries.len();
            if count == 0 {
                if is_found {
                    self.diagnostics.warning(&format!("{name}: no level in the text; left out"));
                } else {
                    self.diagnostics.line(&printable(&format!("{name}:{}", no_level())));
                    self.exit = self.exit.max(Exit::Invalid);
                }
                self.skipped_share += share;
                continue;
            }
            self.has_levels = true;
            self.open = Some(OpenFile {
                name: name.into(),
                entries: set.entries.into_iter(),
                number: 0,
                share: share / count as f64,
            });
            return true;
        }
        false
    }
}
