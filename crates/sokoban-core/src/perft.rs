//! perft: counts that pin the rules down.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use crate::board::Board;
use crate::reach::Reach;
use crate::state::State;

/// What lies at one depth of the tree of pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftRow {
    /// The number of pushes from the start.
    pub depth: usize,
    /// The legal sequences of so many pushes.
    pub sequences: u64,
    /// The distinct states first met at this depth.
    pub states: u64,
}

/// Counts the push sequences and the new states at each depth up to `depth`: the regression test
/// of push generation, canonical players and state equality, after the practice of chess programs.
///
/// `WORDS` must hold every square of the board.
/// Sequences are counted by state, not one by one, and saturate at `u64::MAX`.
///
/// # Complexity
/// O(s log s) for s states within `depth` pushes.
#[must_use]
pub fn perft<const WORDS: usize>(board: &Board, depth: usize) -> Vec<PerftRow> {
    let mut reach = Reach::new(board);
    let start = State::<WORDS>::start(board, &mut reach);
    let mut known = BTreeSet::from([start]);
    // Every state that some sequence of `depth` pushes leads to, with the number of such sequences.
    let mut layer = BTreeMap::from([(start, 1u64)]);
    let mut rows = Vec::from([PerftRow { depth: 0, sequences: 1, states: 1 }]);
    for depth in 1..=depth {
        let mut next: BTreeMap<State<WORDS>, u64> = BTreeMap::new();
        for (state, sequences) in &layer {
            for push in state.pushes(board, &mut reach) {
                let count = next.entry(state.push(board, push, &mut reach)).or_default();
                *count = count.saturating_add(*sequences);
            }
        }
        let states = next.keys().filter(|state| known.insert(**state)).count() as u64;
        let sequences = next.values().fold(0, |sum: u64, count| sum.saturating_add(*count));
        rows.push(PerftRow { depth, sequences, states });
        layer = next;
    }
    rows
}
