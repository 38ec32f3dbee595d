//! What a format could not hold.

use std::fmt;

use crate::level_set::LevelSet;

/// Something of a set that does not come back when the written text is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The level's number in the set, from 1; none for the set as a whole.
    pub level: Option<usize>,
    /// What is lost or changed.
    pub what: &'static str,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.level {
            Some(level) => write!(f, "level {level}: {} not kept", self.what),
            None => write!(f, "{} not kept", self.what),
        }
    }
}

/// Compares a set with what was read again, in which levels without a board are missing.
pub(crate) fn losses(set: &LevelSet, again: &LevelSet) -> Vec<Loss> {
    let mut losses = Vec::new();
    let mut check = |level: Option<usize>, what: &'static str, is_same: bool| {
        if !is_same {
            losses.push(Loss { level, what });
        }
    };
    check(None, "the collection's title is", set.title == again.title);
    check(None, "keys of the collection are", set.remarks.keys == again.remarks.keys);
    check(None, "notes on the collection are", set.remarks.notes == again.remarks.notes);
    check(None, "moves of the collection are", set.remarks.moves == again.remarks.moves);
    let mut others = again.entries.iter();
    for (number, entry) in (1..).zip(&set.entries) {
        let number = Some(number);
        let Ok(level) = &entry.level else {
            check(number, "what could not be read is", false);
            continue;
        };
        let Some(other) = others.next() else {
            check(number, "the level is", false);
            continue;
        };
        let board = other.level.as_ref();
        let is_same = board.is_ok_and(|board| board.to_string() == level.to_string());
        check(number, "the board is", is_same);
        check(number, "the title is", level.title() == other.title());
        let author = board.ok().and_then(|level| level.author());
        check(number, "the author is", level.author() == author);
        check(number, "keys are", entry.remarks.keys == other.remarks.keys);
        check(number, "notes are", entry.remarks.notes == other.remarks.notes);
        check(number, "stored moves are", entry.remarks.moves == other.remarks.moves);
    }
    check(None, "the number of levels is", others.next().is_none());
    losses
}
