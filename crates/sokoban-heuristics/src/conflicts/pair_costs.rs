//! PairCosts: the pushes that bring two boxes to two given goals, other boxes ignored.

use alloc::vec;
use alloc::vec::Vec;

use sokoban_core::{Board, NO_ROUTE, PushDistances, Square};

use crate::pdb::account::{Account, BuildError};
use crate::pdb::build::{Placement, Sense, each_step};
use crate::pdb::rank::{MOST_BOXES, PatternIndex, binomial};

/// The cost of a pair of goals to which the pair of boxes cannot be brought.
pub(super) const NO_WAY: u16 = u16::MAX;

/// For every pair of squares, region of the player, and pair of goals: the least pushes that bring
/// the two boxes to the two goals, either to either, when there is no other box.
///
/// Most pairs of boxes are never in one another's way, whatever their goals: they cost what the
/// boxes cost alone, and have no row of their own.
#[derive(Clone, Debug)]
pub(super) struct PairCosts {
    index: PatternIndex,
    /// The pairs of goals: the length of a row.
    goal_pairs: usize,
    /// By rank of the set of squares: the place of all its states, or [`MIXED`].
    by_set: Vec<u32>,
    /// By state: its row, [`FREE`] or [`DEAD`].
    by_state: Vec<u32>,
    /// Rows of costs by [`goal_pair`].
    costs: Vec<u16>,
}

/// What the table knows of two boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pair {
    /// For every pair of goals the boxes cost together what they cost alone.
    Free,
    /// No one can bring both boxes to goals.
    Dead,
    /// For some pairs of goals they cost more: the number of a row.
    Row(u32),
}

const FREE: u32 = u32::MAX;
const DEAD: u32 = u32::MAX - 1;
const MIXED: u32 = u32::MAX - 2;

/// The place of a pair of goals in a row.
pub(super) fn goal_pair(one: usize, other: usize) -> usize {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    high * (high - 1) / 2 + low
}

/// The bytes of a state in the graph of pulls: its placement, numbers and up to eight pulls.
const GRAPH_BYTES: usize = 96;
/// The bytes of a cost while the table is built: by pair of goals and by state.
const COST_BYTES: usize = 4;
/// States between two looks at the account.
const GROUP: usize = 1 << 14;

impl PairCosts {
    /// About the most bytes that the build may take: nearly all pairs of squares have one state.
    pub(super) fn most_bytes(board: &Board) -> usize {
        let states = binomial(board.live_squares(), 2).saturating_mul(5) / 4;
        let goal_pairs = binomial(board.goals().len(), 2);
        states.saturating_mul(goal_pairs.saturating_mul(COST_BYTES).saturating_add(GRAPH_BYTES))
    }

    /// Builds the table; `distances` are those of a lone box to each goal.
    ///
    /// # Errors
    /// Those of the account.
    ///
    /// # Complexity
    /// One breadth-first search over all states of two boxes for each pair of goals.
    pub(super) fn new(
        board: &Board,
        distances: &PushDistances,
        account: &mut Account<'_>,
    ) -> Result<Self, BuildError> {
        let goals = distances.anchors();
        let goal_pairs = binomial(goals.len(), 2);
        let index = PatternIndex::new(board, board.live_squares(), 2, account)?;
        let costs_in_all = index.states().saturating_mul(goal_pairs);
        // The graph of pulls, and the costs twice: by pair of goals, and by state.
        let building =
            costs_in_all.saturating_mul(COST_BYTES).saturating_add(index.states() * GRAPH_BYTES);
        account.reserve(building)?;
        let graph = PullGraph::new(board, &index, goals, account)?;
        let states = index.states();
        let mut by_goals = vec![NO_WAY; graph.nodes() * goal_pairs];
        let mut search = Vec::with_capacity(graph.nodes());
        for high in 1..goals.len() {
            account.tell_known(goal_pair(0, high) * states / goal_pairs.max(1), states)?;
            for low in 0..high {
                let row = &mut by_goals[goal_pair(low, high) * graph.nodes()..][..graph.nodes()];
                graph.search(&index, [goals[low], goals[high]], &mut search, row);
            }
        }
        let mut by_state = vec![DEAD; states];
        let mut costs = Vec::new();
        for (node, placement) in graph.placements.iter().enumerate() {
            let column = by_goals[node..].iter().step_by(graph.nodes().max(1));
            let is_free = column.clone().copied().eq(alone(board, distances, placement));
            let state = graph.states[node] as usize;
            if is_free {
                by_state[state] = FREE;
            } else {
                by_state[state] = (costs.len() / goal_pairs) as u32;
                costs.extend(column);
            }
        }
        costs.shrink_to_fit();
        let by_set: Vec<u32> = (0..index.subsets())
            .map(|rank| {
                let values = &by_state[index.states_of(rank)];
                if values.iter().all(|value| *value == values[0]) { values[0] } else { MIXED }
            })
            .collect();
        account.release(building);
        account.reserve(costs.capacity() * 2 + (by_set.capacity() + by_state.capacity()) * 4)?;
        Ok(Self { index, goal_pairs, by_set, by_state, costs })
    }

    /// What is known of two boxes on live squares.
    pub(super) fn pair(&self, one: Square, other: Square, player: Square) -> Pair {
        let (low, high) = (one.min(other).index(), one.max(other).index());
        let rank = high * high.wrapping_sub(1) / 2 + low;
        let place = match self.by_set[rank] {
            MIXED => self.by_state[self.index.state(rank, player)],
            place => place,
        };
        match place {
            FREE => Pair::Free,
            DEAD => Pair::Dead,
            row => Pair::Row(row),
        }
    }

    /// The costs by [`goal_pair`], [`NO_WAY`] where there is none.
    pub(super) fn row(&self, row: u32) -> &[u16] {
        &self.costs[row as usize * self.goal_pairs..][..self.goal_pairs]
    }

    pub(super) fn memory_usage(&self) -> usize {
        self.index.memory_usage()
            + self.costs.capacity() * 2
            + (self.by_set.capacity() + self.by_state.capacity()) * 4
    }
}

/// By pair of goals: what the two boxes cost alone, each to a goal of its own.
fn alone<'a>(
    board: &Board,
    distances: &'a PushDistances,
    placement: &Placement,
) -> impl Iterator<Item = u16> + use<'a> {
    let [one, other] =
        [0, 1].map(|number| board.sides().stance(placement.boxes[number], placement.player));
    let goals = distances.anchors().len();
    (1..goals).flat_map(move |high| (0..high).map(move |low| (low, high))).map(
        move |(low, high)| {
            let sum = |first: usize, second: usize| {
                let (first, second) = (distances.get(first, one), distances.get(second, other));
                if first == NO_ROUTE || second == NO_ROUTE {
                    NO_WAY
                } else {
                    first.saturating_add(second)
                }
            };
            sum(low, high).min(sum(high, low))
        },
    )
}

/// The states of two boxes from which some pair of goals can be reached, and the pulls among them.
struct PullGraph {
    /// By node: an example of it.
    placements: Vec<Placement>,
    /// By node: the number of its state.
    states: Vec<u32>,
    /// By state: its node, or [`NO_NODE`].
    node_of: Vec<u32>,
    /// By node: where its pulls begin in `pulls`; and their end.
    first: Vec<u32>,
    /// The nodes that pulls lead to.
    pulls: Vec<u32>,
}

const NO_NODE: u32 = u32::MAX;

impl PullGraph {
    fn new(
        board: &Board,
        index: &PatternIndex,
        goals: &[Square],
        account: &mut Account<'_>,
    ) -> Result<Self, BuildError> {
        let mut graph = Self {
            placements: Vec::new(),
            states: Vec::new(),
            node_of: vec![NO_NODE; index.states()],
            first: Vec::with_capacity(index.states() + 1),
            pulls: Vec::new(),
        };
        for (high, &one) in goals.iter().enumerate() {
            for &other in &goals[..high] {
                let boxes = set_of(one, other);
                for player in (0..board.squares()).map(Square::new) {
                    if player != one && player != other {
                        graph.node(index, Placement { boxes, player });
                    }
                }
            }
        }
        let mut next = 0;
        while let Some(&placement) = graph.placements.get(next) {
            if next % GROUP == 0 {
                account.tell_known(next, index.states())?;
            }
            next += 1;
            graph.first.push(graph.pulls.len() as u32);
            each_step(board, index, Sense::ByPulls, &placement, |child| {
                let node = graph.node(index, child);
                graph.pulls.push(node);
            });
        }
        graph.first.push(graph.pulls.len() as u32);
        Ok(graph)
    }

    fn nodes(&self) -> usize {
        self.placements.len()
    }

    /// The node of a placement, a new one if need be.
    fn node(&mut self, index: &PatternIndex, placement: Placement) -> u32 {
        let state = index.state(index.rank(&placement.boxes[..2]), placement.player);
        if self.node_of[state] == NO_NODE {
            self.node_of[state] = self.placements.len() as u32;
            self.placements.push(placement);
            self.states.push(state as u32);
        }
        self.node_of[state]
    }

    /// Writes the least pulls from the boxes on `goals`, wherever the player is, to each node.
    fn search(
        &self,
        index: &PatternIndex,
        goals: [Square; 2],
        queue: &mut Vec<u32>,
        costs: &mut [u16],
    ) {
        queue.clear();
        let rank = index.rank(&set_of(goals[0], goals[1])[..2]);
        for state in index.states_of(rank) {
            let node = self.node_of[state];
            if node != NO_NODE {
                costs[node as usize] = 0;
                queue.push(node);
            }
        }
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            let cost = costs[node as usize].saturating_add(1).min(NO_WAY - 1);
            let pulls = self.first[node as usize] as usize..self.first[node as usize + 1] as usize;
            for &child in &self.pulls[pulls] {
                if costs[child as usize] == NO_WAY {
                    costs[child as usize] = cost;
                    queue.push(child);
                }
            }
        }
    }
}

/// Two squares, ascending, as the boxes of a placement.
fn set_of(one: Square, other: Square) -> [Square; MOST_BOXES] {
    let mut set = [Square::NONE; MOST_BOXES];
    (set[0], set[1]) = (one.min(other), one.max(other));
    set
}
