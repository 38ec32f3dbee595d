//! Order: nodes by value and depth, with both ends at hand.

use super::arena::Arena;
use super::layout::{Id, Link};

/// Nodes by rising value, the deepest first among equal ones: the first is the one to work on, the
/// last is the one to forget.
///
/// A treap (Seidel & Aragon 1996) whose links lie in the nodes and whose priorities are computed
/// from their numbers, so it takes no memory beyond two links a node: lists by value and depth
/// would be quicker, but need a table of their heads, which under a small cap is larger than all
/// nodes and cannot be shrunk when it grows.
///
/// # Complexity
/// O(log nodes) expected for every operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    root: Id,
}

/// A place where the number of a node stands.
#[derive(Clone, Copy)]
enum Hole {
    Root,
    Of(Id, Link),
}

impl Order {
    pub(super) fn new() -> Self {
        Self { root: Id::NONE }
    }

    /// The deepest of those of least value.
    pub(super) fn first(&self, arena: &Arena) -> Option<Id> {
        self.end(arena, Link::Left)
    }

    /// The shallowest of those of greatest value.
    pub(super) fn last(&self, arena: &Arena) -> Option<Id> {
        self.end(arena, Link::Right)
    }

    fn end(&self, arena: &Arena, side: Link) -> Option<Id> {
        let mut id = self.root;
        if id.is_none() {
            return None;
        }
        loop {
            let next = arena.link(id, side);
            if next.is_none() {
                return Some(id);
            }
            id = next;
        }
    }

    /// Adds a node, which hangs in no order.
    pub(super) fn insert(&mut self, arena: &mut Arena, id: Id) {
        let (sort, weight) = (rank(arena, id), priority(id));
        let mut hole = Hole::Root;
        let mut below = self.root;
        while !below.is_none() && priority(below) > weight {
            let side = if rank(arena, below) < sort { Link::Right } else { Link::Left };
            hole = Hole::Of(below, side);
            below = arena.link(below, side);
        }
        self.fill(arena, hole, id);
        // What was below is split by rank into what is before the new node and what is behind.
        let mut before = Hole::Of(id, Link::Left);
        let mut behind = Hole::Of(id, Link::Right);
        while !below.is_none() {
            if rank(arena, below) < sort {
                self.fill(arena, before, below);
                before = Hole::Of(below, Link::Right);
                below = arena.link(below, Link::Right);
            } else {
                self.fill(arena, behind, below);
                behind = Hole::Of(below, Link::Left);
                below = arena.link(below, Link::Left);
            }
        }
        self.fill(arena, before, Id::NONE);
        self.fill(arena, behind, Id::NONE);
    }

    /// Takes a node out. Its value and depth are those that it had when it was added.
    pub(super) fn remove(&mut self, arena: &mut Arena, id: Id) {
        let sort = rank(arena, id);
        let mut hole = Hole::Root;
        let mut at = self.root;
        while at != id {
            let side = if rank(arena, at) < sort { Link::Right } else { Link::Left };
            hole = Hole::Of(at, side);
            at = arena.link(at, side);
        }
        let mut before = arena.link(id, Link::Left);
        let mut behind = arena.link(id, Link::Right);
        while !before.is_none() && !behind.is_none() {
            if priority(before) > priority(behind) {
                self.fill(arena, hole, before);
                hole = Hole::Of(before, Link::Right);
                before = arena.link(before, Link::Right);
            } else {
                self.fill(arena, hole, behind);
                hole = Hole::Of(behind, Link::Left);
                behind = arena.link(behind, Link::Left);
            }
        }
        self.fill(arena, hole, if before.is_none() { behind } else { before });
    }

    fn fill(&mut self, arena: &mut Arena, hole: Hole, id: Id) {
        match hole {
            Hole::Root => self.root = id,
            Hole::Of(node, side) => arena.set_link(node, side, id),
        }
    }
}

/// Where a node stands: value, then depth from the deepest on, then number from the greatest on,
/// which is more or less age: the last one in is the first one out, as in A*.
fn rank(arena: &Arena, id: Id) -> u64 {
    u64::from(arena.val(id)) << 48
        | u64::from(u16::MAX - arena.g(id)) << 32
        | u64::from(u32::MAX - id.0)
}

/// A number that looks random, and is another for every node: each step can be undone.
fn priority(id: Id) -> u64 {
    let mixed = (u64::from(id.0) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}
