//! Queues: several unlike orders over the same branches, which take turns.

mod beam;
mod greedy;
mod order;
mod places;
mod weights;

use self::beam::Beam;
use self::greedy::Greedy;
use self::order::Order;
use self::places::Places;
use self::weights::{GREEDY, Weights, mix};
use super::nodes::BranchNumber;
use crate::memory::Memory;
use crate::outcome::StopReason;

pub(crate) use self::order::Prospect;

/// The branches that wait to be taken, in each of the orders.
///
/// A greedy order alone is caught where its features do not tell; unlike ones help each other out,
/// since what one leads to is open to all.
#[derive(Debug)]
pub(crate) struct Queues {
    attempt: u32,
    orders: Vec<AnyOrder>,
    /// The order whose turn is next.
    turn: usize,
    /// The bytes of a branch in all orders.
    each: usize,
    /// The branches that were ever added, and what is booked for them.
    branches: usize,
    booked: usize,
}

/// One of the orders.
#[derive(Debug)]
enum AnyOrder {
    Places(Places),
    Greedy(Greedy),
    Beam(Beam),
}

/// The width of the first beam, and the factors of it in later ones.
const WIDTH: usize = 200;

impl Queues {
    /// The orders of an attempt: of the first, third, and so on feature space search and three greedy
    /// ones, of the others a beam. But for the first two their weights are drawn.
    pub(crate) fn new(attempt: u32) -> Self {
        let (kind, number) = (attempt % 2, attempt / 2);
        let weights = |order, first| match number {
            0 => first,
            _ => Weights::drawn(attempt, order),
        };
        let (orders, each) =
            if kind == 0 {
                let mut orders = vec![AnyOrder::Places(Places::default())];
                orders.extend((0..GREEDY).map(|at| {
                    AnyOrder::Greedy(Greedy::new(weights(at as u32, Weights::FIRST[at])))
                }));
                (orders, Places::EACH + GREEDY * Greedy::EACH)
            } else {
                let beam = Beam::new(weights(0, Weights::BEAM), WIDTH);
                (vec![AnyOrder::Beam(beam)], Beam::EACH)
            };
        Self { attempt: number, orders, turn: 0, each, branches: 0, booked: 0 }
    }

    /// Adds a branch.
    pub(crate) fn push(&mut self, mut prospect: Prospect) {
        prospect.noise = match self.attempt {
            0 => 0,
            attempt => (mix(u64::from(attempt) << 32 | u64::from(prospect.branch)) & 15) as i32,
        };
        for order in &mut self.orders {
            match order {
                AnyOrder::Places(order) => order.push(&prospect),
                AnyOrder::Greedy(order) => order.push(&prospect),
                AnyOrder::Beam(order) => order.push(&prospect),
            }
        }
    }

    /// The branch whose turn it is; none if no branch is left.
    pub(crate) fn pop(&mut self) -> Option<BranchNumber> {
        for _ in 0..self.orders.len() {
            let turn = self.turn;
            self.turn = (turn + 1) % self.orders.len();
            let popped = match &mut self.orders[turn] {
                AnyOrder::Places(order) => order.pop(),
                AnyOrder::Greedy(order) => order.pop(),
                AnyOrder::Beam(order) => order.pop(),
            };
            if popped.is_some() {
                return popped;
            }
        }
        None
    }

    /// Gives the order that had its turn another one, as its branch was taken already.
    pub(crate) fn again(&mut self) {
        self.turn = (self.turn + self.orders.len() - 1) % self.orders.len();
    }

    /// Books memory for so many more branches.
    ///
    /// # Errors
    /// [`StopReason::Memory`].
    pub(crate) fn book(&mut self, branches: usize, memory: &mut Memory) -> Result<(), StopReason> {
        const STEP: usize = 1 << 16;
        self.branches += branches;
        // Vectors that grow double.
        let wanted = 2 * self.each * self.branches;
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
}
