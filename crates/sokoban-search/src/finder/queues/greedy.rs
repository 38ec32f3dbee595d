//! Greedy: the branch to the state with the least sum of features first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::order::{Order, Prospect};
use super::weights::Weights;
use crate::finder::nodes::BranchNumber;

/// The least sum of weighted features first; among equals the branch that was added last.
#[derive(Clone, Debug)]
pub(super) struct Greedy {
    weights: Weights,
    waiting: BinaryHeap<(Reverse<i32>, BranchNumber)>,
}

impl Greedy {
    pub(super) fn new(weights: Weights) -> Self {
        Self { weights, waiting: BinaryHeap::new() }
    }
}

impl Order for Greedy {
    const EACH: usize = size_of::<(Reverse<i32>, BranchNumber)>();

    fn push(&mut self, prospect: &Prospect) {
        let sum = self.weights.sum(&prospect.to) + prospect.noise;
        self.waiting.push((Reverse(sum), prospect.branch));
    }

    fn pop(&mut self) -> Option<BranchNumber> {
        self.waiting.pop().map(|(_, branch)| branch)
    }
}
