//! Ranking: the boxes of a state as one number, the least that there is room for.

use std::ops::{AddAssign, SubAssign};

use sokoban_core::{BitBoard, Square};

/// A number that ranks are made of.
pub(crate) trait Number: Copy + Ord + AddAssign + SubAssign {
    const ZERO: Self;
    const BITS: usize;

    /// `number`, or the greatest if it is greater.
    fn saturated(number: u128) -> Self;

    /// The bits up to the highest one that is set.
    fn used_bits(self) -> usize;
}

macro_rules! number {
    ($type:ty) => {
        impl Number for $type {
            const ZERO: Self = 0;
            const BITS: usize = <$type>::BITS as usize;

            fn saturated(number: u128) -> Self {
                Self::try_from(number).unwrap_or(Self::MAX)
            }

            fn used_bits(self) -> usize {
                Self::BITS as usize - self.leading_zeros() as usize
            }
        }
    };
}
number!(u64);
number!(u128);

/// The place of a set of boxes among all sets of as many, in colexicographic order: the sum of
/// C(square, number) over the boxes, numbered from 1 in ascending order (the combinatorial number
/// system: Knuth, The Art of Computer Programming 4A, section 7.2.1.3).
#[derive(Clone, Debug)]
pub(crate) struct Ranking<T> {
    squares: usize,
    boxes: usize,
    /// By box and square: C(square, number of the box). What no box can come to may be too small.
    terms: Vec<T>,
    /// By box and used bits: the greatest square whose term has no more.
    guesses: Vec<u16>,
}

/// C(squares, boxes), if it has room.
pub(crate) fn choices(squares: usize, boxes: usize) -> Option<u128> {
    (0..boxes.min(squares - boxes.min(squares))).try_fold(1_u128, |choices, taken| {
        Some(choices.checked_mul((squares - taken) as u128)? / (taken as u128 + 1))
    })
}

impl<T: Number> Ranking<T> {
    /// For `boxes` boxes on squares with numbers below `squares`, of which there are at least as
    /// many; the choices must have room in `T`.
    pub(crate) fn new(squares: usize, boxes: usize) -> Self {
        // A line of Pascal's triangle at a time.
        let mut line = vec![1_u128; squares];
        let mut terms = Vec::with_capacity(boxes * squares);
        let mut guesses = Vec::with_capacity(boxes * (T::BITS + 1));
        for _ in 0..boxes {
            let mut sum = 0_u128;
            for term in &mut line {
                let above = std::mem::replace(term, sum);
                sum = sum.saturating_add(above);
            }
            let row = line.iter().map(|&term| T::saturated(term));
            let first = terms.len();
            terms.extend(row);
            let row: &[T] = &terms[first..];
            guesses.extend(
                (0..=T::BITS)
                    .map(|bits| (row.partition_point(|term| term.used_bits() <= bits) - 1) as u16),
            );
        }
        Self { squares, boxes, terms, guesses }
    }

    /// The rank of a set of as many boxes as there are.
    ///
    /// O(boxes).
    pub(crate) fn rank<const WORDS: usize>(&self, boxes: &BitBoard<WORDS>) -> T {
        let mut rank = T::ZERO;
        for (row, square) in self.terms.chunks_exact(self.squares).zip(boxes) {
            rank += row[square.index()];
        }
        rank
    }

    /// The boxes of this rank.
    ///
    /// O(squares) at worst; the guess is nearly always within two or three squares.
    pub(crate) fn boxes<const WORDS: usize>(&self, mut rank: T) -> BitBoard<WORDS> {
        let mut boxes = BitBoard::EMPTY;
        for number in (0..self.boxes).rev() {
            let row = &self.terms[number * self.squares..][..self.squares];
            let guess = self.guesses[number * (T::BITS + 1) + rank.used_bits()];
            let mut square = usize::from(guess);
            while row[square] > rank {
                square -= 1;
            }
            rank -= row[square];
            boxes.insert(Square::new(square));
        }
        boxes
    }

    pub(crate) fn memory_usage(&self) -> usize {
        self.terms.capacity() * size_of::<T>() + self.guesses.capacity() * size_of::<u16>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// All sets of `boxes` squares below `squares`, in colexicographic order.
    fn sets(squares: usize, boxes: usize) -> Vec<BitBoard<1>> {
        (0_u64..1 << squares)
            .filter(|bits| bits.count_ones() as usize == boxes)
            .map(|bits| BitBoard::from_words([bits]))
            .collect()
    }

    #[test]
    fn ranks_are_places_in_the_list_of_all_sets() {
        for squares in 1..=12 {
            for boxes in 1..=squares {
                let sets = sets(squares, boxes);
                assert_eq!(choices(squares, boxes), Some(sets.len() as u128));
                let (short, long) =
                    (Ranking::<u64>::new(squares, boxes), Ranking::<u128>::new(squares, boxes));
                for (place, set) in sets.iter().enumerate() {
                    assert_eq!(short.rank(set), place as u64);
                    assert_eq!(long.rank(set), place as u128);
                    assert_eq!(short.boxes::<1>(place as u64), *set);
                    assert_eq!(long.boxes::<1>(place as u128), *set);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn unranking_undoes_ranking_up_to_the_last_bit(
            (squares, chosen) in (1usize..=300).prop_flat_map(|squares| {
                (Just(squares), prop::collection::btree_set(0..squares, 1..=squares.min(150)))
            })
        ) {
            let check = |chosen: &BTreeSet<usize>| {
                let Some(choices) = choices(squares, chosen.len()) else { return };
                let set: BitBoard<8> = chosen.iter().map(|&index| Square::new(index)).collect();
                let ranking = Ranking::<u128>::new(squares, chosen.len());
                let rank = ranking.rank(&set);
                assert!(rank < choices);
                assert_eq!(ranking.boxes::<8>(rank), set);
                if u64::try_from(choices).is_ok() {
                    let ranking = Ranking::<u64>::new(squares, chosen.len());
                    assert_eq!(u128::from(ranking.rank(&set)), rank);
                    assert_eq!(ranking.boxes::<8>(rank as u64), set);
                }
            };
            check(&chosen);
            // The last set of all.
            check(&(squares - chosen.len()..squares).collect());
        }
    }
}
