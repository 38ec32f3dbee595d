//! Color: red, green and blue.

use std::fmt;

/// An opaque color in sRGB. Displays as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color {
    /// From 0 to 255, as the other two are.
    pub red: u8,
    /// From 0 to 255.
    pub green: u8,
    /// From 0 to 255.
    pub blue: u8,
}

impl Color {
    /// The color that `0xrrggbb` stands for.
    #[must_use]
    pub const fn from_hex(hex: u32) -> Self {
        let [_, red, green, blue] = hex.to_be_bytes();
        Self { red, green, blue }
    }

    /// How bright the color is to the eye, from 0 (black) to 1 (white): the relative luminance of
    /// the Web Content Accessibility Guidelines.
    ///
    /// ```
    /// use sokoban_render::Color;
    /// assert!(Color::from_hex(0x00ff00).luminance() > Color::from_hex(0xff0000).luminance());
    /// ```
    #[must_use]
    pub fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }

    /// The contrast of two colors, from 1 (equally bright) to 21 (black on white), by the same
    /// guidelines.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance() + 0.05, other.luminance() + 0.05);
        one.max(other) / one.min(other)
    }

    /// The color at `share` of `whole` on the way to `other`.
    pub(crate) fn toward(self, other: Self, share: u32, whole: u32) -> Self {
        let part = |from: u8, to: u8| {
            let (from, to, whole) = (i64::from(from), i64::from(to), i64::from(whole.max(1)));
            // Between two bytes, so a byte.
            ((from * (whole - i64::from(share)) + to * i64::from(share)) / whole) as u8
        };
        Self {
            red: part(self.red, other.red),
            green: part(self.green, other.green),
            blue: part(self.blue, other.blue),
        }
    }

    /// The square of the distance between two colors, for the search of the nearest one.
    pub(crate) fn distance(self, other: Self) -> u32 {
        let part = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
        part(self.red, other.red) + part(self.green, other.green) + part(self.blue, other.blue)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_color_is_written_as_it_is_read() {
        assert_eq!(Color::from_hex(0x01a0ff).to_string(), "#01a0ff");
    }

    #[test]
    fn black_on_white_has_the_greatest_contrast() {
        let (black, white) = (Color::from_hex(0), Color::from_hex(0xffffff));
        assert!((black.contrast(white) - 21.0).abs() < 1e-9);
        assert!((white.contrast(white) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_way_between_two_colors_has_its_ends() {
        let (from, to) = (Color::from_hex(0x102030), Color::from_hex(0xf0e0d0));
        assert_eq!((from.toward(to, 0, 7), from.toward(to, 7, 7)), (from, to));
        assert_eq!(from.toward(to, 0, 0), from, "a way without length");
        assert_eq!(from.toward(to, 1, 2), Color::from_hex(0x808080));
    }
}
