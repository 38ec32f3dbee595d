//! Conflicts: the matching, and on top of it what boxes cost that are in one another's way.

mod config;
mod contexts;
mod frozen;
mod groups;
mod lifts;
mod packing;
mod pair_costs;
mod triple_costs;

#[cfg(test)]
mod tests;

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use sokoban_core::{Board, Square, Stance};

use crate::bound::Bound;
use crate::heuristic::Heuristic;
use crate::matching::{Assignment, FORBIDDEN};
use crate::pdb::account::Account;
use crate::pdb::rank::binomial;
use crate::{BuildConfig, BuildError, BuildProgress};
pub use config::ConflictConfig;
use contexts::{ContextId, FrozenContexts};
use groups::members;
use lifts::{Lifts, PairRow};
use packing::{Group, Groups, best_packing};
use pair_costs::PairCosts;
use triple_costs::{TripleCosts, TripleScratch};

/// The matching over push distances, raised by what disjoint pairs of boxes need beyond it, with
/// frozen boxes taken as walls.
///
/// # The pairs
/// The matching charges box i at least `u[i] + v[g]` for its goal g, where u and v are its duals;
/// all charges together are its cost. Two boxes that end on the goals g and h cost together at
/// least D(g, h), the pushes that bring the two of them there when all other boxes are lifted off,
/// so the least of `D(g, h) - u[i] - u[j] - v[g] - v[h]` over all pairs of goals is what the two
/// need beyond their charges, wherever they end. A push moves one box, so the excesses of disjoint
/// pairs add up.
///
/// Admissible, not consistent: the duals of a state and of its child are different charges, and the
/// packing is another one.
///
/// # Frozen boxes
/// Boxes that can never move again are walls to all others: distances around them are longer.
///
/// # References
/// Kuhn–Munkres matching and linear conflicts: Junghanns & Schaeffer, "Sokoban: enhancing general
/// single-agent search methods using domain knowledge" (Artificial Intelligence 129, 2001). Sums of
/// costs beyond an assignment by its duals are Lagrangian bounds as in Held & Karp (1970).
#[derive(Clone, Debug)]
pub struct Conflicts {
    board: Board,
    parts: ConflictConfig,
    pairs: Option<PairCosts>,
    triples: Option<TripleCosts>,
    open: FrozenContexts,
    context_bytes: usize,
}

/// What is known of the state last seen, and the contexts met so far.
#[derive(Clone, Debug)]
pub struct ConflictScratch {
    contexts: FrozenContexts,
    /// That of the state.
    context: ContextId,
    /// The squares of the frozen boxes, ascending.
    frozen: Vec<Square>,
    child_frozen: Vec<Square>,
    group: Vec<Square>,
    boxes: Vec<Square>,
    /// By square: is there a box?
    occupied: Vec<bool>,
    stances: Vec<Stance>,
    assignment: Assignment,
    child_assignment: Assignment,
    /// The pairs of boxes that have a row, with its number.
    rows: Vec<PairRow>,
    child_rows: Vec<PairRow>,
    groups: Groups,
    /// Groups of three boxes with a detour.
    triples: Groups,
    child_triples: Groups,
    /// By box: the boxes near it, a bit each.
    near: Vec<u64>,
    /// By goal: reduced costs of two boxes.
    reduced: [Vec<i32>; 2],
    triple_costs: Option<TripleScratch>,
    /// By pair of goals: the sum of their duals.
    dual_sums: Vec<i32>,
    is_solvable: bool,
}

/// Groups are told apart by bits of a word: the boxes after these take part in no pair.
const MOST_BOXES: usize = 64;

/// Sets of frozen boxes for which distances are kept, and what may be spent on them.
const MOST_CONTEXTS: usize = 512;
const MOST_CONTEXT_BYTES: usize = 32 << 20;

/// What may be spent on the costs of pairs while they are found. They take 1 to 60 MB so on the
/// levels of XSokoban; on a board where they would take more, pairs are left out.
const MOST_PAIR_BYTES: usize = 256 << 20;

/// What may be spent on the costs of triples, and about what one takes.
const MOST_TRIPLE_BYTES: usize = 64 << 20;
const BYTES_A_TRIPLE: usize = 8;

impl Conflicts {
    /// Builds what `parts` names: the table of pairs, within `config.bytes`, unless it would pass
    /// 256 MiB. `watch` hears of the progress and may break.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`] before anything is allocated that would pass the limit, or
    /// [`BuildError::Stopped`] if `watch` breaks.
    ///
    /// # Complexity
    /// With n live squares and m goals, O(n² m²) in time and at most as many entries of two bytes.
    pub fn build(
        board: &Board,
        parts: ConflictConfig,
        config: BuildConfig,
        watch: &mut dyn FnMut(&BuildProgress) -> ControlFlow<()>,
    ) -> Result<Self, BuildError> {
        let mut account = Account::new(config, watch);
        let contexts = FrozenContexts::bytes_of(board).saturating_mul(MOST_CONTEXTS);
        let context_bytes =
            if parts.frozen { contexts.min(MOST_CONTEXT_BYTES).min(config.bytes / 4) } else { 0 };
        let boxes = board.start_boxes().len();
        // The distances while they are needed, the contexts, and what the state last seen takes.
        let distances = board.goals().len() * board.sides().stances() * size_of::<u16>();
        let lasting = context_bytes + Self::open_bytes(board) + Self::scratch_bytes(board);
        account.reserve(distances + lasting + board.memory_usage())?;
        let distances = board.goal_distances_while(&mut || match account.tell() {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        });
        let distances = distances.ok_or(BuildError::Stopped)?;
        let most = MOST_PAIR_BYTES.min(config.bytes / 2);
        let is_wanted = parts.pairs && boxes >= 2 && PairCosts::most_bytes(board) <= most;
        let pairs =
            is_wanted.then(|| PairCosts::new(board, &distances, &mut account)).transpose()?;
        let open = FrozenContexts::new(board, &distances, context_bytes, &mut account)?;
        let most = MOST_TRIPLE_BYTES.min(config.bytes / 4);
        let is_wanted = parts.triples
            && boxes >= 3
            && binomial(board.live_squares(), 3).saturating_mul(BYTES_A_TRIPLE) <= most;
        let triples =
            is_wanted.then(|| TripleCosts::new(board, &distances, &mut account)).transpose()?;
        Ok(Self { board: board.clone(), parts, pairs, triples, open, context_bytes })
    }
}

impl Heuristic for Conflicts {
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = false;
    type Scratch = ConflictScratch;

    fn scratch(&self) -> ConflictScratch {
        // Duals of the parity of a goal's color on a chessboard keep reduced costs even, as the
        // distances from one square to goals of one color are all odd or all even: so excesses,
        // which are sums of them and of costs of the same parity, are even too.
        let colors: Vec<i32> = self
            .board
            .goals()
            .iter()
            .map(|&goal| {
                let position = self.board.position(goal);
                -(((position.row + position.column) % 2) as i32)
            })
            .collect();
        let boxes = self.board.start_boxes().len();
        let goals = self.board.goals().len();
        let assignment = if self.parts.parity {
            Assignment::with_column_duals(colors)
        } else {
            Assignment::new(goals)
        };
        ConflictScratch {
            contexts: self.open.clone(),
            context: ContextId::OPEN,
            frozen: Vec::with_capacity(boxes),
            child_frozen: Vec::with_capacity(boxes),
            group: Vec::with_capacity(boxes),
            boxes: Vec::with_capacity(boxes),
            occupied: vec![false; self.board.squares()],
            stances: Vec::with_capacity(boxes),
            child_assignment: assignment.clone(),
            assignment,
            rows: Vec::new(),
            child_rows: Vec::new(),
            groups: Vec::new(),
            triples: Vec::new(),
            child_triples: Vec::new(),
            near: Vec::with_capacity(boxes),
            reduced: [vec![0; goals], vec![0; goals]],
            triple_costs: self.triples.as_ref().map(TripleCosts::scratch),
            dual_sums: vec![0; self.pairs.as_ref().map_or(0, |_| binomial(goals, 2))],
            is_solvable: false,
        }
    }

    fn bound(&self, boxes: &[Square], player: Square, scratch: &mut ConflictScratch) -> Bound {
        scratch.is_solvable = false;
        if boxes.iter().any(|&square| !self.board.is_live(square)) {
            return Bound::UNSOLVABLE;
        }
        scratch.set_boxes(boxes);
        if !self.find_frozen(boxes, scratch)
            || !self.find_rows(boxes, player, scratch)
            || !self.find_triples(boxes, player, scratch)
        {
            return Bound::UNSOLVABLE;
        }
        scratch.context = scratch.contexts.find(&self.board, &scratch.frozen);
        let context = scratch.contexts.get(scratch.context);
        scratch.stances.clear();
        scratch.stances.extend(boxes.iter().map(|&square| context.sides.stance(square, player)));
        let stances = &scratch.stances;
        let costs = |row: usize| context.costs.row(stances[row]);
        let Some(matched) = scratch.assignment.solve(boxes.len(), costs) else {
            return Bound::UNSOLVABLE;
        };
        scratch.is_solvable = true;
        let open = scratch.contexts.get(ContextId::OPEN);
        let open_costs = |row: usize| open.costs.row(open.sides.stance(boxes[row], player));
        let lifts = Lifts {
            pairs: self.pairs.as_ref(),
            assignment: &scratch.assignment,
            dual_sums: &mut scratch.dual_sums,
            reduced: &mut scratch.reduced,
            is_summed: false,
            is_open: scratch.context == ContextId::OPEN,
        };
        let (rows, triples) = (scratch.rows.iter(), scratch.triples.iter());
        raised(matched, lifts, (rows, triples), costs, open_costs, &mut scratch.groups)
    }

    fn bound_after(
        &self,
        boxes: &[Square],
        moved: usize,
        to: Square,
        player: Square,
        scratch: &mut ConflictScratch,
    ) -> Bound {
        if !scratch.is_solvable || !self.board.is_live(to) {
            return Bound::UNSOLVABLE;
        }
        if !self.find_child_rows(boxes, moved, to, player, scratch)
            || !self.find_child_triples(boxes, moved, to, player, scratch)
        {
            return Bound::UNSOLVABLE;
        }
        let Some(freezes_nothing) = self.child_frozen(boxes[moved], to, scratch) else {
            return Bound::UNSOLVABLE;
        };
        let id = if freezes_nothing {
            scratch.context
        } else {
            scratch.contexts.find(&self.board, &scratch.child_frozen)
        };
        let is_same_context = id == scratch.context;
        let context = scratch.contexts.get(id);
        let moved_costs = context.costs.row(context.sides.stance(to, player));
        let stances = &scratch.stances;
        let costs = |row: usize| match row {
            row if row == moved => moved_costs,
            // The other boxes keep their stances: the player cannot walk through them.
            row if is_same_context => context.costs.row(stances[row]),
            row => context.costs.row(context.sides.stance(boxes[row], player)),
        };
        let assignment = &mut scratch.child_assignment;
        let matched = if is_same_context {
            assignment.copy_from(&scratch.assignment);
            assignment.replace_row(moved, costs)
        } else {
            assignment.solve(boxes.len(), costs)
        };
        let Some(matched) = matched else { return Bound::UNSOLVABLE };
        let open = scratch.contexts.get(ContextId::OPEN);
        let open_costs = |row: usize| {
            let square = if row == moved { to } else { boxes[row] };
            open.costs.row(open.sides.stance(square, player))
        };
        let lifts = Lifts {
            pairs: self.pairs.as_ref(),
            assignment,
            dual_sums: &mut scratch.dual_sums,
            reduced: &mut scratch.reduced,
            is_summed: false,
            is_open: id == ContextId::OPEN,
        };
        // The player's region relative to a group changes only when one of its boxes moves.
        let rows = scratch.rows.iter().filter(|pair| !pair.has(moved)).chain(&scratch.child_rows);
        let triples = scratch.triples.iter().filter(|group| !group.has(moved));
        let triples = triples.chain(&scratch.child_triples);
        raised(matched, lifts, (rows, triples), costs, open_costs, &mut scratch.groups)
    }

    fn memory_usage(&self) -> usize {
        self.board.memory_usage()
            + self.pairs.as_ref().map_or(0, PairCosts::memory_usage)
            + self.triples.as_ref().map_or(0, TripleCosts::memory_usage)
            + self.context_bytes
            + Self::open_bytes(&self.board)
            + Self::scratch_bytes(&self.board)
    }

    fn scratch_usage(&self) -> usize {
        self.triples.as_ref().map_or(0, TripleCosts::scratch_usage)
            + self.context_bytes
            + Self::open_bytes(&self.board) / 2
            + Self::scratch_bytes(&self.board)
    }
}

impl Conflicts {
    /// The bytes of the context without frozen boxes, here and in a scratch.
    fn open_bytes(board: &Board) -> usize {
        let distances = board.goals().len() * board.sides().stances() * size_of::<u16>();
        2 * (distances + board.sides().memory_usage())
    }

    /// The bytes of a scratch besides the contexts and the values of triples.
    fn scratch_bytes(board: &Board) -> usize {
        let goals = board.goals().len();
        let boxes = board.start_boxes().len();
        goals * goals * 2
            + 2 * Assignment::new(goals).memory_usage()
            // Vectors that grow double.
            + boxes * boxes.min(MOST_BOXES) * 4 * (size_of::<PairRow>() + size_of::<Group>())
            + boxes * 20
            + goals * 8
            + board.squares()
    }
}

impl ConflictScratch {
    fn set_boxes(&mut self, boxes: &[Square]) {
        for square in self.boxes.drain(..) {
            self.occupied[square.index()] = false;
        }
        self.boxes.extend_from_slice(boxes);
        for square in boxes {
            self.occupied[square.index()] = true;
        }
    }
}

/// The matching and what disjoint groups need beyond it: `rows` of pairs, and `triples`, which count
/// where all of their boxes' costs are what they are on the open board.
fn raised<'p, 'c>(
    matched: u32,
    mut lifts: Lifts<'_>,
    (rows, triples): (impl Iterator<Item = &'p PairRow>, impl Iterator<Item = &'p Group>),
    costs: impl Fn(usize) -> &'c [u16],
    open_costs: impl Fn(usize) -> &'c [u16],
    groups: &mut Groups,
) -> Bound {
    groups.clear();
    if !lifts.collect(rows.copied(), &costs, groups) {
        return Bound::UNSOLVABLE;
    }
    let is_same = |number| is_same_but_forbidden(open_costs(number), costs(number));
    groups.extend(triples.filter(|group| lifts.is_open || members(group.boxes).all(is_same)));
    Bound::new(matched + best_packing(groups))
}

/// Are the distances among frozen boxes what they are without, but for goals that are taken?
fn is_same_but_forbidden(open: &[u16], frozen: &[u16]) -> bool {
    open.iter().zip(frozen).all(|(open, frozen)| open == frozen || *frozen == FORBIDDEN)
}
