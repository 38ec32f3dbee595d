//! Stage: the level on the screen, and what is known of it.

use std::rc::Rc;

use sokoban_core::{Board, Canonical, Counts, Level, Solution, Step, Symmetry, lurd_string};

use super::game::Game;
use super::knowledge::Knowledge;
use super::saves::{Saved, Saves};

/// The level on the screen, how it is being played, and what is known of it.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) level: Level,
    pub(super) game: Game,
    pub(super) knowledge: Knowledge,
    /// The least number of pushes that any solution of the level needs, proven so far.
    pub(super) lower_bound: usize,
    /// The fewest pushes that solve the level, if that is proven.
    pub(super) fewest_pushes: Option<usize>,
    /// The best solution so far.
    pub(super) best: Option<Vec<Step>>,
    /// Names the level in the file of saves.
    id: String,
    /// Lays the level onto the form that its saves are written for.
    symmetry: Symmetry,
}

impl Stage {
    /// `level` at its start, with what is saved of it. Saved moves that are not legal, which only a
    /// changed file has, count for nothing.
    ///
    /// None if it cannot be played.
    pub(super) fn new(level: &Level, saves: &Saves) -> Option<Self> {
        let board = Rc::new(Board::try_from(level).ok()?);
        let canonical = Canonical::try_from(level).ok()?;
        let mut stage = Self {
            level: level.clone(),
            game: Game::new(board),
            knowledge: Knowledge::default(),
            lower_bound: 0,
            fewest_pushes: None,
            best: None,
            id: canonical.id().to_string(),
            symmetry: canonical.symmetry(),
        };
        if let Some(saved) = saves.get(&stage.id) {
            stage.fewest_pushes = saved.fewest_pushes;
            stage.lower_bound = saved.fewest_pushes.unwrap_or(0);
            let best = saved.best.as_deref().and_then(|text| stage.read_saved(text));
            stage.best = best.filter(|steps| {
                let mut game = stage.game.clone();
                game.replace(steps, steps.len()) && game.is_solved()
            });
            if let Some(moves) = stage.read_saved(&saved.moves) {
                stage.game.replace(&moves, moves.len());
            }
        }
        Some(stage)
    }

    /// The id under which the level is saved.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// What is to be kept of the level. Of an attempt that solved it, nothing but the solution.
    pub(super) fn to_saved(&self, attempt: &[Step]) -> Saved {
        Saved {
            moves: self.for_saving(attempt),
            best: self.best.as_deref().map(|steps| self.for_saving(steps)),
            fewest_pushes: self.fewest_pushes,
        }
    }

    fn for_saving(&self, steps: &[Step]) -> String {
        let turned = Solution::new(steps.to_vec()).transformed(self.symmetry);
        lurd_string(turned.steps())
    }

    fn read_saved(&self, text: &str) -> Option<Vec<Step>> {
        let solution: Solution = text.parse().ok()?;
        Some(solution.transformed(self.symmetry.inverse()).steps().to_vec())
    }

    /// Takes note of the solution that was just played.
    pub(super) fn note_solved(&mut self) {
        let played = self.game.played();
        if self.best.as_deref().is_none_or(|best| rank(counts(played)) < rank(counts(best))) {
            self.best = Some(played.to_vec());
        }
        let pushes = self.game.counts().pushes;
        if pushes == self.lower_bound {
            self.fewest_pushes = Some(pushes);
        }
    }
}

/// The moves and pushes among `steps`.
pub(super) fn counts(steps: &[Step]) -> Counts {
    Counts { moves: steps.len(), pushes: steps.iter().filter(|step| step.push).count() }
}

fn rank(counts: Counts) -> (usize, usize) {
    (counts.pushes, counts.moves)
}
