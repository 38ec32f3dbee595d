//! Beam: layer by layer, the best of each.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::order::{Order, Prospect};
use super::weights::Weights;
use crate::finder::nodes::BranchNumber;

/// A beam of macro moves: of each layer, which is the branches of as many macro moves from the start,
/// the best are taken and then the next layer is. When no layer is left, all have twice as many
/// turns, so in the end every branch has.
///
/// It goes deep at once, where greedy orders go back to every state that looks as good.
#[derive(Clone, Debug)]
pub(super) struct Beam {
    weights: Weights,
    /// How many branches of a layer are taken.
    width: usize,
    /// By depth.
    layers: Vec<Layer>,
    /// The layer whose turn it is.
    at: usize,
}

#[derive(Clone, Debug, Default)]
struct Layer {
    waiting: BinaryHeap<(Reverse<i32>, BranchNumber)>,
    taken: usize,
}

impl Beam {
    pub(super) fn new(weights: Weights, width: usize) -> Self {
        Self { weights, width, layers: Vec::new(), at: 0 }
    }
}

impl Order for Beam {
    const EACH: usize = size_of::<(Reverse<i32>, BranchNumber)>();

    fn push(&mut self, prospect: &Prospect) {
        let depth = prospect.depth as usize;
        if depth >= self.layers.len() {
            self.layers.resize_with(depth + 1, Layer::default);
        }
        let sum = self.weights.sum(&prospect.to) + prospect.noise;
        self.layers[depth].waiting.push((Reverse(sum), prospect.branch));
    }

    fn pop(&mut self) -> Option<BranchNumber> {
        let mut has_begun_anew = false;
        loop {
            let Some(layer) = self.layers.get_mut(self.at) else {
                if has_begun_anew && self.layers.iter().all(|layer| layer.waiting.is_empty()) {
                    return None;
                }
                has_begun_anew = true;
                self.at = 0;
                self.width *= 2;
                self.layers.iter_mut().for_each(|layer| layer.taken = 0);
                continue;
            };
            if layer.taken < self.width
                && let Some((_, branch)) = layer.waiting.pop()
            {
                layer.taken += 1;
                return Some(branch);
            }
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finder::features::Features;

    #[test]
    fn each_layer_has_its_turn_and_in_the_end_all_are_taken() {
        let weights =
            Weights { bound: 1, packed: 0, areas: 0, corridors: 0, reach: 0, obstruction: 0 };
        let mut beam = Beam::new(weights, 2);
        let mut branch = 0;
        for depth in [1, 2] {
            for bound in [5, 3, 4, 1, 2] {
                let to = Features { bound, ..Features::default() };
                let from = Features::default();
                beam.push(&Prospect { branch, from, to, weight: 0, depth, g: depth, noise: 0 });
                branch += 1;
            }
        }
        let taken: Vec<BranchNumber> = std::iter::from_fn(|| beam.pop()).collect();
        // The two of least sum in the first layer, then in the second; then what is left.
        assert_eq!(taken, [3, 4, 8, 9, 1, 2, 0, 6, 7, 5]);
    }
}
