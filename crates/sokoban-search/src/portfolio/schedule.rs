//! Schedule: what a thread of a portfolio does next.

/// The limit of an attempt that may find any solution. No path that fits into memory is as long.
pub(super) const NO_LIMIT: u32 = u32::MAX / 2;

/// The states that the first attempts may generate. Of the levels of XSokoban that a single attempt
/// solves in ten seconds, nine in ten need fewer.
const FIRST: u64 = 1 << 20;
/// So many attempts share a length before it doubles.
const ROUND: u32 = 8;
/// Where nothing else ends the search, so many attempts in a row that find nothing better do.
const MOST_IN_VAIN: u32 = 16;

/// Something for a thread to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// A search for a solution.
    Attempt(Attempt),
    /// To shorten the best solution by its parts.
    Shorten,
}

/// A search for a solution within a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attempt {
    /// Which of the orders guide it.
    pub(super) number: u32,
    /// The most pushes of a solution that is worth finding.
    pub(super) limit: u32,
    /// The states that it may generate.
    pub(super) most: u64,
}

/// What came of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Result {
    /// A solution, which was offered.
    Found,
    /// Within so many pushes there is none.
    NoneWithin(u32),
    /// It generated all that it might.
    Spent,
    /// Its memory was full.
    Full,
}

/// Hands out tasks: attempts at any solution until there is one; then the shortening of the best one,
/// by one thread, and attempts at better ones by the others, and by all when its parts are as short
/// as they get.
///
/// What it says depends on what it was told and on nothing else, so one thread alone does the same
/// every time.
#[derive(Debug)]
pub(super) struct Schedule {
    /// Is the first solution the end?
    is_any_enough: bool,
    /// Does a limit end the search where nothing better is found?
    is_endless: bool,
    lower_bound: u32,
    /// The attempts handed out, and those of them since there is no better solution.
    attempts: u32,
    in_vain: u32,
    /// The length of the solution that cannot be shortened by its parts.
    shortened: Option<u32>,
    is_shortening: bool,
    is_full: bool,
}

impl Schedule {
    pub(super) fn new(lower_bound: u32, is_any_enough: bool, is_endless: bool) -> Self {
        Self {
            is_any_enough,
            is_endless,
            lower_bound,
            attempts: 0,
            in_vain: 0,
            shortened: None,
            is_shortening: false,
            is_full: false,
        }
    }

    /// The pushes that any solution needs at least, proven.
    pub(super) fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// Did an attempt end for want of memory, and the search for want of anything else to do?
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// The next task, where the best solution has so many pushes; none at the end.
    pub(super) fn next(&mut self, best: Option<u32>) -> Option<Task> {
        let limit = match best {
            None if self.lower_bound > NO_LIMIT => return None,
            None => NO_LIMIT,
            Some(best) => {
                if self.is_any_enough || best <= self.lower_bound {
                    return None;
                }
                if !self.is_shortening && self.shortened != Some(best) {
                    self.is_shortening = true;
                    return Some(Task::Shorten);
                }
                self.limit_below(best)
            }
        };
        let is_over = !self.is_endless && (self.in_vain >= MOST_IN_VAIN || self.is_full);
        if is_over && !self.is_shortening && (best.is_some() || self.is_full) {
            return None;
        }
        let round = match best {
            None => self.attempts / ROUND,
            Some(_) => self.in_vain / ROUND,
        };
        let attempt = Attempt { number: self.attempts, limit, most: FIRST << round.min(20) };
        self.attempts += 1;
        self.in_vain += 1;
        Some(Task::Attempt(attempt))
    }

    /// Hears what came of an attempt.
    pub(super) fn hear(&mut self, result: Result) {
        match result {
            Result::Found => self.in_vain = 0,
            Result::NoneWithin(limit) => self.lower_bound = self.lower_bound.max(limit + 1),
            Result::Spent => {}
            Result::Full => self.is_full = true,
        }
    }

    /// Hears that the best solution, of so many pushes, has no part that can be shortened; or that it
    /// is not known.
    pub(super) fn hear_of_parts(&mut self, shortened: Option<u32>) {
        self.is_shortening = false;
        self.shortened = shortened.or(self.shortened);
    }

    /// A narrow limit leaves less to search and may leave nothing to find: so one attempt asks for any
    /// better solution, the next for one that is a quarter of the way to the lower bound, and the next
    /// for one that is half of the way.
    fn limit_below(&self, best: u32) -> u32 {
        let room = best - self.lower_bound;
        let less = match self.in_vain % 3 {
            0 => 1,
            1 => room / 4,
            _ => room / 2,
        };
        best - less.max(1)
    }
}
