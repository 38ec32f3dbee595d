//! Settings: which levels are wanted.

use std::fmt;
use std::str::FromStr;

/// Which levels are wanted.
///
/// The default is one level of 9 by 8 with 3 boxes, a quarter of it walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Columns, the walls around the room included: 3 to [`Self::MOST_SIDE`].
    pub width: usize,
    /// Rows, the walls around the room included: 3 to [`Self::MOST_SIDE`].
    pub height: usize,
    /// Boxes, and as many goals.
    pub boxes: usize,
    /// Walls inside the room.
    pub walls: Walls,
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
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            width: 9,
            height: 8,
            boxes: 3,
            walls: Walls::Percent(25),
            min_pushes: 1,
            max_pushes: None,
            count: 1,
            seed: 1,
            nodes: 100_000,
            tries: 1_000,
            symmetric: false,
            box_moved_twice: false,
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
        for (name, side) in [("width", self.width), ("height", self.height)] {
            if !(3..=Self::MOST_SIDE).contains(&side) {
                return Err(SettingsError::Side { name, side });
            }
        }
        if self.boxes == 0 {
            return Err(SettingsError::NoBoxes);
        }
        if self.count == 0 || self.count > Self::MOST_COUNT {
            return Err(SettingsError::Count { count: self.count });
        }
        if let Some(most) = self.max_pushes.filter(|&most| most < self.min_pushes.max(1)) {
            return Err(SettingsError::Pushes { least: self.min_pushes.max(1), most });
        }
        let (room, walls) = (self.room(), self.wall_count());
        // A box that is to be pushed needs a square to go to, and the player one to stand on.
        if self.boxes.saturating_add(walls).saturating_add(2) > room {
            let boxes = self.boxes;
            return Err(SettingsError::Full { boxes, walls, room });
        }
        Ok(())
    }

    /// The squares inside the walls around the room.
    pub(crate) fn room(&self) -> usize {
        (self.width - 2) * (self.height - 2)
    }

    /// The walls inside the room.
    pub(crate) fn wall_count(&self) -> usize {
        match self.walls {
            Walls::Percent(percent) => self.room() * usize::from(percent) / 100,
            Walls::Count(count) => count,
        }
    }
}

/// How many walls stand inside a room. Written `25%` or `12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walls {
    /// A share of the squares inside the walls around it, rounded down.
    Percent(u8),
    /// A number of them.
    Count(usize),
}

impl fmt::Display for Walls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Percent(percent) => write!(f, "{percent}%"),
            Self::Count(count) => count.fmt(f),
        }
    }
}

impl FromStr for Walls {
    type Err = WallsError;

    /// # Errors
    /// [`WallsError`] for what is neither a number nor a share of 0 to 100 percent.
    fn from_str(text: &str) -> Result<Self, WallsError> {
        match text.strip_suffix('%') {
            Some(percent) => {
                let percent = percent.parse().ok().filter(|&percent| percent <= 100);
                percent.map(Self::Percent).ok_or(WallsError)
            }
            None => text.parse().map(Self::Count).map_err(|_| WallsError),
        }
    }
}

/// A text that is no [`Walls`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a number of walls such as 12, or a share of the room such as 25%")]
pub struct WallsError;

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
        /// Squares inside the walls around it.
        room: usize,
    },
}
