//! Shape: a path with a color, in units of which a square has 96.

use crate::color::Color;

/// The units of a square's side: a multiple of many numbers, so that edges at eighths and twelfths
/// of a square fall between pixels at most scales.
pub(crate) const SQUARE: i32 = 96;

/// A point, in units from the top left of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

/// One stroke of the pen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stroke {
    Move(Point),
    Line(Point),
    /// A cubic curve: two controls and the end.
    Curve(Point, Point, Point),
    Close,
}

/// An outline of any number of loops and lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Path {
    strokes: Vec<Stroke>,
}

/// A path that is filled, drawn along, or both, in one color.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) path: Path,
    pub(crate) color: Color,
    pub(crate) is_filled: bool,
    /// The width of the line along the path, with round ends and joints; 0 for none.
    pub(crate) line_width: i32,
}

impl Shape {
    /// A filled path. Where loops overlap, an even number of them is a hole.
    pub(crate) fn filled(path: Path, color: Color) -> Self {
        Self { path, color, is_filled: true, line_width: 0 }
    }

    /// A line along a path.
    pub(crate) fn line(path: Path, color: Color, line_width: i32) -> Self {
        Self { path, color, is_filled: false, line_width }
    }
}

/// A point from its coordinates.
pub(crate) const fn point(x: i32, y: i32) -> Point {
    Point { x, y }
}

impl Path {
    pub(crate) fn strokes(&self) -> &[Stroke] {
        &self.strokes
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.strokes.is_empty()
    }

    pub(crate) fn move_to(&mut self, to: Point) {
        self.strokes.push(Stroke::Move(to));
    }

    pub(crate) fn line_to(&mut self, to: Point) {
        self.strokes.push(Stroke::Line(to));
    }

    pub(crate) fn close(&mut self) {
        self.strokes.push(Stroke::Close);
    }

    /// A quarter of an ellipse from `from`, where the pen is, to `to`, around the corner `corner`.
    pub(crate) fn turn(&mut self, from: Point, corner: Point, to: Point) {
        // 0.5523 of the way to the corner is nearest to a circle.
        let toward = |end: Point| Point {
            x: end.x + ((corner.x - end.x) * 5_523 + 5_000).div_euclid(10_000),
            y: end.y + ((corner.y - end.y) * 5_523 + 5_000).div_euclid(10_000),
        };
        self.strokes.push(Stroke::Curve(toward(from), toward(to), to));
    }

    /// Lines through all points, closed to a loop if asked for.
    pub(crate) fn add_lines(&mut self, points: impl IntoIterator<Item = Point>, closing: Closing) {
        for (index, to) in points.into_iter().enumerate() {
            if index == 0 { self.move_to(to) } else { self.line_to(to) }
        }
        if closing == Closing::Closed {
            self.close();
        }
    }

    /// The rectangle between two corners.
    pub(crate) fn add_rectangle(&mut self, from: Point, to: Point) {
        let corners = [from, point(to.x, from.y), to, point(from.x, to.y)];
        self.add_lines(corners, Closing::Closed);
    }

    /// The rectangle between two corners with quarter circles of `radius` at all four.
    pub(crate) fn add_rounded(&mut self, from: Point, to: Point, radius: i32) {
        let (left, top, right, bottom) = (from.x, from.y, to.x, to.y);
        self.move_to(point(left + radius, top));
        let turns = [
            (point(right - radius, top), point(right, top), point(right, top + radius)),
            (point(right, bottom - radius), point(right, bottom), point(right - radius, bottom)),
            (point(left + radius, bottom), point(left, bottom), point(left, bottom - radius)),
            (point(left, top + radius), point(left, top), point(left + radius, top)),
        ];
        for (from, corner, to) in turns {
            self.line_to(from);
            self.turn(from, corner, to);
        }
        self.close();
    }

    /// A circle.
    pub(crate) fn add_circle(&mut self, center: Point, radius: i32) {
        let at = |x: i32, y: i32| point(center.x + x * radius, center.y + y * radius);
        self.move_to(at(0, -1));
        for (from, corner, to) in [
            (at(0, -1), at(1, -1), at(1, 0)),
            (at(1, 0), at(1, 1), at(0, 1)),
            (at(0, 1), at(-1, 1), at(-1, 0)),
            (at(-1, 0), at(-1, -1), at(0, -1)),
        ] {
            self.turn(from, corner, to);
        }
        self.close();
    }
}

/// Whether a line leads back to where it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Closing {
    Closed,
    Open,
}
