//! Known: the fences that were searched lately.

use alloc::vec;
use alloc::vec::Vec;

use crate::state::State;

/// Whether the player can be let in by a set of boxes, for the sets asked about lately. It compares
/// whole states, so an answer is never another state's.
///
/// A place for each low part of the key; what comes later takes the place. It grows fourfold while
/// it is small and what it forgets has to be found out again, so that small levels, of which there
/// may be very many, need not pay for its making.
#[derive(Clone, Debug)]
pub(super) struct Known<const WORDS: usize> {
    places: Vec<Option<(State<WORDS>, bool)>>,
    /// Answers written since it grew.
    written: usize,
}

const LEAST_PLACES: usize = 1 << 4;
const MOST_PLACES: usize = 1 << 12;

impl<const WORDS: usize> Known<WORDS> {
    pub(super) const MOST_BYTES: usize = MOST_PLACES * size_of::<Option<(State<WORDS>, bool)>>();

    pub(super) fn new() -> Self {
        Self { places: vec![None; LEAST_PLACES], written: 0 }
    }

    pub(super) fn get(&self, state: &State<WORDS>) -> Option<bool> {
        match &self.places[self.place(state)] {
            Some((known, is_dead)) if known == state => Some(*is_dead),
            _ => None,
        }
    }

    pub(super) fn set(&mut self, state: State<WORDS>, is_dead: bool) {
        self.written += 1;
        if self.written > self.places.len() && self.places.len() < MOST_PLACES {
            self.written = 0;
            let places = vec![None; 4 * self.places.len()];
            for (state, is_dead) in
                core::mem::replace(&mut self.places, places).into_iter().flatten()
            {
                let place = self.place(&state);
                self.places[place] = Some((state, is_dead));
            }
        }
        let place = self.place(&state);
        self.places[place] = Some((state, is_dead));
    }

    fn place(&self, state: &State<WORDS>) -> usize {
        state.key() as usize & (self.places.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    #[test]
    fn what_was_written_last_is_known() {
        let state = |number: usize| {
            let boxes = [number / 60, 60 + number % 60].map(Square::new).into_iter().collect();
            State::<2>::from_canonical(boxes, Square::new(number % 7))
        };
        let mut known = Known::new();
        for number in 0..3_000 {
            assert_eq!(known.get(&state(number)), None);
            known.set(state(number), number % 3 == 0);
            assert_eq!(known.get(&state(number)), Some(number % 3 == 0));
        }
        let kept: Vec<usize> = (0..3_000).filter(|&n| known.get(&state(n)).is_some()).collect();
        assert!(kept.len() > 1_500, "{}", kept.len());
        assert!(kept.iter().all(|&n| known.get(&state(n)) == Some(n % 3 == 0)));
        assert_eq!(known.places.len(), MOST_PLACES);
    }
}
