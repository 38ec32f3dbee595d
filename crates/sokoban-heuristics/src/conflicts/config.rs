//! ConflictConfig: which parts of the bound of conflicts count.

/// Which parts of [`Conflicts`](super::Conflicts) count. Each is admissible alone and with any
/// others: a part only ever raises what is counted for boxes, or proves that they are dead.
///
/// All of them count pushes. They are right for the fewest pushes and for any solution, and as a
/// lower bound on moves as well, since a push is a move.
///
/// ```
/// use sokoban_heuristics::ConflictConfig;
/// let without_triples = ConflictConfig { triples: false, ..ConflictConfig::ALL };
/// assert_ne!(without_triples, ConflictConfig::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConflictConfig {
    /// What two boxes need together beyond what the matching charges them.
    pub pairs: bool,
    /// The detours of three boxes near each other.
    pub triples: bool,
    /// Boxes that can never move again are walls to all others, and a deadlock off goal.
    pub frozen: bool,
    /// The duals that the matching starts from have the color of each goal on a chessboard, so that
    /// the excesses of pairs are even. Without [`Self::pairs`] it has nothing to act on.
    pub parity: bool,
}

impl ConflictConfig {
    /// Every part.
    pub const ALL: Self = Self { pairs: true, triples: true, frozen: true, parity: true };
    /// No part: the matching alone.
    pub const NONE: Self = Self { pairs: false, triples: false, frozen: false, parity: false };
}

impl Default for ConflictConfig {
    /// Every part.
    fn default() -> Self {
        Self::ALL
    }
}
