//! PlayerSides: which sides of a lone box the player can walk between.

use alloc::vec;
use alloc::vec::Vec;

use crate::direction::Direction;
use crate::square::Square;

/// A box's square together with the side of it that the player is on.
///
/// The sides of a box are the parts into which it alone, on that square, would cut the board. Most
/// squares cut nothing and have one stance; a square in a corridor has two.
/// Where one box can be pushed depends on its stance and nothing else, as long as the other boxes
/// are left out of account; and a box keeps its stance until it is pushed, since the player cannot
/// walk through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stance(u32);

impl Stance {
    /// The stance's number, below [`PlayerSides::stances`], for tables with one entry a stance.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The stances of every square of a board.
///
/// Which side the player is on follows from one depth-first search: a square s cuts off the
/// subtree of a child from which no edge leads back above s (Hopcroft & Tarjan 1973), and a
/// subtree is an interval of entry times. So all stances take O(squares), where a table of sides
/// by square and player would take O(squares squared).
#[derive(Clone, Debug)]
pub struct PlayerSides {
    /// By square: when the search entered it.
    entered: Vec<u32>,
    /// By square: its first stance, which is the side that the root of the search is on, unless
    /// the square itself is the root.
    first: Vec<u32>,
    /// By square: the subtrees it cuts off are `cuts[range]`, in the order of its other stances.
    cut_ranges: Vec<(u32, u32)>,
    /// The entry times of a subtree that is cut off: from, and up to but not with.
    cuts: Vec<(u32, u32)>,
    stances: usize,
}

impl PlayerSides {
    /// The stances on the graph `neighbors`, by square and direction, with [`Square::NONE`] for a
    /// wall. The graph is assumed to be connected.
    ///
    /// # Complexity
    /// O(squares) in time and space.
    #[must_use]
    pub fn new(neighbors: &[[Square; 4]]) -> Self {
        let tree = DepthFirst::new(neighbors);
        let mut sides = Self {
            first: Vec::with_capacity(neighbors.len()),
            cut_ranges: Vec::with_capacity(neighbors.len()),
            cuts: Vec::with_capacity(neighbors.len()),
            stances: 0,
            entered: Vec::new(),
        };
        for (square, around) in neighbors.iter().enumerate() {
            let begin = sides.cuts.len();
            for child in around.iter().filter(|child| !child.is_none()).map(|child| child.index()) {
                if tree.parent[child] == Some(Square::new(square))
                    && tree.low[child] >= tree.entered[square]
                {
                    sides.cuts.push((tree.entered[child], tree.left[child]));
                }
            }
            // The root of the search has nothing above it: its first subtree takes that place.
            if tree.parent[square].is_none() && sides.cuts.len() > begin {
                sides.cuts.remove(begin);
            }
            sides.first.push(sides.stances as u32);
            sides.cut_ranges.push((begin as u32, sides.cuts.len() as u32));
            sides.stances += 1 + sides.cuts.len() - begin;
        }
        sides.entered = tree.entered;
        sides
    }

    /// The same with other numbers for the squares: what was square `order[n]` becomes square n.
    pub(crate) fn renumbered(&self, order: &[usize]) -> Self {
        let mut sides = Self {
            entered: order.iter().map(|&old| self.entered[old]).collect(),
            first: Vec::with_capacity(order.len()),
            cut_ranges: Vec::with_capacity(order.len()),
            cuts: Vec::with_capacity(self.cuts.len()),
            stances: 0,
        };
        for &old in order {
            let (begin, end) = self.cut_ranges[old];
            let new_begin = sides.cuts.len() as u32;
            sides.cuts.extend_from_slice(&self.cuts[begin as usize..end as usize]);
            sides.first.push(sides.stances as u32);
            sides.cut_ranges.push((new_begin, new_begin + end - begin));
            sides.stances += 1 + (end - begin) as usize;
        }
        sides
    }

    /// The number of stances on the board. Their numbers are those below it.
    #[must_use]
    pub fn stances(&self) -> usize {
        self.stances
    }

    /// The stance of a box on `square` with the player on `player`, another square.
    ///
    /// # Complexity
    /// O(1).
    #[must_use]
    pub fn stance(&self, square: Square, player: Square) -> Stance {
        let first = self.first[square.index()];
        let (begin, end) = self.cut_ranges[square.index()];
        if begin == end {
            return Stance(first);
        }
        let entered = self.entered[player.index()];
        let cuts = &self.cuts[begin as usize..end as usize];
        let cut = cuts.iter().position(|&(from, to)| from <= entered && entered < to);
        Stance(first + cut.map_or(0, |cut| cut as u32 + 1))
    }

    /// The stances of a box on `square`, at least one.
    pub fn stances_of(&self, square: Square) -> impl Iterator<Item = Stance> + use<> {
        let first = self.first[square.index()];
        let (begin, end) = self.cut_ranges[square.index()];
        (first..=first + end - begin).map(Stance)
    }

    /// The bytes that the tables take.
    #[must_use]
    pub fn memory_usage(&self) -> usize {
        self.first.len() * (4 + 4 + 8) + self.cuts.len() * 8
    }
}

/// A depth-first search of the graph of squares.
struct DepthFirst {
    parent: Vec<Option<Square>>,
    /// Entry times.
    entered: Vec<u32>,
    /// The number of squares entered when the subtree was left.
    left: Vec<u32>,
    /// The least entry time that an edge from the subtree leads to.
    low: Vec<u32>,
}

const UNVISITED: u32 = u32::MAX;

impl DepthFirst {
    fn new(neighbors: &[[Square; 4]]) -> Self {
        let count = neighbors.len();
        let mut tree = Self {
            parent: vec![None; count],
            entered: vec![UNVISITED; count],
            left: vec![0; count],
            low: vec![UNVISITED; count],
        };
        let mut clock = 0;
        // The path of the search, with the next direction to look at.
        let mut path: Vec<(Square, usize)> = Vec::with_capacity(count);
        for root in (0..count).map(Square::new) {
            if tree.entered[root.index()] == UNVISITED {
                tree.enter(root, &mut clock);
                path.push((root, 0));
            }
            while let Some((square, next)) = path.last_mut() {
                let square = *square;
                let Some(&direction) = Direction::ALL.get(*next) else {
                    path.pop();
                    tree.left[square.index()] = clock;
                    if let Some(parent) = tree.parent[square.index()] {
                        let low = tree.low[square.index()];
                        tree.low[parent.index()] = tree.low[parent.index()].min(low);
                    }
                    continue;
                };
                *next += 1;
                let neighbor = neighbors[square.index()][direction.index()];
                if neighbor.is_none() || tree.parent[square.index()] == Some(neighbor) {
                    continue;
                }
                if tree.entered[neighbor.index()] == UNVISITED {
                    tree.parent[neighbor.index()] = Some(square);
                    tree.enter(neighbor, &mut clock);
                    path.push((neighbor, 0));
                } else {
                    let entered = tree.entered[neighbor.index()];
                    tree.low[square.index()] = tree.low[square.index()].min(entered);
                }
            }
        }
        tree
    }

    fn enter(&mut self, square: Square, clock: &mut u32) {
        self.entered[square.index()] = *clock;
        self.low[square.index()] = *clock;
        *clock += 1;
    }
}
