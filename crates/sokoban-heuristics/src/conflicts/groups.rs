//! Which pairs and triples of boxes may need more than the matching counts for them.

use alloc::vec::Vec;

use sokoban_core::Square;

use super::lifts::PairRow;
use super::packing::{Group, Groups};
use super::pair_costs::Pair;
use super::triple_costs::DEAD;
use super::{ConflictScratch, Conflicts, MOST_BOXES};

impl Conflicts {
    /// Finds the rows of all pairs of boxes; no if a pair is dead.
    pub(super) fn find_rows(
        &self,
        boxes: &[Square],
        player: Square,
        scratch: &mut ConflictScratch,
    ) -> bool {
        scratch.rows.clear();
        let Some(pairs) = self.pairs.as_ref() else { return true };
        let rows = &mut scratch.rows;
        (0..boxes.len()).all(|number| {
            (0..number).all(|other| {
                let found = pairs.pair(boxes[number], boxes[other], player);
                add_row(found, number, other, rows)
            })
        })
    }

    /// Finds the rows of the pairs of the moved box; no if one is dead.
    pub(super) fn find_child_rows(
        &self,
        boxes: &[Square],
        moved: usize,
        to: Square,
        player: Square,
        scratch: &mut ConflictScratch,
    ) -> bool {
        scratch.child_rows.clear();
        let Some(pairs) = self.pairs.as_ref() else { return true };
        let rows = &mut scratch.child_rows;
        let others = boxes.iter().enumerate().filter(|&(number, _)| number != moved);
        let mut found = others.map(|(number, &square)| (number, pairs.pair(to, square, player)));
        found.all(|(number, found)| add_row(found, moved, number, rows))
    }

    /// Finds all triples of boxes that need a detour; no if one is dead.
    pub(super) fn find_triples(
        &self,
        boxes: &[Square],
        player: Square,
        scratch: &mut ConflictScratch,
    ) -> bool {
        scratch.triples.clear();
        let (Some(table), Some(costs)) = (&self.triples, &mut scratch.triple_costs) else {
            return true;
        };
        let boxes = &boxes[..boxes.len().min(MOST_BOXES)];
        let near = &mut scratch.near;
        near.clear();
        near.extend(boxes.iter().map(|&square| table.near(square, boxes)));
        for third in 0..boxes.len() {
            for second in 0..third {
                let firsts = third_of_triples(near[third], second, near[second]);
                for first in members(firsts & ((1 << second) - 1)) {
                    let triple = [boxes[first], boxes[second], boxes[third]];
                    let found = table.detour(triple, player, costs);
                    if !add_triple(found, [first, second, third], &mut scratch.triples) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Finds the triples of the moved box that need a detour; no if one is dead.
    pub(super) fn find_child_triples(
        &self,
        boxes: &[Square],
        moved: usize,
        to: Square,
        player: Square,
        scratch: &mut ConflictScratch,
    ) -> bool {
        scratch.child_triples.clear();
        let (Some(table), Some(costs)) = (&self.triples, &mut scratch.triple_costs) else {
            return true;
        };
        if moved >= MOST_BOXES {
            return true;
        }
        let boxes = &boxes[..boxes.len().min(MOST_BOXES)];
        let others = !(1 << moved);
        let near = table.near(to, boxes) & others;
        for second in (0..boxes.len()).filter(|&second| second != moved) {
            let firsts = third_of_triples(near, second, scratch.near[second]);
            for first in members(firsts & others & ((1 << second) - 1)) {
                let found = table.detour([boxes[first], boxes[second], to], player, costs);
                if !add_triple(found, [first, second, moved], &mut scratch.child_triples) {
                    return false;
                }
            }
        }
        true
    }
}

/// Adds the row of two boxes, if they have one; no if they are dead.
fn add_row(found: Pair, one: usize, other: usize, rows: &mut Vec<PairRow>) -> bool {
    if let Pair::Row(row) = found
        && one.max(other) < MOST_BOXES
    {
        rows.push(PairRow { one: one as u8, other: other as u8, row });
    }
    found != Pair::Dead
}

/// Adds three boxes, if they need a detour; no if they are dead.
fn add_triple(found: u8, boxes: [usize; 3], triples: &mut Groups) -> bool {
    if found != 0 && found != DEAD {
        let boxes = boxes.iter().fold(0, |bits, number| bits | 1 << number);
        triples.push(Group { boxes, excess: u32::from(found) });
    }
    found != DEAD
}

/// The boxes that make a triple with two others of which two pairs are near each other: `near_one`
/// are the boxes near the one, `near_second` those near the box `second`.
fn third_of_triples(near_one: u64, second: usize, near_second: u64) -> u64 {
    if near_one >> second & 1 == 1 { near_one | near_second } else { near_one & near_second }
}

/// The numbers of the boxes in a group.
pub(super) fn members(mut boxes: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let number = (boxes != 0).then(|| boxes.trailing_zeros() as usize)?;
        boxes &= boxes - 1;
        Some(number)
    })
}
