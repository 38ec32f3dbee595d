//! NodeIndex: from a state's key to the number of its record.

use crate::memory::Memory;
use crate::outcome::StopReason;

/// The number of a stored state, in the order in which they were stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NodeId(pub(crate) u32);

/// A hash table of node numbers by key: blocks of a cache line with twelve slots each, and in every
/// slot the number and a fingerprint of the key, which spares nearly all looks at records that are
/// not the one sought. A full block overflows into the next.
///
/// The table is one shard while it is small, and doubles; and 256 by the top bits of the key
/// afterwards. Each of those grows by a quarter on its own, so that there is no doubling spike,
/// and is between 68 % and 85 % full.
#[derive(Debug)]
pub(crate) struct NodeIndex {
    shards: Vec<Shard>,
}

const FIRST_BLOCKS: usize = 8;
/// Past so many blocks a single shard is split.
const SPLIT_BLOCKS: usize = 1 << 14;
const SHARDS: usize = 256;
const SLOTS: usize = 12;

#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Block {
    ids: [u32; SLOTS],
    /// A byte a slot, zero for an empty one; the used ones come first. The last four bytes stay
    /// zero: one word of them is compared at once.
    marks: [u8; 16],
}

impl Block {
    /// The slots that may hold `mark`, ascending: every one that does, and rarely another behind
    /// one that does.
    fn slots_with(&self, mark: u8) -> impl Iterator<Item = usize> + use<> {
        const ONES: u128 = u128::MAX / 0xff;
        let differences = u128::from_le_bytes(self.marks) ^ (ONES * u128::from(mark));
        // The high bit of each byte that is zero, by the borrow of the least such byte on.
        let mut zeros = differences.wrapping_sub(ONES) & !differences & (ONES << 7);
        std::iter::from_fn(move || {
            let slot = (zeros != 0).then(|| zeros.trailing_zeros() as usize / 8)?;
            zeros &= zeros - 1;
            Some(slot).filter(|&slot| slot < SLOTS)
        })
    }
}

const _: () = assert!(size_of::<Block>() == 64);

#[derive(Debug, Default)]
struct Shard {
    blocks: Vec<Block>,
    len: usize,
}

impl NodeIndex {
    pub(crate) fn new(memory: &mut Memory) -> Result<Self, StopReason> {
        memory.reserve(FIRST_BLOCKS * size_of::<Block>())?;
        Ok(Self { shards: vec![Shard::with_blocks(FIRST_BLOCKS)] })
    }

    /// The node with this key for which `is_same` holds.
    pub(crate) fn find(&self, key: u64, is_same: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        self.shards[self.shard_of(key)].find(key, is_same)
    }

    /// Adds a node that is not in the index. `key_of` tells the key of any node that is.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if the index would have to grow and must not; it is unchanged then.
    pub(crate) fn insert(
        &mut self,
        key: u64,
        id: NodeId,
        memory: &mut Memory,
        mut key_of: impl FnMut(NodeId) -> u64,
    ) -> Result<(), StopReason> {
        let mut shard = self.shard_of(key);
        if self.shards[shard].is_full() {
            if self.shards.len() == 1 && self.shards[0].blocks.len() >= SPLIT_BLOCKS {
                self.split(memory, &mut key_of)?;
                shard = self.shard_of(key);
            } else {
                let blocks = self.shards[shard].blocks.len();
                let grown = if self.shards.len() == 1 { blocks * 2 } else { blocks * 5 / 4 };
                self.shards[shard].grow(grown, memory, &mut key_of)?;
            }
        }
        self.shards[shard].insert(key, id);
        Ok(())
    }

    /// The bytes of all blocks.
    pub(crate) fn memory_usage(&self) -> usize {
        self.shards.iter().map(|shard| shard.blocks.len() * size_of::<Block>()).sum()
    }

    fn shard_of(&self, key: u64) -> usize {
        if self.shards.len() == 1 { 0 } else { (key >> 56) as usize }
    }

    fn split(
        &mut self,
        memory: &mut Memory,
        mut key_of: impl FnMut(NodeId) -> u64,
    ) -> Result<(), StopReason> {
        let blocks = self.shards[0].blocks.len() * 3 / 2 / SHARDS;
        let header = SHARDS * size_of::<Shard>();
        memory.reserve(SHARDS * blocks * size_of::<Block>() + header)?;
        let whole = std::mem::take(&mut self.shards[0]);
        self.shards.clear();
        self.shards.resize_with(SHARDS, || Shard::with_blocks(blocks));
        for id in whole.nodes() {
            let key = key_of(id);
            let shard = self.shard_of(key);
            if self.shards[shard].is_full() {
                let grown = self.shards[shard].blocks.len() * 5 / 4;
                self.shards[shard].grow(grown, memory, &mut key_of)?;
            }
            self.shards[shard].insert(key, id);
        }
        memory.release(whole.blocks.len() * size_of::<Block>());
        Ok(())
    }
}

impl Shard {
    fn with_blocks(blocks: usize) -> Self {
        Self { blocks: vec![Block::default(); blocks], len: 0 }
    }

    fn is_full(&self) -> bool {
        self.len * 20 >= self.blocks.len() * SLOTS * 17
    }

    /// Where the search for `key` begins: the low half of the key, scaled to the blocks.
    fn home(&self, key: u64) -> usize {
        (((key & 0xffff_ffff) * self.blocks.len() as u64) >> 32) as usize
    }

    fn find(&self, key: u64, is_same: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let mark = fingerprint(key);
        let mut at = self.home(key);
        loop {
            let block = &self.blocks[at];
            let candidates = block.slots_with(mark).map(|slot| NodeId(block.ids[slot]));
            if let Some(id) = candidates.into_iter().find(|&id| is_same(id)) {
                return Some(id);
            }
            // Some block has an empty slot, so the search ends.
            if block.marks[SLOTS - 1] == 0 {
                return None;
            }
            at = if at + 1 == self.blocks.len() { 0 } else { at + 1 };
        }
    }

    fn insert(&mut self, key: u64, id: NodeId) {
        let mut at = self.home(key);
        let slot = loop {
            let free = self.blocks[at].slots_with(0).next();
            match free {
                Some(slot) => break slot,
                None => at = if at + 1 == self.blocks.len() { 0 } else { at + 1 },
            }
        };
        self.blocks[at].marks[slot] = fingerprint(key);
        self.blocks[at].ids[slot] = id.0;
        self.len += 1;
    }

    fn grow(
        &mut self,
        blocks: usize,
        memory: &mut Memory,
        mut key_of: impl FnMut(NodeId) -> u64,
    ) -> Result<(), StopReason> {
        memory.reserve(blocks * size_of::<Block>())?;
        let mut grown = Self::with_blocks(blocks);
        for id in self.nodes() {
            grown.insert(key_of(id), id);
        }
        memory.release(self.blocks.len() * size_of::<Block>());
        *self = grown;
        Ok(())
    }

    fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let slots = self.blocks.iter().flat_map(|block| block.ids.iter().zip(&block.marks));
        slots.filter(|&(_, &mark)| mark != 0).map(|(&id, _)| NodeId(id))
    }
}

/// Eight bits of the key that choose neither shard nor slot, never zero.
fn fingerprint(key: u64) -> u8 {
    ((key >> 40) as u8).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stand-in for well-mixed keys.
    fn key_of(id: NodeId) -> u64 {
        (u64::from(id.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
            ^ u64::from(id.0).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    #[test]
    fn finds_what_was_inserted_through_every_growth() {
        let mut memory = Memory::new(None);
        let mut index = NodeIndex::new(&mut memory).expect("no limit");
        for id in (0..300_000).map(NodeId) {
            assert_eq!(index.find(key_of(id), |other| other == id), None);
            index.insert(key_of(id), id, &mut memory, key_of).expect("no limit");
            assert_eq!(index.find(key_of(id), |other| other == id), Some(id));
        }
        for id in (0..300_000).map(NodeId) {
            assert_eq!(index.find(key_of(id), |other| other == id), Some(id));
        }
        assert!(index.memory_usage() <= memory.used());
        assert!(index.memory_usage() < 300_000 * 8, "at most 8 bytes a node");
        let before = memory.used();
        for id in (300_000..900_000).map(NodeId) {
            index.insert(key_of(id), id, &mut memory, key_of).expect("no limit");
        }
        assert!(memory.used() > 2 * before);
        assert!(memory.peak() < memory.used() * 101 / 100, "no spike");
    }

    #[test]
    fn a_refused_growth_changes_nothing() {
        let mut memory = Memory::new(Some(FIRST_BLOCKS * size_of::<Block>()));
        let mut index = NodeIndex::new(&mut memory).expect("it just fits");
        let mut stored = 0;
        while index.insert(key_of(NodeId(stored)), NodeId(stored), &mut memory, key_of).is_ok() {
            stored += 1;
        }
        assert_eq!(stored, 82, "85 % of 96 slots");
        for id in (0..stored).map(NodeId) {
            assert_eq!(index.find(key_of(id), |other| other == id), Some(id));
        }
    }
}
