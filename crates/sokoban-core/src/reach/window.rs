//! Windows: what the squares around a step tell of the player's area after it.

/// The 3 by 3 windows round the square that a box leaves and round the one that it goes to, which
/// adjoins it. Bits in reading order, the middle is bit 4.
pub(super) struct Windows {
    /// Round `from`: the free squares, and of them those that were reached.
    pub(super) free_round_from: u64,
    pub(super) reached_round_from: u64,
    pub(super) free_round_to: u64,
    /// The bit of `to` in the window round `from`.
    pub(super) to_bit: u64,
}

/// What became of the area: it is what it was without `to`, and perhaps with `from`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) with_from: bool,
}

impl Windows {
    /// After a push, if these windows tell. The player stands on `from`, so it is in the area.
    pub(super) fn after_push(&self, loses_canonical: bool, to_was_reached: bool) -> Option<Told> {
        let is_known = !loses_canonical
            && self.opened() == 0
            && (!to_was_reached || self.stays_whole(self.bit_of_from()));
        is_known.then_some(Told { with_from: true })
    }

    /// After a pull, if these windows tell. Where no other side of `from` was reached, `from` stays
    /// out of reach, and whatever lies on its other sides too.
    pub(super) fn after_pull(&self, loses_canonical: bool) -> Option<Told> {
        let with_from = self.reached_round_from & SIDES & !self.to_bit != 0;
        let from_bit = if with_from { self.bit_of_from() } else { 0 };
        let is_known =
            !loses_canonical && (!with_from || self.opened() == 0) && self.stays_whole(from_bit);
        is_known.then_some(Told { with_from })
    }

    /// The bit of `from` in the window round `to`.
    fn bit_of_from(&self) -> u64 {
        1 << (8 - self.to_bit.trailing_zeros())
    }

    /// The sides of `from` but `to` that are free and were not reached.
    fn opened(&self) -> u64 {
        self.free_round_from & !self.reached_round_from & SIDES & !self.to_bit
    }

    /// Are the free sides of `to`, `from_bit` among them, surely connected without it?
    fn stays_whole(&self, from_bit: u64) -> bool {
        let around = self.free_round_to | from_bit;
        RING_CONNECTED[(around & 0b1111 | around >> 1 & 0b1111_0000) as usize]
    }
}

/// The four sides of the middle of a 3 by 3 window, a bit each.
const SIDES: u64 = 0b010_101_010;

/// For each set of squares round a middle, bits in reading order with the middle left out: are all
/// the sides in it connected by squares in it?
const RING_CONNECTED: [bool; 256] = {
    // The places in the ring clockwise from the top left; the sides are the odd ones.
    const CLOCKWISE: [usize; 8] = [0, 1, 2, 4, 7, 6, 5, 3];
    let mut table = [false; 256];
    let mut set = 0;
    while set < 256 {
        // Runs of squares in the ring that have a side in them: at most one may be.
        let mut runs = 0;
        let mut start = 0;
        while start < 8 {
            let before = CLOCKWISE[(start + 7) % 8];
            if set >> CLOCKWISE[start] & 1 == 1 && set >> before & 1 == 0 {
                let mut at = start;
                let mut has_side = false;
                while set >> CLOCKWISE[at % 8] & 1 == 1 {
                    has_side |= at % 2 == 1;
                    at += 1;
                }
                runs += has_side as usize;
            }
            start += 1;
        }
        table[set] = runs <= 1;
        set += 1;
    }
    table
};
