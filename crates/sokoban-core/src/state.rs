//! State: where the boxes stand and which area the player is in.

use alloc::vec::Vec;

use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::pulls::{Pull, generate_pulls};
use crate::pushes::{Push, generate_pushes};
use crate::reach::Reach;
use crate::square::Square;
use crate::zobrist::{box_key, player_key};

/// Where the boxes stand and which area the player is in, the latter by its canonical square.
///
/// `WORDS` must hold every square that a box may come to:
/// [`Board::squares`] of them, or [`Board::live_squares`] if no box is ever pushed onto a dead
/// square.
///
/// The convenience methods here flood with a [`Reach`] of the caller's; a search that cares for
/// every nanosecond uses [`generate_pushes`] and [`Self::after_move`] with floods of its own.
///
/// ```
/// use sokoban_core::{Board, Level, Push, Reach, State};
/// let level: Level = "#######\n#@ $ .#\n#######".parse()?;
/// let board = Board::try_from(&level)?;
/// let mut reach = Reach::new(&board);
/// let start = State::<1>::start(&board, &mut reach);
/// let pushes = start.pushes(&board, &mut reach);
/// assert_eq!(pushes.len(), 1);
/// let next = start.push(&board, pushes[0], &mut reach);
/// assert!(!next.is_solved(&board));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State<const WORDS: usize> {
    boxes: BitBoard<WORDS>,
    player: Square,
    /// A function of the other two.
    key: u64,
}

impl<const WORDS: usize> State<WORDS> {
    /// The state at the start of `board`.
    ///
    /// # Panics
    /// When a box starts on a square with no room in `WORDS`.
    #[must_use]
    pub fn start(board: &Board, reach: &mut Reach) -> Self {
        let boxes = board.start_boxes().iter().copied().collect();
        Self::with_player(boxes, board.start_player(), reach)
    }

    /// The state of these boxes with the player anywhere in its area.
    #[must_use]
    pub fn with_player(boxes: BitBoard<WORDS>, player: Square, reach: &mut Reach) -> Self {
        reach.set_boxes(&boxes);
        Self::from_canonical(boxes, reach.flood(player))
    }

    /// The state of these boxes with the player's canonical square `player`, which is not checked.
    #[must_use]
    pub fn from_canonical(boxes: BitBoard<WORDS>, player: Square) -> Self {
        let key = boxes.iter().fold(player_key(player), |key, square| key ^ box_key(square));
        Self { boxes, player, key }
    }

    /// The squares of the boxes.
    #[must_use]
    pub const fn boxes(&self) -> &BitBoard<WORDS> {
        &self.boxes
    }

    /// The canonical square of the player's area.
    #[must_use]
    pub const fn player(&self) -> Square {
        self.player
    }

    /// The Zobrist key: equal states have equal keys, different ones almost always different keys.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Does every box stand on a goal?
    #[must_use]
    pub fn is_solved(&self, board: &Board) -> bool {
        self.boxes.iter().all(|square| board.is_goal(square))
    }

    /// Every legal push, in the order of [`generate_pushes`].
    #[must_use]
    pub fn pushes(&self, board: &Board, reach: &mut Reach) -> Vec<Push> {
        reach.set_boxes(&self.boxes);
        reach.flood(self.player);
        let mut pushes = Vec::new();
        generate_pushes(board, &self.boxes, reach, &mut pushes);
        pushes
    }

    /// Every legal pull, in the order of [`generate_pulls`].
    #[must_use]
    pub fn pulls(&self, board: &Board, reach: &mut Reach) -> Vec<Pull> {
        reach.set_boxes(&self.boxes);
        reach.flood(self.player);
        let mut pulls = Vec::new();
        generate_pulls(board, &self.boxes, reach, &mut pulls);
        pulls
    }

    /// The state after `push`, if it is legal here.
    #[must_use]
    pub fn try_push(&self, board: &Board, push: Push, reach: &mut Reach) -> Option<Self> {
        self.pushes(board, reach).contains(&push).then(|| self.push(board, push, reach))
    }

    /// The state after `push`, which is legal here: see [`Self::try_push`] for the check.
    ///
    /// # Panics
    /// When the push would move the box off the board.
    #[must_use]
    pub fn push(&self, board: &Board, push: Push, reach: &mut Reach) -> Self {
        let to = board.neighbor(push.from, push.direction);
        let mut boxes = self.boxes;
        boxes.remove(push.from);
        boxes.insert(to);
        reach.set_boxes(&boxes);
        self.after_move(push.from, to, reach.flood(push.from))
    }

    /// The state after `pull`, which is legal here.
    ///
    /// # Panics
    /// When the pull would move the box or the player off the board.
    #[must_use]
    pub fn pull(&self, board: &Board, pull: Pull, reach: &mut Reach) -> Self {
        let to = board.neighbor(pull.from, pull.direction);
        let mut boxes = self.boxes;
        boxes.remove(pull.from);
        boxes.insert(to);
        reach.set_boxes(&boxes);
        self.after_move(pull.from, to, reach.flood(board.neighbor(to, pull.direction)))
    }

    /// The state in which the box on `from` stands on `to` and the player's canonical square is
    /// `player`. The key is updated, not computed anew.
    #[must_use]
    pub fn after_move(&self, from: Square, to: Square, player: Square) -> Self {
        let mut boxes = self.boxes;
        boxes.remove(from);
        boxes.insert(to);
        let key = self.key_after_move(from, to, player);
        Self { boxes, player, key }
    }

    /// The key of [`Self::after_move`], without the state.
    #[must_use]
    pub const fn key_after_move(&self, from: Square, to: Square, player: Square) -> u64 {
        self.key ^ box_key(from) ^ box_key(to) ^ player_key(self.player) ^ player_key(player)
    }
}
