//! Images: the symmetries of the grid that leave a board as it is.

use sokoban_core::{Board, Position, Square, Symmetry};

/// The symmetries that lay the floor of a board onto itself, goals onto goals, and, if asked for, the
/// start onto itself, each as a map of the squares. The first of them changes nothing.
///
/// Where goals stay goals, the states that one state is laid onto all cost as much to solve, so a
/// search by pushes needs one of them; where the start stays the start, all of them have cost as
/// much to come to, so a search by pulls needs one of them.
#[derive(Clone, Debug)]
pub(super) struct Images {
    /// By image: where each square is laid.
    maps: Vec<Vec<Square>>,
    /// By image: the one that undoes it.
    inverses: Vec<u8>,
}

/// What has to stay as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fixed {
    Goals,
    /// The boxes of the start, and the player.
    Start,
    Both,
}

impl Images {
    /// The image that changes nothing.
    pub(super) const SAME: u8 = 0;

    /// No image but [`Self::SAME`].
    pub(super) fn none(board: &Board) -> Self {
        Self { maps: vec![(0..board.squares()).map(Square::new).collect()], inverses: vec![0] }
    }

    /// Finds all images of a board.
    ///
    /// # Complexity
    /// O(squares) in time and space.
    pub(super) fn of(board: &Board, fixed: Fixed) -> Self {
        let mut images = Self::none(board);
        let Some(frame) = Frame::of(board) else { return images };
        let mut symmetries = vec![Symmetry::IDENTITY];
        for symmetry in Symmetry::ALL {
            if symmetry != Symmetry::IDENTITY
                && let Some(map) = frame.map_of(board, symmetry)
                && leaves(board, &map, fixed)
            {
                images.maps.push(map);
                symmetries.push(symmetry);
            }
        }
        let inverses = symmetries.iter().map(|symmetry| {
            let undoes = |other: &Symmetry| *other == symmetry.inverse();
            symmetries.iter().position(undoes).expect("what undoes an image leaves as much") as u8
        });
        images.inverses = inverses.collect();
        images
    }

    pub(super) fn memory_usage(&self) -> usize {
        self.maps.iter().map(|map| map.capacity() * size_of::<Square>()).sum()
    }

    pub(super) fn len(&self) -> usize {
        self.maps.len()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = u8> + use<> {
        0..self.maps.len() as u8
    }

    /// Where `image` lays a square; [`Square::NONE`], which is anywhere, stays that.
    pub(super) fn lay(&self, image: u8, square: Square) -> Square {
        if square.is_none() { square } else { self.maps[usize::from(image)][square.index()] }
    }

    /// What `image` lays onto a square.
    pub(super) fn lift(&self, image: u8, square: Square) -> Square {
        self.lay(self.inverses[usize::from(image)], square)
    }

    /// Lays all boxes, into an ascending list.
    pub(super) fn lay_boxes(&self, image: u8, boxes: &[Square], laid: &mut Vec<Square>) {
        laid.clear();
        laid.extend(boxes.iter().map(|&square| self.lay(image, square)));
        if image != Self::SAME {
            laid.sort_unstable();
        }
    }
}

/// The rows and columns that hold a board's squares.
struct Frame {
    top: usize,
    left: usize,
    height: usize,
    width: usize,
}

impl Frame {
    /// None for a board without squares.
    fn of(board: &Board) -> Option<Self> {
        let positions = || (0..board.squares()).map(|square| board.position(Square::new(square)));
        let rows = || positions().map(|position| position.row);
        let columns = || positions().map(|position| position.column);
        let (top, left) = (rows().min()?, columns().min()?);
        let (height, width) = (rows().max()? + 1 - top, columns().max()? + 1 - left);
        Some(Self { top, left, height, width })
    }

    /// Where a symmetry lays each square, if all are laid onto squares, and live ones onto live ones.
    fn map_of(&self, board: &Board, symmetry: Symmetry) -> Option<Vec<Square>> {
        if symmetry.swaps_axes() && self.height != self.width {
            return None;
        }
        let laid = |square: Square| {
            let Position { row, column } = board.position(square);
            let inside = Position { row: row - self.top, column: column - self.left };
            let Position { row, column } = symmetry.position(inside, self.width, self.height);
            let there = Position { row: row + self.top, column: column + self.left };
            board.square_at(there).filter(|&other| board.is_live(other) == board.is_live(square))
        };
        (0..board.squares()).map(|square| laid(Square::new(square))).collect()
    }
}

/// Does the map leave what is fixed?
fn leaves(board: &Board, map: &[Square], fixed: Fixed) -> bool {
    let leaves_goals = || board.goals().iter().all(|goal| board.is_goal(map[goal.index()]));
    let leaves_start = || {
        let boxes = board.start_boxes();
        map[board.start_player().index()] == board.start_player()
            && boxes.iter().all(|square| boxes.binary_search(&map[square.index()]).is_ok())
    };
    match fixed {
        Fixed::Goals => leaves_goals(),
        Fixed::Start => leaves_start(),
        Fixed::Both => leaves_goals() && leaves_start(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sokoban_core::{Direction, Level};

    fn board(text: &str) -> Board {
        Board::try_from(&text.parse::<Level>().expect("a level")).expect("a board")
    }

    fn counts(text: &str) -> [usize; 3] {
        [Fixed::Goals, Fixed::Start, Fixed::Both].map(|fixed| Images::of(&board(text), fixed).len())
    }

    #[test]
    fn what_is_fixed_stays() {
        // Walls that are not mirrored lie outside of what the player can come to.
        let round = "########\n##  .  #\n## $ $ #\n##. @ .#\n## $ $ #\n##  .  #\n########";
        assert_eq!(counts(round), [8, 8, 8]);
        let player_aside = "#######\n#  .  #\n# $ $ #\n#.@  .#\n# $ $ #\n#  .  #\n#######";
        assert_eq!(counts(player_aside), [8, 2, 2]);
        let long = "#########\n#   .   #\n#  $@$  #\n#   .   #\n#########";
        assert_eq!(counts(long), [4, 4, 4]);
        // Boxes can be of use in the middle row alone, and there on the same squares either way.
        let goals_aside = "#########\n#       #\n# .$@*  #\n#       #\n#########";
        assert_eq!(counts(goals_aside), [2, 4, 2]);
        let pinwheel = "#######\n##  . #\n#.$   #\n#  @ ##\n#     #\n# # $ #\n#######";
        assert_eq!(counts(pinwheel), [1, 1, 1]);
    }

    #[test]
    fn images_keep_neighbors_and_have_inverses() {
        let board = board("#######\n# #   #\n#   .##\n# $@$ #\n##.   #\n#   # #\n#######");
        let images = Images::of(&board, Fixed::Goals);
        assert_eq!(images.len(), 2);
        for image in images.all() {
            for square in (0..board.squares()).map(Square::new) {
                assert_eq!(images.lift(image, images.lay(image, square)), square);
                for direction in Direction::ALL {
                    let next = board.neighbor(square, direction);
                    let laid = board.neighbors()[images.lay(image, square).index()];
                    assert!(next.is_none() || laid.contains(&images.lay(image, next)));
                }
            }
        }
        let mut laid = Vec::new();
        images.lay_boxes(1, board.start_boxes(), &mut laid);
        assert_eq!(laid, board.start_boxes());
    }
}
