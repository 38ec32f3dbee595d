//! Level files: what is in them, whatever their format, and how it is written again.
//!
//! 1. [`read`] makes a [`LevelSet`] of the bytes of a file: its levels, each read or refused with the
//!    place, with titles, authors, keys, notes and stored moves. It recognizes the [`Format`] by
//!    itself, and takes a [`Charmap`] for texts that draw boards with other characters.
//! 2. [`judge`], or a [`Judge`] for whole files, replays stored moves and says what is wrong where.
//! 3. [`write()`] makes text of a set, reads it again, and says what the format could not hold.
//! 4. [`Code`] numbers everything that is reported, so that scripts can tell findings apart.
//! 5. [`pddl()`] and [`sas()`] write a board as a task for general planners.
//!
//! Reading is bounded: no text makes more than a small multiple of its own size, whatever repeat
//! counts, nesting or entities it has.
//!
//! ```
//! use sokoban_formats::{Format, ReadOptions, read, write};
//!
//! let text = "My level\n\n#######\n#@ $ .#\n#######\n\nSolution\nrRR\n";
//! let set = read(text.as_bytes(), &ReadOptions::default());
//! assert_eq!(set.entries[0].title(), Some("My level"));
//! assert_eq!(set.entries[0].remarks.moves[0].text(), "rRR");
//!
//! let written = write(&set, Format::Json);
//! assert_eq!(written.losses, []);
//! assert_eq!(read(written.text.as_bytes(), &ReadOptions::default()), set);
//! ```
#![forbid(unsafe_code)]

mod charmap;
mod code;
mod format;
mod level_set;
mod losses;
mod moves_judge;

mod json;
mod planning;
mod read;
mod slc;
mod text_place;
mod text_writer;
mod write;

pub use charmap::{Alphabet, Charmap, CharmapError};
pub use code::Code;
pub use format::{Format, UnknownFormat};
pub use level_set::{Entry, LevelSet};
pub use losses::Loss;
pub use moves_judge::{Judge, Judgement, MovesFinding, MovesFindingKind, judge};
pub use planning::{Pddl, TooManyOperators, pddl, sas};
pub use read::{Extent, ReadOptions, read};
pub use write::{Written, write};
