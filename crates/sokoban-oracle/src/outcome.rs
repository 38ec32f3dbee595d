//! What a search may say, and the two plain optima of a level together.

use crate::{Grid, least_moves, least_pushes};

/// The result of an exhaustive search for a least value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Least<T> {
    /// No solution is better than this.
    Found(T),
    /// Every reachable state was looked at, and none is solved.
    Unsolvable,
    /// More states than the cap were met before the answer was known; nothing is proven.
    TooLarge,
}

impl<T> Least<T> {
    /// The value that was found, if one was.
    #[must_use]
    pub fn found(self) -> Option<T> {
        match self {
            Self::Found(value) => Some(value),
            Self::Unsolvable | Self::TooLarge => None,
        }
    }
}

/// The length of one solution in both measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The steps that push a box.
    pub pushes: u32,
    /// All steps of the player, those that push among them.
    pub moves: u32,
}

/// The plain optima of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The level can be solved.
    Solvable {
        /// The least number of pushes of any solution.
        pushes: u32,
        /// The least number of moves of any solution, often another one than that of the pushes.
        moves: u32,
    },
    /// No solution exists: proven by exhaustion.
    Unsolvable,
    /// The cap was passed; nothing is proven.
    TooLarge,
}

/// The least pushes and the least moves of a level, each over all solutions.
///
/// `state_cap` bounds the push states and, on their own, the states with an exact player square.
///
/// # Panics
///
/// When the two searches disagree about whether a solution exists, which would be a mistake here.
#[must_use]
pub fn truth(grid: &Grid, state_cap: usize) -> Truth {
    match (least_pushes(grid, state_cap), least_moves(grid, state_cap)) {
        (Least::Found(pushes), Least::Found(moves)) => Truth::Solvable { pushes, moves },
        (Least::TooLarge, _) | (_, Least::TooLarge) => Truth::TooLarge,
        (Least::Unsolvable, Least::Unsolvable) => Truth::Unsolvable,
        answers => panic!("the searches disagree: {answers:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_which_of_the_three() {
        let solvable = Grid::from_xsb("#####\n#@$.#\n#####");
        assert_eq!(truth(&solvable, 10), Truth::Solvable { pushes: 1, moves: 1 });
        let unsolvable = Grid::from_xsb("######\n#@.$ #\n######");
        assert_eq!(truth(&unsolvable, 10), Truth::Unsolvable);
        let long = Grid::from_xsb("#########\n#@$    .#\n#########");
        assert_eq!(truth(&long, 3), Truth::TooLarge);
    }
}
