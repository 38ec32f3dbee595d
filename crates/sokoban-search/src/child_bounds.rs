//! ChildBounds: the bounds of the children of a loaded state.

use sokoban_core::Square;
use sokoban_heuristics::{Bound, Heuristic};

use crate::record::Node;
use crate::space::{StateSpace, Successor};
use crate::stats::Stats;

/// A bound with its buffers, and whether they hold what it knows of the loaded state.
pub(crate) struct ChildBounds<'h, H: Heuristic> {
    heuristic: &'h H,
    scratch: H::Scratch,
    /// Does the scratch hold the bound of the loaded state?
    is_prepared: bool,
}

impl<'h, H: Heuristic> ChildBounds<'h, H> {
    pub(crate) fn new(heuristic: &'h H) -> Self {
        Self { heuristic, scratch: heuristic.scratch(), is_prepared: false }
    }

    /// Is a closed state's g the least that there is?
    pub(crate) fn is_consistent(&self) -> bool {
        self.heuristic.is_consistent()
    }

    /// The bound of the state that `space` has loaded; none if it is unsolvable.
    pub(crate) fn of_loaded<S: StateSpace>(&mut self, space: &S, player: Square) -> Option<u32> {
        self.is_prepared = false;
        self.heuristic.bound(space.boxes(), player, &mut self.scratch).pushes()
    }

    /// From now on another state is loaded.
    pub(crate) fn forget(&mut self) {
        self.is_prepared = false;
    }

    /// The bound of a child of the state that `space` has loaded, which is stored as `parent`; none
    /// if it is deadlocked, which is counted.
    pub(crate) fn of_child<S: StateSpace>(
        &mut self,
        space: &mut S,
        parent: Node,
        child: &S::State,
        successor: &Successor,
        stats: &mut Stats,
    ) -> Option<u32> {
        if space.is_deadlocked(child, successor) {
            stats.deadlocked += 1;
            return None;
        }
        let boxes = space.boxes();
        // The bound of the expanded state is prepared when the first new child needs it.
        if !self.is_prepared {
            let bound = self.heuristic.bound(boxes, parent.player, &mut self.scratch);
            debug_assert!(
                bound != Bound::UNSOLVABLE || !self.is_consistent(),
                "an open state has a finite bound",
            );
            self.is_prepared = true;
        }
        let moved = usize::from(successor.box_index);
        let (to, player) = (successor.step.to, successor.player);
        let bound = self.heuristic.bound_after(boxes, moved, to, player, &mut self.scratch);
        let Some(own) = bound.pushes() else {
            stats.deadlocked += 1;
            return None;
        };
        // Pathmax, as in A*.
        let cost = u32::from(successor.cost);
        Some(if self.heuristic.is_consistent() {
            own
        } else {
            own.max(parent.h.saturating_sub(cost))
        })
    }
}
