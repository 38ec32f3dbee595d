//! IndexPages: the memory of a NodeIndex, in pages that never move.

use crate::memory::Memory;
use crate::node_index::make_room_in;
use crate::outcome::StopReason;
use crate::record_store::LARGE_BYTES;

/// Slots of a block.
pub(crate) const SLOTS: usize = 16;
/// Blocks of a page: two kilobytes.
pub(crate) const PAGE: usize = 32;

/// Sixteen slots in a cache line. The used ones come first.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Block([u8; 64]);

/// Where the marks begin, a byte a slot, zero for an empty one. The three bytes of each number lie
/// in front.
const MARKS: usize = 48;

const _: () = assert!(size_of::<Block>() == 64);

impl Block {
    pub(crate) const EMPTY: Self = Self([0; 64]);

    /// The slots that may hold `mark`, ascending: every one that does, and rarely another behind
    /// one that does.
    pub(crate) fn slots_with(&self, mark: u8) -> impl Iterator<Item = usize> + use<> {
        const ONES: u128 = u128::MAX / 0xff;
        let differences = self.marks() ^ (ONES * u128::from(mark));
        // The high bit of each byte that is zero, by the borrow of the least such byte on.
        let mut zeros = differences.wrapping_sub(ONES) & !differences & (ONES << 7);
        std::iter::from_fn(move || {
            let slot = (zeros != 0).then(|| zeros.trailing_zeros() as usize / 8)?;
            zeros &= zeros - 1;
            Some(slot)
        })
    }

    pub(crate) fn is_full(&self) -> bool {
        self.0[63] != 0
    }

    /// The number in a slot.
    pub(crate) fn number(&self, slot: usize) -> u32 {
        let at = 3 * slot;
        let bytes = self.0[at..at + 4].try_into().expect("a slice of 4 bytes");
        u32::from_le_bytes(bytes) & 0x00ff_ffff
    }

    /// The numbers in all used slots.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        (0..SLOTS).take_while(|slot| self.0[MARKS + slot] != 0).map(|slot| self.number(slot))
    }

    /// Fills the first empty slot. There must be one, the mark must not be zero, and the number has
    /// three bytes.
    pub(crate) fn push(&mut self, mark: u8, number: u32) {
        let slot = self.slots_with(0).next().expect("the block is not full");
        self.0[MARKS + slot] = mark;
        self.0[3 * slot..3 * slot + 3].copy_from_slice(&number.to_le_bytes()[..3]);
    }

    fn marks(&self) -> u128 {
        u128::from_le_bytes(self.0[MARKS..].try_into().expect("a slice of 16 bytes"))
    }
}

/// Pages of blocks, given out by number and taken back. Of a large chunk the address space is taken
/// at once, and memory is booked, and touched, as pages are given out.
#[derive(Debug, Default)]
pub(crate) struct IndexPages {
    chunks: Vec<Vec<Block>>,
    /// The pages given out so far, those taken back among them.
    used: usize,
    unused: Vec<u32>,
}

/// The first chunks hold a page each, for the sake of small levels.
const SMALL_CHUNKS: usize = 32;
/// The pages of the others.
const CHUNK_PAGES: usize = (LARGE_BYTES / PAGE_BYTES).next_power_of_two();
const PAGE_BYTES: usize = PAGE * size_of::<Block>();
/// What a page takes with its place on the list of the unused, which may double.
const BOOKED: usize = PAGE_BYTES + 2 * size_of::<u32>();

impl IndexPages {
    /// Adds `count` empty pages to a list of pages.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if there is no room; the list is the same then.
    pub(crate) fn add(
        &mut self,
        list: &mut Vec<u32>,
        count: usize,
        memory: &mut Memory,
    ) -> Result<(), StopReason> {
        make_room_in(list, count, memory)?;
        let before = list.len();
        for _ in 0..count {
            match self.take(memory) {
                Ok(page) => list.push(page),
                Err(reason) => {
                    self.give_back(&list[before..]);
                    list.truncate(before);
                    return Err(reason);
                }
            }
        }
        Ok(())
    }

    /// Takes pages back, to give them out again.
    pub(crate) fn give_back(&mut self, pages: &[u32]) {
        self.unused.extend(pages);
    }

    /// The block `at` of those on a list of pages.
    pub(crate) fn block(&self, list: &[u32], at: usize) -> &Block {
        let (chunk, first) = place(list[at / PAGE]);
        &self.chunks[chunk][first + at % PAGE]
    }

    pub(crate) fn block_mut(&mut self, list: &[u32], at: usize) -> &mut Block {
        let (chunk, first) = place(list[at / PAGE]);
        &mut self.chunks[chunk][first + at % PAGE]
    }

    /// The bytes of all pages.
    pub(crate) fn memory_usage(&self) -> usize {
        self.chunks.iter().map(|chunk| size_of_val(&**chunk) + size_of::<Vec<Block>>()).sum()
    }

    fn take(&mut self, memory: &mut Memory) -> Result<u32, StopReason> {
        if let Some(page) = self.unused.pop() {
            let (chunk, first) = place(page);
            self.chunks[chunk][first..first + PAGE].fill(Block::EMPTY);
            return Ok(page);
        }
        let page = self.used as u32;
        let (chunk, _) = place(page);
        if chunk == self.chunks.len() {
            memory.reserve(size_of::<Vec<Block>>())?;
            let pages = if chunk < SMALL_CHUNKS { 1 } else { CHUNK_PAGES };
            self.chunks.push(Vec::with_capacity(pages * PAGE));
        }
        memory.reserve(BOOKED)?;
        self.chunks[chunk].extend([Block::EMPTY; PAGE]);
        self.used += 1;
        Ok(page)
    }
}

/// The chunk of a page, and its first block there.
fn place(page: u32) -> (usize, usize) {
    let page = page as usize;
    match page.checked_sub(SMALL_CHUNKS) {
        None => (page, 0),
        Some(page) => (SMALL_CHUNKS + page / CHUNK_PAGES, page % CHUNK_PAGES * PAGE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_block_agrees_with_a_list(
            entries in prop::collection::vec((1u8..=4, 0u32..1 << 24), 0..=SLOTS), mark in 1u8..=5,
        ) {
            let mut block = Block::EMPTY;
            for &(mark, number) in &entries {
                block.push(mark, number);
            }
            prop_assert_eq!(block.is_full(), entries.len() == SLOTS);
            prop_assert!(block.numbers().eq(entries.iter().map(|&(_, number)| number)));
            let found: Vec<usize> = block.slots_with(mark).collect();
            let exact = (0..entries.len()).filter(|&slot| entries[slot].0 == mark);
            let exact: Vec<usize> = exact.collect();
            prop_assert!(exact.iter().all(|slot| found.contains(slot)));
            prop_assert_eq!(found.first(), exact.first());
        }
    }

    #[test]
    fn pages_taken_back_serve_again_and_are_empty() {
        let mut memory = Memory::new(Some(1 << 20));
        let mut pages = IndexPages::default();
        let mut list = Vec::new();
        while pages.add(&mut list, 7, &mut memory).is_ok() {}
        let (count, booked) = (list.len(), memory.used());
        assert!(count * PAGE * size_of::<Block>() > (1 << 20) * 9 / 10);
        for at in 0..count * PAGE {
            pages.block_mut(&list, at).push(1, at as u32);
        }
        for at in 0..count * PAGE {
            assert!(pages.block(&list, at).numbers().eq([at as u32]));
        }
        pages.give_back(&list);
        let mut again = Vec::new();
        let mut enough = Memory::new(None);
        assert_eq!(pages.add(&mut again, count, &mut enough), Ok(()));
        assert!(enough.used() < count * PAGE_BYTES / 100, "the list of pages alone is new");
        assert!((0..count * PAGE).all(|at| pages.block(&again, at).numbers().next().is_none()));
        assert!(pages.memory_usage() <= booked);
    }
}
