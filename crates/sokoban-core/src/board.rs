//! Board: a level made ready to play on.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use crate::board_error::{BoardError, Counted};
use crate::direction::Direction;
use crate::distances::{self, NO_ROUTE, PushDistances};
use crate::level::{Level, Position};
use crate::numbering::Numbering;
use crate::sides::PlayerSides;
use crate::square::Square;

/// A level made ready to play on: its reachable squares with dense numbers, neighbors, goals, live
/// squares, and where the boxes and the player start.
///
/// Immutable. Reachable means: by the player once the boxes are lifted.
/// Live squares, those from which a lone box can be pushed to some goal, have the lowest numbers.
///
/// ```
/// use sokoban_core::{Board, Level};
/// let level: Level = "######\n#@$ .#\n#    #\n######".parse()?;
/// let board = Board::try_from(&level)?;
/// assert_eq!(board.squares(), 8);
/// assert_eq!(board.live_squares(), 3); // The upper row, but for its corner on the left.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    width: usize,
    height: usize,
    live: usize,
    /// `neighbors[square][direction]`, [`Square::NONE`] where a wall stands.
    neighbors: Vec<[Square; 4]>,
    positions: Vec<Position>,
    /// `numbers[row * width + column]`: the square there, or [`Square::NONE`].
    numbers: Vec<Square>,
    sides: PlayerSides,
    nearest_goal: Vec<u16>,
    /// Ascending.
    goals: Vec<Square>,
    is_goal: Vec<bool>,
    /// Ascending.
    start_boxes: Vec<Square>,
    start_player: Square,
    warnings: Vec<BoardWarning>,
}

impl Board {
    /// The number of squares. Their numbers are those below it.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.neighbors.len()
    }

    /// The number of live squares. Their numbers are those below it.
    #[must_use]
    pub fn live_squares(&self) -> usize {
        self.live
    }

    /// Can a lone box be pushed from `square` to some goal? [`Square::NONE`] is not live.
    #[must_use]
    pub fn is_live(&self, square: Square) -> bool {
        square.index() < self.live
    }

    /// The square next to `square`, or [`Square::NONE`] if a wall stands there.
    ///
    /// # Panics
    /// When `square` is not one of the board's.
    #[must_use]
    pub fn neighbor(&self, square: Square, direction: Direction) -> Square {
        self.neighbors[square.index()][direction.index()]
    }

    /// All neighbors, by square and direction.
    #[must_use]
    pub fn neighbors(&self) -> &[[Square; 4]] {
        &self.neighbors
    }

    /// The sides of a box on every square, and so its stances.
    #[must_use]
    pub fn sides(&self) -> &PlayerSides {
        &self.sides
    }

    /// The goals within reach, ascending.
    #[must_use]
    pub fn goals(&self) -> &[Square] {
        &self.goals
    }

    /// Is there a goal on `square`?
    ///
    /// # Panics
    /// When `square` is not one of the board's.
    #[must_use]
    pub fn is_goal(&self, square: Square) -> bool {
        self.is_goal[square.index()]
    }

    /// The squares of the boxes at the start, ascending.
    #[must_use]
    pub fn start_boxes(&self) -> &[Square] {
        &self.start_boxes
    }

    /// The player's square at the start.
    #[must_use]
    pub fn start_player(&self) -> Square {
        self.start_player
    }

    /// The pushes that a lone box on `square` needs to its nearest goal, or [`NO_ROUTE`] from a
    /// dead square.
    ///
    /// # Panics
    /// When `square` is not one of the board's.
    #[must_use]
    pub fn nearest_goal(&self, square: Square) -> u16 {
        self.nearest_goal[square.index()]
    }

    /// The exact push distances of a lone box from every stance to each goal, goals ascending.
    ///
    /// # Complexity
    /// O(goals * squares) in time and space: seconds and a gigabyte for the largest boards, for
    /// which there is [`Self::goal_distances_while`].
    #[must_use]
    pub fn goal_distances(&self) -> PushDistances {
        PushDistances::to_targets(&self.neighbors, &self.sides, &self.goals)
    }

    /// As [`Self::goal_distances`], but none if `watch` breaks, which is asked before each goal.
    pub fn goal_distances_while(
        &self,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<PushDistances> {
        PushDistances::to_targets_while(&self.neighbors, &self.sides, &self.goals, watch)
    }

    /// The exact push distances to every stance of each box of the start alone, with the player
    /// where it starts: what a search by pulls still has to undo at least.
    ///
    /// # Complexity
    /// O(boxes * squares) in time and space.
    #[must_use]
    pub fn start_distances(&self) -> PushDistances {
        let (boxes, player) = (&self.start_boxes, self.start_player);
        PushDistances::from_sources(&self.neighbors, &self.sides, boxes, player)
    }

    /// As [`Self::start_distances`], but none if `watch` breaks, which is asked before each box.
    pub fn start_distances_while(
        &self,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<PushDistances> {
        let (boxes, player) = (&self.start_boxes, self.start_player);
        PushDistances::from_sources_while(&self.neighbors, &self.sides, boxes, player, watch)
    }

    /// By stance: the least of [`Self::goal_distances`], or [`NO_ROUTE`].
    ///
    /// # Complexity
    /// O(squares) in time and space, however many goals there are.
    #[must_use]
    pub fn distances_to_nearest_goal(&self) -> Vec<u16> {
        distances::to_nearest(&self.neighbors, &self.sides, &self.goals)
    }

    /// By stance: the least of [`Self::start_distances`], or [`NO_ROUTE`].
    ///
    /// # Complexity
    /// O(squares) in time and space, however many boxes there are.
    #[must_use]
    pub fn distances_from_nearest_start(&self) -> Vec<u16> {
        let (boxes, player) = (&self.start_boxes, self.start_player);
        distances::from_nearest(&self.neighbors, &self.sides, boxes, player)
    }

    /// The columns of the level's grid.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The rows of the level's grid.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Where `square` lies in the level's grid.
    ///
    /// # Panics
    /// When `square` is not one of the board's.
    #[must_use]
    pub fn position(&self, square: Square) -> Position {
        self.positions[square.index()]
    }

    /// The square at `position`, or none if the player can never come there.
    #[must_use]
    pub fn square_at(&self, position: Position) -> Option<Square> {
        if position.row >= self.height || position.column >= self.width {
            return None;
        }
        let square = self.numbers[position.row * self.width + position.column];
        (!square.is_none()).then_some(square)
    }

    /// What is unusual about the level, though it can be played.
    #[must_use]
    pub fn warnings(&self) -> &[BoardWarning] {
        &self.warnings
    }

    /// The bytes that the board takes.
    #[must_use]
    pub fn memory_usage(&self) -> usize {
        let by_square = size_of::<[Square; 4]>() + size_of::<Position>() + 2 * 4 + 1 + 2;
        self.sides.memory_usage()
            + self.squares() * by_square
            + self.numbers.len() * size_of::<Square>()
    }
}

impl TryFrom<&Level> for Board {
    type Error = BoardError;

    /// Prepares `level` for play.
    ///
    /// # Errors
    /// [`BoardError`] with one of the kinds of [`BoardErrorKind`](crate::BoardErrorKind): no
    /// player or several, no box, an open boundary, more boxes than goals, a box off goal out of
    /// reach, or a board that is too large.
    ///
    /// # Complexity
    /// O(width * height) in time and space.
    fn try_from(level: &Level) -> Result<Self, BoardError> {
        let numbering = Numbering::new(level)?;
        let sides = PlayerSides::new(&numbering.neighbors);
        let nearest = distances::nearest(&numbering.neighbors, &sides, &numbering.goals);

        // Renumber: live squares first. Sorting is stable, so reading order stays within each part.
        let mut order: Vec<usize> = (0..nearest.len()).collect();
        order.sort_by_key(|&old| nearest[old] == NO_ROUTE);
        let mut renumbered = vec![Square::NONE; order.len()];
        for (new, &old) in order.iter().enumerate() {
            renumbered[old] = Square::new(new);
        }
        let number = |old: Square| renumbered.get(old.index()).copied().unwrap_or(Square::NONE);
        let ascending = |squares: &[Square]| {
            let mut squares: Vec<Square> = squares.iter().map(|&square| number(square)).collect();
            squares.sort_unstable();
            squares
        };

        let neighbors: Vec<[Square; 4]> =
            order.iter().map(|&old| numbering.neighbors[old].map(number)).collect();
        let positions: Vec<Position> = order.iter().map(|&old| numbering.positions[old]).collect();
        let mut numbers = vec![Square::NONE; level.width() * level.height()];
        for (index, position) in positions.iter().enumerate() {
            numbers[position.row * level.width() + position.column] = Square::new(index);
        }
        let goals = ascending(&numbering.goals);
        let mut is_goal = vec![false; order.len()];
        for goal in &goals {
            is_goal[goal.index()] = true;
        }
        let start_boxes = ascending(&numbering.boxes);
        let mut warnings = Vec::new();
        if numbering.boxes_ignored > 0 {
            warnings.push(BoardWarning::BoxesIgnored { boxes: numbering.boxes_ignored });
        }
        if numbering.goals_ignored > 0 {
            warnings.push(BoardWarning::GoalsIgnored { goals: numbering.goals_ignored });
        }
        if start_boxes.len() < goals.len() {
            let (boxes, goals) = (start_boxes.len(), goals.len());
            warnings.push(BoardWarning::FewerBoxesThanGoals { boxes, goals });
        }
        if start_boxes.iter().all(|square| is_goal[square.index()]) {
            warnings.push(BoardWarning::AlreadySolved);
        }
        Ok(Self {
            width: level.width(),
            height: level.height(),
            live: nearest.iter().filter(|&&distance| distance != NO_ROUTE).count(),
            sides: sides.renumbered(&order),
            nearest_goal: order.iter().map(|&old| nearest[old]).collect(),
            neighbors,
            positions,
            numbers,
            goals,
            is_goal,
            start_boxes,
            start_player: number(numbering.player),
            warnings,
        })
    }
}

/// What is unusual about a level that can be played all the same. Displays as one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum BoardWarning {
    /// Boxes on goals that the player can never reach, or that close the outline, do not count.
    BoxesIgnored {
        /// How many.
        boxes: usize,
    },
    /// Goals without a box that the player can never reach do not count.
    GoalsIgnored {
        /// How many.
        goals: usize,
    },
    /// There are more goals than boxes: solved when every box stands on a goal.
    FewerBoxesThanGoals {
        /// The boxes within reach.
        boxes: usize,
        /// The goals within reach.
        goals: usize,
    },
    /// Every box stands on a goal from the start.
    AlreadySolved,
}

impl fmt::Display for BoardWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BoxesIgnored { boxes: 1 } => {
                f.write_str("1 box on a goal can never move or be reached and is ignored")
            }
            Self::BoxesIgnored { boxes } => {
                write!(f, "{boxes} boxes on goals can never move or be reached and are ignored")
            }
            Self::GoalsIgnored { goals: 1 } => {
                f.write_str("1 goal out of the player's reach is ignored")
            }
            Self::GoalsIgnored { goals } => {
                write!(f, "{goals} goals out of the player's reach are ignored")
            }
            Self::FewerBoxesThanGoals { boxes, goals } => {
                let boxes = Counted(*boxes, "box", "boxes");
                // More than one, since there is a box.
                write!(f, "{boxes} for {goals} goals: solved when every box stands on a goal")
            }
            Self::AlreadySolved => f.write_str("already solved at the start"),
        }
    }
}
