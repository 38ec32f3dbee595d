//! Breadth-first search over every (boxes, region of the player) of a pattern.

use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU8, Ordering};

use sokoban_core::{Board, Direction, Square};

use super::account::{Account, BuildError};
use super::chunks::map_chunks;
use super::rank::{MOST_BOXES, PatternIndex};

/// A value of a state that no search reached: from it, no one can bring these boxes home.
pub(crate) const INFINITE: u8 = u8::MAX;
/// The greatest value that is told apart; a greater one counts as this, still a lower bound.
pub(crate) const GREATEST: u8 = INFINITE - 2;

/// Which way the search steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sense {
    /// By pulls, from where the boxes are to end.
    ByPulls,
    /// By pushes, from where the boxes start.
    ByPushes,
}

/// The boxes of a pattern, ascending and filled up with [`Square::NONE`], and the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    pub(crate) boxes: [Square; MOST_BOXES],
    pub(crate) player: Square,
}

/// States expanded between two looks at the account.
const GROUP: usize = 1 << 16;
/// States that one worker takes at a time.
const CHUNK: usize = 1 << 12;
/// Values that are written between two looks at the account.
const FILL: usize = 1 << 22;

/// For every state the steps, all boxes but the pattern's ignored, that lead to it from the
/// nearest of `sources`, less `base` of the state: its excess.
///
/// `base` must never be greater than the number of steps. Which sources there are is the caller's
/// affair: all solved placements with every region of the player, or a single placement for
/// distances to goals of the caller's choice.
///
/// # Errors
/// Those of the account.
///
/// # Complexity
/// O(states * boxes) in time; one byte a state, and while it runs another 8 for each state of the
/// two layers in work, twice that while their queue grows.
pub(crate) fn excesses(
    board: &Board,
    index: &PatternIndex,
    sense: Sense,
    sources: impl Iterator<Item = Placement>,
    base: impl Fn(&Placement) -> u32 + Sync + Send,
    account: &mut Account<'_>,
) -> Result<Vec<u8>, BuildError> {
    let values = infinite_values(index.states(), account)?;
    // What one group leads to: lists of at most twice their length.
    let parts = (GROUP * 4 * index.boxes()).min(index.states()) * 2 * size_of::<Placement>();
    account.reserve(parts)?;
    let table = Table { board, index, sense, base, values };
    let mut layer: Vec<Placement> = Vec::new();
    for (number, source) in sources.enumerate() {
        if number % GROUP == 0 {
            account.tell_known(layer.len(), index.states())?;
        }
        if table.claim(&source, 0) {
            make_room(&mut layer, 1, account)?;
            layer.push(source);
        }
    }
    let mut distance = 0;
    let mut known = 0;
    while !layer.is_empty() {
        known += layer.len();
        distance += 1;
        let mut next = Vec::new();
        for group in layer.chunks(GROUP) {
            account.tell_known(known, index.states())?;
            let parts = map_chunks(account.workers(), group, CHUNK, |placements| {
                let mut reached = Vec::new();
                for placement in placements {
                    table.expand(placement, distance, &mut reached);
                }
                reached
            });
            make_room(&mut next, parts.iter().map(Vec::len).sum(), account)?;
            for part in parts {
                next.extend_from_slice(&part);
            }
        }
        account.release(layer.capacity() * size_of::<Placement>());
        layer = next;
    }
    account.release(layer.capacity() * size_of::<Placement>() + parts);
    Ok(table.values.into_iter().map(AtomicU8::into_inner).collect())
}

/// A value for each state, none of them reached.
fn infinite_values(states: usize, account: &mut Account<'_>) -> Result<Vec<AtomicU8>, BuildError> {
    let mut values = account.vector(states)?;
    while values.len() < states {
        let more = (states - values.len()).min(FILL);
        account.reserve(more)?;
        values.extend((0..more).map(|_| AtomicU8::new(INFINITE)));
    }
    Ok(values)
}

/// Books and makes room for `more` items of a queue, which grows twofold.
fn make_room(
    queue: &mut Vec<Placement>,
    more: usize,
    account: &mut Account<'_>,
) -> Result<(), BuildError> {
    let (length, before) = (queue.len() + more, queue.capacity());
    if length > before {
        let capacity = length.max(2 * before);
        // Old and new room are there together while the queue moves.
        account.reserve(capacity * size_of::<Placement>())?;
        queue.reserve_exact(capacity - queue.len());
        account.release(before * size_of::<Placement>());
    }
    Ok(())
}

/// The states of the search, shared by its workers.
///
/// A worker that finds a state claims it by one atomic exchange of its value. All that claim it in
/// the same layer would write the same value, so the values do not depend on who comes first.
struct Table<'b, B> {
    board: &'b Board,
    index: &'b PatternIndex,
    sense: Sense,
    base: B,
    values: Vec<AtomicU8>,
}

impl<B: Fn(&Placement) -> u32> Table<'_, B> {
    /// Gives the state its value if it has none yet, and says whether it had none.
    fn claim(&self, placement: &Placement, distance: u32) -> bool {
        let boxes = &placement.boxes[..self.index.boxes()];
        let state = self.index.state(self.index.rank(boxes), placement.player);
        let value = &self.values[state];
        if value.load(Ordering::Relaxed) != INFINITE {
            return false;
        }
        let excess = distance.saturating_sub((self.base)(placement)).min(u32::from(GREATEST));
        value.compare_exchange(INFINITE, excess as u8, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    fn expand(&self, placement: &Placement, distance: u32, reached: &mut Vec<Placement>) {
        each_step(self.board, self.index, self.sense, placement, |child| {
            if self.claim(&child, distance) {
                reached.push(child);
            }
        });
    }
}

/// Calls `found` with what each step of a box of `placement` leads to.
pub(crate) fn each_step(
    board: &Board,
    index: &PatternIndex,
    sense: Sense,
    placement: &Placement,
    mut found: impl FnMut(Placement),
) {
    let boxes = &placement.boxes[..index.boxes()];
    let rank = index.rank(boxes);
    let state = index.state(rank, placement.player);
    let is_free = |square: Square| !square.is_none() && !boxes.contains(&square);
    for (number, &from) in boxes.iter().enumerate() {
        for direction in Direction::ALL {
            let beside = board.neighbor(from, direction);
            if !is_free(beside) || index.state(rank, beside) != state {
                continue;
            }
            // The player stands beside the box, and pulls it away or pushes it off.
            let (to, player, free) = match sense {
                Sense::ByPulls => {
                    let beyond = board.neighbor(beside, direction);
                    (beside, beyond, beyond)
                }
                Sense::ByPushes => {
                    let ahead = board.neighbor(from, direction.opposite());
                    (ahead, from, ahead)
                }
            };
            if !is_free(free) || to.index() >= index.open() {
                continue;
            }
            let mut child = Placement { boxes: placement.boxes, player };
            replace(&mut child.boxes[..boxes.len()], number, to);
            found(child);
        }
    }
}

/// Puts `square` in the place of item `number`, and keeps the order.
fn replace(boxes: &mut [Square], number: usize, square: Square) {
    boxes[number] = square;
    let mut at = number;
    while at > 0 && boxes[at - 1] > boxes[at] {
        boxes.swap(at - 1, at);
        at -= 1;
    }
    while at + 1 < boxes.len() && boxes[at + 1] < boxes[at] {
        boxes.swap(at, at + 1);
        at += 1;
    }
}

/// Every choice of `count` of `squares`, which are ascending, with squares below `open` only.
///
/// # Errors
/// Those of the account, which is told now and then.
pub(crate) fn choices(
    squares: &[Square],
    count: usize,
    open: usize,
    account: &mut Account<'_>,
) -> Result<Vec<[Square; MOST_BOXES]>, BuildError> {
    let squares: Vec<Square> =
        squares.iter().copied().filter(|square| square.index() < open).collect();
    let mut chosen = vec![[Square::NONE; MOST_BOXES]];
    for place in 0..count {
        let mut longer = Vec::new();
        for (number, choice) in chosen.iter().enumerate() {
            if number % CHUNK == 0 {
                account.tell()?;
            }
            let later = squares.iter().filter(|&&square| place == 0 || square > choice[place - 1]);
            longer.extend(later.map(|&square| {
                let mut choice = *choice;
                choice[place] = square;
                choice
            }));
        }
        chosen = longer;
    }
    Ok(chosen)
}
