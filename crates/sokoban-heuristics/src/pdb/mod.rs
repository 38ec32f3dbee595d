//! PatternDatabase: the matching, raised where a few boxes are in one another's way.

pub(crate) mod account;
pub(crate) mod build;
mod chunks;
mod pairing;
pub(crate) mod rank;
pub(crate) mod regions;
mod table;
mod triples;

#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use sokoban_core::{Board, PlayerSides, Square};

use crate::bound::Bound;
use crate::heuristic::Heuristic;
use crate::matching::{Matching, MatchingScratch};
use account::Account;
pub use account::{BuildConfig, BuildError, BuildProgress, Workers};
use build::INFINITE;
use pairing::Pairing;
use table::distance_alone;
pub use table::{PatternTable, PatternTarget};
use triples::BestTriple;

/// The greatest of three bounds over tables of up to three boxes:
///
/// - the matching over push distances;
/// - what every box needs to its nearest target alone, and on top of that the excesses of disjoint
///   pairs, chosen to add up to the most: a push moves one box and so counts in one pair only;
/// - with tables of three boxes, the same with the greatest excess of one triple.
///
/// Where a pair or a triple cannot be brought home by anyone, the state is unsolvable, whatever the
/// matching says. As a number a pattern is weak, since each picks the targets that suit it best
/// (Pereira, Ritt & Buriol 2015); hence the maximum with the matching.
///
/// Admissible. Consistent too: the least steps of one pattern fall by at most 1 along a push of one
/// of its boxes and not at all along another, since the player's region relative to the pattern
/// changes only when one of its boxes moves; and the set of pairings over which the maximum is
/// taken is the same for every state (all of them up to 12 boxes, single pairs beyond).
///
/// With fewer boxes on the board than the patterns have, the patterns are made smaller.
/// With more targets than boxes, a pattern may take any of them.
///
/// # Complexity
/// Built in O(C(live squares, k) * regions). A child costs what the matching costs, and one look-up
/// for each other box (k = 2) or two other boxes (k = 3).
///
/// # References
/// See [`PatternTable`]. Summing over disjoint sets of boxes: Korf & Felner, "Disjoint pattern
/// database heuristics" (Artificial Intelligence 134, 2002); choosing them anew for each state, by
/// a pairing of greatest weight: Felner, Korf & Hanan, "Additive pattern database heuristics"
/// (Journal of Artificial Intelligence Research 22, 2004).
#[derive(Clone, Debug)]
pub struct PatternDatabase {
    matching: Matching,
    sides: PlayerSides,
    /// By stance: the distance to the nearest target.
    nearest: Vec<u16>,
    boxes: usize,
    live_squares: usize,
    pairs: Option<PatternTable>,
    triples: Option<PatternTable>,
}

/// What is known of the state last seen.
#[derive(Clone, Debug)]
pub struct PatternScratch {
    matching: MatchingScratch,
    /// By box: what it needs alone.
    alone: Vec<u16>,
    alone_sum: u32,
    pairing: Pairing,
    triple: BestTriple,
    /// The excesses of the moved box with each other one.
    row: Vec<u8>,
    /// Does every box stand on a live square? The tables know no others.
    is_live: bool,
}

impl PatternDatabase {
    /// Builds the tables for patterns of up to `pattern_boxes` boxes. `watch` hears of the
    /// progress, all tables together, and may break.
    ///
    /// # Errors
    /// [`BuildError::TooLarge`] before anything is allocated that would pass the limit, or
    /// [`BuildError::Stopped`] if `watch` breaks.
    ///
    /// # Panics
    /// When `pattern_boxes` is not 1, 2 or 3.
    pub fn build(
        board: &Board,
        pattern_boxes: usize,
        target: PatternTarget,
        config: BuildConfig,
        watch: &mut dyn FnMut(&BuildProgress) -> ControlFlow<()>,
    ) -> Result<Self, BuildError> {
        assert!((1..=3).contains(&pattern_boxes), "a pattern has 1 to 3 boxes");
        let mut account = Account::new(config, watch);
        let boxes = board.start_boxes().len();
        let ends = match target {
            PatternTarget::Goals => board.goals().len(),
            PatternTarget::Start => boxes,
        };
        // The distances, the costs of the matching made of them, and the rows of both.
        let stances = board.sides().stances();
        account.reserve(stances * size_of::<u16>() * (2 * ends + 1) + board.squares() * 48)?;
        let nearest = target.nearest(board);
        let mut watch = || match account.tell() {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let matching = target
            .distances_while(board, &mut watch)
            .and_then(|distances| Matching::push_distance_while(board, &distances, &mut watch))
            .ok_or(BuildError::Stopped)?;
        let mut table = |size: usize| {
            let is_wanted = pattern_boxes >= size && boxes >= size;
            is_wanted
                .then(|| PatternTable::new(board, size, target, &nearest, &mut account))
                .transpose()
        };
        let pairs = table(2)?;
        let triples = table(3)?;
        Ok(Self {
            matching,
            sides: board.sides().clone(),
            nearest,
            boxes,
            live_squares: board.live_squares(),
            pairs,
            triples,
        })
    }

    /// The tables, of two and of three boxes, as far as there are any.
    pub fn tables(&self) -> impl Iterator<Item = &PatternTable> {
        self.pairs.iter().chain(&self.triples)
    }
}

impl Heuristic for PatternDatabase {
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;
    type Scratch = PatternScratch;

    fn scratch(&self) -> PatternScratch {
        PatternScratch {
            matching: self.matching.scratch(),
            alone: Vec::with_capacity(self.boxes),
            alone_sum: 0,
            pairing: Pairing::new(self.boxes),
            triple: BestTriple::new(if self.triples.is_some() { self.boxes } else { 0 }),
            row: Vec::with_capacity(self.boxes),
            is_live: false,
        }
    }

    fn bound(&self, boxes: &[Square], player: Square, scratch: &mut PatternScratch) -> Bound {
        let matching = self.matching.bound(boxes, player, &mut scratch.matching);
        let PatternScratch { alone, alone_sum, pairing, triple, is_live, .. } = scratch;
        *is_live = boxes.iter().all(|square| square.index() < self.live_squares);
        let Some(matched) = matching.pushes().filter(|_| *is_live) else {
            return matching;
        };
        alone.clear();
        alone.extend(
            boxes.iter().map(|&square| self.nearest[self.sides.stance(square, player).index()]),
        );
        *alone_sum = alone.iter().map(|&distance| u32::from(distance)).sum();
        let mut excess = 0;
        if let Some(table) = &self.pairs {
            pairing.clear();
            for (number, &one) in boxes.iter().enumerate() {
                for (other_number, &other) in boxes[..number].iter().enumerate() {
                    let weight = table.of_pair(one, other, player);
                    if weight == INFINITE {
                        return Bound::UNSOLVABLE;
                    }
                    pairing.set(number, other_number, weight);
                }
            }
            excess = pairing.total_above(matched.saturating_sub(*alone_sum));
        }
        if let Some(table) = &self.triples {
            match triple.of_state(table, boxes, player) {
                INFINITE => return Bound::UNSOLVABLE,
                greatest => excess = excess.max(u32::from(greatest)),
            }
        }
        Bound::new(matched.max(*alone_sum + excess))
    }

    fn bound_after(
        &self,
        boxes: &[Square],
        moved: usize,
        to: Square,
        player: Square,
        scratch: &mut PatternScratch,
    ) -> Bound {
        let mut excess = 0;
        let PatternScratch { alone, alone_sum, pairing, triple, row, is_live, .. } = scratch;
        // The tables first: they are quick, and what they prove dead needs no matching.
        let is_live = *is_live && to.index() < self.live_squares;
        if let Some(table) = self.pairs.as_ref().filter(|_| is_live) {
            row.clear();
            for (number, &other) in boxes.iter().enumerate() {
                let weight = if number == moved { 0 } else { table.of_pair(to, other, player) };
                if weight == INFINITE {
                    return Bound::UNSOLVABLE;
                }
                row.push(weight);
            }
        }
        if let Some(table) = self.triples.as_ref().filter(|_| is_live) {
            match triple.of_child(table, boxes, moved, to, player) {
                INFINITE => return Bound::UNSOLVABLE,
                greatest => excess = u32::from(greatest),
            }
        }
        let matching = self.matching.bound_after(boxes, moved, to, player, &mut scratch.matching);
        let Some(matched) = matching.pushes().filter(|_| is_live) else {
            return matching;
        };
        // Not infinite, or the matching would be so.
        let nearest = distance_alone(&self.sides, &self.nearest, to, player);
        let sum = *alone_sum - u32::from(alone[moved]) + nearest;
        if self.pairs.is_some() {
            let floor = matched.saturating_sub(sum);
            excess = excess.max(pairing.total_with_row_above(moved, row, floor));
        }
        Bound::new(matched.max(sum + excess))
    }

    fn memory_usage(&self) -> usize {
        self.matching.memory_usage()
            + self.sides.memory_usage()
            + self.nearest.capacity() * size_of::<u16>()
            + self.tables().map(PatternTable::memory_usage).sum::<usize>()
            + self.boxes * (2 + 1)
            + Pairing::memory_usage(self.boxes)
            + BestTriple::memory_usage(if self.triples.is_some() { self.boxes } else { 0 })
    }

    fn scratch_usage(&self) -> usize {
        self.matching.scratch_usage()
            + self.boxes * (2 + 1)
            + Pairing::memory_usage(self.boxes)
            + BestTriple::memory_usage(if self.triples.is_some() { self.boxes } else { 0 })
    }
}
