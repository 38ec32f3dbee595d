//! What a designer asks of a Sokoban level.
//!
//! [`analyze`] is the way in: a [`Board`](sokoban_core::Board), [`Settings`] and
//! [`Limits`](sokoban_search::Limits) go in, an [`Analysis`] comes out. It says how large the level
//! is and where its dead squares and corridors are ([`Shape`]), what each bound says of the start,
//! whether there is a solution, how few pushes and moves one needs ([`Least`]), what all push-optimal
//! solutions have in common, how many states there are, and what the literature measures difficulty
//! by ([`Measure`]).
//!
//! Each answer is proven, or it is a [`Part`] that says which limit came first. Nothing is guessed:
//! a least number that is not known is told as the two proven numbers that it lies between.
//!
//! The crate prints nothing, reads no file and no clock, and searches with `sokoban-search` alone.
//!
//! # Examples
//! ```
//! use sokoban_analyze::{Settings, Verdict, analyze};
//! use sokoban_core::{Board, Level};
//! use sokoban_search::Limits;
//!
//! let level: Level = "#######\n#@ $ .#\n#######".parse()?;
//! let board = Board::try_from(&level)?;
//! let analysis = analyze(&board, &Settings::default(), &Limits::default(), &mut ());
//! assert_eq!(analysis.verdict, Verdict::Solvable);
//! assert_eq!((analysis.pushes.proven(), analysis.moves.proven()), (Some(2), Some(3)));
//! assert_eq!(analysis.optimal.done().map(|survey| survey.sequences), Some(1));
//! assert_eq!(analysis.shape.tunnels.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod analysis;
mod shape;

mod least;
mod measures;
mod part;

mod searches;
mod stage;

pub use analysis::{Analysis, BoundAtStart, Found, Settings, Verdict, analyze};
pub use least::Least;
pub use measures::{Measure, MeasureKind, Source, Value};
pub use part::Part;
pub use shape::Shape;
pub use stage::{AnalysisObserver, Stage};
