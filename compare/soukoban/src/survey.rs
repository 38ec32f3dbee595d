//! soukoban alone: one CSV line a level, then the totals.

use std::io::Write;

use anyhow::Context as _;

use crate::measure::{Run, largest_child};
use crate::outcome::{CpuTime, Verdict};
use crate::soukoban_solver;

/// Runs the levels in order, writing each line as soon as it is known.
///
/// # Errors
///
/// A child cannot be started or measured, or a line cannot be written.
pub(crate) fn run(
    run: &Run<'_>,
    numbers: &[usize],
    out: &mut impl Write,
    notes: &mut impl Write,
) -> anyhow::Result<()> {
    writeln!(
        out,
        "level,verdict,pushes,moves,user_seconds,system_seconds"
    )?;
    let mut solved = 0;
    let mut total = CpuTime::default();
    for &number in numbers {
        let outcome =
            soukoban_solver::solve(run, number).with_context(|| format!("level {number}"))?;
        let (verdict, cpu) = (&outcome.verdict, outcome.cpu);
        writeln!(out, "{number},{verdict},{},{cpu}", verdict.length_fields())?;
        out.flush()?;
        match verdict {
            Verdict::Solved(_) => {
                solved += 1;
                total += cpu;
            }
            Verdict::Error(reason) => writeln!(notes, "level {number}: {reason}")?,
            Verdict::Unsolvable | Verdict::Unknown => {}
        }
    }
    writeln!(
        notes,
        "solved {solved} of {} within {} s each; CPU of the solved: user {:.3} s, system {:.3} s; \
         largest resident set {}",
        numbers.len(),
        run.time.as_secs(),
        total.user.as_secs_f64(),
        total.system.as_secs_f64(),
        largest_child()?,
    )?;
    Ok(())
}
