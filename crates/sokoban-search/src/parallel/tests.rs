//! Searches on several threads with bounds that dawdle, are inconsistent or panic.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use sokoban_core::{Board, Deadlocks, Square};
use sokoban_heuristics::{Bound, Matching};
use sokoban_oracle::{Grid, Least, least_pushes, random_level};

use super::shared::Way;
use super::*;
use crate::limits::Limits;
use crate::space::forward::ForwardSpace;
use crate::space::passages::Passages;
use crate::space::reverse::ReverseSpace;

/// The matching, changed in ways that depend on the state alone.
struct Moody {
    matching: Matching,
    /// Takes away the bound of every other state, which makes it inconsistent.
    is_shaky: bool,
    /// Gives way to other threads now and then, so that they come in between anywhere.
    dawdles: bool,
    /// Panics when asked so often.
    patience: AtomicU64,
}

impl Moody {
    fn mood(boxes: impl Iterator<Item = Square>, player: Square) -> u64 {
        let mix = |sum: u64| {
            let mixed = (sum + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 29
        };
        mix(boxes.fold(player.index() as u64, |sum, square| {
            sum.wrapping_add(mix(square.index() as u64))
        }))
    }

    fn change(&self, bound: Bound, mood: u64) -> Bound {
        let left = self.patience.fetch_sub(1, Ordering::Relaxed);
        assert!(left > 0, "a bug on purpose");
        if self.dawdles {
            (0..mood % 4).for_each(|_| thread::yield_now());
        }
        match bound.pushes() {
            Some(pushes) if self.is_shaky => {
                Bound::new(if mood >> 8 & 1 == 0 { 0 } else { pushes })
            }
            _ => bound,
        }
    }
}

impl Heuristic for Moody {
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = false;
    type Scratch = <Matching as Heuristic>::Scratch;

    fn is_consistent(&self) -> bool {
        !self.is_shaky
    }

    fn scratch(&self) -> Self::Scratch {
        self.matching.scratch()
    }

    fn bound(&self, boxes: &[Square], player: Square, scratch: &mut Self::Scratch) -> Bound {
        let bound = self.matching.bound(boxes, player, scratch);
        self.change(bound, Self::mood(boxes.iter().copied(), player))
    }

    fn bound_after(
        &self,
        boxes: &[Square],
        moved: usize,
        to: Square,
        player: Square,
        scratch: &mut Self::Scratch,
    ) -> Bound {
        let bound = self.matching.bound_after(boxes, moved, to, player, scratch);
        let after = boxes.iter().enumerate();
        let after = after.map(|(number, &square)| if number == moved { to } else { square });
        self.change(bound, Self::mood(after, player))
    }

    fn memory_usage(&self) -> usize {
        self.matching.memory_usage()
    }
}

/// What a search is to be like.
#[derive(Clone, Copy, Debug)]
struct Plan {
    threads: usize,
    is_shaky: [bool; 2],
    turns: Option<Turns>,
    patience: u64,
}

fn search_by(plan: Plan, board: &Board) -> (Found, Stats) {
    let moody = |matching, way: Way| Moody {
        matching,
        is_shaky: plan.is_shaky[way.index()],
        dawdles: true,
        patience: AtomicU64::new(plan.patience),
    };
    let bound = moody(Matching::push_distance(board, &board.goal_distances()), Way::Forward);
    let back = moody(Matching::push_distance(board, &board.start_distances()), Way::Backward);
    let tests = Deadlocks::default();
    let nearest = board.distances_from_nearest_start();
    let mut forward = ForwardSpace::<1>::new(board, tests, Passages::of_both(board));
    let mut backward = ReverseSpace::<1>::new(board, tests, Passages::of_both(board), &nearest);
    let mut observer = ();
    let mut budget = Budget::new(&Limits::default(), &mut observer);
    let mut stats = Stats::default();
    let threads = Threads::new(plan.threads).expect("a number of threads");
    let ahead = Side { space: &mut forward, bound: &bound };
    let found = match plan.turns {
        None => parallel_astar(ahead, threads, &mut budget, &mut stats),
        Some(turns) => {
            let back = Side { space: &mut backward, bound: &back };
            parallel_bidirectional(ahead, back, (turns, threads), None, &mut budget, &mut stats)
        }
    };
    assert_eq!(budget.memory.used(), 0, "all that was booked is given back");
    (found.expect("threads are to be had"), stats)
}

fn levels() -> impl Iterator<Item = (u64, Board, Option<u32>)> {
    let shapes = [(7, 7, 2, 3), (7, 7, 3, 6), (8, 7, 3, 9)];
    (0..60).filter_map(move |seed| {
        let (width, height, boxes, walls) = shapes[seed as usize % shapes.len()];
        let text = random_level(seed, width, height, boxes, walls);
        let pushes = match least_pushes(&Grid::from_xsb(&text), 30_000) {
            Least::Found(pushes) => Some(pushes),
            Least::Unsolvable => None,
            Least::TooLarge => return None,
        };
        let level: sokoban_core::Level = text.parse().ok()?;
        let board = Board::try_from(&level).ok()?;
        (board.live_squares() <= 64).then_some((seed, board, pushes))
    })
}

/// How many states are opened again when `board` is searched in all ways, and each verdict is right.
fn reopened_in_all_ways(seed: u64, board: &Board, pushes: Option<u32>) -> u64 {
    let turns = [None, Some(Turns::ToTheSmaller), Some(Turns::ThreeForward)];
    let mut reopened = 0;
    for turns in turns {
        for is_shaky in [[false; 2], [true, false], [true; 2]] {
            let threads = 2 + seed as usize % 5;
            let plan = Plan { threads, is_shaky, turns, patience: u64::MAX };
            let (found, stats) = search_by(plan, board);
            reopened += stats.reopened;
            match (&found.ending, pushes) {
                (Ending::Shortest(path), Some(pushes)) => {
                    assert_eq!(found.lower_bound, pushes, "seed {seed}, {plan:?}");
                    let space =
                        ForwardSpace::<1>::new(board, Deadlocks::default(), Passages::none());
                    let solution = space.solution(board, path).expect("a legal path");
                    let counts = solution.replay(board).expect("the path solves the level");
                    assert_eq!(counts.pushes, pushes as usize);
                }
                (Ending::NoPath, None) => {}
                (ending, pushes) => {
                    panic!("seed {seed}, {plan:?}: {ending:?}, where {pushes:?} is right")
                }
            }
        }
    }
    reopened
}

#[test]
fn threads_that_come_in_between_change_no_verdict() {
    let levels: Vec<_> = levels().collect();
    assert!(levels.len() >= 40, "{} levels", levels.len());
    let all =
        || levels.iter().map(|(seed, board, pushes)| reopened_in_all_ways(*seed, board, *pushes));
    // Whether threads come in between so that a state is opened again is a matter of luck: one round
    // in twenty has none on two cores.
    let reopened = (0..30).map(|_| all().sum::<u64>()).find(|&reopened| reopened > 0);
    assert!(reopened.is_some(), "some states are opened again");
}

#[test]
fn a_panic_in_a_thread_ends_them_all_and_arrives() {
    for turns in [None, Some(Turns::ToTheSmaller)] {
        for patience in [0, 1, 2, 4] {
            let plan = Plan { threads: 3, is_shaky: [false; 2], turns, patience };
            let text = random_level(4, 8, 8, 4, 6);
            let level: sokoban_core::Level = text.parse().expect("a level");
            let board = Board::try_from(&level).expect("a board");
            let searched = panic::catch_unwind(AssertUnwindSafe(|| search_by(plan, &board)));
            assert!(searched.is_err(), "{plan:?}");
        }
    }
}
