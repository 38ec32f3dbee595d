//! Packing: disjoint groups of boxes of the greatest total excess.

use alloc::vec::Vec;

/// Two or three boxes, and the pushes that they need beyond what the matching counts for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The boxes by their number in the state, a bit each.
    pub(super) boxes: u64,
    pub(super) excess: u32,
}

impl Group {
    /// Is the box with this number in it? None past the bits of a word is.
    pub(super) fn has(&self, number: usize) -> bool {
        self.boxes.checked_shr(number as u32).is_some_and(|bits| bits & 1 == 1)
    }
}

/// Steps of the exact search before the best packing found so far is taken.
const MOST_STEPS: u32 = 300;

/// The greatest total excess of disjoint `groups`, or at least a good one: a push moves one box and
/// so counts in one group only, which makes any packing a lower bound. Sorts `groups`.
///
/// Depth first, the greatest excess first, cut by what is left; exact unless the groups are very
/// many, since few overlap.
pub(super) fn best_packing(groups: &mut [Group]) -> u32 {
    match groups {
        [] => return 0,
        [one] => return one.excess,
        _ => {}
    }
    groups.sort_unstable_by(|one, other| {
        other.excess.cmp(&one.excess).then(one.boxes.cmp(&other.boxes))
    });
    let mut search = Search { groups, best: 0, steps: 0 };
    search.run(0, 0, 0);
    search.best
}

struct Search<'g> {
    groups: &'g [Group],
    best: u32,
    steps: u32,
}

impl Search<'_> {
    /// Packs what is in `groups[from..]` beside the boxes of `taken`.
    fn run(&mut self, from: usize, taken: u64, total: u32) {
        self.best = self.best.max(total);
        self.steps += 1;
        let mut left: u32 = 0;
        let mut covered: u64 = 0;
        // What is left can add no more than its excesses, and a box can be in one group only.
        for group in &self.groups[from..] {
            if group.boxes & taken == 0 {
                left += group.excess;
                covered |= group.boxes;
            }
        }
        let most_groups = covered.count_ones() / 2;
        let Some(first) = self.groups[from..].iter().position(|group| group.boxes & taken == 0)
        else {
            return;
        };
        let first = from + first;
        let group = self.groups[first];
        if total + left.min(most_groups * group.excess) <= self.best || self.steps >= MOST_STEPS {
            return;
        }
        self.run(first + 1, taken | group.boxes, total + group.excess);
        self.run(first + 1, taken, total);
    }
}

/// The groups of a state, reused from one to the next.
pub(super) type Groups = Vec<Group>;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn naive(groups: &[Group], taken: u64) -> u32 {
        match groups {
            [] => 0,
            [first, rest @ ..] => {
                let without = naive(rest, taken);
                if first.boxes & taken == 0 {
                    without.max(first.excess + naive(rest, taken | first.boxes))
                } else {
                    without
                }
            }
        }
    }

    #[test]
    fn a_box_past_the_bits_is_in_no_group() {
        let group = Group { boxes: 1 << 6 | 1 << 63, excess: 2 };
        let members: Vec<usize> = (0..200).filter(|&number| group.has(number)).collect();
        assert_eq!(members, [6, 63]);
    }

    proptest! {
        #[test]
        fn is_the_greatest_of_all_packings(
            pairs in prop::collection::vec((0u32..8, 0u32..8, 0u32..8, 1u32..9), 0..9)
        ) {
            let mut groups: Vec<Group> = pairs
                .into_iter()
                .filter(|(one, other, ..)| one != other)
                .map(|(one, other, third, excess)| Group {
                    boxes: 1 << one | 1 << other | 1 << third,
                    excess,
                })
                .collect();
            let best = naive(&groups, 0);
            prop_assert_eq!(best_packing(&mut groups), best);
        }
    }
}
