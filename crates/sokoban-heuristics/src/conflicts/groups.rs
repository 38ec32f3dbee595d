//! Which pairs and triples of boxes may need more than the matching counts for them.

use sokoban_core::Square;

use super::lifts::PairRow;
use super::packing::Group;
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
        for (number, &square) in boxes.iter().enumerate() {
            for (other_number, &other) in boxes[..number].iter().enumerate() {
                match pairs.pair(square, other, player) {
                    Pair::Free => {}
                    Pair::Dead => return false,
                    Pair::Row(row) if number < MOST_BOXES => {
                        let (one, other) = (number as u8, other_number as u8);
                        scratch.rows.push(PairRow { one, other, row });
                    }
                    Pair::Row(_) => {}
                }
            }
        }
        true
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
                    match table.detour(triple, player, costs) {
                        0 => {}
                        DEAD => return false,
                        detour => scratch.triples.push(Group {
                            boxes: 1 << first | 1 << second | 1 << third,
                            excess: u32::from(detour),
                        }),
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
                match table.detour([boxes[first], boxes[second], to], player, costs) {
                    0 => {}
                    DEAD => return false,
                    detour => scratch.child_triples.push(Group {
                        boxes: 1 << first | 1 << second | 1 << moved,
                        excess: u32::from(detour),
                    }),
                }
            }
        }
        true
    }
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
