//! The values that a run is held to: published bounds and our own pinned optima.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::claims::{Claims, Interval};
use super::record::Record;

/// What is known of levels, by file name without extension and level number.
#[derive(Debug, Default)]
pub(crate) struct Known {
    levels: BTreeMap<(String, u32), Claims>,
}

impl Known {
    /// Reads `levels/optimal.csv` below `root` and `bounds.tsv` in `published`, where present.
    ///
    /// # Errors
    ///
    /// A file that is present cannot be read, or a row is malformed; the message names the line.
    pub(crate) fn read(root: &Path, published: &Path) -> Result<Self> {
        let mut known = Self::default();
        known.read_file(&root.join("levels/optimal.csv"), Self::add_pinned)?;
        known.read_file(&published.join("bounds.tsv"), Self::add_published)?;
        Ok(known)
    }

    /// Whether nothing is known, so that no value of the run is checked.
    pub(crate) fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// What is known of the least pushes of a level.
    pub(crate) fn pushes(&self, file: &str, level: u32) -> Interval {
        let claims = self.levels.get(&(file.to_owned(), level));
        claims.map_or_else(Interval::default, |claims| claims.pushes)
    }

    /// Why `record` cannot be right, in whole lines; empty when it can.
    ///
    /// A record is also held to itself: its bound may not pass its own solution.
    pub(crate) fn contradictions(&self, record: &Record) -> Vec<String> {
        let claims = Claims::of(record);
        let mut found = claims.contradictions(claims);
        found.truncate(1);
        if let Some(known) = self.levels.get(&record.key()) {
            found.extend(claims.contradictions(*known));
        }
        found.into_iter().map(|reason| format!("{}: {reason}", record.place())).collect()
    }

    fn read_file(&mut self, path: &Path, add: fn(&mut Self, &str) -> Option<()>) -> Result<()> {
        if !path.is_file() {
            return Ok(());
        }
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let rows = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
        for (index, row) in rows.filter(|(_, row)| !row.trim().is_empty()).skip(1) {
            add(self, row).with_context(|| {
                format!("{}:{}: not a row of known values", path.display(), index + 1)
            })?;
        }
        Ok(())
    }

    /// A row `file,level,pushes,moves,...` with a number or `unsolvable`.
    fn add_pinned(&mut self, row: &str) -> Option<()> {
        let mut columns = row.split(',');
        let file = columns.next()?;
        let level = columns.next()?.parse().ok()?;
        let (pushes, moves) = (columns.next()?, columns.next()?);
        let name = Path::new(file).file_stem()?.to_string_lossy().into_owned();
        let claims = self.levels.entry((name, level)).or_default();
        if pushes.is_empty() {
            // Listed, but too large to be pinned.
        } else if pushes == "unsolvable" {
            claims.is_unsolvable = true;
        } else {
            claims.pushes = Interval::exactly(pushes.parse().ok()?);
            claims.moves = Interval::exactly(moves.parse().ok()?);
        }
        Some(())
    }

    /// A row `collection level metric lower upper`, where a bound may be left empty.
    fn add_published(&mut self, row: &str) -> Option<()> {
        let columns: Vec<&str> = row.split('\t').collect();
        let &[collection, level, metric, lower, upper] = columns.as_slice() else {
            return None;
        };
        let bound = |text: &str| match text {
            "" => Some(None),
            number => number.parse().ok().map(Some),
        };
        let interval = Interval { lower: bound(lower)?.unwrap_or(0), upper: bound(upper)? };
        let claims = self.levels.entry((collection.to_owned(), level.parse().ok()?)).or_default();
        match metric {
            "pushes" => claims.pushes = interval,
            "moves" => claims.moves = interval,
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::solved;
    use super::*;

    fn known(pinned: &str, published: &str) -> Result<Known> {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("levels")).unwrap();
        fs::write(root.path().join("levels/optimal.csv"), pinned).unwrap();
        fs::write(root.path().join("bounds.tsv"), published).unwrap();
        Known::read(root.path(), root.path())
    }

    #[test]
    fn both_files_are_read() {
        let known = known(
            "file,level,pushes,moves\nlevels/micro/corner.xsb,1,unsolvable,unsolvable\n\
             levels/sources.xsb,2,2,4\n",
            "collection\tlevel\tmetric\tlower\tupper\nmicroban\t1\tpushes\t8\t8\n\
             microban\t1\tmoves\t\t33\n",
        )
        .unwrap();
        assert!(known.contradictions(&solved("sources", 2, 2, 1)).is_empty());
        assert_eq!(known.contradictions(&solved("sources", 2, 3, 1)).len(), 1);
        assert_eq!(
            known.contradictions(&solved("corner", 1, 3, 1)),
            ["corner 1: solved, yet known to be unsolvable"]
        );
        assert_eq!(known.pushes("microban", 1), Interval::exactly(8));
        assert_eq!(known.pushes("microban", 2), Interval::default());
        assert!(known.contradictions(&solved("microban", 1, 8, 1)).is_empty());
        assert_eq!(known.contradictions(&solved("microban", 1, 9, 1)).len(), 1);
        assert!(known.contradictions(&solved("elsewhere", 1, 9, 1)).is_empty());
    }

    #[test]
    fn a_bound_above_the_own_solution_is_a_contradiction() {
        let mut record = solved("elsewhere", 1, 9, 1);
        record.lower_bound = Some(10);
        assert_eq!(Known::default().contradictions(&record).len(), 1);
    }

    #[test]
    fn a_malformed_row_is_named() {
        let error = known("file,level,pushes,moves\n", "head\nmicroban\tone\tpushes\t8\t8\n");
        let error = format!("{:#}", error.unwrap_err());
        assert!(error.contains("bounds.tsv:2"), "{error}");
    }

    #[test]
    fn absent_files_are_no_error() {
        let root = tempfile::tempdir().unwrap();
        assert!(Known::read(root.path(), root.path()).unwrap().is_empty());
    }
}
