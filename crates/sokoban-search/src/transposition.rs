//! TranspositionTable: what is known of expanded states, in a fixed number of bytes.

use sokoban_core::Square;

use crate::memory::Memory;
use crate::outcome::StopReason;
use crate::space::StateSpace;

/// More than any cost: no target can be reached.
pub(crate) const INFINITE: u32 = u32::MAX;

/// What is known of a state that was expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The cost at which it was expanded.
    pub(crate) g: u32,
    /// A bound on the cost from there to a target, whatever the cost to get there;
    /// [`INFINITE`] if there is no way.
    pub(crate) remaining: u32,
    /// The iteration in which that was found, from 1.
    pub(crate) iteration: u16,
    /// The expansions that it took, to a power of two.
    pub(crate) effort: u8,
}

/// A hash table of expanded states that never passes a fixed size.
///
/// A slot is the packed boxes and one more word, and equality compares whole states. Four slots
/// make a bucket, and a key allows one bucket. A state that is stored takes, in this order, its own
/// slot; an empty slot; the slot of the oldest iteration, if that is not the one under way, and of
/// the least effort among those; the slot of the least effort. So what was found in this iteration
/// goes only to make room for the same, and what was dear to find stays.
///
/// The table begins with a few buckets and doubles in place whenever it is half full, so that a
/// small level neither clears nor touches memory that it does not need. The address space for the
/// greatest size is taken at once, and memory is booked as the table grows. If the limit on memory
/// is reached first, the table stays as large as it is.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    /// The words of a state's packed boxes; a slot has one more.
    box_words: usize,
    /// A slot whose last word is zero is empty.
    words: Vec<u64>,
    first_buckets: usize,
    doublings: u32,
    most_doublings: u32,
    len: usize,
}

const SLOTS: usize = 4;
/// The buckets to begin with are fewer than twice this.
const FEW_BUCKETS: usize = 64;
/// What the last word of a slot has room for; besides, 16 bits for the player's square.
const GREATEST_G: u32 = 0xffff;
const GREATEST_EFFORT: u8 = 0x3f;
const FINITE_REMAINING: u32 = 0xfffe;

impl TranspositionTable {
    /// The greatest number of an iteration that has room.
    pub(crate) const GREATEST_ITERATION: u16 = 0x3ff;

    /// An empty table of at most `bytes` bytes; of none if not even one bucket has room in them.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if the first few buckets have no room.
    pub(crate) fn new(
        box_words: usize,
        bytes: usize,
        memory: &mut Memory,
    ) -> Result<Self, StopReason> {
        let bucket_bytes = SLOTS * (box_words + 1) * size_of::<u64>();
        let most_buckets = bytes / bucket_bytes;
        let most_doublings = (most_buckets / FEW_BUCKETS).checked_ilog2().unwrap_or(0);
        let first_buckets = most_buckets >> most_doublings;
        memory.reserve(first_buckets * bucket_bytes)?;
        let mut words = Vec::new();
        // If there is no such address space, the table tries again when it grows.
        let greatest = (first_buckets << most_doublings) * bucket_bytes / size_of::<u64>();
        let _ = words.try_reserve_exact(greatest);
        words.resize(first_buckets * bucket_bytes / size_of::<u64>(), 0);
        Ok(Self { box_words, words, first_buckets, doublings: 0, most_doublings, len: 0 })
    }

    /// The states stored.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Forgets every state.
    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
        self.len = 0;
    }

    /// What is known of the state with these packed boxes and this canonical player.
    pub(crate) fn find(&self, key: u64, packed: &[u64], player: Square) -> Option<Known> {
        let slot_words = self.box_words + 1;
        self.bucket(key)
            .chunks_exact(slot_words)
            .find(|slot| holds(slot, packed, player))
            .map(|slot| read(slot[self.box_words]))
    }

    /// Stores what is known of a state, perhaps in the place of another. Of two bounds for the same
    /// state the greater one stays.
    pub(crate) fn store<S: StateSpace>(
        &mut self,
        space: &S,
        state: &S::State,
        packed: &[u64],
        known: Known,
        memory: &mut Memory,
    ) {
        // A g that is cut off would be wrong; a bound that is cut off is one still.
        if self.first_buckets == 0 || known.g > GREATEST_G {
            return;
        }
        let slot_words = self.box_words + 1;
        if 2 * self.len * slot_words > self.words.len() && self.doublings < self.most_doublings {
            self.double(space, memory);
        }
        let (key, player) = (space.key(state), space.player(state));
        let start = self.bucket_start(key);
        let box_words = self.box_words;
        let bucket = &mut self.words[start..start + SLOTS * slot_words];
        let mut known = known;
        let slot =
            match bucket.chunks_exact(slot_words).position(|slot| holds(slot, packed, player)) {
                Some(slot) => {
                    let before = read(bucket[slot * slot_words + box_words]);
                    known.remaining = known.remaining.max(before.remaining);
                    slot
                }
                None => {
                    // Least first: an empty slot, older iterations, less effort.
                    let rank = |slot: &usize| match bucket[slot * slot_words + box_words] {
                        0 => (0, 0),
                        tail => (read(tail).iteration, read(tail).effort),
                    };
                    let slot = (0..SLOTS).min_by_key(rank).expect("a bucket has slots");
                    self.len += usize::from(bucket[slot * slot_words + box_words] == 0);
                    slot
                }
            };
        let slot = &mut bucket[slot * slot_words..][..slot_words];
        slot[..box_words].copy_from_slice(packed);
        slot[box_words] = tail(player, known);
    }

    /// Twice as many buckets, if there is memory: the states of each go to itself or to the one
    /// that is as far behind it as the table was long.
    fn double<S: StateSpace>(&mut self, space: &S, memory: &mut Memory) {
        let half = self.words.len();
        if memory.reserve(size_of_val(self.words.as_slice())).is_err() {
            self.most_doublings = self.doublings;
            return;
        }
        if self.words.try_reserve_exact(half).is_err() {
            memory.release(size_of_val(self.words.as_slice()));
            self.most_doublings = self.doublings;
            return;
        }
        self.words.resize(2 * half, 0);
        let (lower, upper) = self.words.split_at_mut(half);
        let slot_words = self.box_words + 1;
        let slots = lower.chunks_exact_mut(slot_words).zip(upper.chunks_exact_mut(slot_words));
        for (slot, twin) in slots {
            let (boxes, tail) = slot.split_at(self.box_words);
            if tail[0] == 0 {
                continue;
            }
            let key = space.key(&space.unpack(boxes, player(tail[0])));
            if key >> self.doublings & 1 == 1 {
                twin.copy_from_slice(slot);
                slot.fill(0);
            }
        }
        self.doublings += 1;
    }

    fn bucket(&self, key: u64) -> &[u64] {
        if self.first_buckets == 0 {
            return &[];
        }
        &self.words[self.bucket_start(key)..][..SLOTS * (self.box_words + 1)]
    }

    /// The high bits of the key choose one of the first buckets; the low ones, one for each
    /// doubling, one of its twins.
    fn bucket_start(&self, key: u64) -> usize {
        let first = (((key >> 32) * self.first_buckets as u64) >> 32) as usize;
        let twin = key as usize & ((1 << self.doublings) - 1);
        (first + twin * self.first_buckets) * SLOTS * (self.box_words + 1)
    }
}

/// Does a slot hold this state?
fn holds(slot: &[u64], packed: &[u64], square: Square) -> bool {
    let (boxes, tail) = slot.split_at(slot.len() - 1);
    boxes == packed && tail[0] != 0 && player(tail[0]) == square
}

/// The last word of a slot: never zero, since iterations count from 1.
fn tail(player: Square, known: Known) -> u64 {
    debug_assert!((1..=TranspositionTable::GREATEST_ITERATION).contains(&known.iteration));
    let remaining = match known.remaining {
        INFINITE => FINITE_REMAINING + 1,
        finite => finite.min(FINITE_REMAINING),
    };
    player.index() as u64
        | u64::from(remaining) << 16
        | u64::from(known.g) << 32
        | u64::from(known.effort.min(GREATEST_EFFORT)) << 48
        | u64::from(known.iteration) << 54
}

fn player(tail: u64) -> Square {
    Square::new((tail & 0xffff) as usize)
}

fn read(tail: u64) -> Known {
    let remaining = (tail >> 16 & 0xffff) as u32;
    Known {
        g: (tail >> 32 & 0xffff) as u32,
        remaining: if remaining > FINITE_REMAINING { INFINITE } else { remaining },
        iteration: (tail >> 54) as u16,
        effort: (tail >> 48) as u8 & GREATEST_EFFORT,
    }
}
