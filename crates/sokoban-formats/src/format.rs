//! The formats of level files.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// A format that is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// Plain boards with titles behind `;` above them; `.xsb` and `.txt`. Boxoban's files are such.
    Xsb,
    /// Plain boards with `Title:` and other keys below them; `.sok`. Read as [`Self::Xsb`] is, with
    /// the run-length coded rows that the format had until version 0.17.
    Sok,
    /// The XML of SokobanYASC and others; `.slc`. It holds no moves.
    Slc,
    /// The JSON of this project.
    Json,
}

/// A name that is no format's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no format; formats are xsb, sok, slc and json")]
pub struct UnknownFormat(String);

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Xsb, Self::Sok, Self::Slc, Self::Json];

    /// The ends of the names of files that are read.
    pub const EXTENSIONS: [&'static str; 5] = ["txt", "xsb", "sok", "slc", "json"];

    /// The name, which is also the usual end of a file's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xsb => "xsb",
            Self::Sok => "sok",
            Self::Slc => "slc",
            Self::Json => "json",
        }
    }

    /// The format that the end of a file's name stands for, in any case; `txt` is [`Self::Xsb`].
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        if extension == "txt" { Some(Self::Xsb) } else { extension.parse().ok() }
    }

    /// The game that is no Sokoban but has levels in files with this end of their names.
    #[must_use]
    pub fn foreign_game(path: &Path) -> Option<&'static str> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "hsb" => Some("Hexoban"),
            "tsb" => Some("Trioban"),
            _ => None,
        }
    }

    /// The format that a text looks to be in, by how it begins.
    #[must_use]
    pub fn sniffed(text: &str) -> Self {
        const XML: [&str; 4] =
            ["<?xml", "<SokobanLevels", "<LevelCollection", "<!DOCTYPE SokobanLevels"];
        let text = text.trim_start();
        if XML.iter().any(|tag| text.starts_with(tag)) {
            return Self::Slc;
        }
        let is_object =
            |rest: &str| matches!(rest.trim_start().chars().next(), None | Some('"' | '}'));
        if text.strip_prefix('{').is_some_and(is_object) {
            return Self::Json;
        }
        Self::Xsb
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    /// # Errors
    /// [`UnknownFormat`] for what is no [`Self::name`].
    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
