//! Areas: all areas that the boxes cut the floor into, and what a step makes of them.

use alloc::vec;
use alloc::vec::Vec;

use crate::board::Board;
use crate::direction::Direction;
use crate::square::Square;

/// All areas that the boxes cut the floor into, known so well that the player's area after any
/// step of one box is told without a flood.
///
/// What [`Reach`](crate::Reach) finds out by a flood for each step, this finds out by one
/// depth-first search of the whole floor for all steps out of a state: a square cuts off the
/// subtree of a child from which no edge leads back above it (Hopcroft & Tarjan 1973), and a
/// subtree is an interval of entry times. The search enters squares in reading order where it may
/// choose, so the first square of an area is the root of its tree. With hundreds of boxes on a
/// large board that is the difference between O(squares) a state and O(squares) a step.
///
/// ```
/// use sokoban_core::{Areas, Board, Level};
/// let level: Level = "########\n# @$  .#\n########".parse()?;
/// let board = Board::try_from(&level)?;
/// let mut areas = Areas::new(&board);
/// areas.survey(&board, board.start_boxes().iter().copied());
/// let (from, player) = (board.start_boxes()[0], board.start_player());
/// let to = board.neighbor(from, sokoban_core::Direction::Right);
/// // The player ends where the box was, and can walk back to the corner on the left.
/// let canonical = areas.canonical_after_move(&board, from, to, from);
/// assert_eq!(board.position(canonical).column, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Areas {
    /// The squares in reading order.
    in_order: Vec<Square>,
    /// By square: its place in `in_order`.
    place: Vec<u16>,
    /// By square: when the search entered it; [`BOX`] under a box.
    entered: Vec<u32>,
    /// By square: how many squares were entered when its subtree was left.
    left: Vec<u32>,
    /// By square: the least entry time that an edge from its subtree leads to.
    low: Vec<u32>,
    /// By square: the least place in its subtree.
    least: Vec<u16>,
    parent: Vec<Square>,
    /// By square: the root of its area's tree, which is the area's first square.
    root: Vec<Square>,
    /// The path of the search, with the next direction to look at.
    path: Vec<(Square, u8)>,
    clock: u32,
}

const UNVISITED: u32 = u32::MAX;
const BOX: u32 = u32::MAX - 1;

/// What the floor falls into when one square is taken out: equal names, equal parts.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Part {
    name: Square,
    /// The place of its first square.
    least: u16,
}

impl Areas {
    /// Buffers for `board`. Nothing is known before [`Self::survey`].
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let squares = board.squares();
        let mut in_order: Vec<Square> = (0..squares).map(Square::new).collect();
        in_order.sort_by_key(|&square| board.position(square));
        let mut place = vec![0; squares];
        for (number, square) in in_order.iter().enumerate() {
            place[square.index()] = number as u16;
        }
        Self {
            in_order,
            place,
            entered: vec![BOX; squares],
            left: vec![0; squares],
            low: vec![0; squares],
            least: vec![0; squares],
            parent: vec![Square::NONE; squares],
            root: vec![Square::NONE; squares],
            path: Vec::with_capacity(squares),
            clock: 0,
        }
    }

    /// Is `board` so large that a survey for each state costs less than a flood for each step?
    #[must_use]
    pub fn are_worth_it(board: &Board) -> bool {
        // Up to 64 columns a flood takes rows as words.
        board.width() > 64 || board.height() > 256
    }

    /// Finds all areas between boxes on `boxes` and nowhere else.
    ///
    /// # Complexity
    /// O(squares).
    pub fn survey(&mut self, board: &Board, boxes: impl IntoIterator<Item = Square>) {
        self.entered.fill(UNVISITED);
        for square in boxes {
            self.entered[square.index()] = BOX;
        }
        self.clock = 0;
        for number in 0..self.in_order.len() {
            let root = self.in_order[number];
            if self.entered[root.index()] == UNVISITED {
                self.search(board, root);
            }
        }
    }

    /// The canonical square of the player's area when the box on `from` stands on `to`, a square
    /// without a box, and the player on `player`, another one or `from`.
    ///
    /// # Complexity
    /// O(1).
    #[must_use]
    pub fn canonical_after_move(
        &self,
        board: &Board,
        from: Square,
        to: Square,
        player: Square,
    ) -> Square {
        let own = (player != from).then(|| self.part(board, player, to));
        // The square that the box has left joins the parts beside it.
        let mut least = self.place[from.index()];
        let mut is_joined = own.is_none();
        for direction in Direction::ALL {
            let beside = board.neighbor(from, direction);
            if beside != to && self.is_free(beside) {
                let part = self.part(board, beside, to);
                least = least.min(part.least);
                is_joined |= own == Some(part);
            }
        }
        let place = match own {
            Some(part) if !is_joined => part.least,
            _ => least,
        };
        self.in_order[usize::from(place)]
    }

    /// The bytes of all buffers.
    #[must_use]
    pub fn memory_usage(&self) -> usize {
        self.in_order.capacity() * (4 * size_of::<Square>() + 2 * 2 + 3 * 4 + 2)
    }

    fn is_free(&self, square: Square) -> bool {
        self.entered.get(square.index()).is_some_and(|&entered| entered < BOX)
    }

    /// The part that `square` belongs to if `taken`, another square without a box, is taken out.
    fn part(&self, board: &Board, square: Square, taken: Square) -> Part {
        let root = self.root[square.index()];
        if root == self.root[taken.index()] {
            let entered = self.entered[square.index()];
            for direction in Direction::ALL {
                let child = board.neighbor(taken, direction);
                if self.is_free(child)
                    && self.parent[child.index()] == taken
                    && self.low[child.index()] >= self.entered[taken.index()]
                    && (self.entered[child.index()]..self.left[child.index()]).contains(&entered)
                {
                    return Part { name: child, least: self.least[child.index()] };
                }
            }
        }
        // Not `taken` itself, which cuts off everything that it is the root of.
        Part { name: root, least: self.place[root.index()] }
    }

    fn search(&mut self, board: &Board, root: Square) {
        self.enter(root, Square::NONE, root);
        while let Some((square, next)) = self.path.last_mut() {
            let square = *square;
            let parent = self.parent[square.index()];
            let Some(&direction) = Direction::ALL.get(usize::from(*next)) else {
                self.path.pop();
                self.left[square.index()] = self.clock;
                if !parent.is_none() {
                    let (low, least) = (self.low[square.index()], self.least[square.index()]);
                    self.low[parent.index()] = self.low[parent.index()].min(low);
                    self.least[parent.index()] = self.least[parent.index()].min(least);
                }
                continue;
            };
            *next += 1;
            let neighbor = board.neighbor(square, direction);
            if neighbor.is_none() || neighbor == parent {
                continue;
            }
            match self.entered[neighbor.index()] {
                BOX => {}
                UNVISITED => self.enter(neighbor, square, root),
                entered => self.low[square.index()] = self.low[square.index()].min(entered),
            }
        }
    }

    fn enter(&mut self, square: Square, parent: Square, root: Square) {
        let index = square.index();
        self.entered[index] = self.clock;
        self.low[index] = self.clock;
        self.least[index] = self.place[index];
        self.parent[index] = parent;
        self.root[index] = root;
        self.path.push((square, 0));
        self.clock += 1;
    }
}
