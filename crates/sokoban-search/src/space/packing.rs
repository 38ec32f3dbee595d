//! Packing: the boxes of a state in as few bytes as are cheap to make.

use sokoban_core::{BitBoard, Square};

/// How the boxes of the states of one level are written down: whichever form is the smaller.
///
/// The bytes come as 64-bit words, lowest byte first, the rest of the last word zero: words compare
/// and copy in a few instructions where a slice of some odd number of bytes takes a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packing {
    form: Form,
    bytes: usize,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    /// One bit a square.
    Bits,
    /// The squares ascending, a byte each.
    Bytes,
    /// The squares ascending, two bytes each.
    Pairs,
}

impl Packing {
    /// For `boxes` boxes on squares with numbers below `squares`.
    pub(crate) fn new(squares: usize, boxes: usize) -> Self {
        let bits = squares.div_ceil(8);
        let (list, form) =
            if squares <= 256 { (boxes, Form::Bytes) } else { (2 * boxes, Form::Pairs) };
        if bits <= list {
            Self { form: Form::Bits, bytes: bits }
        } else {
            Self { form, bytes: list }
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
        match self.form {
            Form::Bits => {
                for (packed, word) in packed.iter_mut().zip(boxes.words()) {
                    *packed = *word;
                }
            }
            Form::Bytes => write_squares(boxes, packed, 8),
            Form::Pairs => write_squares(boxes, packed, 16),
        }
    }

    /// The boxes that were packed as `packed`.
    pub(crate) fn unpack<const WORDS: usize>(&self, packed: &[u64]) -> BitBoard<WORDS> {
        match self.form {
            Form::Bits => {
                let mut words = [0; WORDS];
                for (word, packed) in words.iter_mut().zip(packed) {
                    *word = *packed;
                }
                BitBoard::from_words(words)
            }
            Form::Bytes => read_squares(packed, self.bytes, 8),
            Form::Pairs => read_squares(packed, self.bytes / 2, 16),
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
            if squares <= 128 { check::<2>(squares, &chosen); }
            check::<8>(squares, &chosen);
        }
    }

    #[test]
    fn the_smaller_form_is_taken() {
        assert_eq!(Packing::new(133, 34).bytes(), 17);
        assert_eq!(Packing::new(133, 11).bytes(), 11);
        assert_eq!(Packing::new(1000, 5).bytes(), 10);
    }
}
