//! App: the whole state of a session, and how it answers to what happens.
//!
//! Nothing here draws, waits, reads a clock or a file, or starts a thread: those are effects, which
//! the session carries out.

mod asking;
mod keys;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use sokoban_core::{Level, Solution};

use super::game::{Game, GameState};
use super::key::Key;
use super::knowledge::Known;
use super::question::{Advance, Answer, Question};
use super::replay::Replay;
use super::saves::Saves;
use super::stage::Stage;
use super::status;

/// What happens to a session.
#[derive(Clone, Debug)]
pub(super) enum Event {
    Key(Key),
    /// The time for the next move of a replay has come.
    Beat,
    /// No key was pressed for a while.
    Idle,
    /// The solver has come so far with the question of this number.
    Advance(u64, Advance),
    /// The solver answers the question of this number.
    Answer(u64, Answer),
    /// The saves could not be written.
    NotSaved(String),
}

/// What the session is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Ask the solver. It drops what it was asked before.
    Ask(Question),
    /// Stop the solver.
    Cancel,
    /// Write these saves.
    Save(Saves),
    /// End the session.
    Quit,
    /// End it as interrupted.
    Interrupt,
}

/// What the player is doing.
#[derive(Clone, Debug)]
pub(super) enum Mode {
    Play,
    /// Choosing whether to go on from the saved moves, which are on the board.
    Offer,
    Replay(Replay),
}

/// Why the solver was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    Hint,
    Solvable,
    /// Whether the solution just played has the fewest pushes.
    Fewest,
}

/// The question that the solver is at.
#[derive(Debug)]
pub(super) struct Asked {
    number: u64,
    pub(super) why: Why,
    /// The game as it was.
    game: Game,
    pub(super) advance: Advance,
}

/// The levels that are played, at least one.
#[derive(Debug)]
pub(super) struct Course {
    /// The file's name, fit to be shown.
    pub(super) name: String,
    /// How many levels the file has.
    pub(super) count: usize,
    /// Those that can be played, with their numbers.
    pub(super) levels: Vec<(usize, Level)>,
    /// Solutions to watch, by the index of their level.
    pub(super) given: BTreeMap<usize, Solution>,
    /// What these are, in words.
    pub(super) given_as: &'static str,
}

/// The whole state of a session.
#[derive(Debug)]
pub(super) struct App {
    course: Course,
    index: usize,
    pub(super) stage: Stage,
    pub(super) mode: Mode,
    /// The first line of the help that is shown, if it is. Drawing sets it back to the last one that
    /// there is any use for, which depends on the window.
    pub(super) help: Option<Cell<usize>>,
    /// The digits of the push to go to, while they are typed.
    pub(super) prompt: Option<String>,
    pub(super) shows_dead_squares: bool,
    pub(super) shows_hint: bool,
    pub(super) notice: String,
    pub(super) asked: Option<Asked>,
    questions: u64,
    /// The state of the game, and why it is lost if that is plain.
    state: GameState,
    deadlock: Option<&'static str>,
    saves: Saves,
    /// The ids in `saves` that are not written yet.
    unwritten: BTreeSet<String>,
    /// Whether the level on the screen has changed since it was put into `saves`.
    is_changed: bool,
}

impl App {
    /// A session that begins with the level of index `index`; with its replay, if a solution was
    /// given for it. None if there is no such level, or it cannot be played.
    pub(super) fn new(course: Course, index: usize, saves: Saves) -> Option<Self> {
        let stage = Stage::new(&course.levels.get(index)?.1, &saves)?;
        let state = stage.game.state();
        let mut app = Self {
            course,
            index,
            stage,
            mode: Mode::Play,
            help: None,
            prompt: None,
            shows_dead_squares: false,
            shows_hint: false,
            notice: String::new(),
            asked: None,
            questions: 0,
            state,
            deadlock: None,
            saves,
            unwritten: BTreeSet::new(),
            is_changed: false,
        };
        app.begin();
        if app.given().is_some() {
            app.watch();
        }
        Some(app)
    }

    /// Changes the state as `event` asks, and says what else is to be done, in order.
    pub(super) fn update(&mut self, event: Event) -> Vec<Effect> {
        let mut effects = Vec::new();
        match event {
            Event::Key(key) => self.press(key, &mut effects),
            Event::Beat => self.beat(&mut effects),
            Event::Idle => self.save(&mut effects),
            Event::Advance(number, advance) => {
                self.follow(number, advance, &mut effects);
            }
            Event::Answer(number, answer) => self.hear(number, answer),
            Event::NotSaved(why) => {
                self.notice = format!("Not saved: {why}");
                // It is tried once more at the end, where there is room for the whole line.
                self.is_changed = true;
            }
        }
        effects
    }

    /// The time between two moves, while a replay runs by itself.
    pub(super) fn pause(&self) -> Option<Duration> {
        match &self.mode {
            Mode::Replay(replay) if replay.is_running => Some(replay.pause()),
            _ => None,
        }
    }

    /// Is there anything to save?
    pub(super) fn is_unsaved(&self) -> bool {
        self.is_changed || !self.unwritten.is_empty()
    }

    pub(super) fn course(&self) -> &Course {
        &self.course
    }

    /// The number of the level on the screen.
    pub(super) fn number(&self) -> usize {
        self.course.levels[self.index].0
    }

    /// What is known of the state on the screen.
    pub(super) fn known(&self) -> Option<&Known> {
        self.stage.knowledge.of(&self.state)
    }

    /// Why the state on the screen can never be solved, if that is proven.
    pub(super) fn lost(&self) -> Option<&str> {
        match self.known() {
            Some(Known::Unsolvable(why)) => Some(why),
            _ => self.deadlock,
        }
    }

    fn given(&self) -> Option<&Solution> {
        self.course.given.get(&self.index)
    }

    /// Begins with the level on the screen.
    fn begin(&mut self) {
        let is_left = !self.stage.game.steps().is_empty();
        self.mode = if is_left { Mode::Offer } else { Mode::Play };
        self.prompt = None;
        self.shows_hint = false;
        self.is_changed = false;
        self.state = self.stage.game.state();
        self.deadlock = self.stage.game.deadlock();
        self.notice =
            self.stage.best.as_deref().map_or_else(String::new, |best| {
                status::solved_before(best, self.stage.fewest_pushes)
            });
    }

    fn switch(&mut self, index: Option<usize>, effects: &mut Vec<Effect>) {
        let Some((index, (_, level))) =
            index.and_then(|index| Some((index, self.course.levels.get(index)?)))
        else {
            self.notice = "There is no further level that way.".into();
            return;
        };
        let level = level.clone();
        self.stop_asking(effects);
        self.save(effects);
        if let Some(stage) = Stage::new(&level, &self.saves) {
            // Who watches one solution after the other need not ask for each.
            let is_watching = matches!(self.mode, Mode::Replay(_));
            self.index = index;
            self.stage = stage;
            self.begin();
            if is_watching && self.given().is_some() {
                self.watch();
            }
        }
    }

    /// Begins to watch the solution that was given, or the best one played, or the present moves.
    fn watch(&mut self) {
        let game = &self.stage.game;
        let (what, steps) = if let Some(given) = self.given() {
            (self.course.given_as, given.steps().to_vec())
        } else if let Some(best) = &self.stage.best {
            ("your best solution", best.clone())
        } else if !game.steps().is_empty() {
            ("your moves", game.steps().to_vec())
        } else {
            self.notice = "There is nothing to watch yet: play first.".into();
            return;
        };
        let own = (game.steps().to_vec(), game.played().len());
        if self.stage.game.replace(&steps, 0) {
            self.mode = Mode::Replay(Replay::new(what, own));
            self.shows_hint = false;
            self.notice.clear();
            self.state = self.stage.game.state();
            self.deadlock = self.stage.game.deadlock();
        }
    }

    fn beat(&mut self, effects: &mut Vec<Effect>) {
        let Mode::Replay(replay) = &mut self.mode else { return };
        if !replay.is_running {
            return;
        }
        let has_moved = self.stage.game.redo().is_some();
        let is_at_end = self.stage.game.played().len() == self.stage.game.steps().len();
        replay.is_running = !is_at_end;
        if has_moved {
            self.moved(effects);
        }
    }

    fn stop_running(&mut self) {
        if let Mode::Replay(replay) = &mut self.mode {
            replay.is_running = false;
        }
    }

    /// The state on the screen has changed.
    fn moved(&mut self, effects: &mut Vec<Effect>) {
        self.look_again(effects);
        if !matches!(self.mode, Mode::Play) {
            return;
        }
        self.is_changed = true;
        if self.stage.game.is_solved() && self.stage.game.counts().pushes > 0 {
            self.stage.note_solved();
            self.save(effects);
            if self.stage.fewest_pushes.is_none() {
                self.ask(Why::Fewest, effects);
            }
        }
    }

    /// Works out anew what is derived from the state.
    fn look_again(&mut self, effects: &mut Vec<Effect>) {
        self.notice.clear();
        if let Some(asked) = &self.asked {
            // Nobody asked whether there are fewer pushes.
            let was_asked_for = asked.why != Why::Fewest;
            self.stop_asking(effects);
            if was_asked_for {
                self.notice = "The search was stopped, since you moved.".into();
            }
        }
        let state = self.stage.game.state();
        if state != self.state {
            self.shows_hint = false;
            self.state = state;
        }
        self.deadlock = self.stage.game.deadlock();
    }

    fn stop_asking(&mut self, effects: &mut Vec<Effect>) {
        if self.asked.take().is_some() {
            effects.push(Effect::Cancel);
        }
    }

    /// Puts what is to be kept among the effects.
    fn save(&mut self, effects: &mut Vec<Effect>) {
        if self.is_changed {
            self.is_changed = false;
            let attempt = match &self.mode {
                Mode::Replay(replay) => replay.own_played(),
                Mode::Play if self.stage.game.is_solved() => &[],
                Mode::Play | Mode::Offer => self.stage.game.played(),
            };
            self.saves.insert(self.stage.id().to_owned(), self.stage.to_saved(attempt));
            self.unwritten.insert(self.stage.id().to_owned());
        }
        if self.unwritten.is_empty() {
            return;
        }
        let unwritten = std::mem::take(&mut self.unwritten);
        let saves = unwritten.into_iter().filter_map(|id| {
            let saved = self.saves.get(&id)?.clone();
            Some((id, saved))
        });
        effects.push(Effect::Save(saves.collect()));
    }
}
