//! OpenWalks: the open states of a search that counts walks.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::memory::Memory;
use crate::outcome::StopReason;

/// An open state. The greatest is the next: least priority, then least h, then latest stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenWalk {
    pub(super) priority: u64,
    pub(super) h: u64,
    pub(super) id: u32,
}

impl Ord for OpenWalk {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_costs = (other.priority, other.h).cmp(&(self.priority, self.h));
        by_costs.then(self.id.cmp(&other.id))
    }
}

impl PartialOrd for OpenWalk {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The open states in a heap, booked as it grows. A state opened again is there twice.
#[derive(Debug, Default)]
pub(super) struct OpenWalks {
    heap: BinaryHeap<OpenWalk>,
}

impl OpenWalks {
    /// # Errors
    /// [`StopReason::Memory`]; nothing is added then.
    pub(super) fn push(&mut self, open: OpenWalk, memory: &mut Memory) -> Result<(), StopReason> {
        if self.heap.len() == self.heap.capacity() {
            // The list doubles, and while it does there are two of it.
            let before = self.heap.capacity();
            let wanted = (2 * before).max(64);
            memory.reserve(wanted * size_of::<OpenWalk>())?;
            self.heap.reserve_exact(wanted - before);
            memory.release(before * size_of::<OpenWalk>());
        }
        self.heap.push(open);
        Ok(())
    }

    pub(super) fn peek(&self) -> Option<OpenWalk> {
        self.heap.peek().copied()
    }

    pub(super) fn pop(&mut self) -> Option<OpenWalk> {
        self.heap.pop()
    }

    /// Gives every state the priority that `of` says, and lets those go for which it says none.
    pub(super) fn rate(&mut self, of: impl Fn(OpenWalk) -> Option<u64>) {
        let mut list = std::mem::take(&mut self.heap).into_vec();
        list.retain_mut(|open| {
            let priority = of(*open);
            open.priority = priority.unwrap_or(open.priority);
            priority.is_some()
        });
        self.heap = list.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_goes_first_and_the_latest_of_equals() {
        let mut memory = Memory::new(None);
        let mut open = OpenWalks::default();
        for (priority, h, id) in [(5, 3, 0), (4, 4, 1), (4, 2, 2), (4, 2, 3), (6, 0, 4)] {
            open.push(OpenWalk { priority, h, id }, &mut memory).expect("there is no limit");
        }
        let order: Vec<u32> = std::iter::from_fn(|| open.pop()).map(|open| open.id).collect();
        assert_eq!(order, [3, 2, 1, 0, 4]);
    }
}
