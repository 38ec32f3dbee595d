//! Label: what a thread learns of a level, and the line that it makes of it.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sokoban_core::{Board, Counts, Level, ParseError, SolutionMetrics, Symmetry};
use sokoban_search::{
    Limits, Objective, Outcome, Report, SolveConfig, Stats, StopReason, count_optimal,
};

use super::class::{Membership, Task};
use super::sink::Done;
use super::source::{Job, Source};
use super::window::Window;
use crate::args::BatchArgs;
use crate::exit_code::Exit;
use crate::failure::Failure;
use crate::report::batch::{BatchFields, LevelName, actions};
use crate::report::summary::Summary;
use crate::report::{Finding, LevelReport, Warned, json};
use crate::run::playable::{title, warnings};
use crate::run::search::find;

/// What is learned of a level.
#[derive(Debug)]
pub(super) struct Label {
    finding: Finding,
    /// None where it was not counted, or not to the end.
    optimal_sequences: Option<u64>,
    /// Did an interrupt cut it short? Then it is not written.
    is_cancelled: bool,
}

/// What all threads share.
pub(super) struct Labeller<'b> {
    pub(super) args: &'b BatchArgs,
    pub(super) config: SolveConfig,
    /// For each level.
    pub(super) limits: Limits,
    pub(super) source: Mutex<Source<'b>>,
    pub(super) window: Window,
    pub(super) tally: Mutex<Tally>,
}

/// What all lines add up to.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) summary: Summary,
    /// Did a search end with a bug of ours?
    pub(super) has_failed: bool,
    /// What ended the reading of levels.
    pub(super) failure: Option<Failure>,
}

impl Labeller<'_> {
    /// Searches levels and sends their lines, until there are no more or all is cancelled.
    pub(super) fn work(&self, lines: &Sender<Done>) {
        while self.window.take(&self.limits.cancel) {
            let next = self.source.lock().unwrap_or_else(PoisonError::into_inner).next();
            match next {
                Ok(Some(job)) => self.label(job, lines),
                Ok(None) => return,
                Err(failure) => {
                    self.tally().failure = Some(failure);
                    self.limits.cancel.cancel();
                }
            }
        }
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn label(&self, job: Job, lines: &Sender<Done>) {
        let Some(Membership { class, .. }) = job.membership.clone() else {
            let (warned, label) = self.learn(&job.parsed);
            let told = label.told();
            return self.write(job, warned, label.finding, &told, lines);
        };
        match class.ask(job) {
            Task::Nothing => {}
            Task::Write(job, label) => self.write_member(job, &label, lines),
            Task::Search(job) => {
                let (_, label) = self.learn(&class.form.parse());
                let label = Arc::new(label);
                let waiting = class.tell(Arc::clone(&label));
                for job in std::iter::once(job).chain(waiting) {
                    self.write_member(job, &label, lines);
                }
            }
        }
    }

    /// Searches a level.
    fn learn(&self, parsed: &Result<Level, ParseError>) -> (Vec<Warned>, Label) {
        let (warned, finding) = find(parsed, &self.config, &self.limits, &mut ())
            .expect("the configuration was tried before");
        let mut label = Label { finding, optimal_sequences: None, is_cancelled: false };
        if let Finding::Searched { report, .. } = &label.finding {
            label.is_cancelled = report.stopped_by == Some(StopReason::Cancelled);
            if let (Some(cap), Ok(level)) = (self.args.count_optimal, parsed) {
                let counted =
                    panic::catch_unwind(AssertUnwindSafe(|| self.count(report, level, cap)));
                match counted {
                    Ok(Ok(sequences)) => label.optimal_sequences = sequences,
                    Ok(Err(reason)) => label.is_cancelled |= reason == StopReason::Cancelled,
                    Err(_) => label.finding = Finding::Failed,
                }
            }
        }
        (warned, label)
    }

    /// The number of optimal push sequences, where a solution is proven to be one.
    fn count(&self, report: &Report, level: &Level, cap: u64) -> Result<Option<u64>, StopReason> {
        match &report.outcome {
            Outcome::Solved { counts, optimality, .. }
                if optimality.is_proven(Objective::Pushes) =>
            {
                let board = Board::try_from(level).expect("the level gave a board before");
                let pushes = u32::try_from(counts.pushes).expect("a bound proves them");
                count_optimal(&board, pushes, cap, &self.limits).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Sends the line of a level by what was learned of its class.
    fn write_member(&self, job: Job, label: &Label, lines: &Sender<Done>) {
        let Some((membership, level)) = job.membership.as_ref().zip(job.parsed.as_ref().ok())
        else {
            unreachable!("only levels that are valid have a class");
        };
        let own = panic::catch_unwind(AssertUnwindSafe(|| label.of_member(level, membership)));
        let (warned, finding) = own.unwrap_or_else(|_| (Vec::new(), Finding::Failed));
        self.write(job, warned, finding, &label.told(), lines);
    }

    fn write(
        &self,
        job: Job,
        warnings: Vec<Warned>,
        finding: Finding,
        told: &Told,
        lines: &Sender<Done>,
    ) {
        let Job { index, share, .. } = job;
        let mut line = None;
        if !told.is_cancelled {
            let report = LevelReport {
                file: job.file.to_string(),
                number: job.number,
                title: title(&job.parsed),
                warnings,
                objective: self.config.objective,
                finding,
            };
            line = Some(self.line(&report, &job, told));
            let mut tally = self.tally();
            tally.summary.add(&report);
            tally.has_failed |= report.exit() == Exit::Internal;
        }
        // Nobody listens any more once the lines cannot be written.
        let _ = lines.send(Done { index, share, line });
    }

    fn line(&self, report: &LevelReport, job: &Job, told: &Told) -> String {
        let args = self.args;
        let solution = match &report.finding {
            Finding::Searched { report, .. } => match &report.outcome {
                Outcome::Solved { solution, .. } => Some(solution),
                _ => None,
            },
            _ => None,
        };
        let of_first = |membership: &Membership| {
            let (file, level) = &membership.class.first;
            (!membership.is_first).then(|| (Arc::clone(file), *level))
        };
        let first = job.membership.as_ref().and_then(of_first);
        let first = first.as_ref().map(|(file, level)| LevelName { file, level: *level });
        let has_id = args.id || args.dedupe || args.out.is_some();
        let fields = BatchFields {
            actions: args.actions.map(|order| solution.map(|solution| actions(solution, order))),
            optimal_sequences: args.count_optimal.map(|_| told.optimal_sequences),
            id: has_id.then(|| job.id.map(|id| id.to_string())),
            duplicate_of: args.dedupe.then_some(first),
            options: &args.options,
        };
        json::line_of_batch(report, &fields, !args.no_timing)
    }
}

/// What a label says besides its finding.
struct Told {
    optimal_sequences: Option<u64>,
    is_cancelled: bool,
}

impl Label {
    fn told(&self) -> Told {
        Told { optimal_sequences: self.optimal_sequences, is_cancelled: self.is_cancelled }
    }

    /// What is learned of `level`, of whose form this is the label; and what there is to warn about.
    ///
    /// # Panics
    /// When the replay does not confirm the solution in the level's own directions.
    fn of_member(&self, level: &Level, membership: &Membership) -> (Vec<Warned>, Finding) {
        let board = Board::try_from(level).expect("a level with a form has a board");
        let Finding::Searched { report, metrics } = &self.finding else {
            return (warnings(level, Some(&board)), Finding::Failed);
        };
        let (mut report, mut metrics) = (report.clone(), *metrics);
        if let Outcome::Solved { solution, counts, .. } = &mut report.outcome {
            let back: Symmetry = membership.symmetry.inverse();
            *solution = solution.transformed(back);
            let own = SolutionMetrics::replay(solution, &board)
                .expect("a solution turned with its level holds");
            let replayed = Counts { moves: own.moves, pushes: own.pushes };
            assert_eq!(replayed, *counts, "the replay counts as the search does");
            metrics = Some(own);
        }
        if !membership.is_first {
            // Nothing was searched for this one, so that sums over all lines count all work once.
            report.stats = Stats::default();
            report.elapsed = Duration::ZERO;
        }
        (warnings(level, Some(&board)), Finding::Searched { report, metrics })
    }
}
