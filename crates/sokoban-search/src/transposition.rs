//! TranspositionTable: what is known of expanded states, in a fixed number of bytes.

use sokoban_core::Square;

use crate::memory::Memory;
use crate::outcome::StopReason;
use crate::space::StateSpace;
use crate::table_slot::SlotLayout;

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
    pub(crate) iteration: u8,
    /// The expansions that it took, to a power of two.
    pub(crate) effort: u8,
}

/// A hash table of expanded states that never passes a fixed size.
///
/// A slot is the packed boxes and a few bytes more, and equality compares whole states. Four slots
/// make a bucket, and a key allows one bucket. A state that is stored takes, in this order, its own
/// slot; an empty slot; the slot of the least effort, and among those one of an earlier iteration.
/// So what was dear to find stays. That older entries go first whatever they cost did worse: under a
/// tenth of A*'s memory 6.6 times A*'s expansions at the ninth decile of 30 levels, not 5.3.
///
/// The table begins with a few buckets and doubles in place whenever it is half full, so that a
/// small level neither clears nor touches memory that it does not need. The address space for the
/// greatest size is taken at once, and memory is booked as the table grows. If the limit on memory
/// is reached first, the table stays as large as it is. If others need memory that it has, it halves.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    layout: SlotLayout,
    slots: Vec<u8>,
    most_bytes: usize,
    first_buckets: usize,
    doublings: u32,
    most_doublings: u32,
    len: usize,
    /// The packed boxes of one state.
    scratch: Vec<u64>,
}

const SLOTS: usize = 4;
/// The buckets to begin with are fewer than twice this.
const FEW_BUCKETS: usize = 64;

impl TranspositionTable {
    /// An empty table of at most `bytes` bytes; of none if not even one bucket has room in them.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if the first few buckets have no room.
    pub(crate) fn new<S: StateSpace>(
        space: &S,
        bytes: usize,
        cost: u32,
        memory: &mut Memory,
    ) -> Result<Self, StopReason> {
        let layout = SlotLayout::new(space.packed_bytes(), space.player_bits(), cost);
        let scratch = vec![0; layout.box_words()];
        memory.reserve(size_of_val(&*scratch))?;
        let mut table = Self {
            layout,
            slots: Vec::new(),
            most_bytes: bytes,
            first_buckets: 0,
            doublings: 0,
            most_doublings: 0,
            len: 0,
            scratch,
        };
        table.begin(memory)?;
        Ok(table)
    }

    /// The states stored.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Takes the first few buckets, and the address space for the others.
    fn begin(&mut self, memory: &mut Memory) -> Result<(), StopReason> {
        let bucket_bytes = self.bucket_bytes();
        let most_buckets = self.most_bytes.saturating_sub(SlotLayout::MARGIN) / bucket_bytes;
        if most_buckets == 0 {
            return Ok(());
        }
        self.most_doublings = (most_buckets / FEW_BUCKETS).checked_ilog2().unwrap_or(0);
        let first_buckets = most_buckets >> self.most_doublings;
        memory.reserve(first_buckets * bucket_bytes + SlotLayout::MARGIN)?;
        self.first_buckets = first_buckets;
        // If there is no such address space, the table tries again when it grows.
        let greatest = (first_buckets << self.most_doublings) * bucket_bytes;
        let _ = self.slots.try_reserve_exact(greatest + SlotLayout::MARGIN);
        self.slots.resize(first_buckets * bucket_bytes + SlotLayout::MARGIN, 0);
        Ok(())
    }

    /// Has this cost room in the slots?
    pub(crate) fn has_room_for(&self, cost: u32) -> bool {
        cost <= self.layout.greatest_cost()
    }

    /// Forgets everything, and makes costs up to `cost` have room.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if the first few buckets have no room.
    pub(crate) fn widen<S: StateSpace>(
        &mut self,
        space: &S,
        cost: u32,
        memory: &mut Memory,
    ) -> Result<(), StopReason> {
        let wider = SlotLayout::new(space.packed_bytes(), space.player_bits(), cost);
        memory.release(self.slots.len());
        *self = Self {
            layout: wider,
            slots: Vec::new(),
            first_buckets: 0,
            doublings: 0,
            most_doublings: 0,
            len: 0,
            most_bytes: self.most_bytes,
            scratch: std::mem::take(&mut self.scratch),
        };
        self.begin(memory)
    }

    /// Makes all that is known so far a thing of iteration 1, the oldest, and returns that.
    pub(crate) fn age(&mut self) -> u8 {
        let layout = self.layout;
        for at in (0..self.end()).step_by(layout.bytes()) {
            let slot = &mut self.slots[at..];
            if !layout.is_empty(slot) {
                let known = Known { iteration: 1, ..layout.known(slot) };
                let player = layout.read_state(slot, &mut self.scratch);
                layout.write_known(slot, player, known);
            }
        }
        1
    }

    /// What is known of the state with these packed boxes and this canonical player.
    pub(crate) fn find(&self, key: u64, packed: &[u64], player: Square) -> Option<Known> {
        if self.first_buckets == 0 {
            return None;
        }
        let start = self.bucket_start(key);
        (0..SLOTS)
            .map(|slot| &self.slots[start + slot * self.layout.bytes()..])
            .find(|slot| self.layout.holds(slot, packed, player))
            .map(|slot| self.layout.known(slot))
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
        if self.first_buckets == 0 || known.g > self.layout.greatest_cost() {
            return;
        }
        if 2 * self.len * self.layout.bytes() > self.end() && self.doublings < self.most_doublings {
            self.double(space, memory);
        }
        self.put(space.key(state), packed, space.player(state), known);
    }

    fn put(&mut self, key: u64, packed: &[u64], player: Square, mut known: Known) {
        let layout = self.layout;
        let now = known.iteration;
        let start = self.bucket_start(key);
        let at = |slot: usize| start + slot * layout.bytes();
        let own = (0..SLOTS).find(|&slot| layout.holds(&self.slots[at(slot)..], packed, player));
        let slot = match own {
            Some(slot) => {
                let before = layout.known(&self.slots[at(slot)..]);
                known.remaining = known.remaining.max(before.remaining);
                slot
            }
            None => {
                // Least first: an empty slot, which reads as iteration 0, less effort, older
                // iterations.
                let rank = |slot: &usize| {
                    let known = layout.known(&self.slots[at(*slot)..]);
                    (known.iteration > 0, known.effort, known.iteration == now)
                };
                let slot = (0..SLOTS).min_by_key(rank).expect("a bucket has slots");
                self.len += usize::from(layout.is_empty(&self.slots[at(slot)..]));
                slot
            }
        };
        layout.write(&mut self.slots[at(slot)..], packed, player, known);
    }

    /// Twice as many buckets, if there is memory: the states of each go to itself or to the one
    /// that is as far behind it as the table was long.
    fn double<S: StateSpace>(&mut self, space: &S, memory: &mut Memory) {
        let half = self.end();
        if memory.reserve(half).is_err() {
            self.most_doublings = self.doublings;
            return;
        }
        if self.slots.try_reserve_exact(half).is_err() {
            memory.release(half);
            self.most_doublings = self.doublings;
            return;
        }
        self.slots.resize(2 * half + SlotLayout::MARGIN, 0);
        let bytes = self.layout.bytes();
        for at in (0..half).step_by(bytes) {
            let slot = &self.slots[at..];
            if self.layout.is_empty(slot) {
                continue;
            }
            let player = self.layout.read_state(slot, &mut self.scratch);
            let key = space.key(&space.unpack(&self.scratch, player));
            if key >> self.doublings & 1 == 1 {
                self.slots.copy_within(at..at + bytes, half + at);
                self.slots[at..at + bytes].fill(0);
            }
        }
        self.doublings += 1;
    }

    /// Gives half of the table's memory back, and keeps what is dear. False if it has none.
    pub(crate) fn halve<S: StateSpace>(&mut self, space: &S, memory: &mut Memory) -> bool {
        if self.first_buckets == 0 {
            return false;
        }
        let before = self.slots.len();
        let bytes = self.layout.bytes();
        if self.doublings > 0 {
            let half = self.end() / 2;
            self.doublings -= 1;
            let mut packed = std::mem::take(&mut self.scratch);
            for at in (half..2 * half).step_by(bytes) {
                let slot = &self.slots[at..];
                if self.layout.is_empty(slot) {
                    continue;
                }
                let player = self.layout.read_state(slot, &mut packed);
                let known = self.layout.known(slot);
                let key = space.key(&space.unpack(&packed, player));
                self.len -= 1;
                self.put(key, &packed, player, known);
            }
            self.scratch = packed;
            self.slots.truncate(half + SlotLayout::MARGIN);
        } else {
            self.first_buckets /= 2;
            self.len = 0;
            let left = match self.first_buckets {
                0 => 0,
                buckets => buckets * self.bucket_bytes() + SlotLayout::MARGIN,
            };
            self.slots.truncate(left);
            self.slots.fill(0);
        }
        self.slots.shrink_to_fit();
        self.most_doublings = self.doublings;
        memory.release(before - self.slots.len());
        true
    }

    /// Where the last slot ends.
    fn end(&self) -> usize {
        self.slots.len().saturating_sub(SlotLayout::MARGIN)
    }

    fn bucket_bytes(&self) -> usize {
        SLOTS * self.layout.bytes()
    }

    /// The high bits of the key choose one of the first buckets; the low ones, one for each
    /// doubling, one of its twins.
    fn bucket_start(&self, key: u64) -> usize {
        let first = (((key >> 32) * self.first_buckets as u64) >> 32) as usize;
        let twin = key as usize & ((1 << self.doublings) - 1);
        (first + twin * self.first_buckets) * self.bucket_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::forward::ForwardSpace;
    use crate::space::passages::Passages;
    use sokoban_core::{Board, DeadlockConfig, Deadlocks, Level};

    /// All states of a small level, met in some order.
    fn states(space: &mut ForwardSpace<'_, 1>) -> Vec<sokoban_core::State<1>> {
        let mut states = Vec::new();
        space
            .roots(|_, root| -> Result<(), ()> {
                states.push(root);
                Ok(())
            })
            .expect("no failure");
        let mut successors = Vec::new();
        let mut next = 0;
        while next < states.len() {
            space.expand(&states[next], &mut successors);
            for successor in &successors {
                let child = space.child(&states[next], successor);
                if !states.contains(&child) {
                    states.push(child);
                }
            }
            next += 1;
        }
        states
    }

    /// Whatever the table does, it says of a state what was stored for it, or nothing; and what it
    /// has is booked.
    #[test]
    fn what_it_knows_is_true_through_growth_loss_and_age() {
        let row = "#         #\n";
        let text = format!(
            "{0}\n{row}{row}#@ $   . #\n#     .   #\n#    $    #\n{row}{row}{0}",
            "#".repeat(11)
        );
        let level: Level = text.parse().expect("a level");
        let board = Board::try_from(&level).expect("a board");
        let deadlocks = Deadlocks::new(DeadlockConfig::NONE);
        let mut space = ForwardSpace::<1>::new(&board, deadlocks, Passages::none());
        let states = states(&mut space);
        assert!(states.len() > 1_000, "{}", states.len());
        let known = |number: usize| Known {
            g: number as u32 % 50,
            remaining: 7,
            iteration: 2,
            effort: number as u8 % 9,
        };
        for bytes in [0, 40, 400, 3_000, 100_000] {
            let mut memory = Memory::new(Some(60_000));
            let mut table = TranspositionTable::new(&space, bytes, 60, &mut memory).expect("room");
            let mut packed = vec![0; space.packed_words()];
            let mut found = |table: &TranspositionTable, iteration: u8| {
                let mut found = 0;
                for (number, state) in states.iter().enumerate() {
                    space.pack(state, &mut packed);
                    if let Some(read) = table.find(space.key(state), &packed, space.player(state)) {
                        assert_eq!(read, Known { iteration, ..known(number) });
                        found += 1;
                    }
                }
                assert_eq!(found, table.len());
                found
            };
            let mut packed = vec![0; space.packed_words()];
            for (number, state) in states.iter().enumerate() {
                space.pack(state, &mut packed);
                table.store(&space, state, &packed, known(number), &mut memory);
            }
            let before = found(&table, 2);
            assert!(before * table.layout.bytes() <= bytes);
            assert!(bytes < 60_000 || 10 * before > 9 * states.len());
            assert_eq!(table.age(), 1);
            assert_eq!(found(&table, 1), before);
            while table.halve(&space, &mut memory) {
                found(&table, 1);
                assert_eq!(memory.used(), table.slots.len() + size_of_val(&*table.scratch));
            }
            assert_eq!((table.len(), table.slots.len()), (0, 0));
        }
    }
}
