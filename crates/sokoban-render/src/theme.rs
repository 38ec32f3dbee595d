//! Theme: the colors of a picture.

use crate::color::Color;

/// Dark things on a light ground, or light things on a dark one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Theme {
    /// On white.
    #[default]
    Light,
    /// On near black.
    Dark,
}

/// The colors of a theme.
///
/// Boxes, boxes on goals, the player, floor and walls are told apart by their brightness alone, by
/// people who see no difference between red and green too, and by their shapes besides: a box has a
/// bar across, a box on a goal a ring, and the player is round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colors {
    /// Outside of the level.
    pub paper: Color,
    /// Where the player may come.
    pub floor: Color,
    /// Walls.
    pub wall: Color,
    /// The ring and the dot of a goal.
    pub goal: Color,
    /// A box off goal.
    pub package: Color,
    /// The edge of a box off goal.
    pub package_edge: Color,
    /// A box on a goal.
    pub placed: Color,
    /// The ring on a box on a goal, whose edge has the color of the goal.
    pub placed_ring: Color,
    /// The player.
    pub player: Color,
    /// The player's eyes.
    pub eyes: Color,
    /// The lines on dead squares.
    pub hatch: Color,
    /// Numbers on paper.
    pub ink: Color,
}

impl Theme {
    /// The colors of the theme.
    #[must_use]
    pub const fn colors(self) -> Colors {
        match self {
            Self::Light => Colors {
                paper: Color::from_hex(0xffffff),
                floor: Color::from_hex(0xf1ece1),
                wall: Color::from_hex(0x586470),
                goal: Color::from_hex(0x0b65a8),
                package: Color::from_hex(0xf0a830),
                package_edge: Color::from_hex(0x8a5606),
                placed: Color::from_hex(0x3d8fd1),
                placed_ring: Color::from_hex(0xffffff),
                player: Color::from_hex(0x6a0f3f),
                eyes: Color::from_hex(0xffffff),
                hatch: Color::from_hex(0xb9ab92),
                ink: Color::from_hex(0x20262c),
            },
            Self::Dark => Colors {
                paper: Color::from_hex(0x11151a),
                floor: Color::from_hex(0x262e37),
                wall: Color::from_hex(0x5d6976),
                goal: Color::from_hex(0x8cccfa),
                package: Color::from_hex(0xf2b134),
                package_edge: Color::from_hex(0x7a4c06),
                placed: Color::from_hex(0x3f8bd0),
                placed_ring: Color::from_hex(0xeaf5ff),
                player: Color::from_hex(0xfff0f6),
                eyes: Color::from_hex(0x11151a),
                hatch: Color::from_hex(0x56616d),
                ink: Color::from_hex(0xdfe5ea),
            },
        }
    }

    /// The theme's name, for ids in an SVG.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Things that stand next to one another and must not be taken for one another.
    fn things(theme: Theme) -> Vec<(&'static str, Color)> {
        let Colors { floor, wall, goal, package, placed, player, .. } = theme.colors();
        vec![
            ("floor", floor),
            ("wall", wall),
            ("goal", goal),
            ("box", package),
            ("box on goal", placed),
            ("player", player),
        ]
    }

    fn linear(part: u8) -> f64 {
        (f64::from(part) / 255.0).powf(2.2)
    }

    /// What someone sees who lacks one kind of cones: the projections of Viénot, Brettel & Mollon
    /// (1999), in linear red, green and blue.
    fn seen(color: Color, matrix: [[f64; 3]; 3]) -> [f64; 3] {
        let parts = [linear(color.red), linear(color.green), linear(color.blue)];
        matrix.map(|row| row.iter().zip(parts).map(|(factor, part)| factor * part).sum::<f64>())
    }

    const SIGHTS: [(&str, [[f64; 3]; 3]); 3] = [
        ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "no red cones",
            [[0.112_38, 0.887_62, 0.0], [0.112_38, 0.887_62, 0.0], [0.004_01, -0.004_01, 1.0]],
        ),
        (
            "no green cones",
            [[0.292_75, 0.707_25, 0.0], [0.292_75, 0.707_25, 0.0], [-0.022_34, 0.022_34, 1.0]],
        ),
    ];

    #[test]
    fn things_are_told_apart_with_and_without_all_cones() {
        for theme in [Theme::Light, Theme::Dark] {
            let things = things(theme);
            for (index, (one, color)) in things.iter().enumerate() {
                for (other, other_color) in &things[index + 1..] {
                    for (sight, matrix) in SIGHTS {
                        let (a, b) = (seen(*color, matrix), seen(*other_color, matrix));
                        let distance: f64 = (0..3)
                            .map(|part| {
                                let gamma = |value: f64| value.max(0.0).powf(1.0 / 2.2);
                                (gamma(a[part]) - gamma(b[part])).powi(2)
                            })
                            .sum();
                        let distance = distance.sqrt();
                        assert!(distance > 0.2, "{theme:?}, {sight}: {one}, {other}: {distance}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_stands_on_the_floor_is_told_apart_in_gray() {
        for theme in [Theme::Light, Theme::Dark] {
            let Colors { floor, wall, package, placed, player, .. } = theme.colors();
            let things = [floor, wall, package, placed, player];
            for (index, one) in things.iter().enumerate() {
                for other in &things[index + 1..] {
                    assert!(one.contrast(*other) > 1.5, "{theme:?}: {one} {other}");
                }
            }
            let colors = theme.colors();
            assert!(colors.hatch.contrast(floor) > 1.5, "{theme:?}");
            assert!(colors.ink.contrast(colors.paper) > 7.0, "{theme:?}");
            assert!(colors.goal.contrast(floor) > 3.0, "{theme:?}");
        }
    }
}
