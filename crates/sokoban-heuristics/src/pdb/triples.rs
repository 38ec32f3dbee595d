//! BestTriple: the greatest excess of three boxes, in a state and in each of its children.

use alloc::vec::Vec;

use sokoban_core::Square;

use super::build::INFINITE;
use super::table::PatternTable;

/// The greatest excess of any three boxes of the state last seen, and of those without one of its
/// boxes.
#[derive(Clone, Debug, Default)]
pub(super) struct BestTriple {
    /// The excess of every three boxes, in the order of [`triples`].
    excesses: Vec<u8>,
    /// The best three, by number; none if every excess is zero.
    best: Option<[usize; 3]>,
    greatest: u8,
    /// The greatest excess of three without each of the best.
    without: [u8; 3],
}

impl BestTriple {
    pub(super) fn new(boxes: usize) -> Self {
        Self { excesses: Vec::with_capacity(count(boxes)), ..Self::default() }
    }

    /// Looks up every three boxes of a state: the greatest excess, or [`INFINITE`].
    pub(super) fn of_state(
        &mut self,
        table: &PatternTable,
        boxes: &[Square],
        player: Square,
    ) -> u8 {
        self.excesses.clear();
        self.best = None;
        self.greatest = 0;
        for [one, two, three] in triples(boxes.len()) {
            let excess = table.of_triple(ascending([boxes[one], boxes[two], boxes[three]]), player);
            if excess == INFINITE {
                return INFINITE;
            }
            if excess > self.greatest {
                self.greatest = excess;
                self.best = Some([one, two, three]);
            }
            self.excesses.push(excess);
        }
        if let Some(best) = self.best {
            self.without = best.map(|left_out| {
                let others = triples(boxes.len()).zip(&self.excesses);
                let others = others.filter(|(triple, _)| !triple.contains(&left_out));
                others.map(|(_, excess)| *excess).max().unwrap_or(0)
            });
        }
        self.greatest
    }

    /// The greatest excess if box `moved` stood on `to` and the player on `player`, or
    /// [`INFINITE`].
    pub(super) fn of_child(
        &self,
        table: &PatternTable,
        boxes: &[Square],
        moved: usize,
        to: Square,
        player: Square,
    ) -> u8 {
        let place = self.best.and_then(|best| best.iter().position(|&number| number == moved));
        let mut greatest = place.map_or(self.greatest, |place| self.without[place]);
        for high in 0..boxes.len() {
            for low in 0..high {
                if low == moved || high == moved {
                    continue;
                }
                let excess = table.of_triple(ascending([boxes[low], boxes[high], to]), player);
                if excess == INFINITE {
                    return INFINITE;
                }
                greatest = greatest.max(excess);
            }
        }
        greatest
    }

    /// The bytes that it takes.
    pub(super) fn memory_usage(boxes: usize) -> usize {
        count(boxes)
    }
}

/// All sets of three numbers below `boxes`.
fn triples(boxes: usize) -> impl Iterator<Item = [usize; 3]> {
    (0..boxes).flat_map(|high| {
        (0..high).flat_map(move |middle| (0..middle).map(move |low| [low, middle, high]))
    })
}

fn count(boxes: usize) -> usize {
    boxes * boxes.saturating_sub(1) * boxes.saturating_sub(2) / 6
}

fn ascending([one, two, three]: [Square; 3]) -> [Square; 3] {
    let (low, high) = (one.min(two), one.max(two));
    [low.min(three), high.min(three).max(low), high.max(three)]
}
