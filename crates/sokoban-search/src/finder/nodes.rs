//! Nodes: the states that the finder has met, and the macro moves out of them.

use hashbrown::HashTable;
use sokoban_core::{Square, box_key, player_key};

use super::features::Features;
use super::macro_moves::MacroMove;
use crate::box_list::move_box;
use crate::memory::Memory;
use crate::node_index::NodeId;
use crate::outcome::StopReason;

/// The number of a branch, in the order in which they were stored.
pub(crate) type BranchNumber = u32;

/// What is stored of a state besides its boxes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FinderNode {
    pub(crate) way: Way,
    pub(crate) features: Features,
}

/// The cheapest way to a state that is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// The canonical square of the player.
    pub(crate) player: Square,
    pub(crate) g: u32,
    /// What the moves that led here weigh: see [`Queues`](super::queues::Queues).
    pub(crate) weight: u32,
    /// The macro moves.
    pub(crate) depth: u32,
    /// The node before, and the move from there; none at the start.
    pub(crate) before: Option<(NodeId, MacroMove)>,
}

/// A macro move out of a node that may still have to be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch {
    pub(crate) node: NodeId,
    pub(crate) made: MacroMove,
    /// See [`Queues`](super::queues::Queues).
    pub(crate) weight: u32,
    is_taken: bool,
}

impl Branch {
    pub(crate) fn new(node: NodeId, made: MacroMove, weight: u32) -> Self {
        Self { node, made, weight, is_taken: false }
    }
}

/// The nodes and branches of one search, in the order in which they were stored.
#[derive(Debug)]
pub(crate) struct Nodes {
    boxes_each: usize,
    nodes: Vec<FinderNode>,
    keys: Vec<u64>,
    /// The boxes of each node, ascending.
    boxes: Vec<Square>,
    branches: Vec<Branch>,
    branch_keys: Vec<u64>,
    /// By key.
    index: HashTable<NodeId>,
    /// One of the branches that lead to each state, by its key.
    branch_index: HashTable<BranchNumber>,
    /// The boxes that a branch leads to, while they are compared.
    compared: Vec<Square>,
    /// What is booked for the vectors.
    booked: usize,
}

impl Nodes {
    /// For states of so many boxes.
    pub(crate) fn new(boxes_each: usize) -> Self {
        Self {
            boxes_each,
            nodes: Vec::new(),
            keys: Vec::new(),
            boxes: Vec::new(),
            branches: Vec::new(),
            branch_keys: Vec::new(),
            index: HashTable::new(),
            branch_index: HashTable::new(),
            compared: Vec::new(),
            booked: 0,
        }
    }

    pub(crate) fn node(&self, id: NodeId) -> &FinderNode {
        &self.nodes[id.0 as usize]
    }

    /// The boxes of a node, ascending.
    pub(crate) fn boxes(&self, id: NodeId) -> &[Square] {
        boxes_of(&self.boxes, self.boxes_each, id)
    }

    /// The node with these boxes, ascending, and this player.
    pub(crate) fn find(&self, key: u64, boxes: &[Square], player: Square) -> Option<NodeId> {
        let is_same = |id: &NodeId| {
            self.nodes[id.0 as usize].way.player == player
                && boxes_of(&self.boxes, self.boxes_each, *id) == boxes
        };
        self.index.find(key, is_same).copied()
    }

    /// Stores a state that is not stored yet, with its key and its boxes, ascending.
    ///
    /// # Errors
    /// [`StopReason::Memory`].
    pub(crate) fn insert(
        &mut self,
        key: u64,
        boxes: &[Square],
        node: FinderNode,
        memory: &mut Memory,
    ) -> Result<NodeId, StopReason> {
        self.book((self.nodes.len() + 1) * self.node_bytes() + self.branch_bytes(0), memory)?;
        let id = NodeId(u32::try_from(self.nodes.len()).map_err(|_| StopReason::Memory)?);
        self.nodes.push(node);
        self.keys.push(key);
        self.boxes.extend_from_slice(boxes);
        let keys = &self.keys;
        self.index.insert_unique(key, id, |id| keys[id.0 as usize]);
        Ok(id)
    }

    /// A cheaper way to a node.
    pub(crate) fn lower(&mut self, id: NodeId, node: FinderNode) {
        self.nodes[id.0 as usize] = node;
    }

    /// Is there a branch to the state with this key, these boxes, ascending, and the player of `made`,
    /// that costs at most `g` and weighs at most `weight`?
    ///
    /// Most states have many branches that lead to them. What was looked at for one of them need not
    /// be looked at for another, nor need it if the state turned out to lead nowhere. A branch that
    /// costs or weighs more is forgotten, as the one that is asked for will take its place.
    pub(crate) fn has_branch(
        &mut self,
        key: u64,
        boxes: &[Square],
        player: Square,
        (g, weight): (u32, u32),
    ) -> bool {
        let Self { nodes, boxes: all, boxes_each, branches, branch_index, compared, .. } = self;
        let is_same = |number: &BranchNumber| {
            let Branch { node, made, .. } = branches[*number as usize];
            if made.player != player {
                return false;
            }
            compared.clear();
            compared.extend_from_slice(boxes_of(all, *boxes_each, node));
            move_box(compared, made.from, made.to);
            compared == boxes
        };
        let Ok(entry) = branch_index.find_entry(key, is_same) else { return false };
        let known = &branches[*entry.get() as usize];
        let known_g = nodes[known.node.0 as usize].way.g + u32::from(known.made.cost);
        let is_as_good = known_g <= g && known.weight <= weight;
        if !is_as_good {
            entry.remove();
        }
        is_as_good
    }

    /// Stores a branch to the state with this key.
    ///
    /// # Errors
    /// [`StopReason::Memory`].
    pub(crate) fn push_branch(
        &mut self,
        key: u64,
        branch: Branch,
        memory: &mut Memory,
    ) -> Result<BranchNumber, StopReason> {
        self.book(self.nodes.len() * self.node_bytes() + self.branch_bytes(1), memory)?;
        let number = u32::try_from(self.branches.len()).map_err(|_| StopReason::Memory)?;
        self.branches.push(branch);
        self.branch_keys.push(key);
        let keys = &self.branch_keys;
        self.branch_index.insert_unique(key, number, |&number| keys[number as usize]);
        Ok(number)
    }

    /// A branch, unless it was taken before.
    pub(crate) fn take_branch(&mut self, number: BranchNumber) -> Option<Branch> {
        let branch = &mut self.branches[number as usize];
        let taken = (!branch.is_taken).then_some(*branch);
        branch.is_taken = true;
        taken
    }

    /// The bytes that are booked for it.
    pub(crate) fn memory_usage(&self) -> usize {
        self.booked
    }

    /// The bytes of a node. Its place in the index takes five where that is full, and half as much
    /// more at the time when it doubles.
    fn node_bytes(&self) -> usize {
        size_of::<FinderNode>() + size_of::<u64>() + self.boxes_each * size_of::<Square>() + 8
    }

    fn branch_bytes(&self, more: usize) -> usize {
        (self.branches.len() + more) * (size_of::<Branch>() + size_of::<u64>() + 8)
    }

    /// Vectors double, so twice what is in them is booked, in steps.
    fn book(&mut self, in_use: usize, memory: &mut Memory) -> Result<(), StopReason> {
        const STEP: usize = 1 << 16;
        let wanted = 2 * in_use;
        if wanted > self.booked {
            let more = (wanted - self.booked).next_multiple_of(STEP);
            memory.reserve(more)?;
            self.booked += more;
        }
        Ok(())
    }
}

fn boxes_of(boxes: &[Square], each: usize, id: NodeId) -> &[Square] {
    &boxes[id.0 as usize * each..][..each]
}

/// The key of a state.
pub(crate) fn key_of(boxes: &[Square], player: Square) -> u64 {
    boxes.iter().fold(player_key(player), |key, &square| key ^ box_key(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(number: usize) -> Square {
        Square::new(number)
    }

    /// Two boxes, and branches that bring them to the same squares from states that cost more or
    /// less.
    #[test]
    fn a_branch_stands_for_others_only_if_it_costs_and_weighs_no_more() {
        let mut memory = Memory::new(None);
        let mut nodes = Nodes::new(2);
        let player = square(0);
        let mut insert = |nodes: &mut Nodes, boxes: [usize; 2], g| {
            let boxes = boxes.map(square);
            let way = Way { player, g, weight: 0, depth: 0, before: None };
            let node = FinderNode { way, features: Features::default() };
            nodes.insert(key_of(&boxes, player), &boxes, node, &mut memory).expect("no limit")
        };
        let dear = insert(&mut nodes, [3, 9], 20);
        let cheap = insert(&mut nodes, [4, 9], 10);
        let after = [5, 9].map(square);
        let key = key_of(&after, player);
        let made = |from| MacroMove { from: square(from), to: square(5), player, cost: 2 };
        let has = |nodes: &mut Nodes, g, weight| nodes.has_branch(key, &after, player, (g, weight));
        assert!(!has(&mut nodes, 100, 100), "nothing is stored");
        let push = |nodes: &mut Nodes, node, from, weight| {
            let branch = Branch::new(node, made(from), weight);
            nodes.push_branch(key, branch, &mut Memory::new(None)).expect("no limit")
        };
        push(&mut nodes, dear, 3, 7);
        assert!(has(&mut nodes, 22, 7) && has(&mut nodes, 30, 9), "as good, and worse");
        assert!(!nodes.has_branch(key, &after, square(1), (30, 9)), "another player");
        assert!(!nodes.has_branch(key, &[5, 8].map(square), player, (30, 9)), "other boxes");
        // The cheaper one is news, and the dear one is forgotten for it.
        assert!(!has(&mut nodes, 12, 7));
        push(&mut nodes, cheap, 4, 7);
        assert!(has(&mut nodes, 12, 7) && !has(&mut nodes, 12, 6), "one that weighs less is news");
    }
}
