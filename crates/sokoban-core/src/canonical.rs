//! Canonical: one drawing for all levels that are the same to a player, and its number.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::board_error::BoardError;
use crate::level::{Level, Position};
use crate::numbering::Numbering;
use crate::square::Square;
use crate::symmetry::Symmetry;

/// The canonical form of a level: the one drawing of all levels that are the same to a player.
///
/// Levels have the same form exactly if a symmetry of the grid lays the squares that the player can
/// reach, with all boxes lifted, onto each other, and with them goals, boxes and the player's
/// square. What lies outside, the shape of the walls included, does not count; nor do titles.
///
/// The player's own square stays in the form, although pushes alone depend only on the area it is
/// in: moves depend on the square, and so does every solution that is written down. There is no
/// second form that leaves it out. Who counts pushes alone may put the player on the first square
/// of its area, in a copy of each level, before asking for the form; the eight symmetries then
/// still have to be compared, since "first" depends on them.
///
/// # The form, byte by byte
///
/// 1. The *squares* are the positions that the player can reach when every box is lifted. Only
///    where the player would leave the board that way, boxes on goals that can never move count
///    as walls, as they do for a [`Board`](crate::Board).
/// 2. Take the smallest rectangle that holds all squares, and one ring of positions around it.
/// 3. Write one byte a position, row by row from the top, and the byte 0x0A after each row:
///    `#` (0x23) for what is no square; for squares `$` (0x24) for a box, `*` (0x2A) for one on a
///    goal, `@` (0x40) for the player, `+` (0x2B) for it on a goal, `.` (0x2E) for a goal, and a
///    space (0x20) for the rest.
/// 4. Do so for the rectangle in all eight symmetries. The form is the text that is the least,
///    compared byte by byte as unsigned numbers.
///
/// The form is the text of a level itself, and its own form. This will not change: a form that
/// differs would get another name.
///
/// # The id
///
/// [`Self::id`] is the 128-bit FNV-1a hash of the form's bytes: from the offset basis
/// 0x6c62272e07bb014262b821756295c58d, for each byte, exclusive or with it, then multiplied by
/// 0x0000000001000000000000000000013b, modulo 2^128. As text it has 32 hexadecimal digits in lower
/// case, the most significant first. It is no defense against someone who wants two levels to get
/// the same id; who cannot bear that compares the forms.
///
/// | level | form | id |
/// |---|---|---|
/// | `#####` `#@$.#` `#####` | `###` `#.#` `#$#` `#@#` `###` | `d8c9324d582d736f9049a6f86fa638b9` |
///
/// # Complexity
/// O(width * height) in time and space.
///
/// # References
/// Fowler, Noll, Vo, Eastlake & Hansen, "The FNV non-cryptographic hash algorithm" (RFC 9923).
///
/// # Examples
/// ```
/// use sokoban_core::{Canonical, Level};
/// let level: Level = "#####\n#@$.#\n#####".parse()?;
/// let turned: Level = "  ###  #\n  #.####\n###$#\n  #@#\n  ###\n".parse()?;
/// let canonical = Canonical::try_from(&level)?;
/// assert_eq!(canonical.text(), "###\n#.#\n#$#\n#@#\n###\n");
/// assert_eq!(canonical, Canonical::try_from(&turned)?);
/// assert_eq!(canonical.id().to_string(), "d8c9324d582d736f9049a6f86fa638b9");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Canonical {
    text: String,
    symmetry: Symmetry,
}

impl Canonical {
    /// The form, which is the text of a level.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The form, taken out.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }

    /// A symmetry that lays the level onto its form, the first of [`Symmetry::ALL`] if there are
    /// several. Its [`inverse`](Symmetry::inverse) turns a solution of the form into one of the
    /// level.
    #[must_use]
    pub const fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// The number of the form.
    #[must_use]
    pub fn id(&self) -> CanonicalId {
        CanonicalId(fnv_1a(self.text.as_bytes()))
    }
}

impl PartialEq for Canonical {
    /// Whether the forms are the same, however the levels lay.
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Canonical {}

impl TryFrom<&Level> for Canonical {
    type Error = BoardError;

    /// The canonical form of `level`.
    ///
    /// # Errors
    /// [`BoardError`] exactly where a [`Board`](crate::Board) of the level has one.
    fn try_from(level: &Level) -> Result<Self, BoardError> {
        let drawing = Drawing::new(&Numbering::new(level)?);
        let mut least: Option<(Vec<u8>, Symmetry)> = None;
        for symmetry in Symmetry::ALL {
            let text = drawing.text(symmetry);
            if least.as_ref().is_none_or(|(least, _)| text < *least) {
                least = Some((text, symmetry));
            }
        }
        let (text, symmetry) = least.expect("there are eight symmetries");
        let text = String::from_utf8(text).expect("the symbols are ASCII");
        Ok(Self { text, symmetry })
    }
}

/// The number of a canonical form, printed with 32 hexadecimal digits.
///
/// Equal forms have equal ids on every machine and in every version; different forms that have
/// been met have different ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalId(u128);

impl CanonicalId {
    /// The id as a number.
    #[must_use]
    pub const fn get(self) -> u128 {
        self.0
    }
}

impl fmt::Display for CanonicalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The squares of a level in the smallest rectangle around them, with one ring of walls.
struct Drawing {
    width: usize,
    height: usize,
    symbols: Vec<u8>,
}

impl Drawing {
    fn new(numbering: &Numbering) -> Self {
        let positions = &numbering.positions;
        let rows = || positions.iter().map(|position| position.row);
        let columns = || positions.iter().map(|position| position.column);
        // The player stands on a square, so there is one.
        let (top, left) = (rows().min().unwrap_or(0), columns().min().unwrap_or(0));
        let height = rows().max().unwrap_or(0) - top + 3;
        let width = columns().max().unwrap_or(0) - left + 3;
        let mut symbols = vec![b'#'; width * height];
        let index =
            |position: Position| (position.row - top + 1) * width + position.column - left + 1;
        for &position in positions {
            symbols[index(position)] = b' ';
        }
        let place = |square: &Square| index(positions[square.index()]);
        for goal in &numbering.goals {
            symbols[place(goal)] = b'.';
        }
        for square in &numbering.boxes {
            let symbol = &mut symbols[place(square)];
            *symbol = if *symbol == b'.' { b'*' } else { b'$' };
        }
        let player = &mut symbols[place(&numbering.player)];
        *player = if *player == b'.' { b'+' } else { b'@' };
        Self { width, height, symbols }
    }

    /// The rows as they lie under `symmetry`, each with its end.
    fn text(&self, symmetry: Symmetry) -> Vec<u8> {
        let Self { width, height, .. } = *self;
        let (there_width, there_height) =
            if symmetry.swaps_axes() { (height, width) } else { (width, height) };
        let line = there_width + 1;
        let mut text = vec![b'\n'; line * there_height];
        for (index, &symbol) in self.symbols.iter().enumerate() {
            let position = Position { row: index / width, column: index % width };
            let there = symmetry.position(position, width, height);
            text[there.row * line + there.column] = symbol;
        }
        text
    }
}

/// The 128-bit FNV-1a hash.
fn fnv_1a(bytes: &[u8]) -> u128 {
    const OFFSET_BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    bytes.iter().fold(OFFSET_BASIS, |hash, &byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_has_its_published_values() {
        for (text, hash) in [
            ("", 0x6c62272e07bb014262b821756295c58d),
            ("a", 0xd228cb696f1a8caf78912b704e4a8964),
            ("foobar", 0x343e1662793c64bf6f0d3597ba446f18),
        ] {
            assert_eq!(fnv_1a(text.as_bytes()), hash, "{text}");
        }
    }
}
