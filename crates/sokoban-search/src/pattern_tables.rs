//! The build of pattern databases under the limits of a search.

use std::ops::ControlFlow;

use sokoban_core::Board;
use sokoban_heuristics::{
    BuildConfig, BuildError, BuildProgress, ConflictConfig, Conflicts, PatternDatabase,
    PatternTarget, Workers,
};

use crate::budget::Budget;
use crate::config::{Direction, PdbBoxes};
use crate::outcome::StopReason;
use crate::stats::Stats;

/// Builds the database for a search in `direction`. All bytes, also those of the build alone, are
/// booked while they are in use, and those of the database for good.
///
/// # Errors
/// [`StopReason::Memory`] if it has no room; what stopped the search while it was built.
pub(crate) fn pattern_database(
    board: &Board,
    boxes: PdbBoxes,
    direction: Direction,
    budget: &mut Budget<'_>,
) -> Result<PatternDatabase, StopReason> {
    let boxes = match boxes {
        PdbBoxes::One => 1,
        PdbBoxes::Two => 2,
        PdbBoxes::Three => 3,
    };
    let target = match direction {
        Direction::Forward => PatternTarget::Goals,
        Direction::Reverse => PatternTarget::Start,
    };
    let config = |bytes| BuildConfig { bytes, workers: Workers::All };
    watched(budget, |bytes, watch| {
        PatternDatabase::build(board, boxes, target, config(bytes), watch)
    })
}

/// Builds the bound of conflicts with the `parts` that count, likewise.
///
/// # Errors
/// As [`pattern_database`].
pub(crate) fn conflicts(
    board: &Board,
    parts: ConflictConfig,
    budget: &mut Budget<'_>,
) -> Result<Conflicts, StopReason> {
    let config = |bytes| BuildConfig { bytes, workers: Workers::All };
    watched(budget, |bytes, watch| Conflicts::build(board, parts, config(bytes), watch))
}

/// About the most bytes that the tables of [`conflicts`] may come to.
pub(crate) fn conflict_bytes(board: &Board) -> usize {
    let (live, goals) = (board.live_squares(), board.goals().len());
    // Pairs of squares, each with up to two regions, times pairs of goals, two bytes, twice.
    (live * live).saturating_mul(goals * goals) * 2
}

/// Runs `build` with the bytes that are free and a watch that books what is in use.
fn watched<T>(
    budget: &mut Budget<'_>,
    build: impl FnOnce(
        usize,
        &mut dyn FnMut(&BuildProgress) -> ControlFlow<()>,
    ) -> Result<T, BuildError>,
) -> Result<T, StopReason> {
    let before = budget.memory.used();
    let free = budget.memory.free();
    let mut stopped_by = StopReason::Memory;
    let mut work = 0;
    let built = build(free, &mut |progress| {
        budget.memory.release(budget.memory.used() - before);
        let known = progress.known as u64;
        let reason = budget.memory.reserve(progress.bytes).and_then(|()| {
            let new = known.saturating_sub(work);
            work = known;
            budget.look_after(new.max(1), &Stats::default(), 0, 0)?;
            // It tells of itself seldom enough for a look at the clock each time.
            budget.poll()
        });
        match reason {
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => {
                stopped_by = reason;
                ControlFlow::Break(())
            }
        }
    });
    budget.memory.release(budget.memory.used() - before);
    match built {
        Ok(built) => Ok(built),
        Err(BuildError::TooLarge { .. }) => Err(StopReason::Memory),
        Err(_) => Err(stopped_by),
    }
}
