//! SegmentedStack: a stack that grows without moving.

use crate::memory::Memory;
use crate::outcome::StopReason;

/// A stack in segments that never move, each booked before it is allocated: where a list that
/// doubles needs three times its bytes for a moment, this one needs a segment more.
///
/// Segments stay when the stack shrinks, so that going up and down across an edge costs nothing.
#[derive(Debug)]
pub(crate) struct SegmentedStack<T> {
    segments: Vec<Vec<T>>,
    len: usize,
}

/// The elements of a segment.
const SEGMENT: usize = 32;

impl<T: Copy> SegmentedStack<T> {
    pub(crate) fn new() -> Self {
        Self { segments: Vec::new(), len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The bytes that a stack of `len` elements books at most.
    pub(crate) const fn bytes(len: usize) -> usize {
        len.div_ceil(SEGMENT) * Self::SEGMENT_BYTES
    }

    /// A segment, and its place in the list of segments, which may take twice the room that it
    /// needs when it grows.
    const SEGMENT_BYTES: usize = SEGMENT * size_of::<T>() + 2 * size_of::<Vec<T>>();

    /// Makes room for `count` more elements.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if there is none.
    pub(crate) fn make_room(
        &mut self,
        count: usize,
        memory: &mut Memory,
    ) -> Result<(), StopReason> {
        while self.segments.len() * SEGMENT < self.len + count {
            memory.reserve(Self::SEGMENT_BYTES)?;
            self.segments.push(Vec::with_capacity(SEGMENT));
        }
        Ok(())
    }

    /// Adds an element, for which there is room.
    pub(crate) fn push(&mut self, element: T) {
        let segment = &mut self.segments[self.len / SEGMENT];
        debug_assert!(segment.len() < segment.capacity(), "room was made before");
        segment.push(element);
        self.len += 1;
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        self.segments[self.len / SEGMENT].pop()
    }

    pub(crate) fn get(&self, index: usize) -> &T {
        &self.segments[index / SEGMENT][index % SEGMENT]
    }

    pub(crate) fn last(&self) -> Option<&T> {
        Some(self.get(self.len.checked_sub(1)?))
    }

    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        let last = self.len.checked_sub(1)?;
        Some(&mut self.segments[last / SEGMENT][last % SEGMENT])
    }

    /// All elements, the first one first.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.segments.iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_a_list(pushes in prop::collection::vec(prop::option::weighted(0.6, any::<u16>()), 0..400)) {
            let mut memory = Memory::new(None);
            let mut stack = SegmentedStack::new();
            let mut list = Vec::new();
            let mut longest = 0;
            for push in pushes {
                match push {
                    Some(number) => {
                        stack.make_room(1, &mut memory).expect("no limit");
                        stack.push(number);
                        list.push(number);
                    }
                    None => prop_assert_eq!(stack.pop(), list.pop()),
                }
                longest = longest.max(list.len());
                prop_assert_eq!(stack.len(), list.len());
                prop_assert_eq!(stack.last(), list.last());
                prop_assert!(stack.iter().eq(list.iter()));
                prop_assert_eq!(memory.used(), SegmentedStack::<u16>::bytes(longest));
            }
        }
    }

    #[test]
    fn without_memory_nothing_changes() {
        let mut memory = Memory::new(Some(SegmentedStack::<u64>::bytes(SEGMENT)));
        let mut stack = SegmentedStack::new();
        for number in 0..SEGMENT as u64 {
            assert_eq!(stack.make_room(1, &mut memory), Ok(()));
            stack.push(number);
        }
        assert_eq!(stack.make_room(1, &mut memory), Err(StopReason::Memory));
        assert_eq!((stack.len(), stack.pop()), (SEGMENT, Some(SEGMENT as u64 - 1)));
    }
}
