//! RecordStore: the records of all stored states, in segments that never move.

use crate::memory::Memory;
use crate::node_index::{NodeId, RUN};
use crate::outcome::StopReason;
use crate::record::RecordLayout;

/// The records of all stored states, by their numbers.
///
/// Room is made for a run of numbers at a time, in segments that never move, so growth needs no
/// second copy. Of a large segment the address space is taken at once, and memory is booked, and
/// touched, as numbers are given out.
#[derive(Debug)]
pub(crate) struct RecordStore {
    pub(crate) layout: RecordLayout,
    segments: Vec<Vec<u8>>,
    runs: usize,
    booked: usize,
    /// The binary logarithm of the records in a large segment.
    large: u32,
}

/// Records in the first segments. Small, for the sake of small levels.
const SMALL_SEGMENT: usize = 1 << 8;
/// Small segments before large ones begin.
const SMALL_SEGMENTS: usize = 16;
/// The records in all small segments.
const SMALL_RECORDS: usize = SMALL_SEGMENT * SMALL_SEGMENTS;

/// What large pieces of memory have at least: more than what any allocator keeps for itself when
/// it is freed, so that a search that follows has what this one had.
pub(crate) const LARGE_BYTES: usize = 48 << 20;

const _: () = assert!(SMALL_SEGMENT.is_multiple_of(RUN));

impl RecordStore {
    pub(crate) fn new(layout: RecordLayout) -> Self {
        let large = LARGE_BYTES.div_ceil(layout.bytes()).next_power_of_two().max(RUN).ilog2();
        Self { layout, segments: Vec::new(), runs: 0, booked: 0, large }
    }

    /// Makes room for the next run of numbers, and says which it is.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if there is no room, or no further number.
    pub(crate) fn next_run(&mut self, memory: &mut Memory) -> Result<u32, StopReason> {
        let first = u32::try_from(self.runs * RUN).map_err(|_| StopReason::Memory)?;
        let (segment, offset) = self.place(NodeId(first));
        let margin = RecordLayout::MARGIN + size_of::<Vec<u8>>();
        let bytes = match segment < SMALL_SEGMENTS {
            true if offset == 0 => SMALL_SEGMENT * self.layout.bytes() + margin,
            true => 0,
            false if offset == 0 => RUN * self.layout.bytes() + margin,
            false => RUN * self.layout.bytes(),
        };
        memory.reserve(bytes)?;
        self.booked += bytes;
        if segment == self.segments.len() {
            let records = if segment < SMALL_SEGMENTS { SMALL_SEGMENT } else { 1 << self.large };
            self.segments.push(vec![0; records * self.layout.bytes() + RecordLayout::MARGIN]);
        }
        self.runs += 1;
        Ok(first / RUN as u32)
    }

    /// The record of a node, and all that follows it in its segment.
    pub(crate) fn record(&self, id: NodeId) -> &[u8] {
        let (segment, offset) = self.place(id);
        &self.segments[segment][offset * self.layout.bytes()..]
    }

    pub(crate) fn record_mut(&mut self, id: NodeId) -> &mut [u8] {
        let (segment, offset) = self.place(id);
        &mut self.segments[segment][offset * self.layout.bytes()..]
    }

    /// The bytes of all records for which there are numbers.
    pub(crate) fn memory_usage(&self) -> usize {
        self.booked
    }

    /// The segment of a record, and its place there.
    fn place(&self, id: NodeId) -> (usize, usize) {
        let number = id.0 as usize;
        match number.checked_sub(SMALL_RECORDS) {
            None => (number / SMALL_SEGMENT, number % SMALL_SEGMENT),
            Some(number) => {
                (SMALL_SEGMENTS + (number >> self.large), number & ((1 << self.large) - 1))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_have_places_of_their_own_and_what_is_booked_is_what_they_take() {
        for box_bytes in [1, 9, 2_000] {
            let layout = RecordLayout::new(box_bytes, 8, 0);
            let mut store = RecordStore::new(layout);
            let mut memory = Memory::new(Some(64 << 20));
            let mut runs = 0;
            while runs * RUN < 100_000 && store.next_run(&mut memory).is_ok() {
                runs += 1;
            }
            assert!(runs * RUN > 30_000, "{runs}");
            let boxes = |number: u32| vec![u64::from(number) & 0xff; layout.box_words()];
            for number in 0..(runs * RUN) as u32 {
                layout.write_boxes(store.record_mut(NodeId(number)), &[boxes(number)[0]]);
            }
            for number in 0..(runs * RUN) as u32 {
                assert!(layout.has_boxes(store.record(NodeId(number)), &[boxes(number)[0]]));
            }
            let records = runs * RUN * layout.bytes();
            assert_eq!(memory.used(), store.memory_usage());
            assert!((records..=records + 10_000 + RUN * layout.bytes()).contains(&memory.used()));
        }
    }
}
