//! Roots: the states that a search begins from, with their bounds.

use sokoban_heuristics::Heuristic;

use crate::budget::Budget;
use crate::outcome::StopReason;
use crate::space::{StateSpace, Successor};
use crate::stats::Stats;

/// A state to begin from, and its bound.
pub(crate) struct Root<T> {
    pub(crate) state: T,
    pub(crate) bound: u32,
}

/// All roots that may be solvable, in a list whose bytes are booked.
///
/// # Errors
/// A limit that was reached.
pub(crate) fn roots<S: StateSpace, H: Heuristic>(
    space: &mut S,
    heuristic: &H,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
    successors: &mut Vec<Successor>,
    scratch: &mut H::Scratch,
) -> Result<Vec<Root<S::State>>, StopReason> {
    let mut roots = Vec::new();
    space.roots(|space, state| {
        budget.look_after(1, stats, 0, 0)?;
        space.expand(&state, successors);
        match heuristic.bound(space.boxes(), space.player(&state), scratch).pushes() {
            Some(bound) => {
                if roots.len() == roots.capacity() {
                    let (old, new) = (roots.capacity(), (2 * roots.capacity()).max(1));
                    budget.memory.reserve(new * size_of::<Root<S::State>>())?;
                    roots.reserve_exact(new - old);
                    budget.memory.release(old * size_of::<Root<S::State>>());
                }
                roots.push(Root { state, bound });
            }
            None => stats.deadlocked += 1,
        }
        Ok(())
    })?;
    Ok(roots)
}
