//! PathStack: the path under search, and the successors along it that are still to be tried.

use crate::memory::Memory;
use crate::outcome::StopReason;
use crate::space::{Step, Successor};

/// A state on the path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<T> {
    pub(crate) state: T,
    /// The cost of the path to it.
    pub(crate) g: u32,
    /// The step that led to it; none for a root.
    pub(crate) step: Option<Step>,
    /// The least f over what has been tried below it so far.
    pub(crate) least: u32,
    /// The expansions before its own.
    pub(crate) expanded_before: u64,
    /// Its untried successors, if it is the last state, are those in the stack's list from here on.
    pub(crate) first_untried: usize,
}

/// A successor still to be tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Untried {
    pub(crate) f: u32,
    pub(crate) successor: Successor,
}

/// The path under search. Lists in the place of recursion: paths may be thousands of steps long.
#[derive(Debug)]
pub(crate) struct PathStack<T> {
    frames: Vec<Frame<T>>,
    /// The key of each frame's state, side by side so that they are scanned fast.
    keys: Vec<u64>,
    /// The untried successors of all frames, those of the last frame at the end.
    untried: Vec<Untried>,
}

impl<T: Copy + Eq> PathStack<T> {
    pub(crate) fn new() -> Self {
        Self { frames: Vec::new(), keys: Vec::new(), untried: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    /// The last state.
    pub(crate) fn last_mut(&mut self) -> Option<&mut Frame<T>> {
        self.frames.last_mut()
    }

    /// Goes on to a state.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if there is no room.
    pub(crate) fn push(
        &mut self,
        key: u64,
        frame: Frame<T>,
        memory: &mut Memory,
    ) -> Result<(), StopReason> {
        make_room(&mut self.frames, 1, memory)?;
        make_room(&mut self.keys, 1, memory)?;
        self.frames.push(Frame { first_untried: self.untried.len(), ..frame });
        self.keys.push(key);
        Ok(())
    }

    /// Leaves the last state.
    pub(crate) fn pop(&mut self) -> Option<Frame<T>> {
        self.keys.pop();
        self.frames.pop()
    }

    /// The cost at which the state is on the path, if it is.
    pub(crate) fn find(&self, key: u64, state: &T) -> Option<u32> {
        let mut from = 0;
        while let Some(at) = self.keys[from..].iter().position(|&other| other == key) {
            let frame = &self.frames[from + at];
            if frame.state == *state {
                return Some(frame.g);
            }
            from += at + 1;
        }
        None
    }

    /// Room for `count` more untried successors.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if there is none.
    pub(crate) fn make_room_for_untried(
        &mut self,
        count: usize,
        memory: &mut Memory,
    ) -> Result<(), StopReason> {
        make_room(&mut self.untried, count, memory)
    }

    /// Adds an untried successor of the last state, for which there is room.
    pub(crate) fn add_untried(&mut self, untried: Untried) {
        debug_assert!(self.untried.len() < self.untried.capacity(), "room was made before");
        self.untried.push(untried);
    }

    /// Sorts the untried successors of the last state so that the least f comes first.
    pub(crate) fn sort_untried(&mut self) {
        let first = self.frames.last().map_or(0, |frame| frame.first_untried);
        // The next one is taken from the end. Ties go by box and square, so that the order is the
        // same everywhere.
        self.untried[first..].sort_unstable_by_key(|untried| {
            let Successor { box_index, step, .. } = untried.successor;
            std::cmp::Reverse((untried.f, box_index, step.to))
        });
    }

    /// Takes the next untried successor of the last state.
    pub(crate) fn next_untried(&mut self) -> Option<Untried> {
        let frame = self.frames.last()?;
        if self.untried.len() > frame.first_untried { self.untried.pop() } else { None }
    }

    /// The steps from the root to the last state.
    pub(crate) fn steps(&self) -> impl Iterator<Item = Step> {
        self.frames.iter().filter_map(|frame| frame.step)
    }
}

/// Room for `count` more elements, by doubling. While it moves, both copies are booked.
fn make_room<T>(list: &mut Vec<T>, count: usize, memory: &mut Memory) -> Result<(), StopReason> {
    let needed = list.len() + count;
    let before = list.capacity();
    if needed > before {
        let capacity = needed.max(2 * before).max(16);
        memory.reserve(capacity * size_of::<T>())?;
        list.reserve_exact(capacity - list.len());
        memory.release(before * size_of::<T>());
    }
    Ok(())
}
