//! Memory: the account of bytes that a search has allocated.

use crate::outcome::StopReason;

/// The account of bytes that a search has allocated. Whoever allocates asks first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    limit: usize,
    used: usize,
    peak: usize,
}

impl Memory {
    pub(crate) fn new(limit: Option<usize>) -> Self {
        Self { limit: limit.unwrap_or(usize::MAX), used: 0, peak: 0 }
    }

    /// Books `bytes`, or refuses if they would pass the limit.
    ///
    /// # Errors
    /// [`StopReason::Memory`]; nothing is booked then.
    pub(crate) fn reserve(&mut self, bytes: usize) -> Result<(), StopReason> {
        let used = self.used.saturating_add(bytes);
        if used > self.limit {
            return Err(StopReason::Memory);
        }
        self.used = used;
        self.peak = self.peak.max(used);
        Ok(())
    }

    /// Gives back `bytes` that were booked.
    pub(crate) fn release(&mut self, bytes: usize) {
        self.used -= bytes;
    }

    /// What can still be booked.
    pub(crate) fn left(&self) -> usize {
        self.limit - self.used
    }

    pub(crate) fn used(&self) -> usize {
        self.used
    }

    pub(crate) fn peak(&self) -> usize {
        self.peak
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_holds_and_the_peak_stays() {
        let mut memory = Memory::new(Some(100));
        assert_eq!(memory.reserve(60), Ok(()));
        assert_eq!(memory.reserve(41), Err(StopReason::Memory));
        assert_eq!(memory.reserve(40), Ok(()));
        memory.release(70);
        assert_eq!((memory.used(), memory.peak()), (30, 100));
        assert_eq!(memory.reserve(usize::MAX), Err(StopReason::Memory));
    }
}
