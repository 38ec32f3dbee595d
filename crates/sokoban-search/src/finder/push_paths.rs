//! PushPaths: one shortest way of a lone box to a goal, as a set of squares.

use sokoban_core::{Board, Direction, PushDistances, Square, Stance};

/// Shortest ways from squares to goals, each found when it is first asked for.
#[derive(Debug)]
pub(crate) struct PushPaths {
    distances: PushDistances,
    goals: usize,
    /// By square and goal: the range in `squares`, none if it is not known yet.
    ranges: Vec<Option<(u32, u32)>>,
    squares: Vec<Square>,
}

/// A shortest way: the squares that the box is pushed to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way<'a>(&'a [Square]);

impl Way<'_> {
    pub(crate) fn contains(&self, square: Square) -> bool {
        self.0.contains(&square)
    }

    pub(crate) fn squares(&self) -> &[Square] {
        self.0
    }

    /// The squares of the way that hold a box.
    pub(crate) fn count(&self, is_box: &[bool]) -> usize {
        self.0.iter().filter(|square| is_box[square.index()]).count()
    }
}

impl PushPaths {
    /// `distances` are those to the goals of `board`.
    pub(crate) fn new(board: &Board, distances: PushDistances) -> Self {
        let goals = distances.anchors().len();
        Self { goals, ranges: vec![None; board.squares() * goals], squares: Vec::new(), distances }
    }

    /// A shortest way from `square` to goal number `goal`, from the side that is best; empty if
    /// there is none.
    ///
    /// # Complexity
    /// O(1), or O(length of the way) when it is first asked for.
    pub(crate) fn of(&mut self, board: &Board, square: Square, goal: usize) -> Way<'_> {
        let at = square.index() * self.goals + goal;
        let (begin, end) = match self.ranges[at] {
            Some(range) => range,
            None => {
                let begin = self.squares.len() as u32;
                self.find(board, square, goal);
                let range = (begin, self.squares.len() as u32);
                self.ranges[at] = Some(range);
                range
            }
        };
        Way(&self.squares[begin as usize..end as usize])
    }

    fn find(&mut self, board: &Board, square: Square, goal: usize) {
        let row = self.distances.row(goal);
        let distance = |stance: Stance| row[stance.index()];
        let best = board.sides().stances_of(square).min_by_key(|&stance| distance(stance));
        let Some(mut stance) = best.filter(|&best| distance(best) != u16::MAX) else { return };
        let mut square = square;
        while distance(stance) > 0 {
            let next = Direction::ALL.into_iter().find_map(|direction| {
                let player = board.neighbor(square, direction.opposite());
                let to = board.neighbor(square, direction);
                if player.is_none() || to.is_none() {
                    return None;
                }
                let after = board.sides().stance(to, square);
                let is_next = board.sides().stance(square, player) == stance
                    && distance(after) != u16::MAX
                    && distance(after) + 1 == distance(stance);
                is_next.then_some((to, after))
            });
            let Some((to, after)) = next else { return };
            self.squares.push(to);
            (square, stance) = (to, after);
        }
    }
}
