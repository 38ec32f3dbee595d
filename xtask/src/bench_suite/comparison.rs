//! The differences between an older record and this run.

use std::collections::BTreeMap;
use std::fmt;

use super::claims::Claims;
use super::record::{LevelVerdict, Record};
use super::summary::aligned;

/// How many changed counters are listed; the sums tell the rest.
const MOST_LISTED: usize = 20;

/// Two runs side by side, over the levels that both cover.
#[derive(Debug)]
pub(crate) struct Comparison {
    pairs: Vec<(Record, Record)>,
    only_in_one: usize,
    /// Claims of the two runs that cannot both be right.
    pub(crate) contradictions: Vec<String>,
}

impl Comparison {
    /// Pairs the levels of an old record with those of this run.
    pub(crate) fn new(old: Vec<Record>, new: &[Record]) -> Self {
        let total = old.len() + new.len();
        let mut old: BTreeMap<_, _> =
            old.into_iter().map(|record| (record.key(), record)).collect();
        let pairs: Vec<(Record, Record)> = new
            .iter()
            .filter_map(|new| old.remove(&new.key()).map(|old| (old, new.clone())))
            .collect();
        let contradictions = pairs.iter().flat_map(|(old, new)| {
            let reasons = Claims::of(new).contradictions(Claims::of(old));
            let place = format!("{} (against the old record)", new.place());
            reasons.into_iter().map(move |reason| format!("{place}: {reason}"))
        });
        let contradictions = contradictions.collect();
        Self { only_in_one: total - 2 * pairs.len(), pairs, contradictions }
    }

    fn totals(&self) -> String {
        let mut collections: BTreeMap<&str, Totals> = BTreeMap::new();
        for (old, new) in &self.pairs {
            collections.entry(&new.collection).or_default().add(old, new);
        }
        let mut table = aligned(&[
            "collection",
            "solved",
            "was",
            "proven",
            "was",
            "expanded",
            "seconds",
            "compared",
        ]);
        for (name, totals) in &collections {
            table.add_row(totals.row(name));
        }
        table.to_string()
    }

    /// Levels whose verdict, proof or number of pushes changed.
    fn changed_results(&self) -> Vec<String> {
        let result = |record: &Record| (record.verdict, record.is_proven(), record.pushes);
        let changed = self.pairs.iter().filter(|(old, new)| result(old) != result(new));
        let line = |(old, new): &(Record, Record)| {
            format!("{:<9} {:<28} {} -> {}", kind(old, new), new.place(), shown(old), shown(new))
        };
        changed.map(line).collect()
    }

    /// Levels that both runs end the same way with other counters, the largest change first.
    fn changed_counters(&self) -> Vec<String> {
        let mut changed: Vec<(f64, String)> = Vec::new();
        for (old, new) in self.pairs.iter().filter(|(old, new)| both_finished(old, new)) {
            if let (Some(was), Some(is)) = (old.expanded, new.expanded)
                && was != is
            {
                let ratio = (is.max(1) as f64) / (was.max(1) as f64);
                let line = format!("{:<28} expanded {was} -> {is} ({ratio:.3})", new.place());
                changed.push((ratio.ln().abs(), line));
            }
        }
        changed.sort_by(|left, right| right.0.total_cmp(&left.0));
        changed.into_iter().map(|(_, line)| line).collect()
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "compared with the old record (ratios new / old, over levels both finish):")?;
        writeln!(f, "{}", self.totals())?;
        if self.only_in_one > 0 {
            writeln!(f, "{} levels are in one record only", self.only_in_one)?;
        }
        for line in self.changed_results() {
            writeln!(f, "{line}")?;
        }
        let counters = self.changed_counters();
        for line in counters.iter().take(MOST_LISTED) {
            writeln!(f, "{line}")?;
        }
        if counters.len() > MOST_LISTED {
            writeln!(f, "{} more levels with other counters", counters.len() - MOST_LISTED)?;
        }
        if counters.is_empty() {
            writeln!(f, "no counter changed on the levels that both finish")?;
        }
        Ok(())
    }
}

/// Sums over the levels of one collection that both runs cover.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    solved: [u32; 2],
    proven: [u32; 2],
    /// Sums over levels that both runs finish, so that limits do not count as effort.
    expanded: [u64; 2],
    cpu_seconds: [f64; 2],
    finished: u32,
}

impl Totals {
    fn add(&mut self, old: &Record, new: &Record) {
        for (run, record) in [old, new].into_iter().enumerate() {
            self.solved[run] += u32::from(record.verdict == LevelVerdict::Solved);
            self.proven[run] += u32::from(record.is_proven());
            if both_finished(old, new) {
                self.expanded[run] += record.expanded.unwrap_or(0);
                self.cpu_seconds[run] += record.cpu_seconds;
            }
        }
        self.finished += u32::from(both_finished(old, new));
    }

    fn row(&self, name: &str) -> Vec<String> {
        let ratio = |new: f64, old: f64| {
            if old > 0.0 { format!("{:.3}", new / old) } else { "-".to_owned() }
        };
        vec![
            name.to_owned(),
            self.solved[1].to_string(),
            self.solved[0].to_string(),
            self.proven[1].to_string(),
            self.proven[0].to_string(),
            ratio(self.expanded[1] as f64, self.expanded[0] as f64),
            ratio(self.cpu_seconds[1], self.cpu_seconds[0]),
            self.finished.to_string(),
        ]
    }
}

fn is_finished(record: &Record) -> bool {
    matches!(record.verdict, LevelVerdict::Solved | LevelVerdict::Unsolvable)
}

fn both_finished(old: &Record, new: &Record) -> bool {
    is_finished(old) && is_finished(new)
}

fn kind(old: &Record, new: &Record) -> &'static str {
    match (is_finished(old), is_finished(new)) {
        (false, true) => "gained",
        (true, false) => "lost",
        _ => "changed",
    }
}

fn shown(record: &Record) -> String {
    let proven = if record.is_proven() { " (proven)" } else { "" };
    match record.pushes {
        Some(pushes) => format!("{} in {pushes} pushes{proven}", record.verdict.word()),
        None => format!("{}{proven}", record.verdict.word()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::{solved, unknown};
    use super::*;

    #[test]
    fn equal_runs_show_no_change() {
        let records = vec![solved("a", 1, 8, 40), unknown("a", 2, 17)];
        let comparison = Comparison::new(records.clone(), &records);
        assert!(comparison.contradictions.is_empty());
        assert!(comparison.changed_results().is_empty());
        assert!(comparison.to_string().contains("no counter changed"));
    }

    #[test]
    fn gained_lost_and_slower_levels_are_listed() {
        let old = vec![solved("a", 1, 8, 40), unknown("a", 2, 17), solved("a", 3, 5, 10)];
        let new = [solved("a", 1, 8, 80), solved("a", 2, 21, 9), unknown("a", 3, 5)];
        let text = Comparison::new(old, &new).to_string();
        assert!(text.contains("expanded 40 -> 80 (2.000)"), "{text}");
        assert!(text.contains("gained    a 2"), "{text}");
        assert!(text.contains("lost      a 3"), "{text}");
        assert!(text.contains("solved in 5 pushes (proven) -> unknown"), "{text}");
    }

    #[test]
    fn two_proven_values_that_differ_contradict() {
        let comparison = Comparison::new(vec![solved("a", 1, 8, 40)], &[solved("a", 1, 9, 40)]);
        assert_eq!(
            comparison.contradictions,
            ["a 1 (against the old record): pushes exactly 9, yet known to be exactly 8"]
        );
    }

    #[test]
    fn levels_of_one_record_only_are_counted() {
        let comparison = Comparison::new(vec![solved("a", 1, 8, 40)], &[solved("b", 1, 9, 40)]);
        assert_eq!(comparison.only_in_one, 2);
        assert!(comparison.contradictions.is_empty());
    }
}
