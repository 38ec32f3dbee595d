//! ForwardSpace: pushes from the start.

use sokoban_core::{
    Areas, BitBoard, Board, Corrals, DeadlockScratch, Deadlocks, Direction, Pull, Push, Reach,
    Solution, Square, State, generate_pulls,
};

use super::packing::Packing;
use super::parity::parity_of_pushes;
use super::passages::Passages;
use super::swap::{SingleStep, can_be_swapped};
use super::{StateSpace, Step, Successor, solution_of};

/// The space of pushes from the level's start to any state with every box on a goal.
#[derive(Clone)]
pub(crate) struct ForwardSpace<'b, const WORDS: usize> {
    board: &'b Board,
    deadlocks: Deadlocks,
    packing: Packing,
    passages: Passages,
    corrals: Option<Corrals<WORDS>>,
    /// Boxes are pushed only to squares with numbers below this.
    box_squares: usize,
    boxes: Vec<Square>,
    /// The player's area in the loaded state.
    reach: Reach,
    /// Always holds the boxes of the loaded state between two floods.
    child_reach: Reach,
    /// On a large board: where every step ends.
    areas: Option<Areas>,
    scratch: DeadlockScratch,
    /// The canonical square of the player's area in a target, if not any will do.
    end_player: Option<Square>,
}

impl<'b, const WORDS: usize> ForwardSpace<'b, WORDS> {
    /// `WORDS` must hold [`box_squares`] squares.
    pub(crate) fn new(board: &'b Board, deadlocks: Deadlocks, passages: Passages) -> Self {
        let box_squares = box_squares(board, &deadlocks);
        let reach = Reach::new(board);
        Self {
            board,
            deadlocks,
            packing: Packing::new(box_squares, board.start_boxes().len()),
            passages,
            corrals: deadlocks
                .config()
                .looks_at_areas()
                .then(|| Corrals::patient(board, deadlocks.config())),
            box_squares,
            boxes: Vec::with_capacity(board.start_boxes().len()),
            child_reach: reach.clone(),
            reach,
            areas: Areas::are_worth_it(board).then(|| Areas::new(board)),
            scratch: DeadlockScratch::default(),
            end_player: None,
        }
    }

    /// The same space, but that in a target the player has to be in the area with this canonical
    /// square.
    ///
    /// A state with its boxes on goals may then be no target, so the space must not have been made
    /// with tests that rely on the contrary: those of corrals, and passages.
    pub(crate) fn ending_with_player(self, player: Square) -> Self {
        debug_assert!(self.corrals.is_none(), "corrals leave out steps for any solution's sake");
        Self { end_player: Some(player), ..self }
    }
}

/// The number of squares that a box may come to, which are those with numbers below it.
pub(crate) fn box_squares(board: &Board, deadlocks: &Deadlocks) -> usize {
    if deadlocks.config().dead_squares { board.live_squares() } else { board.squares() }
}

impl<const WORDS: usize> StateSpace for ForwardSpace<'_, WORDS> {
    type State = State<WORDS>;

    fn roots<E>(
        &mut self,
        mut found: impl FnMut(&mut Self, State<WORDS>) -> Result<(), E>,
    ) -> Result<(), E> {
        let start = State::start(self.board, &mut self.reach);
        found(self, start)
    }

    fn is_target(&mut self, state: &State<WORDS>) -> bool {
        state.is_solved(self.board) && self.end_player.is_none_or(|player| player == state.player())
    }

    fn parity(&self) -> Option<u32> {
        parity_of_pushes(self.board)
    }

    fn key(&self, state: &State<WORDS>) -> u64 {
        state.key()
    }

    fn player(&self, state: &State<WORDS>) -> Square {
        state.player()
    }

    fn packed_bytes(&self) -> usize {
        self.packing.bytes()
    }

    fn packed_words(&self) -> usize {
        self.packing.words()
    }

    fn pack(&self, state: &State<WORDS>, packed: &mut [u64]) {
        self.packing.pack(state.boxes(), packed);
    }

    fn unpack(&self, packed: &[u64], player: Square) -> State<WORDS> {
        State::from_canonical(self.packing.unpack(packed), player)
    }

    fn player_bits(&self) -> u32 {
        usize::BITS - (self.board.squares() - 1).leading_zeros()
    }

    fn expand(&mut self, state: &State<WORDS>, successors: &mut Vec<Successor>) {
        successors.clear();
        self.boxes.clear();
        self.boxes.extend(state.boxes());
        self.reach.set_boxes(state.boxes());
        self.child_reach.set_boxes(state.boxes());
        self.reach.flood(state.player());
        let areas = self.areas.as_mut().map(|areas| {
            areas.survey(self.board, state.boxes());
            &*areas
        });
        let line = Line {
            board: self.board,
            passages: &self.passages,
            box_squares: self.box_squares,
            boxes: state.boxes(),
        };
        // Where a push of a corral starts a passage, its macro stands for it: it too is the first
        // step of an optimal solution if the push is, and left out only if the push is none.
        let corrals = self.corrals.as_mut();
        let opening =
            corrals.and_then(|corrals| corrals.find(self.board, state.boxes(), &self.reach));
        for (box_index, &from) in self.boxes.iter().enumerate() {
            for direction in Direction::ALL {
                let behind = self.board.neighbor(from, direction.opposite());
                if !self.reach.contains(behind)
                    || opening.is_some_and(|only| !only.contains(&Push { from, direction }))
                {
                    continue;
                }
                let Some((to, cost)) = line.end(from, direction) else { continue };
                // A single push seldom needs a flood.
                let told = match areas {
                    Some(areas) => {
                        let player = self.board.neighbor(to, direction.opposite());
                        Some(areas.canonical_after_move(self.board, from, to, player))
                    }
                    None if cost == 1 => self.reach.canonical_after_push(from, to, state.player()),
                    None => None,
                };
                let player = told.unwrap_or_else(|| {
                    self.child_reach.move_box(from, to);
                    let player = self.board.neighbor(to, direction.opposite());
                    let player = self.child_reach.flood(player);
                    self.child_reach.move_box(to, from);
                    player
                });
                successors.push(Successor {
                    box_index: box_index as u16,
                    cost,
                    step: Step { from, to },
                    player,
                    key: state.key_after_move(from, to, player),
                });
            }
        }
    }

    fn box_count(&self) -> usize {
        self.board.start_boxes().len()
    }

    fn boxes(&self) -> &[Square] {
        &self.boxes
    }

    fn child(&self, state: &State<WORDS>, successor: &Successor) -> State<WORDS> {
        let Step { from, to } = successor.step;
        state.after_move(from, to, successor.player)
    }

    fn is_deadlocked(&mut self, child: &State<WORDS>, successor: &Successor) -> bool {
        let Self { board, deadlocks, scratch, .. } = self;
        deadlocks.after_push(board, child.boxes(), successor.step.to, scratch).is_some()
    }

    fn can_be_swapped(&mut self, player: Square, first: Step, second: &Successor) -> bool {
        let (Some(first), Some(single)) = (self.single(first), self.single(second.step)) else {
            return false;
        };
        let Self { board, boxes, corrals, child_reach, .. } = self;
        // The boxes before both steps, and then after the second alone. A corral search that begins
        // later may drop the state after the second alone. Then it is dead, and the one after both
        // too, so nothing is lost.
        let mut boxes: BitBoard<WORDS> = boxes.iter().copied().collect();
        let mut last = Step { from: first.step.to, to: first.step.from };
        can_be_swapped(child_reach, player, first, single, second.player, |reach, next| {
            let Some(corrals) = corrals else { return true };
            boxes.remove(last.from);
            boxes.insert(last.to);
            last = next.step;
            let Step { from, to } = next.step;
            corrals.find(board, &boxes, reach).is_none_or(|opening| {
                opening.iter().any(|&Push { from: opened, direction }| {
                    opened == from && board.neighbor(from, direction) == to
                })
            })
        })
    }

    fn predecessors(
        &mut self,
        state: &State<WORDS>,
        mut found: impl FnMut(State<WORDS>, Step, u32),
    ) {
        self.reach.set_boxes(state.boxes());
        self.reach.flood(state.player());
        let mut pulls = Vec::with_capacity(2 * self.box_count());
        generate_pulls(self.board, state.boxes(), &self.reach, &mut pulls);
        for pull in pulls {
            // The push went the other way, and may have gone on through a passage.
            let pushed = pull.direction.opposite();
            let mut before = *state;
            let mut square = pull.from;
            for cost in 1.. {
                let next = self.board.neighbor(square, pull.direction);
                let beyond = self.board.neighbor(next, pull.direction);
                let blocked = beyond.is_none() || before.boxes().contains(beyond);
                if next.index() >= self.box_squares || blocked {
                    break;
                }
                let told = match cost {
                    1 => self.reach.canonical_after_pull(square, next, state.player()),
                    _ => None,
                };
                before = match told {
                    Some(player) => before.after_move(square, next, player),
                    None => {
                        let unit = Pull { from: square, direction: pull.direction };
                        before.pull(self.board, unit, &mut self.child_reach)
                    }
                };
                square = next;
                found(before, Step { from: square, to: pull.from }, cost);
                if !self.passages.leads_through(square, pushed) {
                    break;
                }
            }
        }
    }

    fn solution(&self, board: &Board, path: &[Step]) -> Option<Solution> {
        solution_of::<WORDS>(board, path)
    }

    fn memory_usage(&self) -> usize {
        // Two floods of a few words a square, and the lists of boxes.
        self.passages.memory_usage()
            + self.packing.memory_usage()
            + self.corrals.as_ref().map_or(0, |corrals| corrals.memory_usage(self.board))
            + self.areas.as_ref().map_or(0, Areas::memory_usage)
            + self.board.squares() * 2 * 16
            + self.board.height() * 2 * 24
            + self.boxes.capacity() * 2
    }
}

impl<const WORDS: usize> ForwardSpace<'_, WORDS> {
    /// The step as the player takes it; none if it goes through a passage.
    fn single(&self, step: Step) -> Option<SingleStep> {
        let is_its = |direction: &Direction| self.board.neighbor(step.from, *direction) == step.to;
        let direction = Direction::ALL.into_iter().find(is_its)?;
        let (stand, end) = (self.board.neighbor(step.from, direction.opposite()), step.from);
        Some(SingleStep { step, stand, end })
    }
}

/// The boxes of a state, and the lines along which one of them can be pushed.
struct Line<'s, const WORDS: usize> {
    board: &'s Board,
    passages: &'s Passages,
    box_squares: usize,
    boxes: &'s BitBoard<WORDS>,
}

impl<const WORDS: usize> Line<'_, WORDS> {
    /// Where a push of the box on `from` in `direction` ends, and how many single pushes it takes;
    /// none if something is in the way.
    fn end(&self, from: Square, direction: Direction) -> Option<(Square, u16)> {
        let mut to = from;
        let mut cost = 0;
        loop {
            to = self.board.neighbor(to, direction);
            if to.index() >= self.box_squares || self.boxes.contains(to) {
                return None;
            }
            cost += 1;
            if !self.passages.leads_through(to, direction) {
                return Some((to, cost));
            }
        }
    }
}
