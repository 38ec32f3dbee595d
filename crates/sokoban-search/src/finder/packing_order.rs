//! PackingOrder: is a set of filled goals one from which the others can still be filled?

use std::collections::BTreeMap;

use sokoban_core::{Board, Direction, Reach, Square};

/// The most goals that sets are made of.
const MOST_GOALS: usize = 128;

/// On boards with more squares times goals a set takes too long to judge.
const MOST_ENTRIES: usize = 1 << 16;

/// The pulls that are tried to find out where the player ends, a tenth of a second of them. Where it
/// takes more, that stays open, and the player is taken to end where it starts.
const MOST_PULLS: u64 = 1 << 18;

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
    /// Where the player stands when all goals are filled: in the area from which most boxes have a
    /// way out.
    home: Square,
    /// The goals from which a box has no way to a start square whatever is away: it has to be parked.
    parked: u128,
    /// None where the order cannot be told: fewer boxes than goals, or too many goals.
    values: Option<BTreeMap<u128, (i16, usize)>>,
    /// For each set in `values`, from its second number on: by square a bit, set where a lone box can
    /// still be pushed to a goal that is not of the set.
    open_squares: Vec<u64>,
    words: usize,
    /// The set that was asked for last, with its numbers: most states fill the goals of the one before.
    last: Option<(u128, (i16, usize))>,
    /// The pulls that may still be tried.
    pulls_left: u64,
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
        let can_tell = goals.len() == board.start_boxes().len()
            && goals.len() <= MOST_GOALS
            && goals.len() * board.squares() <= MOST_ENTRIES;
        let mut order = Self {
            goals,
            is_start,
            home: board.start_player(),
            parked: 0,
            values: can_tell.then(BTreeMap::new),
            open_squares: Vec::new(),
            words: board.squares().div_ceil(64),
            last: None,
            pulls_left: u64::MAX,
            reach: Reach::new(board),
            visited: vec![0; board.squares()],
            queue: Vec::new(),
        };
        if can_tell {
            order.find_home(board);
        }
        order
    }

    /// The bit of a goal in the sets, none for other squares and for goals past the 128th.
    pub(crate) fn bit(&self, square: Square) -> u128 {
        match self.goals.binary_search(&square) {
            Ok(number) if number < MOST_GOALS => 1 << number,
            _ => 0,
        }
    }

    /// The filled goals of a set, less two for each that has to be emptied again; and less two if
    /// the `boxes` off goal include one that cannot be pushed to another goal as long as those of the
    /// set stay filled, and one for each further one.
    ///
    /// ```text
    /// #########
    /// #  $#   #   With a box on the goal at the door, the box in the pocket has no way
    /// #   *  .#   to the other one.
    /// #########
    /// ```
    ///
    /// # Complexity
    /// O(boxes) for a set that was asked for before; else at most a search for a way out for every
    /// two goals.
    pub(crate) fn value(
        &mut self,
        board: &Board,
        filled: u128,
        boxes: impl Iterator<Item = Square>,
    ) -> i16 {
        let Some(values) = &self.values else { return filled.count_ones() as i16 };
        let (value, at) = match self.last {
            Some((last, known)) if last == filled => known,
            _ => match values.get(&filled) {
                Some(&known) => known,
                None => self.learn(board, filled),
            },
        };
        self.last = Some((filled, (value, at)));
        let open = &self.open_squares[at..at + self.words];
        let is_open =
            |square: Square| open[square.index() / 64] & (1 << (square.index() % 64)) != 0;
        let stranded =
            boxes.filter(|&square| self.bit(square) & filled == 0 && !is_open(square)).count();
        value - if stranded > 0 { stranded as i16 + 1 } else { 0 }
    }

    fn learn(&mut self, board: &Board, filled: u128) -> (i16, usize) {
        let value = filled.count_ones() as i16 - 2 * self.lifted(board, filled);
        if let Some(values) = &mut self.values
            && values.len() == MOST_VALUES
        {
            values.clear();
            self.open_squares.clear();
        }
        let at = self.open_squares.len();
        self.open_squares.resize(at + self.words, 0);
        self.find_open_squares(board, filled, at);
        if let Some(values) = &mut self.values {
            values.insert(filled, (value, at));
        }
        (value, at)
    }

    /// Marks the squares from which a lone box can be pushed to a goal outside the set, wherever the
    /// player is, while the boxes of the set are walls.
    fn find_open_squares(&mut self, board: &Board, filled: u128, at: usize) {
        let is_filled = |square: Square| self.bit(square) & filled != 0;
        let mut stack: Vec<Square> =
            self.goals.iter().copied().filter(|&goal| !is_filled(goal)).collect();
        let mut found = vec![0_u64; self.words];
        let mut mark = |square: Square| {
            let (word, bit) = (square.index() / 64, 1_u64 << (square.index() % 64));
            let is_new = found[word] & bit == 0;
            found[word] |= bit;
            is_new
        };
        stack.iter().for_each(|&goal| {
            mark(goal);
        });
        while let Some(square) = stack.pop() {
            for way in Direction::ALL {
                let from = board.neighbor(square, way);
                if from.is_none() || is_filled(from) {
                    continue;
                }
                let player = board.neighbor(from, way);
                if !player.is_none() && !is_filled(player) && mark(from) {
                    stack.push(from);
                }
            }
        }
        self.open_squares[at..].copy_from_slice(&found);
    }

    /// The bytes that it takes at most.
    pub(crate) fn bytes(board: &Board) -> usize {
        // A node of the tree has room for eleven entries and is half full at worst.
        let entry = 2 * size_of::<(u128, (i16, usize))>() + 8;
        let open_squares = 2 * board.squares().div_ceil(64) * size_of::<u64>();
        let sets = 1 << board.goals().len().min(18);
        MOST_VALUES.min(sets) * (entry + open_squares) + 16 * board.squares()
    }

    /// Chooses where the player ends, and which goals have to be emptied by parking.
    fn find_home(&mut self, board: &Board) {
        let mut reach = Reach::new(board);
        reach.set_boxes(self.goals.iter().copied());
        let start = board.start_player();
        let mut homes = Vec::new();
        let mut is_seen = vec![false; board.squares()];
        for square in std::iter::once(start).chain((0..board.squares()).map(Square::new)) {
            if is_seen[square.index()] || board.is_goal(square) {
                continue;
            }
            homes.push(reach.flood(square));
            for (square, is_seen) in is_seen.iter_mut().enumerate() {
                *is_seen |= reach.contains(Square::new(square));
            }
        }
        let mut best: Option<(u32, Square, u128)> = None;
        let Some(&first) = homes.first() else { return };
        self.pulls_left = MOST_PULLS;
        for home in homes {
            self.home = home;
            let Some(parked) = self.find_parked(board) else { break };
            let count = parked.count_ones();
            if best.is_none_or(|(least, _, _)| count < least) {
                best = Some((count, home, parked));
            }
            if count == 0 {
                break;
            }
        }
        (self.home, self.parked) = best.map_or((first, 0), |(_, home, parked)| (home, parked));
        self.pulls_left = u64::MAX;
    }

    /// The goals whose boxes have to be parked where all of them are to leave. Those that can be moved
    /// at all are parked first. None if that takes too many pulls.
    fn find_parked(&mut self, board: &Board) -> Option<u128> {
        let mut present = self.all();
        let mut parked = 0;
        self.parked = 0;
        loop {
            self.take_away(board, &mut present, !0);
            if present == 0 {
                return Some(parked);
            }
            if self.pulls_left == 0 {
                return None;
            }
            let left = (0..self.goals.len()).filter(|&number| present & (1 << number) != 0);
            let left: Vec<usize> = left.collect();
            let movable = left.iter().find(|&&number| self.has_way(board, present, number, true));
            let number = movable.copied().unwrap_or(left[0]);
            present &= !(1 << number);
            parked |= 1 << number;
        }
    }

    fn all(&self) -> u128 {
        if self.goals.len() == MOST_GOALS { !0 } else { (1 << self.goals.len()) - 1 }
    }

    /// How many of the `filled` goals have to be emptied for the others to be filled.
    fn lifted(&mut self, board: &Board, filled: u128) -> i16 {
        let mut present = self.all();
        let mut lifted = 0;
        // What was lifted since that last freed another box.
        let mut in_vain = 0;
        loop {
            let before = present & !filled;
            self.take_away(board, &mut present, !filled);
            if present & !filled != before {
                in_vain = 0;
            }
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
            match best.or_else(|| movable.first().copied()) {
                Some(number) => {
                    present &= !(1 << number);
                    lifted += 1;
                    in_vain += i16::from(best.is_none());
                }
                // What is left is not in the way of these: it has to be parked, or others have.
                None => return lifted - in_vain,
            }
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

    /// Can the box on this goal be pulled alone to a start square, the others staying? Where it has to
    /// be parked, any square that is no goal will do.
    fn has_way_out(&mut self, board: &Board, present: u128, number: usize) -> bool {
        self.has_way(board, present, number, self.parked & (1 << number) != 0)
    }

    fn has_way(&mut self, board: &Board, present: u128, number: usize, is_parked: bool) -> bool {
        let Self { goals, is_start, home, reach, visited, queue, pulls_left, .. } = self;
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
        reach.flood(*home);
        let from = sides(reach, goal);
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
                if is_start[to.index()] || (is_parked && !board.is_goal(to)) {
                    is_out = true;
                    break 'search;
                }
                if *pulls_left == 0 {
                    break 'search;
                }
                *pulls_left -= 1;
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
