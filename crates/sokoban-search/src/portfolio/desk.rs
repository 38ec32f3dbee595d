//! Desk: what the threads of a portfolio share.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sokoban_core::{Board, Push};

use super::schedule::{AttemptEnd, Schedule, Task};
use crate::improve::Windows;
use crate::limits::CancelToken;
use crate::outcome::StopReason;
use crate::space::Step;
use crate::stats::Stats;

/// How a portfolio ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Nothing is left to do.
    Done,
    Stopped(StopReason),
    /// A thread is about to panic.
    Panicked,
}

/// The schedule and the best solution, behind a lock, and what is counted.
pub(super) struct Desk<'b> {
    board: &'b Board,
    /// Ends what looks at nothing else.
    cancel: CancelToken,
    /// Those of the thread that shortens the best solution, while it does not.
    windows: Mutex<Option<Windows<'b>>>,
    inner: Mutex<Inner>,
    /// The watch sleeps here between its looks at the clock.
    ended: Condvar,
    is_ended: AtomicBool,
    /// The pushes of the best solution; [`u32::MAX`] if there is none.
    best: AtomicU32,
    expanded: AtomicU64,
    generated: AtomicU64,
    most_expanded: u64,
}

struct Inner {
    schedule: Schedule,
    path: Option<Vec<Step>>,
    /// The tasks under way.
    working: usize,
    end: Option<End>,
}

impl<'b> Desk<'b> {
    /// With a solution to better, if there is one.
    pub(super) fn new(
        (board, windows): (&'b Board, Windows<'b>),
        schedule: Schedule,
        path: Option<Vec<Step>>,
        most_expanded: u64,
    ) -> Self {
        let best = path.as_ref().map_or(u32::MAX, |path| path.len() as u32);
        Self {
            board,
            cancel: CancelToken::new(),
            windows: Mutex::new(Some(windows)),
            inner: Mutex::new(Inner { schedule, path, working: 0, end: None }),
            ended: Condvar::new(),
            is_ended: AtomicBool::new(false),
            best: AtomicU32::new(best),
            expanded: AtomicU64::new(0),
            generated: AtomicU64::new(0),
            most_expanded,
        }
    }

    /// The next task of a thread; none if the search has ended, or has nothing for one more thread.
    pub(super) fn next(&self) -> Option<Task> {
        let mut inner = self.lock();
        if inner.end.is_some() {
            return None;
        }
        let task = inner.schedule.next(self.length());
        match task {
            Some(_) => inner.working += 1,
            None if inner.working == 0 => {
                let end = if inner.schedule.is_ended_by_memory() {
                    End::Stopped(StopReason::Memory)
                } else {
                    End::Done
                };
                self.end_locked(&mut inner, end);
            }
            None => {}
        }
        task
    }

    /// Takes what came of an attempt.
    pub(super) fn hear(&self, end: AttemptEnd) {
        let mut inner = self.lock();
        inner.working -= 1;
        inner.schedule.hear(end);
        self.end_if_done(&mut inner);
    }

    /// Takes what came of the shortening of a solution of so many pushes: none if it was broken off.
    pub(super) fn hear_of_parts(&self, shortened: Option<u32>) {
        let mut inner = self.lock();
        inner.working -= 1;
        inner.schedule.hear_of_parts(shortened);
    }

    /// Takes a path if it is shorter than the best.
    pub(super) fn offer(&self, path: Vec<Step>) {
        let mut inner = self.lock();
        let length = path.len() as u32;
        if self.length().is_none_or(|best| length < best) {
            inner.path = Some(path);
            self.best.store(length, Ordering::Release);
            inner.schedule.hear(AttemptEnd::Found);
        }
        self.end_if_done(&mut inner);
    }

    /// The pushes of the best solution.
    pub(super) fn length(&self) -> Option<u32> {
        Some(self.best.load(Ordering::Acquire)).filter(|&best| best != u32::MAX)
    }

    /// The pushes of the best solution, none if there is no solution.
    pub(super) fn pushes(&self) -> Vec<Push> {
        let path = self.lock().path.clone().unwrap_or_default();
        let singles = path.iter().filter_map(|step| step.single_steps(self.board)).flatten();
        singles.map(|(from, direction)| Push { from, direction }).collect()
    }

    /// The steps that pushes are.
    pub(super) fn steps(&self, pushes: &[Push]) -> Vec<Step> {
        let to = |push: &Push| self.board.neighbor(push.from, push.direction);
        pushes.iter().map(|push| Step { from: push.from, to: to(push) }).collect()
    }

    /// The windows, if no thread has them.
    pub(super) fn take_windows(&self) -> Option<Windows<'b>> {
        self.windows.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Takes the windows back.
    pub(super) fn give_windows(&self, windows: Windows<'b>) {
        *self.windows.lock().unwrap_or_else(PoisonError::into_inner) = Some(windows);
    }

    /// What is cancelled at the end.
    pub(super) fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    /// Counts states that were generated.
    pub(super) fn count_generated(&self, generated: u64) {
        self.generated.fetch_add(generated, Ordering::Relaxed);
    }

    /// Counts an expansion.
    ///
    /// # Errors
    /// [`StopReason::Nodes`] if there may be no more.
    pub(super) fn expand_one(&self) -> Result<(), StopReason> {
        if self.expanded.fetch_add(1, Ordering::Relaxed) < self.most_expanded {
            return Ok(());
        }
        self.expanded.fetch_sub(1, Ordering::Relaxed);
        Err(StopReason::Nodes)
    }

    /// Counts up to `most` expansions before they are made, and says how many may be.
    pub(super) fn reserve_expansions(&self, most: u64) -> u64 {
        let before = self.expanded.fetch_add(most, Ordering::Relaxed);
        let granted = most.min(self.most_expanded.saturating_sub(before));
        self.expanded.fetch_sub(most - granted, Ordering::Relaxed);
        granted
    }

    /// Takes back those that were not made.
    pub(super) fn return_expansions(&self, expansions: u64) {
        self.expanded.fetch_sub(expansions, Ordering::Relaxed);
    }

    /// Is the search under way?
    ///
    /// # Errors
    /// [`StopReason::Cancelled`] if it has ended.
    pub(super) fn look(&self) -> Result<(), StopReason> {
        if self.is_ended.load(Ordering::Relaxed) { Err(StopReason::Cancelled) } else { Ok(()) }
    }

    /// What was counted, and the lower bound.
    pub(super) fn counted(&self) -> (Stats, u32) {
        let (expanded, generated) =
            (self.expanded.load(Ordering::Relaxed), self.generated.load(Ordering::Relaxed));
        let stats = Stats { expanded, generated, ..Stats::default() };
        (stats, self.lock().schedule.lower_bound())
    }

    /// Ends the search, if it has not ended.
    pub(super) fn end(&self, end: End) {
        self.end_locked(&mut self.lock(), end);
    }

    /// Sleeps for some time, or until the search has ended; yes if it has.
    pub(super) fn wait(&self, time: Duration) -> bool {
        let inner = self.lock();
        let is_under_way = |inner: &mut Inner| inner.end.is_none();
        let waited = self.ended.wait_timeout_while(inner, time, is_under_way);
        waited.unwrap_or_else(PoisonError::into_inner).0.end.is_some()
    }

    /// How it ended, the best solution, and the lower bound.
    pub(super) fn into_result(self) -> (Option<End>, Option<Vec<Step>>, u32) {
        let Inner { schedule, path, end, .. } =
            self.inner.into_inner().unwrap_or_else(PoisonError::into_inner);
        (end, path, schedule.lower_bound())
    }

    fn end_if_done(&self, inner: &mut Inner) {
        // Other threads would go on with what they have begun.
        if inner.schedule.is_done(self.length()) {
            self.end_locked(inner, End::Done);
        }
    }

    fn end_locked(&self, inner: &mut Inner, end: End) {
        inner.end.get_or_insert(end);
        self.cancel.cancel();
        self.is_ended.store(true, Ordering::Relaxed);
        self.ended.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the search when a thread ends by a panic, so that none waits for it.
pub(super) struct EndWhenPanicked<'d, 'b>(pub(super) &'d Desk<'b>);

impl Drop for EndWhenPanicked<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end(End::Panicked);
        }
    }
}

#[cfg(test)]
mod tests {
    use sokoban_core::{DeadlockConfig, Level, Square};

    use super::*;
    use crate::improve::WindowPlan;
    use crate::portfolio::schedule::Ends;

    /// Is the search still under way after two threads have begun attempts and one has found a
    /// solution of two pushes?
    fn goes_on(is_any_enough: bool, lower_bound: u32) -> bool {
        let level: Level = "#######\n#@ $ .#\n#######".parse().expect("a level");
        let board = Board::try_from(&level).expect("a board");
        let windows = Windows::new(&board, WindowPlan::of_pushes(DeadlockConfig::ALL));
        let schedule = Schedule::new(lower_bound, is_any_enough, Ends::Limit);
        let desk = Desk::new((&board, windows), schedule, None, u64::MAX);
        assert!(desk.next().is_some() && desk.next().is_some());
        assert_eq!(desk.look(), Ok(()));
        let step = |from| Step { from: Square::new(from), to: Square::new(from + 1) };
        desk.offer(vec![step(0), step(1)]);
        assert_eq!(desk.length(), Some(2));
        desk.look().is_ok()
    }

    #[test]
    fn a_solution_that_is_enough_ends_what_other_threads_have_begun() {
        assert!(goes_on(false, 1));
        assert!(!goes_on(true, 1), "any solution is enough");
        assert!(!goes_on(false, 2), "none is shorter");
    }

    #[test]
    fn expansions_are_counted_before_they_are_made() {
        let level: Level = "#######\n#@ $ .#\n#######".parse().expect("a level");
        let board = Board::try_from(&level).expect("a board");
        let windows = Windows::new(&board, WindowPlan::of_pushes(DeadlockConfig::ALL));
        let desk = Desk::new((&board, windows), Schedule::new(1, false, Ends::Limit), None, 100);
        assert_eq!(desk.expand_one(), Ok(()));
        assert_eq!((desk.reserve_expansions(64), desk.reserve_expansions(64)), (64, 35));
        assert_eq!((desk.reserve_expansions(64), desk.expand_one()), (0, Err(StopReason::Nodes)));
        desk.return_expansions(1);
        assert_eq!((desk.expand_one(), desk.expand_one()), (Ok(()), Err(StopReason::Nodes)));
        assert_eq!(desk.counted().0.expanded, 100);
    }
}
