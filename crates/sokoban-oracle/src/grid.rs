//! The plain grid and its reader.

use crate::rules::OracleState;

/// The characters that a board is made of; a row with any other character is text.
const BOARD_CHARACTERS: &str = "#.$*@+ -_";

/// A level on its plain grid: one entry for each position, in reading order.
///
/// Positions are numbered `row * width + column`. Whatever the player could not reach with all
/// boxes lifted counts as wall, and boxes and goals there are dropped, so a position that is not a
/// wall never lies on the rim: its four neighbors are always inside the grid.
///
/// ```
/// let grid = sokoban_oracle::Grid::from_xsb("#####\n#@$.#\n#####");
/// assert_eq!((grid.width(), grid.height()), (5, 3));
/// assert!(grid.is_goal(8) && !grid.is_wall(8) && grid.is_wall(0));
/// assert_eq!(grid.start().boxes, [7]);
/// ```
#[derive(Clone, Debug)]
pub struct Grid {
    width: usize,
    walls: Vec<bool>,
    goals: Vec<bool>,
    start: OracleState,
}

impl Grid {
    /// Reads the one board in `text`: `#` wall, `.` goal, `$` box, `*` box on a goal, `@` player,
    /// `+` player on a goal, space, `-` and `_` floor. Lines with other characters are passed over.
    ///
    /// # Panics
    ///
    /// When the text holds no board or several, when the board has no player or several or no
    /// box, when the player can leave it, or when it has more than 65,535 positions. The tests
    /// hand in levels that they mean to be right, so a wrong one is a mistake in the test.
    #[must_use]
    pub fn from_xsb(text: &str) -> Self {
        let boards = boards_in(text);
        assert!(boards.len() == 1, "the text holds {} boards, not one", boards.len());
        let rows: Vec<&str> = boards[0].lines().collect();
        let height = rows.len();
        let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let size = width * height;
        assert!(size <= usize::from(u16::MAX), "the board has {size} positions, over 65,535");

        let mut walls = vec![false; size];
        let mut goals = vec![false; size];
        let mut boxes = Vec::new();
        let mut players = Vec::new();
        for (row, line) in rows.iter().enumerate() {
            for (column, character) in line.chars().enumerate() {
                let position = row * width + column;
                walls[position] = character == '#';
                goals[position] = ".*+".contains(character);
                if "$*".contains(character) {
                    boxes.push(position);
                }
                if "@+".contains(character) {
                    players.push(position);
                }
            }
        }
        assert!(players.len() == 1, "the board has {} players, not one", players.len());
        let player = players[0];

        let inside = flood(width, &walls, player);
        for position in 0..size {
            let (row, column) = (position / width, position % width);
            let on_rim = row == 0 || row + 1 == height || column == 0 || column + 1 == width;
            assert!(
                !(inside[position] && on_rim),
                "the player can leave the board at row {row}, column {column}, counted from 0"
            );
            if !inside[position] {
                walls[position] = true;
                goals[position] = false;
            }
        }
        boxes.retain(|&position| inside[position]);
        assert!(!boxes.is_empty(), "the board has no box that the player can reach");
        Self { width, walls, goals, start: OracleState { boxes, player } }
    }

    /// The number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.walls.len() / self.width
    }

    /// The number of positions: width times height.
    #[must_use]
    pub fn size(&self) -> usize {
        self.walls.len()
    }

    /// The number of positions that are not walls: the squares that the player can reach with all
    /// boxes lifted.
    #[must_use]
    pub fn squares(&self) -> usize {
        self.walls.iter().filter(|&&wall| !wall).count()
    }

    /// Whether `position` is a wall, or cannot be reached and so might as well be one.
    ///
    /// # Panics
    ///
    /// When `position` is not below [`Grid::size`].
    #[must_use]
    pub fn is_wall(&self, position: usize) -> bool {
        self.walls[position]
    }

    /// Whether `position` is a goal.
    ///
    /// # Panics
    ///
    /// When `position` is not below [`Grid::size`].
    #[must_use]
    pub fn is_goal(&self, position: usize) -> bool {
        self.goals[position]
    }

    /// The boxes at the start, and the player on the very square that the text gives.
    #[must_use]
    pub fn start(&self) -> OracleState {
        self.start.clone()
    }

    /// The steps up, left, right and down, each as the difference of two position numbers.
    pub(crate) fn steps(&self) -> [isize; 4] {
        let width = isize::try_from(self.width).expect("a grid is at most 65,535 wide");
        [-width, -1, 1, width]
    }
}

/// The boards in `text`, each as its rows joined by line feeds: the runs of lines that consist of
/// board characters and are not blank. Titles, comments and blank lines separate them.
///
/// ```
/// let boards = sokoban_oracle::boards_in("; 1\n####\n#@*#\n####\n\n; 2\n###\n");
/// assert_eq!(boards, ["####\n#@*#\n####", "###"]);
/// ```
#[must_use]
pub fn boards_in(text: &str) -> Vec<String> {
    let mut boards: Vec<String> = Vec::new();
    let mut board_goes_on = false;
    for line in text.lines().map(str::trim_end) {
        let is_row = !line.is_empty() && line.chars().all(|c| BOARD_CHARACTERS.contains(c));
        match boards.last_mut() {
            Some(board) if is_row && board_goes_on => {
                board.push('\n');
                board.push_str(line);
            }
            _ if is_row => boards.push(line.to_owned()),
            _ => {}
        }
        board_goes_on = is_row;
    }
    boards
}

/// The positions joined to `from` by steps over positions that are not `blocked`, `from` included.
/// It does not step over the rim of the grid, and a caller judges what touches the rim.
pub(crate) fn flood(width: usize, blocked: &[bool], from: usize) -> Vec<bool> {
    let mut reached = vec![false; blocked.len()];
    let mut open = vec![from];
    reached[from] = true;
    while let Some(position) = open.pop() {
        let column = position % width;
        let neighbors = [
            position.checked_sub(width),
            (column > 0).then(|| position - 1),
            (column + 1 < width).then(|| position + 1),
            (position + width < blocked.len()).then(|| position + width),
        ];
        for neighbor in neighbors.into_iter().flatten() {
            if !blocked[neighbor] && !reached[neighbor] {
                reached[neighbor] = true;
                open.push(neighbor);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_character_and_a_ragged_margin() {
        let grid = Grid::from_xsb("; title\n  ####\n###+-#\n#*_$ #\n#. ###\n####");
        assert_eq!((grid.width(), grid.height()), (6, 5));
        assert_eq!(grid.squares(), 8);
        assert_eq!(grid.start(), OracleState { boxes: vec![13, 15], player: 9 });
        let goals: Vec<usize> = (0..grid.size()).filter(|&i| grid.is_goal(i)).collect();
        assert_eq!(goals, [9, 13, 19]);
        assert!(grid.is_wall(0), "the margin counts as wall");
    }

    #[test]
    fn drops_what_the_player_can_never_reach() {
        let grid = Grid::from_xsb("########\n#@$.#* #\n########");
        assert_eq!((grid.squares(), grid.start().boxes.len()), (3, 1));
        assert!(!grid.is_goal(13));
    }

    #[test]
    fn splits_a_collection() {
        let text = "; a\n#@$.#\n\n; b\n##\n##\n::x\n#\n";
        assert_eq!(boards_in(text), ["#@$.#", "##\n##", "#"]);
    }
}
