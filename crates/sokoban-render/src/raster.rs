//! Pixels: shapes filled with smooth edges.

use std::io;

use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, PixmapMut, Stroke as Pen, Transform,
};

use crate::color::Color;
use crate::error::RenderError;
use crate::picture::{Item, Picture};
use crate::shape::{Path, Point, SQUARE, Shape, Stroke};
use crate::theme::Theme;

/// Opaque pixels, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Raster {
    pixmap: Pixmap,
}

impl Raster {
    /// So many pixels of `paper`, both numbers at least 1.
    ///
    /// # Errors
    /// [`RenderError::Encoding`] if there is no memory for them.
    pub(crate) fn new(width: u32, height: u32, paper: Color) -> Result<Self, RenderError> {
        let pixmap = Pixmap::new(width.max(1), height.max(1));
        let mut pixmap = pixmap.ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
        pixmap.fill(tiny_skia::Color::from_rgba8(paper.red, paper.green, paper.blue, 255));
        Ok(Self { pixmap })
    }

    /// All of `picture`.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub(crate) fn of(picture: &Picture) -> Result<Self, RenderError> {
        let mut raster = Self::new(picture.width, picture.height, picture.paper())?;
        for layer in &picture.layers {
            let corner = (layer.x, layer.y);
            raster.draw(&layer.items, corner, layer.scale, picture.theme);
        }
        Ok(raster)
    }

    /// Draws `items` with their top left at `corner` and `scale` pixels a square.
    pub(crate) fn draw(&mut self, items: &[Item], corner: (u32, u32), scale: u32, theme: Theme) {
        let factor = scale as f32 / SQUARE as f32;
        let transform =
            Transform::from_row(factor, 0.0, 0.0, factor, corner.0 as f32, corner.1 as f32);
        let mut pixels = self.pixmap.as_mut();
        for item in items {
            match item {
                Item::Shape(shape) => draw(&mut pixels, shape, transform),
                Item::Symbol(symbol, position) => {
                    // In whole pixels, so that it looks the same everywhere.
                    let (x, y) = (position.column as f32, position.row as f32);
                    let scale = scale as f32;
                    let at = transform.post_translate(x * scale, y * scale);
                    for shape in symbol.shapes(theme) {
                        draw(&mut pixels, &shape, at);
                    }
                }
            }
        }
    }

    pub(crate) fn width(&self) -> u32 {
        self.pixmap.width()
    }

    pub(crate) fn height(&self) -> u32 {
        self.pixmap.height()
    }

    /// All colors, row by row.
    pub(crate) fn colors(&self) -> impl Iterator<Item = Color> {
        // The paper is opaque, and so is all that is drawn on it.
        let color = |pixel: &tiny_skia::PremultipliedColorU8| Color {
            red: pixel.red(),
            green: pixel.green(),
            blue: pixel.blue(),
        };
        self.pixmap.pixels().iter().map(color)
    }

    /// The part of `side` by `side` pixels whose top left is `corner`.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub(crate) fn part(&self, corner: (u32, u32), side: u32) -> Result<Self, RenderError> {
        let mut part = Self::new(side, side, Color::from_hex(0))?;
        let row_pixels = self.width() as usize;
        let from = self.pixmap.pixels();
        for (row, to) in part.pixmap.pixels_mut().chunks_mut(side.max(1) as usize).enumerate() {
            let begin = (corner.1 as usize + row) * row_pixels + corner.0 as usize;
            to.copy_from_slice(&from[begin..begin + to.len()]);
        }
        Ok(part)
    }
}

fn draw(pixels: &mut PixmapMut<'_>, shape: &Shape, transform: Transform) {
    // A path of no extent has nothing to draw.
    let Some(path) = built(&shape.path) else { return };
    let mut paint = Paint::default();
    paint.set_color_rgba8(shape.color.red, shape.color.green, shape.color.blue, 255);
    if shape.is_filled {
        pixels.fill_path(&path, &paint, FillRule::EvenOdd, transform, None);
    }
    if shape.line_width > 0 {
        let pen = Pen {
            width: shape.line_width as f32,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Pen::default()
        };
        pixels.stroke_path(&path, &paint, &pen, transform, None);
    }
}

fn built(path: &Path) -> Option<tiny_skia::Path> {
    let pair = |point: Point| (point.x as f32, point.y as f32);
    let mut builder = PathBuilder::new();
    for stroke in path.strokes() {
        match *stroke {
            Stroke::Move(to) => builder.move_to(pair(to).0, pair(to).1),
            Stroke::Line(to) => builder.line_to(pair(to).0, pair(to).1),
            Stroke::Curve(one, two, to) => {
                let [(a, b), (c, d), (x, y)] = [one, two, to].map(pair);
                builder.cubic_to(a, b, c, d, x, y);
            }
            Stroke::Close => builder.close(),
        }
    }
    builder.finish()
}
