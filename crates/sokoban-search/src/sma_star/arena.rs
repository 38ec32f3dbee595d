//! Arena: the nodes of the memory-bounded search under their cap, found by state.

use sokoban_core::Square;

use super::edges::{self, Edge};
use super::layout::{Id, Layout, Link};
use crate::memory::Memory;
use crate::outcome::StopReason;
use crate::space::StateSpace;

/// The nodes of the memory-bounded search, each of them in a slot of its own until it is removed.
///
/// Slots lie in segments that never move and are booked before they are allocated; when no more
/// may be booked the arena is full, and a slot is free only after a removal.
///
/// The hash table lies in the slots too: the bucket with a slot's number begins there, so that there
/// are as many buckets as slots, and a new slot splits one old bucket (linear hashing, Litwin 1980).
/// Nothing doubles, and nothing is booked but slots.
#[derive(Debug)]
pub(super) struct Arena {
    layout: Layout,
    segments: Vec<Vec<u8>>,
    /// The slots there is room for in the segments.
    slots: usize,
    /// The slots used at some time, each of which has a bucket.
    opened: usize,
    /// The nodes.
    len: usize,
    /// The first of the opened slots without a node, linked by [`Link::Next`].
    free: Id,
    most_slots: usize,
    is_full: bool,
    scratch: Vec<u64>,
}

/// A node that is to be stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewNode {
    pub(super) key: u64,
    pub(super) player: Square,
    pub(super) parent: Id,
    pub(super) edge: usize,
    pub(super) g: u16,
    pub(super) val: u16,
}

/// Segments come in three sizes, so that neither a small cap is overshot nor a large one split into
/// too many: sixteen of each but the last.
const SIZES: [usize; 3] = [1 << 5, 1 << 9, 1 << 13];
const OF_A_SIZE: usize = 16;

impl Arena {
    /// An arena of at most `most_nodes` nodes.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if its buffer has no room.
    pub(super) fn new(
        layout: Layout,
        most_nodes: usize,
        memory: &mut Memory,
    ) -> Result<Self, StopReason> {
        memory.reserve(layout.box_words() * size_of::<u64>())?;
        Ok(Self {
            layout,
            segments: Vec::new(),
            slots: 0,
            opened: 0,
            len: 0,
            free: Id::NONE,
            most_slots: most_nodes.min(layout.most_slots()),
            is_full: false,
            scratch: vec![0; layout.box_words()],
        })
    }

    /// The bytes of a node.
    pub(in crate::sma_star) fn node_bytes(&self) -> usize {
        self.layout.bytes()
    }

    /// The nodes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Is there a slot for one more node?
    pub(super) fn has_room(&mut self, memory: &mut Memory) -> bool {
        !self.free.is_none() || self.opened < self.slots || self.grow(memory)
    }

    /// One more segment, or as much of it as may be booked.
    fn grow(&mut self, memory: &mut Memory) -> bool {
        if self.is_full {
            return false;
        }
        let number = self.segments.len();
        let wanted = SIZES[(number / OF_A_SIZE).min(SIZES.len() - 1)];
        // The list of segments may take twice the room that it needs when it grows.
        let around = Layout::MARGIN + 2 * size_of::<Vec<u8>>();
        let fitting = memory.free().saturating_sub(around) / self.layout.bytes();
        let count = wanted.min(fitting).min(self.most_slots - self.slots);
        // A short segment is the last one: places are computed from the full sizes.
        self.is_full = count < wanted;
        let bytes = count * self.layout.bytes() + Layout::MARGIN;
        if count == 0 || memory.reserve(bytes + around - Layout::MARGIN).is_err() {
            self.is_full = true;
            return false;
        }
        self.segments.push(vec![0; bytes]);
        self.slots += count;
        true
    }

    /// The node of a state, where `packed` are its packed boxes.
    pub(super) fn find<S: StateSpace>(
        &self,
        space: &S,
        state: &S::State,
        packed: &[u64],
    ) -> Option<Id> {
        if self.opened == 0 {
            return None;
        }
        let player = space.player(state);
        let mut id = self.link(self.bucket(space.key(state)), Link::Bucket);
        while !id.is_none() {
            let record = self.record(id);
            if self.layout.has_boxes(record, packed) && self.layout.player(record) == player {
                return Some(id);
            }
            id = self.layout.link(record, Link::Next);
        }
        None
    }

    /// Stores a node without known edges, whose state is not stored. There must be room.
    pub(super) fn insert<S: StateSpace>(&mut self, space: &S, packed: &[u64], node: NewNode) -> Id {
        let id = self.take_slot(space);
        let layout = self.layout;
        let record = self.record_mut(id);
        layout.write_boxes(record, packed);
        layout.set_g(record, node.g);
        layout.set_val(record, node.val);
        layout.set_tail(record, node.player, node.edge);
        layout.set_link(record, Link::Parent, node.parent);
        edges::clear(layout.edges_mut(record));
        self.push_to_bucket(id, node.key);
        self.len += 1;
        id
    }

    /// Removes a node.
    pub(super) fn remove<S: StateSpace>(&mut self, space: &S, id: Id) {
        let key = space.key(&self.state(space, id));
        let bucket = self.bucket(key);
        let next = self.link(id, Link::Next);
        let mut before = self.link(bucket, Link::Bucket);
        if before == id {
            self.set_link(bucket, Link::Bucket, next);
        } else {
            while self.link(before, Link::Next) != id {
                before = self.link(before, Link::Next);
            }
            self.set_link(before, Link::Next, next);
        }
        self.set_link(id, Link::Next, self.free);
        self.free = id;
        self.len -= 1;
    }

    /// A slot without a node.
    fn take_slot<S: StateSpace>(&mut self, space: &S) -> Id {
        if !self.free.is_none() {
            let id = self.free;
            self.free = self.link(id, Link::Next);
            return id;
        }
        assert!(self.opened < self.slots, "whoever inserts has asked for room");
        let id = Id(self.opened as u32);
        self.opened += 1;
        self.set_link(id, Link::Bucket, Id::NONE);
        if id.0 > 0 {
            // The bucket that has held the new one's nodes so far.
            let old = Id(id.0 - (1 << id.0.ilog2()));
            let mut node = self.link(old, Link::Bucket);
            self.set_link(old, Link::Bucket, Id::NONE);
            while !node.is_none() {
                let next = self.link(node, Link::Next);
                let key = space.key(&self.state(space, node));
                self.push_to_bucket(node, key);
                node = next;
            }
        }
        id
    }

    fn push_to_bucket(&mut self, id: Id, key: u64) {
        let bucket = self.bucket(key);
        let first = self.link(bucket, Link::Bucket);
        self.set_link(id, Link::Next, first);
        self.set_link(bucket, Link::Bucket, id);
    }

    /// The key's low bits, one more of them where the bucket is split already.
    fn bucket(&self, key: u64) -> Id {
        let half = 1u64 << self.opened.ilog2();
        let bucket = key & (2 * half - 1);
        Id(if bucket < self.opened as u64 { bucket } else { bucket & (half - 1) } as u32)
    }

    /// The state of a node.
    pub(super) fn state<S: StateSpace>(&mut self, space: &S, id: Id) -> S::State {
        let (segment, offset) = place(id);
        let record = &self.segments[segment][offset * self.layout.bytes()..];
        self.layout.read_boxes(record, &mut self.scratch);
        space.unpack(&self.scratch, self.layout.player(record))
    }

    pub(super) fn player(&self, id: Id) -> Square {
        self.layout.player(self.record(id))
    }

    /// The cost of the path to the node.
    pub(super) fn g(&self, id: Id) -> u16 {
        self.layout.g(self.record(id))
    }

    /// The least value over the edges that are not resident; of a node not expanded yet, its own.
    pub(super) fn val(&self, id: Id) -> u16 {
        self.layout.val(self.record(id))
    }

    /// The number of its edge in the parent.
    pub(super) fn edge_in_parent(&self, id: Id) -> usize {
        self.layout.edge(self.record(id))
    }

    pub(super) fn is_interior(&self, id: Id) -> bool {
        self.layout.is_interior(self.record(id))
    }

    /// What it knows of an edge.
    pub(super) fn edge(&self, id: Id, number: usize) -> Edge {
        let record = self.record(id);
        edges::get(self.layout.edges(record), number, self.layout.val(record))
    }

    /// Has it a finite value, but no edge that has it?
    pub(super) fn is_unexpanded(&self, id: Id) -> bool {
        let record = self.record(id);
        self.layout.val(record) != edges::INFINITE && !edges::has_open(self.layout.edges(record))
    }

    /// Changes an edge, and the node's value and whether it has a child in memory with it.
    pub(super) fn set_edge(&mut self, id: Id, number: usize, edge: Edge) {
        let layout = self.layout;
        let record = self.record_mut(id);
        let least = layout.val(record);
        let least = edges::set(layout.edges_mut(record), number, least, edge);
        layout.set_val(record, least);
        let is_interior = edges::has_resident(layout.edges(record));
        layout.set_interior(record, is_interior);
    }

    /// Changes the value of a node without open edges.
    pub(super) fn set_val(&mut self, id: Id, val: u16) {
        let layout = self.layout;
        layout.set_val(self.record_mut(id), val);
    }

    pub(super) fn link(&self, id: Id, link: Link) -> Id {
        self.layout.link(self.record(id), link)
    }

    pub(super) fn set_link(&mut self, id: Id, link: Link, to: Id) {
        let layout = self.layout;
        layout.set_link(self.record_mut(id), link, to);
    }

    /// The record of a slot, and all that follows it in its segment.
    fn record(&self, id: Id) -> &[u8] {
        let (segment, offset) = place(id);
        &self.segments[segment][offset * self.layout.bytes()..]
    }

    fn record_mut(&mut self, id: Id) -> &mut [u8] {
        let (segment, offset) = place(id);
        &mut self.segments[segment][offset * self.layout.bytes()..]
    }
}

/// The segment of a slot, and its place there.
fn place(id: Id) -> (usize, usize) {
    let [small, middle, large] = SIZES;
    let mut number = id.0 as usize;
    if number < small * OF_A_SIZE {
        return (number / small, number % small);
    }
    number -= small * OF_A_SIZE;
    if number < middle * OF_A_SIZE {
        return (OF_A_SIZE + number / middle, number % middle);
    }
    number -= middle * OF_A_SIZE;
    (2 * OF_A_SIZE + number / large, number % large)
}
