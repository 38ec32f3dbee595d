//! Corrals: what is known of the areas that the boxes keep the player from.

mod areas;
mod corral_search;
mod known;
mod pi_corral;

use self::areas::{Areas, View};
use self::corral_search::CorralSearch;
use self::pi_corral::PiCorrals;
use super::DeadlockConfig;
use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::pushes::Push;
use crate::reach::Reach;

/// Finds the pushes that suffice where the boxes keep the player from an area, with the buffers to
/// do so for each state without allocating.
///
/// # PI-corral
/// ```text
/// ########
/// #   #. #   The player cannot come to the upper right. Its fence, the one box, can be pushed
/// # @ $  #   only into it, and by the player as it stands; and the box has to move some day. So
/// #   # .#   this push can come first, whatever the two boxes on the left are to do.
/// # $$####
/// ########
/// ```
/// It keeps a solution with the fewest pushes: right for pushes and for any solution, not for moves.
///
/// # Corral search
/// ```text
/// ########
/// # ##@  #   The player cannot come to the passage on the left. The two boxes alone, without the
/// #  $$. #   rest of the level, never let it in: once the right one is out of the way, the left
/// # #  . #   one can be pushed in, and never comes back.
/// ########
/// ```
/// It prunes only what no one can solve: right for every objective.
///
/// ```
/// use sokoban_core::{Board, Corrals, DeadlockConfig, Direction, Level, Push, Reach, State};
/// let text = "########\n#   #. #\n# @ $  #\n#   # .#\n#.$$####\n#   ####\n########";
/// let board = Board::try_from(&text.parse::<Level>()?)?;
/// let mut reach = Reach::new(&board);
/// let state = State::<1>::start(&board, &mut reach);
/// let mut corrals = Corrals::new(&board, DeadlockConfig::ALL);
/// let pushes = corrals.find(&board, state.boxes(), &reach).ok_or("no corral")?;
/// let [Push { from, direction }] = pushes else { return Err("not one push".into()) };
/// assert_eq!((board.position(*from).column, *direction), (4, Direction::Right));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Corrals<const WORDS: usize> {
    areas: Areas,
    pi: Option<PiCorrals>,
    search: Option<CorralSearch<WORDS>>,
    /// How many states with areas are still let pass without a search.
    patience: u32,
}

/// So many states does a search of a level come to before corral searches pay. Without it a
/// thousand levels of Boxoban, of 100 expansions each, take 62 % more instructions for 12 % fewer
/// expansions.
const PATIENCE: u32 = 1_000;

impl<const WORDS: usize> Corrals<WORDS> {
    /// The tests among [`DeadlockConfig::pi_corral`] and [`DeadlockConfig::corral_search`] that
    /// `config` names. `WORDS` must hold the squares that boxes come to.
    #[must_use]
    pub fn new(board: &Board, config: DeadlockConfig) -> Self {
        Self {
            areas: Areas::new(board),
            pi: config.pi_corral.then(PiCorrals::default),
            search: config.corral_search.then(|| CorralSearch::new(board)),
            patience: 0,
        }
    }

    /// The same, where corral searches begin only after a thousand states: for searches that may
    /// be over before that.
    #[must_use]
    pub fn patient(board: &Board, config: DeadlockConfig) -> Self {
        Self { patience: PATIENCE, ..Self::new(board, config) }
    }

    /// The pushes that suffice, in no particular order, if something is known of the state's areas:
    /// among them is the first of a push-optimal solution, if there is a solution. None of them: a
    /// deadlock.
    ///
    /// `reach` holds the player's area among just these boxes. But for the patience of
    /// [`Self::patient`], the answer depends on the state alone, not on what was asked before.
    ///
    /// # Complexity
    /// O(rows) where the player can reach all but the boxes; else O(boxes + squares of all areas)
    /// for most states, and a search of at most a hundred states for those whose fence was not met
    /// lately.
    #[must_use]
    pub fn find(
        &mut self,
        board: &Board,
        boxes: &BitBoard<WORDS>,
        reach: &Reach,
    ) -> Option<&[Push]> {
        if reach.count() + boxes.len() == board.squares() {
            return None;
        }
        let view = View { board, boxes, reach };
        self.areas.find(&view);
        let opening = match &mut self.pi {
            Some(pi) => pi.find(&view, &mut self.areas),
            None => None,
        };
        if opening.is_some_and(<[Push]>::is_empty) {
            return opening;
        }
        if self.patience > 0 {
            self.patience -= 1;
            return opening;
        }
        let search = self.search.as_mut();
        if search.is_some_and(|search| search.is_dead(&view, &self.areas)) {
            return Some(&[]);
        }
        opening
    }

    /// The bytes of the buffers at most.
    #[must_use]
    pub fn memory_usage(&self, board: &Board) -> usize {
        Areas::memory_usage(board)
            + self.pi.as_ref().map_or(0, |_| PiCorrals::memory_usage(board))
            + self.search.as_ref().map_or(0, |_| CorralSearch::<WORDS>::memory_usage(board))
    }
}
