//! Symmetry: one of the eight ways to lay a rectangle onto its grid.

use crate::direction::Direction;
use crate::level::Position;

/// One of the eight symmetries of the grid: a mirroring of the columns or not, a mirroring of the
/// rows or not, and after these rows and columns swapped or not.
///
/// Sokoban does not know left from right or up from down, so a symmetry turns a level into one
/// with the same solutions, told in other directions.
///
/// ```
/// use sokoban_core::{Direction, Symmetry};
/// for symmetry in Symmetry::ALL {
///     let there = symmetry.direction(Direction::Up);
///     assert_eq!(symmetry.inverse().direction(there), Direction::Up);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry {
    mirrors_columns: bool,
    mirrors_rows: bool,
    /// Done last.
    swaps: bool,
}

impl Symmetry {
    /// The one that changes nothing.
    pub const IDENTITY: Self = Self::new(0);

    /// All eight, the identity first.
    pub const ALL: [Self; 8] = [
        Self::new(0),
        Self::new(1),
        Self::new(2),
        Self::new(3),
        Self::new(4),
        Self::new(5),
        Self::new(6),
        Self::new(7),
    ];

    const fn new(number: u8) -> Self {
        Self {
            mirrors_columns: number & 1 != 0,
            mirrors_rows: number & 2 != 0,
            swaps: number & 4 != 0,
        }
    }

    /// Whether rows become columns, so that width and height of a grid change places.
    #[must_use]
    pub const fn swaps_axes(self) -> bool {
        self.swaps
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // Behind a swap the columns are mirrored that were rows before it.
        if self.swaps {
            let (mirrors_columns, mirrors_rows) = (self.mirrors_rows, self.mirrors_columns);
            Self { mirrors_columns, mirrors_rows, swaps: true }
        } else {
            self
        }
    }

    /// Where `direction` points afterwards.
    #[must_use]
    pub const fn direction(self, direction: Direction) -> Direction {
        let is_mirrored = match direction {
            Direction::Up | Direction::Down => self.mirrors_rows,
            Direction::Left | Direction::Right => self.mirrors_columns,
        };
        let direction = if is_mirrored { direction.opposite() } else { direction };
        match (self.swaps, direction) {
            (false, direction) => direction,
            (true, Direction::Up) => Direction::Left,
            (true, Direction::Left) => Direction::Up,
            (true, Direction::Down) => Direction::Right,
            (true, Direction::Right) => Direction::Down,
        }
    }

    /// Where `position` of a grid of so many columns and rows lies afterwards.
    ///
    /// # Panics
    /// When `position` is not in the grid.
    #[must_use]
    pub const fn position(self, position: Position, width: usize, height: usize) -> Position {
        let Position { row, column } = position;
        assert!(row < height && column < width, "the position lies in the grid");
        let row = if self.mirrors_rows { height - 1 - row } else { row };
        let column = if self.mirrors_columns { width - 1 - column } else { column };
        if self.swaps { Position { row: column, column: row } } else { Position { row, column } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_leads_back_and_neighbors_stay_neighbors() {
        let (width, height) = (5, 3);
        for symmetry in Symmetry::ALL {
            let (there_width, there_height) =
                if symmetry.swaps_axes() { (height, width) } else { (width, height) };
            for index in 0..width * height {
                let position = Position { row: index / width, column: index % width };
                let there = symmetry.position(position, width, height);
                let back = symmetry.inverse().position(there, there_width, there_height);
                assert_eq!(back, position, "{symmetry:?}");
                for direction in Direction::ALL {
                    let (down, right) = direction.offset();
                    let row = position.row.checked_add_signed(down);
                    let column = position.column.checked_add_signed(right);
                    let (Some(row), Some(column)) = (row, column) else { continue };
                    if row >= height || column >= width {
                        continue;
                    }
                    let next = symmetry.position(Position { row, column }, width, height);
                    let (down, right) = symmetry.direction(direction).offset();
                    assert_eq!(there.row.checked_add_signed(down), Some(next.row));
                    assert_eq!(there.column.checked_add_signed(right), Some(next.column));
                    let turned = symmetry.direction(direction);
                    assert_eq!(symmetry.inverse().direction(turned), direction, "{symmetry:?}");
                }
            }
        }
    }

    #[test]
    fn there_are_eight() {
        let images = Symmetry::ALL
            .map(|symmetry| Direction::ALL.map(|direction| symmetry.direction(direction)));
        for (number, image) in images.iter().enumerate() {
            assert!(!images[..number].contains(image));
        }
        assert_eq!(Symmetry::ALL[0], Symmetry::IDENTITY);
        assert_eq!(images[0], Direction::ALL);
    }
}
