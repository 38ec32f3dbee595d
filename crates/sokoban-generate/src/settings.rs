//! Settings: which levels are wanted.

use crate::span::Span;
use crate::theme::Theme;
use crate::walls::Walls;

/// Which levels are wanted.
///
/// The default is one level of 9 by 8 with 3 boxes, a quarter of it walls. Where spans are given,
/// each candidate has a number of each by chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Columns, the walls around the room included: 3 to [`Self::MOST_SIDE`].
    pub width: Span,
    /// Rows, the walls around the room included: 3 to [`Self::MOST_SIDE`].
    pub height: Span,
    /// Boxes, and as many goals.
    pub boxes: Span,
    /// Walls inside the room.
    pub walls: Walls,
    /// How they are laid.
    pub theme: Theme,
    /// The fewest pushes that the optimum may have.
    pub min_pushes: usize,
    /// The most pushes that the optimum may have.
    pub max_pushes: Option<usize>,
    /// Levels wanted.
    pub count: usize,
    /// What decides about everything that is left to chance.
    pub seed: u64,
    /// The most expansions of the proof of one level; a candidate that takes more is dropped.
    pub nodes: u64,
    /// The most candidates in a row that may be dropped before no more are tried.
    pub tries: u64,
    /// Whether the walls are their own mirror image, left to right. There may then be one less
    /// than asked for.
    pub symmetric: bool,
    /// Whether some box must be pushed in two separate sessions in the solution that is kept: then
    /// another, then it again.
    pub box_moved_twice: bool,
    /// How often at least, in the solution that is kept, a push must move another box than the push
    /// before it, the first push included: [`SolutionMetrics::box_changes`].
    ///
    /// [`SolutionMetrics::box_changes`]: sokoban_core::SolutionMetrics::box_changes
    pub min_box_changes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            width: Span::from(9),
            height: Span::from(8),
            boxes: Span::from(3),
            walls: Walls::Percent(Span::from(25)),
            theme: Theme::Blocks,
            min_pushes: 1,
            max_pushes: None,
            count: 1,
            seed: 1,
            nodes: 100_000,
            tries: 1_000,
            symmetric: false,
            box_moved_twice: false,
            min_box_changes: 0,
        }
    }
}

impl Settings {
    /// The longest side of a room.
    pub const MOST_SIDE: usize = 34;

    /// The most levels at a time.
    pub const MOST_COUNT: usize = 100_000;

    /// Can there be such levels, as far as is known before any is made?
    ///
    /// # Errors
    /// [`SettingsError`] for the first reason why not.
    pub fn check(&self) -> Result<(), SettingsError> {
        for (name, span) in [("width", self.width), ("height", self.height)] {
            let is_wrong = |side: &usize| !(3..=Self::MOST_SIDE).contains(side);
            if let Some(side) = [span.least(), span.most()].into_iter().find(is_wrong) {
                return Err(SettingsError::Side { name, side });
            }
        }
        if self.boxes.least() == 0 {
            return Err(SettingsError::NoBoxes);
        }
        if self.count == 0 || self.count > Self::MOST_COUNT {
            return Err(SettingsError::Count { count: self.count });
        }
        if let Some(most) = self.max_pushes.filter(|&most| most < self.min_pushes.max(1)) {
            return Err(SettingsError::Pushes { least: self.min_pushes.max(1), most });
        }
        // A box that is to be pushed needs a square to go to, and the player one to stand on. If all
        // that may be asked for fits in the smallest room, it fits in any.
        let room = (self.width.least() - 2) * (self.height.least() - 2);
        let (boxes, walls) = (self.boxes.most(), self.walls.most_in(room));
        if boxes.saturating_add(walls).saturating_add(2) > room {
            return Err(SettingsError::Full { boxes, walls, room });
        }
        Ok(())
    }
}

/// Why there can be no such levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// A side is too short or too long.
    #[error("a {name} of {side} cannot be; with its walls a room has 3 to {most} squares to a side", most = Settings::MOST_SIDE)]
    Side {
        /// Which one.
        name: &'static str,
        /// Its length.
        side: usize,
    },
    /// No box is asked for.
    #[error("a level has 1 box at least")]
    NoBoxes,
    /// No level is asked for, or too many.
    #[error("{count} levels cannot be made; ask for 1 to {most}", most = Settings::MOST_COUNT)]
    Count {
        /// How many were asked for.
        count: usize,
    },
    /// The least pushes are more than the most.
    #[error("no level has at least {least} and at most {most} pushes")]
    Pushes {
        /// The fewest pushes.
        least: usize,
        /// The most pushes.
        most: usize,
    },
    /// Boxes and walls do not fit.
    #[error(
        "{boxes} boxes, {walls} walls, the player and a free square do not fit in a room of {room} squares; make it larger, or ask for fewer"
    )]
    Full {
        /// Boxes asked for.
        boxes: usize,
        /// Walls inside the room.
        walls: usize,
        /// Squares inside the walls around the smallest one.
        room: usize,
    },
}
