//! Solver: answers questions in the background.

use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use sokoban_core::{Board, Deadlock, Level};
use sokoban_search::{
    CancelToken, Limits, Objective, Observer, Outcome, Progress, Proof, SolveConfig, StopReason,
};

use super::question::{Advance, Answer, Question};
use crate::run::search::search;

/// How much each question may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    pub(super) time: Option<Duration>,
    pub(super) bytes: Option<usize>,
}

/// Answers one question at a time on a thread of its own. A new question ends the one before.
#[derive(Debug)]
pub(super) struct Solver {
    allowance: Allowance,
    sender: Sender<(u64, Answer)>,
    receiver: Receiver<(u64, Answer)>,
    running: Option<Running>,
}

/// The search that was begun last.
#[derive(Debug)]
struct Running {
    number: u64,
    cancel: CancelToken,
    live: Arc<Live>,
    thread: JoinHandle<()>,
}

/// What a search tells while it runs.
#[derive(Debug, Default)]
struct Live {
    lower_bound: AtomicU32,
    expanded: AtomicU64,
}

impl Solver {
    pub(super) fn new(allowance: Allowance) -> Self {
        let (sender, receiver) = mpsc::channel();
        Self { allowance, sender, receiver, running: None }
    }

    /// Begins to answer `question`, and returns at once.
    ///
    /// The new search waits for the memory of the one before, which takes some milliseconds to
    /// notice that it is not wanted any more: two never hold memory at the same time.
    pub(super) fn ask(&mut self, question: Question) {
        self.cancel();
        let before = self.running.take();
        let (cancel, live) = (CancelToken::new(), Arc::new(Live::default()));
        let limits = Limits {
            time: self.allowance.time,
            bytes: self.allowance.bytes,
            cancel: cancel.clone(),
            ..Limits::default()
        };
        let (sender, shared) = (self.sender.clone(), Arc::clone(&live));
        let number = question.number;
        let work = move || {
            if let Some(before) = before {
                // It caught its own panics.
                let _ = before.thread.join();
            }
            let answered = panic::catch_unwind(AssertUnwindSafe(|| {
                answer(&question.text, &limits, &mut Reporter(&shared))
            }));
            // Nobody listens when the session is over.
            let _ = sender.send((number, answered.unwrap_or(Answer::Failed)));
        };
        match thread::Builder::new().name("solver".into()).spawn(work) {
            Ok(thread) => self.running = Some(Running { number, cancel, live, thread }),
            Err(_) => {
                let _ = self.sender.send((number, Answer::Failed));
            }
        }
    }

    /// Ends the search that runs, if one does. Its answer, that it was cancelled, still comes.
    pub(super) fn cancel(&self) {
        if let Some(running) = &self.running {
            running.cancel.cancel();
        }
    }

    /// How far the question that was asked last has come, with its number.
    pub(super) fn advance(&self) -> Option<(u64, Advance)> {
        self.running.as_ref().map(|running| {
            let advance = Advance {
                lower_bound: running.live.lower_bound.load(Ordering::Relaxed) as usize,
                expanded: running.live.expanded.load(Ordering::Relaxed),
            };
            (running.number, advance)
        })
    }

    /// The next answer, with the number of its question; none if there is none within `time`.
    pub(super) fn answer_within(&self, time: Duration) -> Option<(u64, Answer)> {
        self.receiver.recv_timeout(time).ok()
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Passes on how a search gets on.
struct Reporter<'a>(&'a Live);

impl Observer for Reporter<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.0.lower_bound.store(progress.lower_bound, Ordering::Relaxed);
        self.0.expanded.store(progress.expanded, Ordering::Relaxed);
        ControlFlow::Continue(())
    }
}

/// Searches for a solution with the fewest pushes.
fn answer(text: &str, limits: &Limits, observer: &mut dyn Observer) -> Answer {
    let Ok(level) = text.parse::<Level>() else { return Answer::Failed };
    let Ok(board) = Board::try_from(&level) else { return Answer::Failed };
    let config = SolveConfig::default();
    let Ok((report, _)) = search(&level, &board, &config, limits, observer) else {
        return Answer::Failed;
    };
    let lower_bound = report.lower_bound as usize;
    match report.outcome {
        Outcome::Solved { solution, optimality, .. } => Answer::Solved {
            steps: solution.steps().to_vec(),
            is_fewest: optimality.is_proven(Objective::Pushes),
            lower_bound,
        },
        Outcome::Unsolvable(proof) => Answer::Unsolvable(in_words(proof).into()),
        Outcome::Stopped(reason) => {
            let limit = match reason {
                StopReason::Memory => {
                    limits.bytes.map_or("memory".into(), |bytes| format!("{} MiB", bytes >> 20))
                }
                StopReason::Time => {
                    limits.time.map_or("time".into(), |time| format!("{} s", time.as_secs()))
                }
                _ => reason.name().into(),
            };
            Answer::Stopped { limit, lower_bound }
        }
    }
}

/// The proof, where the search's own words speak of the start of a level.
fn in_words(proof: Proof) -> &'static str {
    match proof {
        Proof::DeadlockedStart(Deadlock::DeadSquare) => "a box stands on a dead square",
        Proof::DeadlockedStart(_) => "boxes off goal are frozen",
        Proof::InfiniteBound => "the boxes cannot all reach goals",
        _ => "all that can follow was searched",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GENEROUS: Duration = Duration::from_secs(60);

    fn solver() -> Solver {
        Solver::new(Allowance { time: Some(GENEROUS), bytes: Some(64 << 20) })
    }

    #[test]
    fn a_small_level_is_solved() {
        let mut solver = solver();
        solver.ask(Question { number: 7, text: "#######\n#@ $ .#\n#######".into() });
        let (number, answer) = solver.answer_within(GENEROUS).unwrap();
        assert_eq!(number, 7);
        let Answer::Solved { steps, is_fewest, lower_bound } = answer else { panic!("{answer:?}") };
        assert_eq!((steps.len(), is_fewest, lower_bound), (3, true, 2));
    }

    #[test]
    fn the_proof_is_told_in_words_that_fit_any_position() {
        let mut solver = solver();
        for (number, text, expected) in [
            (1, "#####\n#@ .#\n#$  #\n#####", "a box stands on a dead square"),
            (2, "#######\n#@    #\n#  #$ #\n#   $##\n#..   #\n#     #\n#######", "frozen"),
        ] {
            solver.ask(Question { number, text: text.into() });
            let (answered, answer) = solver.answer_within(GENEROUS).unwrap();
            let Answer::Unsolvable(why) = answer else { panic!("{answer:?}") };
            assert_eq!(answered, number);
            assert!(why.contains(expected), "{why}");
        }
    }

    #[test]
    fn what_is_no_level_is_an_answer_too() {
        let mut solver = solver();
        solver.ask(Question { number: 1, text: "no level".into() });
        assert_eq!(solver.answer_within(GENEROUS), Some((1, Answer::Failed)));
    }
}
