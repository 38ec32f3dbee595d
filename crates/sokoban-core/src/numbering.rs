//! Numbering: which squares of a level the player can ever reach, and what stands on them.

use alloc::vec;
use alloc::vec::Vec;

use crate::board_error::{BoardError, BoardErrorKind};
use crate::direction::Direction;
use crate::level::{Level, Position, Tile};
use crate::square::{MAX_SQUARES, Square};

/// The reachable squares of a level in reading order, before the live ones are moved to the front.
pub(crate) struct Numbering {
    /// The grid position of each square.
    pub(crate) positions: Vec<Position>,
    pub(crate) neighbors: Vec<[Square; 4]>,
    pub(crate) goals: Vec<Square>,
    pub(crate) boxes: Vec<Square>,
    pub(crate) player: Square,
    /// Boxes on goals that lie out of reach, or close the outline and can never move.
    pub(crate) boxes_ignored: usize,
    /// Goals without a box that lie out of reach.
    pub(crate) goals_ignored: usize,
}

impl Numbering {
    /// # Errors
    /// Any [`BoardErrorKind`]: the level's text is well-formed but the level cannot be played.
    pub(crate) fn new(level: &Level) -> Result<Self, BoardError> {
        let error = |position, kind| BoardError::new(level.place(position), kind);
        let origin = Position { row: 0, column: 0 };
        let player = match level.players() {
            [] => return Err(error(origin, BoardErrorKind::NoPlayer)),
            &[player] => player,
            several => {
                let places = several.iter().map(|&position| level.place(position)).collect();
                return Err(error(several[1], BoardErrorKind::SeveralPlayers(places)));
            }
        };
        let mut fixed = vec![false; level.width() * level.height()];
        let mut inside = flood(level, player, &fixed);
        if inside.is_err() {
            fixed = frozen_outline(level);
            inside = flood(level, player, &fixed);
        }
        let inside = inside.map_err(|leak| open_boundary(level, leak))?;

        let is_inside =
            |position: &Position| inside[position.row * level.width() + position.column];
        let is_goal = |position: &Position| level.tile(*position) == Tile::Goal;
        let boxes: Vec<Position> = level.boxes().iter().copied().filter(is_inside).collect();
        let goals: Vec<Position> = level.goals().iter().copied().filter(is_inside).collect();
        let outside_boxes = level.boxes().iter().filter(|position| !is_inside(position));
        if let Some(&stray) = outside_boxes.clone().find(|position| !is_goal(position)) {
            return Err(error(stray, BoardErrorKind::BoxOutside));
        }
        if boxes.is_empty() {
            return Err(error(player, BoardErrorKind::NoBox));
        }
        if boxes.len() > goals.len() {
            let kind =
                BoardErrorKind::MoreBoxesThanGoals { boxes: boxes.len(), goals: goals.len() };
            return Err(error(boxes[0], kind));
        }
        let boxes_ignored = outside_boxes.count();
        let goals_ignored = level.goals().len() - goals.len() - boxes_ignored;

        let positions: Vec<Position> = all_positions(level).filter(is_inside).collect();
        if positions.len() > MAX_SQUARES {
            let kind = BoardErrorKind::TooLarge { squares: positions.len() };
            return Err(error(positions[0], kind));
        }
        let mut numbers = vec![Square::NONE; level.width() * level.height()];
        for (number, position) in positions.iter().enumerate() {
            numbers[position.row * level.width() + position.column] = Square::new(number);
        }
        let number = |position: Position| numbers[position.row * level.width() + position.column];
        let neighbors = positions
            .iter()
            .map(|&position| {
                Direction::ALL
                    .map(|direction| step(level, position, direction).map_or(Square::NONE, number))
            })
            .collect();
        Ok(Self {
            neighbors,
            goals: goals.into_iter().map(number).collect(),
            boxes: boxes.into_iter().map(number).collect(),
            player: number(player),
            boxes_ignored,
            goals_ignored,
            positions,
        })
    }
}

/// The error for a player who walks out at `leak`, at the place that is the likely cause.
fn open_boundary(level: &Level, leak: Position) -> BoardError {
    let [above, below] = level.text_behind;
    let row = match leak.row {
        0 if above.is_some() => above,
        row if row + 1 == level.height() => below,
        _ => None,
    };
    let leak = level.place(leak);
    match row {
        Some(row) => BoardError::new(row, BoardErrorKind::TextBehindRow { leak }),
        None => BoardError::new(leak, BoardErrorKind::OpenBoundary),
    }
}

fn all_positions(level: &Level) -> impl Iterator<Item = Position> {
    let width = level.width();
    (0..level.height()).flat_map(move |row| (0..width).map(move |column| Position { row, column }))
}

/// The neighboring position, if it is still within the grid.
fn step(level: &Level, position: Position, direction: Direction) -> Option<Position> {
    let (down, right) = direction.offset();
    let row = position.row.checked_add_signed(down)?;
    let column = position.column.checked_add_signed(right)?;
    (row < level.height() && column < level.width()).then_some(Position { row, column })
}

/// The positions that the player can reach when every box but the `fixed` ones is lifted, or the
/// first one, in the order of the flood, from which the player leaves the board.
fn flood(level: &Level, player: Position, fixed: &[bool]) -> Result<Vec<bool>, Position> {
    let width = level.width();
    let mut inside = vec![false; width * level.height()];
    if level.tile(player) == Tile::Outside {
        return Err(player);
    }
    inside[player.row * width + player.column] = true;
    let mut frontier = vec![player];
    while let Some(position) = frontier.pop() {
        for direction in Direction::ALL {
            let next = step(level, position, direction).ok_or(position)?;
            let index = next.row * width + next.column;
            match level.tile(next) {
                Tile::Outside => return Err(position),
                Tile::Wall => {}
                Tile::Floor | Tile::Goal => {
                    if !inside[index] && !fixed[index] {
                        inside[index] = true;
                        frontier.push(next);
                    }
                }
            }
        }
    }
    Ok(inside)
}

/// The boxes on goals that block one another, the walls and the void forever. Some levels draw
/// their outline with them:
///
/// ```text
/// *****
/// *@$.*
/// *****
/// ```
///
/// It is the greatest set whose every box has, on both axes, a wall, the void or a box of the set
/// beside it: the first of them to move would need two free squares on one axis.
fn frozen_outline(level: &Level) -> Vec<bool> {
    let width = level.width();
    let mut frozen = vec![false; width * level.height()];
    let mut candidates: Vec<Position> = level
        .boxes()
        .iter()
        .copied()
        .filter(|&position| level.tile(position) == Tile::Goal)
        .collect();
    for position in &candidates {
        frozen[position.row * width + position.column] = true;
    }
    loop {
        let before = candidates.len();
        candidates.retain(|&position| {
            let blocks = |direction| match step(level, position, direction) {
                None => true,
                Some(next) => {
                    matches!(level.tile(next), Tile::Wall | Tile::Outside)
                        || frozen[next.row * width + next.column]
                }
            };
            let stays = (blocks(Direction::Left) || blocks(Direction::Right))
                && (blocks(Direction::Up) || blocks(Direction::Down));
            if !stays {
                frozen[position.row * width + position.column] = false;
            }
            stays
        });
        if candidates.len() == before {
            return frozen;
        }
    }
}
