//! Pairing: disjoint pairs of boxes of the greatest total weight.

use alloc::vec;
use alloc::vec::Vec;

/// The most boxes for which all pairings are looked at.
const MOST_EXACT: usize = 12;

/// Disjoint pairs of boxes of the greatest total weight, in one state and in each of its children.
///
/// Which pairings are candidates depends on the number of boxes alone: all of them for up to 12
/// boxes, and beyond that those of a single pair, since the best pairing is found by dynamic
/// programming over the subsets of boxes. So if the weight of every pair falls by at most 1 a
/// push, and only of pairs that the pushed box belongs to, the greatest total does too: it is the
/// maximum of a fixed set of such sums. A pairing that is merely a good one has no such guarantee.
///
/// A child differs from its parent in one box, and what the rest is worth without that box and any
/// other was found with the parent: so a child costs O(boxes).
#[derive(Clone, Debug)]
pub(super) struct Pairing {
    boxes: usize,
    /// `weights[one * boxes + other]`, symmetric; zero on the diagonal.
    weights: Vec<u8>,
    /// By box: its greatest weight in any pair.
    greatest: Vec<u8>,
    /// The sum of `greatest`.
    total: u32,
    /// By box: its bit in `best`; zero for a box whose every weight is zero.
    bits: Vec<usize>,
    /// By set of boxes: the greatest total within it. Empty until it is needed.
    best: Vec<u16>,
}

impl Pairing {
    pub(super) fn new(boxes: usize) -> Self {
        let sets = if boxes <= MOST_EXACT { 1 << boxes } else { 0 };
        Self {
            boxes,
            weights: vec![0; boxes * boxes],
            greatest: vec![0; boxes],
            total: 0,
            bits: vec![0; boxes],
            best: Vec::with_capacity(sets),
        }
    }

    /// Sets all weights to zero.
    pub(super) fn clear(&mut self) {
        self.weights.fill(0);
        self.greatest.fill(0);
        self.total = 0;
        self.best.clear();
    }

    /// Sets the weight of a pair whose weight was zero.
    pub(super) fn set(&mut self, one: usize, other: usize, weight: u8) {
        if weight == 0 {
            return;
        }
        self.weights[one * self.boxes + other] = weight;
        self.weights[other * self.boxes + one] = weight;
        for number in [one, other] {
            let raised = weight.saturating_sub(self.greatest[number]);
            self.greatest[number] += raised;
            self.total += u32::from(raised);
        }
    }

    /// The greatest total, or zero if it is surely no more than `floor`.
    pub(super) fn total_above(&mut self, floor: u32) -> u32 {
        // Each box brings at most half of its greatest weight to a pair.
        if self.total / 2 <= floor {
            return 0;
        }
        if self.boxes > MOST_EXACT {
            return self.greatest.iter().copied().max().unwrap_or(0).into();
        }
        self.find_best();
        self.best.last().copied().unwrap_or(0).into()
    }

    /// The greatest total if box `moved` had the weights `row` with the other boxes, or zero if it
    /// is surely no more than `floor`.
    pub(super) fn total_with_row_above(&mut self, moved: usize, row: &[u8], floor: u32) -> u32 {
        let own = row.iter().copied().max().unwrap_or(0);
        if u32::from(own) + (self.total - u32::from(self.greatest[moved])) / 2 <= floor {
            return 0;
        }
        if self.boxes > MOST_EXACT {
            let pairs = (0..self.boxes).filter(|&one| one != moved).flat_map(|one| {
                let row = &self.weights[one * self.boxes..][..self.boxes];
                row.iter()
                    .enumerate()
                    .filter(|&(other, _)| other != moved)
                    .map(|(_, weight)| *weight)
            });
            return pairs.max().unwrap_or(0).max(own).into();
        }
        self.find_best();
        let rest = (self.best.len() - 1) & !self.bits[moved];
        let paired = row.iter().zip(&self.bits).map(|(&weight, bit)| {
            if weight == 0 { 0 } else { u16::from(weight) + self.best[rest & !bit] }
        });
        paired.max().unwrap_or(0).max(self.best[rest]).into()
    }

    /// Fills `best`, if that was not done yet.
    fn find_best(&mut self) {
        if !self.best.is_empty() {
            return;
        }
        let mut active = [0; MOST_EXACT];
        let mut count = 0;
        for number in 0..self.boxes {
            let is_active = self.greatest[number] > 0;
            self.bits[number] = usize::from(is_active) << count;
            if is_active {
                active[count] = number;
                count += 1;
            }
        }
        self.best.push(0);
        for set in 1_usize..1 << count {
            let one = set.trailing_zeros() as usize;
            let weights = &self.weights[active[one] * self.boxes..][..self.boxes];
            let without = set & (set - 1);
            let mut best = self.best[without];
            let mut others = without;
            while others != 0 {
                let other = others.trailing_zeros() as usize;
                others &= others - 1;
                let weight = u16::from(weights[active[other]]);
                best = best.max(weight + self.best[without & !(1 << other)]);
            }
            self.best.push(best);
        }
    }

    /// The bytes that it takes.
    pub(super) fn memory_usage(boxes: usize) -> usize {
        let sets = if boxes <= MOST_EXACT { 1 << boxes } else { 0 };
        boxes * (boxes + 1 + size_of::<usize>()) + sets * size_of::<u16>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The greatest total over the boxes from `from` on that are not `used`, by trying everything.
    fn greatest(weights: &[Vec<u8>], used: &mut Vec<bool>, from: usize) -> u32 {
        let Some(one) = (from..used.len()).find(|&number| !used[number]) else { return 0 };
        used[one] = true;
        let mut best = greatest(weights, used, one + 1);
        for other in one + 1..used.len() {
            if !used[other] {
                used[other] = true;
                best = best.max(u32::from(weights[one][other]) + greatest(weights, used, one + 1));
                used[other] = false;
            }
        }
        used[one] = false;
        best
    }

    proptest! {
        #[test]
        fn the_best_of_all_pairings(
            boxes in 1usize..=7, sparse in 1u8..4, floor in 0u32..20, moved in 0usize..7,
            random in prop::collection::vec(0u8..12, 56),
        ) {
            let moved = moved % boxes;
            let weight = |value: u8| if value.is_multiple_of(sparse) { value } else { 0 };
            let mut weights = vec![vec![0; boxes]; boxes];
            let mut pairing = Pairing::new(boxes);
            for one in 0..boxes {
                for other in 0..one {
                    let weight = weight(random[one * 7 + other]);
                    weights[one][other] = weight;
                    weights[other][one] = weight;
                    pairing.set(one, other, weight);
                }
            }
            let truth = greatest(&weights, &mut vec![false; boxes], 0);
            prop_assert_eq!(pairing.total_above(floor).max(floor), truth.max(floor));
            let mut row: Vec<u8> = random[49..49 + boxes].iter().map(|&value| weight(value)).collect();
            row[moved] = 0;
            for other in 0..boxes {
                weights[moved][other] = row[other];
                weights[other][moved] = row[other];
            }
            let truth = greatest(&weights, &mut vec![false; boxes], 0);
            let total = pairing.total_with_row_above(moved, &row, floor);
            prop_assert_eq!(total.max(floor), truth.max(floor));
        }
    }

    #[test]
    fn many_boxes_are_worth_their_best_pair() {
        let mut pairing = Pairing::new(20);
        pairing.set(3, 4, 6);
        pairing.set(5, 19, 8);
        assert_eq!(pairing.total_above(0), 8);
        assert_eq!(pairing.total_with_row_above(19, &[0; 20], 0), 6);
        pairing.clear();
        assert_eq!(pairing.total_above(0), 0);
    }
}
