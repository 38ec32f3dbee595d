//! Census: all states of a level, counted.

use hashbrown::HashTable;
use sokoban_core::{Board, Reach, State};

use crate::budget::Budget;
use crate::limits::Limits;
use crate::memory::Memory;
use crate::observer::Observer;
use crate::outcome::StopReason;
use crate::stats::Stats;
use crate::words::with_words;

/// All states that pushes lead to from the start of a level, counted. Nothing is left out: pushes
/// onto dead squares and out of solved states are made too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Census {
    /// The states, the start included.
    pub states: u64,
    /// Those in which every box stands on a goal.
    pub solved: u64,
    /// Those from which no pushes lead to a solved state.
    pub unsolvable: u64,
    /// The legal pushes of all states together.
    pub pushes: u64,
    /// The pushes of those states that can be solved.
    pub pushes_of_solvable: u64,
    /// Those among them that lead to a state that cannot.
    pub losing_pushes: u64,
    /// The least pushes from the start to a solved state; none if it cannot be solved.
    pub least_pushes: Option<u32>,
}

/// Counts all states of `board`; none if there are more than `most`.
///
/// States are found by pushes, breadth first, and those that can be solved by pulls from the solved
/// ones, whatever the bounds and deadlock tests say: neither is looked at, so that a search that
/// prunes can be compared with it.
///
/// # Errors
/// [`StopReason`] for the limit that was reached; [`Limits::nodes`] counts states, once each for the
/// pushes, the pulls and the losing pushes.
///
/// # Complexity
/// O(states * (boxes + squares)) in time, O(states) in space.
///
/// # Examples
/// From the start the box is pushed onto the goal, and from there into the corner.
/// ```
/// use sokoban_core::{Board, Level};
/// use sokoban_search::{Limits, census};
/// let level: Level = "#######\n#@$. ##\n#######".parse()?;
/// let board = Board::try_from(&level)?;
/// let counted = census(&board, 1_000, &Limits::default(), &mut ());
/// let census = counted.map_err(|limit| limit.name())?.ok_or("too many")?;
/// assert_eq!((census.states, census.solved, census.unsolvable), (3, 1, 1));
/// assert_eq!((census.pushes, census.losing_pushes), (2, 1));
/// assert_eq!(census.least_pushes, Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn census(
    board: &Board,
    most: u32,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Option<Census>, StopReason> {
    let mut budget = Budget::new(limits, observer);
    budget.suit_board(board.squares(), 0);
    budget.memory.reserve(board.memory_usage())?;
    with_words!(board.squares(), WORDS => count::<WORDS>(board, most, &mut budget))
}

fn count<const WORDS: usize>(
    board: &Board,
    most: u32,
    budget: &mut Budget<'_>,
) -> Result<Option<Census>, StopReason> {
    let mut reach = Reach::new(board);
    let mut stats = Stats::default();
    let mut known = KnownStates::<WORDS>::default();
    let mut census = Census::default();
    known.find_or_add(State::start(board, &mut reach), &mut budget.memory)?;
    if most == 0 {
        return Ok(None);
    }
    // The states of this depth end here.
    let (mut depth, mut depth_end) = (0, 1);
    let mut next = 0;
    while let Some(&state) = known.states.get(next) {
        if next == depth_end {
            depth += 1;
            depth_end = known.states.len();
        }
        next += 1;
        if state.is_solved(board) {
            census.solved += 1;
            census.least_pushes = census.least_pushes.or(Some(depth));
        }
        expand(&mut stats, known.states.len(), budget)?;
        for push in state.pushes(board, &mut reach) {
            stats.generated += 1;
            census.pushes += 1;
            let child = state.push(board, push, &mut reach);
            known.find_or_add(child, &mut budget.memory)?;
            if known.states.len() > most as usize {
                return Ok(None);
            }
        }
    }
    census.states = known.states.len() as u64;

    // The marks and the list of those whose pulls are still to be made.
    budget.memory.reserve(known.states.len() * (1 + size_of::<u32>()))?;
    let mut is_solvable: Vec<bool> =
        known.states.iter().map(|state| state.is_solved(board)).collect();
    let numbers = 0..known.states.len() as u32;
    let mut open: Vec<u32> = Vec::with_capacity(known.states.len());
    open.extend(numbers.filter(|&number| is_solvable[number as usize]));
    while let Some(number) = open.pop() {
        let state = known.states[number as usize];
        expand(&mut stats, known.states.len(), budget)?;
        for pull in state.pulls(board, &mut reach) {
            let before = state.pull(board, pull, &mut reach);
            if let Some(number) = known.find(&before)
                && !is_solvable[number as usize]
            {
                is_solvable[number as usize] = true;
                open.push(number);
            }
        }
    }
    census.unsolvable = is_solvable.iter().filter(|&&is_solvable| !is_solvable).count() as u64;

    for (state, _) in known.states.iter().zip(&is_solvable).filter(|(_, is_solvable)| **is_solvable)
    {
        expand(&mut stats, known.states.len(), budget)?;
        for push in state.pushes(board, &mut reach) {
            let child = known.find(&state.push(board, push, &mut reach));
            let is_lost = !child.is_some_and(|number| is_solvable[number as usize]);
            census.pushes_of_solvable += 1;
            census.losing_pushes += u64::from(is_lost);
        }
    }
    Ok(Some(census))
}

fn expand(stats: &mut Stats, stored: usize, budget: &mut Budget<'_>) -> Result<(), StopReason> {
    budget.check(stats, stored as u64, 0)?;
    stats.expanded += 1;
    Ok(())
}

/// States with numbers, in the order in which they were added.
#[derive(Default)]
struct KnownStates<const WORDS: usize> {
    states: Vec<State<WORDS>>,
    /// Their numbers, by their keys.
    index: HashTable<u32>,
}

impl<const WORDS: usize> KnownStates<WORDS> {
    const LEAST: usize = 64;

    fn find(&self, state: &State<WORDS>) -> Option<u32> {
        let is_same = |&number: &u32| self.states[number as usize] == *state;
        self.index.find(state.key(), is_same).copied()
    }

    /// # Errors
    /// [`StopReason::Memory`].
    fn find_or_add(&mut self, state: State<WORDS>, memory: &mut Memory) -> Result<u32, StopReason> {
        if let Some(number) = self.find(&state) {
            return Ok(number);
        }
        if self.states.len() == self.states.capacity() {
            let room = self.states.capacity();
            let wider = Self::LEAST.max(2 * room);
            // While they grow, the old room and the new are both there.
            memory.reserve(Self::bytes(wider))?;
            let states = &self.states;
            let key = |&number: &u32| states[number as usize].key();
            self.index.reserve(wider - self.index.len(), key);
            self.states.reserve_exact(wider - self.states.len());
            memory.release(Self::bytes(room));
        }
        let number = self.states.len() as u32;
        self.states.push(state);
        let states = &self.states;
        let key = |&number: &u32| states[number as usize].key();
        self.index.insert_unique(state.key(), number, key);
        Ok(number)
    }

    /// The bytes with room for so many states: the table is at most seven eighths full, and has a
    /// power of two of slots with a byte beside each.
    fn bytes(room: usize) -> usize {
        match room {
            0 => 0,
            _ => {
                let slots = (room * 8 / 7 + 1).next_power_of_two();
                room * size_of::<State<WORDS>>() + slots * (size_of::<u32>() + 1) + 64
            }
        }
    }
}
