//! The rules on the plain grid: where the player gets, which pushes there are, what is solved.

use crate::grid::{Grid, flood};

/// Boxes and player, as position numbers of a [`Grid`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OracleState {
    /// The positions of the boxes, ascending.
    pub boxes: Vec<usize>,
    /// The position of the player. In a normalized state it is the smallest one within reach.
    pub player: usize,
}

impl Grid {
    /// Whether every box stands on a goal. There may be more goals than boxes.
    #[must_use]
    pub fn is_solved(&self, state: &OracleState) -> bool {
        state.boxes.iter().all(|&position| self.is_goal(position))
    }

    /// For each position, whether the player gets there without a push.
    #[must_use]
    pub fn reach(&self, state: &OracleState) -> Vec<bool> {
        let mut blocked: Vec<bool> = (0..self.size()).map(|i| self.is_wall(i)).collect();
        for &position in &state.boxes {
            blocked[position] = true;
        }
        flood(self.width(), &blocked, state.player)
    }

    /// The same boxes with the player on the smallest position within reach: equal results mean
    /// that each of the two states can be walked to from the other.
    #[must_use]
    pub fn normalize(&self, state: &OracleState) -> OracleState {
        let reach = self.reach(state);
        let player = reach.iter().position(|&reached| reached);
        OracleState { boxes: state.boxes.clone(), player: player.unwrap_or(state.player) }
    }

    /// Every push that the player can make after a walk: where the box stands, where it goes, and
    /// the normalized state after it. In the order of the boxes, each up, left, right, down.
    ///
    /// ```
    /// let grid = sokoban_oracle::Grid::from_xsb("#####\n#@$.#\n#####");
    /// let pushes = grid.pushes(&grid.start());
    /// assert_eq!(pushes.len(), 1);
    /// assert_eq!((pushes[0].0, pushes[0].1), (7, 8));
    /// assert!(grid.is_solved(&pushes[0].2));
    /// ```
    #[must_use]
    pub fn pushes(&self, state: &OracleState) -> Vec<(usize, usize, OracleState)> {
        let reach = self.reach(state);
        let mut pushes = Vec::new();
        for (index, &from) in state.boxes.iter().enumerate() {
            for step in self.steps() {
                let to = from.wrapping_add_signed(step);
                let behind = from.wrapping_add_signed(-step);
                if !reach[behind] || self.is_wall(to) || state.boxes.contains(&to) {
                    continue;
                }
                let mut boxes = state.boxes.clone();
                boxes[index] = to;
                boxes.sort_unstable();
                pushes.push((from, to, self.normalize(&OracleState { boxes, player: from })));
            }
        }
        pushes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizes_to_the_first_square_of_the_player_region() {
        let grid = Grid::from_xsb("#######\n#  $ @#\n#.#####\n#######");
        let left = OracleState { boxes: vec![10], player: 9 };
        let right = OracleState { boxes: vec![10], player: 12 };
        assert_eq!(grid.normalize(&left).player, 8);
        assert_eq!(grid.normalize(&right).player, 11);
    }

    #[test]
    fn a_box_is_pushed_by_neither_wall_nor_box_nor_an_absent_player() {
        let grid = Grid::from_xsb("########\n#@ $$ .#\n#     .#\n########");
        // The wall above leaves no square to push up to and none to push down from, and along the
        // wall each box has the other one before it or behind it.
        assert_eq!(grid.pushes(&grid.start()), []);
    }

    #[test]
    fn solved_means_boxes_on_goals_not_goals_under_boxes() {
        let grid = Grid::from_xsb("######\n#@*. #\n######");
        assert!(grid.is_solved(&grid.start()));
    }
}
