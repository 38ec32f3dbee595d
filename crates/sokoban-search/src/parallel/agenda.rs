//! Agenda: what is open, who works on what, and what that proves.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::cache_line::CacheLine;
use super::shared::{End, Way, Ways};
use crate::bidirectional::Turns;
use crate::memory::Memory;
use crate::node_table::TableFull;
use crate::open_list::{Entry, OpenList};
use crate::stats::Stats;

/// The open lists of all threads, behind one lock, and the states that threads are at work on.
///
/// One list for all keeps the order of A*: with a list for each thread, each expands the least of
/// its own, and those of most threads are not among the least of all. A thread takes the lock once
/// an expansion, to hand in the children of one state and to take the next; it holds it for well
/// under a microsecond, where an expansion takes five to thirty. `docs/algorithms.md` has what was
/// measured.
pub(super) struct Agenda {
    inner: CacheLine<Mutex<Inner>>,
    /// Threads that have nothing to do sleep here until there is.
    entries_came: Condvar,
    /// The watch sleeps here between its looks at the clock.
    ended: Condvar,
    is_ended: CacheLine<AtomicBool>,
    /// By way: no state there that is open or worked on has an f below this one.
    floors: [AtomicU32; 2],
}

struct Inner {
    ways: Ways,
    open: [OpenList; 2],
    /// By thread.
    work: Vec<Option<Task>>,
    /// Threads asleep for want of entries.
    waiting: usize,
    /// The tasks given out.
    given: u64,
    /// Proven for every path. Never above the length of the best one.
    lower_bound: u32,
    stats: Stats,
    end: Option<End>,
    memory: Memory,
}

/// A state to expand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) way: Way,
    pub(super) entry: Entry,
}

/// What came of a task.
#[derive(Debug, Default)]
pub(super) struct Harvest {
    /// The states that it opened.
    pub(super) opened: Vec<Entry>,
    /// What it counted.
    pub(super) stats: Stats,
}

impl Agenda {
    pub(super) fn new(ways: Ways, threads: usize, memory: Memory) -> Self {
        Self {
            inner: CacheLine(Mutex::new(Inner {
                ways,
                open: [OpenList::new(), OpenList::new()],
                work: vec![None; threads],
                waiting: 0,
                given: 0,
                lower_bound: 0,
                stats: Stats::default(),
                end: None,
                memory,
            })),
            entries_came: Condvar::new(),
            ended: Condvar::new(),
            is_ended: CacheLine(AtomicBool::new(false)),
            floors: [AtomicU32::new(0), AtomicU32::new(0)],
        }
    }

    /// Opens a root.
    ///
    /// # Errors
    /// [`TableFull::Stop`] if there is no room.
    pub(super) fn open_root(&self, task: Task) -> Result<(), TableFull> {
        let Inner { open, memory, .. } = &mut *self.lock();
        Ok(open[task.way.index()].push(task.entry, memory)?)
    }

    /// Adds to what was counted.
    pub(super) fn count(&self, stats: Stats) {
        let mut inner = self.lock();
        inner.stats = stats.after(inner.stats);
    }

    /// Takes what came of the last task of a thread, and tells what has been counted and proven.
    pub(super) fn hand_in(&self, thread: usize, harvest: &mut Harvest) -> (Stats, u32) {
        let mut inner = self.lock();
        if let Err(full) = inner.take(thread, harvest) {
            self.end_locked(&mut inner, full.into());
        }
        // Who sleeps may find an entry, or that the search is done.
        if inner.waiting > 0 {
            self.entries_came.notify_all();
        }
        (inner.stats, inner.lower_bound)
    }

    /// Takes what came of the last task of a thread, and gives it the next one, or none if the
    /// search has ended. `best` tells the length of the best path.
    pub(super) fn next(
        &self,
        thread: usize,
        harvest: &mut Harvest,
        best: impl Fn() -> u32,
    ) -> Option<Task> {
        let mut inner = self.lock();
        if let Err(full) = inner.take(thread, harvest) {
            self.end_locked(&mut inner, full.into());
        }
        loop {
            if inner.end.is_some() {
                return None;
            }
            // Read with the lock held: all that came of the tasks handed in so far is seen.
            let best = best();
            if inner.is_done(best) {
                self.end_locked(&mut inner, End::Searched);
                return None;
            }
            let task = inner.give(thread, best);
            for way in Way::BOTH {
                self.floors[way.index()].store(inner.floor(way), Ordering::Release);
            }
            if task.is_some() {
                if inner.waiting > 0 && inner.open.iter().any(|open| open.len() > 0) {
                    self.entries_came.notify_one();
                }
                return task;
            }
            // Some thread is at work, or the search would be done: it looks here again.
            inner.waiting += 1;
            inner = self.entries_came.wait(inner).unwrap_or_else(PoisonError::into_inner);
            inner.waiting -= 1;
        }
    }

    /// Was the search ended?
    pub(super) fn is_ended(&self) -> bool {
        self.is_ended.load(Ordering::Relaxed)
    }

    /// Ends the search, unless it has ended.
    pub(super) fn end(&self, end: End) {
        self.end_locked(&mut self.lock(), end);
    }

    /// No state of `way` that is open or worked on has an f below this one.
    pub(super) fn floor(&self, way: Way) -> u32 {
        self.floors[way.index()].load(Ordering::Acquire)
    }

    /// Waits until the search ends, no longer than `most`. What has been counted and proven so far,
    /// or none if it has ended.
    pub(super) fn wait(&self, most: Duration) -> Option<(Stats, u32)> {
        let inner = self.lock();
        let go_on = |inner: &mut Inner| inner.end.is_none();
        let waited = self.ended.wait_timeout_while(inner, most, go_on);
        let (inner, _) = waited.unwrap_or_else(PoisonError::into_inner);
        inner.end.is_none().then_some((inner.stats, inner.lower_bound))
    }

    /// How the search ended, what was counted and what was proven.
    pub(super) fn result(&self) -> (Option<End>, Stats, u32) {
        let inner = self.lock();
        (inner.end, inner.stats, inner.lower_bound)
    }

    /// The bytes of the open lists.
    pub(super) fn memory_usage(&self) -> usize {
        self.lock().open.iter().map(OpenList::memory_usage).sum()
    }

    fn end_locked(&self, inner: &mut Inner, end: End) {
        if inner.end.is_none() {
            inner.end = Some(end);
            self.is_ended.store(true, Ordering::Relaxed);
            self.entries_came.notify_all();
            self.ended.notify_all();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn take(&mut self, thread: usize, harvest: &mut Harvest) -> Result<(), TableFull> {
        self.stats = harvest.stats.after(self.stats);
        harvest.stats = Stats::default();
        if let Some(task) = &self.work[thread] {
            let open = &mut self.open[task.way.index()];
            for entry in harvest.opened.drain(..) {
                open.push(entry, &mut self.memory)?;
            }
        }
        // Only now: until its children are open, the state stands for them.
        self.work[thread] = None;
        Ok(())
    }

    fn give(&mut self, thread: usize, best: u32) -> Option<Task> {
        let first = self.turn();
        for way in [first, first.other()] {
            while let Some(entry) = self.open[way.index()].pop() {
                // No path shorter than the best leads through the others.
                if entry.f < best {
                    let task = Task { way, entry };
                    self.work[thread] = Some(task);
                    self.given += 1;
                    return Some(task);
                }
            }
        }
        None
    }

    fn turn(&self) -> Way {
        let [forward, backward] = &self.open;
        let is_forward = match self.ways {
            Ways::One => true,
            Ways::Both(Turns::ToTheSmaller) => forward.len() <= backward.len(),
            Ways::Both(Turns::ThreeForward) => {
                !self.given.is_multiple_of(4) && forward.len() <= 2 * backward.len()
            }
        };
        if is_forward { Way::Forward } else { Way::Backward }
    }

    /// Raises the lower bound to what is proven; is there nothing left to find?
    fn is_done(&mut self, best: u32) -> bool {
        loop {
            let bound = self.lower_bound;
            if best <= bound {
                return true;
            }
            let ahead = self.least_g(Way::Forward, bound);
            let is_at_bound = match self.ways {
                Ways::One => ahead.is_some(),
                Ways::Both(_) => {
                    let back = self.least_g(Way::Backward, bound);
                    ahead.zip(back).is_some_and(|(ahead, back)| ahead + back < bound)
                }
            };
            if is_at_bound {
                return false;
            }
            let is_exhausted = match self.ways {
                Ways::One => self.is_exhausted(Way::Forward),
                Ways::Both(_) => Way::BOTH.into_iter().any(|way| self.is_exhausted(way)),
            };
            if is_exhausted {
                // No path is left to find but the best one.
                if best != u32::MAX {
                    self.lower_bound = best;
                }
                return true;
            }
            self.lower_bound += 1;
        }
    }

    /// The least g of the states, open or worked on, whose f is at most `most_f`.
    fn least_g(&mut self, way: Way, most_f: u32) -> Option<u32> {
        let open = self.open[way.index()].least_g(most_f);
        let worked_on = self.worked_on(way).filter(|entry| entry.f <= most_f);
        worked_on.map(|entry| entry.f - entry.h).chain(open).min()
    }

    fn is_exhausted(&self, way: Way) -> bool {
        self.open[way.index()].len() == 0 && self.worked_on(way).next().is_none()
    }

    fn floor(&self, way: Way) -> u32 {
        let open = self.open[way.index()].floor();
        self.worked_on(way).map(|entry| entry.f).fold(open, u32::min)
    }

    fn worked_on(&self, way: Way) -> impl Iterator<Item = Entry> {
        let tasks = self.work.iter().flatten().filter(move |task| task.way == way);
        tasks.map(|task| task.entry)
    }
}
