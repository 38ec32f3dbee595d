//! NodeIndex: from a state's key to the number of its record.

use crate::index_pages::{Block, IndexPages, PAGE, SLOTS};
use crate::memory::Memory;
use crate::outcome::StopReason;

/// The number of a stored state. The first [`EARLY`] are in the order in which they were stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NodeId(pub(crate) u32);

/// Numbers are given out to the shards in runs of so many.
pub(crate) const RUN: usize = 128;

/// A hash table of node numbers by key: blocks of a cache line with sixteen slots each, and in every
/// slot three bytes that tell the number and a fingerprint of the key, which spares nearly all looks
/// at records that are not the one sought. A full block overflows into the next.
///
/// The table is one shard while it is small, and doubles; and 256 by the top bits of the key
/// afterwards. Each of those gives its own short numbers to its nodes, which is why three bytes do,
/// and grows by a quarter, in place and not when the others do: so there is no doubling spike,
/// nothing is freed that might not serve again, and shards are between 72 % and 90 % full at any
/// time, 81 % together.
#[derive(Debug)]
pub(crate) struct NodeIndex {
    shards: Vec<Shard>,
    pages: IndexPages,
}

/// So many nodes are stored in a single shard, just what 512 pages hold. All shards know them by
/// their numbers.
const EARLY: usize = 230_400;
const SHARDS: usize = 256;
/// The numbers of nodes are at most by so many above the number of nodes, as the last run of each
/// shard may not be used up.
pub(crate) const SPARE_NUMBERS: usize = SHARDS * RUN;
/// The pages that a shard begins with when there are many.
const FIRST_PAGES: usize = 3;
/// What three bytes can number.
const MOST_NODES: usize = 1 << 24;

const _: () = assert!(EARLY.is_multiple_of(RUN));

#[derive(Debug, Default)]
struct Shard {
    /// The pages of its blocks, in order.
    pages: Vec<u32>,
    /// The nodes whose keys belong here.
    len: usize,
    /// The nodes with numbers of this shard's own: those that came after the early ones.
    own: usize,
    /// The runs of numbers of those nodes, in order.
    runs: Vec<u32>,
    /// The size to grow to, in pages and 256ths.
    goal: usize,
}

impl NodeIndex {
    pub(crate) fn new(memory: &mut Memory) -> Result<Self, StopReason> {
        memory.reserve(size_of::<Shard>())?;
        let mut index = Self { shards: vec![Shard::default()], pages: IndexPages::default() };
        index.pages.add(&mut index.shards[0].pages, 1, memory)?;
        Ok(index)
    }

    /// The node with this key for which `is_same` holds.
    pub(crate) fn find(&self, key: u64, is_same: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        let shard = &self.shards[self.shard_of(key)];
        let mark = fingerprint(key);
        let mut at = shard.home(key);
        loop {
            let block = self.pages.block(&shard.pages, at);
            let candidates = block.slots_with(mark).map(|slot| shard.id(block.number(slot)));
            if let Some(id) = candidates.into_iter().find(|&id| is_same(id)) {
                return Some(id);
            }
            // Some block has an empty slot, so the search ends.
            if !block.is_full() {
                return None;
            }
            at = shard.next(at);
        }
    }

    /// Makes room for one more node with this key. `key_of` tells the key of any node in the index.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if the index would have to grow and must not; what is in it is the
    /// same then.
    pub(crate) fn make_room(
        &mut self,
        key: u64,
        memory: &mut Memory,
        mut key_of: impl FnMut(NodeId) -> u64,
    ) -> Result<(), StopReason> {
        if self.shards.len() == 1 && self.shards[0].len == EARLY {
            self.split(memory, &mut key_of)?;
        }
        let number = self.shard_of(key);
        let shard = &mut self.shards[number];
        if shard.len * 10 >= shard.blocks() * SLOTS * 9 {
            self.grow(number, memory, &mut key_of)?;
        }
        Ok(())
    }

    /// The number that the next node with this key will have, for which there is room.
    /// `next_run` gives numbers out.
    ///
    /// # Errors
    /// That of `next_run`; [`StopReason::Memory`] if there is no room for the number.
    pub(crate) fn next_id(
        &mut self,
        key: u64,
        memory: &mut Memory,
        next_run: impl FnOnce(&mut Memory) -> Result<u32, StopReason>,
    ) -> Result<NodeId, StopReason> {
        let is_single = self.shards.len() == 1;
        let number = self.shard_of(key);
        let shard = &mut self.shards[number];
        if is_single {
            if shard.len.is_multiple_of(RUN) {
                next_run(memory)?;
            }
            return Ok(NodeId(shard.len as u32));
        }
        if EARLY + shard.own == MOST_NODES {
            return Err(StopReason::Memory);
        }
        if shard.own == shard.runs.len() * RUN {
            make_room_in(&mut shard.runs, 1, memory)?;
            shard.runs.push(next_run(memory)?);
        }
        Ok(shard.id((EARLY + shard.own) as u32))
    }

    /// Adds the node that [`Self::next_id`] told the number of last.
    pub(crate) fn insert(&mut self, key: u64) {
        let is_single = self.shards.len() == 1;
        let number = self.shard_of(key);
        let shard = &mut self.shards[number];
        let local = if is_single { shard.len } else { EARLY + shard.own };
        shard.len += 1;
        shard.own += usize::from(!is_single);
        self.put(number, key, local as u32);
    }

    /// The bytes of all pages and lists.
    pub(crate) fn memory_usage(&self) -> usize {
        let lists = |shard: &Shard| (shard.pages.capacity() + shard.runs.capacity()) * 4;
        self.pages.memory_usage()
            + self.shards.iter().map(lists).sum::<usize>()
            + self.shards.len() * size_of::<Shard>()
    }

    fn shard_of(&self, key: u64) -> usize {
        if self.shards.len() == 1 { 0 } else { (key >> 56) as usize }
    }

    /// Puts a node that its shard counts already into its slot.
    fn put(&mut self, number: usize, key: u64, local: u32) {
        let shard = &self.shards[number];
        let mut at = shard.home(key);
        while self.pages.block(&shard.pages, at).is_full() {
            at = shard.next(at);
        }
        self.pages.block_mut(&shard.pages, at).push(fingerprint(key), local);
    }

    fn split(
        &mut self,
        memory: &mut Memory,
        mut key_of: impl FnMut(NodeId) -> u64,
    ) -> Result<(), StopReason> {
        let mut lens = [0; SHARDS];
        for local in 0..EARLY as u32 {
            lens[(key_of(NodeId(local)) >> 56) as usize] += 1;
        }
        memory.reserve(SHARDS * size_of::<Shard>())?;
        let mut shards: Vec<Shard> = Vec::with_capacity(SHARDS);
        for (number, len) in lens.into_iter().enumerate() {
            // The goals are spread over the quarter by which shards grow, so that they grow in turn.
            let goal = FIRST_PAGES * (256 + number / 4);
            let mut shard = Shard { goal, len, ..Shard::default() };
            let pages = FIRST_PAGES.max((len * 10).div_ceil(9 * PAGE * SLOTS));
            if let Err(reason) = self.pages.add(&mut shard.pages, pages, memory) {
                shards.into_iter().for_each(|shard| self.pages.give_back(&shard.pages));
                return Err(reason);
            }
            shards.push(shard);
        }
        let single = std::mem::replace(&mut self.shards, shards);
        self.pages.give_back(&single[0].pages);
        for local in 0..EARLY as u32 {
            let key = key_of(NodeId(local));
            self.put(self.shard_of(key), key, local);
        }
        Ok(())
    }

    /// Adds pages to a shard and puts all of its nodes into their new slots.
    fn grow(
        &mut self,
        number: usize,
        memory: &mut Memory,
        mut key_of: impl FnMut(NodeId) -> u64,
    ) -> Result<(), StopReason> {
        let is_single = self.shards.len() == 1;
        let shard = &mut self.shards[number];
        let pages = shard.pages.len();
        let more = if is_single {
            pages
        } else {
            while shard.goal / 256 <= pages {
                shard.goal = shard.goal * 5 / 4;
            }
            shard.goal / 256 - pages
        };
        // The early nodes of a shard are known by its slots alone.
        let early = if is_single { 0 } else { shard.len - shard.own };
        let mut early_nodes = Vec::new();
        memory.reserve(early * size_of::<u32>())?;
        early_nodes.reserve_exact(early);
        let added = self.pages.add(&mut shard.pages, more, memory);
        memory.release(early * size_of::<u32>());
        added?;
        let own = if is_single { 0..shard.len } else { EARLY..EARLY + shard.own };
        for at in 0..shard.blocks() {
            let block = self.pages.block_mut(&shard.pages, at);
            if !is_single {
                early_nodes.extend(block.numbers().filter(|&local| (local as usize) < EARLY));
            }
            *block = Block::EMPTY;
        }
        // In the order in which their records lie.
        for local in early_nodes.into_iter().chain(own.map(|local| local as u32)) {
            let key = key_of(self.shards[number].id(local));
            self.put(number, key, local);
        }
        Ok(())
    }
}

impl Shard {
    fn blocks(&self) -> usize {
        self.pages.len() * PAGE
    }

    /// Where the search for `key` begins: the low half of the key, scaled to the blocks.
    fn home(&self, key: u64) -> usize {
        (((key & 0xffff_ffff) * self.blocks() as u64) >> 32) as usize
    }

    fn next(&self, at: usize) -> usize {
        if at + 1 == self.blocks() { 0 } else { at + 1 }
    }

    /// The node that has the number `local` in this shard.
    fn id(&self, local: u32) -> NodeId {
        match (local as usize).checked_sub(EARLY) {
            None => NodeId(local),
            Some(own) => NodeId(self.runs[own / RUN] * RUN as u32 + (own % RUN) as u32),
        }
    }
}

/// Makes room for `count` more elements, by a quarter at least, and books it.
///
/// # Errors
/// [`StopReason::Memory`] if there is none.
pub(crate) fn make_room_in<T>(
    list: &mut Vec<T>,
    count: usize,
    memory: &mut Memory,
) -> Result<(), StopReason> {
    if list.len() + count > list.capacity() {
        let more = count.max(list.capacity() / 4).max(4);
        let before = list.capacity();
        memory.reserve(more * size_of::<T>())?;
        list.reserve_exact(before + more - list.len());
    }
    Ok(())
}

/// Eight bits of the key that choose neither shard nor slot, never zero.
fn fingerprint(key: u64) -> u8 {
    ((key >> 40) as u8).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stand-in for well-mixed keys.
    fn key_of(number: u32) -> u64 {
        (u64::from(number) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
            ^ u64::from(number).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    /// An index, and what was stored, by the number that it was given.
    struct Table {
        index: NodeIndex,
        stored: Vec<Option<u32>>,
        runs: u32,
    }

    impl Table {
        fn new(memory: &mut Memory) -> Self {
            let index = NodeIndex::new(memory).expect("room");
            Self { index, stored: Vec::new(), runs: 0 }
        }

        fn find(&self, number: u32) -> Option<NodeId> {
            self.index.find(key_of(number), |id| self.stored[id.0 as usize] == Some(number))
        }

        fn insert(&mut self, number: u32, memory: &mut Memory) -> Result<NodeId, StopReason> {
            let Self { index, stored, runs } = self;
            let key = key_of(number);
            let key_of_id = |id: NodeId| key_of(stored[id.0 as usize].expect("a node"));
            index.make_room(key, memory, key_of_id)?;
            let id = index.next_id(key, memory, |_| {
                *runs += 1;
                Ok(*runs - 1)
            })?;
            stored.resize(*runs as usize * RUN, None);
            assert_eq!(stored[id.0 as usize].replace(number), None, "a number of its own");
            index.insert(key);
            Ok(id)
        }
    }

    #[test]
    fn finds_what_was_inserted_through_every_growth() {
        let mut memory = Memory::new(None);
        let mut table = Table::new(&mut memory);
        let mut ids = Vec::new();
        for number in 0..400_000 {
            assert_eq!(table.find(number), None);
            ids.push(table.insert(number, &mut memory).expect("no limit"));
            assert_eq!(table.find(number), ids.last().copied());
        }
        for number in 0..400_000 {
            assert_eq!(table.find(number), Some(ids[number as usize]));
        }
        assert!(table.index.memory_usage() <= memory.used());
        for number in 400_000..1_500_000 {
            table.insert(number, &mut memory).expect("no limit");
        }
        let bytes = table.index.memory_usage() * 10 / 1_500_000;
        assert!((44..=56).contains(&bytes), "{bytes} tenths of a byte a node");
        assert!(memory.peak() < memory.used() * 101 / 100, "no spike");
        assert!(memory.used() < table.index.memory_usage() * 11 / 10);
        for number in 0..1_600_000 {
            assert_eq!(table.find(number).is_some(), number < 1_500_000);
        }
    }

    #[test]
    fn a_refused_growth_changes_nothing() {
        for limit in [4_000, 100_000, 1_000_000, 3_000_000] {
            let mut memory = Memory::new(Some(limit));
            let mut table = Table::new(&mut memory);
            let mut stored = 0;
            while table.insert(stored, &mut memory).is_ok() {
                stored += 1;
            }
            assert!(stored as usize * 18 > limit, "{stored} in {limit} bytes");
            assert_eq!(table.insert(stored, &mut memory), Err(StopReason::Memory));
            for number in 0..=stored {
                assert_eq!(table.find(number).is_some(), number < stored, "{number} of {stored}");
            }
        }
    }
}
