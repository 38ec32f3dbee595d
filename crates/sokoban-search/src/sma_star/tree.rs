//! Tree: the nodes in memory, and how they come and go.

use super::arena::{Arena, NewNode};
use super::edges::{Edge, INFINITE};
use super::layout::{Id, Layout, Link};
use super::order::Order;
use super::roots::RootTable;
use crate::memory::Memory;
use crate::outcome::StopReason;
use crate::space::{StateSpace, Step, Successor};
use crate::stats::Stats;

/// The nodes in memory: a tree under the roots, with one node at most for a state.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) arena: Arena,
    /// The nodes without a child in memory, but for the one at work.
    leaves: Order,
    /// The nodes with a child in memory and an open edge, but for the one at work.
    interiors: Order,
    pub(super) roots: RootTable,
    at_work: Id,
    /// The nodes forgotten.
    pub(super) culls: u64,
    /// The expansions when a node that was expanded was forgotten for the first time. Others are no
    /// loss: their edge says all that there was to know.
    pub(super) first_loss: Option<u64>,
    packed: Vec<u64>,
    /// The successors of a node whose children are sought.
    successors: Vec<Successor>,
}

/// What became of a child that was to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placed {
    /// It has a node.
    Stored,
    /// Its state has a node that is no deeper.
    Covered,
    /// It has no room, and its edge is as it was.
    NoRoom,
}

/// How much room for a child is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    /// Some leaf has to go.
    Must,
    /// A leaf of greater value may go.
    May,
    /// Nothing may go.
    Free,
}

/// A child that is to be stored.
#[derive(Clone, Copy)]
pub(super) struct Child<T> {
    pub(super) state: T,
    pub(super) parent: Id,
    pub(super) edge: usize,
    pub(super) g: u16,
    pub(super) value: u16,
}

impl Tree {
    /// A tree without nodes, of at most `max_nodes` of them, each with at most `edges` edges.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if its buffers have no room.
    pub(super) fn new(
        layout: Layout,
        roots: RootTable,
        edges: usize,
        max_nodes: usize,
        memory: &mut Memory,
    ) -> Result<Self, StopReason> {
        let packed = vec![0; layout.box_words()];
        memory.reserve(size_of_val(&packed[..]) + edges * size_of::<Successor>())?;
        Ok(Self {
            arena: Arena::new(layout, max_nodes, memory)?,
            leaves: Order::new(),
            interiors: Order::new(),
            roots,
            at_work: Id::NONE,
            culls: 0,
            first_loss: None,
            packed,
            successors: Vec::with_capacity(edges),
        })
    }

    /// The deepest node of least value, one with a child in memory first. None if a root that is not
    /// in memory has a lesser one, or if all values are infinite.
    pub(super) fn first(&self) -> Option<Id> {
        let leaf = self.leaves.first(&self.arena);
        let interior = self.interiors.first(&self.arena);
        let key = |id: Id| (self.arena.val(id), u16::MAX - self.arena.g(id));
        let first = match (leaf, interior) {
            (Some(leaf), Some(interior)) if key(leaf) < key(interior) => leaf,
            (leaf, interior) => interior.or(leaf)?,
        };
        let val = self.arena.val(first);
        (val < INFINITE && val <= self.roots.least()).then_some(first)
    }

    /// Takes a node out of its order while it is worked on, so that it is not forgotten.
    pub(super) fn begin_work(&mut self, id: Id) {
        self.unhang(id);
        self.at_work = id;
    }

    /// Puts the node at work back.
    pub(super) fn end_work(&mut self) {
        let id = std::mem::replace(&mut self.at_work, Id::NONE);
        self.hang(id);
    }

    /// Raises the value of a leaf that is not expanded.
    pub(super) fn raise(&mut self, leaf: Id, val: u16) {
        self.unhang(leaf);
        self.arena.set_val(leaf, val);
        self.hang(leaf);
    }

    /// Stores a child, unless its state is in memory at no greater g: then its edge becomes
    /// infinite. A state in memory at a greater g is deleted with all that is below it.
    pub(super) fn place<S: StateSpace>(
        &mut self,
        space: &mut S,
        child: Child<S::State>,
        room: Room,
        memory: &mut Memory,
        stats: &mut Stats,
    ) -> Placed {
        space.pack(&child.state, &mut self.packed);
        if let Some(known) = self.arena.find(space, &child.state, &self.packed) {
            if self.arena.g(known) <= child.g {
                stats.duplicates += 1;
                self.set_edge(child.parent, child.edge, Edge::Infinite);
                return Placed::Covered;
            }
            if room == Room::Free {
                // It is not this child's turn, and what is known may not be needed before.
                return Placed::NoRoom;
            }
            stats.reopened += 1;
            self.delete(space, known, stats);
        }
        while !self.arena.has_room(memory) {
            let leaf = self.leaves.last(&self.arena);
            let Some(leaf) = leaf.filter(|&leaf| match room {
                Room::Must => true,
                Room::May => self.arena.val(leaf) > child.value,
                Room::Free => false,
            }) else {
                return Placed::NoRoom;
            };
            self.cull(space, leaf, stats);
        }
        space.pack(&child.state, &mut self.packed);
        let node = NewNode {
            key: space.key(&child.state),
            player: space.player(&child.state),
            parent: child.parent,
            edge: child.edge,
            g: child.g,
            val: child.value,
        };
        let id = self.arena.insert(space, &self.packed, node);
        self.set_edge(child.parent, child.edge, Edge::Resident);
        self.hang(id);
        Placed::Stored
    }

    /// Forgets a leaf; its parent keeps its value.
    fn cull<S: StateSpace>(&mut self, space: &S, leaf: Id, stats: &Stats) {
        self.culls += 1;
        if self.first_loss.is_none() && !self.arena.is_unexpanded(leaf) {
            self.first_loss = Some(stats.expanded);
        }
        let edge = match self.arena.val(leaf) {
            INFINITE => Edge::Infinite,
            value => Edge::Open(value),
        };
        self.remove_leaf(space, leaf, edge);
    }

    /// Removes a leaf, and puts `edge` where it was.
    fn remove_leaf<S: StateSpace>(&mut self, space: &S, leaf: Id, edge: Edge) {
        self.unhang(leaf);
        let parent = self.arena.link(leaf, Link::Parent);
        let number = self.arena.edge_in_parent(leaf);
        self.arena.remove(space, leaf);
        self.set_edge(parent, number, edge);
    }

    /// Deletes a node and all below it. No solution that this loses is shorter than one through a
    /// shorter path to its state.
    fn delete<S: StateSpace>(&mut self, space: &mut S, top: Id, stats: &mut Stats) {
        let mut id = top;
        while self.arena.is_interior(top) {
            // Children have no links, so they are generated once more.
            let state = self.arena.state(space, id);
            stats.expanded += 1;
            space.expand(&state, &mut self.successors);
            stats.generated += self.successors.len() as u64;
            let mut below = Id::NONE;
            for number in 0..self.successors.len() {
                if self.arena.edge(id, number) != Edge::Resident {
                    continue;
                }
                let child = space.child(&state, &self.successors[number]);
                space.pack(&child, &mut self.packed);
                let child = self.arena.find(space, &child, &self.packed);
                let child = child.expect("a resident child is in memory");
                if self.arena.is_interior(child) {
                    below = child;
                } else {
                    self.remove_leaf(space, child, Edge::Infinite);
                }
            }
            id = if !below.is_none() {
                below
            } else if id == top {
                break;
            } else {
                let parent = self.arena.link(id, Link::Parent);
                self.remove_leaf(space, id, Edge::Infinite);
                parent
            };
        }
        self.remove_leaf(space, top, Edge::Infinite);
    }

    /// Changes an edge of a node, or of the one above all roots.
    pub(super) fn set_edge(&mut self, id: Id, number: usize, edge: Edge) {
        if id.is_none() {
            self.roots.set(number, edge);
            return;
        }
        self.unhang(id);
        self.arena.set_edge(id, number, edge);
        self.hang(id);
    }

    /// Takes a node out of the order that it hangs in.
    fn unhang(&mut self, id: Id) {
        if id == self.at_work {
        } else if !self.arena.is_interior(id) {
            self.leaves.remove(&mut self.arena, id);
        } else if self.arena.val(id) != INFINITE {
            self.interiors.remove(&mut self.arena, id);
        }
    }

    /// Hangs a node in the order that it belongs in.
    fn hang(&mut self, id: Id) {
        if id == self.at_work {
        } else if !self.arena.is_interior(id) {
            self.leaves.insert(&mut self.arena, id);
        } else if self.arena.val(id) != INFINITE {
            self.interiors.insert(&mut self.arena, id);
        }
    }

    /// The steps from a root to a node.
    pub(super) fn path_to<S: StateSpace>(&mut self, space: &mut S, end: Id) -> Vec<Step> {
        let mut path = Vec::new();
        let mut id = end;
        loop {
            let parent = self.arena.link(id, Link::Parent);
            if parent.is_none() {
                break;
            }
            let state = self.arena.state(space, parent);
            space.expand(&state, &mut self.successors);
            path.push(self.successors[self.arena.edge_in_parent(id)].step);
            id = parent;
        }
        path.reverse();
        path
    }
}
