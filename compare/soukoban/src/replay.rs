//! Replays a solution on the rows of a board, sharing nothing with either solver.

use anyhow::{Context as _, bail, ensure};

/// The length of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Length {
    /// Steps that push a box.
    pub(crate) pushes: usize,
    /// All steps, pushes among them.
    pub(crate) moves: usize,
}

/// The length of `solution`, once it is known to solve the board.
///
/// The solution is LURD text: small letters for walking, capital letters for pushes.
///
/// # Errors
///
/// The board has no single player, a step is illegal or written in the wrong case, or a box is
/// off the goals at the end.
pub(crate) fn replay(rows: &[String], solution: &str) -> anyhow::Result<Length> {
    let mut squares: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let mut players = Vec::new();
    for (row, symbols) in squares.iter().enumerate() {
        for (column, symbol) in symbols.iter().enumerate() {
            if matches!(symbol, '@' | '+') {
                players.push((row, column));
            }
        }
    }
    let [mut player] = players[..] else {
        bail!("the board has {} players", players.len())
    };

    let mut length = Length {
        pushes: 0,
        moves: 0,
    };
    for step in solution.chars() {
        let place = || format!("step {} ({step})", length.moves + 1);
        let next = neighbor(player, step).with_context(place)?;
        let is_push = match symbol_at(&squares, next) {
            '#' => bail!("{} walks into a wall", place()),
            '$' | '*' => {
                let beyond = neighbor(next, step).with_context(place)?;
                let target = match symbol_at(&squares, beyond) {
                    '#' | '$' | '*' => bail!("{} pushes against a wall or a box", place()),
                    '.' | '+' => '*',
                    _ => '$',
                };
                squares[beyond.0][beyond.1] = target;
                let left = if squares[next.0][next.1] == '*' {
                    '.'
                } else {
                    ' '
                };
                squares[next.0][next.1] = left;
                true
            }
            _ => false,
        };
        ensure!(
            is_push == step.is_ascii_uppercase(),
            "{} is in the wrong case",
            place()
        );
        // The player is kept out of the rows, so that the square it leaves needs no repair:
        // `@` reads as floor and `+` as a goal from the first step on.
        player = next;
        length.moves += 1;
        length.pushes += usize::from(is_push);
    }
    ensure!(
        !squares.iter().flatten().any(|&symbol| symbol == '$'),
        "a box is off the goals"
    );
    Ok(length)
}

fn neighbor((row, column): (usize, usize), step: char) -> anyhow::Result<(usize, usize)> {
    let next = match step.to_ascii_lowercase() {
        'u' => row.checked_sub(1).map(|row| (row, column)),
        'd' => Some((row + 1, column)),
        'l' => column.checked_sub(1).map(|column| (row, column)),
        'r' => Some((row, column + 1)),
        _ => bail!("not one of the letters of LURD text"),
    };
    next.context("leaves the board")
}

/// Outside the rows everything is wall, so that no step can leave the board.
fn symbol_at(squares: &[Vec<char>], (row, column): (usize, usize)) -> char {
    squares
        .get(row)
        .and_then(|row| row.get(column))
        .copied()
        .unwrap_or('#')
}

#[cfg(test)]
mod tests {
    use super::{Length, replay};

    fn outcome(rows: &[&str], solution: &str) -> anyhow::Result<Length> {
        let rows: Vec<String> = rows.iter().map(|&row| row.to_owned()).collect();
        replay(&rows, solution)
    }

    #[test]
    fn counts_pushes_and_moves() {
        let board = ["######", "#@ $.#", "# $. #", "######"];
        let length = outcome(&board, "rRlldR").unwrap();
        assert_eq!(
            length,
            Length {
                pushes: 2,
                moves: 6
            }
        );
    }

    #[test]
    fn refuses_what_is_not_a_solution() {
        let board = ["######", "#@ $.#", "# $. #", "######"];
        for solution in ["rR", "rr", "Rr", "u", "rRR", "rDx", "rD", ""] {
            assert!(outcome(&board, solution).is_err(), "{solution:?}");
        }
        assert!(
            outcome(&["######", "#@ $.#", "# $.+#", "######"], "r").is_err(),
            "two players"
        );
        assert!(outcome(&["@$."], "lR").is_err(), "walks off the board");
    }

    #[test]
    fn a_box_may_cross_the_goal_the_player_started_on() {
        // The player leaves its goal and comes round to push the box onto it.
        let board = ["######", "#    #", "#+$  #", "#    #", "######"];
        let length = outcome(&board, "urrdL").unwrap();
        assert_eq!(
            length,
            Length {
                pushes: 1,
                moves: 5
            }
        );
    }
}
