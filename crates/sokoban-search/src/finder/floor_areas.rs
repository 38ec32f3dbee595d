//! FloorAreas: how many areas the boxes cut the floor into, and how large the player's is.

use sokoban_core::{Board, Direction, Square};

/// Counts areas, of one state and of many that are one move of a box away from it.
#[derive(Debug)]
pub(crate) struct FloorAreas {
    /// By square: its area's number while the box on `lifted` is away, [`NO_AREA`] under boxes.
    labels: Vec<u16>,
    /// By area: its squares.
    sizes: Vec<u32>,
    /// The box that is away.
    lifted: Square,
    stack: Vec<Square>,
}

const NO_AREA: u16 = u16::MAX;

impl FloorAreas {
    pub(crate) fn new(board: &Board) -> Self {
        let labels = vec![NO_AREA; board.squares()];
        Self { labels, sizes: Vec::new(), lifted: Square::NONE, stack: Vec::new() }
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
        self.label(board, is_box);
        (self.sizes.len() as i32, self.size_at(player))
    }

    /// The same when the box on `from` is moved to `to`, for a state that was counted last, whose boxes
    /// `is_box` still tells.
    ///
    /// Without that box the floor is cut up once for all its moves. What it cuts where it comes to is
    /// told by the eight squares around: where those that are free hang together, it cuts nothing.
    ///
    /// # Complexity
    /// O(1) for most moves, O(squares) for the first of a box and for those that cut an area.
    pub(crate) fn count_after(
        &mut self,
        board: &Board,
        is_box: impl Fn(Square) -> bool,
        (from, to): (Square, Square),
        player: Square,
    ) -> (i32, i32) {
        if self.lifted != from {
            self.label(board, |square| is_box(square) && square != from);
            self.lifted = from;
        }
        let is_free = |square: Square| !square.is_none() && self.labels[square.index()] != NO_AREA;
        let mut around = 0;
        let mut links = 0;
        for direction in Direction::ALL {
            let side = board.neighbor(to, direction);
            let next = Direction::ALL[(direction.index() + 1) % 4];
            if is_free(side) {
                around += 1;
                let is_linked =
                    is_free(board.neighbor(to, next)) && (is_free(board.neighbor(side, next)));
                links += i32::from(is_linked);
            }
        }
        if around == 0 {
            return (self.sizes.len() as i32 - 1, self.size_at(player));
        }
        if around - links <= 1 {
            let is_here = self.labels[to.index()] == self.labels[player.index()];
            return (self.sizes.len() as i32, self.size_at(player) - i32::from(is_here));
        }
        self.label(board, |square| (is_box(square) && square != from) || square == to);
        self.lifted = Square::NONE;
        (self.sizes.len() as i32, self.size_at(player))
    }

    fn size_at(&self, player: Square) -> i32 {
        let label = self.labels[player.index()];
        self.sizes.get(usize::from(label)).map_or(0, |&size| size as i32)
    }

    fn label(&mut self, board: &Board, is_box: impl Fn(Square) -> bool) {
        let Self { labels, sizes, stack, .. } = self;
        labels.fill(NO_AREA);
        sizes.clear();
        for first in (0..board.squares()).map(Square::new) {
            if labels[first.index()] != NO_AREA || is_box(first) {
                continue;
            }
            let label = sizes.len() as u16;
            labels[first.index()] = label;
            stack.push(first);
            let mut size = 0;
            while let Some(square) = stack.pop() {
                size += 1;
                for &next in &board.neighbors()[square.index()] {
                    if !next.is_none() && labels[next.index()] == NO_AREA && !is_box(next) {
                        labels[next.index()] = label;
                        stack.push(next);
                    }
                }
            }
            sizes.push(size);
        }
    }
}
