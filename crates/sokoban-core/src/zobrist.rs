//! Zobrist keys: a pseudo-random 64-bit number for each square of a box or of the player.

use crate::square::Square;

/// The key of a box on `square`.
///
/// A state's key is the exclusive or of the keys of its boxes and of its player, so a push changes
/// it by four of them (Zobrist, 1970). Computed rather than looked up: three multiplications cost
/// no more than the cache line that a table would take, and a table for the largest board would be
/// half a mebibyte.
///
/// [`State::key`](crate::State::key) is made of these; they are public for those who keep states in
/// a form of their own.
#[must_use]
pub const fn box_key(square: Square) -> u64 {
    mix(2 * square.index() as u64)
}

/// The key of the player whose canonical square is `square`.
#[must_use]
pub const fn player_key(square: Square) -> u64 {
    mix(2 * square.index() as u64 + 1)
}

/// The finalizer of the SplitMix64 generator (Steele, Lea & Flood 2014) over a Weyl sequence.
const fn mix(index: u64) -> u64 {
    let mut word = (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;

    #[test]
    fn all_keys_differ() {
        let keys: BTreeSet<u64> = (0..20_000)
            .flat_map(|index| [box_key(Square::new(index)), player_key(Square::new(index))])
            .collect();
        assert_eq!(keys.len(), 40_000);
    }
}
