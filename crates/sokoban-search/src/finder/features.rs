//! Features: what tells a promising state from others, whatever it costs to solve.

use sokoban_core::{Board, Square};
use sokoban_heuristics::{Assignment, FORBIDDEN};

use super::floor_areas::FloorAreas;
use super::macro_moves::MacroMove;
use super::packing_order::PackingOrder;
use super::push_paths::PushPaths;

/// What is told of a state. All but [`Self::packed`] and [`Self::reach`] are better the smaller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features {
    /// The matching over push distances: a lower bound on the pushes left.
    pub(crate) bound: i32,
    /// See [`PackingOrder`].
    pub(crate) packed: i32,
    /// The areas that boxes cut the floor into.
    pub(crate) areas: i32,
    /// The corridors that hold a box off goal.
    pub(crate) corridors: i32,
    /// The squares that the player can reach.
    pub(crate) reach: i32,
    /// The boxes on one another's shortest ways to their goals, one for every box and way.
    pub(crate) obstruction: i32,
}

/// A macro move of box number `moved`, as far as its child's features depend on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub(crate) moved: usize,
    pub(crate) to: Square,
    /// The player's canonical square.
    pub(crate) player: Square,
}

/// Computes [`Features`] of a state, and of the states that are one macro move away from it.
#[derive(Debug)]
pub(crate) struct Survey {
    order: PackingOrder,
    paths: PushPaths,
    assignment: Assignment,
    /// By stance: the distances to each goal.
    rows: Vec<u16>,
    goals: usize,
    /// By square: its corridor, [`NO_CORRIDOR`] if it is in none that is counted.
    corridors: Vec<u8>,
    state: Loaded,
    areas: FloorAreas,
}

/// The state that was looked at last.
#[derive(Debug, Default)]
struct Loaded {
    boxes: Vec<Square>,
    stances: Vec<usize>,
    is_box: Vec<bool>,
    filled: u128,
    /// By box: the goal that it is matched to, and the boxes on its way there.
    matched: Vec<usize>,
    on_way: Vec<i32>,
    /// By square: the boxes whose way leads over it.
    ways_over: Vec<u16>,
}

const NO_CORRIDOR: u8 = u8::MAX;
const MOST_CORRIDORS: u8 = 64;

impl Survey {
    /// # Complexity
    /// O(squares * goals) in time and space.
    pub(crate) fn new(board: &Board) -> Self {
        let distances = board.goal_distances();
        let goals = board.goals().len();
        let stances = board.sides().stances();
        let mut rows = vec![FORBIDDEN; stances * goals];
        for goal in 0..goals {
            for (stance, &distance) in distances.row(goal).iter().enumerate() {
                rows[stance * goals + goal] = distance;
            }
        }
        Self {
            order: PackingOrder::new(board),
            paths: PushPaths::new(board, distances),
            assignment: Assignment::new(goals),
            rows,
            goals,
            corridors: corridors(board),
            state: Loaded {
                is_box: vec![false; board.squares()],
                ways_over: vec![0; board.squares()],
                ..Loaded::default()
            },
            areas: FloorAreas::new(board),
        }
    }

    /// The bytes that it takes at most.
    pub(crate) fn bytes(board: &Board) -> usize {
        let (squares, goals) = (board.squares(), board.goals().len());
        let distances = 2 * board.sides().stances() * goals;
        // Ways are seldom as long as all of this, and their squares are found as they are asked for.
        2 * distances
            + squares * goals * 12
            + 64 * squares
            + 64 * goals
            + PackingOrder::bytes(board)
    }

    /// Is there a box on the square, in the state that was looked at last?
    pub(crate) fn is_box(&self, square: Square) -> bool {
        self.state.is_box.get(square.index()).is_some_and(|&is_box| is_box)
    }

    /// The boxes of the state that was looked at last.
    pub(crate) fn boxes(&self) -> &[Square] {
        &self.state.boxes
    }

    /// The features of a state; none if its boxes cannot all be given goals.
    pub(crate) fn look(
        &mut self,
        board: &Board,
        boxes: &[Square],
        player: Square,
    ) -> Option<Features> {
        let Self { state, rows, goals, assignment, order, paths, .. } = self;
        for square in state.boxes.drain(..) {
            state.is_box[square.index()] = false;
        }
        state.boxes.extend_from_slice(boxes);
        state.stances.clear();
        state.filled = 0;
        for &square in boxes {
            state.is_box[square.index()] = true;
            state.stances.push(board.sides().stance(square, player).index());
            state.filled |= order.bit(square);
        }
        let stances = &state.stances;
        let bound =
            assignment.solve(boxes.len(), |row| &rows[stances[row] * *goals..][..*goals])?;
        state.matched.clear();
        state.matched.extend(assignment.columns().iter().map(|&goal| goal as usize));
        state.on_way.clear();
        state.ways_over.fill(0);
        for (&square, &goal) in boxes.iter().zip(&state.matched) {
            let way = paths.of(board, square, goal);
            state.on_way.push(way.count(&state.is_box) as i32);
            for square in way.squares() {
                state.ways_over[square.index()] += 1;
            }
        }
        let obstruction = state.on_way.iter().sum();
        let packed = i32::from(order.value(board, state.filled, boxes.iter().copied()));
        let corridors = self.corridors_of(None);
        let Self { state, areas, .. } = self;
        let (areas, reach) = areas.count(board, |square| state.is_box[square.index()], player);
        let bound = bound as i32;
        Some(Features { bound, packed, areas, corridors, reach, obstruction })
    }

    /// The features of the state that is one macro move away from the one looked at last; none if
    /// the matching is above `most`, or if its boxes cannot all be given goals.
    ///
    /// For the obstruction the other boxes keep the goals that they are matched to.
    pub(crate) fn after(&mut self, board: &Board, child: Child, most: u32) -> Option<Features> {
        let Child { moved, to, player } = child;
        let Self { state, rows, goals, assignment, order, .. } = self;
        let row = |stance: usize| &rows[stance * *goals..][..*goals];
        let stance = board.sides().stance(to, player).index();
        let bound =
            assignment.cost_with_row(moved, row(stance), |other| row(state.stances[other]))?;
        if bound > most {
            return None;
        }
        let from = state.boxes[moved];
        let filled = (state.filled & !order.bit(from)) | order.bit(to);
        let others = state.boxes.iter().enumerate().filter(|&(number, _)| number != moved);
        let boxes = others.map(|(_, &square)| square).chain([to]);
        let packed = i32::from(order.value(board, filled, boxes));
        let corridors = self.corridors_of(Some((moved, to)));
        let obstruction = self.obstruction_after(board, moved, to);
        let Self { state, areas, .. } = self;
        let is_box = |square: Square| state.is_box[square.index()];
        let (areas, reach) = areas.count_after(board, is_box, (from, to), player);
        let bound = bound as i32;
        Some(Features { bound, packed, areas, corridors, reach, obstruction })
    }

    fn obstruction_after(&mut self, board: &Board, moved: usize, to: Square) -> i32 {
        let Self { state, paths, .. } = self;
        let from = state.boxes[moved];
        let own = paths.of(board, from, state.matched[moved]);
        // The ways of the others stay; what is on them changes by the box that moves.
        let others_over = |square: Square| {
            i32::from(state.ways_over[square.index()]) - i32::from(own.contains(square))
        };
        let others: i32 = state.on_way.iter().sum::<i32>() - state.on_way[moved];
        let sum = others + others_over(to) - others_over(from);
        state.is_box[from.index()] = false;
        let way = paths.of(board, to, state.matched[moved]);
        let count = way.count(&state.is_box) as i32;
        state.is_box[from.index()] = true;
        sum + count
    }

    fn corridors_of(&self, changed: Option<(usize, Square)>) -> i32 {
        let mut held = 0_u64;
        for (number, &square) in self.state.boxes.iter().enumerate() {
            let square = match changed {
                Some((moved, to)) if moved == number => to,
                _ => square,
            };
            let corridor = self.corridors[square.index()];
            if corridor != NO_CORRIDOR && self.order.bit(square) == 0 {
                held |= 1 << corridor;
            }
        }
        held.count_ones() as i32
    }
}

/// For each feature the branch that betters it most, if any does; among equals the one with the
/// least bound.
pub(crate) fn advised(from: &Features, prospects: &[(MacroMove, Features)]) -> [Option<usize>; 6] {
    let measures: [fn(&Features) -> i32; 6] = [
        |features| -features.packed,
        |features| features.areas,
        |features| features.corridors,
        |features| -features.reach,
        |features| features.bound,
        |features| features.obstruction,
    ];
    measures.map(|measure| {
        let better =
            prospects.iter().enumerate().filter(|(_, (_, to))| measure(to) < measure(from));
        let best = better.min_by_key(|(_, (made, to))| (measure(to), to.bound, made.cost));
        best.map(|(at, _)| at)
    })
}

/// Numbers the corridors: runs of squares with walls on two opposite sides and none on the others.
fn corridors(board: &Board) -> Vec<u8> {
    let is_corridor = |square: Square| {
        let [up, right, down, left] = board.neighbors()[square.index()].map(Square::is_none);
        (up && down && !right && !left) || (right && left && !up && !down)
    };
    let mut corridors = vec![NO_CORRIDOR; board.squares()];
    let mut number = 0;
    for first in (0..board.squares()).map(Square::new) {
        if number == MOST_CORRIDORS {
            break;
        }
        if corridors[first.index()] != NO_CORRIDOR || !is_corridor(first) {
            continue;
        }
        let mut stack = vec![first];
        while let Some(square) = stack.pop() {
            corridors[square.index()] = number;
            for &next in &board.neighbors()[square.index()] {
                if !next.is_none() && corridors[next.index()] == NO_CORRIDOR && is_corridor(next) {
                    stack.push(next);
                }
            }
        }
        number += 1;
    }
    corridors
}
