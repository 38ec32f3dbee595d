//! RadixHeap: a queue whose least key never falls.

use alloc::vec::Vec;

/// A queue of (key, value) for searches in which keys taken never fall: Dijkstra's.
///
/// An entry lies in the bucket of the highest bit in which its key differs from the key taken last
/// (Ahuja, Mehlhorn, Orlin & Tarjan 1990), so it moves at most 32 times in its life, mostly once or
/// twice, and no comparison of entries is made. Among equal keys, the one that came last goes
/// first.
#[derive(Clone, Debug)]
pub(crate) struct RadixHeap {
    /// Bucket 0 holds the keys equal to `last`.
    buckets: [Vec<(u32, u64)>; 33],
    last: u32,
}

impl RadixHeap {
    pub(crate) fn new() -> Self {
        Self { buckets: core::array::from_fn(|_| Vec::new()), last: 0 }
    }

    /// `key` must not be less than the last one taken.
    pub(crate) fn push(&mut self, key: u32, value: u64) {
        debug_assert!(key >= self.last, "keys never fall");
        self.buckets[bucket(key, self.last)].push((key, value));
    }

    /// Takes an entry of the least key.
    pub(crate) fn pop(&mut self) -> Option<(u32, u64)> {
        if self.buckets[0].is_empty() {
            let fullest = self.buckets.iter().position(|bucket| !bucket.is_empty())?;
            let entries = core::mem::take(&mut self.buckets[fullest]);
            self.last = entries.iter().map(|entry| entry.0).min().expect("it is not empty");
            for &(key, value) in &entries {
                self.buckets[bucket(key, self.last)].push((key, value));
            }
            // Its room is used again.
            self.buckets[fullest] = entries;
            self.buckets[fullest].clear();
        }
        self.buckets[0].pop()
    }

    pub(crate) fn memory_usage(&self) -> usize {
        let capacity: usize = self.buckets.iter().map(Vec::capacity).sum();
        capacity * size_of::<(u32, u64)>()
    }
}

fn bucket(key: u32, last: u32) -> usize {
    (u32::BITS - (key ^ last).leading_zeros()) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_a_sorted_list(steps in prop::collection::vec(prop::option::weighted(0.6, 0_u32..70_000), 1..300)) {
            let mut heap = RadixHeap::new();
            let mut sorted: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
            let mut last = 0;
            for (number, step) in steps.into_iter().enumerate() {
                if let Some(above) = step {
                    let key = last + above;
                    heap.push(key, number as u64);
                    sorted.entry(key).or_default().push(number as u64);
                } else {
                    let found = heap.pop();
                    prop_assert_eq!(found.map(|entry| entry.0), sorted.keys().next().copied());
                    if let Some((key, value)) = found {
                        let values = sorted.get_mut(&key).expect("it is the least key");
                        let at = values.iter().position(|&other| other == value);
                        values.swap_remove(at.expect("each value is taken once"));
                        if values.is_empty() {
                            sorted.remove(&key);
                        }
                        last = key;
                    }
                }
            }
        }
    }
}
