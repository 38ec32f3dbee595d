//! RenderError: why there is no picture.

use std::io;

use thiserror::Error;

/// Why there is no picture. Displays as one line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The picture would have more than [`MAX_PIXELS`](crate::MAX_PIXELS) pixels, or more than
    /// [`MAX_SIDE`](crate::MAX_SIDE) to a side.
    #[error("a picture of {width} by {height} pixels is past {} million pixels or {} to a side{}", crate::MAX_PIXELS >> 20, crate::MAX_SIDE, fitting(*.scale))]
    TooLarge {
        /// In pixels.
        width: u64,
        /// In pixels.
        height: u64,
        /// The greatest scale, in pixels a square, at which the picture would fit; none if it fits
        /// at none.
        scale: Option<u32>,
    },
    /// The animation would draw more pixels than are worth their time and bytes.
    #[error(
        "an animation of {frames} frames at {scale} pixels a square is too long; \
         draw a frame a push, or fewer pixels a square"
    )]
    TooLong {
        /// The frames.
        frames: usize,
        /// In pixels a square.
        scale: u32,
    },
    /// A sheet of more than [`MAX_TILES`](crate::MAX_TILES) levels.
    #[error("a sheet holds at most {} levels, not {tiles}; choose some of them", crate::MAX_TILES)]
    TooManyTiles {
        /// The levels.
        tiles: usize,
    },
    /// A sheet of no level.
    #[error("a sheet needs a level to draw")]
    NoTiles,
    /// The encoder of a format failed, which only a bug or a lack of memory can cause.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(#[from] io::Error),
}

fn fitting(scale: Option<u32>) -> String {
    scale.map_or_else(
        || "; it is too large to be drawn".to_owned(),
        |scale| format!("; {scale} pixels a square or fewer fit"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_to_do() {
        let large = |scale| RenderError::TooLarge { width: 90_000, height: 9, scale }.to_string();
        assert_eq!(
            large(Some(12)),
            "a picture of 90000 by 9 pixels is past 32 million pixels or 65535 to a side; 12 pixels \
             a square or fewer fit"
        );
        assert!(large(None).ends_with("; it is too large to be drawn"));
        let tiles = RenderError::TooManyTiles { tiles: 2_000 }.to_string();
        assert_eq!(tiles, "a sheet holds at most 1000 levels, not 2000; choose some of them");
    }
}
