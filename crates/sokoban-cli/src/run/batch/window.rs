//! Window: how far the searches may run ahead of what is written.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use sokoban_search::CancelToken;

/// The time after which a thread that waits looks whether all is to end.
const PATIENCE: Duration = Duration::from_millis(50);

/// Holds those who begin levels back while a number of levels are begun and not yet written, so
/// that the lines behind a long search take bounded memory.
#[derive(Debug)]
pub(super) struct Window {
    free: Mutex<usize>,
    freed: Condvar,
}

impl Window {
    /// A window for `size` levels.
    pub(super) fn new(size: usize) -> Self {
        Self { free: Mutex::new(size), freed: Condvar::new() }
    }

    /// Takes a place, when there is one; false if `cancel` comes first.
    pub(super) fn take(&self, cancel: &CancelToken) -> bool {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            if cancel.is_cancelled() {
                return false;
            }
            let waited = self.freed.wait_timeout(free, PATIENCE);
            free = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *free -= 1;
        !cancel.is_cancelled()
    }

    /// Gives a place back.
    pub(super) fn give_back(&self) {
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.freed.notify_one();
    }
}
