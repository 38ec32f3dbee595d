//! PushDistances: how many pushes one box alone needs between two squares.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::direction::Direction;
use crate::sides::{PlayerSides, Stance};
use crate::square::Square;

/// The distance where no sequence of pushes leads from the one square to the other.
pub const NO_ROUTE: u16 = u16::MAX;

/// The greatest distance that is told apart. A longer one counts as this, still a lower bound.
const LONGEST: u16 = NO_ROUTE - 1;

/// Exact push distances of one box alone on the board, to or from each of a list of squares, which
/// are the distances' anchors.
///
/// Alone means that the other boxes are ignored; the player's walk around the box is not. A distance
/// is that of a [`Stance`], so it falls by at most one a push. (The least distance over the sides
/// of a square would be a bound too, but one that can fall by more: it forgets, at each push, on
/// which side the player is.)
/// One-box distances are what Junghanns & Schaeffer (2001) build their bound on.
///
/// ```
/// use sokoban_core::{Board, Level, NO_ROUTE};
/// let level: Level = "########\n#@ $  .#\n########".parse()?;
/// let board = Board::try_from(&level)?;
/// let distances = board.goal_distances();
/// let start = board.start_boxes()[0];
/// let [left, right] = [board.start_player(), board.goals()[0]];
/// assert_eq!(distances.get(0, board.sides().stance(start, left)), 3);
/// assert_eq!(distances.get(0, board.sides().stance(start, right)), NO_ROUTE);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PushDistances {
    stances: usize,
    anchors: Vec<Square>,
    /// `table[anchor * stances + stance]`, in pushes.
    table: Vec<u16>,
}

impl PushDistances {
    /// Distances from every stance *to* each of `targets`, on the board with these neighbors.
    ///
    /// # Complexity
    /// O(targets * squares) in time and space; two bytes an entry.
    #[must_use]
    pub fn to_targets(neighbors: &[[Square; 4]], sides: &PlayerSides, targets: &[Square]) -> Self {
        Self::unwatched(|watch| Self::to_targets_while(neighbors, sides, targets, watch))
    }

    /// As [`Self::to_targets`], but none if `watch` breaks, which is asked before each target.
    pub fn to_targets_while(
        neighbors: &[[Square; 4]],
        sides: &PlayerSides,
        targets: &[Square],
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        Self::build(neighbors, sides, targets, Sense::Backward, watch)
    }

    /// Distances *from* each of `sources`, with the player starting on `player`, to every stance:
    /// what the bound of a search by pulls needs.
    ///
    /// # Complexity
    /// As [`Self::to_targets`].
    #[must_use]
    pub fn from_sources(
        neighbors: &[[Square; 4]],
        sides: &PlayerSides,
        sources: &[Square],
        player: Square,
    ) -> Self {
        Self::unwatched(|watch| Self::from_sources_while(neighbors, sides, sources, player, watch))
    }

    /// As [`Self::from_sources`], but none if `watch` breaks, which is asked before each source.
    pub fn from_sources_while(
        neighbors: &[[Square; 4]],
        sides: &PlayerSides,
        sources: &[Square],
        player: Square,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        Self::build(neighbors, sides, sources, Sense::Forward { player }, watch)
    }

    fn unwatched(build: impl FnOnce(&mut dyn FnMut() -> ControlFlow<()>) -> Option<Self>) -> Self {
        build(&mut || ControlFlow::Continue(())).expect("nobody breaks off")
    }

    fn build(
        neighbors: &[[Square; 4]],
        sides: &PlayerSides,
        anchors: &[Square],
        sense: Sense,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        let stances = sides.stances();
        // A row is touched when it is due, since to touch a large table takes long.
        let mut table = Vec::with_capacity(anchors.len() * stances);
        let mut search = Search::default();
        for &anchor in anchors {
            if watch().is_break() {
                return None;
            }
            let begin = table.len();
            table.resize(begin + stances, NO_ROUTE);
            search.run(neighbors, sides, &[anchor], sense, &mut table[begin..]);
        }
        Some(Self { stances, anchors: anchors.to_vec(), table })
    }

    /// The targets or sources, in the order in which they were given.
    #[must_use]
    pub fn anchors(&self) -> &[Square] {
        &self.anchors
    }

    /// The number of stances that there are distances of.
    #[must_use]
    pub fn stances(&self) -> usize {
        self.stances
    }

    /// The pushes between `stance` and the anchor with number `anchor`, or [`NO_ROUTE`].
    ///
    /// # Panics
    /// When either is out of range.
    #[must_use]
    pub fn get(&self, anchor: usize, stance: Stance) -> u16 {
        self.row(anchor)[stance.index()]
    }

    /// All distances of the anchor with number `anchor`, by stance.
    ///
    /// # Panics
    /// When `anchor` is out of range.
    #[must_use]
    pub fn row(&self, anchor: usize) -> &[u16] {
        &self.table[anchor * self.stances..][..self.stances]
    }

    /// The bytes that the table takes.
    #[must_use]
    pub fn memory_usage(&self) -> usize {
        self.table.capacity() * size_of::<u16>() + self.anchors.capacity() * size_of::<Square>()
    }
}

/// For each stance the pushes to the nearest of `targets`, by one search from all of them.
pub(crate) fn to_nearest(
    neighbors: &[[Square; 4]],
    sides: &PlayerSides,
    targets: &[Square],
) -> Vec<u16> {
    let mut row = vec![NO_ROUTE; sides.stances()];
    Search::default().run(neighbors, sides, targets, Sense::Backward, &mut row);
    row
}

/// For each stance the pushes from the nearest of `sources`, by one search from all of them, with
/// the player first on `player`.
pub(crate) fn from_nearest(
    neighbors: &[[Square; 4]],
    sides: &PlayerSides,
    sources: &[Square],
    player: Square,
) -> Vec<u16> {
    let mut row = vec![NO_ROUTE; sides.stances()];
    Search::default().run(neighbors, sides, sources, Sense::Forward { player }, &mut row);
    row
}

/// For each square the pushes that a lone box needs to the nearest of `targets`, with the player on
/// the side that suits it best.
pub(crate) fn nearest(
    neighbors: &[[Square; 4]],
    sides: &PlayerSides,
    targets: &[Square],
) -> Vec<u16> {
    let row = to_nearest(neighbors, sides, targets);
    (0..neighbors.len())
        .map(|square| {
            let distances = sides.stances_of(Square::new(square)).map(|stance| row[stance.index()]);
            distances.min().unwrap_or(NO_ROUTE)
        })
        .collect()
}

#[derive(Clone, Copy)]
enum Sense {
    /// By pushes from the anchor on, with the player first here.
    Forward { player: Square },
    /// By pulls, from the anchor back.
    Backward,
}

/// A breadth-first search over stances.
#[derive(Default)]
struct Search {
    queue: Vec<(Square, Stance)>,
}

impl Search {
    /// Writes the distance of every stance into `row`.
    fn run(
        &mut self,
        neighbors: &[[Square; 4]],
        sides: &PlayerSides,
        anchors: &[Square],
        sense: Sense,
        row: &mut [u16],
    ) {
        self.queue.clear();
        // As many as come at most.
        self.queue.reserve(sides.stances());
        row.fill(NO_ROUTE);
        for &anchor in anchors {
            match sense {
                Sense::Forward { player } => {
                    self.reach(anchor, sides.stance(anchor, player), 0, row);
                }
                // However the last push ends is well.
                Sense::Backward => {
                    for stance in sides.stances_of(anchor) {
                        self.reach(anchor, stance, 0, row);
                    }
                }
            }
        }
        let mut head = 0;
        while let Some(&(square, stance)) = self.queue.get(head) {
            head += 1;
            let next_distance = row[stance.index()].saturating_add(1).min(LONGEST);
            for direction in Direction::ALL {
                let beside = neighbors[square.index()][direction.index()];
                if beside.is_none() || sides.stance(square, beside) != stance {
                    continue;
                }
                // The player stands on `beside`.
                match sense {
                    Sense::Forward { .. } => {
                        // It pushes the box away from itself and ends where the box was.
                        let to = neighbors[square.index()][direction.opposite().index()];
                        if !to.is_none() {
                            self.reach(to, sides.stance(to, square), next_distance, row);
                        }
                    }
                    Sense::Backward => {
                        // The push that led here began with the box on `beside` and the player
                        // one further.
                        let behind = neighbors[beside.index()][direction.index()];
                        if !behind.is_none() {
                            self.reach(beside, sides.stance(beside, behind), next_distance, row);
                        }
                    }
                }
            }
        }
    }

    fn reach(&mut self, square: Square, stance: Stance, distance: u16, row: &mut [u16]) {
        if row[stance.index()] == NO_ROUTE {
            row[stance.index()] = distance;
            self.queue.push((square, stance));
        }
    }
}
