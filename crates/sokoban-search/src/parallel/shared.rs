//! Shared: what all threads of a search share.

use std::sync::atomic::{AtomicU64, Ordering};

use super::agenda::Agenda;
use super::best::Best;
use super::cache_line::CacheLine;
use super::shards::Shards;
use crate::bidirectional::Turns;
use crate::node_table::TableFull;
use crate::outcome::StopReason;
use crate::record::Node;

/// The directions of a search.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ways {
    /// One, which is called forward here, whatever the direction of play.
    One,
    Both(Turns),
}

/// One of the directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Forward,
    Backward,
}

impl Way {
    pub(super) const BOTH: [Self; 2] = [Self::Forward, Self::Backward];

    pub(super) fn index(self) -> usize {
        self as usize
    }

    pub(super) fn other(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

/// How a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Nothing is left to find.
    Searched,
    Full(TableFull),
    /// A thread is about to panic.
    Panicked,
}

impl From<TableFull> for End {
    fn from(full: TableFull) -> Self {
        Self::Full(full)
    }
}

/// What all threads share.
pub(super) struct Shared<T> {
    pub(super) ways: Ways,
    pub(super) shards: Shards,
    pub(super) agenda: Agenda,
    pub(super) best: CacheLine<Best<T>>,
    /// By way: is its bound consistent?
    pub(super) is_consistent: [bool; 2],
    pub(super) expanded: CacheLine<AtomicU64>,
    pub(super) most_expanded: u64,
}

impl<T> Shared<T> {
    /// Counts an expansion.
    ///
    /// # Errors
    /// [`StopReason::Nodes`] if there may be no more.
    pub(super) fn count_expansion(&self) -> Result<(), StopReason> {
        if self.expanded.fetch_add(1, Ordering::Relaxed) < self.most_expanded {
            Ok(())
        } else {
            Err(StopReason::Nodes)
        }
    }

    /// Has a state stored in direction `way` its least g there, as far as paths shorter than the
    /// best one lead through it?
    pub(super) fn is_exact(&self, way: Way, node: Node) -> bool {
        self.is_consistent[way.index()] && node.g + node.h <= self.agenda.floor(way)
    }
}

/// Ends the search when a thread ends, which others must not wait for.
pub(super) struct EndWhenDropped<'s, T>(pub(super) &'s Shared<T>);

impl<T> Drop for EndWhenDropped<'_, T> {
    fn drop(&mut self) {
        self.0.agenda.end(End::Panicked);
    }
}
