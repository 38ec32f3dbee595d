//! Least: how few pushes or moves a level needs, as far as is proven.

/// How few pushes or moves the solutions of a level need, as far as is proven.
///
/// ```
/// use sokoban_analyze::Least;
/// let mut least = Least::default();
/// least.raise(5);
/// least.lower(8);
/// assert_eq!((least.at_least(), least.at_most(), least.proven()), (5, Some(8), None));
/// least.raise(8);
/// assert_eq!(least.proven(), Some(8));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Least {
    at_least: u32,
    /// Not below `at_least`.
    at_most: Option<u32>,
}

impl Least {
    /// No solution has fewer.
    #[must_use]
    pub const fn at_least(self) -> u32 {
        self.at_least
    }

    /// A solution with so many is known; none if no solution is known.
    #[must_use]
    pub const fn at_most(self) -> Option<u32> {
        self.at_most
    }

    /// The number, if both agree.
    #[must_use]
    pub fn proven(self) -> Option<u32> {
        self.at_most.filter(|&at_most| at_most == self.at_least)
    }

    /// It is proven that no solution has fewer than `bound`.
    ///
    /// # Panics
    /// When a solution with fewer is known: one of the two is wrong, and so is the code that told it.
    pub fn raise(&mut self, bound: u32) {
        self.at_least = self.at_least.max(bound);
        self.check();
    }

    /// A solution with `count` is known.
    ///
    /// # Panics
    /// When it was proven that there is none: see [`Self::raise`].
    pub fn lower(&mut self, count: u32) {
        self.at_most = Some(self.at_most.map_or(count, |known| known.min(count)));
        self.check();
    }

    fn check(self) {
        let is_in_order = self.at_most.is_none_or(|at_most| self.at_least <= at_most);
        assert!(is_in_order, "what is proven of a level does not contradict itself: {self:?}");
    }
}
