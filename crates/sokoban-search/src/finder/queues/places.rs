//! Places: the order of feature space search.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::order::{Order, Prospect};
use super::weights::Weights;
use crate::finder::nodes::BranchNumber;

/// The order of feature space search (Shoham & Schaeffer, "The FESS algorithm: a feature based
/// approach to single-agent search", 2020): states with the same packed, areas and corridors share a
/// place, the places have their turns one by one, and in a place the branch of least weight comes
/// first. A move weighs 1, but nothing if it is the best for one of the features.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    places: BTreeMap<(i32, i32, i32), usize>,
    waiting: Vec<BinaryHeap<Entry>>,
    /// The place whose turn is next.
    next: usize,
}

/// By weight, then by a sum of features; among equals the branch that was added last.
type Entry = (Reverse<u32>, Reverse<i32>, BranchNumber);

impl Order for Places {
    const EACH: usize = size_of::<Entry>();

    fn push(&mut self, prospect: &Prospect) {
        let Prospect { branch, from, to, weight, g, .. } = prospect;
        let place = (from.packed, from.areas, from.corridors);
        let at = *self.places.entry(place).or_insert_with(|| {
            self.waiting.push(BinaryHeap::new());
            self.waiting.len() - 1
        });
        let tie = Weights::PLACES.sum(to) + (g / 4) as i32;
        self.waiting[at].push((Reverse(*weight), Reverse(tie), *branch));
    }

    fn pop(&mut self) -> Option<BranchNumber> {
        for _ in 0..self.waiting.len() {
            let place = self.next;
            self.next = (place + 1) % self.waiting.len();
            if let Some((_, _, branch)) = self.waiting[place].pop() {
                return Some(branch);
            }
        }
        None
    }
}
