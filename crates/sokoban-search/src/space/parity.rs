//! Parity: whether solutions take an even or an odd number of pushes.

use sokoban_core::{Board, Square};

/// The parity, 0 or 1, of the pushes in every solution; none if it is not the same for all.
///
/// A push changes row plus column of one box by one. So the parity of pushes is that of the
/// difference between the sums over the boxes at the start and at the end, and the sum at the end
/// is known if every goal is filled, or if it is even or odd for all goals alike.
pub(crate) fn parity_of_pushes(board: &Board) -> Option<u32> {
    let parity_of = |square: &Square| {
        let position = board.position(*square);
        (position.row + position.column) as u32 % 2
    };
    let (boxes, goals) = (board.start_boxes(), board.goals());
    let at_start: u32 = boxes.iter().map(parity_of).sum();
    let odd_goals: u32 = goals.iter().map(parity_of).sum();
    let at_end = match odd_goals {
        _ if boxes.len() == goals.len() => odd_goals,
        0 => 0,
        all if all as usize == goals.len() => boxes.len() as u32,
        _ => return None,
    };
    Some((at_start + at_end) % 2)
}

/// The least cost, `f` or more, that a path may have whose cost has this parity, if it is known.
pub(crate) fn rounded(parity: Option<u32>, f: u32) -> u32 {
    f + parity.map_or(0, |parity| (f ^ parity) & 1)
}

#[cfg(test)]
mod tests {
    use super::parity_of_pushes;
    use sokoban_core::{Board, Level};

    fn parity(text: &str) -> Option<u32> {
        let level: Level = text.parse().unwrap();
        parity_of_pushes(&Board::try_from(&level).unwrap())
    }

    #[test]
    fn parity_is_told_where_it_is_known() {
        assert_eq!(parity("#######\n#@ $ .#\n#######"), Some(0));
        assert_eq!(parity("######\n#@$ .#\n######"), Some(0));
        assert_eq!(parity("######\n#@ $.#\n# $ .#\n#    #\n######"), Some(1));
        assert_eq!(parity("########\n#.@ $ .#\n########"), None);
        assert_eq!(parity("#######\n#.@$ .#\n#######"), Some(0));
    }
}
