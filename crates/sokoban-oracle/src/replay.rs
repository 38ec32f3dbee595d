//! Replay of a move string, one step at a time.

use crate::Grid;

/// Plays `lurd` from the start: `u l d r` for a step that moves no box, `U L D R` for one that
/// does. Returns the number of moves (pushes among them), of pushes, and whether the last state is
/// solved. White space is passed over.
///
/// # Errors
///
/// A sentence with the number of the first wrong step, counted from 1: another character, a step
/// into a wall, a box that does not give way, or a letter whose case is wrong.
///
/// ```
/// let grid = sokoban_oracle::Grid::from_xsb("######\n#@ $.#\n######");
/// assert_eq!(sokoban_oracle::replay(&grid, "rR"), Ok((2, 1, true)));
/// assert!(sokoban_oracle::replay(&grid, "rr").is_err());
/// ```
pub fn replay(grid: &Grid, lurd: &str) -> Result<(u32, u32, bool), String> {
    let mut state = grid.start();
    let [up, left, right, down] = grid.steps();
    let (mut moves, mut pushes) = (0, 0);
    for letter in lurd.chars().filter(|letter| !letter.is_whitespace()) {
        moves += 1;
        let step = match letter.to_ascii_lowercase() {
            'u' => up,
            'l' => left,
            'r' => right,
            'd' => down,
            _ => return Err(format!("step {moves}: {letter:?} is no step")),
        };
        let target = state.player.wrapping_add_signed(step);
        if grid.is_wall(target) {
            return Err(format!("step {moves}: {letter:?} runs into a wall"));
        }
        let pushed = state.boxes.iter().position(|&position| position == target);
        if pushed.is_some() != letter.is_ascii_uppercase() {
            return Err(format!("step {moves}: {letter:?} has the wrong case"));
        }
        if let Some(index) = pushed {
            let beyond = target.wrapping_add_signed(step);
            if grid.is_wall(beyond) || state.boxes.contains(&beyond) {
                return Err(format!("step {moves}: {letter:?} pushes a box that cannot move"));
            }
            state.boxes[index] = beyond;
            state.boxes.sort_unstable();
            pushes += 1;
        }
        state.player = target;
    }
    Ok((moves, pushes, grid.is_solved(&state)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_judges() {
        let grid = Grid::from_xsb("######\n#@$ .#\n#    #\n######");
        assert_eq!(replay(&grid, "R R"), Ok((2, 2, true)));
        assert_eq!(replay(&grid, "R"), Ok((1, 1, false)));
        assert_eq!(replay(&grid, ""), Ok((0, 0, false)));
    }

    #[test]
    fn names_the_first_wrong_step() {
        let grid = Grid::from_xsb("######\n#@$ .#\n#    #\n######");
        for (lurd, step) in [("u", 1), ("r", 1), ("dR", 2), ("RRR", 3), ("RRd?", 4), ("drU", 3)] {
            let error = replay(&grid, lurd).unwrap_err();
            assert!(error.starts_with(&format!("step {step}:")), "{lurd}: {error}");
        }
    }
}
