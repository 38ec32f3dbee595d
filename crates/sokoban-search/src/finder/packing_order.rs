//! PackingOrder: is a set of filled goals one from which the others can still be filled?

use std::collections::BTreeMap;

use sokoban_core::{Board, Direction, Reach, Square};

/// The most goals that sets are made of.
const MOST_GOALS: usize = 128;

/// The values that are kept. When there are so many, all are forgotten.
const MOST_VALUES: usize = 1 << 18;

/// Values of sets of filled goals, each found when it is first asked for.
///
/// ```text
/// #######
/// #  1 2#   a box on 1 shuts the door of 2: the set {1} is worth 1 - 2, the set {2} is worth 1
/// #######
/// ```
///
/// Boxes on goals are progress only if the goals behind them can still be filled: counting them
/// alone rewards filling the goals at the door first. So a set is judged in reverse. All goals are
/// filled; a box on a goal that is to be empty is taken away if it can be pulled alone to a start
/// square. Where none can, a box of the set itself has to be lifted, which counts against it
/// twice, as it has to leave and to come back.
#[derive(Debug)]
pub(crate) struct PackingOrder {
    goals: Vec<Square>,
    is_start: Vec<bool>,
    start_player: Square,
    /// None where the order cannot be told: fewer boxes than goals, or too many goals.
    values: Option<BTreeMap<u128, i16>>,
    reach: Reach,
    visited: Vec<u8>,
    queue: Vec<(Square, u8)>,
}

impl PackingOrder {
    pub(crate) fn new(board: &Board) -> Self {
        let goals = board.goals().to_vec();
        let mut is_start = vec![false; board.squares()];
        for square in board.start_boxes() {
            is_start[square.index()] = true;
        }
        let can_tell = goals.len() == board.start_boxes().len() && goals.len() <= MOST_GOALS;
        Self {
            goals,
            is_start,
            start_player: board.start_player(),
            values: can_tell.then(BTreeMap::new),
            reach: Reach::new(board),
            visited: vec![0; board.squares()],
            queue: Vec::new(),
        }
    }

    /// The bit of a goal in the sets, none for other squares and for goals past the 128th.
    pub(crate) fn bit(&self, square: Square) -> u128 {
        match self.goals.binary_search(&square) {
            Ok(number) if number < MOST_GOALS => 1 << number,
            _ => 0,
        }
    }

    /// The filled goals of a set, less two for each that has to be emptied again.
    ///
    /// # Complexity
    /// O(1) for a set that was asked for before; else at most a search for a way out for every
    /// two goals.
    pub(crate) fn value(&mut self, board: &Board, filled: u128) -> i16 {
        let Some(values) = &self.values else { return filled.count_ones() as i16 };
        if let Some(&value) = values.get(&filled) {
            return value;
        }
        let value = filled.count_ones() as i16 - 2 * self.lifted(board, filled);
        if let Some(values) = &mut self.values {
            if values.len() == MOST_VALUES {
                values.clear();
            }
            values.insert(filled, value);
        }
        value
    }

    /// The bytes that it takes at most.
    pub(crate) fn bytes(board: &Board) -> usize {
        // A node of the tree has room for eleven entries and is half full at worst.
        let entry = 2 * (size_of::<u128>() + size_of::<i16>()) + 8;
        let sets = 1 << board.goals().len().min(18);
        MOST_VALUES.min(sets) * entry + 16 * board.squares()
    }

    /// How many of the `filled` goals have to be emptied for the others to be filled.
    fn lifted(&mut self, board: &Board, filled: u128) -> i16 {
        let all = if self.goals.len() == MOST_GOALS { !0 } else { (1 << self.goals.len()) - 1 };
        let mut present: u128 = all;
        let mut lifted = 0;
        loop {
            self.take_away(board, &mut present, all & !filled);
            if present & !filled == 0 {
                return lifted;
            }
            let movable: Vec<usize> = (0..self.goals.len())
                .filter(|&number| present & filled & (1 << number) != 0)
                .filter(|&number| self.has_way_out(board, present, number))
                .collect();
            let frees_another = |order: &mut Self, number: usize| {
                let rest = present & !(1 << number);
                (0..order.goals.len()).any(|other| {
                    rest & !filled & (1 << other) != 0 && order.has_way_out(board, rest, other)
                })
            };
            let best = movable.iter().copied().find(|&number| frees_another(self, number));
            // Where nothing moves alone, boxes must be parked on the way, and no more is known.
            let Some(number) = best.or_else(|| movable.first().copied()) else { return lifted };
            present &= !(1 << number);
            lifted += 1;
        }
    }

    /// Takes away every box of `wanted` that has a way out, until none has.
    fn take_away(&mut self, board: &Board, present: &mut u128, wanted: u128) {
        loop {
            let before = *present;
            for number in 0..self.goals.len() {
                if *present & wanted & (1 << number) != 0
                    && self.has_way_out(board, *present, number)
                {
                    *present &= !(1 << number);
                }
            }
            if *present == before {
                return;
            }
        }
    }

    /// Can the box on this goal be pulled alone to a start square, the others staying?
    fn has_way_out(&mut self, board: &Board, present: u128, number: usize) -> bool {
        let Self { goals, is_start, start_player, reach, visited, queue, .. } = self;
        let goal = goals[number];
        if is_start[goal.index()] {
            return true;
        }
        let is_present = |square: Square| {
            goals.binary_search(&square).is_ok_and(|number| present & (1 << number) != 0)
        };
        let others = goals.iter().enumerate();
        reach.set_boxes(
            others.filter(|&(other, _)| present & (1 << other) != 0).map(|(_, &square)| square),
        );
        let sides = |reach: &Reach, square: Square| -> u8 {
            let is_reached = |way: &Direction| reach.contains(board.neighbor(square, *way));
            Direction::ALL.into_iter().filter(is_reached).map(|way| 1 << way.index()).sum()
        };
        let from = if is_present(*start_player) {
            // The player may be anywhere: take it to be on every side.
            0b1111
        } else {
            reach.flood(*start_player);
            sides(reach, goal)
        };
        queue.clear();
        queue.push((goal, from));
        visited[goal.index()] = from;
        let mut next = 0;
        let mut is_out = false;
        'search: while let Some(&(square, sides_here)) = queue.get(next) {
            next += 1;
            for way in Direction::ALL {
                let to = board.neighbor(square, way);
                if sides_here & (1 << way.index()) == 0 || to.is_none() || is_present(to) {
                    continue;
                }
                let player = board.neighbor(to, way);
                let is_blocked = player.is_none() || (is_present(player) && player != goal);
                if is_blocked || visited[to.index()] & (1 << way.index()) != 0 {
                    continue;
                }
                if is_start[to.index()] {
                    is_out = true;
                    break 'search;
                }
                reach.move_box(goal, to);
                reach.flood(player);
                let reached = sides(reach, to);
                reach.move_box(to, goal);
                visited[to.index()] |= reached;
                queue.push((to, reached));
            }
        }
        for (square, _) in queue.drain(..) {
            visited[square.index()] = 0;
        }
        is_out
    }
}
