//! A solution as an animated GIF.

use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use sokoban_core::{Level, Position, Square};

use crate::error::RenderError;
use crate::level_picture::{mover, movers};
use crate::palette::{ColorCounts, Palette};
use crate::picture::{Item, Picture};
use crate::playback::{Moment, Playback};
use crate::raster::Raster;
use crate::style::Style;

/// The most pixels of all frames after the first together. So many take some ten seconds.
const MAX_FRAME_PIXELS: u64 = 1 << 30;
/// A GIF has 256 numbers, of which one stands for what stays as it was.
const MOST_COLORS: usize = 255;

/// When there is a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Pace {
    /// After each step of the player.
    #[default]
    Moves,
    /// After each push, and after the last step if that is a walk.
    Pushes,
}

/// How fast an animation runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// When there is a frame.
    pub pace: Pace,
    /// Hundredths of a second from frame to frame; browsers slow down what is below 2.
    pub frame: u16,
    /// Hundredths of a second that the start is shown.
    pub start: u16,
    /// Hundredths of a second that the end is shown, before all begins again.
    pub end: u16,
}

impl Default for Timing {
    fn default() -> Self {
        Self { pace: Pace::Moves, frame: 12, start: 80, end: 250 }
    }
}

/// A GIF of `playback`, which plays on the board of `level`, over and over; none if `watch` breaks,
/// which is asked before each frame.
///
/// The first frame shows the whole level, each later one only the squares that change.
/// Up to 255 colors are kept as they are; of more, the rarest shades become the nearest of these.
///
/// # Errors
/// [`RenderError::TooLarge`] and [`RenderError::TooLong`], before anything is drawn, and
/// [`RenderError::Encoding`].
///
/// # Complexity
/// O(pixels + steps * pixels of the squares that change) in time; 9 bytes a pixel in space, and the
/// GIF.
pub fn animation(
    level: &Level,
    playback: &Playback<'_>,
    style: &Style,
    timing: &Timing,
    watch: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<Option<Vec<u8>>, RenderError> {
    let still = Picture::without_movers(level, playback.board(), style)?;
    let Some((corner, scale)) = still.layers.first().map(|layer| ((layer.x, layer.y), layer.scale))
    else {
        return Ok(None);
    };
    let film = Film { playback, style, pace: timing.pace, corner, scale };
    let frames = film.checked_frames()?;
    let ground = Raster::of(&still)?;

    // Once to learn the colors, and once more to write.
    let board = playback.board();
    let start = movers(level, board, &Moment::start(board), style.overlay);
    let mut first = ground.clone();
    first.draw(&start, corner, scale, style.theme);
    let mut counts = ColorCounts::default();
    counts.add(first.colors());
    let counted = film.play(&mut |_, moment, changed| {
        for &square in changed {
            counts.add(film.square(&ground, moment, square)?.colors());
        }
        Ok(watch())
    })?;
    if counted.is_break() {
        return Ok(None);
    }
    let palette = counts.palette(MOST_COLORS);
    let mut bytes = Vec::new();
    let (width, height) = (still.width as u16, still.height as u16);
    // One color more, for the number that stands for what stays.
    let colors = [palette.bytes(), vec![0; 3]].concat();
    let mut encoder = Encoder::new(&mut bytes, width, height, &colors).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut pixels = Vec::with_capacity(usize::from(width) * usize::from(height));
    palette.extend(&mut pixels, first.colors());
    drop(first);
    let frame = Frame {
        delay: if frames == 0 { timing.end } else { timing.start },
        dispose: DisposalMethod::Keep,
        width,
        height,
        buffer: Cow::Owned(pixels),
        ..Frame::default()
    };
    encoder.write_frame(&frame).map_err(failed)?;
    let written = film.play(&mut |index, moment, changed| {
        let delay = if index + 1 == frames { timing.end } else { timing.frame };
        let frame = Frame { delay, ..film.frame(&ground, moment, changed, &palette)? };
        encoder.write_frame(&frame).map_err(failed)?;
        Ok(watch())
    })?;
    drop(encoder);
    Ok(written.is_continue().then_some(bytes))
}

/// What all frames have in common.
struct Film<'a> {
    playback: &'a Playback<'a>,
    style: &'a Style,
    pace: Pace,
    /// The top left of the level, in pixels.
    corner: (u32, u32),
    /// Pixels a square.
    scale: u32,
}

/// Takes a frame: its number from 0, where all stand, and the squares that have changed, ascending.
type TakeFrame<'a> =
    &'a mut dyn FnMut(usize, &Moment, &[Square]) -> Result<ControlFlow<()>, RenderError>;

impl Film<'_> {
    /// Plays all frames but the first.
    fn play(&self, take: TakeFrame<'_>) -> Result<ControlFlow<()>, RenderError> {
        let (board, steps) = (self.playback.board(), self.playback.steps());
        let mut moment = Moment::start(board);
        let (mut index, mut changed) = (0, vec![moment.player()]);
        for (number, &step) in steps.iter().enumerate() {
            changed.extend(moment.take(board, step));
            let is_shown = match self.pace {
                Pace::Moves => true,
                Pace::Pushes => step.push || number + 1 == steps.len(),
            };
            if !is_shown {
                // The squares that the player only crossed look as they did.
                changed.truncate(changed.len() - 3);
                continue;
            }
            changed.sort_unstable();
            changed.dedup();
            if take(index, &moment, &changed)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            index += 1;
            changed.clear();
            changed.push(moment.player());
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The number of frames after the first.
    ///
    /// # Errors
    /// [`RenderError::TooLong`] for more pixels than [`MAX_FRAME_PIXELS`].
    fn checked_frames(&self) -> Result<usize, RenderError> {
        let (mut frames, mut pixels) = (0, 0);
        let _ = self.play(&mut |_, _, changed| {
            let (_, (width, height)) = self.rectangle(changed);
            pixels += u64::from(width) * u64::from(height);
            frames += 1;
            Ok(ControlFlow::Continue(()))
        })?;
        if pixels > MAX_FRAME_PIXELS {
            return Err(RenderError::TooLong { frames, scale: self.scale });
        }
        Ok(frames)
    }

    /// The rectangle around these squares, in pixels: its top left and its size.
    fn rectangle(&self, squares: &[Square]) -> ((u32, u32), (u32, u32)) {
        let places = || squares.iter().map(|&square| self.place(square));
        let left = places().map(|(x, _)| x).min().unwrap_or(0);
        let top = places().map(|(_, y)| y).min().unwrap_or(0);
        let right = places().map(|(x, _)| x + self.scale).max().unwrap_or(0);
        let bottom = places().map(|(_, y)| y + self.scale).max().unwrap_or(0);
        ((left, top), (right - left, bottom - top))
    }

    /// The top left of `square`, in pixels.
    fn place(&self, square: Square) -> (u32, u32) {
        let position = self.playback.board().position(square);
        let (x, y) = (position.column as u32, position.row as u32);
        (self.corner.0 + x * self.scale, self.corner.1 + y * self.scale)
    }

    /// One square as it looks at `moment`.
    fn square(
        &self,
        ground: &Raster,
        moment: &Moment,
        square: Square,
    ) -> Result<Raster, RenderError> {
        let mut raster = ground.part(self.place(square), self.scale)?;
        if let Some(symbol) = mover(self.playback.board(), moment, square, self.style.overlay) {
            let position = Position { row: 0, column: 0 };
            let items = [Item::Symbol(symbol, position)];
            raster.draw(&items, (0, 0), self.scale, self.style.theme);
        }
        Ok(raster)
    }

    /// The frame that changes these squares.
    fn frame(
        &self,
        ground: &Raster,
        moment: &Moment,
        changed: &[Square],
        palette: &Palette,
    ) -> Result<Frame<'static>, RenderError> {
        let ((left, top), (width, height)) = self.rectangle(changed);
        let (width, height) = (width as usize, height as usize);
        // The number after the last color lets shine through what was there.
        let clear = palette.len() as u8;
        let mut pixels = vec![clear; width * height];
        let side = self.scale as usize;
        let mut numbers = Vec::with_capacity(side * side);
        for &square in changed {
            numbers.clear();
            palette.extend(&mut numbers, self.square(ground, moment, square)?.colors());
            let (x, y) = self.place(square);
            let (x, y) = ((x - left) as usize, (y - top) as usize);
            for (row, line) in numbers.chunks(side).enumerate() {
                let begin = (y + row) * width + x;
                pixels[begin..begin + side].copy_from_slice(line);
            }
        }
        Ok(Frame {
            dispose: DisposalMethod::Keep,
            transparent: Some(clear),
            left: left as u16,
            top: top as u16,
            width: width as u16,
            height: height as u16,
            buffer: Cow::Owned(pixels),
            ..Frame::default()
        })
    }
}

fn failed(error: EncodingError) -> RenderError {
    RenderError::Encoding(match error {
        EncodingError::Io(error) => error,
        error => io::Error::other(error),
    })
}
