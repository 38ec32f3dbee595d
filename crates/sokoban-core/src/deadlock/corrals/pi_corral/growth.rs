//! Growth: from one area to the corral around it.

use alloc::vec::Vec;

use super::super::areas::{Areas, View};
use crate::bitboard::BitBoard;
use crate::direction::Direction;
use crate::pushes::Push;
use crate::square::Square;

/// The corral that grows.
#[derive(Clone, Debug, Default)]
pub(super) struct Corral {
    /// The boxes of the fence in the order in which they joined.
    fence: Vec<Square>,
    /// The pushes from where the player is into the corral.
    pub(super) pushes: Vec<Push>,
    /// Pushes of the fence that were neither barred nor among `pushes` when they were looked at.
    unsettled: Vec<Push>,
    has_work: bool,
}

/// Makes the corral grow until each push of its fence is barred or leads into it.
pub(super) struct Growth<'s, const WORDS: usize> {
    view: &'s View<'s, WORDS>,
    /// The boxes that are known to be in no fence.
    leaking: &'s BitBoard<WORDS>,
    areas: &'s mut Areas,
    corral: &'s mut Corral,
    /// The boxes of `corral.fence`.
    fence: BitBoard<WORDS>,
    /// Is there a box for each goal?
    fills_all_goals: bool,
}

impl<'s, const WORDS: usize> Growth<'s, WORDS> {
    /// An empty corral.
    pub(super) fn new(
        view: &'s View<'s, WORDS>,
        leaking: &'s BitBoard<WORDS>,
        areas: &'s mut Areas,
        corral: &'s mut Corral,
        fills_all_goals: bool,
    ) -> Self {
        areas.part();
        corral.fence.clear();
        corral.pushes.clear();
        corral.unsettled.clear();
        corral.has_work = false;
        Self { view, leaking, areas, corral, fence: BitBoard::EMPTY, fills_all_goals }
    }

    /// Grows the corral from the area with number `seed`, which does not leak; no if it has no work
    /// to do, or not fewer than `limit` pushes.
    ///
    /// What is settled once is settled for good, since neither the fence nor the corral shrinks.
    pub(super) fn grow(mut self, seed: usize, limit: usize) -> bool {
        self.join_area(seed);
        let mut next = 0;
        while self.corral.pushes.len() < limit {
            // Growing waits until all that stands in the fence has barred what it can.
            if let Some(&from) = self.corral.fence.get(next) {
                next += 1;
                for direction in Direction::ALL {
                    let push = Push { from, direction };
                    if !self.settle(push) {
                        self.corral.unsettled.push(push);
                    }
                }
            } else if let Some(push) = self.corral.unsettled.pop() {
                if !self.settle(push) {
                    self.join_what_settles(push);
                    let is_settled = self.settle(push);
                    debug_assert!(is_settled, "a push of a box that does not leak");
                }
            } else {
                return self.corral.has_work;
            }
        }
        false
    }

    /// Is the push barred, or else one into the corral, which is then noted?
    fn settle(&mut self, push: Push) -> bool {
        let Self { view, areas, corral, fence, .. } = self;
        let to = view.board.neighbor(push.from, push.direction);
        let behind = view.board.neighbor(push.from, push.direction.opposite());
        let is_barred = behind.is_none()
            || !view.board.is_live(to)
            || fence.contains(behind)
            || fence.contains(to)
            || areas.is_inside(behind);
        if is_barred {
            return true;
        }
        let leads_inside = areas.is_inside(to) && view.reach.contains(behind);
        if leads_inside {
            corral.pushes.push(push);
        }
        leads_inside
    }

    /// Lets the box or the area join that bars `push`, or the area that it leads into.
    fn join_what_settles(&mut self, push: Push) {
        let to = self.view.board.neighbor(push.from, push.direction);
        let behind = self.view.board.neighbor(push.from, push.direction.opposite());
        let may_join =
            |square: &Square| self.view.boxes.contains(*square) && !self.leaking.contains(*square);
        // A box brings in less than an area does.
        if let Some(square) = [behind, to].into_iter().find(may_join) {
            self.join_box(square);
            return;
        }
        let area = if self.view.reach.contains(behind) { to } else { behind };
        if let Some(index) = self.areas.number_of(area) {
            self.join_area(index);
        }
    }

    fn join_area(&mut self, index: usize) {
        let has_goal = self.areas.join(index);
        self.corral.has_work |= has_goal && self.fills_all_goals;
        for at in self.areas.beside(index) {
            self.join_box(self.areas.box_beside(at));
        }
    }

    fn join_box(&mut self, square: Square) {
        if !self.fence.contains(square) {
            self.fence.insert(square);
            self.corral.fence.push(square);
            self.corral.has_work |= !self.view.board.is_goal(square);
        }
    }
}
