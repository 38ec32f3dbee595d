//! Ghosts: a bound on moves, or on pushes and moves in either order.

mod potentials;
mod radix_heap;
mod step_costs;
mod table;
#[cfg(test)]
mod tests;

use core::ops::ControlFlow;

use sokoban_core::{Board, Square};

use potentials::{Potentials, Sense};
pub use step_costs::StepCosts;
use table::{GhostTable, MOST_BOXES};

/// A bound on what a state still costs, or has cost, in pushes and walks together, with the player
/// on its exact square.
///
/// The pushes of the boxes are bounded as by a matching: each box has a value, and a push costs
/// only what it fails to gain in value (its reduced cost). What remains is a tour of the player: its
/// walks, and the reduced costs of its pushes. [`Self::build`] finds, for every set of a few boxes,
/// the cheapest tour that takes those to goals while all other boxes are *ghosts*, which the player
/// may walk through, or push for nothing where that gains value. The greatest over the sets of the
/// boxes of a state is a bound for all of them, and exact if a set holds all boxes and there are no
/// more goals than boxes.
///
/// Admissible: leave out of a solution all but the player and the boxes of one set. What remains is a
/// tour of that set, since every other push is a step that costs no less than a ghost's or a walk's,
/// and the values of all boxes account for the rest. Consistent for each set, but a search must
/// reopen states when it goes over to larger sets. A state without a tour is unsolvable.
///
/// ```
/// use sokoban_core::{Board, Level};
/// use sokoban_heuristics::{Ghosts, StepCosts};
///
/// let level: Level = "#######\n#@  $.#\n#######".parse()?;
/// let board = Board::try_from(&level)?;
/// let mut ghosts = Ghosts::to_goals(&board, StepCosts::MOVES);
/// assert!(ghosts.build(&board, 1));
/// let cost = ghosts.bound(board.start_boxes(), board.start_player());
/// assert_eq!(cost.map(|cost| StepCosts::MOVES.major(cost)), Some(3)); // Two steps and a push.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ghosts {
    costs: StepCosts,
    sense: Sense,
    boxes: usize,
    live: usize,
    potentials: Potentials,
    /// That of the largest sets.
    table: Option<GhostTable>,
    /// That of [`QUICK_BOXES`], once there are larger ones.
    quick: Option<GhostTable>,
}

/// The boxes of the sets that [`Ghosts::quick_bound`] looks at: there are few of them in a state.
const QUICK_BOXES: usize = 2;

impl Ghosts {
    /// The most boxes of a set.
    pub const MOST_BOXES: usize = MOST_BOXES;

    /// The bound on what is still to come, without tables.
    ///
    /// # Complexity
    /// O(goals * squares + goals³) in time, O(goals * squares) in space while it is built.
    #[must_use]
    pub fn to_goals(board: &Board, costs: StepCosts) -> Self {
        let built = Self::to_goals_while(board, costs, &mut || ControlFlow::Continue(()));
        built.expect("nobody breaks off")
    }

    /// As [`Self::to_goals`], but none if `watch` breaks, which is asked every few rows.
    pub fn to_goals_while(
        board: &Board,
        costs: StepCosts,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        Self::new_while(board, costs, Sense::ToGoals, watch)
    }

    /// The bound on what it has cost to come from the start, for a search by pulls. None if `watch`
    /// breaks, which is asked every few rows.
    pub fn from_start_while(
        board: &Board,
        costs: StepCosts,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        Self::new_while(board, costs, Sense::FromStart, watch)
    }

    fn new_while(
        board: &Board,
        costs: StepCosts,
        sense: Sense,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        let potentials = Potentials::new_while(board, sense, watch)?;
        let (boxes, live) = (board.start_boxes().len(), board.live_squares());
        Some(Self { costs, sense, boxes, live, potentials, table: None, quick: None })
    }

    /// The bytes in use while a bound is built, of which [`Self::memory_usage`] are left. They are
    /// more than are needed where there are many goals, or fewer boxes than goals.
    #[must_use]
    pub fn building_bytes(board: &Board) -> usize {
        Potentials::building_bytes(board)
    }

    /// The bytes that tables for sets of `boxes` take, or none if there can be no such tables: for
    /// no box or more than there are, or than [`Self::MOST_BOXES`], or on a board with so many live
    /// squares that their sets cannot be numbered.
    #[must_use]
    pub fn table_bytes(&self, board: &Board, boxes: usize) -> Option<usize> {
        let entries = GhostTable::entries(board, boxes).filter(|_| boxes <= self.boxes)?;
        GhostTable::bytes(board, entries)
    }

    /// Builds the tables for sets of `boxes`, which take the place of those that are there, but for
    /// those that [`Self::quick_bound`] looks at. False, and nothing is changed, if there can be none.
    ///
    /// # Complexity
    /// O(C(live squares, boxes) * squares) in time and space; twice [`Self::table_bytes`] for a moment.
    pub fn build(&mut self, board: &Board, boxes: usize) -> bool {
        self.build_while(board, boxes, &mut |_| ControlFlow::Continue(()))
    }

    /// As [`Self::build`], and false as well if `watch` breaks, which is told every few thousand
    /// entries how many bytes the queue of the build takes. Beside it, twice
    /// [`Self::table_bytes`] are in use for a moment.
    pub fn build_while(
        &mut self,
        board: &Board,
        boxes: usize,
        watch: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> bool {
        if self.table_bytes(board, boxes).is_none() {
            return false;
        }
        let Self { potentials, costs, sense, .. } = self;
        let table = GhostTable::new_while(board, potentials, *costs, *sense, boxes, watch);
        let Some(table) = table else { return false };
        if let Some(smaller) = self.table.replace(table)
            && smaller.boxes() == QUICK_BOXES
        {
            self.quick = Some(smaller);
        }
        true
    }

    /// The boxes of a set, 0 without tables.
    #[must_use]
    pub fn set_boxes(&self) -> usize {
        self.table.as_ref().map_or(0, GhostTable::boxes)
    }

    /// What the state with these boxes, ascending, still costs at least with the player on
    /// `player`, or has cost; none if it is unsolvable, as it is with a box on a dead square, or
    /// cannot be come to.
    ///
    /// # Complexity
    /// O(C(boxes, boxes of a set)).
    #[must_use]
    pub fn bound(&self, boxes: &[Square], player: Square) -> Option<u64> {
        self.bound_by(self.table.as_ref(), boxes, player)
    }

    /// As [`Self::bound`], by sets of two boxes at most: no more, and sooner told.
    ///
    /// # Complexity
    /// O(boxes²).
    #[must_use]
    pub fn quick_bound(&self, boxes: &[Square], player: Square) -> Option<u64> {
        self.bound_by(self.quick_table(), boxes, player)
    }

    /// The boxes of a set that [`Self::quick_bound`] looks at, 0 without tables.
    #[must_use]
    pub fn quick_set_boxes(&self) -> usize {
        self.quick_table().map_or(0, GhostTable::boxes)
    }

    fn quick_table(&self) -> Option<&GhostTable> {
        self.quick.as_ref().or(self.table.as_ref())
    }

    fn bound_by(
        &self,
        table: Option<&GhostTable>,
        boxes: &[Square],
        player: Square,
    ) -> Option<u64> {
        // Live squares come first.
        if boxes.last().is_some_and(|last| last.index() >= self.live) {
            return None;
        }
        let pushes = self.potentials.sum(boxes, player)?;
        let tour = match table {
            Some(table) => self.costs.cost(table.greatest(boxes, player)?),
            None => 0,
        };
        let pushes = pushes.saturating_mul(self.costs.push() as i64);
        Some(pushes.saturating_add(tour as i64).max(0) as u64)
    }

    /// The bytes that it takes.
    #[must_use]
    pub fn memory_usage(&self) -> usize {
        let tables = [&self.table, &self.quick].into_iter().flatten();
        self.potentials.memory_usage() + tables.map(GhostTable::memory_usage).sum::<usize>()
    }
}
