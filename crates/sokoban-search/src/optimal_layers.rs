//! OptimalLayers: the states on the way to a solution of a given length, one layer for each push.

use sokoban_core::{Board, Push, Reach, Square, State, generate_pushes};
use sokoban_heuristics::Heuristic as _;

use crate::any_heuristic::{AnyHeuristic, AnyScratch};
use crate::budget::Budget;
use crate::config::{Direction, HeuristicKind, SolveConfig};
use crate::memory::Memory;
use crate::outcome::StopReason;
use crate::solve::{choose_heuristic, stronger_heuristic};
use crate::stats::Stats;

/// The bound that says which states cannot be on the way: the one that a search begins with. Its
/// bytes are booked, and those of the board.
///
/// # Errors
/// [`StopReason`] for the limit that was reached while it was built.
pub(crate) fn quick_bound(
    board: &Board,
    budget: &mut Budget<'_>,
) -> Result<AnyHeuristic, StopReason> {
    let kind = choose_heuristic(board, HeuristicKind::Auto);
    layer_bound(board, kind, budget)
}

/// The same, or the stronger one that a long search goes over to, which takes longer to build and
/// leaves out more.
///
/// # Errors
/// As [`quick_bound`].
pub(crate) fn strong_bound(
    board: &Board,
    budget: &mut Budget<'_>,
) -> Result<AnyHeuristic, StopReason> {
    let stronger = stronger_heuristic(board, HeuristicKind::Auto, budget);
    let kind = stronger.unwrap_or_else(|| choose_heuristic(board, HeuristicKind::Auto));
    layer_bound(board, kind, budget)
}

fn layer_bound(
    board: &Board,
    kind: HeuristicKind,
    budget: &mut Budget<'_>,
) -> Result<AnyHeuristic, StopReason> {
    budget.suit_board(board.squares(), board.goals().len());
    budget.memory.reserve(board.memory_usage())?;
    let config = SolveConfig::default();
    AnyHeuristic::new(board, kind, &config, Direction::Forward, budget)
}

/// Makes layer after layer: the states after each number of pushes, each with the number of push
/// sequences that lead to it, up to a cap.
///
/// Left out are only states that an admissible bound proves to need more pushes than are left: what
/// a search for one solution may leave out besides, such as all pushes but those of a corral, would
/// lose sequences here.
pub(crate) struct OptimalLayers<'a> {
    board: &'a Board,
    bound: &'a AnyHeuristic,
    scratch: AnyScratch,
    reach: Reach,
    /// Sequences are counted up to here.
    cap: u64,
    /// States whose pushes were generated.
    pub(crate) stats: Stats,
    boxes: Vec<Square>,
    steps: Vec<Push>,
}

impl<'a> OptimalLayers<'a> {
    /// # Errors
    /// [`StopReason::Memory`].
    pub(crate) fn new(
        board: &'a Board,
        bound: &'a AnyHeuristic,
        cap: u64,
        memory: &mut Memory,
    ) -> Result<Self, StopReason> {
        memory.reserve(bound.scratch_usage())?;
        Ok(Self {
            board,
            bound,
            scratch: bound.scratch(),
            reach: Reach::new(board),
            cap,
            stats: Stats::default(),
            boxes: Vec::new(),
            steps: Vec::new(),
        })
    }

    /// The layer of the start alone.
    ///
    /// # Errors
    /// [`StopReason::Memory`].
    pub(crate) fn start<const WORDS: usize>(
        &mut self,
        memory: &mut Memory,
    ) -> Result<Layer<WORDS>, StopReason> {
        let mut layer = Layer::default();
        let start = State::start(self.board, &mut self.reach);
        layer.add(start, self.cap.min(1), self.cap, memory)?;
        Ok(layer)
    }

    /// The layer after `layer`, from which `left` pushes remain. States ascend, each is there once.
    ///
    /// # Errors
    /// [`StopReason`] for the limit that was reached.
    pub(crate) fn next<const WORDS: usize>(
        &mut self,
        layer: &Layer<WORDS>,
        left: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Layer<WORDS>, StopReason> {
        let mut next = Layer::default();
        for &(state, sequences) in &layer.states {
            self.generate(&state, layer.states.len(), budget)?;
            for index in 0..self.steps.len() {
                let child = state.push(self.board, self.steps[index], &mut self.reach);
                self.boxes.clear();
                self.boxes.extend(child.boxes().iter());
                let needed = self.bound.bound(&self.boxes, child.player(), &mut self.scratch);
                if needed.pushes().is_some_and(|needed| needed <= left) {
                    next.add(child, sequences, self.cap, &mut budget.memory)?;
                }
            }
        }
        next.merge(self.cap);
        Ok(next)
    }

    /// All pushes out of `state` with what they lead to, in the order of [`generate_pushes`].
    ///
    /// # Errors
    /// [`StopReason`] for the limit that was reached.
    pub(crate) fn pushes<const WORDS: usize>(
        &mut self,
        state: &State<WORDS>,
        stored: usize,
        budget: &mut Budget<'_>,
        children: &mut Vec<(Push, State<WORDS>)>,
    ) -> Result<(), StopReason> {
        self.generate(state, stored, budget)?;
        children.clear();
        for &push in &self.steps {
            children.push((push, state.push(self.board, push, &mut self.reach)));
        }
        Ok(())
    }

    /// Generates the pushes out of `state` as steps.
    fn generate<const WORDS: usize>(
        &mut self,
        state: &State<WORDS>,
        stored: usize,
        budget: &mut Budget<'_>,
    ) -> Result<(), StopReason> {
        budget.check(&self.stats, stored as u64, 0)?;
        self.stats.expanded += 1;
        self.steps.clear();
        self.reach.set_boxes(state.boxes());
        self.reach.flood(state.player());
        generate_pushes(self.board, state.boxes(), &self.reach, &mut self.steps);
        self.stats.generated += self.steps.len() as u64;
        Ok(())
    }
}

/// The states after some number of pushes, each with the number of sequences that lead to it, up
/// to the cap. Until it is merged, a state may be there more than once.
#[derive(Default)]
pub(crate) struct Layer<const WORDS: usize> {
    states: Vec<(State<WORDS>, u64)>,
}

impl<const WORDS: usize> Layer<WORDS> {
    const ENTRY: usize = size_of::<(State<WORDS>, u64)>();
    const LEAST: usize = 64;

    /// The states, ascending, with their sequences.
    pub(crate) fn states(&self) -> &[(State<WORDS>, u64)] {
        &self.states
    }

    /// The sequences that lead to solved states, up to `cap`.
    pub(crate) fn solving_sequences(&self, board: &Board, cap: u64) -> u64 {
        let solved = self.states.iter().filter(|(state, _)| state.is_solved(board));
        solved.fold(0, |sum: u64, &(_, sequences)| sum.saturating_add(sequences).min(cap))
    }

    pub(crate) fn memory_usage(&self) -> usize {
        self.states.capacity() * Self::ENTRY
    }

    fn add(
        &mut self,
        state: State<WORDS>,
        sequences: u64,
        cap: u64,
        memory: &mut Memory,
    ) -> Result<(), StopReason> {
        if self.states.len() == self.states.capacity() {
            self.merge(cap);
            let room = self.states.capacity();
            if self.states.len() >= room / 2 {
                let wider = Self::LEAST.max(2 * room);
                // While it grows, the old room and the new are both there.
                memory.reserve(wider * Self::ENTRY)?;
                self.states.reserve_exact(wider - self.states.len());
                memory.release(room * Self::ENTRY);
            }
        }
        self.states.push((state, sequences));
        Ok(())
    }

    /// Makes one entry of those of the same state.
    fn merge(&mut self, cap: u64) {
        self.states.sort_unstable();
        self.states.dedup_by(|later, kept| {
            let is_same = later.0 == kept.0;
            if is_same {
                kept.1 = kept.1.saturating_add(later.1).min(cap);
            }
            is_same
        });
    }
}
