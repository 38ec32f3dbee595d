//! Best: the shortest path that any thread has found.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

/// The shortest path that any thread has found: its length, and the state where its halves meet or
/// where it ends.
pub(super) struct Best<T> {
    /// That of `found`; [`u32::MAX`] if there is none.
    length: AtomicU32,
    found: Mutex<Option<(u32, T)>>,
}

impl<T: Copy> Best<T> {
    pub(super) fn new() -> Self {
        Self { length: AtomicU32::new(u32::MAX), found: Mutex::new(None) }
    }

    /// The length of the best path; [`u32::MAX`] if there is none.
    pub(super) fn length(&self) -> u32 {
        self.length.load(Ordering::Acquire)
    }

    /// Takes a path if it is shorter than the best.
    pub(super) fn offer(&self, length: u32, state: T) {
        if length >= self.length() {
            return;
        }
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_none_or(|(best, _)| length < best) {
            *found = Some((length, state));
            self.length.store(length, Ordering::Release);
        }
    }

    /// The best path.
    pub(super) fn found(&self) -> Option<(u32, T)> {
        *self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
