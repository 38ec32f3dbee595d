//! RootTable: the edges of the node above all roots.

use sokoban_heuristics::Heuristic;

use super::edges::{Edge, INFINITE};
use super::stage::MOST_VALUE;
use crate::budget::Budget;
use crate::outcome::StopReason;
use crate::space::{StateSpace, Successor};
use crate::stats::Stats;

/// The edges of an imagined node whose successors are the roots: a search by pulls has one for
/// every choice of goals and area of the player, and they come and go like other nodes.
#[derive(Debug)]
pub(super) struct RootTable {
    values: Vec<u16>,
    least: u16,
}

/// The roots that are fetched at a time.
pub(super) const ROOTS_AT_ONCE: usize = 16;

/// Stands for [`Edge::Resident`].
const RESIDENT: u16 = INFINITE - 1;

impl RootTable {
    /// A table in which each root has the value 0.
    ///
    /// # Errors
    /// A limit that was reached: [`StopReason::Memory`] if the table has no room.
    pub(super) fn new<S: StateSpace>(
        space: &mut S,
        budget: &mut Budget<'_>,
        stats: &Stats,
    ) -> Result<Self, StopReason> {
        let mut count = 0;
        space.roots(|_, _| {
            count += 1;
            budget.look_after(1, stats, 0, 0)
        })?;
        budget.memory.reserve(count * size_of::<u16>())?;
        Ok(Self { values: vec![0; count], least: if count == 0 { INFINITE } else { 0 } })
    }

    /// Gives every root its bound.
    ///
    /// # Errors
    /// A limit that was reached.
    pub(super) fn evaluate<S: StateSpace, H: Heuristic>(
        &mut self,
        space: &mut S,
        heuristic: &H,
        scratch: &mut H::Scratch,
        budget: &mut Budget<'_>,
        stats: &mut Stats,
        successors: &mut Vec<Successor>,
    ) -> Result<(), StopReason> {
        let mut number = 0;
        self.least = INFINITE;
        space.roots(|space, root| {
            budget.look_after(1, stats, 0, 0)?;
            space.expand(&root, successors);
            let bound = heuristic.bound(space.boxes(), space.player(&root), scratch);
            let value = bound.pushes().map_or(INFINITE, |h| h.min(u32::from(MOST_VALUE)) as u16);
            stats.deadlocked += u64::from(value == INFINITE);
            self.values[number] = value;
            self.least = self.least.min(value);
            number += 1;
            Ok(())
        })
    }

    /// Adds the first roots of least value with their numbers, up to [`ROOTS_AT_ONCE`]. The table
    /// has no states, so the roots are enumerated again up to the last one needed.
    pub(super) fn fetch<S: StateSpace>(&self, space: &mut S, fetched: &mut Vec<(usize, S::State)>) {
        let mut number = 0;
        // That it fails is how it ends early.
        let _ = space.roots(|_, root| {
            if self.values[number] == self.least {
                fetched.push((number, root));
            }
            number += 1;
            if fetched.len() < ROOTS_AT_ONCE { Ok(()) } else { Err(()) }
        });
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The least value of a root that is not in memory.
    pub(super) fn least(&self) -> u16 {
        self.least
    }

    pub(super) fn get(&self, number: usize) -> Edge {
        match self.values[number] {
            RESIDENT => Edge::Resident,
            INFINITE => Edge::Infinite,
            value => Edge::Open(value),
        }
    }

    pub(super) fn set(&mut self, number: usize, edge: Edge) {
        let old = self.values[number];
        self.values[number] = match edge {
            Edge::Resident => RESIDENT,
            Edge::Infinite => INFINITE,
            Edge::Open(value) => value.min(RESIDENT - 1),
        };
        let new = self.values[number];
        if new < self.least && new != RESIDENT {
            self.least = new;
        } else if old == self.least {
            let open = self.values.iter().copied().filter(|&value| value < RESIDENT);
            self.least = open.min().unwrap_or(INFINITE);
        }
    }
}
