//! WalkTurns: which front of a search that counts walks is next.

use sokoban_core::Board;

use super::WalkSearch;
use super::images::Fixed;
use crate::budget::Budget;
use crate::config::Direction;
use crate::outcome::StopReason;
use crate::stats::Stats;

/// What both fronts expand side by side, or meeting half way, before they do the other: a share of all
/// that has been expanded, so that giving all open states their new order costs little.
const TURN_SHARE: u64 = 4;

/// Which fronts search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WalkTurns {
    /// One of them.
    One(Direction),
    /// Both from the beginning, so that they meet half way.
    Both,
    /// Forward, and if it has not ended after `alone` expansions, side by side and meeting half way
    /// by turns of at least `turn` expansions.
    ForwardFirst { alone: u64, turn: u64 },
    /// Both, each as if it were alone but for what it finds of the other.
    SideBySide,
}

impl WalkTurns {
    /// What the images of a front leave as it is, so that its bound and what it finds hold.
    ///
    /// A state of the forward front costs as much to solve as its images if goals stay goals, and one
    /// of the reverse front has cost as much if the start stays the start. Where they meet, one side
    /// is laid onto the other, so what leaves the reverse front as it is must leave the forward one.
    /// They meet for certain: of a state on a solution of least cost that both have come to, each has
    /// an image, and these two are images of each other for the forward front.
    pub(super) fn fixed(self, direction: Direction) -> Fixed {
        match (self, direction) {
            (Self::One(Direction::Reverse), _) => Fixed::Start,
            (_, Direction::Reverse) => Fixed::Both,
            (_, Direction::Forward) => Fixed::Goals,
        }
    }

    /// When they change for the first time, if they ever do.
    pub(super) fn switch(self) -> Option<Switch> {
        match self {
            Self::ForwardFirst { alone, turn } => Some(Switch { at: alone, turn }),
            _ => None,
        }
    }
}

/// When the turns change: after how many expansions in all, and how many it takes at least from then
/// until they change again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switch {
    at: u64,
    turn: u64,
}

impl Switch {
    pub(super) fn is_due(self, stats: &Stats) -> bool {
        stats.expanded >= self.at
    }

    fn next(self) -> Self {
        Self { at: self.at + self.turn.max(self.at / TURN_SHARE), ..self }
    }
}

impl WalkSearch<'_> {
    /// Goes over from the forward front alone to both, and then from one way of taking turns with
    /// both to the other: neither is the better one on all levels, and with turns that grow with what
    /// has been expanded each has half of it.
    pub(super) fn change_turns(&mut self, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        match self.turns {
            WalkTurns::ForwardFirst { .. } if !roots_are_few(self.task.board) => {
                self.turns = WalkTurns::One(Direction::Forward);
                self.switch = None;
            }
            WalkTurns::ForwardFirst { .. } => {
                self.add_front(1, budget)?;
                self.turns = WalkTurns::SideBySide;
            }
            WalkTurns::SideBySide => {
                self.turns = WalkTurns::Both;
                self.balance(true);
            }
            _ => {
                self.turns = WalkTurns::SideBySide;
                self.balance(false);
            }
        }
        self.switch = self.switch.map(Switch::next);
        Ok(())
    }

    /// The front whose turn it is, and the lower bound that the fronts have come to; none if one has
    /// no open state.
    ///
    /// Balanced fronts go by the least priority, which is a bound on any way that they could still
    /// meet on. Side by side, each front is an A* search of its own, so that the least f of either is
    /// a bound; they take turns, and what one needs alone the two need in twice the time.
    pub(super) fn next_turn(&self) -> Option<(u64, usize)> {
        let mut turn: Option<(u64, usize)> = None;
        let mut bound = 0;
        for (side, front) in self.fronts.iter().enumerate() {
            let Some(front) = front else { continue };
            let least = front.least()?;
            bound = bound.max(least);
            let order = if self.turns == WalkTurns::SideBySide { front.expanded } else { least };
            turn = Some(turn.map_or((order, side), |other| other.min((order, side))));
        }
        let (order, side) = turn?;
        Some((if self.turns == WalkTurns::Both { order } else { bound }, side))
    }

    pub(super) fn balance(&mut self, is_balanced: bool) {
        self.fronts.iter_mut().flatten().for_each(|front| front.balance(is_balanced));
    }
}

/// The most choices of goals for the boxes with which a second front is worth it.
const MOST_ROOTS: u64 = 1_000;

fn roots_are_few(board: &Board) -> bool {
    crate::solve::placements(board) <= MOST_ROOTS
}
