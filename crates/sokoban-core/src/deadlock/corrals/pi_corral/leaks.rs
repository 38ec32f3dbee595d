//! Leaks: the boxes and areas that can be in no corral.

use alloc::vec::Vec;

use super::super::areas::{Areas, View};
use crate::bitboard::BitBoard;
use crate::direction::Direction;
use crate::square::Square;

/// Finds what leaks, with the buffer to do so.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaks {
    /// Boxes that leak, with neighbors that have not been asked yet whether they leak for that.
    spreading: Vec<Square>,
}

impl Leaks {
    /// Marks all boxes and areas that leak, `leaking` being empty before; no if there is no area that does not.
    pub(super) fn find<const WORDS: usize>(
        &mut self,
        view: &View<'_, WORDS>,
        leaking: &mut BitBoard<WORDS>,
        areas: &mut Areas,
    ) -> bool {
        let mut tight = areas.count();
        self.spreading.clear();
        for square in view.boxes {
            if leaks_at_once(view, square) {
                leaking.insert(square);
                self.spreading.push(square);
            }
        }
        while let Some(square) = self.spreading.pop() {
            for &neighbor in &view.board.neighbors()[square.index()] {
                if neighbor.is_none() {
                    continue;
                }
                if view.boxes.contains(neighbor) {
                    self.ask(view, leaking, areas, neighbor);
                } else if let Some(index) = areas.number_of(neighbor)
                    && areas.mark_leak(index)
                {
                    tight -= 1;
                    if tight == 0 {
                        return false;
                    }
                    for at in areas.beside(index) {
                        let square = areas.box_beside(at);
                        self.ask(view, leaking, areas, square);
                    }
                }
            }
        }
        tight > 0
    }

    /// Marks the box on `square` if it leaks for what is known to leak.
    fn ask<const WORDS: usize>(
        &mut self,
        view: &View<'_, WORDS>,
        leaking: &mut BitBoard<WORDS>,
        areas: &Areas,
        square: Square,
    ) {
        if !leaking.contains(square)
            && Direction::ALL
                .iter()
                .any(|&direction| leaks(view, leaking, areas, square, direction))
        {
            leaking.insert(square);
            self.spreading.push(square);
        }
    }
}

/// Can the player push the box on `square` now, to a live square that it can reach as well?
fn leaks_at_once<const WORDS: usize>(view: &View<'_, WORDS>, square: Square) -> bool {
    let around = &view.board.neighbors()[square.index()];
    [Direction::Up, Direction::Left].into_iter().any(|one| {
        let (one, other) = (around[one.index()], around[one.opposite().index()]);
        view.reach.contains(one)
            && view.reach.contains(other)
            && (view.board.is_live(one) || view.board.is_live(other))
    })
}

/// Is this a push that no corral bars and that leads into none, for what is known to leak?
fn leaks<const WORDS: usize>(
    view: &View<'_, WORDS>,
    leaking: &BitBoard<WORDS>,
    areas: &Areas,
    square: Square,
    direction: Direction,
) -> bool {
    let to = view.board.neighbor(square, direction);
    let behind = view.board.neighbor(square, direction.opposite());
    if behind.is_none() || !view.board.is_live(to) {
        return false;
    }
    let may_be_fence = |square| view.boxes.contains(square) && !leaking.contains(square);
    let may_be_inside = |square| areas.is_tight(square);
    let may_be_settled = may_be_fence(to)
        || may_be_fence(behind)
        || may_be_inside(behind)
        || (view.reach.contains(behind) && may_be_inside(to));
    !may_be_settled
}
