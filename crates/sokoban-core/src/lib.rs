//! The rules of Sokoban: levels, boards, states, pushes, pulls, deadlocks, notation and replay.
//!
//! The way through the crate, in the order in which a newcomer meets it:
//!
//! 1. [`Level`] is what an author wrote: a grid with a title. [`Collection`] is a file of them.
//! 2. [`Board`] is what a program plays on: the reachable squares, numbered, with neighbors, goals
//!    and live squares.
//! 3. [`State`] is where the boxes stand and where the player may walk; [`Push`] and [`Pull`] lead
//!    from one to the next; [`Reach`] is the player's reachable area.
//! 4. [`Deadlocks`] recognizes states that no one can solve.
//! 5. [`Solution`] is a sequence of single steps, and [`Solution::replay`] checks one with nothing
//!    but the rules; [`SolutionMetrics`] measures it.
//! 6. [`Canonical`] is one form for all levels that differ only in how they are drawn.
//!
//! The crate knows no heuristic, cost, clock, file or thread, and needs only `alloc`.
//!
//! ```
//! use sokoban_core::{Board, Level, Solution};
//!
//! let level: Level = "#######\n#@ $ .#\n#######".parse()?;
//! let board = Board::try_from(&level)?;
//! let solution: Solution = "rRR".parse()?;
//! let counts = solution.replay(&board)?;
//! assert_eq!((counts.moves, counts.pushes), (3, 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod level;
mod parse;

mod board;
mod board_error;
mod canonical;
mod direction;
mod distances;
mod numbering;
mod sides;
mod square;
mod symmetry;

mod areas;
mod bitboard;
mod pulls;
mod pushes;
mod reach;
mod state;
mod walk;
mod zobrist;

mod deadlock;
mod lurd;
mod metrics;
mod perft;
mod solution;

pub use areas::Areas;
pub use bitboard::{BitBoard, Squares};
pub use board::{Board, BoardWarning};
pub use board_error::{BoardError, BoardErrorKind};
pub use canonical::{Canonical, CanonicalId};
pub use deadlock::{Corrals, Deadlock, DeadlockConfig, DeadlockScratch, Deadlocks, freeze_with};
pub use direction::Direction;
pub use distances::{NO_ROUTE, PushDistances};
pub use level::{Level, Place, Position, Tile};
pub use lurd::{LurdError, LurdErrorKind, Step, lurd_offset, lurd_string, parse_lurd};
pub use metrics::SolutionMetrics;
pub use parse::{
    Collection, MovesKind, ParseError, ParseErrorKind, Remarks, RunLengthError, StoredMoves,
    UnreadForm, Warning, WarningKind, decode_text,
};
pub use perft::{PerftRow, perft};
pub use pulls::{Pull, generate_pulls};
pub use pushes::{Push, generate_pushes};
pub use reach::Reach;
pub use sides::{PlayerSides, Stance};
pub use solution::{Counts, ReplayError, ReplayErrorKind, Solution};
pub use square::{MAX_SQUARES, Square};
pub use state::State;
pub use symmetry::Symmetry;
pub use walk::shortest_walk;
pub use zobrist::{box_key, player_key};
