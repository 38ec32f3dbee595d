//! soukoban and `sokoban` in turns on the same levels, and the ratio of their CPU times.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;

use crate::measure::Run;
use crate::outcome::{CpuTime, Outcome, Verdict};
use crate::{sokoban, soukoban_solver};

/// What the lines add up to.
#[derive(Debug, Default)]
struct Totals {
    soukoban_solved: usize,
    sokoban_solved: usize,
    both_solved: usize,
    pushes_differ: Vec<usize>,
    soukoban_cpu: CpuTime,
    sokoban_cpu: CpuTime,
}

impl Totals {
    fn add(&mut self, number: usize, soukoban: &Outcome, sokoban: &Outcome) {
        let lengths = (soukoban.verdict.length(), sokoban.verdict.length());
        self.soukoban_solved += usize::from(lengths.0.is_some());
        self.sokoban_solved += usize::from(lengths.1.is_some());
        if let (Some(theirs), Some(ours)) = lengths {
            self.both_solved += 1;
            self.soukoban_cpu += soukoban.cpu;
            self.sokoban_cpu += sokoban.cpu;
            if theirs.pushes != ours.pushes {
                self.pushes_differ.push(number);
            }
        }
    }
}

/// Runs both programs on every level; which one goes first changes from level to level, so that
/// a clock that drifts with heat or load favors neither.
///
/// # Errors
///
/// A child cannot be started or measured, or a line cannot be written.
pub(crate) fn run(
    run: &Run<'_>,
    numbers: &[usize],
    binary: &Path,
    out: &mut impl Write,
    notes: &mut impl Write,
) -> anyhow::Result<()> {
    writeln!(
        out,
        "level,soukoban_verdict,soukoban_pushes,soukoban_moves,soukoban_user_seconds,\
         soukoban_system_seconds,sokoban_verdict,sokoban_pushes,sokoban_moves,\
         sokoban_user_seconds,sokoban_system_seconds,cpu_ratio"
    )?;
    let mut totals = Totals::default();
    for (turn, &number) in numbers.iter().enumerate() {
        let (soukoban, sokoban) =
            both(run, number, binary, turn).with_context(|| format!("level {number}"))?;
        let solved = [&soukoban, &sokoban]
            .iter()
            .all(|side| side.verdict.length().is_some());
        let ratio = match solved {
            true => ratio(soukoban.cpu.total(), sokoban.cpu.total()),
            false => String::new(),
        };
        write!(out, "{number}")?;
        for (name, side) in [("soukoban", &soukoban), ("sokoban", &sokoban)] {
            let verdict = &side.verdict;
            write!(out, ",{verdict},{},{}", verdict.length_fields(), side.cpu)?;
            if let Verdict::Error(reason) = verdict {
                writeln!(notes, "level {number}, {name}: {reason}")?;
            }
        }
        writeln!(out, ",{ratio}")?;
        out.flush()?;
        totals.add(number, &soukoban, &sokoban);
    }
    write_totals(&totals, numbers.len(), notes)
}

fn both(
    run: &Run<'_>,
    number: usize,
    binary: &Path,
    turn: usize,
) -> anyhow::Result<(Outcome, Outcome)> {
    if turn.is_multiple_of(2) {
        let soukoban = soukoban_solver::solve(run, number)?;
        Ok((soukoban, sokoban::solve(run, number, binary)?))
    } else {
        let sokoban = sokoban::solve(run, number, binary)?;
        Ok((soukoban_solver::solve(run, number)?, sokoban))
    }
}

fn write_totals(totals: &Totals, levels: usize, notes: &mut impl Write) -> anyhow::Result<()> {
    let (theirs, ours) = (totals.soukoban_cpu, totals.sokoban_cpu);
    writeln!(
        notes,
        "of {levels} levels soukoban solved {}, sokoban {}, both {}",
        totals.soukoban_solved, totals.sokoban_solved, totals.both_solved
    )?;
    let kinds = [
        ("user", theirs.user, ours.user),
        (
            "user and system",
            theirs.user + theirs.system,
            ours.user + ours.system,
        ),
    ];
    for (kind, theirs, ours) in kinds {
        writeln!(
            notes,
            "{kind} CPU over the levels both solved: soukoban {:.3} s, sokoban {:.3} s, ratio {}",
            theirs.as_secs_f64(),
            ours.as_secs_f64(),
            ratio(theirs, ours)
        )?;
    }
    if !totals.pushes_differ.is_empty() {
        writeln!(
            notes,
            "pushes differ, so one is not optimal: levels {:?}",
            totals.pushes_differ
        )?;
    }
    Ok(())
}

/// How many times the CPU time of `sokoban` soukoban needs; empty when it is too short to tell.
fn ratio(soukoban: Duration, sokoban: Duration) -> String {
    if sokoban.is_zero() {
        return String::new();
    }
    format!("{:.3}", soukoban.as_secs_f64() / sokoban.as_secs_f64())
}
