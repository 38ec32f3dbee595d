//! Room: walls and floor of a candidate.

use crate::chance::Chance;
use crate::settings::Settings;

/// Pieces of wall, as offsets of rows and columns.
const PIECES: [&[(usize, usize)]; 8] = [
    &[(0, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (0, 1), (0, 2)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 0), (0, 1), (1, 0)],
    &[(0, 0), (1, 0), (1, 1)],
    &[(0, 0), (0, 1), (1, 0), (1, 1)],
];

/// Pieces are tried this many times as often as the room has squares; what is missing then is filled
/// in one by one.
const TRIES: usize = 2;

/// Walls and floor of a candidate. All floor hangs together.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    pub(crate) width: usize,
    /// By row and column.
    is_wall: Vec<bool>,
}

impl Room {
    /// A room with the walls that are asked for.
    pub(crate) fn random(settings: &Settings, chance: &mut Chance) -> Self {
        let (width, height) = (settings.width, settings.height);
        let mut room = Self { width, is_wall: vec![true; width * height] };
        let mut inside = Vec::new();
        for row in 1..height - 1 {
            inside.extend((1..width - 1).map(|column| row * width + column));
        }
        inside.iter().for_each(|&place| room.is_wall[place] = false);
        let mut missing = settings.wall_count();
        for _ in 0..TRIES * inside.len() {
            if missing == 0 {
                break;
            }
            let corner = inside[chance.below(inside.len())];
            let piece = PIECES[chance.below(PIECES.len())];
            let places: Vec<usize> =
                piece.iter().map(|&(row, column)| corner + row * width + column).collect();
            missing -= room.wall_up(&places, missing, settings.symmetric);
        }
        // Some square can always be walled up such that the rest hangs together; but its image may
        // not be one of those.
        while missing > 0 {
            chance.shuffle(&mut inside);
            let before = missing;
            for &place in &inside {
                missing -= room.wall_up(&[place], missing, settings.symmetric);
            }
            if missing == before {
                break;
            }
        }
        room
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

    /// Puts walls on those of `places` that are floor, with their mirror images if so asked for, and
    /// says how many. None are put up if they are more than `most`, or would divide the floor.
    fn wall_up(&mut self, places: &[usize], most: usize, is_symmetric: bool) -> usize {
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
    fn hangs_together(&self) -> bool {
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
    use crate::settings::Walls;

    #[test]
    fn a_room_has_its_walls_and_hangs_together() {
        for number in 0..200 {
            let walls = number as usize % 22;
            let settings =
                Settings { width: 8, height: 6, walls: Walls::Count(walls), ..Settings::default() };
            let room = Room::random(&settings, &mut Chance::new(3, number));
            assert_eq!(room.floor().len(), 6 * 4 - walls);
            assert!(room.hangs_together());
        }
    }

    #[test]
    fn a_symmetric_room_is_its_mirror_image() {
        for number in 0..100 {
            let width = 7 + number as usize % 3;
            let settings = Settings { width, symmetric: true, ..Settings::default() };
            let room = Room::random(&settings, &mut Chance::new(3, number));
            let floor = room.floor();
            assert!(floor.iter().all(|&place| room.is_floor(room.mirrored(place))));
            assert!(floor.len() - (settings.room() - settings.wall_count()) <= 1);
        }
    }

    #[test]
    fn walls_that_divide_the_floor_are_refused() {
        let settings =
            Settings { width: 5, height: 3, walls: Walls::Count(0), ..Settings::default() };
        let mut room = Room::random(&settings, &mut Chance::new(1, 1));
        assert_eq!(room.wall_up(&[7], 9, false), 0);
        assert_eq!(room.wall_up(&[6], 9, false), 1);
        assert_eq!(room.drawn(&[7], &[7], 8), "#####\n##*@#\n#####\n");
    }
}
