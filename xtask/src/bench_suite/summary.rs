//! The totals of a run, one row a collection.

use std::collections::BTreeMap;

use comfy_table::{CellAlignment, Table, presets};

use super::record::{LevelVerdict, Record};

/// Sums over the levels of one collection.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    levels: u32,
    solved: u32,
    proven: u32,
    unsolvable: u32,
    unknown: u32,
    failed: u32,
    pushes: u64,
    expanded: u64,
    cpu_seconds: f64,
    resident_bytes: u64,
}

impl Totals {
    fn add(&mut self, record: &Record) {
        self.levels += 1;
        match record.verdict {
            LevelVerdict::Solved => self.solved += 1,
            LevelVerdict::Unsolvable => self.unsolvable += 1,
            LevelVerdict::Unknown => self.unknown += 1,
            LevelVerdict::Invalid | LevelVerdict::Failed => self.failed += 1,
        }
        self.proven += u32::from(record.is_proven());
        self.pushes += record.pushes.unwrap_or(0);
        self.expanded += record.expanded.unwrap_or(0);
        self.cpu_seconds += record.cpu_seconds;
        self.resident_bytes = self.resident_bytes.max(record.resident_bytes);
    }

    fn row(&self, name: &str) -> Vec<String> {
        vec![
            name.to_owned(),
            self.levels.to_string(),
            self.solved.to_string(),
            self.proven.to_string(),
            self.unsolvable.to_string(),
            self.unknown.to_string(),
            self.failed.to_string(),
            self.pushes.to_string(),
            self.expanded.to_string(),
            format!("{:.1}", self.cpu_seconds),
            (self.resident_bytes >> 20).to_string(),
        ]
    }
}

/// A table of totals: counts of levels, pushes of the solutions, expanded nodes, CPU seconds, and
/// the largest resident size of one process in MiB. `proven` counts optima and unsolvability.
pub(crate) fn table(records: &[Record]) -> Table {
    let mut collections: BTreeMap<&str, Totals> = BTreeMap::new();
    let mut all = Totals::default();
    for record in records {
        collections.entry(&record.collection).or_default().add(record);
        all.add(record);
    }
    let mut table = aligned(&[
        "collection",
        "levels",
        "solved",
        "proven",
        "unsolvable",
        "unknown",
        "failed",
        "pushes",
        "expanded",
        "seconds",
        "MiB",
    ]);
    for (name, totals) in &collections {
        table.add_row(totals.row(name));
    }
    if collections.len() > 1 {
        table.add_row(all.row("all"));
    }
    table
}

/// An empty table without rules whose columns are right-aligned but for the first.
pub(crate) fn aligned(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::{solved, unknown};
    use super::*;

    #[test]
    fn collections_and_all_are_totalled() {
        let records = [solved("a", 1, 8, 40), solved("a", 2, 2, 5), unknown("b", 1, 17)];
        let text = table(&records).to_string();
        let rows: Vec<Vec<&str>> =
            text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[1], ["a", "2", "2", "2", "0", "0", "0", "10", "45", "0.5", "2"]);
        assert_eq!(rows[2][..6], ["b", "1", "0", "0", "0", "1"]);
        assert_eq!(rows[3], ["all", "3", "2", "2", "0", "1", "0", "10", "1045", "0.8", "2"]);
    }
}
