//! FailedWindows: the windows that are not worth another search.

use crate::memory::Memory;
use crate::outcome::StopReason;

/// The keys of windows in which nothing better was found.
///
/// Two windows with one key would mean that the second is not searched, which is never wrong.
#[derive(Debug, Default)]
pub(super) struct FailedWindows {
    /// Ascending.
    keys: Vec<u64>,
}

impl FailedWindows {
    /// Did [`Self::insert`] get this key?
    pub(super) fn contains(&self, key: u64) -> bool {
        self.keys.binary_search(&key).is_ok()
    }

    /// Remembers `key`.
    ///
    /// # Errors
    /// [`StopReason::Memory`]; nothing is remembered then.
    pub(super) fn insert(&mut self, key: u64, memory: &mut Memory) -> Result<(), StopReason> {
        let Err(at) = self.keys.binary_search(&key) else { return Ok(()) };
        if self.keys.len() == self.keys.capacity() {
            let more = self.keys.len().max(64);
            memory.reserve(more * size_of::<u64>())?;
            self.keys.reserve_exact(more);
        }
        self.keys.insert(at, key);
        Ok(())
    }
}

/// Mixes `word` into `key`, so that the order of words counts.
pub(super) const fn mixed(key: u64, word: u64) -> u64 {
    let product = (key.rotate_left(25) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ (product >> 29)
}
