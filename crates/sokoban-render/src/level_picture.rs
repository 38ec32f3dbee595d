//! A level as a picture: what never moves, and on top of it boxes and player.

use std::collections::BTreeMap;

use sokoban_core::{Board, Level, NO_ROUTE, Position, Square, Tile};

use crate::digits::{LINE_WIDTH, add_number};
use crate::error::RenderError;
use crate::heat::{heat, ink_on};
use crate::outline::outline;
use crate::picture::{Item, Layer, Picture, checked_size};
use crate::playback::Moment;
use crate::shape::{Path, SQUARE, Shape, point};
use crate::style::{Overlay, Style};
use crate::symbol::{Mark, Symbol};
use crate::theme::Theme;

/// The corners of walls are rounded by so many units.
const WALL_RADIUS: i32 = 14;
/// The floor reaches so far below the walls, in units, that nothing shines through between them
/// where a picture is zoomed.
const FLOOR_OVERLAP: i32 = 4;
/// Pixels a square, below which a number is not read.
const READABLE: u32 = 12;

impl Picture {
    /// The picture of `level` with boxes and player where `moment` has them; `board` is made of the
    /// level.
    ///
    /// # Errors
    /// [`RenderError::TooLarge`], before anything is drawn.
    ///
    /// # Complexity
    /// O(width * height) in time and space.
    pub fn of_level(
        level: &Level,
        board: &Board,
        moment: &Moment,
        style: &Style,
    ) -> Result<Self, RenderError> {
        Self::of_level_marked(level, board, moment, style, &[])
    }

    /// The same with `marks` on the floor, below boxes and player.
    ///
    /// # Errors
    /// As [`Self::of_level`].
    ///
    /// # Panics
    /// When a square that is marked is not one of the board's.
    ///
    /// # Complexity
    /// As [`Self::of_level`].
    pub fn of_level_marked(
        level: &Level,
        board: &Board,
        moment: &Moment,
        style: &Style,
        marks: &[(Square, Mark)],
    ) -> Result<Self, RenderError> {
        let mut picture = Self::without_movers(level, board, style)?;
        let mark =
            |&(square, mark): &(Square, Mark)| Item::Symbol(mark.symbol(), board.position(square));
        let marks: Vec<Item> = marks.iter().map(mark).collect();
        let movers = movers(level, board, moment, style.overlay);
        for layer in &mut picture.layers {
            layer.items.extend(marks.iter().chain(&movers).cloned());
        }
        Ok(picture)
    }

    /// The picture without boxes and player, but with boxes that can never move.
    pub(crate) fn without_movers(
        level: &Level,
        board: &Board,
        style: &Style,
    ) -> Result<Self, RenderError> {
        let scale = style.scale_for(level.width(), level.height());
        let (across, down) = (level.width() as u64, level.height() as u64);
        let (width, height) = checked_size(scale, |scale| {
            let margins = 2 * margin(scale);
            (across * scale + margins, down * scale + margins)
        })?;
        let corner = margin(scale.into()) as u32;
        let items = ground(level, board, style.theme, style.overlay, scale);
        let layers = vec![Layer { x: corner, y: corner, scale, items }];
        Ok(Self { width, height, theme: style.theme, title: String::new(), layers })
    }
}

/// The paper around a level, in pixels, where a square has `scale`.
pub(crate) fn margin(scale: u64) -> u64 {
    scale.div_ceil(4)
}

/// What never moves.
pub(crate) fn ground(
    level: &Level,
    board: &Board,
    theme: Theme,
    overlay: Overlay,
    scale: u32,
) -> Vec<Item> {
    let size = (level.width(), level.height());
    let colors = theme.colors();
    let is_wall = |row, column| level.tile(Position { row, column }) == Tile::Wall;
    let mut items = Vec::new();

    let floor = Shape {
        line_width: FLOOR_OVERLAP,
        ..Shape::filled(floor_path(level, board), colors.floor)
    };
    items.push(Item::Shape(floor));
    if overlay == Overlay::Distances {
        items.extend(heat_map(board));
    }
    if overlay != Overlay::None {
        let dead = squares(board).filter(|&square| !board.is_live(square));
        items.extend(dead.map(|square| Item::Symbol(Symbol::Hatch, board.position(square))));
    }
    let walls = outline(size, is_wall, WALL_RADIUS);
    items.push(Item::Shape(Shape::filled(walls, colors.wall)));

    let goal = if overlay == Overlay::Distances { Symbol::GoalRing } else { Symbol::Goal };
    for &position in level.goals() {
        // A goal that the player cannot reach is drawn too, and the box that stands there for good.
        let is_outside = board.square_at(position).is_none();
        let symbol = if is_outside && level.has_box(position) { Symbol::Placed } else { goal };
        items.push(Item::Symbol(symbol, position));
    }
    if overlay == Overlay::Distances && scale >= READABLE {
        items.extend(numbers(board));
    }
    items
}

/// Boxes and player, on squares of the board.
pub(crate) fn movers(level: &Level, board: &Board, moment: &Moment, overlay: Overlay) -> Vec<Item> {
    debug_assert_eq!((level.width(), level.height()), (board.width(), board.height()));
    let on_square = |square| {
        let symbol = mover(board, moment, square, overlay)?;
        Some(Item::Symbol(symbol, board.position(square)))
    };
    squares(board).filter_map(on_square).collect()
}

/// What stands on `square`.
pub(crate) fn mover(
    board: &Board,
    moment: &Moment,
    square: Square,
    overlay: Overlay,
) -> Option<Symbol> {
    if moment.player() == square {
        let is_outline = overlay == Overlay::Distances;
        return Some(if is_outline { Symbol::PlayerOutline } else { Symbol::Player });
    }
    moment.has_box(square).then(|| match overlay {
        Overlay::Distances => Symbol::PackageOutline,
        _ if board.is_goal(square) => Symbol::Placed,
        _ => Symbol::Package,
    })
}

fn squares(board: &Board) -> impl Iterator<Item = Square> {
    (0..board.squares()).map(Square::new)
}

/// The squares within reach, and what shows of the floor where a wall has a rounded corner.
fn floor_path(level: &Level, board: &Board) -> Path {
    let size = (level.width(), level.height());
    let is_floor = |row, column| board.square_at(Position { row, column }).is_some();
    // A corner of a wall is rounded where two sides of it are free. If these are floor, so is what
    // shows there. It lies below the wall, so that the whole wall may be taken.
    let shows = |row: usize, column: usize| {
        level.tile(Position { row, column }) == Tile::Wall
            && (row > 0 && is_floor(row - 1, column) || is_floor(row + 1, column))
            && (column > 0 && is_floor(row, column - 1) || is_floor(row, column + 1))
    };
    let mut path = outline(size, is_floor, 0);
    for row in 0..level.height() {
        for column in (0..level.width()).filter(|&column| shows(row, column)) {
            let (x, y) = (column as i32 * SQUARE, row as i32 * SQUARE);
            for (down, side) in [(false, false), (false, true), (true, false), (true, true)] {
                let beside = if side { Some(column + 1) } else { column.checked_sub(1) };
                let above = if down { Some(row + 1) } else { row.checked_sub(1) };
                let (Some(beside), Some(above)) = (beside, above) else { continue };
                if is_floor(row, beside) && is_floor(above, column) {
                    let x = if side { x + SQUARE - WALL_RADIUS } else { x };
                    let y = if down { y + SQUARE - WALL_RADIUS } else { y };
                    path.add_rectangle(point(x, y), point(x + WALL_RADIUS, y + WALL_RADIUS));
                }
            }
        }
    }
    path
}

/// Live squares in the colors of their distances, each color one shape.
fn heat_map(board: &Board) -> Vec<Item> {
    let greatest = greatest_distance(board);
    let mut paths: BTreeMap<u16, Path> = BTreeMap::new();
    for square in squares(board).filter(|&square| board.is_live(square)) {
        let Position { row, column } = board.position(square);
        let (x, y) = (column as i32 * SQUARE, row as i32 * SQUARE);
        let path = paths.entry(board.nearest_goal(square)).or_default();
        path.add_rectangle(point(x, y), point(x + SQUARE, y + SQUARE));
    }
    let shape = |(distance, path)| Item::Shape(Shape::filled(path, heat(distance, greatest)));
    paths.into_iter().map(shape).collect()
}

/// The distances of live squares as numbers, in black or white.
fn numbers(board: &Board) -> Vec<Item> {
    let greatest = greatest_distance(board);
    let mut paths = BTreeMap::new();
    for square in squares(board).filter(|&square| board.is_live(square)) {
        let distance = board.nearest_goal(square);
        let Position { row, column } = board.position(square);
        let corner = point(column as i32 * SQUARE, row as i32 * SQUARE);
        let path: &mut Path = paths.entry(ink_on(heat(distance, greatest))).or_default();
        add_number(path, distance.into(), corner);
    }
    let shape = |(color, path)| Item::Shape(Shape::line(path, color, LINE_WIDTH));
    paths.into_iter().map(shape).collect()
}

fn greatest_distance(board: &Board) -> u16 {
    let distances = squares(board).map(|square| board.nearest_goal(square));
    distances.filter(|&distance| distance != NO_ROUTE).max().unwrap_or(0)
}
