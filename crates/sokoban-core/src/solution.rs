//! Solution: a sequence of single steps, and its replay by nothing but the rules.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::direction::Direction;
use crate::lurd::{LurdError, Step, lurd_string, parse_lurd};
use crate::pushes::Push;
use crate::square::Square;
use crate::symmetry::Symmetry;
use crate::walk::shortest_walk;

/// A sequence of single steps of the player, in the usual notation: `udlr` for a move without a
/// push, `UDLR` for a push.
///
/// It says nothing of being right: [`Self::replay`] does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(try_from = "alloc::string::String", into = "alloc::string::String")
)]
pub struct Solution {
    steps: Vec<Step>,
}

impl Solution {
    /// The solution with these steps.
    #[must_use]
    pub const fn new(steps: Vec<Step>) -> Self {
        Self { steps }
    }

    /// The solution that makes `pushes` in turn from the start of `board`, with a shortest walk
    /// before each; none if one of them is not legal there.
    ///
    /// # Complexity
    /// O(pushes * squares).
    #[must_use]
    pub fn from_pushes<const WORDS: usize>(board: &Board, pushes: &[Push]) -> Option<Self> {
        let mut boxes: BitBoard<WORDS> = board.start_boxes().iter().copied().collect();
        let mut player = board.start_player();
        let mut steps = Vec::new();
        for &Push { from, direction } in pushes {
            let behind = board.neighbor(from, direction.opposite());
            let to = board.neighbor(from, direction);
            if behind.is_none() || to.is_none() || !boxes.contains(from) || boxes.contains(to) {
                return None;
            }
            let walk = shortest_walk(board, &boxes, player, behind)?;
            steps.extend(walk.into_iter().map(|direction| Step { direction, push: false }));
            steps.push(Step { direction, push: true });
            boxes.remove(from);
            boxes.insert(to);
            player = from;
        }
        Some(Self { steps })
    }

    /// The steps in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The solution as it reads on the level that `symmetry` makes of its own.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let turned = |&Step { direction, push }: &Step| Step {
            direction: symmetry.direction(direction),
            push,
        };
        Self { steps: self.steps.iter().map(turned).collect() }
    }

    /// The solution with the case of each letter as `board` demands it: upper where a box is in the
    /// way, else lower. From the first illegal step on, letters stay as they are.
    ///
    /// Some programs write all moves in one case; a replay of what comes back judges them.
    ///
    /// # Complexity
    /// O(squares + steps).
    ///
    /// ```
    /// use sokoban_core::{Board, Level, Solution};
    /// let level: Level = "#######\n#@ $ .#\n#######".parse()?;
    /// let board = Board::try_from(&level)?;
    /// let solution: Solution = "RrR".parse()?;
    /// assert_eq!(solution.recased(&board).to_string(), "rRR");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn recased(&self, board: &Board) -> Self {
        let mut has_box = vec![false; board.squares()];
        for square in board.start_boxes() {
            has_box[square.index()] = true;
        }
        let mut player = board.start_player();
        let mut steps = self.steps.clone();
        for step in &mut steps {
            let next = board.neighbor(player, step.direction);
            if next.is_none() {
                break;
            }
            let push = has_box[next.index()];
            if push {
                let beyond = board.neighbor(next, step.direction);
                if beyond.is_none() || has_box[beyond.index()] {
                    break;
                }
                has_box[next.index()] = false;
                has_box[beyond.index()] = true;
            }
            step.push = push;
            player = next;
        }
        Self { steps }
    }

    /// Plays the solution from the start of `board`, step by step, and counts.
    ///
    /// It shares nothing with any search: it looks only at neighbors, boxes and goals.
    ///
    /// # Errors
    /// [`ReplayError`] with the number of the first wrong step: [`ReplayErrorKind::Wall`],
    /// [`ReplayErrorKind::BlockedBox`], [`ReplayErrorKind::NoBoxToPush`] for a capital letter that
    /// pushes nothing, [`ReplayErrorKind::BoxInTheWay`] for a small letter that would push; or
    /// [`ReplayErrorKind::NotSolved`] when all steps are legal but a box is still off goal.
    ///
    /// # Complexity
    /// O(squares + steps).
    pub fn replay(&self, board: &Board) -> Result<Counts, ReplayError> {
        let mut has_box = vec![false; board.squares()];
        for square in board.start_boxes() {
            has_box[square.index()] = true;
        }
        let mut player = board.start_player();
        let mut counts = Counts::default();
        for (index, step) in self.steps.iter().enumerate() {
            let error = |kind| ReplayError { step: index + 1, direction: step.direction, kind };
            let next = board.neighbor(player, step.direction);
            if next.is_none() {
                return Err(error(ReplayErrorKind::Wall));
            }
            if has_box[next.index()] {
                let beyond = board.neighbor(next, step.direction);
                if beyond.is_none() || has_box[beyond.index()] {
                    return Err(error(ReplayErrorKind::BlockedBox));
                }
                if !step.push {
                    return Err(error(ReplayErrorKind::BoxInTheWay));
                }
                has_box[next.index()] = false;
                has_box[beyond.index()] = true;
                counts.pushes += 1;
            } else if step.push {
                return Err(error(ReplayErrorKind::NoBoxToPush));
            }
            counts.moves += 1;
            player = next;
        }
        let off_goal = (0..board.squares())
            .filter(|&index| has_box[index] && !board.is_goal(Square::new(index)))
            .count();
        if off_goal > 0 {
            let direction = self.steps.last().map_or(Direction::Up, |step| step.direction);
            let kind = ReplayErrorKind::NotSolved { boxes_off_goal: off_goal };
            return Err(ReplayError { step: self.steps.len(), direction, kind });
        }
        Ok(counts)
    }
}

impl FromStr for Solution {
    type Err = LurdError;

    /// Reads letters as [`parse_lurd`] does.
    ///
    /// # Errors
    /// [`LurdError`] for a character that is no step, with its place.
    fn from_str(text: &str) -> Result<Self, LurdError> {
        parse_lurd(text).map(Self::new)
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&lurd_string(&self.steps))
    }
}

#[cfg(feature = "serde")]
impl From<Solution> for alloc::string::String {
    fn from(solution: Solution) -> Self {
        lurd_string(&solution.steps)
    }
}

#[cfg(feature = "serde")]
impl TryFrom<alloc::string::String> for Solution {
    type Error = LurdError;

    fn try_from(text: alloc::string::String) -> Result<Self, LurdError> {
        text.parse()
    }
}

/// What a replay counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counts {
    /// Single steps of the player, pushes included.
    pub moves: usize,
    /// The steps that moved a box.
    pub pushes: usize,
}

/// The first wrong step of a [`Solution`], or that it does not solve the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", Self::message(self))]
pub struct ReplayError {
    step: usize,
    direction: Direction,
    kind: ReplayErrorKind,
}

impl ReplayError {
    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ReplayErrorKind {
        self.kind
    }

    /// The number of the wrong step, from 1; the number of all steps for
    /// [`ReplayErrorKind::NotSolved`].
    #[must_use]
    pub const fn step(&self) -> usize {
        self.step
    }

    fn message(&self) -> alloc::string::String {
        let Self { step, direction, kind } = self;
        let way = match direction {
            Direction::Up => "up",
            Direction::Right => "right",
            Direction::Down => "down",
            Direction::Left => "left",
        };
        match kind {
            ReplayErrorKind::Wall => alloc::format!("step {step} ({way}) runs into a wall"),
            ReplayErrorKind::BlockedBox => {
                alloc::format!("step {step} ({way}) pushes a box that is blocked")
            }
            ReplayErrorKind::NoBoxToPush => alloc::format!(
                "step {step} ({way}) is written as a push, but no box is there; write it in lower case"
            ),
            ReplayErrorKind::BoxInTheWay => alloc::format!(
                "step {step} ({way}) is written as a move, but a box is there; write it in upper case"
            ),
            ReplayErrorKind::NotSolved { boxes_off_goal } => {
                let steps: alloc::string::String = match step {
                    1 => "the only step is legal".into(),
                    _ => alloc::format!("all {step} steps are legal"),
                };
                let boxes: alloc::string::String = match boxes_off_goal {
                    1 => "1 box is".into(),
                    _ => alloc::format!("{boxes_off_goal} boxes are"),
                };
                alloc::format!("{steps}, but {boxes} still off goal")
            }
        }
    }
}

/// The kinds of [`ReplayError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplayErrorKind {
    /// The player would walk into a wall or off the board.
    Wall,
    /// A wall or another box stands behind the box to be pushed.
    BlockedBox,
    /// A step written as a push meets no box.
    NoBoxToPush,
    /// A step written as a move meets a box.
    BoxInTheWay,
    /// Every step is legal, but the level is not solved at the end.
    NotSolved {
        /// The boxes that stand off goal.
        boxes_off_goal: usize,
    },
}
