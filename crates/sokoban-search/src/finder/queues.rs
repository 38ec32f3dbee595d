//! Queues: several unlike orders over the same branches, which take turns.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::features::Features;
use super::nodes::BranchNumber;
use crate::memory::Memory;
use crate::outcome::StopReason;

/// How much each feature counts in a greedy order. The least sum comes first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    pub(crate) bound: i32,
    pub(crate) packed: i32,
    pub(crate) areas: i32,
    pub(crate) corridors: i32,
    pub(crate) reach: i32,
    pub(crate) obstruction: i32,
}

/// The orders of the first attempt.
const FIRST: [Weights; GREEDY] = [
    Weights { bound: 1, packed: 20, areas: 60, corridors: 20, reach: 3, obstruction: 0 },
    Weights { bound: 1, packed: 20, areas: 60, corridors: 20, reach: 3, obstruction: 20 },
    Weights { bound: 2, packed: 30, areas: 10, corridors: 0, reach: 0, obstruction: 10 },
];
/// The greedy orders.
const GREEDY: usize = 3;

impl Weights {
    /// Three orders that depend on the number of the attempt and on nothing else.
    fn of_attempt(attempt: u32) -> [Self; GREEDY] {
        if attempt == 0 {
            return FIRST;
        }
        let mut drawn = 0;
        std::array::from_fn(|_| {
            let mut choose = |choices: &[i32]| {
                drawn += 1;
                choices[mix(u64::from(attempt) << 32 | drawn) as usize % choices.len()]
            };
            Self {
                bound: choose(&[1, 2, 3]),
                packed: choose(&[10, 20, 30, 60, 100]),
                areas: choose(&[0, 10, 30, 60]),
                corridors: choose(&[0, 20]),
                reach: choose(&[0, 1, 3]),
                obstruction: choose(&[0, 10, 20, 60]),
            }
        })
    }

    fn sum(&self, features: &Features) -> i32 {
        self.bound * features.bound - self.packed * features.packed
            + self.areas * features.areas
            + self.corridors * features.corridors
            - self.reach * features.reach
            + self.obstruction * features.obstruction
    }
}

/// The branches that wait to be taken, in each of the orders.
///
/// A greedy order alone is caught where its features do not tell; unlike ones help each other out,
/// since what one leads to is open to all.
///
/// The first order is that of feature space search (Shoham & Schaeffer, "The FESS algorithm: a
/// feature based approach to single-agent search", 2020): states with the same packed, areas and
/// corridors share a place, the places have their turns one by one, and in a place the branch of
/// least weight comes first. A move weighs 1, but nothing if it is the best for one of the features.
#[derive(Debug)]
pub(crate) struct Queues {
    attempt: u32,
    orders: Vec<Order>,
    places: BTreeMap<(i32, i32, i32), usize>,
    waiting: Vec<BinaryHeap<PlaceEntry>>,
    /// The place whose turn is next.
    next_place: usize,
    /// The order whose turn is next: 0 for places, then the greedy ones.
    turn: usize,
    /// The branches that were ever added, and what is booked for them.
    branches: usize,
    booked: usize,
}

#[derive(Clone, Debug)]
struct Order {
    weights: Weights,
    waiting: BinaryHeap<OrderEntry>,
}

/// Among equals the branch that was added last comes first.
type OrderEntry = (Reverse<i32>, BranchNumber);
/// By weight, then by a sum of features.
type PlaceEntry = (Reverse<u32>, Reverse<i32>, BranchNumber);

/// Where a branch leads, as far as the orders care.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prospect {
    pub(crate) features: Features,
    pub(crate) weight: u32,
    pub(crate) g: u32,
}

impl Queues {
    pub(crate) fn new(attempt: u32) -> Self {
        Self {
            orders: Weights::of_attempt(attempt)
                .map(|weights| Order { weights, waiting: BinaryHeap::new() })
                .to_vec(),
            attempt,
            places: BTreeMap::new(),
            waiting: Vec::new(),
            next_place: 0,
            turn: 0,
            branches: 0,
            booked: 0,
        }
    }

    /// Adds a branch out of a state with features `from`.
    pub(crate) fn push(&mut self, from: &Features, branch: BranchNumber, prospect: &Prospect) {
        let place = (from.packed, from.areas, from.corridors);
        let at = *self.places.entry(place).or_insert_with(|| {
            self.waiting.push(BinaryHeap::new());
            self.waiting.len() - 1
        });
        let Prospect { features, weight, g } = prospect;
        let tie = 8 * features.bound + 20 * features.areas - 60 * features.packed + (g / 4) as i32;
        self.waiting[at].push((Reverse(*weight), Reverse(tie), branch));
        let noise = match self.attempt {
            0 => 0,
            attempt => (mix(u64::from(attempt) << 32 | u64::from(branch)) & 15) as i32,
        };
        for order in &mut self.orders {
            order.waiting.push((Reverse(order.weights.sum(features) + noise), branch));
        }
    }

    /// The branch whose turn it is; none if no branch is left.
    pub(crate) fn pop(&mut self) -> Option<BranchNumber> {
        for _ in 0..=self.orders.len() {
            let turn = self.turn;
            self.turn = (turn + 1) % (self.orders.len() + 1);
            let popped = match turn {
                0 => self.pop_place(),
                _ => self.orders[turn - 1].waiting.pop().map(|(_, branch)| branch),
            };
            if popped.is_some() {
                return popped;
            }
        }
        None
    }

    /// Gives the order that had its turn another one, as its branch was taken already.
    pub(crate) fn again(&mut self) {
        self.turn = (self.turn + self.orders.len()) % (self.orders.len() + 1);
    }

    /// Books memory for so many more branches.
    ///
    /// # Errors
    /// [`StopReason::Memory`].
    pub(crate) fn book(&mut self, branches: usize, memory: &mut Memory) -> Result<(), StopReason> {
        const EACH: usize = size_of::<PlaceEntry>() + GREEDY * size_of::<OrderEntry>();
        const STEP: usize = 1 << 16;
        self.branches += branches;
        // Vectors that grow double.
        let wanted = 2 * EACH * self.branches;
        if wanted > self.booked {
            let more = (wanted - self.booked).next_multiple_of(STEP);
            memory.reserve(more)?;
            self.booked += more;
        }
        Ok(())
    }

    /// What is booked for it.
    pub(crate) fn memory_usage(&self) -> usize {
        self.booked
    }

    fn pop_place(&mut self) -> Option<BranchNumber> {
        for _ in 0..self.waiting.len() {
            let place = self.next_place;
            self.next_place = (place + 1) % self.waiting.len();
            if let Some((_, _, branch)) = self.waiting[place].pop() {
                return Some(branch);
            }
        }
        None
    }
}

/// The finalizer of the SplitMix64 generator (Steele, Lea & Flood 2014).
const fn mix(number: u64) -> u64 {
    let mut word = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
