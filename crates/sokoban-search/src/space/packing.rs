//! Packing: the boxes of a state in as few bytes as are cheap to make.

use sokoban_core::{BitBoard, Square};

use super::ranking::{Ranking, choices};

/// How the boxes of the states of one level are written down: whichever form is the smallest, and
/// of those the cheapest.
///
/// The bytes come as 64-bit words, lowest byte first, the rest of the last word zero: words compare
/// and copy in a few instructions where a slice of some odd number of bytes takes a call.
#[derive(Clone, Debug)]
pub(crate) struct Packing {
    form: Form,
    bytes: usize,
}

#[derive(Clone, Debug)]
enum Form {
    /// One bit a square.
    Bits,
    /// The squares ascending, a byte each.
    Bytes,
    /// The squares ascending, two bytes each.
    Pairs,
    /// The place among all sets of as many boxes, which is the least that there can be.
    Rank(Ranking<u64>),
    /// The same, where it needs more than one word.
    LongRank(Ranking<u128>),
}

/// A byte is not worth the time: with four boxes it is a twentieth of all, and such levels are
/// small.
const LEAST_SAVED: usize = 2;

/// The tables of larger rankings would take more time and room than they save.
const MOST_TERMS: usize = 1 << 13;

impl Packing {
    /// For `boxes` boxes on squares with numbers below `squares`.
    pub(crate) fn new(squares: usize, boxes: usize) -> Self {
        let bits = squares.div_ceil(8);
        let (list, form) =
            if squares <= 256 { (boxes, Form::Bytes) } else { (2 * boxes, Form::Pairs) };
        let (bytes, form) = if bits <= list { (bits, Form::Bits) } else { (list, form) };
        let is_small = boxes > 0 && boxes <= squares && squares * boxes <= MOST_TERMS;
        let rank_bits = choices(squares, boxes).filter(|_| is_small).map(|choices| {
            let last = choices - 1;
            (u128::BITS - last.leading_zeros()) as usize
        });
        match rank_bits {
            Some(bits) if bits.div_ceil(8).max(1) + LEAST_SAVED <= bytes => {
                let form = if bits <= 64 {
                    Form::Rank(Ranking::new(squares, boxes))
                } else {
                    Form::LongRank(Ranking::new(squares, boxes))
                };
                Self { form, bytes: bits.div_ceil(8).max(1) }
            }
            _ => Self { form, bytes },
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The words that hold [`Self::bytes`].
    pub(crate) fn words(&self) -> usize {
        self.bytes.div_ceil(8)
    }

    /// Writes `boxes` to `packed`, which has [`Self::words`] words.
    pub(crate) fn pack<const WORDS: usize>(&self, boxes: &BitBoard<WORDS>, packed: &mut [u64]) {
        match &self.form {
            Form::Bits => {
                for (packed, word) in packed.iter_mut().zip(boxes.words()) {
                    *packed = *word;
                }
            }
            Form::Bytes => write_squares(boxes, packed, 8),
            Form::Pairs => write_squares(boxes, packed, 16),
            Form::Rank(ranking) => packed[0] = ranking.rank(boxes),
            Form::LongRank(ranking) => {
                let rank = ranking.rank(boxes);
                (packed[0], packed[1]) = (rank as u64, (rank >> 64) as u64);
            }
        }
    }

    /// The boxes that were packed as `packed`.
    pub(crate) fn unpack<const WORDS: usize>(&self, packed: &[u64]) -> BitBoard<WORDS> {
        match &self.form {
            Form::Bits => {
                let mut words = [0; WORDS];
                for (word, packed) in words.iter_mut().zip(packed) {
                    *word = *packed;
                }
                BitBoard::from_words(words)
            }
            Form::Bytes => read_squares(packed, self.bytes, 8),
            Form::Pairs => read_squares(packed, self.bytes / 2, 16),
            Form::Rank(ranking) => ranking.boxes(packed[0]),
            Form::LongRank(ranking) => {
                ranking.boxes(u128::from(packed[0]) | u128::from(packed[1]) << 64)
            }
        }
    }

    /// The bytes of its tables.
    pub(crate) fn memory_usage(&self) -> usize {
        match &self.form {
            Form::Bits | Form::Bytes | Form::Pairs => 0,
            Form::Rank(ranking) => ranking.memory_usage(),
            Form::LongRank(ranking) => ranking.memory_usage(),
        }
    }
}

/// Writes the squares as numbers of so many bits.
fn write_squares<const WORDS: usize>(boxes: &BitBoard<WORDS>, packed: &mut [u64], bits: usize) {
    packed.fill(0);
    let a_word = 64 / bits;
    for (number, square) in boxes.iter().enumerate() {
        packed[number / a_word] |= (square.index() as u64) << (number % a_word * bits);
    }
}

/// Reads the `count` numbers that [`write_squares`] wrote.
fn read_squares<const WORDS: usize>(packed: &[u64], count: usize, bits: usize) -> BitBoard<WORDS> {
    let a_word = 64 / bits;
    (0..count)
        .map(|number| packed[number / a_word] >> (number % a_word * bits) & ((1 << bits) - 1))
        .map(|number| Square::new(number as usize))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn check<const WORDS: usize>(squares: usize, chosen: &BTreeSet<usize>) {
        let boxes: BitBoard<WORDS> = chosen.iter().map(|&index| Square::new(index)).collect();
        let packing = Packing::new(squares, chosen.len());
        let mut packed = vec![u64::MAX; packing.words()];
        packing.pack(&boxes, &mut packed);
        assert_eq!(packing.unpack::<WORDS>(&packed), boxes);
    }

    proptest! {
        #[test]
        fn unpacking_undoes_packing(
            (squares, chosen) in (1usize..=512)
                .prop_flat_map(|squares| (Just(squares), prop::collection::btree_set(0..squares, 1..=squares.min(90))))
        ) {
            if squares <= 64 { check::<1>(squares, &chosen); }
            check::<8>(squares, &BTreeSet::from([squares - 1]));
            if squares <= 128 { check::<2>(squares, &chosen); }
            check::<8>(squares, &chosen);
        }
    }

    #[test]
    fn the_smaller_form_is_taken() {
        let form = |squares, boxes| {
            let packing = Packing::new(squares, boxes);
            let name = match packing.form {
                Form::Bits => "bits",
                Form::Bytes => "bytes",
                Form::Pairs => "pairs",
                Form::Rank(_) => "rank",
                Form::LongRank(_) => "long rank",
            };
            (name, packing.bytes())
        };
        assert_eq!(form(116, 32), ("long rank", 12));
        assert_eq!(form(116, 16), ("rank", 8));
        assert_eq!(form(133, 34), ("long rank", 14));
        assert_eq!(form(128, 64), ("bits", 16));
        assert_eq!(form(250, 100), ("bits", 32));
        assert_eq!(form(200, 1), ("bytes", 1));
        // The rank would take three.
        assert_eq!(form(45, 4), ("bytes", 4));
        assert_eq!(form(1000, 5), ("rank", 6));
        assert_eq!(form(3000, 5), ("pairs", 10));
    }
}
