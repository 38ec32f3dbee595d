//! One measured run of the program `sokoban` on one level.

use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::measure::{self, Ended, Run};
use crate::outcome::{Outcome, Verdict};
use crate::replay::replay;

/// The fields of the program's JSON report that are read here.
#[derive(Debug, Deserialize)]
struct Report {
    level: usize,
    verdict: String,
    #[serde(default)]
    optimal_for: Vec<String>,
    solution: Option<String>,
    pushes: Option<usize>,
    moves: Option<usize>,
}

/// Has `binary` solve one level with one thread, for a proven least number of pushes.
///
/// # Errors
///
/// The program cannot be started or measured; what goes wrong inside it is a verdict.
pub(crate) fn solve(run: &Run<'_>, number: usize, binary: &Path) -> anyhow::Result<Outcome> {
    let mut command = Command::new(binary);
    command.arg("solve").arg(run.file);
    command.arg("--level").arg(number.to_string());
    command
        .arg("--time")
        .arg(format!("{}s", run.time.as_secs()));
    command.args(["--format", "json", "--no-progress", "--threads", "1"]);
    let ended = measure::run_child(&mut command, run.time)?;
    Ok(Outcome {
        verdict: verdict(&ended, number, run.board(number)),
        cpu: ended.cpu,
    })
}

/// The report decides, not the exit code alone: 0 must come with a solution that replays.
fn verdict(ended: &Ended, number: usize, board: &[String]) -> Verdict {
    let Some(status) = ended.status else {
        return Verdict::Unknown;
    };
    let report: Report = match serde_json::from_str(ended.stdout.trim_end()) {
        Ok(report) => report,
        Err(error) => return Verdict::Error(format!("no report ({status}): {error}")),
    };
    if report.level != number {
        return Verdict::Error(format!("answered for level {}", report.level));
    }
    match (report.verdict.as_str(), report.solution) {
        ("solved", _) if !status.success() => Verdict::Error(format!("solved, but {status}")),
        ("solved", Some(solution)) => match replay(board, &solution) {
            Err(error) => Verdict::Error(format!("wrong solution: {error:#}")),
            Ok(length) => {
                let counts = (report.pushes, report.moves);
                if counts != (Some(length.pushes), Some(length.moves)) {
                    Verdict::Error(format!("counts {counts:?} of a solution of {length:?}"))
                } else if report
                    .optimal_for
                    .iter()
                    .any(|objective| objective == "pushes")
                {
                    Verdict::Solved(length)
                } else {
                    // The other side always claims the optimum, so less is not the same work.
                    Verdict::Unknown
                }
            }
        },
        ("unsolvable", _) => Verdict::Unsolvable,
        ("unknown", _) => Verdict::Unknown,
        (other, _) => Verdict::Error(format!("verdict {other:?} ({status})")),
    }
}
