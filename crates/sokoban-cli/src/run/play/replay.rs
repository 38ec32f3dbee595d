//! Replay: a solution that is being watched.

use std::time::Duration;

use sokoban_core::Step;

/// Moves a second, from the slowest to the fastest.
const SPEEDS: [u32; 9] = [1, 2, 3, 5, 8, 12, 20, 30, 50];

/// The speed that a replay begins with, among [`SPEEDS`].
const USUAL_SPEED: usize = 4;

/// A solution that is being watched. Its steps are those of the game meanwhile.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    /// What is watched, in words.
    pub(super) what: &'static str,
    /// Whether it runs by itself.
    pub(super) is_running: bool,
    speed: usize,
    /// The player's own steps, with how many of them were made.
    pub(super) own: (Vec<Step>, usize),
}

impl Replay {
    pub(super) fn new(what: &'static str, own: (Vec<Step>, usize)) -> Self {
        Self { what, is_running: false, speed: USUAL_SPEED, own }
    }

    /// The steps that led to the player's own state.
    pub(super) fn own_played(&self) -> &[Step] {
        let (steps, done) = &self.own;
        &steps[..*done]
    }

    pub(super) fn faster(&mut self) {
        self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
    }

    pub(super) fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    pub(super) fn moves_a_second(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// The time between two moves.
    pub(super) fn pause(&self) -> Duration {
        Duration::from_secs(1) / self.moves_a_second()
    }
}
