//! StateSpace: what a search sees of Sokoban.

pub(crate) mod forward;
pub(crate) mod packing;
pub(crate) mod parity;
pub(crate) mod passages;
mod ranking;
pub(crate) mod reverse;
mod swap;

pub use passages::{Tunnel, tunnels};

use std::iter;

use sokoban_core::{Board, Direction, Push, Solution, Square};

/// A space of states to search: roots, successors and targets, whatever the direction of play.
///
/// One state at a time is *loaded*; its successors can then be generated and turned into states.
/// Each thread of a search has a copy of the space.
pub(crate) trait StateSpace: Clone + Send + Sync {
    /// A state, small enough to copy.
    type State: Copy + Eq + std::fmt::Debug + Send;

    /// Calls `found` with each state that the search starts from, until it fails.
    ///
    /// # Errors
    /// That of `found`.
    fn roots<E>(
        &mut self,
        found: impl FnMut(&mut Self, Self::State) -> Result<(), E>,
    ) -> Result<(), E>;

    /// Does a path that ends here solve the level?
    fn is_target(&mut self, state: &Self::State) -> bool;

    /// The parity, 0 or 1, of the cost of every path from a root to a target; none if it is not
    /// the same for all.
    fn parity(&self) -> Option<u32>;

    /// The state's 64-bit key, and its canonical player square.
    fn key(&self, state: &Self::State) -> u64;

    /// The canonical square of the player.
    fn player(&self, state: &Self::State) -> Square;

    /// The bytes that the boxes of a packed state take.
    fn packed_bytes(&self) -> usize;

    /// The words that those bytes come in.
    fn packed_words(&self) -> usize;

    /// Writes the boxes of `state` in [`Self::packed_words`] words.
    fn pack(&self, state: &Self::State, packed: &mut [u64]);

    /// The state whose boxes were packed as `packed`.
    fn unpack(&self, packed: &[u64], player: Square) -> Self::State;

    /// The bits that a player's square needs.
    fn player_bits(&self) -> u32;

    /// Makes `state` the loaded one and replaces `successors` by all of its successors, but for
    /// those that lead to dead squares, or into a passage that they cannot get through, and those
    /// that are not needed: of a state from which there is a path to a target, the first step of a
    /// shortest one always stays.
    fn expand(&mut self, state: &Self::State, successors: &mut Vec<Successor>);

    /// The number of boxes.
    fn box_count(&self) -> usize;

    /// The squares of the boxes of the loaded state, ascending: what [`Successor::box_index`]
    /// counts in.
    fn boxes(&self) -> &[Square];

    /// The state that `successor`, one of those of `state`, leads to.
    fn child(&self, state: &Self::State, successor: &Successor) -> Self::State;

    /// Does a deadlock test prove that no target can be reached from `child`, a child of the loaded
    /// state?
    fn is_deadlocked(&mut self, child: &Self::State, successor: &Successor) -> bool;

    /// May `second`, a successor of the loaded state, as well be taken before `first`, the step that
    /// led to the loaded state, and does that lead to the same state? Before both the player was in
    /// the area of `player`. The answer may be no where a step goes through a passage.
    fn can_be_swapped(&mut self, player: Square, first: Step, second: &Successor) -> bool;

    /// Calls `found` with every state that has `state` for a successor, the step from there, and
    /// its cost; and perhaps with some that step only when passages are not taken into account.
    fn predecessors(&mut self, state: &Self::State, found: impl FnMut(Self::State, Step, u32));

    /// The solution that a path of steps from a root to a target stands for.
    fn solution(&self, board: &Board, path: &[Step]) -> Option<Solution>;

    /// The bytes of all buffers.
    fn memory_usage(&self) -> usize;
}

/// The steps of one box along a line, all at once: from a square to a neighboring one, or on
/// through a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) from: Square,
    pub(crate) to: Square,
}

impl Step {
    /// The single steps it is made of, in order; none if its squares do not lie on a line.
    pub(crate) fn single_steps(
        self,
        board: &Board,
    ) -> Option<impl Iterator<Item = (Square, Direction)> + use<'_>> {
        let line = move |direction| {
            iter::successors(Some(self.from), move |&square| {
                Some(board.neighbor(square, direction)).filter(|next| !next.is_none())
            })
        };
        let direction =
            Direction::ALL.into_iter().find(|&way| line(way).any(|square| square == self.to))?;
        let before = line(direction).take_while(move |&square| square != self.to);
        Some(before.map(move |square| (square, direction)))
    }
}

/// The solution that makes these steps by pushes in turn; none if one of them is not legal.
pub(crate) fn solution_of<const WORDS: usize>(board: &Board, path: &[Step]) -> Option<Solution> {
    let mut pushes = Vec::with_capacity(path.len());
    for step in path {
        let singles = step.single_steps(board)?;
        pushes.extend(singles.map(|(from, direction)| Push { from, direction }));
    }
    Solution::from_pushes::<WORDS>(board, &pushes)
}

/// A step out of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Successor {
    /// Which of the state's boxes moves.
    pub(crate) box_index: u16,
    /// The single steps that it stands for.
    pub(crate) cost: u16,
    pub(crate) step: Step,
    /// The canonical player square after the step.
    pub(crate) player: Square,
    /// The key of the state after the step.
    pub(crate) key: u64,
}
