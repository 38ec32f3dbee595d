//! Game: one level being played, with all that was done and undone.

use std::collections::VecDeque;
use std::rc::Rc;

use sokoban_core::{Board, Counts, Direction, Square, Step, freeze_with};

/// One level being played. What was undone can be done again until another step is made.
#[derive(Clone, Debug)]
pub(super) struct Game {
    board: Rc<Board>,
    player: Square,
    /// By square. The boxes and the player are where the first `done` of `steps` lead.
    has_box: Vec<bool>,
    /// Every one of them is legal in its turn.
    steps: Vec<Step>,
    done: usize,
    pushes: usize,
}

/// Where the boxes stand and where the player can walk: all that matters for what is still to be
/// pushed. Equal for two games of one level exactly if the same pushes are possible from now on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GameState {
    /// Ascending.
    boxes: Vec<Square>,
    /// The least square that the player can walk to.
    player: Square,
}

impl Game {
    /// The start of `board`.
    pub(super) fn new(board: Rc<Board>) -> Self {
        let mut has_box = vec![false; board.squares()];
        for square in board.start_boxes() {
            has_box[square.index()] = true;
        }
        let player = board.start_player();
        Self { board, player, has_box, steps: Vec::new(), done: 0, pushes: 0 }
    }

    pub(super) fn board(&self) -> &Rc<Board> {
        &self.board
    }

    pub(super) fn player(&self) -> Square {
        self.player
    }

    pub(super) fn has_box(&self, square: Square) -> bool {
        self.has_box.get(square.index()).copied().unwrap_or(false)
    }

    /// The squares of the boxes, ascending.
    pub(super) fn boxes(&self) -> impl Iterator<Item = Square> {
        (0..self.has_box.len()).filter(|&index| self.has_box[index]).map(Square::new)
    }

    /// The steps that led here.
    pub(super) fn played(&self) -> &[Step] {
        &self.steps[..self.done]
    }

    /// All steps, those that were undone included.
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    pub(super) fn counts(&self) -> Counts {
        Counts { moves: self.done, pushes: self.pushes }
    }

    /// The boxes on goals, and all boxes.
    pub(super) fn boxes_home(&self) -> (usize, usize) {
        let home = self.boxes().filter(|&square| self.board.is_goal(square)).count();
        (home, self.boxes().count())
    }

    pub(super) fn is_solved(&self) -> bool {
        self.boxes().all(|square| self.board.is_goal(square))
    }

    /// Goes one step, and pushes the box that is in the way; the step, or none if a wall or a
    /// second box stops it.
    ///
    /// What was undone stays, to be done again, if this is its first step.
    pub(super) fn go(&mut self, direction: Direction) -> Option<Step> {
        let step = self.try_step(direction)?;
        if self.steps.get(self.done) != Some(&step) {
            self.steps.truncate(self.done);
            self.steps.push(step);
        }
        self.done += 1;
        Some(step)
    }

    /// Makes the step on the board, if it is legal.
    fn try_step(&mut self, direction: Direction) -> Option<Step> {
        let next = self.board.neighbor(self.player, direction);
        if next.is_none() {
            return None;
        }
        let push = self.has_box(next);
        if push {
            let beyond = self.board.neighbor(next, direction);
            if beyond.is_none() || self.has_box(beyond) {
                return None;
            }
            self.has_box[next.index()] = false;
            self.has_box[beyond.index()] = true;
            self.pushes += 1;
        }
        self.player = next;
        Some(Step { direction, push })
    }

    /// Takes the last step back, and returns it; none at the start.
    pub(super) fn undo(&mut self) -> Option<Step> {
        let step = *self.played().last()?;
        if step.push {
            let from = self.board.neighbor(self.player, step.direction);
            self.has_box[from.index()] = false;
            self.has_box[self.player.index()] = true;
            self.pushes -= 1;
        }
        self.player = self.board.neighbor(self.player, step.direction.opposite());
        self.done -= 1;
        Some(step)
    }

    /// Makes the step that was undone last once more, and returns it; none if there is none.
    pub(super) fn redo(&mut self) -> Option<Step> {
        let step = *self.steps.get(self.done)?;
        self.go(step.direction)
    }

    /// Back to where the last push ended; from there, to where the push before it did.
    pub(super) fn undo_to_push(&mut self) -> bool {
        let mut undone = self.undo();
        let any = undone.is_some();
        while undone.is_some() && self.played().last().is_some_and(|step| !step.push) {
            undone = self.undo();
        }
        any
    }

    /// On to the end of the next push that was undone, or of all steps.
    pub(super) fn redo_to_push(&mut self) -> bool {
        let mut any = false;
        while let Some(step) = self.redo() {
            any = true;
            if step.push {
                break;
            }
        }
        any
    }

    /// To the start; everything can be done again.
    pub(super) fn restart(&mut self) {
        while self.undo().is_some() {}
    }

    /// To the end of all steps.
    pub(super) fn redo_all(&mut self) {
        while self.redo().is_some() {}
    }

    /// To the end of push `push` of all steps, counted from 1, or to the start for 0; to the last
    /// push if there are not so many.
    pub(super) fn jump_to_push(&mut self, push: usize) {
        while self.pushes > push && self.undo().is_some() {}
        while self.pushes < push && self.redo_to_push() {}
        while self.played().last().is_some_and(|step| !step.push) {
            self.undo();
        }
    }

    /// Puts `steps` in the place of all that was done, from the start, with `done` of them made;
    /// false, and nothing changes, if one of them is not legal.
    pub(super) fn replace(&mut self, steps: &[Step], done: usize) -> bool {
        let mut fresh = Self::new(Rc::clone(&self.board));
        for &step in steps {
            if fresh.go(step.direction) != Some(step) {
                return false;
            }
        }
        while fresh.done > done {
            fresh.undo();
        }
        *self = fresh;
        true
    }

    /// Where the boxes stand and where the player can walk.
    ///
    /// Takes O(squares).
    pub(super) fn state(&self) -> GameState {
        let mut is_reached = vec![false; self.board.squares()];
        is_reached[self.player.index()] = true;
        let mut queue = VecDeque::from([self.player]);
        let mut least = self.player;
        while let Some(square) = queue.pop_front() {
            least = least.min(square);
            for direction in Direction::ALL {
                let next = self.board.neighbor(square, direction);
                if !next.is_none() && !self.has_box(next) && !is_reached[next.index()] {
                    is_reached[next.index()] = true;
                    queue.push_back(next);
                }
            }
        }
        GameState { boxes: self.boxes().collect(), player: least }
    }

    /// Why no one can solve the level any more, if a box shows it at a glance: it stands on a dead
    /// square, or it is frozen off goal. None says nothing.
    pub(super) fn deadlock(&self) -> Option<&'static str> {
        let mut frozen = Vec::new();
        for square in self.boxes() {
            if !self.board.is_live(square) {
                return Some("a box stands on a dead square");
            }
            if freeze_with(&self.board, |other| self.has_box(other), square, &mut frozen) {
                return Some("boxes off goal are frozen");
            }
        }
        None
    }

    /// The present state as the text of a level of its own. Whatever is no square of the board
    /// is drawn as a wall, so that directions mean the same in both.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for row in 0..self.board.height() {
            for column in 0..self.board.width() {
                let square = self.board.square_at(sokoban_core::Position { row, column });
                text.push(square.map_or('#', |square| self.symbol(square)));
            }
            text.push('\n');
        }
        text
    }

    /// What stands on `square`, as levels are written.
    pub(super) fn symbol(&self, square: Square) -> char {
        let is_goal = self.board.is_goal(square);
        match (self.has_box(square), square == self.player, is_goal) {
            (true, _, true) => '*',
            (true, _, false) => '$',
            (_, true, true) => '+',
            (_, true, false) => '@',
            (_, _, true) => '.',
            _ => ' ',
        }
    }
}
