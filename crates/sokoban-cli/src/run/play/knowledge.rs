//! Knowledge: what the solver has proven of a level so far.

use std::collections::BTreeMap;

use sokoban_core::{Direction, Square, Step};

use super::game::{Game, GameState};

/// What is known of one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// It can be solved.
    Solvable {
        /// The pushes that a solution needs from there.
        pushes: usize,
        /// Whether none has fewer.
        is_fewest: bool,
        /// The first of these pushes; none if all boxes are on goals.
        next: Option<NextPush>,
    },
    /// It is proven that it cannot, in words.
    Unsolvable(String),
}

/// A push, by the square that the box leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NextPush {
    pub(super) from: Square,
    pub(super) direction: Direction,
}

/// What the solver has proven of the states of a level.
///
/// A solution tells of every state on its way, so that one search answers for all of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Knowledge {
    known: BTreeMap<GameState, Known>,
}

impl Knowledge {
    pub(super) fn of(&self, state: &GameState) -> Option<&Known> {
        self.known.get(state)
    }

    /// Takes note of `what` in `state`, unless more is known already.
    fn note(&mut self, state: GameState, what: Known) {
        let is_news = match (self.known.get(&state), &what) {
            (Some(Known::Solvable { is_fewest: true, .. }), _) => false,
            (
                Some(Known::Solvable { pushes: old, .. }),
                Known::Solvable { pushes, is_fewest, .. },
            ) => pushes < old || *is_fewest,
            _ => true,
        };
        if is_news {
            self.known.insert(state, what);
        }
    }

    /// `game` is proven unsolvable.
    pub(super) fn note_unsolvable(&mut self, game: &Game, why: String) {
        self.note(game.state(), Known::Unsolvable(why));
    }

    /// `steps` solve `game` from where it is; false, and nothing is noted, if they do not.
    pub(super) fn note_solution(&mut self, game: &Game, steps: &[Step], is_fewest: bool) -> bool {
        let mut game = game.clone();
        let mut on_the_way = Vec::new();
        for &step in steps {
            if step.push {
                let from = game.board().neighbor(game.player(), step.direction);
                let next = NextPush { from, direction: step.direction };
                on_the_way.push((game.state(), Some(next)));
            }
            if game.go(step.direction) != Some(step) {
                return false;
            }
        }
        if !game.is_solved() {
            return false;
        }
        on_the_way.push((game.state(), None));
        for (pushes, (state, next)) in on_the_way.into_iter().rev().enumerate() {
            self.note(state, Known::Solvable { pushes, is_fewest, next });
        }
        true
    }
}
