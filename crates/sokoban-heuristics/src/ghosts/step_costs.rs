//! StepCosts: what a push and a step without one cost, in one integer.

/// What a push and a step without a push cost, so that the sum over a solution orders solutions by
/// two measures, the major one first.
///
/// A cost holds the major measure in its high bits and the minor one in the bits below
/// [`Self::minor_bits`]. A search must keep the major one below [`Self::MOST_MAJOR`]: as a walk
/// between two pushes has less than 65,535 steps, no minor measure can carry into it then.
///
/// ```
/// use sokoban_heuristics::StepCosts;
/// let costs = StepCosts::PUSHES_THEN_MOVES;
/// let (few_pushes, few_moves) = (costs.of(2, 30), costs.of(3, 11));
/// assert!(few_pushes < few_moves);
/// assert_eq!((costs.major(few_moves), costs.minor(few_moves)), (3, 11));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepCosts {
    pub(crate) push: Measures,
    pub(crate) walk: Measures,
    minor_bits: u32,
}

/// Two measures, the major one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Measures {
    pub(crate) major: u16,
    pub(crate) minor: u16,
}

const ONE_OF_BOTH: Measures = Measures { major: 1, minor: 1 };
const ONE_MAJOR: Measures = Measures { major: 1, minor: 0 };
const ONE_MINOR: Measures = Measures { major: 0, minor: 1 };

impl StepCosts {
    /// Moves, and nothing else.
    pub const MOVES: Self = Self { push: ONE_MAJOR, walk: ONE_MAJOR, minor_bits: 24 };
    /// Moves, then pushes.
    pub const MOVES_THEN_PUSHES: Self = Self { push: ONE_OF_BOTH, walk: ONE_MAJOR, minor_bits: 24 };
    /// Pushes, then moves.
    pub const PUSHES_THEN_MOVES: Self = Self { push: ONE_OF_BOTH, walk: ONE_MINOR, minor_bits: 40 };

    /// What the major measure of a solution must stay below for its cost to be told.
    pub const MOST_MAJOR: u64 = 1 << 24;

    /// The cost of a push.
    #[must_use]
    pub const fn push(self) -> u64 {
        self.cost(self.push)
    }

    /// The cost of a step without a push.
    #[must_use]
    pub const fn walk(self) -> u64 {
        self.cost(self.walk)
    }

    /// The cost of a solution with so many pushes and moves, pushes included.
    #[must_use]
    pub const fn of(self, pushes: u64, moves: u64) -> u64 {
        pushes * self.push() + (moves - pushes) * self.walk()
    }

    /// The major measure of a cost. Of a lower bound on costs, it is a lower bound on the measure.
    #[must_use]
    pub const fn major(self, cost: u64) -> u64 {
        cost >> self.minor_bits
    }

    /// The minor measure of a cost, 0 if there is none.
    #[must_use]
    pub const fn minor(self, cost: u64) -> u64 {
        cost & ((1 << self.minor_bits) - 1)
    }

    /// The bits of the minor measure.
    #[must_use]
    pub const fn minor_bits(self) -> u32 {
        self.minor_bits
    }

    /// The cost of so much.
    pub(crate) const fn cost(self, Measures { major, minor }: Measures) -> u64 {
        ((major as u64) << self.minor_bits) | minor as u64
    }
}

impl Measures {
    pub(crate) const NONE: Self = Self { major: 0, minor: 0 };

    /// `times` as much, or none if a measure has no room for it.
    pub(crate) fn times(self, times: u16) -> Option<Self> {
        let (major, minor) = (self.major.checked_mul(times)?, self.minor.checked_mul(times)?);
        Some(Self { major, minor })
    }

    /// The sum, or none if a measure has no room for it.
    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        let (major, minor) =
            (self.major.checked_add(other.major)?, self.minor.checked_add(other.minor)?);
        Some(Self { major, minor })
    }

    /// Both measures in an integer with the same order.
    pub(crate) const fn key(self) -> u32 {
        (self.major as u32) << 16 | self.minor as u32
    }

    pub(crate) const fn from_key(key: u32) -> Self {
        Self { major: (key >> 16) as u16, minor: key as u16 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_order_by_the_major_measure_first() {
        // (pushes, moves) in the order of each.
        for (costs, solutions) in [
            (StepCosts::MOVES_THEN_PUSHES, [(5, 9), (7, 9), (1, 10), (1, 5_000_000)]),
            (StepCosts::PUSHES_THEN_MOVES, [(1, 10), (1, 5_000_000), (5, 9), (7, 9)]),
        ] {
            let of = solutions.map(|(pushes, moves)| costs.of(pushes, moves));
            assert!(of.is_sorted_by(|a, b| a < b), "{costs:?}: {of:?}");
        }
        assert_eq!(StepCosts::MOVES.of(5, 9), StepCosts::MOVES.of(7, 9));
        assert_eq!(StepCosts::MOVES.major(StepCosts::MOVES.of(5, 9)), 9);
    }

    #[test]
    fn the_greatest_count_does_not_carry() {
        let pushes = StepCosts::MOST_MAJOR - 1;
        let moves = pushes * u64::from(u16::MAX);
        let cost = StepCosts::PUSHES_THEN_MOVES.of(pushes, moves);
        assert_eq!(StepCosts::PUSHES_THEN_MOVES.major(cost), pushes);
        assert_eq!(StepCosts::PUSHES_THEN_MOVES.minor(cost), moves);
        let cost = StepCosts::MOVES_THEN_PUSHES.of(pushes, moves);
        assert_eq!(StepCosts::MOVES_THEN_PUSHES.major(cost), moves);
        assert_eq!(StepCosts::MOVES_THEN_PUSHES.minor(cost), pushes);
    }
}
