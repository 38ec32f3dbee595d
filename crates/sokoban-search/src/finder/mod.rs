//! Finder: a search for a solution within a number of pushes, guided by features.

mod features;
mod floor_areas;
mod macro_moves;
mod nodes;
mod packing_order;
mod partner;
mod push_paths;
mod queues;
#[cfg(test)]
mod tests;

use sokoban_core::{BitBoard, Board, Corrals, DeadlockConfig, Push, Reach, Square, freeze_with};
use sokoban_heuristics::Heuristic;

use self::features::{Child, Features, Survey, advised};
use self::macro_moves::{MacroMove, MacroMoves};
use self::nodes::{Branch, FinderNode, Nodes, Way, key_of};
use self::queues::{Prospect, Queues};
use crate::box_list::move_box;
use crate::memory::Memory;
use crate::node_index::NodeId;
use crate::outcome::StopReason;
use crate::space::Step;

pub(crate) use self::partner::{Partner, PartnerPlan};

/// What came of a turn of the finder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sought {
    /// A solution within the limit, as single pushes.
    Found(Vec<Step>),
    /// Nothing is left to try within the limit.
    Nothing,
    /// There is more to try, but no room for it.
    Full,
    /// There is more to try.
    Paused,
}

/// How far a turn goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// What may be generated.
    pub(crate) most: u64,
    /// What the states may take.
    pub(crate) most_bytes: usize,
}

/// What the finder is allowed, on whichever thread it runs.
pub(crate) trait Allowance {
    /// The account that its states are booked on.
    fn memory(&mut self) -> &mut Memory;

    /// May it go on, after generating so many more states?
    ///
    /// # Errors
    /// [`StopReason::Time`] or [`StopReason::Cancelled`].
    fn look_after(&mut self, generated: u64) -> Result<(), StopReason>;

    /// May it expand a state? If so, the state is counted.
    ///
    /// # Errors
    /// [`StopReason::Nodes`].
    fn expand_one(&mut self) -> Result<(), StopReason>;
}

/// Looks for a solution of at most a given number of pushes.
///
/// It proves nothing: it is the partner of a search that proves a lower bound, and ends that search
/// where a solution of just so many pushes exists but is one among very many states of the same f.
/// What guides it is not the bound but [`Features`], in several unlike [orders](Queues); the bound
/// and the deadlock tests cut off what leads to no solution within the limit. Its steps are
/// [macro moves](MacroMoves).
///
/// With time and memory without end it tries everything within the limit.
pub(crate) struct Finder<'b, H: Heuristic> {
    board: &'b Board,
    bound: &'b H,
    scratch: H::Scratch,
    is_freeze_on: bool,
    corrals: Option<(Corrals<CORRAL_WORDS>, Reach)>,
    survey: Survey,
    moves: MacroMoves,
    buffers: Buffers,
    hunt: Option<Hunt>,
    generated: u64,
}

/// A search under way.
#[derive(Debug)]
struct Hunt {
    limit: u32,
    nodes: Nodes,
    queues: Queues,
    has_begun: bool,
}

#[derive(Debug, Default)]
struct Buffers {
    boxes: Vec<Square>,
    frozen: Vec<Square>,
    /// The moves out of a node, each with the number of its box.
    found: Vec<(MacroMove, usize)>,
    /// Those that lead on, with what they lead to.
    prospects: Vec<(MacroMove, Features)>,
    /// By prospect: the key of its state.
    keys: Vec<u64>,
}

/// Boards with more live squares have no corrals here.
const CORRAL_WORDS: usize = 8;

/// What a node costs besides its successors, in states generated: the bound is that of a state
/// without a parent.
const JUDGED: u64 = 8;

impl<'b, H: Heuristic> Finder<'b, H> {
    /// A finder on `board` that takes `bound` for the pushes that a state needs at least. The tables
    /// that last take [`Self::lasting_bytes`], which are for the caller to book.
    ///
    /// # Complexity
    /// O(squares * goals).
    pub(crate) fn new(board: &'b Board, bound: &'b H, deadlocks: DeadlockConfig) -> Self {
        let has_corrals = deadlocks.looks_at_areas() && board.live_squares() <= 64 * CORRAL_WORDS;
        Self {
            board,
            bound,
            scratch: bound.scratch(),
            is_freeze_on: deadlocks.freeze,
            corrals: has_corrals.then(|| (Corrals::patient(board, deadlocks), Reach::new(board))),
            survey: Survey::new(board),
            moves: MacroMoves::new(board),
            buffers: Buffers::default(),
            hunt: None,
            generated: 0,
        }
    }

    /// The bytes of everything but the states, at most.
    pub(crate) fn lasting_bytes(board: &Board, bound: &H) -> usize {
        bound.scratch_usage() + Survey::bytes(board)
    }

    /// The states that it has generated, in all of its searches, and what it took to look at each
    /// in the same measure.
    pub(crate) fn generated(&self) -> u64 {
        self.generated
    }

    /// Begins anew, for a solution of at most `limit` pushes, with the orders of number `attempt`.
    pub(crate) fn begin(&mut self, limit: u32, attempt: u32, memory: &mut Memory) {
        self.clear(memory);
        let nodes = Nodes::new(self.board.start_boxes().len());
        let queues = Queues::new(attempt);
        self.hunt = Some(Hunt { limit, nodes, queues, has_begun: false });
    }

    /// Drops all states.
    pub(crate) fn clear(&mut self, memory: &mut Memory) {
        if let Some(hunt) = self.hunt.take() {
            memory.release(hunt.nodes.memory_usage() + hunt.queues.memory_usage());
        }
    }

    /// From now on only a solution of at most `limit` pushes is looked for, if it is below the limit
    /// so far: [`Sought::Nothing`] then says that there is none within `limit`.
    pub(crate) fn tighten(&mut self, limit: u32) {
        if let Some(hunt) = &mut self.hunt {
            hunt.limit = hunt.limit.min(limit);
        }
    }

    /// Goes on with the search that was begun last.
    ///
    /// # Errors
    /// [`StopReason::Memory`], and those of `allowance`.
    pub(crate) fn go_on(
        &mut self,
        turn: Turn,
        allowance: &mut impl Allowance,
    ) -> Result<Sought, StopReason> {
        let Some(mut hunt) = self.hunt.take() else { return Ok(Sought::Nothing) };
        let sought = self.go_on_with(&mut hunt, turn, allowance);
        self.hunt = Some(hunt);
        sought
    }

    fn go_on_with(
        &mut self,
        hunt: &mut Hunt,
        turn: Turn,
        allowance: &mut impl Allowance,
    ) -> Result<Sought, StopReason> {
        let end = self.generated + turn.most;
        let mut looked = self.generated;
        while self.generated < end {
            allowance.look_after(self.generated - looked)?;
            looked = self.generated;
            if hunt.nodes.memory_usage() + hunt.queues.memory_usage() > turn.most_bytes {
                return Ok(Sought::Full);
            }
            let id = if hunt.has_begun {
                let Some(number) = hunt.queues.pop() else { return Ok(Sought::Nothing) };
                let Some(branch) = hunt.nodes.take_branch(number) else {
                    hunt.queues.again();
                    continue;
                };
                self.follow(hunt, branch, allowance.memory())?
            } else {
                hunt.has_begun = true;
                self.start(hunt, allowance.memory())?
            };
            let Some(id) = id else { continue };
            allowance.expand_one()?;
            if let Some((node, last)) = self.expand(hunt, id, allowance.memory())? {
                return Ok(Sought::Found(self.path(&hunt.nodes, node, last)));
            }
        }
        Ok(Sought::Paused)
    }

    /// The node of the start, unless it is beyond the limit.
    fn start(
        &mut self,
        hunt: &mut Hunt,
        memory: &mut Memory,
    ) -> Result<Option<NodeId>, StopReason> {
        let boxes = &mut self.buffers.boxes;
        boxes.clear();
        boxes.extend_from_slice(self.board.start_boxes());
        boxes.sort_unstable();
        self.moves.set_boxes(boxes);
        let player = self.moves.flood(self.board.start_player());
        self.arrive(hunt, Way { player, g: 0, weight: 0, depth: 0, before: None }, memory)
    }

    /// The node that a branch leads to: see [`Self::arrive`].
    fn follow(
        &mut self,
        hunt: &mut Hunt,
        branch: Branch,
        memory: &mut Memory,
    ) -> Result<Option<NodeId>, StopReason> {
        let Branch { node, made, weight, .. } = branch;
        let Way { g, depth, .. } = hunt.nodes.node(node).way;
        let (g, depth) = (g + u32::from(made.cost), depth + 1);
        let boxes = &mut self.buffers.boxes;
        boxes.clear();
        boxes.extend_from_slice(hunt.nodes.boxes(node));
        move_box(boxes, made.from, made.to);
        let before = Some((node, made));
        self.arrive(hunt, Way { player: made.player, g, weight, depth, before }, memory)
    }

    /// The node of the boxes in the buffer, if it is new or reached at a smaller cost, and if nothing
    /// says that no solution within the limit leads through it.
    fn arrive(
        &mut self,
        hunt: &mut Hunt,
        way: Way,
        memory: &mut Memory,
    ) -> Result<Option<NodeId>, StopReason> {
        self.generated += JUDGED;
        let boxes = &self.buffers.boxes;
        let key = key_of(boxes, way.player);
        let known = hunt.nodes.find(key, boxes, way.player);
        if known.is_some_and(|known| hunt.nodes.node(known).way.g <= way.g) {
            return Ok(None);
        }
        let bound = self.bound.bound(boxes, way.player, &mut self.scratch).pushes();
        if bound.is_none_or(|bound| way.g + bound > hunt.limit) {
            return Ok(None);
        }
        let Some(features) = self.survey.look(self.board, boxes, way.player) else {
            return Ok(None);
        };
        let node = FinderNode { way, features };
        match known {
            Some(known) => {
                hunt.nodes.lower(known, node);
                Ok(Some(known))
            }
            None => hunt.nodes.insert(key, boxes, node, memory).map(Some),
        }
    }

    /// Stores the branches out of a node, which is the one that was looked at last, and puts them in
    /// the queues, and returns the shortest one that leads to a solution, if one does.
    fn expand(
        &mut self,
        hunt: &mut Hunt,
        id: NodeId,
        memory: &mut Memory,
    ) -> Result<Option<(NodeId, MacroMove)>, StopReason> {
        let FinderNode { way: Way { player, g, weight, depth, .. }, features } =
            *hunt.nodes.node(id);
        self.find_moves(player, hunt.limit - g);
        let Self { board, survey, buffers, .. } = self;
        self.generated += buffers.found.len() as u64;
        buffers.prospects.clear();
        buffers.keys.clear();
        let mut solved: Option<MacroMove> = None;
        for &(made, number) in &buffers.found {
            let child_g = g + u32::from(made.cost);
            let boxes = &mut buffers.boxes;
            boxes.clear();
            boxes.extend_from_slice(hunt.nodes.boxes(id));
            move_box(boxes, made.from, made.to);
            let key = key_of(boxes, made.player);
            let known = hunt.nodes.find(key, boxes, made.player);
            if known.is_some_and(|known| hunt.nodes.node(known).way.g <= child_g)
                || hunt.nodes.has_branch(key, boxes, made.player, (child_g, weight + 1))
            {
                continue;
            }
            let is_box = |square: Square| {
                square == made.to || (survey.is_box(square) && square != made.from)
            };
            if self.is_freeze_on && freeze_with(board, is_box, made.to, &mut buffers.frozen) {
                continue;
            }
            let child = Child { moved: number, to: made.to, player: made.player };
            let Some(child) = survey.after(board, child, hunt.limit - child_g) else { continue };
            if child.bound == 0 {
                if solved.is_none_or(|solved| made.cost < solved.cost) {
                    solved = Some(made);
                }
                continue;
            }
            buffers.prospects.push((made, child));
            buffers.keys.push(key);
        }
        let advised = advised(&features, &buffers.prospects);
        hunt.queues.book(buffers.prospects.len(), memory)?;
        for (at, &(made, child)) in buffers.prospects.iter().enumerate() {
            let weight = weight + u32::from(!advised.contains(&Some(at)));
            let number =
                hunt.nodes.push_branch(buffers.keys[at], Branch::new(id, made, weight), memory)?;
            hunt.queues.push(Prospect {
                branch: number,
                from: features,
                to: child,
                weight,
                depth: depth + 1,
                g: g + u32::from(made.cost),
                noise: 0,
            });
        }
        Ok(solved.map(|solved| (id, solved)))
    }

    /// The moves of all boxes of the state that was looked at last, each of at most `most` pushes.
    fn find_moves(&mut self, player: Square, most: u32) {
        let Self { board, survey, moves, buffers, corrals, .. } = self;
        let boxes = survey.boxes();
        // Where the first pushes can be held to a corral, so can the moves that begin with them.
        let opening = corrals.as_mut().and_then(|(corrals, reach)| {
            reach.set_boxes(boxes.iter().copied());
            reach.flood(player);
            let boxes: BitBoard<CORRAL_WORDS> = boxes.iter().copied().collect();
            corrals.find(board, &boxes, reach)
        });
        moves.set_boxes(boxes);
        buffers.found.clear();
        let is_free =
            |square: Square| square.index() < board.live_squares() && !survey.is_box(square);
        for (number, &from) in boxes.iter().enumerate() {
            let is_first = |direction| {
                opening.is_none_or(|opening| opening.contains(&Push { from, direction }))
            };
            moves.of_box(board, (from, player), most, (is_free, is_first), |found| {
                buffers.found.push((found, number));
            });
        }
    }

    /// The single pushes to a node, and on by a move.
    fn path(&mut self, nodes: &Nodes, node: NodeId, last: MacroMove) -> Vec<Step> {
        let mut made = vec![(node, last)];
        let mut at = node;
        while let Some(before) = nodes.node(at).way.before {
            made.push(before);
            at = before.0;
        }
        let mut path = Vec::new();
        for &(from, made) in made.iter().rev() {
            let boxes = nodes.boxes(from);
            self.moves.set_boxes(boxes);
            let is_free = |square: Square| {
                square.index() < self.board.live_squares() && !boxes.contains(&square)
            };
            let pushes = self.moves.pushes(self.board, nodes.node(from).way.player, made, is_free);
            let pushes = pushes.expect("a stored move is a legal one");
            path.extend(pushes.into_iter().map(|Push { from, direction }| Step {
                from,
                to: self.board.neighbor(from, direction),
            }));
        }
        path
    }
}
