//! Weights: how much each feature counts in an order of branches.

use crate::finder::features::Features;

/// How much each feature counts in an order. The least sum comes first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    pub(crate) bound: i32,
    pub(crate) packed: i32,
    pub(crate) areas: i32,
    pub(crate) corridors: i32,
    pub(crate) reach: i32,
    pub(crate) obstruction: i32,
}

/// The greedy orders of a search.
pub(super) const GREEDY: usize = 3;

impl Weights {
    /// The orders of the first attempt.
    pub(super) const FIRST: [Self; GREEDY] = [
        Self { bound: 1, packed: 20, areas: 60, corridors: 20, reach: 3, obstruction: 0 },
        Self { bound: 1, packed: 20, areas: 60, corridors: 20, reach: 3, obstruction: 20 },
        Self { bound: 2, packed: 30, areas: 10, corridors: 0, reach: 0, obstruction: 10 },
    ];

    /// The order of the branches of equal weight in a place.
    pub(super) const PLACES: Self =
        Self { bound: 8, packed: 60, areas: 20, corridors: 0, reach: 0, obstruction: 0 };

    /// The order that says which states of a layer stay.
    pub(super) const BEAM: Self =
        Self { bound: 2, packed: 60, areas: 20, corridors: 10, reach: 1, obstruction: 20 };

    /// Weights that depend on two numbers and on nothing else.
    pub(super) fn drawn(attempt: u32, order: u32) -> Self {
        let mut drawn = u64::from(order) << 8;
        let mut choose = |choices: &[i32]| {
            drawn += 1;
            choices[mix(u64::from(attempt) << 32 | drawn) as usize % choices.len()]
        };
        Self {
            bound: choose(&[1, 2, 3]),
            packed: choose(&[0, 10, 20, 30, 60, 100]),
            areas: choose(&[0, 10, 30, 60]),
            corridors: choose(&[0, 20]),
            reach: choose(&[0, 1, 3]),
            obstruction: choose(&[0, 10, 20, 60]),
        }
    }

    pub(super) fn sum(&self, features: &Features) -> i32 {
        self.bound * features.bound - self.packed * features.packed
            + self.areas * features.areas
            + self.corridors * features.corridors
            - self.reach * features.reach
            + self.obstruction * features.obstruction
    }
}

/// The finalizer of the SplitMix64 generator (Steele, Lea & Flood 2014).
pub(super) const fn mix(number: u64) -> u64 {
    let mut word = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
