//! PNG: the picture as pixels.

use std::io;

use ::png::{BitDepth, ColorType, Encoder, EncodingError};

use crate::error::RenderError;
use crate::palette::ColorCounts;
use crate::picture::Picture;
use crate::raster::Raster;

/// The most colors that a PNG can have by number.
const MOST_COLORS: usize = 256;

impl Picture {
    /// The picture as a PNG: a byte a pixel and a palette if it has no more than 256 colors, else
    /// three bytes a pixel.
    ///
    /// # Errors
    /// [`RenderError::Encoding`], for lack of memory.
    ///
    /// # Complexity
    /// O(pixels) in time, and 4 to 8 bytes a pixel in space.
    pub fn png(&self) -> Result<Vec<u8>, RenderError> {
        let raster = Raster::of(self)?;
        let mut counts = ColorCounts::default();
        counts.add(raster.colors());
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, raster.width(), raster.height());
        encoder.set_depth(BitDepth::Eight);
        let mut pixels = Vec::new();
        if counts.len() <= MOST_COLORS {
            let palette = counts.palette(MOST_COLORS);
            encoder.set_color(ColorType::Indexed);
            encoder.set_palette(palette.bytes());
            palette.extend(&mut pixels, raster.colors());
        } else {
            encoder.set_color(ColorType::Rgb);
            pixels.extend(raster.colors().flat_map(|c| [c.red, c.green, c.blue]));
        }
        encoder.write_header().map_err(failed)?.write_image_data(&pixels).map_err(failed)?;
        Ok(bytes)
    }
}

fn failed(error: EncodingError) -> io::Error {
    match error {
        EncodingError::IoError(error) => error,
        error => io::Error::other(error),
    }
}
