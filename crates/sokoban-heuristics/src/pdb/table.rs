//! PatternTable: what bringing a few boxes home costs beyond their distances one by one.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use sokoban_core::{Board, PlayerSides, PushDistances, Square};

use super::account::{Account, BuildConfig, BuildError, BuildProgress};
use super::build::{INFINITE, Placement, Sense, choices, excesses};
use super::rank::{MOST_BOXES, PatternIndex, binomial};

/// Where the boxes of a pattern are to be brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternTarget {
    /// By pushes to any goals, a goal a box, the player ending anywhere: for a search by pushes.
    Goals,
    /// By pulls to squares where boxes start, with the player in the region, as these boxes make
    /// it, where the player starts: for a search by pulls.
    Start,
}

/// For every placement of 1, 2 or 3 boxes and region of the player: the least steps that bring
/// these boxes to the target when there is no other box, less the sum of what each of them would
/// need alone. That is the excess, kept in a byte, or the knowledge that no one can bring them
/// there, though each alone might be.
///
/// The other boxes are ignored: taken as walls, they would make the distance too long, since they
/// can step aside.
///
/// No box is on a dead square on the way. None needs to be: pulls from goals, as the pushes to
/// them, keep to live squares.
///
/// The excess is exact up to 253; a greater one is given as 253.
///
/// # Complexity
/// With n live squares and k boxes there are C(n, k) sets of squares, and a little more than one
/// region each. A set takes 6 bytes, a further region 5. A look-up is one load where all regions
/// of the set have the same value.
///
/// # References
/// Culberson & Schaeffer, "Pattern databases" (Computational Intelligence 14, 1998); for Sokoban,
/// Pereira, Ritt & Buriol, "Optimal Sokoban solving using pattern databases with specific domain
/// knowledge" (Artificial Intelligence 227, 2015).
#[derive(Clone, Debug)]
pub struct PatternTable {
    index: PatternIndex,
    /// By rank: the value of all states of the set, or [`MIXED`].
    by_set: Vec<u8>,
    /// By state.
    by_state: Vec<u8>,
}

/// The regions of a set have different values.
const MIXED: u8 = INFINITE - 1;

/// Sets whose value is found between two looks at the account.
const SETS_AT_ONCE: usize = 1 << 20;

impl PatternTable {
    /// Builds the table for `boxes` boxes. `watch` hears of the progress and may break.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`] before anything is allocated that would pass the limit, or
    /// [`BuildError::Stopped`] if `watch` breaks.
    ///
    /// # Panics
    /// When `boxes` is not 1, 2 or 3.
    ///
    /// # Examples
    /// ```
    /// use core::ops::ControlFlow;
    /// use sokoban_core::{Board, Level};
    /// use sokoban_heuristics::{BuildConfig, PatternTable, PatternTarget};
    ///
    /// let level: Level = "########\n#@ $$..#\n#      #\n########".parse()?;
    /// let board = Board::try_from(&level)?;
    /// let mut watch = |_: &_| ControlFlow::Continue(());
    /// let table =
    ///     PatternTable::build(&board, 2, PatternTarget::Goals, BuildConfig::default(), &mut watch)?;
    /// // Two boxes in a row along a wall: neither can be pushed, though each alone could be.
    /// assert_eq!(table.excess(board.start_boxes(), board.start_player()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build(
        board: &Board,
        boxes: usize,
        target: PatternTarget,
        config: BuildConfig,
        watch: &mut dyn FnMut(&BuildProgress) -> ControlFlow<()>,
    ) -> Result<Self, BuildError> {
        let nearest = target.nearest(board);
        Self::new(board, boxes, target, &nearest, &mut Account::new(config, watch))
    }

    /// As [`Self::build`], with the distance of each stance alone given.
    pub(super) fn new(
        board: &Board,
        boxes: usize,
        target: PatternTarget,
        nearest: &[u16],
        account: &mut Account<'_>,
    ) -> Result<Self, BuildError> {
        let index = PatternIndex::new(board, board.live_squares(), boxes, account)?;
        let (sense, ends) = match target {
            PatternTarget::Goals => (Sense::ByPulls, board.goals()),
            PatternTarget::Start => (Sense::ByPushes, board.start_boxes()),
        };
        // The choices while they are made: twice, each in a vector of at most twice its length.
        let choosing = binomial(ends.len(), boxes).saturating_mul(4 * size_of::<[Square; 3]>());
        account.reserve(choosing)?;
        let ends = choices(ends, boxes, index.open(), account)?;
        let sources = ends.iter().flat_map(|boxes| {
            let players = match target {
                PatternTarget::Goals => 0..board.squares(),
                PatternTarget::Start => {
                    board.start_player().index()..board.start_player().index() + 1
                }
            };
            players
                .map(Square::new)
                .filter(|player| !boxes.contains(player))
                .map(|player| Placement { boxes: *boxes, player })
        });
        let alone = |placement: &Placement| {
            let boxes = placement.boxes[..boxes].iter();
            boxes
                .map(|&square| distance_alone(board.sides(), nearest, square, placement.player))
                .sum()
        };
        let by_state = excesses(board, &index, sense, sources, alone, account)?;
        account.release(choosing);
        let mut by_set = account.vector(index.subsets())?;
        while by_set.len() < index.subsets() {
            let end = index.subsets().min(by_set.len() + SETS_AT_ONCE);
            account.reserve(end - by_set.len())?;
            by_set.extend((by_set.len()..end).map(|rank| {
                let values = &by_state[index.states_of(rank)];
                if values.iter().all(|value| *value == values[0]) { values[0] } else { MIXED }
            }));
        }
        Ok(Self { index, by_set, by_state })
    }

    /// The excess of `boxes`, distinct and in any order, with the player on `player`; none if no
    /// one can bring these boxes to the target. A box on a dead square can be brought nowhere.
    ///
    /// # Panics
    /// When there are more or fewer boxes than the table was built for.
    #[must_use]
    pub fn excess(&self, boxes: &[Square], player: Square) -> Option<u8> {
        assert_eq!(boxes.len(), self.index.boxes(), "as many boxes as the table was built for");
        let mut sorted = [Square::NONE; MOST_BOXES];
        let sorted = &mut sorted[..boxes.len()];
        sorted.copy_from_slice(boxes);
        sorted.sort_unstable();
        if sorted.last().is_some_and(|last| last.index() >= self.index.open()) {
            return None;
        }
        let value = self.value(self.index.rank(sorted), player);
        (value != INFINITE).then_some(value)
    }

    /// The excess of two boxes on live squares, or [`INFINITE`].
    pub(super) fn of_pair(&self, one: Square, other: Square, player: Square) -> u8 {
        let (low, high) = (one.min(other).index(), one.max(other).index());
        self.value(high * high.wrapping_sub(1) / 2 + low, player)
    }

    /// The excess of three boxes on live squares, ascending, or [`INFINITE`].
    pub(super) fn of_triple(&self, boxes: [Square; MOST_BOXES], player: Square) -> u8 {
        self.value(self.index.rank(&boxes), player)
    }

    fn value(&self, rank: usize, player: Square) -> u8 {
        match self.by_set[rank] {
            MIXED => self.by_state[self.index.state(rank, player)],
            value => value,
        }
    }

    /// The states: placements of the boxes, each with every region that the player may be in.
    #[must_use]
    pub fn states(&self) -> usize {
        self.index.states()
    }

    #[cfg(test)]
    pub(super) fn by_state_for_tests(&self) -> Vec<u8> {
        self.by_state.clone()
    }

    /// The bytes that the table takes.
    #[must_use]
    pub fn memory_usage(&self) -> usize {
        self.index.memory_usage() + self.by_set.capacity() + self.by_state.capacity()
    }
}

impl PatternTarget {
    /// The distances of a lone box to each end; none if `watch` breaks.
    pub(super) fn distances_while(
        self,
        board: &Board,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<PushDistances> {
        match self {
            Self::Goals => board.goal_distances_while(watch),
            Self::Start => board.start_distances_while(watch),
        }
    }

    /// By stance: the least distance to any end.
    pub(super) fn nearest(self, board: &Board) -> Vec<u16> {
        match self {
            Self::Goals => board.distances_to_nearest_goal(),
            Self::Start => board.distances_from_nearest_start(),
        }
    }
}

/// What a box needs alone.
pub(super) fn distance_alone(
    sides: &PlayerSides,
    nearest: &[u16],
    square: Square,
    player: Square,
) -> u32 {
    u32::from(nearest[sides.stance(square, player).index()])
}
