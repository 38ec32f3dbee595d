//! The differences between an older record and this run.

use std::cmp::Ordering;
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

    /// Levels that were proven or solved in the old run and are so no more, a line each.
    pub(crate) fn losses(&self) -> Vec<String> {
        let lost = self.pairs.iter().filter(|(old, new)| kind(old, new) == "lost");
        let line = |(old, new): &(Record, Record)| {
            format!("{}: lost, {} -> {}", new.place(), shown(old), shown(new))
        };
        lost.map(line).collect()
    }

    /// Levels that are open in one of the runs and whose lower bounds differ.
    fn changed_bounds(&self) -> Vec<String> {
        let is_open = |(old, new): &&(Record, Record)| !old.is_proven() || !new.is_proven();
        let line = |(old, new): &(Record, Record)| {
            let (was, is) = (old.lower_bound?, new.lower_bound?);
            let change = if is > was { "rose" } else { "fell" };
            let best = new.known.upper.map(|best| format!(" of {best}")).unwrap_or_default();
            let line = format!("bound {change} {:<27} {was} -> {is}{best}", new.place());
            (was != is).then_some(line)
        };
        self.pairs.iter().filter(is_open).filter_map(line).collect()
    }

    /// The geometric means, over levels that both runs prove, of the ratios of expansions and of
    /// CPU seconds; none without such levels. A sum tells of the largest levels only.
    fn mean_ratios(&self) -> Option<(f64, f64, usize)> {
        let both = self.pairs.iter().filter(|(old, new)| old.is_proven() && new.is_proven());
        let (mut expanded, mut seconds, mut levels) = (0.0, 0.0, 0);
        for (old, new) in both {
            let of = |record: &Record| record.expanded.unwrap_or(0).max(1) as f64;
            // What a process takes to start is no effort.
            let time = |record: &Record| record.cpu_seconds.max(0.01);
            expanded += (of(new) / of(old)).ln();
            seconds += (time(new) / time(old)).ln();
            levels += 1;
        }
        let mean = |sum: f64| (sum / levels as f64).exp();
        (levels > 0).then(|| (mean(expanded), mean(seconds), levels))
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
        if let Some((expanded, seconds, levels)) = self.mean_ratios() {
            writeln!(
                f,
                "geometric mean over {levels} levels that both prove: expanded {expanded:.3}, \
                 seconds {seconds:.3}"
            )?;
        }
        for line in self.changed_results().into_iter().chain(self.changed_bounds()) {
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
    // Unknown, solved, proven.
    let rank = |record: &Record| u32::from(is_finished(record)) + u32::from(record.is_proven());
    match rank(new).cmp(&rank(old)) {
        Ordering::Greater => "gained",
        Ordering::Less => "lost",
        Ordering::Equal => "changed",
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
    fn losses_are_those_of_solutions_and_of_proofs() {
        let mut unproven = solved("a", 2, 21, 9);
        unproven.optimal_for.clear();
        let old = vec![solved("a", 1, 8, 40), solved("a", 2, 21, 9), unknown("a", 3, 5)];
        let new = [unknown("a", 1, 8), unproven.clone(), solved("a", 3, 5, 1)];
        let losses = Comparison::new(old, &new).losses();
        assert_eq!(
            losses,
            [
                "a 1: lost, solved in 8 pushes (proven) -> unknown",
                "a 2: lost, solved in 21 pushes (proven) -> solved in 21 pushes",
            ]
        );
        assert!(Comparison::new(vec![unproven], &[solved("a", 2, 20, 9)]).losses().is_empty());
    }

    #[test]
    fn bounds_that_move_are_listed_while_a_level_is_open() {
        let old = vec![unknown("a", 1, 17), unknown("a", 2, 30), unknown("a", 3, 4)];
        let mut risen = unknown("a", 1, 19);
        risen.known.upper = Some(33);
        let comparison = Comparison::new(old, &[risen, unknown("a", 2, 28), unknown("a", 3, 4)]);
        let text = comparison.to_string();
        let lines: Vec<Vec<&str>> = text
            .lines()
            .filter(|line| line.starts_with("bound"))
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(
            lines,
            [
                vec!["bound", "rose", "a", "1", "17", "->", "19", "of", "33"],
                vec!["bound", "fell", "a", "2", "30", "->", "28"],
            ]
        );
    }

    #[test]
    fn the_mean_of_ratios_is_of_levels_and_not_of_sums() {
        let old = vec![solved("a", 1, 8, 10), solved("a", 2, 8, 1_000_000), unknown("a", 3, 5)];
        let new = [solved("a", 1, 8, 40), solved("a", 2, 8, 1_000_000), unknown("a", 3, 5)];
        let (expanded, seconds, levels) = Comparison::new(old, &new).mean_ratios().unwrap();
        assert!((expanded - 2.0).abs() < 1e-9 && (seconds - 1.0).abs() < 1e-9);
        assert_eq!(levels, 2);
        assert!(
            Comparison::new(vec![unknown("a", 3, 5)], &[unknown("a", 3, 5)])
                .mean_ratios()
                .is_none()
        );
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
