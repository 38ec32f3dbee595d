//! The build of pattern databases under the limits of a search.

use std::ops::ControlFlow;

use sokoban_core::Board;
use sokoban_heuristics::{BuildConfig, BuildError, PatternDatabase, PatternTarget, Workers};

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
    let before = budget.memory.used();
    let config = BuildConfig { bytes: budget.memory.free(), workers: Workers::All };
    let mut stopped_by = StopReason::Memory;
    let mut work = 0;
    let built = PatternDatabase::build(board, boxes, target, config, &mut |progress| {
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
        Ok(database) => Ok(database),
        Err(BuildError::TooLarge { .. }) => Err(StopReason::Memory),
        Err(_) => Err(stopped_by),
    }
}
