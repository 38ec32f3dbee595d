//! Corral search: can the boxes round an area ever let the player in?

use alloc::vec::Vec;

use super::areas::{Areas, View};
use super::known::Known;
use crate::bitboard::BitBoard;
use crate::board::Board;
use crate::deadlock::{DeadlockConfig, DeadlockScratch, Deadlocks};
use crate::pushes::{Push, generate_pushes};
use crate::reach::Reach;
use crate::square::Square;
use crate::state::State;

/// Searches the few boxes round an area without the rest of the boxes.
///
/// # What it does
/// For each area that the player cannot reach: K is the set of the boxes beside it and of those
/// beside these, unless all of the first stand on goals. All other boxes are taken off the board,
/// and a breadth-first search follows the pushes of K until one of its states lets the player reach
/// every square of the area that holds no box, or has all of K on goals. If all states that K can
/// come to are seen and none is such, the state is a deadlock. After [`MOST_STATES`] states nothing
/// is said.
///
/// # Why it is right
/// Leave the pushes of other boxes out of a solution: what is left are walks and pushes of K, all
/// legal on a board without the other boxes, where a push of one of them was is a step of a walk.
/// It ends with all of K on goals. So if there is a solution, the search, unless it ends before,
/// comes to a state that has all of K on goals. It holds for every objective, since such a state
/// has no solution at all. Pushes to dead squares and into freezes of K are left out: they lose K
/// alone too.
///
/// # What it is worth
/// On XSokoban 54 the expansions fall from over 1,300,000 to 5,700, on 4 and 82 to a twelfth, on
/// many levels by nothing. Few fences are new, so it costs about a tenth where it finds nothing.
/// With K as the first boxes alone, level 4 takes eight times the expansions; with another ring
/// of boxes half as many again; with thirty states eight times, with a thousand as many as with a
/// hundred. An area counted as let open with the first square reached: eleven times.
#[derive(Clone, Debug)]
pub(super) struct CorralSearch<const WORDS: usize> {
    deadlocks: Deadlocks,
    /// The player's area in the state looked at, and in a child of it.
    reach: Reach,
    child_reach: Reach,
    states: Vec<State<WORDS>>,
    pushes: Vec<Push>,
    scratch: DeadlockScratch,
    known: Known<WORDS>,
    /// The most states that a search comes to.
    most_states: usize,
}

/// [`CorralSearch::most_states`], unless a test sets it.
const MOST_STATES: usize = 100;

impl<const WORDS: usize> CorralSearch<WORDS> {
    pub(super) fn new(board: &Board) -> Self {
        let reach = Reach::new(board);
        Self {
            deadlocks: Deadlocks::new(DeadlockConfig::BOXES),
            child_reach: reach.clone(),
            reach,
            states: Vec::new(),
            pushes: Vec::new(),
            scratch: DeadlockScratch::default(),
            known: Known::new(),
            most_states: MOST_STATES,
        }
    }

    /// Is the state proven to be a deadlock by one of its areas?
    pub(super) fn is_dead(&mut self, view: &View<'_, WORDS>, areas: &Areas) -> bool {
        let &View { board, boxes, reach } = view;
        (0..areas.count()).any(|index| {
            let beside = || areas.beside(index).map(|at| areas.box_beside(at));
            if beside().all(|square| board.is_goal(square)) {
                return false;
            }
            let mut fence: BitBoard<WORDS> = beside().collect();
            for square in beside() {
                for &neighbor in &board.neighbors()[square.index()] {
                    if boxes.contains(neighbor) {
                        fence.insert(neighbor);
                    }
                }
            }
            self.reach.set_boxes(&fence);
            let start = State::from_canonical(fence, self.reach.flood(reach.canonical()));
            if let Some(is_dead) = self.known.get(&start) {
                return is_dead;
            }
            let is_dead = self.search(board, start, areas, index);
            self.known.set(start, is_dead);
            is_dead
        })
    }

    /// Are all states that come from `start` seen, and none that lets the player into the area or has
    /// all boxes on goals?
    fn search(&mut self, board: &Board, start: State<WORDS>, areas: &Areas, index: usize) -> bool {
        let Self { deadlocks, reach, child_reach, states, pushes, scratch, most_states, .. } = self;
        states.clear();
        states.push(start);
        let mut next = 0;
        while let Some(state) = states.get(next).copied() {
            next += 1;
            reach.set_boxes(state.boxes());
            reach.flood(state.player());
            let is_open = |square: Square| reach.contains(square) || state.boxes().contains(square);
            if areas.all_squares(index, is_open) || state.is_solved(board) {
                return false;
            }
            pushes.clear();
            generate_pushes(board, state.boxes(), reach, pushes);
            child_reach.set_boxes(state.boxes());
            for &Push { from, direction } in &*pushes {
                let to = board.neighbor(from, direction);
                if !board.is_live(to) {
                    continue;
                }
                let told = reach.canonical_after_push(from, to, state.player());
                let player = told.unwrap_or_else(|| {
                    child_reach.move_box(from, to);
                    let player = child_reach.flood(from);
                    child_reach.move_box(to, from);
                    player
                });
                let child = state.after_move(from, to, player);
                if states.contains(&child)
                    || deadlocks.after_push(board, child.boxes(), to, scratch).is_some()
                {
                    continue;
                }
                if states.len() == *most_states {
                    return false;
                }
                states.push(child);
            }
        }
        true
    }

    /// The bytes of the buffers at most.
    pub(super) fn memory_usage(board: &Board) -> usize {
        let reach = board.squares() * 2 * 16 + board.height() * 2 * 24;
        let pushes = 4 * board.start_boxes().len() * size_of::<Push>();
        MOST_STATES * size_of::<State<WORDS>>() + Known::<WORDS>::MOST_BYTES + reach + pushes
    }
}

#[cfg(test)]
mod tests {
    use sokoban_oracle::random_level;

    use super::*;
    use crate::level::Level;

    /// Areas are asked about in thousands of states. With few states for a search it says of fewer
    /// that they are dead, and never of others.
    #[test]
    fn a_search_that_was_cut_short_says_nothing() {
        let (mut dead, mut dead_at_once) = (0, 0);
        for seed in 0..60 {
            let level: Level = random_level(seed, 9, 8, 4, 10).parse().unwrap();
            let board = Board::try_from(&level).unwrap();
            let mut whole = CorralSearch::<2>::new(&board);
            let mut short = CorralSearch { most_states: 2, ..CorralSearch::<2>::new(&board) };
            let (mut areas, mut reach) = (Areas::new(&board), Reach::new(&board));
            let mut states = alloc::vec![State::start(&board, &mut reach)];
            let mut next = 0;
            while let Some(state) = states.get(next).copied().filter(|_| next < 500) {
                next += 1;
                let pushes = state.pushes(&board, &mut reach);
                reach.set_boxes(state.boxes());
                reach.flood(state.player());
                let view = View { board: &board, boxes: state.boxes(), reach: &reach };
                areas.find(&view);
                let is_dead = whole.is_dead(&view, &areas);
                let is_dead_at_once = short.is_dead(&view, &areas);
                assert!(is_dead || !is_dead_at_once, "{seed}: {state:?}");
                dead += u32::from(is_dead);
                dead_at_once += u32::from(is_dead_at_once);
                for push in pushes {
                    let to = board.neighbor(push.from, push.direction);
                    let child = state.push(&board, push, &mut reach);
                    if board.is_live(to) && !states.contains(&child) {
                        states.push(child);
                    }
                }
            }
        }
        assert!(dead_at_once > 100 && dead > dead_at_once + 100, "{dead} {dead_at_once}");
    }
}
