//! MacroMoves: everywhere that one box can be pushed to while all others stay where they are.

use sokoban_core::{Board, Direction, Push, Reach, Square};

/// One box on its way to another square, by as few pushes as it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MacroMove {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// The canonical square of the player after it.
    pub(crate) player: Square,
    /// Its pushes.
    pub(crate) cost: u16,
}

/// Finds macro moves breadth first over the squares of the box and the player's areas around it.
///
/// A box that can be left on one square with the player in two areas makes two moves, since what
/// can be pushed next differs. A single push is a macro move as well, so any solution is a sequence
/// of them.
#[derive(Debug)]
pub(crate) struct MacroMoves {
    reach: Reach,
    /// By square: the sides of the box there that the player has been to, a bit a direction.
    visited: Vec<u8>,
    /// In the order in which they were found; those from `next` on are still to be left.
    queue: Vec<Stop>,
}

/// A square that the box can come to, with the player in one area.
#[derive(Clone, Copy, Debug)]
struct Stop {
    square: Square,
    player: Square,
    /// The sides of the box that are in the player's area, a bit a direction.
    sides: u8,
    cost: u16,
    /// The number in the queue of the stop before, and the direction of the push from there.
    before: u32,
    direction: Direction,
}

impl MacroMoves {
    pub(crate) fn new(board: &Board) -> Self {
        Self {
            reach: Reach::new(board),
            visited: vec![0; board.squares()],
            queue: Vec::with_capacity(4 * board.live_squares()),
        }
    }

    /// Puts the boxes where they are to stand.
    pub(crate) fn set_boxes(&mut self, boxes: &[Square]) {
        self.reach.set_boxes(boxes.iter().copied());
    }

    /// The canonical square of a player among the boxes.
    pub(crate) fn flood(&mut self, player: Square) -> Square {
        self.reach.flood(player)
    }

    /// Calls `found` with each macro move of the box on `from` that costs at most `most`, and the player
    /// being on `player`. `is_free` says to which squares it may come, and `is_first` in which
    /// directions its first push may go.
    ///
    /// # Complexity
    /// A flood for each square and area that the box comes to.
    pub(crate) fn of_box(
        &mut self,
        board: &Board,
        (from, player): (Square, Square),
        most: u32,
        (is_free, is_first): (impl Fn(Square) -> bool, impl Fn(Direction) -> bool),
        mut found: impl FnMut(MacroMove),
    ) {
        self.start(board, from, player);
        let is_wanted = |direction: &Direction| is_first(*direction);
        let wanted = Direction::ALL.into_iter().filter(is_wanted);
        self.queue[0].sides &= wanted.map(|direction| bit(direction.opposite())).sum::<u8>();
        let mut next = 0;
        while let Some(&stop) = self.queue.get(next) {
            if u32::from(stop.cost) < most {
                self.leave(board, from, next, &is_free, |stop| {
                    found(MacroMove {
                        from,
                        to: stop.square,
                        player: stop.player,
                        cost: stop.cost,
                    });
                    false
                });
            }
            next += 1;
        }
    }

    /// The pushes of `wanted`, which is one of the moves of the box on its `from` with the player on
    /// `player`; none if it is not.
    pub(crate) fn pushes(
        &mut self,
        board: &Board,
        player: Square,
        wanted: MacroMove,
        is_free: impl Fn(Square) -> bool,
    ) -> Option<Vec<Push>> {
        self.start(board, wanted.from, player);
        let mut next = 0;
        while next < self.queue.len() {
            let mut is_found = false;
            self.leave(board, wanted.from, next, &is_free, |stop| {
                is_found |= stop.square == wanted.to && stop.player == wanted.player;
                is_found
            });
            if is_found {
                break;
            }
            next += 1;
        }
        let mut stop = *self.queue.last()?;
        if stop.square != wanted.to || stop.player != wanted.player || stop.cost != wanted.cost {
            return None;
        }
        let mut pushes = Vec::new();
        while stop.cost > 0 {
            let before = self.queue[stop.before as usize];
            pushes.push(Push { from: before.square, direction: stop.direction });
            stop = before;
        }
        pushes.reverse();
        Some(pushes)
    }

    fn start(&mut self, board: &Board, from: Square, player: Square) {
        for stop in self.queue.drain(..) {
            self.visited[stop.square.index()] = 0;
        }
        self.reach.flood(player);
        let sides = self.sides(board, from);
        self.visited[from.index()] = sides;
        let direction = Direction::Up;
        self.queue.push(Stop { square: from, player, sides, cost: 0, before: 0, direction });
    }

    /// Pushes the box on from stop number `at`, until `found` says that it is enough.
    fn leave(
        &mut self,
        board: &Board,
        from: Square,
        at: usize,
        is_free: impl Fn(Square) -> bool,
        mut found: impl FnMut(&Stop) -> bool,
    ) {
        let stop = self.queue[at];
        for direction in Direction::ALL {
            let to = board.neighbor(stop.square, direction);
            if stop.sides & bit(direction.opposite()) == 0
                || to.is_none()
                || self.visited[to.index()] & bit(direction.opposite()) != 0
                || !(is_free(to) || to == from)
            {
                continue;
            }
            self.reach.move_box(from, to);
            let player = self.reach.flood(stop.square);
            let sides = self.sides(board, to);
            self.reach.move_box(to, from);
            self.visited[to.index()] |= sides;
            let cost = stop.cost + 1;
            let next = Stop { square: to, player, sides, cost, before: at as u32, direction };
            self.queue.push(next);
            if found(&next) {
                return;
            }
        }
    }

    /// The sides of a box on `square` that the last flood reached.
    fn sides(&self, board: &Board, square: Square) -> u8 {
        let is_reached =
            |direction: &Direction| self.reach.contains(board.neighbor(square, *direction));
        Direction::ALL.into_iter().filter(is_reached).map(bit).sum()
    }
}

const fn bit(direction: Direction) -> u8 {
    1 << direction.index()
}
