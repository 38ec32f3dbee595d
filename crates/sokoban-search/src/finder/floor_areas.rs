//! FloorAreas: how many areas the boxes cut the floor into, and how large the player's is.

use sokoban_core::{Board, Direction, Square};

/// Counts areas, of one state and of many that are one move of a box away from it.
///
/// What a box cuts where it comes to is known from one depth-first search of the floor without that
/// box (Hopcroft & Tarjan 1973): it cuts off the subtrees of its square from which no edge leads back
/// above it, and a subtree is an interval of entry times.
#[derive(Debug)]
pub(crate) struct FloorAreas {
    /// By square: when the search entered it, from 1; 0 under a box.
    entered: Vec<u32>,
    /// By square: the time after the last entry of its subtree.
    left: Vec<u32>,
    /// By square: the least time that an edge from its subtree leads to.
    low: Vec<u32>,
    parent: Vec<Square>,
    /// By square: the first square of its area.
    root: Vec<Square>,
    areas: i32,
    clock: u32,
    /// The box that is away.
    lifted: Square,
    /// The path of the search, with the next direction to look at.
    path: Vec<(Square, u8)>,
}

impl FloorAreas {
    pub(crate) fn new(board: &Board) -> Self {
        let squares = board.squares();
        Self {
            entered: vec![0; squares],
            left: vec![0; squares],
            low: vec![0; squares],
            parent: vec![Square::NONE; squares],
            root: vec![Square::NONE; squares],
            areas: 0,
            clock: 1,
            lifted: Square::NONE,
            path: Vec::new(),
        }
    }

    /// The areas of a state, and the squares of the player's.
    ///
    /// # Complexity
    /// O(squares).
    pub(crate) fn count(
        &mut self,
        board: &Board,
        is_box: impl Fn(Square) -> bool,
        player: Square,
    ) -> (i32, i32) {
        self.lifted = Square::NONE;
        self.search(board, is_box);
        (self.areas, self.subtree(self.root[player.index()]))
    }

    /// The same when the box on `from` is moved to `to`, for a state that was counted last, whose boxes
    /// `is_box` still tells.
    ///
    /// # Complexity
    /// O(squares) for the first move of a box, O(1) for its others.
    pub(crate) fn count_after(
        &mut self,
        board: &Board,
        is_box: impl Fn(Square) -> bool,
        (from, to): (Square, Square),
        player: Square,
    ) -> (i32, i32) {
        if self.lifted != from {
            self.search(board, |square| is_box(square) && square != from);
            self.lifted = from;
        }
        let root = self.root[to.index()];
        // What the box leaves of its area but for the parts below.
        let mut rest = self.subtree(root) - 1;
        let mut parts = 0;
        let mut around = None;
        let time = self.entered[player.index()];
        for direction in Direction::ALL {
            let below = board.neighbor(to, direction);
            let is_child = !below.is_none()
                && self.entered[below.index()] != 0
                && self.parent[below.index()] == to;
            if !is_child || (to != root && self.low[below.index()] < self.entered[to.index()]) {
                continue;
            }
            parts += 1;
            rest -= self.subtree(below);
            if (self.entered[below.index()]..self.left[below.index()]).contains(&time) {
                around = Some(self.subtree(below));
            }
        }
        let areas = self.areas - 1 + parts + i32::from(rest > 0);
        let reach = match around {
            Some(part) => part,
            None if self.root[player.index()] == root => rest,
            None => self.subtree(self.root[player.index()]),
        };
        (areas, reach)
    }

    /// The squares of a subtree.
    fn subtree(&self, square: Square) -> i32 {
        (self.left[square.index()] - self.entered[square.index()]) as i32
    }

    fn search(&mut self, board: &Board, is_box: impl Fn(Square) -> bool) {
        self.entered.fill(0);
        self.clock = 1;
        self.areas = 0;
        for first in (0..board.squares()).map(Square::new) {
            if self.entered[first.index()] != 0 || is_box(first) {
                continue;
            }
            self.areas += 1;
            self.enter(first, Square::NONE, first);
            while let Some((square, next)) = self.path.last_mut() {
                let (at, direction) = (*square, usize::from(*next));
                *next += 1;
                if direction == Direction::ALL.len() {
                    self.leave(at);
                    continue;
                }
                let to = board.neighbors()[at.index()][direction];
                if to.is_none() || is_box(to) {
                    continue;
                }
                let time = self.entered[to.index()];
                if time == 0 {
                    self.enter(to, at, first);
                } else if self.parent[at.index()] != to {
                    self.low[at.index()] = self.low[at.index()].min(time);
                }
            }
        }
    }

    fn enter(&mut self, square: Square, parent: Square, root: Square) {
        let at = square.index();
        (self.entered[at], self.low[at]) = (self.clock, self.clock);
        (self.parent[at], self.root[at]) = (parent, root);
        self.clock += 1;
        self.path.push((square, 0));
    }

    fn leave(&mut self, square: Square) {
        self.path.pop();
        self.left[square.index()] = self.clock;
        if let Some(&(above, _)) = self.path.last() {
            let low = self.low[square.index()];
            self.low[above.index()] = self.low[above.index()].min(low);
        }
    }
}
