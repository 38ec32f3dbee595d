//! BitBoard: a set of squares as a fixed number of 64-bit words.

use crate::square::Square;

/// A set of squares with numbers below `64 * WORDS`.
///
/// The width is chosen once per level, so a small board pays for nothing.
/// Equality and order are those of the whole set, word by word.
///
/// ```
/// use sokoban_core::{BitBoard, Square};
/// let mut boxes = BitBoard::<1>::EMPTY;
/// boxes.insert(Square::new(5));
/// boxes.insert(Square::new(40));
/// boxes.remove(Square::new(5));
/// assert_eq!(boxes.iter().collect::<Vec<_>>(), [Square::new(40)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BitBoard<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> BitBoard<WORDS> {
    /// The set without squares.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// How many squares the set has room for.
    pub const CAPACITY: usize = 64 * WORDS;

    /// Adds `square`.
    ///
    /// # Panics
    /// When `square` is not below [`Self::CAPACITY`].
    pub fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Takes `square` out.
    ///
    /// # Panics
    /// When `square` is not below [`Self::CAPACITY`].
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Is `square` in the set? A square past the capacity, [`Square::NONE`] included, is not.
    #[must_use]
    pub fn contains(&self, square: Square) -> bool {
        match self.0.get(square.index() / 64) {
            Some(word) => word >> (square.index() % 64) & 1 == 1,
            None => false,
        }
    }

    /// The number of squares in the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Has the set no square?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Is every square of this set in `other` too?
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, theirs)| mine & !theirs == 0)
    }

    /// The squares in ascending order.
    #[must_use]
    pub fn iter(&self) -> Squares<'_, WORDS> {
        Squares { words: &self.0, word: self.0.first().copied().unwrap_or(0), index: 0 }
    }

    /// The words, lowest squares first.
    #[must_use]
    pub const fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// The set whose words these are.
    #[must_use]
    pub const fn from_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }
}

impl<const WORDS: usize> FromIterator<Square> for BitBoard<WORDS> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl<'a, const WORDS: usize> IntoIterator for &'a BitBoard<WORDS> {
    type Item = Square;
    type IntoIter = Squares<'a, WORDS>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The squares of a [`BitBoard`], ascending.
#[derive(Clone, Debug)]
pub struct Squares<'a, const WORDS: usize> {
    words: &'a [u64; WORDS],
    /// What is left of the word at `index`.
    word: u64,
    index: usize,
}

impl<const WORDS: usize> Iterator for Squares<'_, WORDS> {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        while self.word == 0 {
            self.index += 1;
            self.word = *self.words.get(self.index)?;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(Square::new(64 * self.index + bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_a_tree_set(squares in prop::collection::vec((0usize..192, any::<bool>()), 0..80)) {
            let mut set = BitBoard::<3>::EMPTY;
            let mut twin = BTreeSet::new();
            for (index, inserts) in squares {
                let square = Square::new(index);
                if inserts { set.insert(square); twin.insert(square); } else { set.remove(square); twin.remove(&square); }
                prop_assert_eq!(set.contains(square), inserts);
            }
            prop_assert_eq!(set.len(), twin.len());
            prop_assert_eq!(set.is_empty(), twin.is_empty());
            prop_assert_eq!(set.iter().collect::<Vec<_>>(), twin.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(twin.into_iter().collect::<BitBoard<3>>(), set);
        }
    }

    #[test]
    fn no_square_is_in_no_set() {
        assert!(!BitBoard::<1>::from_words([u64::MAX]).contains(Square::NONE));
        assert!(BitBoard::<1024>::from_words([u64::MAX; 1024]).contains(Square::new(65_534)));
    }

    #[test]
    fn subsets() {
        let small: BitBoard<2> = [Square::new(1), Square::new(100)].into_iter().collect();
        let mut large = small;
        large.insert(Square::new(64));
        assert!(small.is_subset(&large));
        assert!(!large.is_subset(&small));
    }
}
