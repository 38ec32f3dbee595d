//! ForwardSpace: pushes from the start.

use sokoban_core::{
    Board, DeadlockScratch, Deadlocks, Direction, Push, Reach, Solution, Square, State,
    generate_pulls,
};

use super::packing::Packing;
use super::{StateSpace, Step, Successor};

/// The space of pushes from the level's start to any state with every box on a goal.
pub(crate) struct ForwardSpace<'b, const WORDS: usize> {
    board: &'b Board,
    deadlocks: Deadlocks,
    packing: Packing,
    /// Boxes are pushed only to squares with numbers below this.
    box_squares: usize,
    loaded: State<WORDS>,
    boxes: Vec<Square>,
    /// The player's area in the loaded state.
    reach: Reach,
    /// Always holds the boxes of the loaded state between two floods.
    child_reach: Reach,
    scratch: DeadlockScratch,
}

impl<'b, const WORDS: usize> ForwardSpace<'b, WORDS> {
    /// `WORDS` must hold [`box_squares`] squares.
    pub(crate) fn new(board: &'b Board, deadlocks: Deadlocks) -> Self {
        let box_squares = box_squares(board, &deadlocks);
        let mut reach = Reach::new(board);
        Self {
            board,
            deadlocks,
            packing: Packing::new(box_squares, board.start_boxes().len()),
            box_squares,
            loaded: State::start(board, &mut reach),
            boxes: Vec::with_capacity(board.start_boxes().len()),
            child_reach: reach.clone(),
            reach,
            scratch: DeadlockScratch::default(),
        }
    }
}

/// The number of squares that a box may come to, which are those with numbers below it.
pub(crate) fn box_squares(board: &Board, deadlocks: &Deadlocks) -> usize {
    if deadlocks.config().dead_squares { board.live_squares() } else { board.squares() }
}

impl<const WORDS: usize> StateSpace for ForwardSpace<'_, WORDS> {
    type State = State<WORDS>;

    fn roots(&mut self) -> Vec<State<WORDS>> {
        vec![State::start(self.board, &mut self.reach)]
    }

    fn is_target(&mut self, state: &State<WORDS>) -> bool {
        state.is_solved(self.board)
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
        self.loaded = *state;
        self.boxes.clear();
        self.boxes.extend(state.boxes());
        self.reach.set_boxes(state.boxes());
        self.child_reach.set_boxes(state.boxes());
        self.reach.flood(state.player());
        for (box_index, &from) in self.boxes.iter().enumerate() {
            let neighbors = &self.board.neighbors()[from.index()];
            for direction in Direction::ALL {
                let to = neighbors[direction.index()];
                let behind = neighbors[direction.opposite().index()];
                if to.index() >= self.box_squares
                    || !self.reach.contains(behind)
                    || state.boxes().contains(to)
                {
                    continue;
                }
                let told = self.reach.canonical_after_push(from, to, state.player());
                let player = told.unwrap_or_else(|| {
                    self.child_reach.move_box(from, to);
                    let player = self.child_reach.flood(from);
                    self.child_reach.move_box(to, from);
                    player
                });
                successors.push(Successor {
                    box_index: box_index as u16,
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

    fn child(&self, successor: &Successor) -> State<WORDS> {
        let Step { from, to } = successor.step;
        self.loaded.after_move(from, to, successor.player)
    }

    fn is_deadlocked(&mut self, child: &State<WORDS>, successor: &Successor) -> bool {
        let Self { board, deadlocks, scratch, .. } = self;
        deadlocks.after_push(board, child.boxes(), successor.step.to, scratch).is_some()
    }

    fn predecessors(&mut self, state: &State<WORDS>, mut found: impl FnMut(State<WORDS>, Step)) {
        self.reach.set_boxes(state.boxes());
        self.reach.flood(state.player());
        let mut pulls = Vec::new();
        generate_pulls(self.board, state.boxes(), &self.reach, &mut pulls);
        for pull in pulls {
            let before = self.board.neighbor(pull.from, pull.direction);
            if before.index() < self.box_squares {
                let state = state.pull(self.board, pull, &mut self.child_reach);
                found(state, Step { from: before, to: pull.from });
            }
        }
    }

    fn solution(&self, board: &Board, path: &[Step]) -> Option<Solution> {
        let pushes: Vec<Push> =
            path.iter().map(|step| push(board, *step)).collect::<Option<_>>()?;
        Solution::from_pushes::<WORDS>(board, &pushes)
    }

    fn memory_usage(&self) -> usize {
        // Two floods of a few words a square, and the lists of boxes.
        self.board.squares() * 2 * 16 + self.board.height() * 2 * 24 + self.boxes.capacity() * 2
    }
}

/// The push that moves a box as `step` does, if the squares are neighbors.
fn push(board: &Board, step: Step) -> Option<Push> {
    let is_ahead = |direction: &Direction| board.neighbor(step.from, *direction) == step.to;
    let direction = Direction::ALL.into_iter().find(is_ahead)?;
    Some(Push { from: step.from, direction })
}
