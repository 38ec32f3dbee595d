//! Playback: a solution that the rules allow, and the moments that it leads through.

use sokoban_core::{Board, ReplayError, ReplayErrorKind, Solution, Square, Step};

/// Where boxes and player stand at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// By square.
    has_box: Vec<bool>,
    player: Square,
}

impl Moment {
    /// The start of `board`.
    #[must_use]
    pub fn start(board: &Board) -> Self {
        let mut has_box = vec![false; board.squares()];
        for square in board.start_boxes() {
            has_box[square.index()] = true;
        }
        Self { has_box, player: board.start_player() }
    }

    /// The player's square.
    #[must_use]
    pub fn player(&self) -> Square {
        self.player
    }

    /// Does a box stand on `square`?
    #[must_use]
    pub fn has_box(&self, square: Square) -> bool {
        self.has_box.get(square.index()).copied().unwrap_or(false)
    }

    /// Takes a step that the rules allow. The squares whose look changes come back: where the player
    /// was, where it is, and where a box was pushed to.
    pub(crate) fn take(&mut self, board: &Board, step: Step) -> [Square; 3] {
        let from = self.player;
        let to = board.neighbor(from, step.direction);
        let mut changed = [from, to, to];
        if self.has_box[to.index()] {
            let beyond = board.neighbor(to, step.direction);
            self.has_box[to.index()] = false;
            self.has_box[beyond.index()] = true;
            changed[2] = beyond;
        }
        self.player = to;
        changed
    }
}

/// A series of steps that the rules allow from the start of a board. It need not solve the level.
///
/// ```
/// use sokoban_core::{Board, Level, Solution};
/// use sokoban_render::Playback;
///
/// let level: Level = "#######\n#@ $ .#\n#######".parse()?;
/// let board = Board::try_from(&level)?;
/// let solution: Solution = "rRR".parse()?;
/// let playback = Playback::new(&board, &solution)?;
/// assert!(playback.is_solved());
/// assert_eq!((playback.moves(), playback.pushes()), (3, 2));
/// assert!(playback.after_push(2).is_some() && playback.after_push(3).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Playback<'a> {
    board: &'a Board,
    /// All of them are allowed.
    steps: &'a [Step],
    pushes: usize,
    is_solved: bool,
}

impl<'a> Playback<'a> {
    /// Replays `solution` on `board`.
    ///
    /// # Errors
    /// [`ReplayError`] for the first step that the rules forbid.
    ///
    /// # Complexity
    /// O(squares + steps).
    pub fn new(board: &'a Board, solution: &'a Solution) -> Result<Self, ReplayError> {
        let is_solved = match solution.replay(board) {
            Ok(_) => true,
            Err(error) if matches!(error.kind(), ReplayErrorKind::NotSolved { .. }) => false,
            Err(error) => return Err(error),
        };
        let steps = solution.steps();
        let pushes = steps.iter().filter(|step| step.push).count();
        Ok(Self { board, steps, pushes, is_solved })
    }

    /// Does every box stand on a goal in the end?
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.is_solved
    }

    /// The steps of the player, pushes included.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.steps.len()
    }

    /// The pushes.
    #[must_use]
    pub fn pushes(&self) -> usize {
        self.pushes
    }

    /// The moment right after push number `push`, counted from 1; the start for 0, and none past
    /// the last push.
    #[must_use]
    pub fn after_push(&self, push: usize) -> Option<Moment> {
        if push > self.pushes {
            return None;
        }
        let mut moment = Moment::start(self.board);
        let mut left = push;
        for &step in self.steps {
            if left == 0 {
                break;
            }
            moment.take(self.board, step);
            left -= usize::from(step.push);
        }
        Some(moment)
    }

    /// The moment after the last step.
    #[must_use]
    pub fn end(&self) -> Moment {
        let mut moment = Moment::start(self.board);
        for &step in self.steps {
            moment.take(self.board, step);
        }
        moment
    }

    pub(crate) fn board(&self) -> &'a Board {
        self.board
    }

    pub(crate) fn steps(&self) -> &'a [Step] {
        self.steps
    }
}

#[cfg(test)]
mod tests {
    use sokoban_core::{Level, Position};

    use super::*;

    fn board() -> Board {
        Board::try_from(&"#######\n#@ $ .#\n#######".parse::<Level>().unwrap()).unwrap()
    }

    #[test]
    fn moments_follow_the_pushes() {
        let (board, solution) = (board(), "rRRl".parse().unwrap());
        let playback = Playback::new(&board, &solution).unwrap();
        let at = |column| board.square_at(Position { row: 1, column }).unwrap();
        assert_eq!(playback.after_push(0), Some(Moment::start(&board)));
        for (push, player, boxed) in [(0, 1, 3), (1, 3, 4), (2, 4, 5)] {
            let moment = playback.after_push(push).unwrap();
            assert_eq!(moment.player(), at(player), "{push}");
            let boxes: Vec<usize> = (1..=5).filter(|&column| moment.has_box(at(column))).collect();
            assert_eq!(boxes, [boxed], "{push}");
        }
        assert_eq!(playback.end().player(), at(3), "with the walk behind the last push");
        assert!(!playback.end().has_box(Square::NONE));
    }

    #[test]
    fn steps_that_the_rules_forbid_are_refused() {
        let board = board();
        for (steps, wrong) in [("u", 1), ("rr", 2), ("rRRR", 4), ("R", 1)] {
            let solution = steps.parse().unwrap();
            assert_eq!(Playback::new(&board, &solution).unwrap_err().step(), wrong, "{steps}");
        }
        let unsolved = "r".parse().unwrap();
        assert!(!Playback::new(&board, &unsolved).unwrap().is_solved());
    }
}
