//! Exhaustive search on the plain grid: the independent truth that the tests compare with.
//!
//! Nothing here is clever, and nothing here is shared with the suite it checks: a reader of its
//! own, a flood fill over a `Vec<bool>`, sorted lists of boxes, ordered maps, no bound and no
//! deadlock test. What it says is believed because it is short enough to be read in one sitting,
//! and because its parts are checked against each other: the breadth-first searches against the
//! lexicographic ones, these against a search in two phases and against distances counted backward,
//! and all against numbers counted by hand.
//!
//! | question | asked of |
//! |---|---|
//! | what does a level look like, which pushes are there | [`Grid`], [`OracleState`] |
//! | how few pushes, how few moves | [`least_pushes`], [`least_moves`], [`truth`] |
//! | the pushes, where that is too many states | [`least_pushes_on_live_squares`] |
//! | the one first, then the other | [`least_pushes_then_moves`], [`least_moves_then_pushes`] |
//! | the same in another way | [`two_phase_pushes_then_moves`], [`two_phase_moves_then_pushes`] |
//! | a solution as good as that | [`best_by_pushes_then_moves`], [`best_by_moves_then_pushes`] |
//! | how far is each reachable state from a solution | [`all_states`], [`costs_to_go`] |
//! | does this move string solve the level | [`replay`] |
//! | how many push sequences and states are there | [`perft`] |
//! | a small level that nobody designed | [`random_level`] |
//!
//! It is a test tool for small levels: it panics on text that is not a level, and every search
//! takes a cap on the states that it may keep. For anything else use the crate `sokoban-search`.
//!
//! ```
//! use sokoban_oracle::{Grid, Truth, truth};
//!
//! let grid = Grid::from_xsb("#######\n#@ $ .#\n#######");
//! assert_eq!(truth(&grid, 1_000), Truth::Solvable { pushes: 2, moves: 3 });
//! ```

mod all_states;
mod costs_to_go;
mod grid;
mod least_moves;
mod least_pushes;
mod lexicographic;
mod live_squares;
mod outcome;
mod perft;
mod pin;
mod placements;
mod random_level;
mod replay;
mod rules;
mod two_phase;

pub use all_states::{StateTruth, all_states};
pub use costs_to_go::{
    CostsToGo, best_by_moves_then_pushes, best_by_pushes_then_moves, costs_to_go,
};
pub use grid::{Grid, boards_in};
pub use least_moves::least_moves;
pub use least_pushes::least_pushes;
pub use lexicographic::{least_moves_then_pushes, least_pushes_then_moves};
pub use live_squares::least_pushes_on_live_squares;
pub use outcome::{Cost, Least, Truth, truth};
pub use perft::perft;
pub use pin::{
    GENERATED_STATE_CAP, MOVE_STATE_CAP, PUSH_STATE_CAP, generated_csv, generated_row, optimal_csv,
    perft_files,
};
pub use random_level::random_level;
pub use replay::replay;
pub use rules::OracleState;
pub use two_phase::{two_phase_moves_then_pushes, two_phase_pushes_then_moves};
