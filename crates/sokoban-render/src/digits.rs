//! Numbers as lines of our own, so that no font is needed.

use crate::shape::{Closing, Path, Point, SQUARE, point};

/// A line through points, from 0 to 4 across and from 0 to 6 down.
type Line = (&'static [(i32, i32)], Closing);

const ROUND: Line =
    (&[(1, 0), (3, 0), (4, 1), (4, 5), (3, 6), (1, 6), (0, 5), (0, 1)], Closing::Closed);

/// The lines of each digit.
const DIGITS: [&[Line]; 10] = [
    &[ROUND],
    &[(&[(1, 1), (2, 0), (2, 6)], Closing::Open), (&[(1, 6), (3, 6)], Closing::Open)],
    &[(&[(0, 1), (1, 0), (3, 0), (4, 1), (4, 2), (0, 6), (4, 6)], Closing::Open)],
    &[(&[(0, 0), (4, 0), (2, 2), (3, 2), (4, 3), (4, 5), (3, 6), (1, 6), (0, 5)], Closing::Open)],
    &[(&[(3, 6), (3, 0), (0, 4), (4, 4)], Closing::Open)],
    &[(&[(4, 0), (0, 0), (0, 2), (3, 2), (4, 3), (4, 5), (3, 6), (1, 6), (0, 5)], Closing::Open)],
    &[(
        &[(4, 0), (2, 0), (0, 2), (0, 5), (1, 6), (3, 6), (4, 5), (4, 4), (3, 3), (0, 3)],
        Closing::Open,
    )],
    &[(&[(0, 0), (4, 0), (4, 1), (1, 6)], Closing::Open)],
    &[
        (&[(1, 0), (3, 0), (4, 1), (4, 2), (3, 3), (1, 3), (0, 2), (0, 1)], Closing::Closed),
        (&[(1, 3), (0, 4), (0, 5), (1, 6), (3, 6), (4, 5), (4, 4), (3, 3)], Closing::Open),
    ],
    &[(
        &[(4, 3), (1, 3), (0, 2), (0, 1), (1, 0), (3, 0), (4, 1), (4, 4), (2, 6), (0, 6)],
        Closing::Open,
    )],
];

/// The width of the lines, in units.
pub(crate) const LINE_WIDTH: i32 = 7;
/// The height of a digit in units, if there is room.
const HEIGHT: i32 = 38;
const WIDTH: i32 = 24;
const GAP: i32 = 11;
/// The most units that a number takes across.
const ROOM: i32 = 72;

/// Adds the digits of `number` to `path`, in the middle of the square whose top left is `corner`,
/// and as large as there is room.
pub(crate) fn add_number(path: &mut Path, number: usize, corner: Point) {
    let digits = number.to_string();
    let count = digits.len() as i32;
    let natural = count * WIDTH + (count - 1) * GAP;
    // In thousandths of the natural size.
    let size = (ROOM * 1_000 / natural).min(1_000);
    let scaled = |length: i32| (length * size + 500) / 1_000;
    let left = corner.x + (SQUARE - scaled(natural)) / 2;
    let top = corner.y + (SQUARE - scaled(HEIGHT)) / 2;
    for (index, digit) in digits.bytes().enumerate() {
        let before = index as i32 * (WIDTH + GAP);
        for (points, closing) in DIGITS[usize::from(digit - b'0')] {
            let points = points.iter().map(|&(x, y)| {
                point(left + scaled(before + x * WIDTH / 4), top + scaled(y * HEIGHT / 6))
            });
            path.add_lines(points, *closing);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Stroke;

    #[test]
    fn numbers_stay_in_their_square() {
        for number in [0, 7, 10, 88, 199, 1_000, 65_534, usize::MAX] {
            let mut path = Path::default();
            add_number(&mut path, number, point(SQUARE, 2 * SQUARE));
            assert!(!path.is_empty());
            for stroke in path.strokes() {
                if let Stroke::Move(to) | Stroke::Line(to) = *stroke {
                    let edge = LINE_WIDTH;
                    assert!((SQUARE + edge..=2 * SQUARE - edge).contains(&to.x), "{number}");
                    assert!((2 * SQUARE + edge..=3 * SQUARE - edge).contains(&to.y), "{number}");
                }
            }
        }
    }

    #[test]
    fn no_two_digits_are_alike() {
        for (one, lines) in DIGITS.iter().enumerate() {
            for (other, other_lines) in DIGITS[..one].iter().enumerate() {
                assert_ne!(lines, other_lines, "{one} {other}");
            }
        }
    }
}
