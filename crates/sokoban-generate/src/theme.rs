//! Theme: how the walls inside a room are laid.

use std::fmt;
use std::str::FromStr;

/// How the walls inside a room are laid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theme {
    /// Small pieces of wall anywhere.
    #[default]
    Blocks,
    /// Walls that grow inward from those around the room and round its corners; walls that touch no
    /// floor are left out of the drawing.
    Cave,
    /// Single walls on every second square of every second row, then next to these.
    Pillars,
    /// Walls from side to side with a door in each, then small pieces.
    Rooms,
    /// One of the others, by chance.
    Mixed,
}

impl Theme {
    /// All but [`Self::Mixed`].
    pub(crate) const PLAIN: [Self; 4] = [Self::Blocks, Self::Cave, Self::Pillars, Self::Rooms];

    /// All themes.
    pub const ALL: [Self; 5] = [Self::Blocks, Self::Cave, Self::Pillars, Self::Rooms, Self::Mixed];

    /// Its name, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Blocks => "blocks",
            Self::Cave => "cave",
            Self::Pillars => "pillars",
            Self::Rooms => "rooms",
            Self::Mixed => "mixed",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Theme {
    type Err = ThemeError;

    /// # Errors
    /// [`ThemeError`] for what is no name of a theme.
    fn from_str(text: &str) -> Result<Self, ThemeError> {
        Self::ALL.into_iter().find(|theme| theme.name() == text).ok_or(ThemeError)
    }
}

/// A text that is no [`Theme`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write blocks, cave, pillars, rooms or mixed")]
pub struct ThemeError;
