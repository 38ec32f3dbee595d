//! Potentials: what a push is worth, so that only detours cost.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use sokoban_core::{Board, Direction, NO_ROUTE, PlayerSides, PushDistances, Square, Stance};

use crate::matching::{Assignment, CostTable, FORBIDDEN};

/// Past so many anchors the duals of a matching take longer than they save: each box is then
/// measured to the nearest anchor.
const MOST_ANCHORS: usize = 256;

/// Where a box's stance has no route to any anchor.
const NOWHERE: i32 = i32::MAX;

/// A push from or to where it may not be.
pub(crate) const NO_PUSH: u16 = u16::MAX;

/// A value of each stance of a box, such that every push has a *reduced* cost of its pushes beyond
/// the fall of the value, which is never negative.
///
/// With v the duals of the anchors in a matching of the start, the value of a stance is
///
/// > phi(stance) = least over anchors j of distance(stance, j) - v(j)
///
/// Distances fall by at most 1 a push, and so does their minimum: `1 - phi(before) + phi(after)` is
/// 0 or more. Over all pushes of a solution this telescopes to its pushes, less the sum of phi at
/// its begin, plus that at its end. Where boxes stand on anchors, phi(anchor) + v(anchor) is 0 or
/// less, since a box on an anchor is at distance 0 from it. Any v gives true bounds; those of the
/// best matching make the value of the start the matching itself. With anchors left over, v is 0 or
/// less, so that whichever of them are used, their sum is at least the sum of all.
#[derive(Clone, Debug)]
pub(crate) struct Potentials {
    sides: PlayerSides,
    /// By stance.
    values: Vec<i32>,
    /// By square and direction, the reduced pushes of pushing a box from there, or [`NO_PUSH`].
    reduced: Vec<[u16; 4]>,
    anchors: Vec<Square>,
    /// By anchor.
    duals: Vec<i32>,
    total: i64,
}

/// Where the anchors are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sense {
    /// On the goals: distances are of the pushes to come.
    ToGoals,
    /// On the boxes of the start: distances are of the pushes made.
    FromStart,
}

impl Potentials {
    /// The bytes in use while they are built: distances, the same by stance, the values and reduced
    /// pushes, and a matching.
    pub(crate) fn building_bytes(board: &Board) -> usize {
        let anchors = board.goals().len();
        let (stances, squares) = (board.sides().stances(), board.squares());
        let tables =
            if anchors > MOST_ANCHORS { 0 } else { 2 * anchors * stances * size_of::<u16>() };
        let matching = anchors.min(MOST_ANCHORS) * (anchors.min(MOST_ANCHORS) + 16) * 4;
        let lasting = stances * size_of::<i32>() + squares * (size_of::<[u16; 4]>() + 16);
        tables + matching + lasting + board.sides().memory_usage() + stances * 8
    }

    /// None if `watch` breaks.
    pub(crate) fn new_while(
        board: &Board,
        sense: Sense,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        let sides = board.sides().clone();
        let anchors = match sense {
            Sense::ToGoals => board.goals().to_vec(),
            Sense::FromStart => board.start_boxes().to_vec(),
        };
        let mut duals = vec![0; anchors.len()];
        let values = if anchors.len() > MOST_ANCHORS {
            let row = match sense {
                Sense::ToGoals => board.distances_to_nearest_goal(),
                Sense::FromStart => board.distances_from_nearest_start(),
            };
            let value = |distance| if distance == NO_ROUTE { NOWHERE } else { i32::from(distance) };
            row.into_iter().map(value).collect()
        } else {
            let distances = match sense {
                Sense::ToGoals => board.goal_distances_while(watch)?,
                Sense::FromStart => board.start_distances_while(watch)?,
            };
            let costs = CostTable::push_distance_while(&distances, watch)?;
            duals = duals_of(board, &sides, sense, &costs);
            values(&distances, &duals)
        };
        let reduced = reduced_pushes(board, &sides, &values, sense);
        let total = duals.iter().map(|&dual| i64::from(dual)).sum();
        Some(Self { sides, values, reduced, anchors, duals, total })
    }

    /// The value of all boxes together: the pushes of which only the reduced ones are left to tell.
    /// None if one of them has no route.
    pub(crate) fn sum(&self, boxes: &[Square], player: Square) -> Option<i64> {
        boxes.iter().try_fold(self.total, |sum, &square| {
            let value = self.values[self.sides.stance(square, player).index()];
            (value != NOWHERE).then(|| sum + i64::from(value))
        })
    }

    /// The reduced pushes of pushing a box from `square`, by direction.
    pub(crate) fn reduced(&self, square: Square) -> &[u16; 4] {
        &self.reduced[square.index()]
    }

    pub(crate) fn anchors(&self) -> &[Square] {
        &self.anchors
    }

    /// The reduced pushes that remain where a box stands on an anchor, with the player on `player`;
    /// none if there is no way on from there.
    pub(crate) fn end(&self, anchor: usize, player: Square) -> Option<u16> {
        let square = self.anchors[anchor];
        let value = self.values[self.sides.stance(square, player).index()];
        let end = -(value.checked_add(self.duals[anchor])?);
        u16::try_from(end).ok().filter(|_| value != NOWHERE)
    }

    pub(crate) fn memory_usage(&self) -> usize {
        self.sides.memory_usage()
            + self.values.capacity() * size_of::<i32>()
            + self.reduced.capacity() * size_of::<[u16; 4]>()
            + self.anchors.capacity() * size_of::<Square>()
            + self.duals.capacity() * size_of::<i32>()
    }
}

/// The duals of the anchors, 0 or less, in a matching of the start with the goals; all 0 if there is
/// none.
fn duals_of(board: &Board, sides: &PlayerSides, sense: Sense, costs: &CostTable) -> Vec<i32> {
    let player = board.start_player();
    let mut assignment = Assignment::new(costs.targets());
    let rows: Vec<Vec<u16>> = match sense {
        Sense::ToGoals => {
            let stances = board.start_boxes().iter().map(|&square| sides.stance(square, player));
            stances.map(|stance| costs.row(stance).to_vec()).collect()
        }
        // Rows are the goals, however the player ends there; those that no box needs are left out,
        // which is right with as many goals as boxes, and an ordinary choice of duals elsewhere.
        Sense::FromStart => {
            let rows = board.goals().iter().take(costs.targets()).map(|&goal| {
                let mut row = vec![FORBIDDEN; costs.targets()];
                for stance in sides.stances_of(goal) {
                    for (least, &cost) in row.iter_mut().zip(costs.row(stance)) {
                        *least = cost.min(*least);
                    }
                }
                row
            });
            rows.collect()
        }
    };
    if assignment.solve(rows.len(), |row| &rows[row]).is_none() {
        return vec![0; costs.targets()];
    }
    let duals = assignment.column_duals();
    let greatest = duals.iter().copied().max().unwrap_or(0);
    duals.iter().map(|dual| dual - greatest).collect()
}

fn values(distances: &PushDistances, duals: &[i32]) -> Vec<i32> {
    let mut values = vec![NOWHERE; distances.stances()];
    for (anchor, &dual) in duals.iter().enumerate() {
        for (value, &distance) in values.iter_mut().zip(distances.row(anchor)) {
            if distance != NO_ROUTE {
                *value = (*value).min(i32::from(distance) - dual);
            }
        }
    }
    values
}

fn reduced_pushes(
    board: &Board,
    sides: &PlayerSides,
    values: &[i32],
    sense: Sense,
) -> Vec<[u16; 4]> {
    let value = |square, player| values[Stance::index(sides.stance(square, player))];
    let mut reduced = vec![[NO_PUSH; 4]; board.squares()];
    for (index, by_direction) in reduced.iter_mut().enumerate() {
        let from = Square::new(index);
        for direction in Direction::ALL {
            let behind = board.neighbor(from, direction.opposite());
            let to = board.neighbor(from, direction);
            // No box may stand on a dead square, where the other sense would have distances too.
            if behind.is_none() || to.is_none() || !board.is_live(from) || !board.is_live(to) {
                continue;
            }
            let (before, after) = (value(from, behind), value(to, from));
            if before == NOWHERE || after == NOWHERE {
                continue;
            }
            let fall = match sense {
                Sense::ToGoals => before - after,
                Sense::FromStart => after - before,
            };
            by_direction[direction.index()] =
                u16::try_from(1 - fall).expect("a value falls by at most 1 a push");
        }
    }
    reduced
}
