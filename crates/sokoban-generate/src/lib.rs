//! Random levels by reverse pulling, by seed, each with a solution that is proven to have the fewest
//! pushes.
//!
//! [`Settings`] say what is wanted, and [`generate`] makes it. Candidates are numbered: the seed and
//! the number alone decide what a candidate is, and levels are taken in the order of the numbers. So
//! the same settings give the same levels on every machine and on any number of threads.
//!
//! 1. A room is filled with walls at random, as the [`Theme`] says, such that its floor stays in one piece.
//! 2. Goals are chosen, with a box on each, and boxes are pulled: layer by layer, each thinned out
//!    at random, until no pull leads to anything new or the layers are as many as the pushes wanted.
//! 3. A state of a deep layer with few boxes on goals is the start of the candidate.
//! 4. [`solve`](sokoban_search::solve) proves its optimum within a number of expansions. Candidates
//!    that take more are dropped, as are those with too few or too many pushes, those that a filter
//!    refuses, and those whose canonical form came before.
//!
//! The crate prints nothing, reads no file and no clock.
//!
//! # References
//! Taylor & Parberry, "Procedural generation of Sokoban levels" (2011), pull boxes from goals to the
//! states that are the farthest. Here layers are thinned out, so that more boxes can be had, and
//! distances are proven afterwards.
//!
//! # Examples
//! ```
//! use std::num::NonZeroUsize;
//! use sokoban_generate::{Settings, Span, generate};
//! use sokoban_search::CancelToken;
//!
//! let settings = Settings { boxes: Span::from(2), min_pushes: 5, count: 2, ..Settings::default() };
//! let made = generate(&settings, NonZeroUsize::MIN, &CancelToken::new(), &mut |_| ())?;
//! assert_eq!(made.levels.len(), 2);
//! assert!(made.levels.iter().all(|made| made.metrics.pushes >= 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod candidate;
mod chance;
mod generate;
mod layout;
mod plan;
mod pulling;
mod room;
mod sessions;
mod settings;
mod span;
mod theme;
mod walls;

pub use candidate::{Dropped, Made};
pub use generate::{Batch, Ending, GenerateError, Progress, generate};
pub use settings::{Settings, SettingsError};
pub use span::{Span, SpanError};
pub use theme::{Theme, ThemeError};
pub use walls::{Walls, WallsError};
