//! FrozenContexts: push distances with the boxes that can never move again taken as walls.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use sokoban_core::{Board, Direction, PlayerSides, PushDistances, Square};

use crate::matching::CostTable;
use crate::pdb::account::{Account, BuildError};

/// The distances on a board where some boxes stand on goals for ever.
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub(super) sides: PlayerSides,
    pub(super) costs: CostTable,
}

impl Context {
    /// The distances with the boxes on `frozen` as walls.
    ///
    /// A frozen box keeps its goal, at no cost, and no other box can come there: the distances to
    /// and from a square without neighbors say so by themselves.
    fn new(board: &Board, frozen: &[Square]) -> Self {
        let mut neighbors = board.neighbors().to_vec();
        for &square in frozen {
            for direction in Direction::ALL {
                let neighbor = board.neighbor(square, direction);
                if !neighbor.is_none() {
                    neighbors[neighbor.index()][direction.opposite().index()] = Square::NONE;
                }
            }
            neighbors[square.index()] = [Square::NONE; 4];
        }
        let sides = PlayerSides::new(&neighbors);
        let distances = PushDistances::to_targets(&neighbors, &sides, board.goals());
        Self { costs: CostTable::push_distance(&distances), sides }
    }

    /// About what a context takes: frozen boxes change the number of stances little.
    fn likely_bytes(board: &Board) -> usize {
        let costs = board.sides().stances() * board.goals().len() * size_of::<u16>();
        costs + board.sides().memory_usage() + key_bytes(board) + size_of::<Self>()
    }

    fn bytes(&self, board: &Board) -> usize {
        self.costs.memory_usage()
            + self.sides.memory_usage()
            + key_bytes(board)
            + 2 * size_of::<Self>()
    }
}

/// The bytes of the longest set of frozen boxes in a map.
fn key_bytes(board: &Board) -> usize {
    size_of_val(board.goals()) + 2 * size_of::<(Vec<Square>, u32)>()
}

/// The contexts met so far, by the set of frozen boxes; the first has none.
///
/// Frozen boxes never move again, so that with them as walls no solution is lost, and the
/// distances of all other boxes are still those of a lone box: a lower bound. Any subset of the
/// frozen boxes gives a lower bound too, which is what a full cache falls back to.
#[derive(Clone, Debug)]
pub(super) struct FrozenContexts {
    contexts: Vec<Context>,
    numbers: BTreeMap<Vec<Square>, u32>,
    /// What all of them but the first take, and may take.
    bytes: usize,
    most_bytes: usize,
}

/// The number of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ContextId(u32);

impl ContextId {
    /// That of the board without frozen boxes.
    pub(super) const OPEN: Self = Self(0);
}

impl FrozenContexts {
    /// The context without frozen boxes alone, made of the distances to each goal, and room for as
    /// many more as `bytes` hold.
    ///
    /// # Errors
    /// Those of the account, which is told now and then.
    pub(super) fn new(
        board: &Board,
        distances: &PushDistances,
        bytes: usize,
        account: &mut Account<'_>,
    ) -> Result<Self, BuildError> {
        let costs = CostTable::push_distance_while(distances, &mut || match account.tell() {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        });
        let costs = costs.ok_or(BuildError::Stopped)?;
        let mut numbers = BTreeMap::new();
        numbers.insert(Vec::new(), 0);
        let open = Context { sides: board.sides().clone(), costs };
        Ok(Self { contexts: alloc::vec![open], numbers, bytes: 0, most_bytes: bytes })
    }

    /// The bytes of one context, about.
    pub(super) fn bytes_of(board: &Board) -> usize {
        Context::likely_bytes(board)
    }

    pub(super) fn get(&self, id: ContextId) -> &Context {
        &self.contexts[id.0 as usize]
    }

    /// The context of the boxes on `frozen`, which are ascending and on goals; the one without any
    /// if there is no room for it.
    pub(super) fn find(&mut self, board: &Board, frozen: &[Square]) -> ContextId {
        if frozen.is_empty() {
            return ContextId::OPEN;
        }
        if let Some(&number) = self.numbers.get(frozen) {
            return ContextId(number);
        }
        // Whether one more has room is asked before it is made.
        if self.bytes + 2 * Context::likely_bytes(board) > self.most_bytes {
            return ContextId::OPEN;
        }
        let number = self.contexts.len() as u32;
        let context = Context::new(board, frozen);
        self.bytes += context.bytes(board);
        self.contexts.push(context);
        self.numbers.insert(frozen.to_vec(), number);
        ContextId(number)
    }
}
