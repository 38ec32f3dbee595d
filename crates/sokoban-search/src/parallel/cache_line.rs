//! CacheLine: keeps what one thread writes apart from what others read.

use std::ops::Deref;

/// A value that shares no cache line with another one. Of what lies in one line with a value that a
/// thread writes to, all other threads have to fetch a new copy.
///
/// Two lines, as some processors fetch them in pairs.
#[repr(align(128))]
pub(super) struct CacheLine<T>(pub(super) T);

impl<T> Deref for CacheLine<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
