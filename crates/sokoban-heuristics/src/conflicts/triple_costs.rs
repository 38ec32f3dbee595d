//! TripleCosts: what three boxes need beyond their distances, found when it is first asked for.

use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

use sokoban_core::{Board, Direction, NO_ROUTE, PlayerSides, PushDistances, Square};

use crate::matching::CostTable;
use crate::pdb::account::{Account, BuildError};
use crate::pdb::rank::PatternIndex;

/// For three boxes and a region of the player: the least detour on the way to any three goals,
/// other boxes ignored. The detour of a way is its pushes less the distances that the boxes have
/// to the goals where they end.
///
/// Whatever charges a matching makes are no more than those distances, so the detour comes on top
/// of them, whichever the duals are.
#[derive(Clone, Debug)]
pub(super) struct TripleCosts {
    index: PatternIndex,
    sides: PlayerSides,
    costs: CostTable,
    neighbors: Vec<[Square; 4]>,
    /// By square: its row and column.
    positions: Vec<(i32, i32)>,
    /// By square: the number of the goal there, or [`NO_GOAL`].
    goals: Vec<u32>,
}

const NO_GOAL: u32 = u32::MAX;

/// The values found so far, and the buffers to find more.
#[derive(Clone, Debug)]
pub(super) struct TripleScratch {
    /// By state.
    values: Vec<u8>,
    search: Search,
}

/// No one can bring the three boxes to goals.
pub(super) const DEAD: u8 = u8::MAX - 1;
const UNKNOWN: u8 = u8::MAX;
/// The greatest detour told apart.
const GREATEST: i32 = 250;

/// How far apart two boxes may be in rows and columns that are taken to be near each other.
///
/// Boxes far apart hardly ever need a detour that their pairs do not know of, and finding that they
/// need none takes a search as long as the ways home. On XSokoban 2 a reach of 1, 2, 3 and any
/// leaves 664, 248, 185 and 180 expansions; on 5 a reach of 2 finds all that there is, with a fifth
/// of the searches of 4.
const NEAR: i32 = 2;

/// A search ends with what is proven after so many expansions.
const MOST_EXPANSIONS: usize = 2_000;

const INFINITE: i32 = 1 << 20;

impl TripleCosts {
    /// Numbers the states; nothing is searched yet. `distances` are those to each goal.
    ///
    /// # Errors
    /// Those of the account.
    pub(super) fn new(
        board: &Board,
        distances: &PushDistances,
        account: &mut Account<'_>,
    ) -> Result<Self, BuildError> {
        let index = PatternIndex::new(board, board.live_squares(), 3, account)?;
        account.reserve(index.states() + SEARCH_BYTES)?;
        let mut goals = vec![NO_GOAL; board.squares()];
        for (number, goal) in board.goals().iter().enumerate() {
            goals[goal.index()] = number as u32;
        }
        Ok(Self {
            index,
            goals,
            positions: (0..board.squares())
                .map(|square| {
                    let position = board.position(Square::new(square));
                    (position.row as i32, position.column as i32)
                })
                .collect(),
            sides: board.sides().clone(),
            costs: CostTable::push_distance(distances),
            neighbors: board.neighbors().to_vec(),
        })
    }

    pub(super) fn scratch(&self) -> TripleScratch {
        TripleScratch { values: vec![UNKNOWN; self.index.states()], search: Search::default() }
    }

    /// The detour of three boxes on different live squares, or [`DEAD`].
    pub(super) fn detour(
        &self,
        boxes: [Square; 3],
        player: Square,
        scratch: &mut TripleScratch,
    ) -> u8 {
        let boxes = sorted(boxes);
        let state = self.index.state(self.index.rank(&boxes), player);
        match scratch.values[state] {
            UNKNOWN => {
                let value = scratch.search.run(self, boxes, player);
                scratch.values[state] = value;
                value
            }
            value => value,
        }
    }

    /// Do two of the three pairs stand near each other? Twin of what the callers find by bits.
    #[cfg(test)]
    pub(super) fn is_close(&self, boxes: [Square; 3]) -> bool {
        let near = |one: usize, other: usize| self.is_near(boxes[one], boxes[other]);
        u32::from(near(0, 1)) + u32::from(near(0, 2)) + u32::from(near(1, 2)) >= 2
    }

    /// Which of `boxes`, a bit each, are near `square`, but not on it.
    pub(super) fn near(&self, square: Square, boxes: &[Square]) -> u64 {
        let mut near = 0;
        for (number, &other) in boxes.iter().enumerate() {
            near |= u64::from(other != square && self.is_near(square, other)) << number;
        }
        near
    }

    fn is_near(&self, one: Square, other: Square) -> bool {
        let (one, other) = (self.positions[one.index()], self.positions[other.index()]);
        (one.0 - other.0).abs().max((one.1 - other.1).abs()) <= NEAR
    }

    /// The bytes of a scratch.
    pub(super) fn scratch_usage(&self) -> usize {
        self.index.states() + SEARCH_BYTES
    }

    /// The bytes of all tables, and of one scratch.
    pub(super) fn memory_usage(&self) -> usize {
        self.index.memory_usage()
            + self.scratch_usage()
            + self.costs.memory_usage()
            + self.sides.memory_usage()
            + self.neighbors.capacity() * 8
            + self.goals.capacity() * 4
    }
}

/// Three squares in ascending order.
fn sorted([a, b, c]: [Square; 3]) -> [Square; 3] {
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    if c < a {
        [c, a, b]
    } else if c < b {
        [a, c, b]
    } else {
        [a, b, c]
    }
}

/// The three goals that are best for a box: how much its distance to each has changed since the
/// start of the search, and the goal.
type Best = [(i32, u32); 3];

#[derive(Clone, Copy, Debug)]
struct Node {
    /// In the order of the start.
    boxes: [Square; 3],
    player: Square,
    pushes: u16,
    best: [Best; 3],
}

/// A* from one state of three boxes.
///
/// Its bound is the least sum over the boxes, each with a goal of its own, of the distance to the
/// goal less what it was at the start, so that the least f is the least detour; at the start it is
/// 0, and the states of f = 0 are those on ways without any detour.
#[derive(Clone, Debug, Default)]
struct Search {
    /// By f.
    open: VecDeque<Vec<Node>>,
    /// Open addressing: the key of a state with its boxes in order, 0 for none, and its pushes.
    met: Vec<(u64, u16)>,
    used: Vec<u32>,
    /// Was a state left out because its detour is too great?
    is_cut: bool,
}

/// Slots of the table of states met, a power of two and twice what a search can fill.
const SLOTS: usize = 1 << 16;
const SEARCH_BYTES: usize = SLOTS * 20 + MOST_EXPANSIONS * 12 * size_of::<Node>();

impl Search {
    fn run(&mut self, table: &TripleCosts, boxes: [Square; 3], player: Square) -> u8 {
        if self.met.is_empty() {
            self.met = vec![(0, 0); SLOTS];
        }
        for slot in self.used.drain(..) {
            self.met[slot as usize] = (0, 0);
        }
        for nodes in &mut self.open {
            nodes.clear();
        }
        let start = boxes.map(|square| table.costs.row(table.sides.stance(square, player)));
        let best = start.map(|row| best_goals(row, row));
        let root = Node { boxes, player, pushes: 0, best };
        if least_sum(&best) >= INFINITE {
            return DEAD;
        }
        self.push(0, root);
        self.is_cut = false;
        let mut found = INFINITE;
        let mut expansions = 0;
        let mut f = 0;
        while f < self.open.len() {
            if f as i32 >= found.min(GREATEST) {
                break;
            }
            let Some(node) = self.open[f].pop() else {
                f += 1;
                continue;
            };
            let set = sorted(node.boxes);
            let rank = table.index.rank(&set);
            let state = table.index.state(rank, node.player);
            let slot = self.slot(key(&node, set, state));
            if self.met[slot].1 < node.pushes {
                continue;
            }
            expansions += 1;
            if expansions > MOST_EXPANSIONS {
                return f as u8;
            }
            if let Some(detour) = detour_here(&node, &table.goals, &start) {
                found = found.min(detour);
                if detour == f as i32 {
                    break;
                }
            }
            self.expand(table, &node, (rank, state), &start);
        }
        if f < self.open.len() || found < INFINITE {
            return (f as i32).min(found).min(GREATEST) as u8;
        }
        if self.is_cut { GREATEST as u8 } else { DEAD }
    }

    fn expand(
        &mut self,
        table: &TripleCosts,
        node: &Node,
        (rank, state): (usize, usize),
        start: &[&[u16]; 3],
    ) {
        let is_free = |square: Square| !square.is_none() && !node.boxes.contains(&square);
        for (number, &start) in start.iter().enumerate() {
            let from = node.boxes[number];
            let around = &table.neighbors[from.index()];
            for direction in Direction::ALL {
                let ahead = around[direction.index()];
                let behind = around[direction.opposite().index()];
                if !is_free(ahead)
                    || ahead.index() >= table.index.open()
                    || !is_free(behind)
                    || table.index.state(rank, behind) != state
                {
                    continue;
                }
                let mut child = *node;
                child.boxes[number] = ahead;
                child.player = from;
                child.pushes += 1;
                let row = table.costs.row(table.sides.stance(ahead, from));
                child.best[number] = best_goals(row, start);
                let f = i32::from(child.pushes) + least_sum(&child.best);
                if f > GREATEST {
                    self.is_cut |= f < INFINITE;
                    continue;
                }
                let set = sorted(child.boxes);
                let child_state = table.index.state(table.index.rank(&set), from);
                let slot = self.slot(key(&child, set, child_state));
                let (known, pushes) = &mut self.met[slot];
                if *known != 0 && *pushes <= child.pushes {
                    continue;
                }
                if *known == 0 {
                    self.used.push(slot as u32);
                }
                (*known, *pushes) = (key(&child, set, child_state), child.pushes);
                self.push(f as usize, child);
            }
        }
    }

    fn push(&mut self, f: usize, node: Node) {
        while self.open.len() <= f {
            self.open.push_back(Vec::new());
        }
        self.open[f].push(node);
    }

    /// The slot of a key, or an empty one for it.
    fn slot(&self, key: u64) -> usize {
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as usize;
        while self.met[slot].0 != 0 && self.met[slot].0 != key {
            slot = (slot + 1) % SLOTS;
        }
        slot
    }
}

/// A number for a state with its boxes in order, never 0.
fn key(node: &Node, set: [Square; 3], state: usize) -> u64 {
    let place = |number: usize| {
        u64::from(node.boxes[number] == set[1]) + 2 * u64::from(node.boxes[number] == set[2])
    };
    (state as u64 * 16 + place(0) + 4 * place(1)) + 1
}

/// The detour of the way to here, if all boxes are on goals.
fn detour_here(node: &Node, goals: &[u32], start: &[&[u16]; 3]) -> Option<i32> {
    let mut detour = i32::from(node.pushes);
    for (square, row) in node.boxes.iter().zip(start) {
        let goal = goals[square.index()];
        if goal == NO_GOAL {
            return None;
        }
        match row[goal as usize] {
            NO_ROUTE => return None,
            distance => detour -= i32::from(distance),
        }
    }
    Some(detour)
}

/// The three goals with the least change of distance from `start` to `row`.
fn best_goals(row: &[u16], start: &[u16]) -> Best {
    let mut best = [(INFINITE, u32::MAX); 3];
    for (goal, (&now, &before)) in row.iter().zip(start).enumerate() {
        if now == NO_ROUTE || before == NO_ROUTE {
            continue;
        }
        let change = i32::from(now) - i32::from(before);
        if change < best[2].0 {
            best[2] = (change, goal as u32);
            if best[2].0 < best[1].0 {
                best.swap(1, 2);
            }
            if best[1].0 < best[0].0 {
                best.swap(0, 1);
            }
        }
    }
    best
}

/// The least sum with a goal of its own for each box.
///
/// The three best goals of each are enough: the other two boxes can take at most two of them.
fn least_sum(best: &[Best; 3]) -> i32 {
    let mut least = INFINITE;
    for (one, goal) in best[0] {
        for (other, other_goal) in best[1] {
            if goal == other_goal {
                continue;
            }
            for (third, third_goal) in best[2] {
                if third_goal != goal && third_goal != other_goal {
                    least = least.min(one + other + third);
                    break;
                }
            }
        }
    }
    least
}
