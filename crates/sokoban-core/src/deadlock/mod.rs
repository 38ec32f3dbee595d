//! Deadlocks: tests that recognize states no one can solve.

mod corrals;
mod dead_squares;
mod freeze;
mod square_block;

use alloc::vec::Vec;

use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::square::Square;

pub use self::corrals::Corrals;

/// Which deadlock tests run. Each is sound alone. All but [`Self::pi_corral`] are valid for every
/// objective: they prune only states from which no sequence of pushes solves the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DeadlockConfig {
    /// A box on a square from which it could not reach a goal even if it were alone.
    pub dead_squares: bool,
    /// Four boxes and walls in a two by two block.
    pub square_block: bool,
    /// Boxes that block one another forever, in any shape.
    pub freeze: bool,
    /// Only the pushes that open a [PI-corral](Corrals), where there is one.
    ///
    /// It leaves out states that can be solved, but keeps a push-optimal solution if there is a
    /// solution: right for the fewest pushes and for any solution, not for the fewest moves. A
    /// search by pulls takes no notice of it.
    pub pi_corral: bool,
    /// Boxes round an area that can never let the player in, by a [small search](Corrals). A
    /// search by pulls takes no notice of it.
    pub corral_search: bool,
}

impl DeadlockConfig {
    /// Every test.
    pub const ALL: Self = Self { pi_corral: true, corral_search: true, ..Self::BOXES };
    /// Those that look at the boxes and not at the player.
    pub const BOXES: Self =
        Self { dead_squares: true, square_block: true, freeze: true, ..Self::NONE };
    /// No test.
    pub const NONE: Self = Self {
        dead_squares: false,
        square_block: false,
        freeze: false,
        pi_corral: false,
        corral_search: false,
    };

    /// Does it name one of the tests of [`Corrals`]?
    #[must_use]
    pub const fn looks_at_areas(self) -> bool {
        self.pi_corral || self.corral_search
    }
}

impl Default for DeadlockConfig {
    /// Every test.
    fn default() -> Self {
        Self::ALL
    }
}

/// The test that recognized a deadlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Deadlock {
    /// See [`DeadlockConfig::dead_squares`].
    DeadSquare,
    /// See [`DeadlockConfig::square_block`].
    SquareBlock,
    /// See [`DeadlockConfig::freeze`].
    Freeze,
}

/// Runs the chosen deadlock tests of boxes, cheapest first. Those that depend on the player as well
/// are in [`Corrals`].
///
/// ```
/// use sokoban_core::{Board, Deadlock, DeadlockConfig, DeadlockScratch, Deadlocks, Level, Reach, State};
/// let level: Level = "#######\n#@    #\n#  #$ #\n#   $##\n#..   #\n#     #\n#######".parse()?;
/// let board = Board::try_from(&level)?;
/// let state = State::<1>::start(&board, &mut Reach::new(&board));
/// let deadlocks = Deadlocks::new(DeadlockConfig::ALL);
/// let found = deadlocks.find(&board, state.boxes(), &mut DeadlockScratch::default());
/// assert_eq!(found, Some(Deadlock::Freeze)); // Each box and a wall hold the other.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Deadlocks {
    config: DeadlockConfig,
}

impl Deadlocks {
    /// The tests that `config` names.
    #[must_use]
    pub const fn new(config: DeadlockConfig) -> Self {
        Self { config }
    }

    /// Which tests run.
    #[must_use]
    pub const fn config(&self) -> DeadlockConfig {
        self.config
    }

    /// The deadlock that a push of a box to `moved` has just closed, if a test finds one.
    ///
    /// A deadlock that was there before the push may go unseen: [`Self::find`] looks for all.
    ///
    /// # Complexity
    /// O(1) nearly always; O(c²) for a cluster of c boxes that touch.
    #[must_use]
    pub fn after_push<const WORDS: usize>(
        &self,
        board: &Board,
        boxes: &BitBoard<WORDS>,
        moved: Square,
        scratch: &mut DeadlockScratch,
    ) -> Option<Deadlock> {
        if self.config.dead_squares && dead_squares::is_dead(board, moved) {
            return Some(Deadlock::DeadSquare);
        }
        if self.config.square_block && square_block::is_blocked(board, boxes, moved) {
            return Some(Deadlock::SquareBlock);
        }
        let is_box = |square| boxes.contains(square);
        if self.config.freeze && freeze::is_deadlocked(board, is_box, moved, &mut scratch.frozen) {
            return Some(Deadlock::Freeze);
        }
        None
    }

    /// A deadlock anywhere on the board, if a test finds one.
    ///
    /// # Complexity
    /// O(boxes) times [`Self::after_push`].
    #[must_use]
    pub fn find<const WORDS: usize>(
        &self,
        board: &Board,
        boxes: &BitBoard<WORDS>,
        scratch: &mut DeadlockScratch,
    ) -> Option<Deadlock> {
        boxes.iter().find_map(|square| self.after_push(board, boxes, square, scratch))
    }
}

/// Writes into `frozen` the squares of the boxes that can never move again together with the box
/// on `moved`: none if that box can. `is_box` tells where boxes stand; of [`Square::NONE`] it says
/// no. Returns whether one of them is off goal, which is a deadlock.
///
/// # Complexity
/// O(1) nearly always; O(c²) for a cluster of c boxes that touch.
pub fn freeze_with(
    board: &Board,
    is_box: impl Fn(Square) -> bool,
    moved: Square,
    frozen: &mut Vec<Square>,
) -> bool {
    freeze::is_deadlocked(board, is_box, moved, frozen)
}

/// Buffers of [`Deadlocks`], kept by the caller so that no test allocates.
#[derive(Clone, Debug, Default)]
pub struct DeadlockScratch {
    frozen: Vec<Square>,
}

impl DeadlockScratch {
    /// The squares of the boxes that the last freeze test found frozen; empty if it found none.
    ///
    /// Frozen boxes on goals are no deadlock, but they stay where they are forever.
    #[must_use]
    pub fn frozen(&self) -> &[Square] {
        &self.frozen
    }
}
