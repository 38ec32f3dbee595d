//! The file of `--out`: the levels with their best solutions.

use std::collections::BTreeMap;
use std::path::Path;

use sokoban_core::{Remarks, StoredMoves};
use sokoban_formats::{Entry, Format, LevelSet, write};
use sokoban_search::{Objective, Outcome};

use super::start::Start;
use crate::args::ImproveArgs;
use crate::diagnostics::Diagnostics;
use crate::failure::Failure;
use crate::level_files::LevelFile;
use crate::report::Finding;
use crate::report::improve::is_better;
use crate::run::stored::stored_moves;
use crate::{input, outputs, whole_file};

/// The best solution of a level, as it is to be written.
#[derive(Debug)]
pub(super) struct Best {
    /// The index of the stored moves that it takes the place of; none if there are none.
    instead_of: Option<usize>,
    moves: StoredMoves,
}

impl Best {
    /// What came of improving `start`: the solution of `finding` if it is better, else what was
    /// given, as it is among `remarks` if it is stored there.
    pub(super) fn of(
        start: &Start,
        finding: &Finding,
        remarks: &Remarks,
        objective: Objective,
    ) -> Self {
        let stored = start.index.and_then(|index| remarks.moves.get(index)).cloned();
        let moves = match finding {
            Finding::Searched { report, metrics: Some(metrics) }
                if is_better(objective, *metrics, start.metrics) =>
            {
                match &report.outcome {
                    Outcome::Solved { solution, .. } => Some(stored_moves(solution, metrics)),
                    _ => None,
                }
            }
            _ => None,
        };
        let moves = moves.or(stored);
        let moves = moves.unwrap_or_else(|| stored_moves(&start.solution, &start.metrics));
        Self { instead_of: start.index, moves }
    }
}

/// The best solutions, by the index of the file and that of the level in it.
pub(super) type BestSolutions = BTreeMap<(usize, usize), Best>;

/// Where the levels go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'a> {
    path: &'a Path,
    format: Format,
}

impl<'a> Target<'a> {
    /// Where `args` say, if anywhere.
    ///
    /// # Errors
    /// [`Failure`] if no such file may be written, or not in a format that holds solutions.
    pub(super) fn of(args: &'a ImproveArgs) -> Result<Option<Self>, Failure> {
        let Some(path) = args.out.as_deref() else { return Ok(None) };
        if input::is_stdin(path) {
            return Err(Failure::Usage(
                "the report goes to standard output; name a file for --out".into(),
            ));
        }
        let format = outputs::format_of_levels(path, args.to, args.force)?;
        if format == Format::Slc {
            return Err(Failure::Usage(format!(
                "{format} holds no solutions; choose xsb, sok or json for --out {}",
                path.display()
            )));
        }
        whole_file::check(path)?;
        Ok(Some(Self { path, format }))
    }

    /// Writes all levels that could be read, with the best solution of each before what else is
    /// stored of it. What the format cannot hold is told.
    ///
    /// # Errors
    /// [`Failure`] when the file cannot be written.
    pub(super) fn write(
        self,
        files: Vec<LevelFile>,
        best: &BestSolutions,
        diagnostics: Diagnostics,
    ) -> Result<(), Failure> {
        let set = level_set(files, best, diagnostics);
        if set.entries.is_empty() {
            diagnostics.error("nothing was written");
            return Ok(());
        }
        let written = write(&set, self.format);
        for loss in &written.losses {
            diagnostics.warning(&format!("{}: {loss} in {}", self.path.display(), self.format));
        }
        whole_file::write(self.path, written.text.as_bytes())
    }
}

fn level_set(
    mut files: Vec<LevelFile>,
    best: &BestSolutions,
    diagnostics: Diagnostics,
) -> LevelSet {
    let mut set = LevelSet::default();
    if let [file] = &mut files[..] {
        (set.title, set.remarks) = std::mem::take(&mut file.head);
    } else if files.iter().any(|file| file.head != Default::default()) {
        diagnostics
            .warning("titles and notes of collections are not kept where several go to one file");
    }
    for (file_index, file) in files.into_iter().enumerate() {
        for (index, ((_, level), remarks)) in file.levels.into_iter().zip(file.remarks).enumerate()
        {
            if level.is_ok() {
                let remarks = match best.get(&(file_index, index)) {
                    Some(best) => with_best(remarks, best),
                    None => remarks,
                };
                set.entries.push(Entry { level, remarks });
            }
        }
    }
    set
}

/// What is told of a level, with the best solution first: where one is asked for, the first is taken.
fn with_best(mut remarks: Remarks, best: &Best) -> Remarks {
    if let Some(index) = best.instead_of {
        remarks.moves.remove(index);
    }
    remarks.moves.insert(0, best.moves.clone());
    remarks
}
