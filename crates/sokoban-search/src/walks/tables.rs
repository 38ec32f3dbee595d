//! When a front gets larger tables for its bound, and what of the memory they may take.

use std::ops::ControlFlow;

use super::WalkSearch;
use crate::budget::Budget;
use crate::outcome::StopReason;
use crate::stats::Stats;

/// A table is built when a search has expanded one state for so many entries: it then takes about
/// as long as the search has taken so far.
const ENTRIES_PER_EXPANSION: u64 = 100;
/// The same of larger sets, which few levels of a data set need: on 120 levels of Boxoban the searches
/// together then take 15 % fewer instructions than with 100 as well, and the hard ones of Microban no
/// longer. With 30, one of those takes 1.4 times as long.
const ENTRIES_OF_LARGE_SETS: u64 = 50;

/// The most bytes of a table, and the share of the free memory.
const MOST_TABLE_BYTES: usize = 1 << 30;
const TABLE_SHARE: usize = 4;

impl WalkSearch<'_> {
    /// Builds larger tables for a front when it is time.
    pub(super) fn raise(
        &mut self,
        side: usize,
        budget: &mut Budget<'_>,
        stats: &Stats,
    ) -> Result<(), StopReason> {
        let board = self.task.board;
        let front = self.fronts[side].as_mut().filter(|_| self.has_room[side]);
        let Some(ghosts) = front.and_then(|front| front.ghosts.as_mut()) else {
            return Ok(());
        };
        let boxes = ghosts.set_boxes() + 1;
        let Some(bytes) = ghosts.table_bytes(board, boxes) else { return Ok(()) };
        let entries = (bytes / size_of::<u32>()) as u64;
        let each = if boxes > 2 { ENTRIES_OF_LARGE_SETS } else { ENTRIES_PER_EXPANSION };
        if stats.expanded < entries / each && boxes > 1
            || bytes > MOST_TABLE_BYTES.min(budget.memory.free() / TABLE_SHARE)
        {
            return Ok(());
        }
        let before = ghosts.memory_usage();
        // While it is turned round, the table is there twice.
        budget.memory.reserve(2 * bytes)?;
        let mut queue_bytes = 0;
        let mut stopped_by = None;
        let is_built = ghosts.build_while(board, boxes, &mut |bytes| {
            let more = bytes.saturating_sub(queue_bytes);
            match budget.memory.reserve(more).and_then(|()| budget.poll()) {
                Ok(()) => {
                    queue_bytes += more;
                    ControlFlow::Continue(())
                }
                Err(reason) => {
                    stopped_by = Some(reason);
                    ControlFlow::Break(())
                }
            }
        });
        let after = ghosts.memory_usage();
        // The old table may have gone, or the new one has not come.
        budget.memory.release(queue_bytes + 2 * bytes + before - after);
        self.has_room[side] = is_built;
        match stopped_by {
            // The search goes on with what it has.
            Some(StopReason::Memory) | None => Ok(()),
            Some(reason) => Err(reason),
        }
    }
}
