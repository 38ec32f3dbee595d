//! Swap: whether two steps one after the other may as well be taken the other way round.
//!
//! IDA* drops a state that it meets by two steps of two boxes if they may be swapped and the second
//! brings its box to a square of lower number. Why that is right, in the terms of the proof in
//! `ida_star.rs`: let c be met at cost g by steps a and b from p, and dropped because b, then a
//! leads from p to c too, and the square that b brings a box to has a lower number than that of a.
//! It is to be shown that g + d(c) > T where (1) and (2) hold for c. The state s' after b was met at
//! p, at a cost below g.
//! - If s' was expanded in this iteration at no greater cost, c was met below it by a at a cost of g
//!   at most. If it was dropped there too, then for a step to a square of still higher number. That
//!   comes to an end, and where it ends one of the cases above says what is to be shown.
//! - If s' was cut by the heuristic, or expanded ever at a smaller cost, what was said of d(s') says
//!   it of d(c), since s' is no nearer to a target than by way of c.
//! - If s' was cut by a stored bound, that bound is at most the cost of a and what c handed up when
//!   s' was searched. That is a bound on d(c), or comes from c being dropped there in this iteration,
//!   at a cost greater than g: then it says T + 1 less that cost, too little to cut s' here.
//! - If s' was dropped itself, the same is said of s', at a lower cost, and of its way on to c.
//!
//! Nor is a next threshold lost: c met at its least g means s' met at its least g, and a real cut on
//! the way to s', at s' or, after finitely many swaps, at c.

use sokoban_core::{Reach, Square};

use super::Step;

/// A step to a neighboring square, as the player takes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SingleStep {
    pub(super) step: Step,
    /// Where the player stands before it.
    pub(super) stand: Square,
    /// Where the player stands after it.
    pub(super) end: Square,
}

/// Can `second`, taken after `first`, be taken before it, and do they lead to the same state then?
///
/// `reach` has the boxes between the two, and has them again in the end. The player is in the area
/// of `player` before both, and in that of `player_after` after both. `is_successor` tells of a
/// step that can be made in the state in `reach` whether the space has it for a successor there:
/// PI-corrals leave some out, and a step that is dropped for the sake of a way that the space does
/// not have would be lost. It is asked of `second` before both, and then of `first` after that.
///
/// # Complexity
/// Three floods at most.
pub(super) fn can_be_swapped(
    reach: &mut Reach,
    player: Square,
    first: SingleStep,
    second: SingleStep,
    player_after: Square,
    mut is_successor: impl FnMut(&Reach, SingleStep) -> bool,
) -> bool {
    let (a, b) = (first.step, second.step);
    // The box of the first step stands in the way of the second, or the other way round; or there
    // is one box only.
    if b.from == a.to || b.to == a.from || second.end == a.from || first.end == b.to {
        return false;
    }
    reach.move_box(a.to, a.from);
    reach.flood(player);
    let mut is_same = reach.contains(second.stand) && is_successor(reach, second);
    if is_same {
        reach.move_box(b.from, b.to);
        reach.flood(second.end);
        is_same = reach.contains(first.stand) && is_successor(reach, first);
        if is_same {
            reach.move_box(a.from, a.to);
            is_same = reach.flood(first.end) == player_after;
            reach.move_box(a.to, a.from);
        }
        reach.move_box(b.to, b.from);
    }
    reach.move_box(a.from, a.to);
    is_same
}

#[cfg(test)]
mod tests {
    use crate::space::forward::ForwardSpace;
    use crate::space::passages::Passages;
    use crate::space::reverse::ReverseSpace;
    use crate::space::{StateSpace, Successor};
    use sokoban_core::{Board, DeadlockConfig, Deadlocks, Level};
    use sokoban_oracle::random_level;

    /// Holds every answer at states within three steps of a root against the steps themselves, and
    /// returns how often it was yes.
    fn check<S: StateSpace>(space: &mut S, with_passages: bool) -> usize {
        let mut states = Vec::new();
        space
            .roots(|_, root| -> Result<(), ()> {
                states.push(root);
                Ok(())
            })
            .expect("no failure");
        let (mut first_steps, mut second_steps) = (Vec::new(), Vec::new());
        let (mut next, mut swaps) = (0, 0);
        while next < states.len().min(300) {
            let before = states[next];
            next += 1;
            let player = space.player(&before);
            space.expand(&before, &mut first_steps);
            for first in &first_steps {
                let between = space.child(&before, first);
                space.expand(&between, &mut second_steps);
                for second in &second_steps {
                    let after = space.child(&between, second);
                    let answer = space.can_be_swapped(player, first.step, second);
                    // The answer must leave what is loaded as it was.
                    assert_eq!(answer, space.can_be_swapped(player, first.step, second));
                    let truth = is_same(space, &before, &first_steps, first, second, &after);
                    assert!(
                        answer == truth || with_passages && truth,
                        "{before:?} {first:?} {second:?}"
                    );
                    swaps += usize::from(answer);
                    space.expand(&between, &mut Vec::new());
                }
                if !states.contains(&between) {
                    states.push(between);
                }
            }
        }
        swaps
    }

    fn is_same<S: StateSpace>(
        space: &mut S,
        before: &S::State,
        at_first: &[Successor],
        first: &Successor,
        second: &Successor,
        after: &S::State,
    ) -> bool {
        let Some(other) = at_first.iter().find(|other| other.step == second.step) else {
            return false;
        };
        let between = space.child(before, other);
        let mut steps = Vec::new();
        space.expand(&between, &mut steps);
        steps.iter().any(|last| last.step == first.step && space.child(&between, last) == *after)
    }

    #[test]
    fn answers_agree_with_the_steps_themselves() {
        let mut swaps = [0; 4];
        for seed in 0..60 {
            let level: Level = random_level(seed, 7, 7, 3, 4).parse().expect("a level");
            let board = Board::try_from(&level).expect("a board");
            // Every other level with PI-corrals, which the steps themselves heed. Corral searches
            // begin some time between the question and the steps, and drop none but dead states.
            let config = DeadlockConfig { pi_corral: seed % 2 == 0, ..DeadlockConfig::BOXES };
            let deadlocks = || Deadlocks::new(config);
            let passages = [Passages::none(), Passages::of_pushes(&board)];
            for (at, passages) in passages.into_iter().enumerate() {
                let mut space = ForwardSpace::<1>::new(&board, deadlocks(), passages);
                swaps[at] += check(&mut space, at == 1);
            }
            let passages = [Passages::none(), Passages::of_pulls(&board)];
            let distances = board.distances_from_nearest_start();
            for (at, passages) in passages.into_iter().enumerate() {
                let mut space = ReverseSpace::<1>::new(&board, deadlocks(), passages, &distances);
                swaps[2 + at] += check(&mut space, at == 1);
            }
        }
        assert!(swaps.iter().all(|&swaps| swaps > 100), "{swaps:?}");
    }
}
