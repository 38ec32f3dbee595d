//! OpenCounts: how many states are open, by f.

use crate::memory::Memory;
use crate::outcome::StopReason;

/// How many states are open by their unweighted f = g + h, and so the least such f.
///
/// A weighted search takes its states in another order, yet what it has proven is the least
/// unweighted f that is open. Here each open *state* counts once, not each entry of the queue, so
/// the least f is exact.
#[derive(Debug, Default)]
pub(crate) struct OpenCounts {
    by_f: Vec<u32>,
    /// No f below this one has an open state.
    least: usize,
}

impl OpenCounts {
    /// Counts one more open state.
    ///
    /// # Errors
    /// [`StopReason::Memory`]; nothing is counted then.
    pub(crate) fn add(&mut self, f: u32, memory: &mut Memory) -> Result<(), StopReason> {
        let f = f as usize;
        if f >= self.by_f.len() {
            let more = f + 1 - self.by_f.len();
            memory.reserve(more * size_of::<u32>())?;
            self.by_f.reserve_exact(more);
            self.by_f.resize(f + 1, 0);
        }
        self.by_f[f] += 1;
        self.least = self.least.min(f);
        Ok(())
    }

    /// Counts one open state less. There must be one with this f.
    pub(crate) fn remove(&mut self, f: u32) {
        self.by_f[f as usize] -= 1;
    }

    /// The least f of an open state; none if no state is open.
    pub(crate) fn least(&mut self) -> Option<u32> {
        while *self.by_f.get(self.least)? == 0 {
            self.least += 1;
        }
        Some(self.least as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_a_list(steps in prop::collection::vec((any::<bool>(), 0u32..50), 0..400)) {
            let mut memory = Memory::new(None);
            let mut counts = OpenCounts::default();
            let mut twin: Vec<u32> = Vec::new();
            for (is_added, number) in steps {
                if is_added || twin.is_empty() {
                    counts.add(number, &mut memory).expect("no limit");
                    twin.push(number);
                } else {
                    counts.remove(twin.swap_remove(number as usize % twin.len()));
                }
                prop_assert_eq!(counts.least(), twin.iter().copied().min());
                prop_assert!(counts.by_f.capacity() * 4 <= memory.used());
            }
        }
    }
}
