//! Lifts: what pairs of boxes need beyond a matching.

use alloc::vec::Vec;

use super::packing::{Group, Groups};
use super::pair_costs::{NO_WAY, PairCosts, goal_pair};
use crate::matching::{Assignment, FORBIDDEN};

/// Two boxes by their number in the state, and their row in the table of pairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairRow {
    pub(super) one: u8,
    pub(super) other: u8,
    pub(super) row: u32,
}

impl PairRow {
    /// Is the box with this number one of the two?
    pub(super) fn has(&self, number: usize) -> bool {
        usize::from(self.one) == number || usize::from(self.other) == number
    }
}

/// No lift is as great: it comes of a cost that is [`NO_WAY`].
const NO_LIFT: i32 = 30_000;

/// What pairs need beyond an assignment.
pub(super) struct Lifts<'s> {
    pub(super) pairs: Option<&'s PairCosts>,
    pub(super) assignment: &'s Assignment,
    pub(super) dual_sums: &'s mut Vec<i32>,
    pub(super) reduced: &'s mut [Vec<i32>; 2],
    /// Are `dual_sums` those of the assignment?
    pub(super) is_summed: bool,
    /// Are there no frozen boxes?
    pub(super) is_open: bool,
}

impl Lifts<'_> {
    /// Adds the pairs with an excess to `groups`; no if one cannot be brought home.
    pub(super) fn collect<'c>(
        &mut self,
        rows: impl Iterator<Item = PairRow>,
        costs: impl Fn(usize) -> &'c [u16],
        groups: &mut Groups,
    ) -> bool {
        let Some(pairs) = self.pairs else { return true };
        for PairRow { one, other, row } in rows {
            let (one, other) = (usize::from(one), usize::from(other));
            let together = pairs.row(row);
            let columns = self.assignment.columns();
            let (goal, other_goal) = (columns[one] as usize, columns[other] as usize);
            let alone = u32::from(costs(one)[goal]) + u32::from(costs(other)[other_goal]);
            // At the goals of the matching reduced costs are zero: without an excess there, the
            // least is zero.
            if u32::from(together[goal_pair(goal, other_goal)]) <= alone {
                continue;
            }
            let duals = self.assignment.row_duals();
            let charged = duals[one] + duals[other];
            let least = if self.is_open {
                self.sum_duals();
                let lifts = together.iter().zip(self.dual_sums.iter());
                lifts.map(|(&cost, &sum)| i32::from(cost) - sum).min().unwrap_or(0)
            } else {
                self.least_among_frozen(together, costs(one), costs(other))
            };
            let excess = least - charged;
            if excess >= NO_LIFT {
                return false;
            }
            debug_assert!(excess >= 0, "costs together are no less than alone");
            if excess > 0 {
                groups.push(Group { boxes: 1 << one | 1 << other, excess: excess as u32 });
            }
        }
        true
    }

    fn sum_duals(&mut self) {
        if self.is_summed {
            return;
        }
        self.is_summed = true;
        let duals = self.assignment.column_duals();
        let mut sums = self.dual_sums.iter_mut();
        for (high, dual) in duals.iter().enumerate() {
            for (sum, other) in sums.by_ref().take(high).zip(duals) {
                *sum = dual + other;
            }
        }
    }

    /// As with no box frozen, but what the boxes cost alone is more than it was when the table was
    /// built: the greater of the two counts, not their sum, since both may count one detour.
    fn least_among_frozen(&mut self, together: &[u16], one: &[u16], other: &[u16]) -> i32 {
        self.sum_duals();
        let duals = self.assignment.column_duals();
        for (reduced, costs) in self.reduced.iter_mut().zip([one, other]) {
            for (reduced, (&cost, &dual)) in reduced.iter_mut().zip(costs.iter().zip(duals)) {
                *reduced =
                    if cost == FORBIDDEN { i32::from(NO_WAY) } else { i32::from(cost) - dual };
            }
        }
        let [one, other] = &*self.reduced;
        let mut least = i32::from(NO_WAY);
        let mut at = 0;
        for high in 1..duals.len() {
            let (one_high, other_high) = (one[high], other[high]);
            let pairs = together[at..at + high].iter().zip(&self.dual_sums[at..at + high]);
            for ((&together, &sum), (&one_low, &other_low)) in
                pairs.zip(one[..high].iter().zip(&other[..high]))
            {
                let alone = (one_low + other_high).min(one_high + other_low);
                least = least.min(alone.max(i32::from(together) - sum));
            }
            at += high;
        }
        least
    }
}
