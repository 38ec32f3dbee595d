//! Budget: holds a search to its limits. The only reader of the clock.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::limits::{CancelToken, Limits};
use crate::memory::Memory;
use crate::observer::{Incumbent, Observer, Progress};
use crate::outcome::StopReason;
use crate::stats::Stats;

/// The successors between two looks at the clock, on ordinary boards. On larger ones a state takes
/// longer, and they are the fewer.
const INTERVAL: u64 = 1024;

/// So many squares and goals, nearly twice as many included, are ordinary.
const ORDINARY_SQUARES: u64 = 512;
const ORDINARY_GOALS: u64 = 256;

/// Holds a search to its limits, and tells the observer how it gets on.
pub(crate) struct Budget<'o> {
    limits: Limits,
    observer: &'o mut dyn Observer,
    started: Instant,
    /// Expansions of earlier searches of the same level.
    spent: u64,
    /// Expansions that this search may make, however many the limits allow.
    cap: Option<u64>,
    /// The lower bound that they have proven.
    proven: u32,
    /// A lower bound that ends the search.
    enough: Option<u32>,
    /// Expansions and successors at the last check.
    seen: u64,
    /// States since the last look at the clock.
    work: u64,
    has_looked: bool,
    /// See [`INTERVAL`].
    interval: u64,
    /// Everything allocated is booked here.
    pub(crate) memory: Memory,
}

impl<'o> Budget<'o> {
    pub(crate) fn new(limits: &Limits, observer: &'o mut dyn Observer) -> Self {
        Self {
            limits: limits.clone(),
            observer,
            started: Instant::now(),
            spent: 0,
            cap: None,
            proven: 0,
            enough: None,
            seen: 0,
            work: 0,
            has_looked: false,
            interval: INTERVAL,
            memory: Memory::new(limits.bytes),
        }
    }

    /// From now on the clock is looked at as often as a board of so many squares and goals needs.
    pub(crate) fn suit_board(&mut self, squares: usize, goals: usize) {
        // A bound may take as long as the square of the number of goals.
        let goals = (goals as u64).pow(2) / ORDINARY_GOALS.pow(2);
        let slowness = (squares as u64 / ORDINARY_SQUARES).max(goals).max(1);
        self.interval = (INTERVAL / slowness).max(1);
    }

    /// Is there time for one more child, where a single expansion may take long? Elsewhere there is.
    ///
    /// # Errors
    /// Those of [`Self::poll`].
    pub(crate) fn poll_child(&self) -> Result<(), StopReason> {
        if self.interval < INTERVAL { self.poll() } else { Ok(()) }
    }

    /// Is there time left? For the work before a search, which has no states to count: it asks
    /// about every millisecond, and the observer hears nothing of it.
    ///
    /// # Errors
    /// [`StopReason::Time`] or [`StopReason::Cancelled`].
    pub(crate) fn poll(&self) -> Result<(), StopReason> {
        if self.limits.cancel.is_cancelled() {
            return Err(StopReason::Cancelled);
        }
        if self.limits.time.is_some_and(|time| self.elapsed() >= time) {
            return Err(StopReason::Time);
        }
        Ok(())
    }

    /// Runs `build` with a watch that breaks when [`Self::poll`] fails.
    ///
    /// # Errors
    /// Those of [`Self::poll`], where the build ended because of it.
    pub(crate) fn watch<T>(
        &self,
        build: impl FnOnce(&mut dyn FnMut() -> ControlFlow<()>) -> Option<T>,
    ) -> Result<T, StopReason> {
        let mut stopped_by = StopReason::Cancelled;
        let built = build(&mut || match self.poll() {
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => {
                stopped_by = reason;
                ControlFlow::Break(())
            }
        });
        built.ok_or(stopped_by)
    }

    /// From now on a search stops after `expansions`, with [`StopReason::Nodes`].
    pub(crate) fn set_cap(&mut self, expansions: u64) {
        self.cap = Some(expansions);
    }

    /// Ends the cap. Did a search with these counts stop because of it, and not of a limit? Then
    /// what it expanded counts against the limit of the next.
    pub(crate) fn end_cap(&mut self, stats: &Stats) -> bool {
        let cap = self.cap.take();
        self.spent += stats.expanded;
        cap.is_some_and(|cap| stats.expanded >= cap)
            && self.limits.nodes.is_none_or(|nodes| self.spent < nodes)
    }

    /// Is there a limit besides that on memory?
    pub(crate) fn has_other_limit(&self) -> bool {
        self.limits.time.is_some() || self.limits.nodes.is_some()
    }

    /// Another search of the same level follows on all those counted in `stats`, which have proven
    /// `lower_bound`. It stops, with [`StopReason::Nodes`], when its own lower bound is `enough`.
    pub(crate) fn go_on(&mut self, stats: &Stats, lower_bound: u32, enough: Option<u32>) {
        self.spent = stats.expanded;
        self.proven = lower_bound;
        self.enough = enough;
    }

    /// The lower bound that earlier searches of the same level have proven.
    pub(crate) fn proven(&self) -> u32 {
        self.proven
    }

    /// May one more state be expanded? Called before each expansion.
    ///
    /// # Errors
    /// The limit that was reached: [`StopReason::Nodes`], or at a look at the clock
    /// [`StopReason::Time`] or [`StopReason::Cancelled`].
    pub(crate) fn check(
        &mut self,
        stats: &Stats,
        stored: u64,
        lower_bound: u32,
    ) -> Result<(), StopReason> {
        let is_past = |most: u64| stats.expanded >= most;
        if self.enough.is_some_and(|enough| lower_bound >= enough)
            || self.cap.is_some_and(is_past)
            || self.limits.nodes.is_some_and(|nodes| is_past(nodes.saturating_sub(self.spent)))
        {
            return Err(StopReason::Nodes);
        }
        let done = stats.expanded + stats.generated;
        let work = done - self.seen.min(done);
        self.seen = done;
        self.look_after(work, stats, stored, lower_bound)
    }

    /// Looks at the clock if `work` more states make it due.
    ///
    /// # Errors
    /// [`StopReason::Time`] or [`StopReason::Cancelled`].
    pub(crate) fn look_after(
        &mut self,
        work: u64,
        stats: &Stats,
        stored: u64,
        lower_bound: u32,
    ) -> Result<(), StopReason> {
        self.work += work;
        if self.work < self.interval && self.has_looked {
            return Ok(());
        }
        self.work = 0;
        self.has_looked = true;
        self.look(stats, stored, lower_bound)
    }

    /// Tells the observer of a solution that was found.
    pub(crate) fn tell_incumbent(&mut self, measure: u32, lower_bound: u32) {
        let incumbent = Incumbent { measure, lower_bound, elapsed: self.elapsed() };
        self.observer.incumbent(&incumbent);
    }

    /// The limits of a part of this search that may expand `expansions` states and take `bytes`: its
    /// own as far as they are narrower.
    pub(crate) fn limits_of_part(&self, expansions: u64, bytes: usize) -> Limits {
        Limits {
            time: self.limits.time.map(|time| time.saturating_sub(self.elapsed())),
            nodes: Some(expansions.min(self.expansions_left())),
            bytes: Some(bytes),
            cancel: self.limits.cancel.clone(),
        }
    }

    /// A part of this search with a budget of its own made so many expansions.
    pub(crate) fn spend(&mut self, expansions: u64) {
        self.spent += expansions;
    }

    /// The lower bound `bound` is proven.
    pub(crate) fn prove(&mut self, bound: u32) {
        self.proven = self.proven.max(bound);
    }

    /// The limits of a part of this search on another thread: the time that is left, and what is
    /// cancelled when it is to end.
    pub(crate) fn limits_of_thread(&self, cancel: CancelToken) -> Limits {
        let time = self.limits.time.map(|time| time.saturating_sub(self.elapsed()));
        Limits { time, nodes: None, bytes: self.limits.bytes, cancel }
    }

    /// From now on it may make so many expansions.
    pub(crate) fn allow(&mut self, expansions: u64) {
        self.spent = 0;
        self.limits.nodes = Some(expansions);
    }

    /// What cancels it.
    pub(crate) fn cancel(&self) -> &CancelToken {
        &self.limits.cancel
    }

    /// Wall time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The expansions that the limit on them, or the cap, leaves to a search that has made none.
    pub(crate) fn expansions_left(&self) -> u64 {
        let left = self.limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(self.spent));
        self.cap.map_or(left, |cap| left.min(cap))
    }

    /// Looks at the clock, and tells the observer how far the search has come.
    ///
    /// # Errors
    /// [`StopReason::Time`] or [`StopReason::Cancelled`].
    pub(crate) fn look(
        &mut self,
        stats: &Stats,
        stored: u64,
        lower_bound: u32,
    ) -> Result<(), StopReason> {
        self.poll()?;
        let elapsed = self.elapsed();
        let progress = Progress {
            expanded: stats.expanded,
            generated: stats.generated,
            stored,
            lower_bound,
            bytes: self.memory.used(),
            elapsed,
        };
        if self.observer.progress(&progress).is_break() {
            return Err(StopReason::Cancelled);
        }
        Ok(())
    }
}
