//! Schedule: what a thread of a portfolio does next.

/// The limit of an attempt that may find any solution. No path that fits into memory is as long.
pub(super) const NO_LIMIT: u32 = u32::MAX / 2;

/// The states that the first attempts may generate. Of the levels of XSokoban that a single attempt
/// solves in ten seconds, nine in ten need fewer.
const FIRST: u64 = 1 << 20;
/// So many attempts make a round. In the next one all may generate twice as many states.
const ROUND: u32 = 8;
/// Each round but the first begins with the orders of the first attempts, which are the best, and
/// gives them so many times as much: XSokoban 23 and 90 are found by them with six and three million
/// states, and by no drawn orders with as many in all.
const STEADY: u32 = 2;
const SHARE_OF_STEADY: u64 = 4;
/// Where nothing else ends the search, so many attempts in a row that find nothing better do.
const MOST_IN_VAIN: u32 = 8;

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
pub(super) enum AttemptEnd {
    /// A solution, which was offered.
    Found,
    /// Within so many pushes there is none.
    NoneWithin(u32),
    /// It generated all that it might.
    Spent,
    /// Its memory was full.
    Full,
}

/// What ends a search that finds nothing better and proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// A limit of time or expansions.
    Limit,
    /// Full memory.
    Memory,
    /// Full memory, or many attempts in a row.
    Patience,
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
    ends: Ends,
    lower_bound: u32,
    /// The attempts handed out, and those of them since there is no better solution.
    attempts: u32,
    in_vain: u32,
    /// The length of the solution that cannot be shortened by its parts.
    shortened: Option<u32>,
    is_shortening: bool,
    is_full: bool,
    /// Is that the end?
    is_ended_by_memory: bool,
}

impl Schedule {
    pub(super) fn new(lower_bound: u32, is_any_enough: bool, ends: Ends) -> Self {
        Self {
            is_any_enough,
            ends,
            lower_bound,
            attempts: 0,
            in_vain: 0,
            shortened: None,
            is_shortening: false,
            is_full: false,
            is_ended_by_memory: false,
        }
    }

    /// The pushes that any solution needs at least, proven.
    pub(super) fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// Is there no next task because memory was full?
    pub(super) fn is_ended_by_memory(&self) -> bool {
        self.is_ended_by_memory
    }

    /// Is there nothing left to look for, where the best solution has so many pushes?
    pub(super) fn is_done(&self, best: Option<u32>) -> bool {
        match best {
            Some(best) => self.is_any_enough || best <= self.lower_bound,
            None => self.lower_bound > NO_LIMIT,
        }
    }

    /// The next task, where the best solution has so many pushes; none at the end.
    pub(super) fn next(&mut self, best: Option<u32>) -> Option<Task> {
        if self.is_done(best) {
            return None;
        }
        let limit = match best {
            None => NO_LIMIT,
            Some(best) => {
                if !self.is_shortening && self.shortened != Some(best) {
                    self.is_shortening = true;
                    return Some(Task::Shorten);
                }
                self.limit_below(best)
            }
        };
        let is_in_vain = best.is_some() && self.in_vain >= MOST_IN_VAIN;
        let is_over = match self.ends {
            Ends::Limit => false,
            Ends::Memory => self.is_full,
            Ends::Patience => self.is_full || is_in_vain,
        };
        if is_over && !self.is_shortening {
            self.is_ended_by_memory = self.is_full;
            return None;
        }
        let round = match best {
            None => self.attempts / ROUND,
            Some(_) => self.in_vain / ROUND,
        };
        let place = match best {
            None => self.attempts % ROUND,
            Some(_) => self.in_vain % ROUND,
        };
        let most = FIRST << round.min(20);
        let attempt = match place {
            _ if place < STEADY && round > 0 => {
                Attempt { number: place, limit, most: SHARE_OF_STEADY * most }
            }
            _ => Attempt { number: self.attempts, limit, most },
        };
        self.attempts += 1;
        self.in_vain += 1;
        Some(Task::Attempt(attempt))
    }

    /// Hears what came of an attempt.
    pub(super) fn hear(&mut self, end: AttemptEnd) {
        match end {
            AttemptEnd::Found => self.in_vain = 0,
            AttemptEnd::NoneWithin(limit) => self.lower_bound = self.lower_bound.max(limit + 1),
            AttemptEnd::Spent => {}
            AttemptEnd::Full => self.is_full = true,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(task: Option<Task>) -> Attempt {
        match task {
            Some(Task::Attempt(attempt)) => attempt,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn attempts_grow_until_there_is_a_solution() {
        let mut schedule = Schedule::new(10, false, Ends::Limit);
        let lengths: Vec<u64> = (0..3 * ROUND).map(|_| attempt(schedule.next(None)).most).collect();
        let others = (STEADY..ROUND).map(|place| place as usize);
        for place in others {
            let in_round = |round: u32| lengths[(round * ROUND) as usize + place];
            assert_eq!([0, 1, 2].map(in_round), [FIRST, 2 * FIRST, 4 * FIRST]);
        }
        assert_eq!((lengths[0], lengths[ROUND as usize]), (FIRST, 8 * FIRST));
        assert_eq!(attempt(schedule.next(None)).limit, NO_LIMIT);
    }

    #[test]
    fn one_thread_shortens_and_the_others_look_below() {
        let mut schedule = Schedule::new(10, false, Ends::Limit);
        schedule.next(None);
        schedule.hear(AttemptEnd::Found);
        assert_eq!(schedule.next(Some(50)), Some(Task::Shorten));
        let limits: Vec<u32> = (0..3).map(|_| attempt(schedule.next(Some(50))).limit).collect();
        assert_eq!(limits, [49, 40, 30]);
        schedule.hear_of_parts(Some(50));
        attempt(schedule.next(Some(50)));
        // A better solution has parts of its own.
        assert_eq!(schedule.next(Some(48)), Some(Task::Shorten));
    }

    #[test]
    fn it_ends_with_what_is_enough_and_with_what_is_proven() {
        assert_eq!(Schedule::new(10, true, Ends::Limit).next(Some(50)), None);
        assert_eq!(Schedule::new(50, false, Ends::Limit).next(Some(50)), None);
        let mut schedule = Schedule::new(10, false, Ends::Limit);
        schedule.hear(AttemptEnd::NoneWithin(49));
        assert_eq!(schedule.lower_bound(), 50);
        assert_eq!(schedule.next(Some(50)), None);
        let mut unsolvable = Schedule::new(10, false, Ends::Limit);
        unsolvable.hear(AttemptEnd::NoneWithin(NO_LIMIT));
        assert_eq!(unsolvable.next(None), None);
    }

    #[test]
    fn without_an_end_from_elsewhere_it_ends_after_many_attempts_in_vain() {
        let mut schedule = Schedule::new(10, false, Ends::Patience);
        assert_eq!(schedule.next(Some(50)), Some(Task::Shorten));
        schedule.hear_of_parts(Some(50));
        let made = std::iter::from_fn(|| schedule.next(Some(50))).count();
        assert_eq!(made, MOST_IN_VAIN as usize);
        let mut endless = Schedule::new(10, false, Ends::Limit);
        endless.hear_of_parts(Some(50));
        assert_eq!(std::iter::from_fn(|| endless.next(Some(50))).take(100).count(), 100);
    }

    #[test]
    fn full_memory_ends_what_nothing_else_does() {
        for ends in [Ends::Memory, Ends::Patience] {
            let mut schedule = Schedule::new(10, false, ends);
            schedule.next(None);
            schedule.hear(AttemptEnd::Full);
            assert_eq!(schedule.next(None), None);
            assert!(schedule.is_ended_by_memory());
        }
        let mut limited = Schedule::new(10, false, Ends::Limit);
        limited.next(None);
        limited.hear(AttemptEnd::Full);
        attempt(limited.next(None));
    }
}
