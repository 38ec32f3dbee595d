//! Symbol: what is drawn in a square, again and again.

use crate::color::Color;
use crate::shape::{Closing, Path, SQUARE, Shape, point};
use crate::theme::Theme;

/// What may be marked on the floor of a square, each told from the others by its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A tunnel: a hollow diamond.
    Tunnel,
    /// A tunnel that is one-way for boxes: a solid diamond.
    OneWayTunnel,
    /// A square that is not used: a cross.
    Unused,
}

impl Mark {
    pub(crate) const fn symbol(self) -> Symbol {
        match self {
            Self::Tunnel => Symbol::Tunnel,
            Self::OneWayTunnel => Symbol::OneWayTunnel,
            Self::Unused => Symbol::Unused,
        }
    }
}

/// What is drawn in a square. None reaches beyond its square, so that squares can be drawn one by
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Symbol {
    /// A dead square.
    Hatch,
    /// A goal.
    Goal,
    /// A goal under a number.
    GoalRing,
    /// A box off goal.
    Package,
    /// A box on a goal.
    Placed,
    /// The player, on a goal or not: it stands in the goal's ring.
    Player,
    /// A box as an outline.
    PackageOutline,
    /// The player as an outline.
    PlayerOutline,
    /// See [`Mark::Tunnel`], and so on.
    Tunnel,
    OneWayTunnel,
    Unused,
}

const MIDDLE: i32 = SQUARE / 2;
/// What is drawn on the colors of distances, which are the same in both themes, is dark outside and
/// light inside, so that it is seen on all of them.
const DARK: Color = Color::from_hex(0x000000);
const LIGHT: Color = Color::from_hex(0xffffff);
/// The ring of a goal there, which always lies on the color of 0.
const MARK: Color = Color::from_hex(0x0b65a8);
/// From the edge of the square to a box.
const INSET: i32 = 8;

impl Symbol {
    /// All of them.
    #[cfg(test)]
    pub(crate) const ALL: [Self; 11] = [
        Self::Hatch,
        Self::Goal,
        Self::GoalRing,
        Self::Package,
        Self::Placed,
        Self::Player,
        Self::PackageOutline,
        Self::PlayerOutline,
        Self::Tunnel,
        Self::OneWayTunnel,
        Self::Unused,
    ];

    /// The id in an SVG, without the theme.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Hatch => "dead",
            Self::Goal => "goal",
            Self::GoalRing => "ring",
            Self::Package => "box",
            Self::Placed => "placed",
            Self::Player => "player",
            Self::PackageOutline => "box-outline",
            Self::PlayerOutline => "player-outline",
            Self::Tunnel => "tunnel",
            Self::OneWayTunnel => "one-way",
            Self::Unused => "unused",
        }
    }

    /// The shapes, in one square.
    pub(crate) fn shapes(self, theme: Theme) -> Vec<Shape> {
        let colors = theme.colors();
        let filled = |path: Path, color: Color| Shape::filled(path, color);
        match self {
            Self::Hatch => vec![filled(hatch(), colors.hatch)],
            Self::Goal => {
                let mut path = ring(39, 32);
                path.add_circle(point(MIDDLE, MIDDLE), 10);
                vec![filled(path, colors.goal)]
            }
            Self::GoalRing => vec![filled(ring(46, 41), MARK)],
            Self::Package => {
                let mut bar = Path::default();
                let (near, far) = (INSET + 8, SQUARE - INSET - 8);
                // A band from corner to corner, cut at the edge of the box.
                bar.add_lines(
                    [
                        point(near, far - 10),
                        point(far - 10, near),
                        point(far, near),
                        point(far, near + 10),
                        point(near + 10, far),
                        point(near, far),
                    ],
                    Closing::Closed,
                );
                vec![
                    filled(square(INSET, 8), colors.package_edge),
                    filled(square(INSET + 8, 3), colors.package),
                    filled(bar, colors.package_edge),
                ]
            }
            Self::Placed => vec![
                filled(square(INSET, 8), colors.goal),
                filled(square(INSET + 8, 3), colors.placed),
                filled(ring(24, 14), colors.placed_ring),
            ],
            Self::Player => {
                let mut eyes = Path::default();
                for x in [-11, 11] {
                    eyes.add_circle(point(MIDDLE + x, MIDDLE - 5), 7);
                }
                let mut body = Path::default();
                body.add_circle(point(MIDDLE, MIDDLE), 30);
                vec![filled(body, colors.player), filled(eyes, colors.eyes)]
            }
            Self::PackageOutline => {
                let frame = |outer: i32, inner: i32| {
                    let mut path = square(outer, 8);
                    path.add_rounded(point(inner, inner), point(SQUARE - inner, SQUARE - inner), 3);
                    path
                };
                vec![filled(frame(3, 7), DARK), filled(frame(7, 12), colors.package)]
            }
            Self::PlayerOutline => {
                vec![filled(ring(42, 38), DARK), filled(ring(38, 33), LIGHT)]
            }
            Self::Tunnel => {
                let mut path = Path::default();
                add_diamond(&mut path, 20);
                add_diamond(&mut path, 12);
                vec![filled(path, colors.ink)]
            }
            Self::OneWayTunnel => {
                let mut path = Path::default();
                add_diamond(&mut path, 20);
                vec![filled(path, colors.ink)]
            }
            Self::Unused => vec![filled(cross(14, 4), colors.ink)],
        }
    }
}

/// A square in the middle of the square.
fn square(inset: i32, radius: i32) -> Path {
    let mut path = Path::default();
    path.add_rounded(point(inset, inset), point(SQUARE - inset, SQUARE - inset), radius);
    path
}

/// A ring around the middle.
fn ring(outer: i32, inner: i32) -> Path {
    let mut path = Path::default();
    path.add_circle(point(MIDDLE, MIDDLE), outer);
    path.add_circle(point(MIDDLE, MIDDLE), inner);
    path
}

/// A square on its corner around the middle.
fn add_diamond(path: &mut Path, half: i32) {
    let corners = [(0, -half), (half, 0), (0, half), (-half, 0)];
    let corners = corners.map(|(x, y)| point(MIDDLE + x, MIDDLE + y));
    path.add_lines(corners, Closing::Closed);
}

/// Two slanting bars that cross in the middle, as one outline, since overlaps would be holes.
fn cross(reach: i32, thickness: i32) -> Path {
    let (far, near) = (reach + thickness, reach);
    // The upper right arm from the notch on its left to that on its right, then turned three times.
    let arm = [(0, -thickness), (near, -far), (far, -near)];
    let mut corners = Vec::with_capacity(12);
    for turns in 0..4 {
        for (mut x, mut y) in arm {
            for _ in 0..turns {
                (x, y) = (-y, x);
            }
            corners.push(point(MIDDLE + x, MIDDLE + y));
        }
    }
    let mut path = Path::default();
    path.add_lines(corners, Closing::Closed);
    path
}

/// Slanting bands that go on in the squares around, up to the edge of this one.
fn hatch() -> Path {
    const STEP: i32 = 24;
    const HALF: i32 = 3;
    let mut path = Path::default();
    // A band is where x + y is within HALF of `sum`. Its ends, on the left or lower edge and on the
    // upper or right one, for either of its sides:
    let end = |sum: i32| {
        if sum <= SQUARE {
            [point(0, sum), point(sum, 0)]
        } else {
            [point(sum - SQUARE, SQUARE), point(SQUARE, sum - SQUARE)]
        }
    };
    for sum in (STEP / 2..2 * SQUARE).step_by(STEP as usize) {
        let [near_left, near_right] = end(sum - HALF);
        let [far_left, far_right] = end(sum + HALF);
        path.add_lines([near_left, near_right, far_right, far_left], Closing::Closed);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Stroke;

    #[test]
    fn symbols_stay_in_their_square() {
        for symbol in Symbol::ALL {
            for theme in [Theme::Light, Theme::Dark] {
                for shape in symbol.shapes(theme) {
                    assert_eq!(shape.line_width, 0, "{symbol:?}");
                    for stroke in shape.path.strokes() {
                        let points = match *stroke {
                            Stroke::Move(to) | Stroke::Line(to) => vec![to],
                            Stroke::Curve(one, two, to) => vec![one, two, to],
                            Stroke::Close => vec![],
                        };
                        for point in points {
                            assert!((0..=SQUARE).contains(&point.x), "{symbol:?} {point:?}");
                            assert!((0..=SQUARE).contains(&point.y), "{symbol:?} {point:?}");
                        }
                    }
                }
            }
        }
    }
}
