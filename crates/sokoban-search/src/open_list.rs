//! OpenList: the states to expand, by f and then by depth.

use crate::memory::Memory;
use crate::node_index::NodeId;
use crate::outcome::StopReason;
use crate::record_store::LARGE_BYTES;

/// A bucket queue: least f first, then least h, which is deepest first, then last in first out.
///
/// Each bucket is a stack of small chunks out of one pool, so that neither slack nor a growth spike
/// grows with the queue. Entries are never removed: one whose state has meanwhile been expanded,
/// or reached at less cost, is recognized by the caller when it comes up.
#[derive(Debug)]
pub(crate) struct OpenList {
    /// `rows[f - first_f]`.
    rows: Vec<Row>,
    first_f: u32,
    /// No row before this one has an entry.
    least: usize,
    pool: Pool,
    /// The entries in all rows.
    len: usize,
}

/// The entries of one f.
#[derive(Debug, Default)]
struct Row {
    /// By h: the topmost chunk of the stack.
    tops: Vec<u32>,
    /// No h below this one has an entry.
    least: usize,
    /// No h from this one on has an entry.
    end: usize,
}

/// An entry of the queue as it comes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) f: u32,
    pub(crate) h: u32,
    pub(crate) id: NodeId,
}

impl OpenList {
    pub(crate) fn new() -> Self {
        Self { rows: Vec::new(), first_f: 0, least: 0, pool: Pool::default(), len: 0 }
    }

    /// The entries, stale ones among them.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// No entry has an f below this one; the greatest there is if there are no entries.
    pub(crate) fn floor(&self) -> u32 {
        if self.len == 0 { u32::MAX } else { self.first_f + self.least as u32 }
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// [`StopReason::Memory`]; nothing is added then.
    pub(crate) fn push(&mut self, entry: Entry, memory: &mut Memory) -> Result<(), StopReason> {
        let Entry { f, h, id } = entry;
        if self.rows.is_empty() {
            self.first_f = f;
        }
        if f < self.first_f {
            let more = (self.first_f - f) as usize;
            memory.reserve(more * size_of::<Row>())?;
            self.rows.splice(0..0, (0..more).map(|_| Row::default()));
            self.first_f = f;
            self.least = 0;
        }
        let at = (f - self.first_f) as usize;
        if at >= self.rows.len() {
            memory.reserve((at + 1 - self.rows.len()) * size_of::<Row>())?;
            self.rows.reserve_exact(at + 1 - self.rows.len());
            self.rows.resize_with(at + 1, Row::default);
        }
        let row = &mut self.rows[at];
        if h as usize >= row.tops.len() {
            let more = h as usize + 1 - row.tops.len();
            memory.reserve(more * size_of::<u32>())?;
            row.tops.reserve_exact(more);
            row.tops.resize(h as usize + 1, NONE);
        }
        self.pool.push(&mut row.tops[h as usize], id, memory)?;
        row.least = row.least.min(h as usize);
        row.end = row.end.max(h as usize + 1);
        self.least = self.least.min(at);
        self.len += 1;
        Ok(())
    }

    /// Takes the first entry out.
    pub(crate) fn pop(&mut self) -> Option<Entry> {
        while let Some(row) = self.rows.get_mut(self.least) {
            while let Some(top) = row.tops.get_mut(row.least) {
                if let Some(id) = self.pool.pop(top) {
                    self.len -= 1;
                    return Some(Entry {
                        f: self.first_f + self.least as u32,
                        h: row.least as u32,
                        id,
                    });
                }
                row.least += 1;
            }
            self.least += 1;
        }
        None
    }

    /// The least g = f - h of the entries whose f is at most `most_f`; none if there are none.
    ///
    /// O(rows up to `most_f`).
    pub(crate) fn least_g(&mut self, most_f: u32) -> Option<u32> {
        self.shallowest(most_f).map(|(f, h)| f - h)
    }

    /// The f and h of the entries of least f - h whose f is at most `most_f`; the least such f.
    fn shallowest(&mut self, most_f: u32) -> Option<(u32, u32)> {
        let rows = (most_f + 1).saturating_sub(self.first_f) as usize;
        let mut best: Option<(u32, u32)> = None;
        for at in self.least..rows.min(self.rows.len()) {
            let row = &mut self.rows[at];
            while row.end > 0 && row.tops[row.end - 1] == NONE {
                row.end -= 1;
            }
            if row.end == 0 {
                // Rows without entries are left behind for good, as long as they come first.
                self.least += usize::from(self.least == at);
                continue;
            }
            let (f, h) = (self.first_f + at as u32, row.end as u32 - 1);
            if best.is_none_or(|(best_f, best_h)| f - h < best_f - best_h) {
                best = Some((f, h));
            }
        }
        best
    }

    /// The bytes of all rows and chunks.
    pub(crate) fn memory_usage(&self) -> usize {
        let heads: usize = self.rows.iter().map(|row| row.tops.len() * size_of::<u32>()).sum();
        heads + self.rows.len() * size_of::<Row>() + self.pool.memory_usage()
    }
}

const NONE: u32 = u32::MAX;
/// With its link and its count a chunk fills two cache lines.
const CHUNK: usize = 30;
/// The chunks of the first block, for the sake of small levels, and of a step in which memory is
/// booked: 64 KiB.
const STEP: usize = 512;
/// The chunks of the other blocks, of which the address space is taken at once.
const BLOCK: usize = (LARGE_BYTES / size_of::<Chunk>()).next_power_of_two();

#[derive(Debug)]
struct Chunk {
    ids: [u32; CHUNK],
    len: u32,
    /// The next chunk of the same stack, or of the unused ones.
    below: u32,
}

const _: () = assert!(size_of::<Chunk>() == 128);

/// Stacks of chunks, each known by its topmost chunk.
#[derive(Debug)]
struct Pool {
    blocks: Vec<Vec<Chunk>>,
    /// The chunks in all blocks.
    chunks: usize,
    unused: u32,
}

impl Default for Pool {
    fn default() -> Self {
        Self { blocks: Vec::new(), chunks: 0, unused: NONE }
    }
}

impl Pool {
    fn push(&mut self, top: &mut u32, id: NodeId, memory: &mut Memory) -> Result<(), StopReason> {
        if *top == NONE || self.chunk(*top).len as usize == CHUNK {
            let fresh = self.take_unused(memory)?;
            let below = *top;
            let chunk = self.chunk(fresh);
            chunk.len = 0;
            chunk.below = below;
            *top = fresh;
        }
        let chunk = self.chunk(*top);
        chunk.ids[chunk.len as usize] = id.0;
        chunk.len += 1;
        Ok(())
    }

    fn pop(&mut self, top: &mut u32) -> Option<NodeId> {
        if *top == NONE {
            return None;
        }
        let number = *top;
        let unused = self.unused;
        let chunk = self.chunk(number);
        chunk.len -= 1;
        let id = NodeId(chunk.ids[chunk.len as usize]);
        if chunk.len == 0 {
            *top = chunk.below;
            chunk.below = unused;
            self.unused = number;
        }
        Some(id)
    }

    fn chunk(&mut self, number: u32) -> &mut Chunk {
        match (number as usize).checked_sub(STEP) {
            None => &mut self.blocks[0][number as usize],
            Some(number) => &mut self.blocks[1 + number / BLOCK][number % BLOCK],
        }
    }

    fn take_unused(&mut self, memory: &mut Memory) -> Result<u32, StopReason> {
        if self.unused != NONE {
            let number = self.unused;
            self.unused = self.chunk(number).below;
            return Ok(number);
        }
        let number = self.chunks;
        if number.is_multiple_of(STEP) {
            memory.reserve(STEP * size_of::<Chunk>() + size_of::<Vec<Chunk>>())?;
            if number == 0 || (number - STEP).is_multiple_of(BLOCK) {
                let chunks = if number == 0 { STEP } else { BLOCK };
                self.blocks.push(Vec::with_capacity(chunks));
            }
        }
        let block = self.blocks.last_mut().expect("a block with room was made");
        block.push(Chunk { ids: [0; CHUNK], len: 0, below: NONE });
        self.chunks += 1;
        Ok(number as u32)
    }

    fn memory_usage(&self) -> usize {
        self.chunks.next_multiple_of(STEP) * size_of::<Chunk>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_a_sorted_list(
            steps in prop::collection::vec(prop::option::weighted(0.7, (0u32..40, 0u32..30)), 0..2_000)
        ) {
            let mut memory = Memory::new(None);
            let mut open = OpenList::new();
            let mut twin: Vec<Entry> = Vec::new();
            for (number, step) in steps.into_iter().enumerate() {
                match step {
                    Some((f, h)) => {
                        let entry = Entry { f, h, id: NodeId(number as u32) };
                        open.push(entry, &mut memory).expect("no limit");
                        twin.push(entry);
                    }
                    None => {
                        let first = (0..twin.len()).rev().min_by_key(|&at| (twin[at].f, twin[at].h));
                        prop_assert_eq!(open.pop(), first.map(|at| twin.remove(at)));
                    }
                }
                prop_assert!(open.memory_usage() <= memory.used());
            }
        }
    }

    proptest! {
        #[test]
        fn the_least_g_agrees_with_a_sorted_list(
            steps in prop::collection::vec((0u32..3, 0u32..40, 0u32..40), 0..2_000)
        ) {
            let mut memory = Memory::new(None);
            let mut open = OpenList::new();
            let mut twin: Vec<Entry> = Vec::new();
            for (number, (step, f, h)) in steps.into_iter().enumerate() {
                let shallowest = (0..twin.len())
                    .rev()
                    .filter(|&at| twin[at].f <= f)
                    .min_by_key(|&at| (twin[at].f - twin[at].h, twin[at].f));
                match step {
                    0 => {
                        let least = shallowest.map(|at| twin[at].f - twin[at].h);
                        prop_assert_eq!(open.least_g(f), least);
                    }
                    _ if h <= f => {
                        let entry = Entry { f, h, id: NodeId(number as u32) };
                        open.push(entry, &mut memory).expect("no limit");
                        twin.push(entry);
                    }
                    _ => {
                        let first = (0..twin.len()).rev().min_by_key(|&at| (twin[at].f, twin[at].h));
                        prop_assert_eq!(open.pop(), first.map(|at| twin.remove(at)));
                    }
                }
                prop_assert_eq!(open.len(), twin.len());
            }
        }
    }

    #[test]
    fn unused_chunks_serve_again() {
        let mut memory = Memory::new(None);
        let mut open = OpenList::new();
        for round in 0..100 {
            for id in 0..10_000 {
                open.push(Entry { f: round, h: 0, id: NodeId(id) }, &mut memory).expect("no limit");
            }
            while open.pop().is_some() {}
        }
        assert!(memory.used() < 10_000 * 5 + 70_000, "{}", memory.used());
    }
}
