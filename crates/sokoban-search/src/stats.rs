//! Stats: what a search counted.

/// What a search counted. Equal for equal input and configuration, in debug and release builds and
/// on every platform, but for [`Self::peak_bytes`], which may vary with the size of a pointer; and but
/// for searches on several threads, which take their states in an order that is never quite the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// States whose successors were generated. A state that is expanded again counts again, because
    /// it was reopened or in a later iteration; the solved state that ends a search is not expanded.
    pub expanded: u64,
    /// Successors of expanded states: each legal push that leads to no dead square (while that
    /// test is on), before any other deadlock test and before duplicates are recognized.
    pub generated: u64,
    /// Successors whose state was stored already. With IDA*: those pruned because their state is on
    /// the path, for what its table says of it, or because two steps may be taken the other way round.
    pub duplicates: u64,
    /// Successors not stored because a deadlock test or an infinite bound proved them unsolvable.
    pub deadlocked: u64,
    /// Expanded states that a shorter way was found to, so that they were opened again.
    pub reopened: u64,
    /// States that the finder expanded beside the search, by macro moves. They count in nothing else.
    pub finder_expanded: u64,
    /// The most states stored at one time.
    pub peak_states: u64,
    /// The bytes of the board, the bound and the space, in use before the search began and all
    /// through it: part of [`Self::peak_bytes`].
    pub base_bytes: usize,
    /// The most bytes in use at one time, by the search's own accounting of all it allocates. A table
    /// of known size is booked as it is written to where it is built step by step (pattern
    /// databases), else in full before it is allocated, so that less may be resident.
    pub peak_bytes: usize,
}

impl Stats {
    /// The counts of two searches of one level, one after the other.
    pub(crate) fn after(self, earlier: Self) -> Self {
        Self {
            expanded: earlier.expanded + self.expanded,
            generated: earlier.generated + self.generated,
            duplicates: earlier.duplicates + self.duplicates,
            deadlocked: earlier.deadlocked + self.deadlocked,
            reopened: earlier.reopened + self.reopened,
            finder_expanded: earlier.finder_expanded + self.finder_expanded,
            peak_states: earlier.peak_states.max(self.peak_states),
            base_bytes: self.base_bytes,
            peak_bytes: earlier.peak_bytes.max(self.peak_bytes),
        }
    }
}
