//! SlotLayout: how a state of the transposition table and what is known of it share a few bytes.

use sokoban_core::Square;

use crate::transposition::{INFINITE, Known};

/// The layout of a slot: the packed boxes, and behind them, in three to eight bytes, player,
/// effort, iteration, g and what remains. A slot of zeros is empty, since iterations count from 1.
///
/// Slots are read and written as 64-bit words at any byte, so the bytes they lie in have to go on
/// for [`Self::MARGIN`] bytes past the last one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotLayout {
    box_bytes: usize,
    player_bits: u32,
    tail_bytes: usize,
    /// The bits of g, and of what remains.
    cost_bits: u32,
}

const EFFORT_BITS: u32 = 4;
const ITERATION_BITS: u32 = 4;

impl SlotLayout {
    pub(crate) const MARGIN: usize = 8;
    /// The greatest number of an iteration that has room.
    pub(crate) const GREATEST_ITERATION: u8 = (1 << ITERATION_BITS) - 1;

    /// The narrowest layout in which costs up to `cost` have room, or the widest.
    pub(crate) fn new(box_bytes: usize, player_bits: u32, cost: u32) -> Self {
        let with = |tail_bytes: usize| {
            let bits =
                (8 * tail_bytes as u32).saturating_sub(player_bits + EFFORT_BITS + ITERATION_BITS);
            Self { box_bytes, player_bits, tail_bytes, cost_bits: (bits / 2).min(20) }
        };
        let fits = |layout: &Self| layout.cost_bits > 1 && cost <= layout.greatest_cost();
        (3..8).map(with).find(fits).unwrap_or(with(8))
    }

    /// The bytes of a slot.
    pub(crate) fn bytes(&self) -> usize {
        self.box_bytes + self.tail_bytes
    }

    /// The greatest g that has room. Of what remains, a greater one is kept as this.
    pub(crate) fn greatest_cost(&self) -> u32 {
        // All bits set is infinite.
        (1 << self.cost_bits) - 2
    }

    /// The words of packed boxes.
    pub(crate) fn box_words(&self) -> usize {
        self.box_bytes.div_ceil(8)
    }

    /// Has the slot nothing in it?
    pub(crate) fn is_empty(&self, slot: &[u8]) -> bool {
        self.tail(slot) == 0
    }

    /// Does the slot hold this state?
    pub(crate) fn holds(&self, slot: &[u8], packed: &[u64], player: Square) -> bool {
        let tail = self.tail(slot);
        tail != 0
            && self.player_of(tail) == player
            && (0..self.box_bytes)
                .step_by(8)
                .zip(packed)
                .all(|(at, word)| read(slot, at, (self.box_bytes - at).min(8)) == *word)
    }

    /// Reads the packed boxes, and returns the player.
    pub(crate) fn read_state(&self, slot: &[u8], packed: &mut [u64]) -> Square {
        for (at, word) in (0..self.box_bytes).step_by(8).zip(packed) {
            *word = read(slot, at, (self.box_bytes - at).min(8));
        }
        self.player_of(self.tail(slot))
    }

    /// What is known of the state in a slot that is not empty.
    pub(crate) fn known(&self, slot: &[u8]) -> Known {
        let tail = self.tail(slot);
        let take = |shift: u32, bits: u32| (tail >> shift & ((1 << bits) - 1)) as u32;
        let costs = self.player_bits + EFFORT_BITS + ITERATION_BITS;
        let remaining = take(costs + self.cost_bits, self.cost_bits);
        Known {
            g: take(costs, self.cost_bits),
            remaining: if remaining > self.greatest_cost() { INFINITE } else { remaining },
            iteration: take(self.player_bits + EFFORT_BITS, ITERATION_BITS) as u8,
            effort: take(self.player_bits, EFFORT_BITS) as u8,
        }
    }

    /// Writes a state and what is known of it, whose g must have room.
    pub(crate) fn write(&self, slot: &mut [u8], packed: &[u64], player: Square, known: Known) {
        for (at, word) in (0..self.box_bytes).step_by(8).zip(packed) {
            write(slot, at, (self.box_bytes - at).min(8), *word);
        }
        self.write_known(slot, player, known);
    }

    /// Replaces what is known of the state in a slot, whose player is this.
    pub(crate) fn write_known(&self, slot: &mut [u8], player: Square, known: Known) {
        debug_assert!((1..=Self::GREATEST_ITERATION).contains(&known.iteration));
        debug_assert!(known.g <= self.greatest_cost(), "the g has room");
        let remaining = match known.remaining {
            INFINITE => self.greatest_cost() + 1,
            finite => finite.min(self.greatest_cost()),
        };
        let effort = known.effort.min((1 << EFFORT_BITS) - 1);
        let costs = u64::from(known.g) | u64::from(remaining) << self.cost_bits;
        let numbers = u64::from(effort)
            | u64::from(known.iteration) << EFFORT_BITS
            | costs << (EFFORT_BITS + ITERATION_BITS);
        let tail = player.index() as u64 | numbers << self.player_bits;
        write(slot, self.box_bytes, self.tail_bytes, tail);
    }

    fn tail(&self, slot: &[u8]) -> u64 {
        read(slot, self.box_bytes, self.tail_bytes)
    }

    fn player_of(&self, tail: u64) -> Square {
        Square::new((tail & ((1 << self.player_bits) - 1)) as usize)
    }
}

/// The lowest so many bytes, 1 to 8.
fn mask(bytes: usize) -> u64 {
    u64::MAX >> (64 - 8 * bytes)
}

fn read(slot: &[u8], at: usize, bytes: usize) -> u64 {
    let word = slot[at..at + 8].try_into().expect("a slice of 8 bytes");
    u64::from_le_bytes(word) & mask(bytes)
}

fn write(slot: &mut [u8], at: usize, bytes: usize, value: u64) {
    let word = slot[at..at + 8].try_into().expect("a slice of 8 bytes");
    let behind = u64::from_le_bytes(word) & !mask(bytes);
    slot[at..at + 8].copy_from_slice(&(behind | value).to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn reading_undoes_writing(
            box_bytes in 1usize..30, player_bits in 1u32..=16, cost in 0u32..=70_000,
            player in any::<u16>(), g in any::<u32>(), remaining in any::<u32>(),
            iteration in 1u8..=15, effort in 0u8..16, boxes in any::<[u64; 4]>(), is_infinite in any::<bool>(),
        ) {
            let layout = SlotLayout::new(box_bytes, player_bits, cost);
            prop_assert!(layout.bytes() <= box_bytes + 8);
            let most = layout.greatest_cost();
            let player = Square::new(usize::from(player) % (1 << player_bits).min(65_535));
            let mut packed = boxes[..layout.box_words()].to_vec();
            let last = packed.len() - 1;
            packed[last] &= mask((box_bytes - 1) % 8 + 1);
            let remaining = if is_infinite { INFINITE } else { remaining.min(most) };
            let known = Known { g: g.min(most), remaining, iteration, effort };
            let mut slot = vec![0; layout.bytes()];
            slot.extend([0x5A; SlotLayout::MARGIN]);
            prop_assert!(layout.is_empty(&slot));
            layout.write(&mut slot, &packed, player, known);
            prop_assert!(!layout.is_empty(&slot) && layout.holds(&slot, &packed, player));
            prop_assert_eq!(layout.known(&slot), known);
            let mut read = vec![0; packed.len()];
            prop_assert_eq!(layout.read_state(&slot, &mut read), player);
            prop_assert_eq!(&read, &packed);
            packed[0] ^= 1;
            prop_assert!(!layout.holds(&slot, &packed, player));
            prop_assert_eq!(&slot[layout.bytes()..], &[0x5A; SlotLayout::MARGIN]);
        }
    }

    #[test]
    fn nine_bytes_serve_a_small_level() {
        let layout = SlotLayout::new(5, 6, 60);
        assert_eq!((layout.bytes(), layout.greatest_cost()), (9, 510));
        // What has no room is rounded down: a bound still.
        let mut slot = vec![0; layout.bytes() + SlotLayout::MARGIN];
        let known = Known { g: 3, remaining: 9_999, iteration: 1, effort: 99 };
        layout.write(&mut slot, &[7], Square::new(1), known);
        assert_eq!(layout.known(&slot), Known { g: 3, remaining: 510, iteration: 1, effort: 15 });
    }
}
