//! Charmap: boards that are drawn with other characters.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The characters that boards are drawn with; a space, `-` and `_` are floor.
const SYMBOLS: [char; 9] = ['#', '@', '+', '$', '*', '.', ' ', '-', '_'];

/// An alphabet of boards that is met in the wild.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Alphabet {
    /// `&` player, `%` player on a goal, `B` box, `X` box on a goal, as in courses and their
    /// solvers.
    Letters,
    /// `*` player, `%` player on a goal, `@` box, `$` box on a goal, `X` goal, `+` wall, `-` floor,
    /// as the tasks of reasoning-gym draw them, with or without a space between two squares.
    ReasoningGym,
}

impl Alphabet {
    /// All alphabets that are known by name.
    pub const ALL: [Self; 2] = [Self::Letters, Self::ReasoningGym];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Letters => "letters",
            Self::ReasoningGym => "reasoning-gym",
        }
    }

    const fn pairs(self) -> &'static str {
        match self {
            Self::Letters => "&=@,%=+,B=$,X=*",
            Self::ReasoningGym => "*=@,%=+,@=$,$=*,X=.,+=#,-=_",
        }
    }
}

impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which character stands for which symbol of a board.
///
/// Written as the name of an [`Alphabet`], or as pairs: `&=@,B=$` reads `&` as the player and `B`
/// as a box. What is not named keeps its meaning..
///
/// ```
/// use sokoban_formats::{Charmap, ReadOptions, read};
/// let charmap: Charmap = "W=#,P=@,X=$,O=.".parse()?;
/// let options = ReadOptions { charmap: Some(charmap), ..ReadOptions::default() };
/// let set = read(b"WWWWW\nWPXOW\nWWWWW\n", &options);
/// let level = set.entries[0].level.clone()?;
/// assert_eq!(level.to_string(), "#####\n#@$.#\n#####\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charmap {
    symbols: BTreeMap<char, char>,
}

/// Why a text is no [`Charmap`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CharmapError {
    /// A part that is no pair of characters, and the whole no name.
    #[error("{0:?} is no pair such as X=$, nor a known alphabet: letters or reasoning-gym")]
    NoPair(String),
    /// A symbol on the right that no board has.
    #[error("{0:?} is no symbol of a board; on the right stand # @ + $ * . and - or _ for floor")]
    NoSymbol(char),
    /// A character that is given two meanings.
    #[error("{0:?} is given twice; keep one")]
    Twice(char),
}

impl Charmap {
    /// `text` with those lines translated that hold nothing but symbols and characters of the map.
    ///
    /// Each character gives one character, so that places stay right, unless the map has a floor of
    /// its own and a line has a space between any two squares: those spaces are taken out.
    pub(crate) fn translated(&self, text: &str) -> String {
        let mut translated = String::with_capacity(text.len());
        for line in text.split_inclusive(['\n', '\r']) {
            let row = line.trim_end_matches(['\n', '\r']);
            if self.is_row(row) {
                let spaced = self.is_spaced(row);
                let step = if spaced { 2 } else { 1 };
                translated.extend(row.chars().step_by(step).map(|symbol| self.symbol(symbol)));
                translated.push_str(&line[row.len()..]);
            } else {
                translated.push_str(line);
            }
        }
        translated
    }

    fn symbol(&self, character: char) -> char {
        self.symbols.get(&character).copied().unwrap_or(character)
    }

    fn is_row(&self, row: &str) -> bool {
        let is_known = |c: char| self.symbols.contains_key(&c) || SYMBOLS.contains(&c) || c == '\t';
        !row.trim().is_empty() && row.chars().all(is_known)
    }

    fn is_spaced(&self, row: &str) -> bool {
        let is_floor = |&symbol: &char| matches!(symbol, '_' | '-');
        let gaps = || row.trim_end().chars().skip(1).step_by(2);
        self.symbols.values().any(is_floor)
            && !self.symbols.contains_key(&' ')
            && gaps().next().is_some()
            && gaps().all(|gap| gap == ' ')
    }
}

impl From<Alphabet> for Charmap {
    fn from(alphabet: Alphabet) -> Self {
        let pairs = alphabet.pairs().split(',').filter_map(|pair| {
            let mut symbols = pair.chars();
            symbols.next().zip(symbols.nth(1))
        });
        Self { symbols: pairs.collect() }
    }
}

impl FromStr for Charmap {
    type Err = CharmapError;

    /// # Errors
    /// [`CharmapError`] with the part that is wrong.
    fn from_str(text: &str) -> Result<Self, CharmapError> {
        if let Some(alphabet) = Alphabet::ALL.into_iter().find(|known| known.name() == text) {
            return Ok(alphabet.into());
        }
        let mut symbols = BTreeMap::new();
        // A comma may itself be a character of the map.
        let mut rest = text;
        loop {
            let mut characters = rest.chars();
            let (Some(from), Some('='), Some(to)) =
                (characters.next(), characters.next(), characters.next())
            else {
                return Err(CharmapError::NoPair(rest.to_owned()));
            };
            if !SYMBOLS.contains(&to) {
                return Err(CharmapError::NoSymbol(to));
            }
            if symbols.insert(from, to).is_some() {
                return Err(CharmapError::Twice(from));
            }
            match characters.next() {
                None => return Ok(Self { symbols }),
                Some(',') => rest = characters.as_str(),
                Some(_) => return Err(CharmapError::NoPair(rest.to_owned())),
            }
        }
    }
}
