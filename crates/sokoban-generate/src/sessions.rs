//! Whether some box is pushed, then another, then it again.

use sokoban_core::{Board, Solution, Square};

/// Is some box pushed in two sessions, with pushes of another between them? `solution` solves the
/// level of `board`.
pub(crate) fn has_box_moved_twice(board: &Board, solution: &Solution) -> bool {
    let mut boxes: Vec<Square> = board.start_boxes().to_vec();
    let mut was_pushed = vec![false; boxes.len()];
    let mut last = None;
    let mut player = board.start_player();
    for step in solution.steps() {
        player = board.neighbor(player, step.direction);
        let Some(pushed) = boxes.iter().position(|&square| square == player) else { continue };
        boxes[pushed] = board.neighbor(player, step.direction);
        if last != Some(pushed) && was_pushed[pushed] {
            return true;
        }
        was_pushed[pushed] = true;
        last = Some(pushed);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use sokoban_core::Level;

    #[test]
    fn only_a_push_of_another_box_ends_a_session() {
        let level: Level =
            "##########\n#@$ .    #\n# $ .    #\n#        #\n##########".parse().unwrap();
        let board = Board::try_from(&level).unwrap();
        let is_twice = |lurd: &str| {
            let solution: Solution = lurd.parse().unwrap();
            solution.replay(&board).unwrap();
            has_box_moved_twice(&board, &solution)
        };
        assert!(!is_twice("RRlldRR"));
        assert!(!is_twice("RlrRlldRR"));
        assert!(is_twice("RldRuRldR"));
    }
}
