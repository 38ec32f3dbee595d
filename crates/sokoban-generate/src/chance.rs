//! Chance: random numbers that are the same everywhere, for each candidate its own.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};

/// The random numbers of one candidate. The stream is ChaCha with 8 rounds, which is defined to the
/// bit, and what is made of it is made here, so that no new version of a crate changes a level.
pub(crate) struct Chance(ChaCha8Rng);

impl Chance {
    /// The numbers for the candidate `number` of `seed`.
    pub(crate) fn new(seed: u64, number: u64) -> Self {
        let mut key = *b"................sokoban generate";
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&number.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// One of the numbers below `bound`, each as likely as any other.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).expect("a usize has at most 64 bits");
        // Numbers from the last multiple of the bound on would favor the small ones.
        let fair = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.0.next_u64();
            if number < fair {
                return usize::try_from(number % bound).expect("below a usize");
            }
        }
    }

    /// One of `choices`, or none if there are none.
    pub(crate) fn choose<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        if choices.is_empty() { None } else { choices.get(self.below(choices.len())) }
    }

    /// Puts `items` in one of all their orders.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_and_numbers_have_streams_of_their_own() {
        let first = |seed, number| {
            let mut chance = Chance::new(seed, number);
            [0; 8].map(|_: u8| chance.below(1000))
        };
        assert_eq!(first(1, 2), first(1, 2));
        assert_ne!(first(1, 2), first(2, 1));
        assert_ne!(first(1, 2), first(1, 3));
    }

    #[test]
    fn every_number_below_comes_up_about_as_often() {
        let mut chance = Chance::new(7, 0);
        let mut counts = [0; 6];
        for _ in 0..6000 {
            counts[chance.below(6)] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        let mut items: Vec<usize> = (0..20).collect();
        chance.shuffle(&mut items);
        assert_ne!(items, (0..20).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..20).collect::<Vec<_>>());
    }
}
