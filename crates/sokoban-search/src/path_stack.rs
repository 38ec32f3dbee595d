//! PathStack: the path under search, and the successors along it that are still to be tried.

use sokoban_core::Square;

use crate::memory::Memory;
use crate::outcome::StopReason;
use crate::segmented_stack::SegmentedStack;
use crate::space::{StateSpace, Step, Successor};

/// The path under search. Lists in the place of recursion: paths may be thousands of steps long.
///
/// Of the states on the path only the last one is kept whole: a step can be taken back, so the
/// others are known by the steps and the player's squares, whatever the size of the board.
#[derive(Debug)]
pub(crate) struct PathStack<T> {
    /// The last state; of no meaning while the path is empty.
    state: T,
    /// The cost of the path to it.
    g: u32,
    frames: SegmentedStack<Frame>,
    /// The untried successors of all frames, those of the last frame at the end.
    untried: SegmentedStack<Untried>,
}

/// What is kept of a state on the path.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The low half of the state's key.
    short_key: u32,
    /// The step that led to it; for a root any.
    step: Step,
    /// The canonical player square.
    player: Square,
    /// The cost of that step.
    cost: u16,
    /// The least f over what has been tried below it so far.
    least: u32,
    /// The low half of the number of expansions before its own.
    expanded_before: u32,
    /// Its untried successors.
    untried: u16,
}

/// A successor still to be tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Untried {
    pub(crate) step: Step,
    pub(crate) player: Square,
    pub(crate) cost: u16,
}

/// A state that the search is done with, and what was found below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Left<T> {
    pub(crate) state: T,
    pub(crate) g: u32,
    pub(crate) least: u32,
    /// The expansions from its own on.
    pub(crate) expanded: u64,
}

impl<T: Copy + Eq> PathStack<T> {
    /// An empty path. The state given has no meaning.
    pub(crate) fn new(state: T) -> Self {
        Self { state, g: 0, frames: SegmentedStack::new(), untried: SegmentedStack::new() }
    }

    /// The bytes of a path of so many states, with as many untried successors as is common.
    pub(crate) fn bytes(states: usize) -> usize {
        SegmentedStack::<Frame>::bytes(states) + SegmentedStack::<Untried>::bytes(3 * states)
    }

    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    /// The last state, and its cost.
    pub(crate) fn last(&self) -> (T, u32) {
        (self.state, self.g)
    }

    /// Makes room for one more state with so many untried successors.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if there is none.
    pub(crate) fn make_room(
        &mut self,
        successors: usize,
        memory: &mut Memory,
    ) -> Result<(), StopReason> {
        self.frames.make_room(1, memory)?;
        self.untried.make_room(successors, memory)
    }

    /// Begins with a root, or goes on to the state that a step from the last one leads to, for which
    /// there is room. `expanded` counts the expansions before its own.
    pub(crate) fn push<S: StateSpace<State = T>>(
        &mut self,
        space: &S,
        state: T,
        step: Option<(Step, u16)>,
        expanded: u64,
    ) {
        let (step, cost) = step.unwrap_or((Step { from: Square::NONE, to: Square::NONE }, 0));
        self.g = if self.frames.len() == 0 { 0 } else { self.g + u32::from(cost) };
        self.state = state;
        self.frames.push(Frame {
            short_key: space.key(&state) as u32,
            step,
            player: space.player(&state),
            cost,
            least: u32::MAX,
            expanded_before: expanded as u32,
            untried: 0,
        });
    }

    /// Leaves the last state. `expanded` counts the expansions so far.
    pub(crate) fn pop<S: StateSpace<State = T>>(
        &mut self,
        space: &S,
        expanded: u64,
    ) -> Option<Left<T>> {
        let frame = self.frames.pop()?;
        debug_assert_eq!(frame.untried, 0, "all was tried");
        let left = Left {
            state: self.state,
            g: self.g,
            least: frame.least,
            expanded: u64::from((expanded as u32).wrapping_sub(frame.expanded_before)),
        };
        if let Some(before) = self.frames.last() {
            self.state = taken_back(space, &self.state, frame.step, before.player);
            self.g -= u32::from(frame.cost);
        }
        Some(left)
    }

    /// The last state's f is at most this.
    pub(crate) fn lower(&mut self, f: u32) {
        if let Some(frame) = self.frames.last_mut() {
            frame.least = frame.least.min(f);
        }
    }

    /// The step that led to the last state, and the player's square before it; none at a root.
    pub(crate) fn last_step(&self) -> Option<(Square, Step)> {
        let before = self.frames.get(self.frames.len().checked_sub(2)?);
        Some((before.player, self.frames.last()?.step))
    }

    /// The cost at which the state is on the path, if it is.
    pub(crate) fn find<S: StateSpace<State = T>>(&self, space: &S, state: &T) -> Option<u32> {
        let short_key = space.key(state) as u32;
        // The state at some place on the way back, and its cost.
        let (mut known, mut g) = (self.state, self.g);
        let mut at = self.frames.len().checked_sub(1)?;
        for (place, frame) in (0..self.frames.len()).rev().zip(self.frames.iter().rev()) {
            if frame.short_key != short_key {
                continue;
            }
            while at > place {
                let Frame { step, cost, .. } = *self.frames.get(at);
                at -= 1;
                known = taken_back(space, &known, step, self.frames.get(at).player);
                g -= u32::from(cost);
            }
            if known == *state {
                return Some(g);
            }
        }
        None
    }

    /// Adds an untried successor of the last state, for which there is room. The last one added is
    /// the first one to be tried.
    pub(crate) fn add_untried(&mut self, untried: Untried) {
        self.untried.push(untried);
        if let Some(frame) = self.frames.last_mut() {
            frame.untried += 1;
        }
    }

    /// Takes the next untried successor of the last state.
    pub(crate) fn next_untried(&mut self) -> Option<Successor> {
        let frame = self.frames.last_mut()?;
        frame.untried = frame.untried.checked_sub(1)?;
        let Untried { step, player, cost } = self.untried.pop()?;
        Some(Successor { box_index: 0, cost, step, player, key: 0 })
    }

    /// The steps from the root to the last state.
    pub(crate) fn steps(&self) -> impl Iterator<Item = Step> {
        self.frames.iter().skip(1).map(|frame| frame.step)
    }
}

/// The state before a step, where the player was in the area of `player`.
fn taken_back<S: StateSpace>(space: &S, state: &S::State, step: Step, player: Square) -> S::State {
    let step = Step { from: step.to, to: step.from };
    space.child(state, &Successor { box_index: 0, cost: 0, step, player, key: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::passages::Passages;
    use crate::space::reverse::ReverseSpace;
    use sokoban_core::{Board, DeadlockConfig, Deadlocks, Level};

    /// A long walk there and back again: the states are those of a plain list.
    #[test]
    fn steps_are_taken_back_exactly() {
        let level: Level =
            "########\n#@  $  #\n# $    #\n#  .$  #\n# .  . #\n########".parse().expect("a level");
        let board = Board::try_from(&level).expect("a board");
        let deadlocks = Deadlocks::new(DeadlockConfig::ALL);
        let distances = board.start_distances();
        let passages = Passages::of_pulls(&board);
        let mut space = ReverseSpace::<1>::new(&board, deadlocks, passages, &distances);
        let mut memory = Memory::new(None);
        let mut list = Vec::new();
        space
            .roots(|_, root| -> Result<(), ()> {
                list.push((root, 0));
                Ok(())
            })
            .expect("no failure");
        list.truncate(1);
        let mut stack = PathStack::new(list[0].0);
        stack.make_room(0, &mut memory).expect("no limit");
        stack.push(&space, list[0].0, None, 0);
        let mut successors = Vec::new();
        for number in 0..500 {
            let (state, g) = list[list.len() - 1];
            space.expand(&state, &mut successors);
            let Some(next) = successors.get(number * 7 % successors.len().max(1)) else { break };
            let child = (space.child(&state, next), g + u32::from(next.cost));
            list.push(child);
            stack.make_room(0, &mut memory).expect("no limit");
            stack.push(&space, child.0, Some((next.step, next.cost)), number as u64 + 1);
            assert_eq!(stack.last(), child);
            let (some, _) = list[number * 5 % list.len()];
            let latest = list.iter().rev().find(|(state, _)| *state == some);
            assert_eq!(stack.find(&space, &some), latest.map(|&(_, g)| g));
        }
        assert!(list.len() > 50, "{}", list.len());
        assert_eq!(stack.steps().count(), list.len() - 1);
        stack.lower(9);
        while let Some((state, g)) = list.pop() {
            let Some(left) = stack.pop(&space, 1_000) else { panic!("as long as the list") };
            assert_eq!((left.state, left.g), (state, g));
        }
        assert_eq!(stack.len(), 0);
    }
}
