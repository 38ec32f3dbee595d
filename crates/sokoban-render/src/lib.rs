//! Pictures of levels: SVG, PNG, and animated GIF of solutions.
//!
//! The way through the crate:
//!
//! 1. [`Style`] says how a picture looks: its [`Theme`], its scale, and its [`Overlay`].
//! 2. [`Picture`] is a drawing of shapes, made by [`Picture::of_level`] for one level or by
//!    [`Picture::sheet`] for many.
//! 3. [`Picture::svg`] and [`Picture::png`] write it.
//! 4. [`Playback`] walks through a solution, and [`animation`] makes a GIF of it.
//!
//! Everything is drawn with shapes of our own, digits included, so no font is needed, and the same
//! input gives the same bytes on every machine.
//! The crate knows the rules, and no search; it reads and writes no file.
//!
//! ```
//! use sokoban_core::{Board, Level};
//! use sokoban_render::{Moment, Picture, Style};
//!
//! let level: Level = "#####\n#@$.#\n#####".parse()?;
//! let board = Board::try_from(&level)?;
//! let style = Style { scale: Some(24), ..Style::default() };
//! let picture = Picture::of_level(&level, &board, &Moment::start(&board), &style)?;
//! // Five squares across, and a quarter of a square to either side.
//! assert_eq!((picture.width(), picture.height()), (5 * 24 + 12, 3 * 24 + 12));
//! assert!(picture.svg().starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod color;
mod style;
mod theme;

mod digits;
mod heat;
mod outline;
mod shape;
mod symbol;

mod error;
mod picture;
mod playback;

mod level_picture;
mod sheet;

mod animation;
mod palette;
mod png;
mod raster;
mod svg;

pub use animation::{Pace, Timing, animation};
pub use color::Color;
pub use error::RenderError;
pub use picture::{MAX_PIXELS, MAX_SIDE, Picture};
pub use playback::{Moment, Playback};
pub use sheet::{MAX_TILES, Tile, usual_columns};
pub use style::{MAX_SCALE, MIN_SCALE, Overlay, Style};
pub use symbol::Mark;
pub use theme::{Colors, Theme};
