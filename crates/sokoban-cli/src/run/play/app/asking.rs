//! Questions to the solver, and what is made of its answers.

use std::rc::Rc;

use super::{App, Asked, Effect, Why};
use crate::run::play::game::Game;
use crate::run::play::question::{Advance, Answer, Question};
use crate::run::play::stage::counts;
use crate::run::play::status;

impl App {
    /// Answers from what is known, or asks the solver.
    pub(super) fn ask(&mut self, why: Why, effects: &mut Vec<Effect>) {
        self.stop_running();
        if why != Why::Fewest {
            if self.stage.game.is_solved() || self.lost().is_some() {
                // The line about the state says it all.
                return;
            }
            if self.known().is_some() {
                self.stop_asking(effects);
                self.tell(why);
                return;
            }
        }
        if let Some(asked) = self.asked.as_mut().filter(|asked| asked.why != Why::Fewest) {
            // It would have stopped if the state had changed: the same search answers both.
            asked.why = why;
            return;
        }
        let game = match why {
            Why::Fewest => Game::new(Rc::clone(self.stage.game.board())),
            Why::Hint | Why::Solvable => self.stage.game.clone(),
        };
        self.questions += 1;
        effects.push(Effect::Ask(Question { number: self.questions, text: game.text() }));
        let (number, advance) = (self.questions, Advance::default());
        self.asked = Some(Asked { number, why, game, advance });
    }

    /// Takes in how far the solver has come.
    pub(super) fn follow(&mut self, number: u64, advance: Advance, effects: &mut Vec<Effect>) {
        let Some(asked) = self.asked.as_mut().filter(|asked| asked.number == number) else {
            return;
        };
        asked.advance = advance;
        if asked.why == Why::Fewest {
            self.stage.lower_bound = self.stage.lower_bound.max(advance.lower_bound);
            if self.stage.lower_bound == self.stage.game.counts().pushes {
                // The bound alone proves it.
                self.stop_asking(effects);
                self.stage.note_solved();
                self.is_changed = true;
            }
        }
    }

    /// Takes in what the solver answers.
    pub(super) fn hear(&mut self, number: u64, answer: Answer) {
        let Some(asked) = self.asked.take_if(|asked| asked.number == number) else { return };
        let Asked { why, game, .. } = asked;
        let is_start = game.counts().pushes == 0;
        let learned = match &answer {
            Answer::Solved { lower_bound, .. } | Answer::Stopped { lower_bound, .. } => {
                *lower_bound
            }
            Answer::Unsolvable(_) | Answer::Failed => 0,
        };
        if is_start {
            self.stage.lower_bound = self.stage.lower_bound.max(learned);
        }
        match answer {
            Answer::Solved { steps, is_fewest, .. } => {
                if !self.stage.knowledge.note_solution(&game, &steps, is_fewest) {
                    self.notice = status::FAILED.into();
                    return;
                }
                if is_start && is_fewest {
                    self.stage.fewest_pushes = Some(counts(&steps).pushes);
                    self.is_changed = true;
                }
                self.tell(why);
            }
            Answer::Unsolvable(proof) => self.stage.knowledge.note_unsolvable(&game, proof),
            Answer::Stopped { limit, lower_bound } => {
                if why == Why::Fewest && self.stage.lower_bound == self.stage.game.counts().pushes {
                    self.stage.note_solved();
                    self.is_changed = true;
                } else {
                    self.notice = status::stopped(&limit, lower_bound);
                }
            }
            Answer::Failed => self.notice = status::FAILED.into(),
        }
    }

    /// Shows what is known of the state on the screen.
    fn tell(&mut self, why: Why) {
        let Some(known) = self.known() else { return };
        match why {
            Why::Hint => {
                self.notice = status::hint(known);
                self.shows_hint = true;
            }
            Why::Solvable => self.notice = status::solvable(known),
            Why::Fewest => {}
        }
    }
}
