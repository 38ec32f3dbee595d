//! Style: how a picture looks.

use crate::theme::Theme;

/// The least pixels a square; below, boxes are told from floor no longer.
pub const MIN_SCALE: u32 = 4;
/// The most pixels a square.
pub const MAX_SCALE: u32 = 256;

/// The scales that are tried, the greatest first, when none is given. Multiples of 12, in which all
/// straight edges fall between pixels, as far as possible.
const USUAL_SCALES: [u32; 5] = [36, 24, 12, 8, MIN_SCALE];
/// A picture whose scale is not given is not larger to either side, in pixels, if it need not be.
const USUAL_SIDE: u64 = 2_000;
/// The scale of a sheet when none is given.
const SHEET_SCALE: u32 = 12;

/// How a picture looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Style {
    /// Its colors.
    pub theme: Theme,
    /// Pixels a square, brought between [`MIN_SCALE`] and [`MAX_SCALE`]; with none, 36, or less for
    /// levels that would be over 2,000 pixels, and 12 on a sheet.
    pub scale: Option<u32>,
    /// What is drawn on the floor.
    pub overlay: Overlay,
}

/// What is drawn on the floor of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Overlay {
    /// Nothing.
    #[default]
    None,
    /// Dead squares are hatched: a box there never reaches a goal.
    DeadSquares,
    /// Each square is colored by the pushes that a box alone on it needs to the nearest goal, with
    /// the number if there are 12 pixels a square for it; dead squares are hatched. Boxes and player
    /// are drawn as outlines.
    Distances,
}

impl Style {
    /// Pixels a square for a level of so many columns and rows.
    pub(crate) fn scale_for(&self, width: usize, height: usize) -> u32 {
        let longest = width.max(height) as u64;
        let usual =
            USUAL_SCALES.into_iter().find(|&scale| longest * u64::from(scale) <= USUAL_SIDE);
        self.bounded().or(usual).unwrap_or(MIN_SCALE)
    }

    /// Pixels a square for a sheet.
    pub(crate) fn scale_of_sheet(&self) -> u32 {
        self.bounded().unwrap_or(SHEET_SCALE)
    }

    fn bounded(&self) -> Option<u32> {
        self.scale.map(|scale| scale.clamp(MIN_SCALE, MAX_SCALE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_levels_have_smaller_squares() {
        let style = Style::default();
        for (width, height, scale) in
            [(5, 3, 36), (55, 3, 36), (3, 56, 24), (166, 9, 12), (250, 9, 8), (9, 9_999, 4)]
        {
            assert_eq!(style.scale_for(width, height), scale, "{width} {height}");
        }
    }

    #[test]
    fn a_scale_that_is_given_stays_within_its_bounds() {
        for (given, scale) in [(0, 4), (4, 4), (50, 50), (1_000, 256)] {
            let style = Style { scale: Some(given), ..Style::default() };
            assert_eq!((style.scale_for(9_999, 9), style.scale_of_sheet()), (scale, scale));
        }
    }
}
