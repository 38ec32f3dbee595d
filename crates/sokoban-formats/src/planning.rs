//! Planning tasks: a board in the languages of general planners.

mod names;
mod pddl;
mod sas;

pub use pddl::{Pddl, pddl};
pub use sas::{TooManyOperators, sas};
