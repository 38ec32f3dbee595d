//! The colors of distances.

use crate::color::Color;

/// From near to far. Ever darker, so that the order is seen without color too, and from yellow to
/// blue, which everyone tells apart who sees color at all.
const STOPS: [Color; 4] = [
    Color::from_hex(0xfff1b8),
    Color::from_hex(0x9fcf9f),
    Color::from_hex(0x3f8fa8),
    Color::from_hex(0x22306e),
];

/// The color of `distance` where the greatest is `greatest`.
pub(crate) fn heat(distance: u16, greatest: u16) -> Color {
    let parts = STOPS.len() as u32 - 1;
    let whole = u32::from(greatest).max(1);
    let along = u32::from(distance.min(greatest)) * parts;
    let stop = (along / whole).min(parts - 1);
    STOPS[stop as usize].toward(STOPS[stop as usize + 1], along - stop * whole, whole)
}

/// Black or white, whichever is read better on `ground`.
pub(crate) fn ink_on(ground: Color) -> Color {
    let [black, white] = [Color::from_hex(0), Color::from_hex(0xffffff)];
    if ground.contrast(black) >= ground.contrast(white) { black } else { white }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_farther_is_darker() {
        for greatest in [1, 2, 3, 7, 40, u16::MAX - 1] {
            let colors: Vec<Color> = (0..=greatest.min(60)).map(|d| heat(d, greatest)).collect();
            let brightness: Vec<f64> = colors.iter().map(|color| color.luminance()).collect();
            assert!(brightness.is_sorted_by(|near, far| near >= far), "{greatest}");
            assert_eq!(heat(0, greatest), STOPS[0]);
            assert_eq!(heat(greatest, greatest), STOPS[3]);
        }
        assert_eq!(heat(0, 0), STOPS[0]);
    }

    #[test]
    fn numbers_are_read_on_every_color() {
        for distance in 0..=100 {
            let ground = heat(distance, 100);
            assert!(ink_on(ground).contrast(ground) > 4.5, "{distance}");
        }
    }
}
