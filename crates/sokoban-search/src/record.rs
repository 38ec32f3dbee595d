//! RecordLayout: how a stored state's boxes, player, g, h and closed mark share a few bytes.

use sokoban_core::Square;

/// What is stored of a state besides its boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// The canonical player square.
    pub(crate) player: Square,
    /// The least cost of a path found so far.
    pub(crate) g: u32,
    /// The bound.
    pub(crate) h: u32,
    /// Was the state expanded at this g?
    pub(crate) closed: bool,
}

/// A g or an h that has no room in the layout in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NeedsWiderLayout;

/// The layout of records: the boxes, and behind them player, g, h and closed mark, together the
/// tail, in 4, 6 or 8 bytes.
///
/// Four bytes serve nearly every level: up to 512 squares they hold g and h up to 2047.
/// Nothing is ever cut off: what has no room is [`NeedsWiderLayout`], and the search starts again
/// with the next wider layout.
///
/// Records are read and written as 64-bit words at any byte, so the bytes they lie in have to go
/// on for [`Self::MARGIN`] bytes past the last one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordLayout {
    box_bytes: usize,
    /// What of the last word of the boxes is theirs.
    last_box_mask: u64,
    tail_bytes: usize,
    tail_mask: u64,
    player_bits: u32,
    /// The bits of g, and of h.
    cost_bits: u32,
}

impl RecordLayout {
    /// See the type.
    pub(crate) const MARGIN: usize = 8;

    const TAILS: [usize; 3] = [4, 6, 8];

    /// The narrowest layout in which costs up to `cost` have room.
    pub(crate) fn new(box_bytes: usize, player_bits: u32, cost: u32) -> Self {
        let layouts = Self::TAILS.map(|tail_bytes| Self {
            box_bytes,
            last_box_mask: mask(match box_bytes % 8 {
                0 => 8,
                bytes => bytes,
            }),
            tail_bytes,
            tail_mask: mask(tail_bytes),
            player_bits,
            cost_bits: ((8 * tail_bytes as u32 - 1 - player_bits) / 2).min(31),
        });
        let fits = |layout: &&Self| cost <= layout.greatest_cost();
        *layouts.iter().find(fits).unwrap_or(&layouts[2])
    }

    /// The next wider layout.
    pub(crate) fn wider(&self) -> Self {
        Self::new(self.box_bytes, self.player_bits, self.greatest_cost() + 1)
    }

    /// The greatest g or h that has room.
    pub(crate) fn greatest_cost(&self) -> u32 {
        (1 << self.cost_bits) - 1
    }

    /// Have the costs of a node room?
    pub(crate) fn has_room_for(&self, node: Node) -> bool {
        node.g.max(node.h) <= self.greatest_cost()
    }

    /// The bytes of a whole record.
    pub(crate) fn bytes(&self) -> usize {
        self.box_bytes + self.tail_bytes
    }

    /// The 64-bit words of a state's packed boxes.
    pub(crate) fn box_words(&self) -> usize {
        self.box_bytes.div_ceil(8)
    }

    /// Writes the packed boxes of a record that begins at `record`.
    pub(crate) fn write_boxes(&self, record: &mut [u8], packed: &[u64]) {
        for (at, word) in (0..self.box_bytes).step_by(8).zip(packed) {
            let behind = read_word(record, at) & !self.box_mask(at);
            write_word(record, at, *word | behind);
        }
    }

    /// Reads the packed boxes of a record into `packed`.
    pub(crate) fn read_boxes(&self, record: &[u8], packed: &mut [u64]) {
        for (at, word) in (0..self.box_bytes).step_by(8).zip(packed) {
            *word = read_word(record, at) & self.box_mask(at);
        }
    }

    /// Does a record hold these packed boxes?
    pub(crate) fn has_boxes(&self, record: &[u8], packed: &[u64]) -> bool {
        (0..self.box_bytes)
            .step_by(8)
            .zip(packed)
            .all(|(at, word)| read_word(record, at) & self.box_mask(at) == *word)
    }

    /// Writes the tail of a record.
    pub(crate) fn write(&self, record: &mut [u8], node: Node) -> Result<(), NeedsWiderLayout> {
        if !self.has_room_for(node) {
            return Err(NeedsWiderLayout);
        }
        let costs = u64::from(node.g) | u64::from(node.h) << self.cost_bits;
        let tail = u64::from(node.closed)
            | (node.player.index() as u64) << 1
            | costs << (1 + self.player_bits);
        let behind = read_word(record, self.box_bytes) & !self.tail_mask;
        write_word(record, self.box_bytes, tail | behind);
        Ok(())
    }

    /// What [`Self::write`] wrote.
    pub(crate) fn read(&self, record: &[u8]) -> Node {
        let tail = read_word(record, self.box_bytes);
        let take = |shift: u32, bits: u32| (tail >> shift & ((1 << bits) - 1)) as u32;
        Node {
            closed: tail & 1 == 1,
            player: Square::new(take(1, self.player_bits) as usize),
            g: take(1 + self.player_bits, self.cost_bits),
            h: take(1 + self.player_bits + self.cost_bits, self.cost_bits),
        }
    }

    fn box_mask(&self, at: usize) -> u64 {
        if at + 8 >= self.box_bytes { self.last_box_mask } else { u64::MAX }
    }
}

/// The lowest so many bytes, 1 to 8.
fn mask(bytes: usize) -> u64 {
    u64::MAX >> (64 - 8 * bytes)
}

fn read_word(record: &[u8], at: usize) -> u64 {
    let bytes = record[at..at + 8].try_into().expect("a slice of 8 bytes");
    u64::from_le_bytes(bytes)
}

fn write_word(record: &mut [u8], at: usize, word: u64) {
    record[at..at + 8].copy_from_slice(&word.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn reading_undoes_writing(
            box_bytes in 0usize..30, player_bits in 1u32..=16, cost in 0u32..=5_000_000,
            player in 0usize..65_535, g in any::<u32>(), h in any::<u32>(), closed in any::<bool>(),
        ) {
            let layout = RecordLayout::new(box_bytes, player_bits, cost);
            prop_assert!(cost <= layout.greatest_cost());
            let most = layout.greatest_cost();
            let player = Square::new(player % (1 << player_bits).min(65_535));
            let node = Node { player, g: g.min(most), h: h.min(most), closed };
            let mut record = vec![0x5A; layout.bytes() + RecordLayout::MARGIN];
            let mut boxes = vec![u64::MAX; box_bytes.div_ceil(8)];
            if let Some(last) = boxes.last_mut() { *last = layout.last_box_mask; }
            let behind = record[layout.bytes()..].to_vec();
            layout.write_boxes(&mut record, &boxes);
            prop_assert_eq!(layout.write(&mut record, node), Ok(()));
            prop_assert_eq!(layout.read(&record), node);
            prop_assert!(layout.has_boxes(&record, &boxes));
            let mut read = vec![0; boxes.len()];
            layout.read_boxes(&record, &mut read);
            prop_assert_eq!(read, boxes);
            prop_assert_eq!(&record[layout.bytes()..], &behind[..]);
            let too_much = Node { g: most + 1, ..node };
            prop_assert_eq!(layout.write(&mut record, too_much), Err(NeedsWiderLayout));
            prop_assert_eq!(layout.read(&record), node);
        }
    }

    #[test]
    fn four_bytes_serve_most_levels() {
        assert_eq!(RecordLayout::new(20, 8, 700).bytes(), 24);
        let narrow = RecordLayout::new(20, 9, 2047);
        assert_eq!(narrow.bytes(), 24);
        assert_eq!(narrow.wider().bytes(), 26);
        assert_eq!(narrow.wider().wider().bytes(), 28);
    }
}
