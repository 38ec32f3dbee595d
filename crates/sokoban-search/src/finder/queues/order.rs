//! Order: what a queue of branches is to the search.

use crate::finder::features::Features;
use crate::finder::nodes::BranchNumber;

/// A branch, as far as orders care.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prospect {
    pub(crate) branch: BranchNumber,
    /// Of the state that it leads out of.
    pub(crate) from: Features,
    /// Of the state that it leads to.
    pub(crate) to: Features,
    /// What it weighs together with all before it: see [`Places`](super::places::Places).
    pub(crate) weight: u32,
    /// The macro moves to where it leads.
    pub(crate) depth: u32,
    /// The pushes to where it leads.
    pub(crate) g: u32,
    /// A small random number, the same for each branch of the same attempt.
    pub(crate) noise: i32,
}

/// Branches that wait to be taken, in some order. A new one needs a file of its own and a line in
/// [`Queues::new`](super::Queues::new).
pub(crate) trait Order {
    /// The bytes of a branch that waits.
    const EACH: usize;

    /// Adds a branch.
    fn push(&mut self, prospect: &Prospect);

    /// Takes the branch that comes first; none if there is none.
    fn pop(&mut self) -> Option<BranchNumber>;
}
