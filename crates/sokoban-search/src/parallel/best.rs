//! Best: the shortest path that any thread has found.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::path::KnownPath;

/// The shortest path that any thread has found.
pub(super) struct Best<T> {
    /// That of `found`; [`u32::MAX`] if there is none.
    length: AtomicU32,
    found: Mutex<Option<(u32, KnownPath<T>)>>,
}

impl<T: Clone> Best<T> {
    pub(super) fn new() -> Self {
        Self { length: AtomicU32::new(u32::MAX), found: Mutex::new(None) }
    }

    /// The length of the best path; [`u32::MAX`] if there is none.
    pub(super) fn length(&self) -> u32 {
        self.length.load(Ordering::Acquire)
    }

    /// Takes a path if it is shorter than the best.
    pub(super) fn offer(&self, length: u32, path: KnownPath<T>) {
        if length >= self.length() {
            return;
        }
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.as_ref().is_none_or(|&(best, _)| length < best) {
            *found = Some((length, path));
            self.length.store(length, Ordering::Release);
        }
    }

    /// The best path.
    pub(super) fn found(&self) -> Option<(u32, KnownPath<T>)> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
