//! WalkNodes: the states of a search that counts walks, by their boxes.

use hashbrown::HashTable;
use sokoban_core::{Square, box_key};

use super::slab::Slab;
use crate::memory::Memory;
use crate::outcome::StopReason;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// A state: a set of boxes, and the player on its exact square.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkNode {
    /// The cost from the root.
    pub(super) g: u64,
    /// The bound on what is to come.
    pub(super) h: u64,
    /// The number of its boxes in [`WalkNodes::boxes`].
    pub(super) set: u32,
    /// The next node with the same boxes, or [`NONE`].
    pub(super) next: u32,
    /// The node that it was come to from, or [`NONE`].
    pub(super) before: u32,
    /// [`Square::NONE`] for a root whose player may be anywhere.
    pub(super) player: Square,
    pub(super) is_closed: bool,
    pub(super) origin: Origin,
}

/// Where a state and its bound come from, in one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin(u8);

impl Origin {
    const IMAGE_BITS: u32 = 3;

    pub(super) fn new(image: u8, set_boxes: u8) -> Self {
        debug_assert!(image < 1 << Self::IMAGE_BITS && set_boxes < 1 << (8 - Self::IMAGE_BITS));
        Self(set_boxes << Self::IMAGE_BITS | image)
    }

    /// The image of what was generated that is stored.
    pub(super) fn image(self) -> u8 {
        self.0 & ((1 << Self::IMAGE_BITS) - 1)
    }

    /// How many boxes the sets of the tables had that the bound is from.
    pub(super) fn set_boxes(self) -> u8 {
        self.0 >> Self::IMAGE_BITS
    }
}

/// All states that a front has met. Those with the same boxes are chained.
#[derive(Debug)]
pub(super) struct WalkNodes {
    nodes: Slab<WalkNode>,
    /// By set: its boxes, ascending.
    boxes: Slab<Square>,
    /// By set: the first of its nodes.
    heads: Slab<u32>,
    index: HashTable<u32>,
}

impl WalkNodes {
    /// For states of so many boxes.
    pub(super) fn new(boxes: usize) -> Self {
        Self {
            nodes: Slab::new(1),
            boxes: Slab::new(boxes),
            heads: Slab::new(1),
            index: HashTable::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.rows()
    }

    pub(super) fn node(&self, id: u32) -> &WalkNode {
        &self.nodes.get(id)[0]
    }

    pub(super) fn node_mut(&mut self, id: u32) -> &mut WalkNode {
        &mut self.nodes.get_mut(id)[0]
    }

    /// The boxes of a set, ascending.
    pub(super) fn boxes(&self, set: u32) -> &[Square] {
        self.boxes.get(set)
    }

    /// The set with these boxes, ascending, and the key that they have.
    pub(super) fn find(&self, boxes: &[Square], key: u64) -> Option<u32> {
        self.index.find(key, |&set| self.boxes.get(set) == boxes).copied()
    }

    /// The nodes of a set.
    pub(super) fn chain(&self, set: u32) -> impl Iterator<Item = (u32, &WalkNode)> {
        let mut id = self.heads.get(set)[0];
        std::iter::from_fn(move || {
            let found = (id != NONE).then(|| (id, self.node(id)))?;
            id = found.1.next;
            Some(found)
        })
    }

    /// Stores a set that is not stored yet, without nodes.
    ///
    /// # Errors
    /// [`StopReason::Memory`].
    pub(super) fn insert_set(
        &mut self,
        boxes: &[Square],
        key: u64,
        memory: &mut Memory,
    ) -> Result<u32, StopReason> {
        if self.index.len() == self.index.capacity() {
            self.grow(memory)?;
        }
        self.heads.push(&[NONE], memory)?;
        let set = self.boxes.push(boxes, memory)?;
        let Self { boxes, index, .. } = self;
        index.insert_unique(key, set, |&set| key_of(boxes.get(set).iter().copied()));
        Ok(set)
    }

    /// Stores a node, the first of its set from now on.
    ///
    /// # Errors
    /// [`StopReason::Memory`].
    pub(super) fn insert(
        &mut self,
        node: WalkNode,
        memory: &mut Memory,
    ) -> Result<u32, StopReason> {
        let head = self.heads.get(node.set)[0];
        let id = self.nodes.push(&[WalkNode { next: head, ..node }], memory)?;
        self.heads.get_mut(node.set)[0] = id;
        Ok(id)
    }

    /// The index doubles, and while it does there are two of it.
    fn grow(&mut self, memory: &mut Memory) -> Result<(), StopReason> {
        let before = self.index.allocation_size();
        let expected = 2 * before + 256;
        memory.reserve(expected)?;
        let Self { boxes, index, .. } = self;
        index.reserve(1, |&set| key_of(boxes.get(set).iter().copied()));
        let after = self.index.allocation_size();
        debug_assert!(after <= expected, "{after} of {expected} bytes");
        memory.release(before + expected - after);
        Ok(())
    }
}

/// The key of a set of boxes.
pub(super) fn key_of(boxes: impl Iterator<Item = Square>) -> u64 {
    boxes.fold(0, |key, square| key ^ box_key(square))
}
