//! Optimal count: how many push sequences of a given length solve a level.

use sokoban_core::Board;

use crate::any_heuristic::AnyHeuristic;
use crate::budget::Budget;
use crate::limits::Limits;
use crate::optimal_layers::{OptimalLayers, quick_bound};
use crate::outcome::StopReason;
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
    let bound = quick_bound(board, &mut budget)?;
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
    let mut layers = OptimalLayers::new(board, bound, cap, &mut budget.memory)?;
    let mut layer = layers.start::<WORDS>(&mut budget.memory)?;
    for made in 0..pushes {
        let next = layers.next(&layer, pushes - made - 1, budget)?;
        budget.memory.release(layer.memory_usage());
        layer = next;
    }
    Ok(layer.solving_sequences(board, cap))
}
