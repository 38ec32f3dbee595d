//! Small levels that nobody designed, for tests that compare two ways to one answer.

use crate::grid::flood;

/// Attempts that are allowed to miss before the walls are made fewer.
const ATTEMPTS_PER_WALL_COUNT: u32 = 20;

/// A closed level of `width` x `height` positions, its rim included, with `boxes` boxes and about
/// `walls` walls inside; the same arguments always give the same text.
///
/// Floor that the player cannot reach is walled up. Three levels of four start from boxes on goals
/// and are pulled apart, so a solution exists; the boxes of the fourth lie at random and often
/// cannot be solved. Now and then there is a goal more than there are boxes.
///
/// # Panics
///
/// When the room inside the rim is too small for the boxes, an extra goal and the player.
///
/// ```
/// use sokoban_oracle::{Grid, random_level};
///
/// let text = random_level(1, 7, 6, 2, 4);
/// assert_eq!(text, random_level(1, 7, 6, 2, 4));
/// assert_eq!(Grid::from_xsb(&text).start().boxes.len(), 2);
/// ```
#[must_use]
pub fn random_level(seed: u64, width: usize, height: usize, boxes: usize, walls: usize) -> String {
    assert!(
        width >= 3 && height >= 3 && boxes > 0 && (width - 2) * (height - 2) >= boxes + 2,
        "{boxes} boxes do not fit into {width} x {height} positions"
    );
    let mut random = Random::new(seed);
    let mut walls = walls;
    loop {
        for _ in 0..ATTEMPTS_PER_WALL_COUNT {
            let draft = Draft::new(&mut random, width, height, boxes, walls);
            if let Some(draft) = draft.filter(|draft| !draft.is_solved()) {
                return draft.text();
            }
        }
        // Without walls most drafts are accepted, so the loop ends.
        walls = walls.saturating_sub(1);
    }
}

/// A level while it is being made.
struct Draft {
    width: usize,
    walls: Vec<bool>,
    goals: Vec<usize>,
    boxes: Vec<usize>,
    player: usize,
}

impl Draft {
    /// `None` when the player's part of the room came out too small.
    fn new(
        random: &mut Random,
        width: usize,
        height: usize,
        boxes: usize,
        walls: usize,
    ) -> Option<Self> {
        let size = width * height;
        let rim = |position: usize| {
            let (row, column) = (position / width, position % width);
            row == 0 || row + 1 == height || column == 0 || column + 1 == width
        };
        let room: Vec<usize> = (0..size).filter(|&i| !rim(i)).collect();
        let mut is_wall: Vec<bool> = (0..size).map(rim).collect();
        for _ in 0..walls {
            is_wall[random.pick(&room)] = true;
        }
        let first = random.pick(&room);
        if is_wall[first] {
            return None;
        }
        let inside = flood(width, &is_wall, first);
        let mut squares: Vec<usize> = (0..size).filter(|&i| inside[i]).collect();
        if squares.len() < boxes + 2 {
            return None;
        }
        random.shuffle(&mut squares);
        let goal_count = boxes + usize::from(random.below(6) == 0);
        let mut draft = Self {
            width,
            walls: inside.iter().map(|&reached| !reached).collect(),
            goals: squares[..goal_count].to_vec(),
            boxes: squares[..boxes].to_vec(),
            player: squares[goal_count],
        };
        if random.below(4) == 0 {
            random.shuffle(&mut squares);
            draft.boxes = squares[..boxes].to_vec();
            draft.player = squares[boxes];
        } else {
            for _ in 0..4 * (width + height) {
                draft.pull(random);
            }
        }
        Some(draft)
    }

    /// Pulls one box by one square, if the box and the direction that are drawn allow it.
    fn pull(&mut self, random: &mut Random) {
        let index = random.below(self.boxes.len());
        let step = [self.width.wrapping_neg(), usize::MAX, 1, self.width][random.below(4)];
        let near = self.boxes[index].wrapping_add(step);
        let far = near.wrapping_add(step);
        let mut blocked = self.walls.clone();
        for &position in &self.boxes {
            blocked[position] = true;
        }
        // The far square is on the grid when the near one is free, as the rim is all wall.
        if !blocked[near] && !blocked[far] && flood(self.width, &blocked, self.player)[near] {
            self.boxes[index] = near;
            self.player = far;
        }
    }

    fn is_solved(&self) -> bool {
        self.boxes.iter().all(|position| self.goals.contains(position))
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for position in 0..self.walls.len() {
            let has_box = self.boxes.contains(&position);
            let has_player = self.player == position;
            text.push(match (self.goals.contains(&position), has_box, has_player) {
                _ if self.walls[position] => '#',
                (false, false, false) => ' ',
                (false, true, _) => '$',
                (false, false, true) => '@',
                (true, false, false) => '.',
                (true, true, _) => '*',
                (true, false, true) => '+',
            });
            if (position + 1) % self.width == 0 {
                text.push('\n');
            }
        }
        text
    }
}

/// Random numbers that are the same everywhere.
///
/// G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8, 2003.
struct Random {
    /// Never 0, from where the generator could not get away.
    bits: u64,
}

impl Random {
    fn new(seed: u64) -> Self {
        // An odd multiplier keeps seeds apart, and the last bit keeps the state from being 0.
        let mut random = Self { bits: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) << 1 | 1 };
        // Seeds that are close give close first numbers; some rounds drive them apart.
        for _ in 0..16 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.bits ^= self.bits << 13;
        self.bits ^= self.bits >> 7;
        self.bits ^= self.bits << 17;
        self.bits
    }

    fn below(&mut self, limit: usize) -> usize {
        let drawn = (self.next() >> 33) % limit as u64;
        usize::try_from(drawn).expect("it is below a usize")
    }

    fn pick(&mut self, from: &[usize]) -> usize {
        from[self.below(from.len())]
    }

    fn shuffle(&mut self, numbers: &mut [usize]) {
        for end in (1..numbers.len()).rev() {
            numbers.swap(end, self.below(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grid, Least, least_pushes};

    #[test]
    fn most_but_not_all_can_be_solved() {
        let solvable = (0..400)
            .filter(|&seed| {
                let grid = Grid::from_xsb(&random_level(seed, 7, 6, 2, 4));
                matches!(least_pushes(&grid, 100_000), Least::Found(_))
            })
            .count();
        assert!((250..390).contains(&solvable), "{solvable} of 400 can be solved");
    }

    #[test]
    fn seeds_give_different_levels_with_what_was_asked_for() {
        let mut texts: Vec<String> = (0..200).map(|seed| random_level(seed, 8, 7, 3, 6)).collect();
        for text in &texts {
            let grid = Grid::from_xsb(text);
            assert_eq!((grid.width(), grid.height()), (8, 7));
            assert_eq!(grid.start().boxes.len(), 3);
        }
        texts.sort();
        texts.dedup();
        assert!(texts.len() > 195, "only {} of 200 differ", texts.len());
    }

    #[test]
    fn a_room_full_of_walls_is_cleared_until_the_boxes_fit() {
        let grid = Grid::from_xsb(&random_level(3, 5, 5, 3, 1_000));
        assert_eq!(grid.start().boxes.len(), 3);
    }
}
