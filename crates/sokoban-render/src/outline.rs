//! The outline of a set of squares that are joined to solid shapes.

use crate::shape::{Path, Point, SQUARE, point};

/// A direction along the lines of the grid: right, down, left, up. The next one is a turn to the
/// right.
type Heading = usize;
const OFFSETS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// The outline of the squares for which `is_in` holds, on a grid of `width` by `height`, with its
/// corners rounded by `radius` units.
///
/// Loops run with the set to their right, around holes too. Where two squares of the set touch at a
/// corner alone, each has its own loop, and that corner is left sharp, so that they still touch.
///
/// # Complexity
/// O(width * height) in time and space.
pub(crate) fn outline(
    (width, height): (usize, usize),
    is_in: impl Fn(usize, usize) -> bool,
    radius: i32,
) -> Path {
    let mut edges = Edges::new(width, height, is_in);
    let mut path = Path::default();
    for start in 0..edges.leaving.len() {
        let corners = edges.take_loop(start);
        add_loop(&mut path, &corners, radius);
    }
    path
}

/// The edges between the set and what is not in it.
struct Edges {
    /// Corners of squares to a row.
    across: usize,
    /// By corner: the headings of the edges that leave it, as bits, and [`SHARED`].
    leaving: Vec<u8>,
}

/// Two squares of the set touch at the corner alone. Then two edges leave it.
const SHARED: u8 = 1 << 4;

/// A turn of the outline.
#[derive(Clone, Copy, Debug)]
struct Corner {
    at: Point,
    /// Of the edges before and after it.
    headings: [Heading; 2],
    is_shared: bool,
}

impl Edges {
    fn new(width: usize, height: usize, is_in: impl Fn(usize, usize) -> bool) -> Self {
        let across = width + 1;
        let mut leaving = vec![0_u8; across * (height + 1)];
        for row in 0..height {
            for column in (0..width).filter(|&column| is_in(row, column)) {
                let corner = row * across + column;
                if row == 0 || !is_in(row - 1, column) {
                    leaving[corner] |= 1;
                }
                if column + 1 == width || !is_in(row, column + 1) {
                    leaving[corner + 1] |= 1 << 1;
                }
                if row + 1 == height || !is_in(row + 1, column) {
                    leaving[corner + across + 1] |= 1 << 2;
                }
                if column == 0 || !is_in(row, column - 1) {
                    leaving[corner + across] |= 1 << 3;
                }
            }
        }
        for edges in leaving.iter_mut().filter(|edges| edges.count_ones() > 1) {
            *edges |= SHARED;
        }
        Self { across, leaving }
    }

    /// The heading of an edge that leaves `corner`, tried in the order of `turns`.
    fn edge(&self, corner: usize, turns: [Heading; 4]) -> Option<Heading> {
        turns.into_iter().find(|heading| self.leaving[corner] & (1 << heading) != 0)
    }

    /// Follows the loop that leaves `start`, the first of its corners in reading order, and takes
    /// its edges away. Its turns come back; none if no edge leaves `start`.
    ///
    /// Where a corner is shared, the edge that leads up from it or to it belongs to a loop that has
    /// an earlier corner. So the loops through `start` but one were taken before, and this one ends
    /// where no edge is left.
    fn take_loop(&mut self, start: usize) -> Vec<Corner> {
        let mut corners = Vec::new();
        let Some(first) = self.edge(start, [0, 1, 2, 3]) else {
            return corners;
        };
        let (mut at, mut heading) = (start, first);
        loop {
            self.leaving[at] &= !(1 << heading);
            let (x, y) = OFFSETS[heading];
            at = at.wrapping_add_signed(x + y * self.across as isize);
            // Around its own square first: to the right, else ahead, else to the left.
            let onward = self.edge(at, [1, 0, 3, 2].map(|turn| (heading + turn) % 4));
            let next = onward.unwrap_or(first);
            if next != heading {
                let [x, y] = [at % self.across, at / self.across].map(|part| part as i32 * SQUARE);
                let is_shared = self.leaving[at] & SHARED != 0;
                corners.push(Corner { at: point(x, y), headings: [heading, next], is_shared });
            }
            if onward.is_none() {
                return corners;
            }
            heading = next;
        }
    }
}

fn add_loop(path: &mut Path, corners: &[Corner], radius: i32) {
    let along = |from: Point, heading: Heading, by: i32| {
        let (x, y) = OFFSETS[heading];
        point(from.x + x as i32 * by, from.y + y as i32 * by)
    };
    for (index, corner) in corners.iter().enumerate() {
        let radius = if corner.is_shared { 0 } else { radius };
        let before = along(corner.at, corner.headings[0], -radius);
        let after = along(corner.at, corner.headings[1], radius);
        if index == 0 {
            path.move_to(before)
        } else {
            path.line_to(before)
        }
        if radius > 0 {
            path.turn(before, corner.at, after);
        }
    }
    if !corners.is_empty() {
        path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Stroke;

    /// The loops of a drawing of `#`, each as its corners in squares.
    fn loops(rows: &[&str]) -> Vec<Vec<(i32, i32)>> {
        let is_in = |row: usize, column: usize| rows[row].as_bytes()[column] == b'#';
        let path = outline((rows[0].len(), rows.len()), is_in, 0);
        let mut loops = Vec::new();
        for stroke in path.strokes() {
            match *stroke {
                Stroke::Move(to) => loops.push(vec![(to.x / SQUARE, to.y / SQUARE)]),
                Stroke::Line(to) => {
                    let corners: &mut Vec<_> = loops.last_mut().unwrap();
                    corners.push((to.x / SQUARE, to.y / SQUARE));
                }
                Stroke::Curve(..) => panic!("no corner is rounded"),
                Stroke::Close => {}
            }
        }
        loops
    }

    #[test]
    fn squares_that_share_an_edge_are_one_shape() {
        assert_eq!(loops(&["##", "#."]), [[(2, 0), (2, 1), (1, 1), (1, 2), (0, 2), (0, 0)]]);
    }

    #[test]
    fn a_hole_has_a_loop_the_other_way_around() {
        let found = loops(&["###", "#.#", "###"]);
        assert_eq!(found[0], [(3, 0), (3, 3), (0, 3), (0, 0)]);
        assert_eq!(found[1], [(1, 2), (2, 2), (2, 1), (1, 1)]);
    }

    #[test]
    fn squares_that_touch_at_a_corner_have_a_loop_each() {
        for rows in [["#.", ".#"], [".#", "#."]] {
            assert_eq!(loops(&rows).iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
        }
        // Around a hole that touches another at its corner.
        assert_eq!(loops(&["####", "#.##", "##.#", "####"]).len(), 2);
        let path = outline((2, 2), |row, column| row == column, 10);
        let curves = path.strokes().iter().filter(|stroke| matches!(stroke, Stroke::Curve(..)));
        assert_eq!(curves.count(), 6, "the corner that they share stays sharp");
    }

    /// The signed areas of all loops add up to the number of squares, for any set.
    #[test]
    fn the_loops_enclose_the_set() {
        let mut seed = 1_u64;
        for _ in 0..200 {
            let set: Vec<bool> = (0..42)
                .map(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    seed >> 62 != 0
                })
                .collect();
            let path = outline((7, 6), |row, column| set[row * 7 + column], 0);
            let (mut area, mut first, mut last) = (0, point(0, 0), point(0, 0));
            let mut cross = |from: Point, to: Point| area += from.x * to.y - to.x * from.y;
            for stroke in path.strokes() {
                match *stroke {
                    Stroke::Move(to) => (first, last) = (to, to),
                    Stroke::Line(to) => {
                        cross(last, to);
                        last = to;
                    }
                    Stroke::Close => cross(last, first),
                    Stroke::Curve(..) => panic!("no corner is rounded"),
                }
            }
            let count = set.iter().filter(|&&is_in| is_in).count();
            assert_eq!(area, 2 * SQUARE * SQUARE * count as i32, "{set:?}");
        }
    }
}
