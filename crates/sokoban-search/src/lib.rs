//! Proven-optimal Sokoban search with limits, statistics and progress.
//!
//! [`solve`] is the way in: a [`Board`](sokoban_core::Board), a [`SolveConfig`], [`Limits`] and an
//! [`Observer`] go in, a [`Report`] comes out. Its [`Outcome`] is a solution that was replayed and
//! says what it is proven optimal for, a proof that there is none, or the limit that was reached;
//! the lower bound in it is proven in every case.
//!
//! [`improve()`] shortens a solution that comes from anywhere.
//!
//! Three channels, never mixed: `Err` means that the configuration is invalid, [`Outcome`] is what
//! was learned of the level, and a panic is a bug of this crate.
#![forbid(unsafe_code)]

mod config;
mod limits;
mod observer;
mod outcome;
mod solve;
mod stats;
mod threads;
mod weight;

mod any_heuristic;
mod astar;
mod bidirectional;
mod box_list;
mod budget;
mod census;
mod child_bounds;
mod finder;
mod front;
mod ida_star;
mod improve;
mod index_pages;
mod memory;
mod node_index;
mod node_table;
mod open_counts;
mod open_list;
mod optimal_count;
mod optimal_layers;
mod optimal_survey;
mod parallel;
mod path;
mod path_stack;
mod pattern_tables;
mod portfolio;
mod record;
mod record_store;
mod roots;
mod segmented_stack;
mod sma_star;
mod space;
mod start_bound;
#[cfg(feature = "table-probe")]
mod table_probe;
mod table_slot;
mod transposition;
mod walks;
mod weighted;
mod words;

pub use census::{Census, census};
pub use config::{
    Algorithm, Anytime, ConfigError, Direction, Dominance, Finder, HeuristicKind, Macros,
    Objective, PdbBoxes, SmaStages, SolveConfig, SymmetryUse, UnknownName,
};
pub use improve::{ImproveError, improve};
pub use limits::{CancelToken, Limits};
pub use observer::{Incumbent, Observer, Progress};
pub use optimal_count::count_optimal;
pub use optimal_survey::{OptimalSurvey, survey_optimal};
pub use outcome::{Optimality, Outcome, Proof, Report, SmaReport, SmaStage, StopReason};
pub use solve::solve;
pub use space::{Tunnel, tunnels};
pub use start_bound::start_bound;
pub use stats::Stats;
#[cfg(feature = "table-probe")]
#[doc(hidden)]
pub use table_probe::{FilledTable, TableProbe};
pub use threads::Threads;
pub use weight::{Weight, WeightError};

/// Runs the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
