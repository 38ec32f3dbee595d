//! Optimal count: how many push sequences of a given length solve a level.

use sokoban_core::{Board, Push, Reach, Square, State, generate_pushes};
use sokoban_heuristics::Heuristic as _;

use crate::any_heuristic::AnyHeuristic;
use crate::budget::Budget;
use crate::config::{Direction, SolveConfig};
use crate::limits::Limits;
use crate::memory::Memory;
use crate::outcome::StopReason;
use crate::solve::choose_heuristic;
use crate::stats::Stats;
use crate::words::with_words;

/// The number of push sequences of exactly `pushes` pushes that lead from the start of `board` to
/// a solved state, or `cap` if there are as many or more.
///
/// With the least pushes that a level needs, these are its optimal push sequences; where there is
/// one, it is unique. Two sequences differ if at some place they push another box or another way;
/// how the player walks in between does not count. A level that is solved has one of length 0.
///
/// States are visited in layers, one for each number of pushes made, each state with the number of
/// sequences that lead to it. Left out are only states that an admissible bound proves to need
/// more pushes than are left: what a search for one solution may leave out besides, such as all
/// pushes but those of a corral, would lose sequences here.
///
/// # Errors
/// [`StopReason`] for the limit that was reached; [`Limits::nodes`] counts the states whose pushes
/// were generated.
///
/// # Complexity
/// O(states of bound up to `pushes`) in time, times the logarithm of a layer for sorting it; space
/// for the pushes out of one layer. That is more than A* takes, which need not look at all states
/// of the last bound.
///
/// # Examples
/// Of two boxes with a push each, either may be the first.
/// ```
/// use sokoban_core::{Board, Level};
/// use sokoban_search::{Limits, count_optimal};
/// let level: Level = "######\n#@$.##\n# $. #\n#    #\n######".parse()?;
/// let board = Board::try_from(&level)?;
/// assert_eq!(count_optimal(&board, 2, 100, &Limits::default()), Ok(2));
/// assert_eq!(count_optimal(&board, 2, 1, &Limits::default()), Ok(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_optimal(
    board: &Board,
    pushes: u32,
    cap: u64,
    limits: &Limits,
) -> Result<u64, StopReason> {
    let observer = &mut ();
    let mut budget = Budget::new(limits, observer);
    budget.suit_board(board.squares(), board.goals().len());
    budget.memory.reserve(board.memory_usage())?;
    let config = SolveConfig::default();
    let kind = choose_heuristic(board, config.heuristic);
    let bound = AnyHeuristic::new(board, kind, &config, Direction::Forward, &mut budget)?;
    with_words!(board.squares(), WORDS => {
        count::<WORDS>(board, &bound, (pushes, cap), &mut budget)
    })
}

fn count<const WORDS: usize>(
    board: &Board,
    bound: &AnyHeuristic,
    (pushes, cap): (u32, u64),
    budget: &mut Budget<'_>,
) -> Result<u64, StopReason> {
    let mut scratch = bound.scratch();
    budget.memory.reserve(bound.scratch_usage())?;
    let mut reach = Reach::new(board);
    let mut stats = Stats::default();
    let mut boxes: Vec<Square> = Vec::new();
    let mut steps: Vec<Push> = Vec::new();
    let mut children: Vec<State<WORDS>> = Vec::new();
    let mut layer = Layer::<WORDS>::default();
    layer.add(State::start(board, &mut reach), cap.min(1), cap, &mut budget.memory)?;
    for made in 0..pushes {
        let left = pushes - made - 1;
        let mut next = Layer::default();
        for &(state, sequences) in &layer.states {
            budget.check(&stats, layer.states.len() as u64, 0)?;
            stats.expanded += 1;
            steps.clear();
            reach.set_boxes(state.boxes());
            reach.flood(state.player());
            generate_pushes(board, state.boxes(), &reach, &mut steps);
            children.clear();
            children.extend(steps.iter().map(|&push| state.push(board, push, &mut reach)));
            stats.generated += children.len() as u64;
            for &child in &children {
                boxes.clear();
                boxes.extend(child.boxes().iter());
                let needed = bound.bound(&boxes, child.player(), &mut scratch).pushes();
                if needed.is_some_and(|needed| needed <= left) {
                    next.add(child, sequences, cap, &mut budget.memory)?;
                }
            }
        }
        next.merge(cap);
        budget.memory.release(layer.memory_usage());
        layer = next;
    }
    let solved = layer.states.iter().filter(|(state, _)| state.is_solved(board));
    Ok(solved.fold(0, |sum: u64, &(_, sequences)| sum.saturating_add(sequences).min(cap)))
}

/// The states after some number of pushes, each with the number of sequences that lead to it, up
/// to the cap. Until it is merged, a state may be there more than once.
#[derive(Default)]
struct Layer<const WORDS: usize> {
    states: Vec<(State<WORDS>, u64)>,
}

impl<const WORDS: usize> Layer<WORDS> {
    const ENTRY: usize = size_of::<(State<WORDS>, u64)>();
    const LEAST: usize = 64;

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

    fn memory_usage(&self) -> usize {
        self.states.capacity() * Self::ENTRY
    }
}
