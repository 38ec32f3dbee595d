//! The report of `check`.

use serde::Serialize;
use sokoban_core::{Board, Level};

use super::json::{SCHEMA, written};
use super::{Invalid, Rank, Warned};
use crate::output::printable;

/// What `check` found of a level.
#[derive(Debug)]
pub(crate) struct CheckReport {
    /// The file's path as it was given.
    pub(crate) file: String,
    /// The level's number in the file, from 1.
    pub(crate) number: usize,
    pub(crate) title: Option<String>,
    pub(crate) warnings: Vec<Warned>,
    /// What the warnings count as.
    pub(crate) rank: Rank,
    pub(crate) finding: Result<Size, Invalid>,
}

/// The size of a well-formed level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    width: usize,
    height: usize,
    boxes: usize,
    goals: usize,
}

impl Size {
    /// The size of `level`, with the boxes and goals within reach on its `board`.
    pub(crate) fn of(level: &Level, board: &Board) -> Self {
        Self {
            width: level.width(),
            height: level.height(),
            boxes: board.start_boxes().len(),
            goals: board.goals().len(),
        }
    }
}

/// One level, in the order in which the fields are written.
#[derive(Debug, Serialize)]
struct JsonCheck<'r> {
    schema: u32,
    file: &'r str,
    level: usize,
    title: Option<&'r str>,
    verdict: &'static str,
    width: Option<usize>,
    height: Option<usize>,
    boxes: Option<usize>,
    goals: Option<usize>,
    line: Option<usize>,
    column: Option<usize>,
    reason: Option<&'r str>,
    code: Option<&'static str>,
    warnings: &'r [Warned],
    warning_codes: Vec<&'static str>,
}

impl CheckReport {
    /// One line that says whether the level is well-formed, and one for each warning.
    pub(crate) fn text(&self) -> String {
        let Ok(size) = &self.finding else { return self.findings() };
        let title = self.title.as_deref().map(printable);
        let title = title.map(|title| format!(" \"{title}\"")).unwrap_or_default();
        let Size { width, height, boxes, goals } = size;
        format!(
            "{}: level {}{title}: well-formed, {width} x {height}, boxes {boxes}, goals {goals}\n{}",
            printable(&self.file),
            self.number,
            self.findings()
        )
    }

    /// Is there anything to say but that the level is well-formed?
    pub(crate) fn has_findings(&self) -> bool {
        self.finding.is_err() || !self.warnings.is_empty()
    }

    /// One line that says why the level is not well-formed, if so, and one for each warning.
    pub(crate) fn findings(&self) -> String {
        let file = &self.file;
        let invalid = self.finding.as_ref().err().map(|invalid| invalid.coded_line(file));
        let warnings = self.warnings.iter().map(|warning| warning.coded_line(file, self.rank));
        invalid.into_iter().chain(warnings).map(|line| line + "\n").collect()
    }

    /// One JSON object, with the end of its line.
    pub(crate) fn json(&self) -> String {
        let size = self.finding.as_ref().ok();
        let invalid = self.finding.as_ref().err();
        written(&JsonCheck {
            schema: SCHEMA,
            file: &self.file,
            level: self.number,
            title: self.title.as_deref(),
            verdict: if invalid.is_some() { "invalid" } else { "valid" },
            width: size.map(|size| size.width),
            height: size.map(|size| size.height),
            boxes: size.map(|size| size.boxes),
            goals: size.map(|size| size.goals),
            line: invalid.map(|invalid| invalid.line),
            column: invalid.map(|invalid| invalid.column),
            reason: invalid.map(|invalid| invalid.what.as_str()),
            code: invalid.map(|invalid| invalid.code.as_str()),
            warnings: &self.warnings,
            warning_codes: self.warnings.iter().map(|warning| warning.code.as_str()).collect(),
        })
    }
}
