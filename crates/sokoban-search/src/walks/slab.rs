//! Slab: a list of equal rows that grows without moving.

use crate::memory::Memory;
use crate::outcome::StopReason;

/// The rows of the first segment; each further one is twice as long.
const FIRST: usize = 64;

/// A list of rows of `width` elements each, in segments that are booked before they are allocated
/// and never move: a list that doubles in place would need three times its bytes for a moment.
#[derive(Debug)]
pub(super) struct Slab<T> {
    width: usize,
    segments: Vec<Vec<T>>,
    rows: usize,
}

impl<T: Copy> Slab<T> {
    pub(super) fn new(width: usize) -> Self {
        Self { width, segments: Vec::new(), rows: 0 }
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Adds a row, of which it gives the number.
    ///
    /// # Errors
    /// [`StopReason::Memory`]; nothing is added then.
    pub(super) fn push(&mut self, row: &[T], memory: &mut Memory) -> Result<u32, StopReason> {
        debug_assert_eq!(row.len(), self.width);
        // Numbers are of 32 bits, and the last of them means none.
        let number = u32::try_from(self.rows + 1).map_err(|_| StopReason::Memory)? - 1;
        let (segment, at) = place(self.rows);
        if segment == self.segments.len() {
            let elements = (FIRST << segment) * self.width;
            memory.reserve(elements * size_of::<T>())?;
            self.segments.push(Vec::with_capacity(elements));
        }
        debug_assert_eq!(self.segments[segment].len(), at * self.width);
        self.segments[segment].extend_from_slice(row);
        self.rows += 1;
        Ok(number)
    }

    pub(super) fn get(&self, number: u32) -> &[T] {
        let (segment, at) = place(number as usize);
        &self.segments[segment][at * self.width..][..self.width]
    }

    pub(super) fn get_mut(&mut self, number: u32) -> &mut [T] {
        let (segment, at) = place(number as usize);
        &mut self.segments[segment][at * self.width..][..self.width]
    }
}

/// The segment of a row, and its place there.
fn place(row: usize) -> (usize, usize) {
    let segment = ((row + FIRST) / FIRST).ilog2() as usize;
    (segment, row + FIRST - (FIRST << segment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stay_where_they_are() {
        let mut memory = Memory::new(None);
        let mut slab = Slab::new(3);
        for number in 0..5_000_u32 {
            assert_eq!(slab.push(&[number, number + 1, number + 2], &mut memory), Ok(number));
        }
        slab.get_mut(77)[1] = 5;
        for number in 0..5_000 {
            let middle = if number == 77 { 5 } else { number + 1 };
            assert_eq!(slab.get(number), [number, middle, number + 2]);
        }
        // Of the last segment, less than half need be in use.
        assert!(memory.used() >= 5_000 * 12 && memory.used() < 2 * 5_064 * 12);
    }

    #[test]
    fn a_segment_is_booked_before_it_is_there() {
        let mut memory = Memory::new(Some(FIRST * 8));
        let mut slab = Slab::new(1);
        for number in 0..FIRST as u64 {
            assert_eq!(slab.push(&[number], &mut memory), Ok(number as u32));
        }
        assert_eq!(slab.push(&[0], &mut memory), Err(StopReason::Memory));
        assert_eq!(slab.rows(), FIRST);
    }
}
