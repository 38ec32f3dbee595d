//! Memory: the account of bytes that a search has allocated.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::outcome::StopReason;

/// The account of bytes that a search has allocated. Whoever allocates asks first.
#[derive(Debug)]
pub(crate) struct Memory {
    limit: usize,
    account: Account,
}

#[derive(Debug)]
enum Account {
    Own { used: usize, peak: usize },
    Shared(Arc<SharedAccount>),
}

/// What all threads of a search book on. Only these two numbers are shared, so it does not matter
/// in which order threads see other memory change.
#[derive(Debug)]
struct SharedAccount {
    used: AtomicUsize,
    peak: AtomicUsize,
}

impl Memory {
    pub(crate) fn new(limit: Option<usize>) -> Self {
        let account = Account::Own { used: 0, peak: 0 };
        Self { limit: limit.unwrap_or(usize::MAX), account }
    }

    /// A second hand on this account, for another thread: what either books counts for both, and
    /// the limit is that of both together.
    pub(crate) fn share(&mut self) -> Self {
        if let Account::Own { used, peak } = self.account {
            let (used, peak) = (AtomicUsize::new(used), AtomicUsize::new(peak));
            self.account = Account::Shared(Arc::new(SharedAccount { used, peak }));
        }
        match &self.account {
            Account::Shared(shared) => {
                Self { limit: self.limit, account: Account::Shared(Arc::clone(shared)) }
            }
            Account::Own { .. } => unreachable!("the account was just made a shared one"),
        }
    }

    /// Books `bytes`, or refuses if they would pass the limit.
    ///
    /// # Errors
    /// [`StopReason::Memory`]; nothing is booked then.
    pub(crate) fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        let limit = self.limit;
        let raised = |used: usize| Some(used.saturating_add(bytes)).filter(|&used| used <= limit);
        match &mut self.account {
            Account::Own { used, peak } => {
                *used = raised(*used).ok_or(StopReason::Memory)?;
                *peak = (*peak).max(*used);
            }
            Account::Shared(shared) => {
                let before = shared.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, raised);
                let before = before.map_err(|_| StopReason::Memory)?;
                shared.peak.fetch_max(before + bytes, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    /// Gives back `bytes` that were booked.
    pub(crate) fn release(&mut self, bytes: usize) {
        match &mut self.account {
            Account::Own { used, .. } => *used -= bytes,
            Account::Shared(shared) => {
                let before = shared.used.fetch_sub(bytes, Ordering::Relaxed);
                debug_assert!(before >= bytes, "only what was booked is given back");
            }
        }
    }

    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// The bytes that may still be booked.
    pub(crate) fn free(&self) -> usize {
        self.limit - self.used()
    }

    pub(crate) fn used(&self) -> usize {
        match &self.account {
            Account::Own { used, .. } => *used,
            Account::Shared(shared) => shared.used.load(Ordering::Relaxed),
        }
    }

    pub(crate) fn peak(&self) -> usize {
        match &self.account {
            Account::Own { peak, .. } => *peak,
            Account::Shared(shared) => shared.peak.load(Ordering::Relaxed),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn the_limit_holds_and_the_peak_stays() {
        for is_shared in [false, true] {
            let mut memory = Memory::new(Some(100));
            if is_shared {
                drop(memory.share());
            }
            assert_eq!(memory.reserve(60), Ok(()));
            assert_eq!(memory.reserve(41), Err(StopReason::Memory));
            assert_eq!(memory.reserve(40), Ok(()));
            memory.release(70);
            assert_eq!((memory.used(), memory.peak()), (30, 100));
            assert_eq!(memory.reserve(usize::MAX), Err(StopReason::Memory));
        }
    }

    #[test]
    fn hands_on_one_account_book_exactly_what_there_is() {
        let mut memory = Memory::new(Some(100_050));
        memory.reserve(50).expect("there is room");
        let hands: Vec<Memory> = (0..4).map(|_| memory.share()).collect();
        let booked: usize = thread::scope(|scope| {
            let threads: Vec<_> = hands
                .into_iter()
                .map(|mut hand| {
                    scope.spawn(move || {
                        (0..50_000)
                            .filter(|_| {
                                let is_booked = hand.reserve(3).is_ok();
                                if is_booked {
                                    hand.release(1);
                                }
                                is_booked
                            })
                            .count()
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("it only counts")).sum()
        });
        assert_eq!(memory.used(), 50 + 2 * booked);
        assert!(memory.free() < 3 + 3 * 3, "{} are free", memory.free());
        assert!(memory.peak() <= 100_050);
    }
}
