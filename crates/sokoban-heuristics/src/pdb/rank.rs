//! PatternIndex: a dense number for every (boxes, region of the player).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use sokoban_core::{Board, Square};

use super::account::{Account, BuildError};
use super::chunks::map_chunks;
use super::regions::RegionFinder;

/// The most boxes of a pattern.
pub(crate) const MOST_BOXES: usize = 3;

/// Subsets whose regions are found between two looks at the account.
const GROUP: usize = 1 << 13;
/// Subsets that one worker takes at a time.
const CHUNK: usize = 1 << 9;
/// Squares that are flooded between two looks at the account, about.
const FLOODED: usize = 1 << 20;

/// Numbers the states of a pattern: a set of `boxes` squares out of the first `open` of a board,
/// and the region that the player is in when there is no other box.
///
/// A set of squares a < b < c has the rank C(a, 1) + C(b, 2) + C(c, 3) (the combinatorial number
/// system). The states of a set come together, its largest region first, so a set that cuts
/// nothing, as most do, needs no look at the player. What a set cuts off is kept as sets of
/// squares, each distinct one once: few differ, since a box in a corridor cuts off the same squares
/// wherever the other boxes stand.
#[derive(Clone, Debug)]
pub(crate) struct PatternIndex {
    boxes: usize,
    open: usize,
    /// `choose[i][s]` = C(s, i + 1).
    choose: [Vec<u32>; MOST_BOXES],
    /// By rank: the number of the set's first state; and at the end the number of states.
    first: Vec<u32>,
    /// The regions cut off, by their number in `cut_sets`. Since every set has one region that is
    /// not cut off, those of the set with rank r begin at `first[r] - r`.
    cuts: Vec<u32>,
    /// Sets of squares as bits, `words` words each.
    cut_sets: Vec<u64>,
    words: usize,
}

impl PatternIndex {
    /// Numbers all sets of `boxes` squares, 1 to [`MOST_BOXES`], with numbers below `open`.
    ///
    /// # Errors
    /// Those of the account.
    ///
    /// # Complexity
    /// With S = C(open, boxes) sets: O(S) time, and O(squares) more for a set that touches a
    /// narrow place. Four bytes a set and a cut.
    pub(crate) fn new(
        board: &Board,
        open: usize,
        boxes: usize,
        account: &mut Account<'_>,
    ) -> Result<Self, BuildError> {
        assert!((1..=MOST_BOXES).contains(&boxes), "a pattern has 1 to 3 boxes");
        let subsets = binomial(open, boxes);
        let words = board.squares().div_ceil(64);
        // The values take another byte a state at least: what cannot fit is refused at once.
        account.check_room(subsets.saturating_mul(4 + 1))?;
        let buffers = RegionFinder::memory_usage(board)
            + subsets.min(GROUP) * (2 * 8 + 2)
            + subsets.min(floods_at_once(board)) * 3 * boxes * words * 8
            + open * 4 * MOST_BOXES;
        // And the number of states, behind the sets'.
        account.reserve(buffers + 4)?;
        let choose = [1, 2, 3].map(|count| -> Vec<u32> {
            (0..open).map(|square| binomial(square, count).min(u32::MAX as usize) as u32).collect()
        });
        let first = account.vector(subsets.saturating_add(1))?;
        let mut index =
            Self { boxes, open, choose, first, cuts: Vec::new(), cut_sets: Vec::new(), words };
        index.number(board, subsets, account)?;
        account.release(buffers);
        Ok(index)
    }

    fn number(
        &mut self,
        board: &Board,
        subsets: usize,
        account: &mut Account<'_>,
    ) -> Result<(), BuildError> {
        let finder = RegionFinder::new(board);
        let mut interned: BTreeMap<Vec<u64>, u32> = BTreeMap::new();
        let mut states: u32 = 0;
        let mut group: Vec<[Square; MOST_BOXES]> = Vec::with_capacity(subsets.min(GROUP));
        let mut narrow: Vec<[Square; MOST_BOXES]> = Vec::with_capacity(subsets.min(GROUP));
        let floods_at_once = floods_at_once(board);
        let mut next = (subsets > 0).then(|| first_set(self.boxes));
        let words = self.words;
        while let Some(set) = next {
            group.push(set);
            next = next_set(set, self.boxes, self.open);
            if group.len() < GROUP && next.is_some() {
                continue;
            }
            account.reserve(group.len() * 4)?;
            // Most sets cut nothing, which a look round their boxes tells.
            let whole = map_chunks(account.workers(), &group, CHUNK, |sets| -> Vec<bool> {
                sets.iter().map(|set| finder.is_surely_whole(&set[..self.boxes])).collect()
            });
            let whole = whole.concat();
            narrow.clear();
            narrow.extend(
                group.iter().zip(&whole).filter(|(_, whole)| !**whole).map(|(set, _)| *set),
            );
            let mut counts: Vec<u8> = Vec::with_capacity(narrow.len());
            for sets in narrow.chunks(floods_at_once) {
                account.tell()?;
                let chunk = (floods_at_once / 16).max(1);
                let found = map_chunks(account.workers(), sets, chunk, |sets| {
                    cuts_of(&finder, sets, self.boxes, words)
                });
                let cuts: usize = found.iter().map(|(_, cut_sets)| cut_sets.len() / words).sum();
                let growth = grown(self.cuts.capacity(), self.cuts.len() + cuts);
                account.reserve(growth * 4)?;
                self.cuts.reserve_exact(self.cuts.capacity() - self.cuts.len() + growth);
                for (more, cut_sets) in found {
                    counts.extend_from_slice(&more);
                    for cut_set in cut_sets.chunks_exact(words) {
                        let number = match interned.get(cut_set) {
                            Some(&number) => number,
                            None => {
                                // A node of the map besides the two copies.
                                account.reserve(words * 8 * 3 + 64)?;
                                let number = interned.len() as u32;
                                interned.insert(cut_set.to_vec(), number);
                                self.cut_sets.extend_from_slice(cut_set);
                                number
                            }
                        };
                        self.cuts.push(number);
                    }
                }
            }
            let mut counts = counts.into_iter();
            for is_whole in whole {
                self.first.push(states);
                let cuts = if is_whole { 0 } else { counts.next().unwrap_or(0) };
                let too_many = BuildError::TooLarge { bytes: usize::MAX, limit: u32::MAX as usize };
                states = states.checked_add(u32::from(cuts) + 1).ok_or(too_many)?;
            }
            group.clear();
        }
        self.first.push(states);
        account.release(interned.len() * (words * 8 * 3 + 64));
        self.cut_sets.shrink_to_fit();
        account.reserve(self.cut_sets.len() * 8)?;
        Ok(())
    }

    /// The boxes of a pattern.
    pub(crate) fn boxes(&self) -> usize {
        self.boxes
    }

    /// A box of a pattern stands on a square with a number below this.
    pub(crate) fn open(&self) -> usize {
        self.open
    }

    /// The sets of squares.
    pub(crate) fn subsets(&self) -> usize {
        self.first.len() - 1
    }

    /// All states, numbered from 0.
    pub(crate) fn states(&self) -> usize {
        self.first[self.subsets()] as usize
    }

    /// The rank of a set of squares, which are ascending and below [`Self::open`].
    pub(crate) fn rank(&self, boxes: &[Square]) -> usize {
        let terms = boxes.iter().zip(&self.choose).map(|(square, choose)| choose[square.index()]);
        terms.map(|term| term as usize).sum()
    }

    /// The states of the set with this rank.
    pub(crate) fn states_of(&self, rank: usize) -> core::ops::Range<usize> {
        self.first[rank] as usize..self.first[rank + 1] as usize
    }

    /// The state of the set with this rank and the player on `player`, a square without a box.
    pub(crate) fn state(&self, rank: usize, player: Square) -> usize {
        let (begin, end) = (self.first[rank], self.first[rank + 1]);
        if end - begin == 1 {
            return begin as usize;
        }
        let cuts = &self.cuts[begin as usize - rank..end as usize - rank - 1];
        let (word, bit) = (player.index() / 64, player.index() % 64);
        let cut = cuts
            .iter()
            .position(|&number| self.cut_sets[number as usize * self.words + word] >> bit & 1 == 1);
        begin as usize + cut.map_or(0, |cut| cut + 1)
    }

    /// The bytes that it takes.
    pub(crate) fn memory_usage(&self) -> usize {
        let choose: usize = self.choose.iter().map(Vec::capacity).sum();
        (choose + self.first.capacity() + self.cuts.capacity()) * 4 + self.cut_sets.capacity() * 8
    }
}

/// The sets whose regions are found between two looks at the account.
fn floods_at_once(board: &Board) -> usize {
    (FLOODED / board.squares().max(1)).clamp(1, GROUP)
}

/// How many regions each of `sets` cuts off, and these regions as bits, `words` words each.
fn cuts_of(
    finder: &RegionFinder<'_>,
    sets: &[[Square; MOST_BOXES]],
    boxes: usize,
    words: usize,
) -> (Vec<u8>, Vec<u64>) {
    let mut scratch = finder.scratch();
    let mut counts: Vec<u8> = Vec::with_capacity(sets.len());
    let mut cut_sets: Vec<u64> = Vec::new();
    for set in sets {
        let mut count = 0;
        finder.cuts(&set[..boxes], &mut scratch, |region| {
            let start = cut_sets.len();
            cut_sets.resize(start + words, 0);
            for square in region {
                cut_sets[start + square.index() / 64] |= 1 << (square.index() % 64);
            }
            count += 1;
        });
        counts.push(count);
    }
    (counts, cut_sets)
}

/// What a vector grows by, at most, when it comes to hold `length` items.
fn grown(capacity: usize, length: usize) -> usize {
    if length <= capacity { 0 } else { length.max(2 * capacity) - capacity }
}

/// C(n, count), or `usize::MAX` if it is larger.
pub(crate) fn binomial(n: usize, count: usize) -> usize {
    let mut product: u128 = 1;
    for taken in 0..count {
        product = product * n.saturating_sub(taken) as u128 / (taken as u128 + 1);
    }
    usize::try_from(product).unwrap_or(usize::MAX)
}

/// The set of rank 0.
fn first_set(boxes: usize) -> [Square; MOST_BOXES] {
    let mut set = [Square::NONE; MOST_BOXES];
    for (number, square) in set.iter_mut().take(boxes).enumerate() {
        *square = Square::new(number);
    }
    set
}

/// The set whose rank is the next one.
fn next_set(
    mut set: [Square; MOST_BOXES],
    boxes: usize,
    open: usize,
) -> Option<[Square; MOST_BOXES]> {
    for number in 0..boxes {
        let next = set[number].index() + 1;
        let limit = if number + 1 < boxes { set[number + 1].index() } else { open };
        if next < limit {
            set[number] = Square::new(next);
            return Some(set);
        }
        set[number] = Square::new(number);
    }
    None
}
