//! Lower bounds on the pushes that a Sokoban state still needs, or on its moves.
//!
//! | bound | looks at | admissible | consistent | cost of a child |
//! |---|---|---|---|---|
//! | [`Zero`] | whether the level is solved | yes | yes | O(1) |
//! | [`NearestTarget::manhattan`] | rows and columns to the nearest goal | yes | yes | O(1) |
//! | [`NearestTarget::push_distance`] | pushes of a lone box to the nearest goal | yes | yes | O(1) |
//! | [`Matching::manhattan`] | rows and columns to a goal of its own for each box | yes | yes | O(goals²) |
//! | [`Matching::push_distance`] | pushes to a goal of its own for each box | yes | yes | O(goals²) |
//! | [`PatternDatabase`] | that, and which two or three boxes are in one another's way | yes | yes | O(goals²) |
//! | [`Conflicts`] | a matching, and what two or three boxes in one another's way need beyond it | yes | no | O(goals²) and more |
//! | [`Ghosts`] | the player's cheapest way with up to four boxes, the others walked through | yes | for sets of one size | O(C(boxes, 4)) |
//!
//! [`Ghosts`] alone counts moves, by [`StepCosts`], and is not a [`Heuristic`]: its bound depends on
//! the player's exact square, and its tables grow while a search goes on.
//!
//! [`Max`] is the greater of two bounds. There is no sum of two: adding bounds needs a proof that
//! they count different pushes.
//!
//! The crate knows no search. A search for pushes evaluates a state with [`Heuristic::bound`] and then each
//! of its children with [`Heuristic::bound_after`].
//!
//! ```
//! use sokoban_core::{Board, Level};
//! use sokoban_heuristics::{Bound, Heuristic, Matching};
//!
//! let level: Level = "########\n#@ $ ..#\n#  $   #\n########".parse()?;
//! let board = Board::try_from(&level)?;
//! let matching = Matching::push_distance(&board, &board.goal_distances());
//! let bound = matching.bound(board.start_boxes(), board.start_player(), &mut matching.scratch());
//! assert_eq!(bound, Bound::UNSOLVABLE); // The lower box can never leave its wall.
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod bound;
mod conflicts;
mod ghosts;
mod heuristic;
mod matching;
mod max;
mod nearest_target;
mod pdb;
mod zero;

pub use bound::Bound;
pub use conflicts::{ConflictConfig, ConflictScratch, Conflicts};
pub use ghosts::{Ghosts, StepCosts};
pub use heuristic::Heuristic;
pub use matching::{Assignment, FORBIDDEN, Matching, MatchingScratch};
pub use max::Max;
pub use nearest_target::{NearestScratch, NearestTarget};
pub use pdb::{
    BuildConfig, BuildError, BuildProgress, PatternDatabase, PatternScratch, PatternTable,
    PatternTarget, Workers,
};
pub use zero::Zero;
