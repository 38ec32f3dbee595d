//! Room: walls and floor of a candidate.

/// Walls and floor of a candidate. All floor hangs together.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    pub(crate) width: usize,
    /// By row and column.
    is_wall: Vec<bool>,
}

impl Room {
    /// A room with no walls but those around it.
    pub(crate) fn empty(width: usize, height: usize) -> Self {
        let mut is_wall = vec![true; width * height];
        for row in 1..height - 1 {
            is_wall[row * width + 1..(row + 1) * width - 1].fill(false);
        }
        Self { width, is_wall }
    }

    /// Places without walls, by row and column.
    pub(crate) fn floor(&self) -> Vec<usize> {
        (0..self.is_wall.len()).filter(|&place| !self.is_wall[place]).collect()
    }

    /// Is there floor at `place`?
    pub(crate) fn is_floor(&self, place: usize) -> bool {
        !self.is_wall[place]
    }

    /// The four places beside `place`, which is floor.
    pub(crate) fn beside(&self, place: usize) -> [usize; 4] {
        [place - self.width, place + 1, place + self.width, place - 1]
    }

    /// The level with these goals and boxes, as text.
    pub(crate) fn drawn(&self, goals: &[usize], boxes: &[usize], player: usize) -> String {
        let mut text = String::new();
        for (place, &is_wall) in self.is_wall.iter().enumerate() {
            text.push(match (goals.contains(&place), boxes.contains(&place)) {
                _ if is_wall => '#',
                (true, true) => '*',
                (false, true) => '$',
                (true, false) if place == player => '+',
                (false, false) if place == player => '@',
                (true, false) => '.',
                (false, false) => ' ',
            });
            if (place + 1) % self.width == 0 {
                text.push('\n');
            }
        }
        text
    }

    /// The same without walls that touch no floor, and without what is then empty on the left, above
    /// and below.
    pub(crate) fn outlined(&self, goals: &[usize], boxes: &[usize], player: usize) -> String {
        let drawn = self.drawn(goals, boxes, player);
        let rows: Vec<String> = drawn
            .lines()
            .enumerate()
            .map(|(row, line)| {
                let shown = |(column, symbol)| {
                    let is_useless = symbol == '#' && !self.touches_floor(row, column);
                    if is_useless { ' ' } else { symbol }
                };
                let line: String = line.chars().enumerate().map(shown).collect();
                line.trim_end().to_owned()
            })
            .collect();
        let is_drawn = |row: &&String| !row.is_empty();
        let indent = |row: &String| row.len() - row.trim_start().len();
        let indent = rows.iter().filter(is_drawn).map(indent).min().unwrap_or(0);
        let mut text = String::new();
        for row in rows.iter().filter(is_drawn) {
            text.push_str(&row[indent..]);
            text.push('\n');
        }
        text
    }

    /// Is there floor within one row and column of this place?
    fn touches_floor(&self, row: usize, column: usize) -> bool {
        let rows = row.saturating_sub(1)..=row + 1;
        rows.filter(|&row| row < self.is_wall.len() / self.width).any(|row| {
            let columns = column.saturating_sub(1)..(column + 2).min(self.width);
            self.is_wall[row * self.width..][columns].contains(&false)
        })
    }

    /// Puts walls on those of `places` that are floor, with their mirror images if so asked for, and
    /// says how many. None are put up if they are more than `most`, or would divide the floor.
    pub(crate) fn wall_up(&mut self, places: &[usize], most: usize, is_symmetric: bool) -> usize {
        let mut put_up: Vec<usize> = places.to_vec();
        if is_symmetric {
            put_up.extend(places.iter().map(|place| self.mirrored(*place)));
        }
        put_up.retain(|&place| self.is_wall.get(place) == Some(&false));
        put_up.sort_unstable();
        put_up.dedup();
        if put_up.is_empty() || put_up.len() > most {
            return 0;
        }
        put_up.iter().for_each(|&place| self.is_wall[place] = true);
        if self.hangs_together() {
            return put_up.len();
        }
        put_up.iter().for_each(|&place| self.is_wall[place] = false);
        0
    }

    /// The place at the same distance from the other end of the row.
    fn mirrored(&self, place: usize) -> usize {
        let column = place % self.width;
        place - column + (self.width - 1 - column)
    }

    /// Can all floor be reached from any of it?
    pub(crate) fn hangs_together(&self) -> bool {
        let mut is_new: Vec<bool> = self.is_wall.iter().map(|is_wall| !is_wall).collect();
        let Some(first) = is_new.iter().position(|&is_new| is_new) else { return false };
        let mut stack = vec![first];
        is_new[first] = false;
        while let Some(place) = stack.pop() {
            for next in self.beside(place) {
                if is_new[next] {
                    is_new[next] = false;
                    stack.push(next);
                }
            }
        }
        !is_new.contains(&true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_that_divide_the_floor_are_refused() {
        let mut room = Room::empty(5, 3);
        assert_eq!(room.wall_up(&[7], 9, false), 0);
        assert_eq!(room.wall_up(&[6], 9, false), 1);
        assert_eq!(room.drawn(&[7], &[7], 8), "#####\n##*@#\n#####\n");
    }

    #[test]
    fn walls_that_touch_no_floor_are_left_out() {
        let mut room = Room::empty(8, 6);
        for place in [9, 10, 13, 14, 17, 18, 25, 26, 33, 34] {
            assert_eq!(room.wall_up(&[place], 1, false), 1);
        }
        let (goals, boxes) = ([21], [20]);
        let drawn = "########\n###  ###\n### $. #\n###    #\n###@   #\n########\n";
        assert_eq!(room.drawn(&goals, &boxes, 35), drawn);
        let outlined = "####\n#  ###\n# $. #\n#    #\n#@   #\n######\n";
        assert_eq!(room.outlined(&goals, &boxes, 35), outlined);
    }
}
