//! Picture: what is drawn, before it is written in any format.

use sokoban_core::Position;

use crate::color::Color;
use crate::error::RenderError;
use crate::shape::Shape;
use crate::style::MIN_SCALE;
use crate::symbol::Symbol;
use crate::theme::Theme;

/// The most pixels of a picture: 128 MiB while it is drawn.
pub const MAX_PIXELS: u64 = 1 << 25;
/// The most pixels to a side, which is the most that a GIF can say.
pub const MAX_SIDE: u64 = u16::MAX as u64;

/// A drawing of shapes in layers, which has the same look in every format.
#[derive(Clone, Debug)]
pub struct Picture {
    /// In pixels, within [`MAX_SIDE`], and with `height` within [`MAX_PIXELS`].
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) theme: Theme,
    /// What the picture shows, for people who do not see it; may be empty.
    pub(crate) title: String,
    /// From the bottom up.
    pub(crate) layers: Vec<Layer>,
}

/// A part of a picture with a scale of its own.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    /// The top left, in pixels.
    pub(crate) x: u32,
    pub(crate) y: u32,
    /// Pixels a square.
    pub(crate) scale: u32,
    /// From the bottom up.
    pub(crate) items: Vec<Item>,
}

/// What a layer is made of.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// A shape, from the top left of the layer.
    Shape(Shape),
    /// A symbol in a square of the layer.
    Symbol(Symbol, Position),
}

impl Picture {
    /// In pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// In pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The same picture with a title for people who do not see it. Only the SVG has it.
    #[must_use]
    pub fn with_title(mut self, title: &str) -> Self {
        title.clone_into(&mut self.title);
        self
    }

    /// The color of what nothing is drawn on.
    pub(crate) fn paper(&self) -> Color {
        self.theme.colors().paper
    }
}

/// The size in pixels at `scale`, where `size` tells it for any scale.
///
/// # Errors
/// [`RenderError::TooLarge`].
pub(crate) fn checked_size(
    scale: u32,
    size: impl Fn(u64) -> (u64, u64),
) -> Result<(u32, u32), RenderError> {
    let fits = |(width, height): (u64, u64)| {
        width <= MAX_SIDE && height <= MAX_SIDE && width * height <= MAX_PIXELS
    };
    let (width, height) = size(scale.into());
    if fits((width, height)) {
        return Ok((width as u32, height as u32));
    }
    let scale = (MIN_SCALE..scale).rev().find(|&scale| fits(size(scale.into())));
    Err(RenderError::TooLarge { width, height, scale })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_is_told_with_what_fits() {
        let size = |scale: u64| (100 * scale, 10_000 * scale);
        assert_eq!(checked_size(5, size).unwrap(), (500, 50_000));
        let Err(RenderError::TooLarge { width, height, scale }) = checked_size(36, size) else {
            panic!("it does not fit");
        };
        assert_eq!((width, height, scale), (3_600, 360_000, Some(5)));
        let Err(RenderError::TooLarge { scale: None, .. }) =
            checked_size(36, |scale| (scale * 99_999, scale))
        else {
            panic!("it fits at no scale");
        };
    }
}
