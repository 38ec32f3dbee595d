//! A sheet: many levels in one picture, each with its number.

use sokoban_core::{Board, Level};

use crate::digits::{LINE_WIDTH, add_number};
use crate::error::RenderError;
use crate::level_picture::{ground, movers};
use crate::picture::{Item, Layer, Picture, checked_size};
use crate::playback::Moment;
use crate::shape::{Path, Shape, point};
use crate::style::Style;

/// The most levels of a sheet.
pub const MAX_TILES: usize = 1_000;

/// A tile is as wide as so many squares of the scale.
const TILE_SQUARES: u64 = 12;

/// One level of a sheet.
#[derive(Clone, Copy, Debug)]
pub struct Tile<'a> {
    /// What is written above the level.
    pub number: usize,
    /// The level.
    pub level: &'a Level,
    /// The board that was made of it.
    pub board: &'a Board,
}

impl Picture {
    /// The picture of many levels, in so many `columns`; with none, as many as [`usual_columns`]
    /// says.
    ///
    /// A tile is 12 squares of the style's scale to a side. A board is drawn as large as it fits
    /// into that, with whole pixels a square, but at most at twice the scale.
    ///
    /// # Errors
    /// [`RenderError::NoTiles`], [`RenderError::TooManyTiles`] and [`RenderError::TooLarge`], before
    /// anything is drawn.
    ///
    /// # Complexity
    /// O(the sum of width * height of all levels) in time and space.
    pub fn sheet(
        tiles: &[Tile<'_>],
        columns: Option<usize>,
        style: &Style,
    ) -> Result<Self, RenderError> {
        if tiles.is_empty() {
            return Err(RenderError::NoTiles);
        }
        if tiles.len() > MAX_TILES {
            return Err(RenderError::TooManyTiles { tiles: tiles.len() });
        }
        let columns = columns.unwrap_or_else(|| usual_columns(tiles.len())).clamp(1, tiles.len());
        let scale = style.scale_of_sheet();
        let (width, height) = checked_size(scale, |scale| {
            let layout = Layout::new(tiles, columns, scale);
            (layout.width(), layout.height)
        })?;
        let layout = Layout::new(tiles, columns, scale.into());
        let mut layers = Vec::new();
        for (index, tile) in tiles.iter().enumerate() {
            let (x, y) = layout.corner(index);
            layers.push(layout.label_layer(tile.number, (x, y), style));
            let scale = layout.fitting(tile.level);
            let spare = layout.side - tile.level.width() as u64 * scale;
            let scale = scale as u32;
            let mut items = ground(tile.level, tile.board, style.theme, style.overlay, scale);
            let start = Moment::start(tile.board);
            items.extend(movers(tile.level, tile.board, &start, style.overlay));
            let (x, y) = ((x + spare / 2) as u32, (y + layout.label) as u32);
            layers.push(Layer { x, y, scale, items });
        }
        Ok(Self { width, height, theme: style.theme, title: String::new(), layers })
    }
}

/// The columns that make a sheet of so many levels about four units wide and three high; 1 at least.
#[must_use]
pub fn usual_columns(tiles: usize) -> usize {
    ((tiles as f64 * 4.0 / 3.0).sqrt().ceil() as usize).max(1)
}

fn longest_side(level: &Level) -> u64 {
    level.width().max(level.height()) as u64
}

/// Where the tiles lie, in pixels.
struct Layout {
    columns: usize,
    scale: u64,
    /// Of a tile.
    side: u64,
    gap: u64,
    /// The height of a number.
    label: u64,
    /// Of the rows of tiles, from the top.
    tops: Vec<u64>,
    height: u64,
}

impl Layout {
    fn new(tiles: &[Tile<'_>], columns: usize, scale: u64) -> Self {
        let label = (2 * scale).max(24);
        // A level of more squares to a side than a tile has pixels makes all tiles wider.
        let longest = tiles.iter().map(|tile| longest_side(tile.level)).max().unwrap_or(0);
        let mut layout = Self {
            columns,
            scale,
            side: (TILE_SQUARES * scale).max(longest),
            gap: scale,
            label,
            tops: Vec::new(),
            height: scale,
        };
        for row in tiles.chunks(columns) {
            layout.tops.push(layout.height);
            let heights = row.iter().map(|tile| tile.level.height() as u64);
            let heights = heights.zip(row).map(|(down, tile)| down * layout.fitting(tile.level));
            layout.height += label + heights.max().unwrap_or(0) + layout.gap;
        }
        layout
    }

    fn width(&self) -> u64 {
        self.columns as u64 * (self.side + self.gap) + self.gap
    }

    fn corner(&self, index: usize) -> (u64, u64) {
        let column = (index % self.columns) as u64;
        (self.gap + column * (self.side + self.gap), self.tops[index / self.columns])
    }

    /// The pixels a square with which `level` fits into a tile, 1 at least.
    fn fitting(&self, level: &Level) -> u64 {
        (self.side / longest_side(level).max(1)).min(2 * self.scale)
    }

    /// The number in the middle above the tile whose top left is `corner`.
    fn label_layer(&self, number: usize, corner: (u64, u64), style: &Style) -> Layer {
        let mut path = Path::default();
        add_number(&mut path, number, point(0, 0));
        let shape = Shape::line(path, style.theme.colors().ink, LINE_WIDTH);
        let across = corner.0 + (self.side - self.label.min(self.side)) / 2;
        Layer {
            x: across as u32,
            y: corner.1 as u32,
            scale: self.label as u32,
            items: vec![Item::Shape(shape)],
        }
    }
}
