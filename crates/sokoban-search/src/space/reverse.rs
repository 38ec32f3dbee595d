//! ReverseSpace: pulls from every solved placement of the boxes.

use sokoban_core::{
    Areas, BitBoard, Board, Deadlocks, Direction, NO_ROUTE, Push, Reach, Solution, Square, State,
    generate_pushes,
};

use super::forward::box_squares;
use super::packing::Packing;
use super::parity::parity_of_pushes;
use super::passages::Passages;
use super::swap::{SingleStep, can_be_swapped};
use super::{StateSpace, Step, Successor};

/// The space of pulls from the solved states to the level's start.
///
/// There is a root for every choice of goals for the boxes and every area that the player could
/// then be in: no one knows beforehand where the player ends. The target is the start, *with the
/// player in its area*: the right placement of boxes with the player elsewhere is no solution.
/// The deadlock tests of pushes do not apply here. What does: a box on a square that no start
/// square's box could have been pushed to.
#[derive(Clone)]
pub(crate) struct ReverseSpace<'b, const WORDS: usize> {
    board: &'b Board,
    packing: Packing,
    passages: Passages,
    /// By square: may a box be pulled there?
    is_open: Vec<bool>,
    target: State<WORDS>,
    boxes: Vec<Square>,
    /// The player's area in the loaded state.
    reach: Reach,
    /// Always holds the boxes of the loaded state between two floods.
    child_reach: Reach,
    /// On a large board: where every step ends.
    areas: Option<Areas>,
}

impl<'b, const WORDS: usize> ReverseSpace<'b, WORDS> {
    /// `WORDS` must hold [`box_squares`] squares, and the boxes at the start. `nearest` is
    /// [`Board::distances_from_nearest_start`].
    pub(crate) fn new(
        board: &'b Board,
        deadlocks: Deadlocks,
        passages: Passages,
        nearest: &[u16],
    ) -> Self {
        let limit = box_squares(board, &deadlocks);
        let is_origin = |square: Square| {
            board.sides().stances_of(square).any(|stance| nearest[stance.index()] != NO_ROUTE)
        };
        let is_open = (0..board.squares())
            .map(Square::new)
            .map(|square| {
                square.index() < limit && (!deadlocks.config().dead_squares || is_origin(square))
            })
            .collect();
        let mut reach = Reach::new(board);
        Self {
            board,
            packing: Packing::new(limit, board.start_boxes().len()),
            passages,
            is_open,
            target: State::start(board, &mut reach),
            boxes: Vec::with_capacity(board.start_boxes().len()),
            child_reach: reach.clone(),
            reach,
            areas: Areas::are_worth_it(board).then(|| Areas::new(board)),
        }
    }
}

impl<const WORDS: usize> StateSpace for ReverseSpace<'_, WORDS> {
    type State = State<WORDS>;

    fn roots<E>(
        &mut self,
        mut found: impl FnMut(&mut Self, State<WORDS>) -> Result<(), E>,
    ) -> Result<(), E> {
        let goals = self.board.goals();
        // The chosen goals, by number: every ascending sequence in turn.
        let mut chosen: Vec<usize> = (0..self.board.start_boxes().len()).collect();
        loop {
            let boxes: BitBoard<WORDS> = chosen.iter().map(|&number| goals[number]).collect();
            // By square: is it a box's, or in an area that a state was found for?
            let mut seen = vec![false; self.board.squares()];
            for square in &boxes {
                seen[square.index()] = true;
            }
            for square in (0..self.board.squares()).map(Square::new) {
                if seen[square.index()] {
                    continue;
                }
                let player = first_of_area(self.board, square, &mut seen);
                found(self, State::from_canonical(boxes, player))?;
            }
            let last = goals.len() - chosen.len();
            let Some(place) = (0..chosen.len()).rev().find(|&at| chosen[at] < last + at) else {
                return Ok(());
            };
            chosen[place] += 1;
            for at in place + 1..chosen.len() {
                chosen[at] = chosen[at - 1] + 1;
            }
        }
    }

    fn is_target(&mut self, state: &State<WORDS>) -> bool {
        *state == self.target
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
        if let Some(areas) = &mut self.areas {
            areas.survey(self.board, state.boxes());
        }
        for (box_index, &from) in self.boxes.iter().enumerate() {
            for direction in Direction::ALL {
                if !self.reach.contains(self.board.neighbor(from, direction)) {
                    continue;
                }
                let Some((to, cost)) = self.end(state.boxes(), from, direction) else { continue };
                let beyond = self.board.neighbor(to, direction);
                // A single pull seldom needs a flood.
                let told = match &self.areas {
                    Some(areas) => Some(areas.canonical_after_move(self.board, from, to, beyond)),
                    None if cost == 1 => self.reach.canonical_after_pull(from, to, state.player()),
                    None => None,
                };
                let player = told.unwrap_or_else(|| {
                    self.child_reach.move_box(from, to);
                    let player = self.child_reach.flood(beyond);
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

    fn is_deadlocked(&mut self, _: &State<WORDS>, _: &Successor) -> bool {
        false
    }

    fn can_be_swapped(&mut self, player: Square, first: Step, second: &Successor) -> bool {
        let (Some(first), Some(single)) = (self.single(first), self.single(second.step)) else {
            return false;
        };
        can_be_swapped(&mut self.child_reach, player, first, single, second.player, |_, _| true)
    }

    fn predecessors(
        &mut self,
        state: &State<WORDS>,
        mut found: impl FnMut(State<WORDS>, Step, u32),
    ) {
        self.reach.set_boxes(state.boxes());
        self.reach.flood(state.player());
        let mut pushes = Vec::with_capacity(2 * self.box_count());
        generate_pushes(self.board, state.boxes(), &self.reach, &mut pushes);
        for push in pushes {
            // The pull went the other way, and may have gone on through a passage.
            let pulled = push.direction.opposite();
            let mut before = *state;
            let mut square = push.from;
            for cost in 1.. {
                let next = self.board.neighbor(square, push.direction);
                if next.is_none() || !self.is_open[next.index()] || before.boxes().contains(next) {
                    break;
                }
                let told = match cost {
                    1 => self.reach.canonical_after_push(square, next, state.player()),
                    _ => None,
                };
                before = match told {
                    Some(player) => before.after_move(square, next, player),
                    None => {
                        let unit = Push { from: square, direction: push.direction };
                        before.push(self.board, unit, &mut self.child_reach)
                    }
                };
                square = next;
                found(before, Step { from: square, to: push.from }, cost);
                if !self.passages.leads_through(square, pulled) {
                    break;
                }
            }
        }
    }

    fn solution(&self, board: &Board, path: &[Step]) -> Option<Solution> {
        let mut pushes = Vec::new();
        // A push undoes a pull, and the last pull is the first push.
        for step in path.iter().rev() {
            let singles = Step { from: step.to, to: step.from }.single_steps(board)?;
            pushes.extend(singles.map(|(from, direction)| Push { from, direction }));
        }
        Solution::from_pushes::<WORDS>(board, &pushes)
    }

    fn memory_usage(&self) -> usize {
        self.passages.memory_usage()
            + self.packing.memory_usage()
            + self.areas.as_ref().map_or(0, Areas::memory_usage)
            + self.board.squares() * (2 * 16 + 1)
            + self.board.height() * 2 * 24
            + self.boxes.capacity() * 2
    }
}

/// Marks the area of `square` as seen, and returns its first square in reading order.
fn first_of_area(board: &Board, square: Square, seen: &mut [bool]) -> Square {
    seen[square.index()] = true;
    let mut frontier = vec![square];
    let mut first = square;
    while let Some(square) = frontier.pop() {
        if board.position(square) < board.position(first) {
            first = square;
        }
        for &next in &board.neighbors()[square.index()] {
            if !next.is_none() && !seen[next.index()] {
                seen[next.index()] = true;
                frontier.push(next);
            }
        }
    }
    first
}

impl<const WORDS: usize> ReverseSpace<'_, WORDS> {
    /// The step as the player takes it; none if it goes through a passage.
    fn single(&self, step: Step) -> Option<SingleStep> {
        let is_its = |direction: &Direction| self.board.neighbor(step.from, *direction) == step.to;
        let direction = Direction::ALL.into_iter().find(is_its)?;
        let (stand, end) = (step.to, self.board.neighbor(step.to, direction));
        Some(SingleStep { step, stand, end })
    }

    /// Where a pull of the box on `from` in `direction` ends, and how many single pulls it takes;
    /// none if something is in the way of box or player.
    fn end(
        &self,
        boxes: &BitBoard<WORDS>,
        from: Square,
        direction: Direction,
    ) -> Option<(Square, u16)> {
        let mut to = from;
        let mut cost = 0;
        loop {
            to = self.board.neighbor(to, direction);
            let beyond = self.board.neighbor(to, direction);
            if beyond.is_none() || boxes.contains(beyond) || !self.is_open[to.index()] {
                return None;
            }
            cost += 1;
            if !self.passages.leads_through(to, direction) {
                return Some((to, cost));
            }
        }
    }
}
