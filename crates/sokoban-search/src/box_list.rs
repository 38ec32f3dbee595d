//! The boxes of a state as a list.

use sokoban_core::Square;

/// Moves a box in an ascending list.
pub(crate) fn move_box(boxes: &mut [Square], from: Square, to: Square) {
    let mut at = boxes.binary_search(&from).expect("there is a box to move");
    while at > 0 && boxes[at - 1] > to {
        boxes[at] = boxes[at - 1];
        at -= 1;
    }
    while at + 1 < boxes.len() && boxes[at + 1] < to {
        boxes[at] = boxes[at + 1];
        at += 1;
    }
    boxes[at] = to;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_stays_ascending() {
        let all: Vec<Square> = [2, 5, 9].map(Square::new).to_vec();
        for &from in &all {
            for to in (0..12).map(Square::new).filter(|to| !all.contains(to)) {
                let mut boxes = all.clone();
                move_box(&mut boxes, from, to);
                let mut plain: Vec<Square> =
                    all.iter().map(|&square| if square == from { to } else { square }).collect();
                plain.sort_unstable();
                assert_eq!(boxes, plain);
            }
        }
    }
}
