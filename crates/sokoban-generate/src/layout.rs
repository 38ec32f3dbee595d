//! Layout: where the walls of each theme go.

use crate::chance::Chance;
use crate::plan::Plan;
use crate::room::Room;
use crate::theme::Theme;

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

/// The most walls from side to side that are tried.
const PARTITIONS: usize = 3;

impl Room {
    /// A room with the walls that are asked for, laid as the theme of the plan says.
    pub(crate) fn random(plan: &Plan, chance: &mut Chance) -> Self {
        let mut room = Self::empty(plan.width, plan.height);
        let inside = room.floor();
        let mut builder = Builder { room: &mut room, inside, plan, missing: plan.walls };
        match plan.theme {
            Theme::Blocks | Theme::Mixed => {}
            Theme::Cave => builder.cave(chance),
            Theme::Pillars => builder.pillars(chance),
            Theme::Rooms => builder.partitions(chance),
        }
        builder.pieces(chance);
        builder.rest(chance);
        room
    }
}

/// A room that is being built.
struct Builder<'a> {
    room: &'a mut Room,
    /// Everything inside the walls around the room.
    inside: Vec<usize>,
    plan: &'a Plan,
    /// Walls that are still to be put up.
    missing: usize,
}

impl Builder<'_> {
    fn wall_up(&mut self, places: &[usize]) {
        self.missing -= self.room.wall_up(places, self.missing, self.plan.symmetric);
    }

    /// Small pieces anywhere.
    fn pieces(&mut self, chance: &mut Chance) {
        for _ in 0..TRIES * self.inside.len() {
            if self.missing == 0 {
                break;
            }
            let corner = self.inside[chance.below(self.inside.len())];
            let piece = PIECES[chance.below(PIECES.len())];
            let place = |&(row, column): &(usize, usize)| corner + row * self.room.width + column;
            let places: Vec<usize> = piece.iter().map(place).collect();
            self.wall_up(&places);
        }
    }

    /// What is missing, one by one.
    fn rest(&mut self, chance: &mut Chance) {
        // Some square can always be walled up such that the rest hangs together; but its image may
        // not be one of those.
        while self.missing > 0 {
            chance.shuffle(&mut self.inside);
            let before = self.missing;
            for place in self.inside.clone() {
                self.wall_up(&[place]);
            }
            if self.missing == before {
                break;
            }
        }
    }

    /// Floor beside walls becomes wall, that in corners four times as readily.
    fn cave(&mut self, chance: &mut Chance) {
        for _ in 0..20 * self.inside.len() {
            if self.missing == 0 {
                break;
            }
            let place = self.inside[chance.below(self.inside.len())];
            let beside = self.room.beside(place);
            let walls = beside.iter().filter(|&&beside| !self.room.is_floor(beside)).count();
            let is_taken = match walls {
                0 => false,
                1 => chance.below(4) == 0,
                _ => true,
            };
            if is_taken {
                self.wall_up(&[place]);
            }
        }
    }

    /// Every second square of every second row, in random order.
    fn pillars(&mut self, chance: &mut Chance) {
        let (width, inside) = (self.plan.width, &self.inside);
        let is_pillar = |place: &&usize| {
            let (row, column) = (**place / width, **place % width);
            row.is_multiple_of(2) && column.is_multiple_of(2)
        };
        let mut pillars: Vec<usize> = inside.iter().filter(is_pillar).copied().collect();
        chance.shuffle(&mut pillars);
        for place in pillars {
            self.wall_up(&[place]);
        }
    }

    /// Walls from side to side, each with a door.
    fn partitions(&mut self, chance: &mut Chance) {
        let Plan { width, height, .. } = *self.plan;
        for _ in 0..PARTITIONS {
            // Two squares at least on either side: in less no box can turn.
            let is_upright = chance.below(2) == 0;
            let (across, along) = if is_upright { (width, height) } else { (height, width) };
            if across < 7 {
                continue;
            }
            let line = 3 + chance.below(across - 6);
            let door = 1 + chance.below(along - 2);
            let places: Vec<usize> = (1..along - 1)
                .filter(|&place| place != door)
                .map(|place| if is_upright { place * width + line } else { line * width + place })
                .collect();
            self.wall_up(&places);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(theme: Theme, number: u64) -> Plan {
        let width = 7 + number as usize % 5;
        Plan { width, height: 8, boxes: 2, walls: 12, theme, symmetric: false }
    }

    #[test]
    fn rooms_of_every_theme_have_their_walls_and_hang_together() {
        for theme in Theme::PLAIN {
            for number in 0..100 {
                let plan = plan(theme, number);
                let walls = number as usize % 22;
                let room = Room::random(&Plan { walls, ..plan }, &mut Chance::new(3, number));
                assert_eq!(room.floor().len(), (plan.width - 2) * 6 - walls, "{theme}");
                assert!(room.hangs_together());
            }
        }
    }

    #[test]
    fn a_symmetric_room_is_its_mirror_image() {
        for theme in Theme::PLAIN {
            for number in 0..50 {
                let plan = Plan { symmetric: true, ..plan(theme, number) };
                let room = Room::random(&plan, &mut Chance::new(3, number));
                let floor = room.floor();
                let mirrored = |&place: &usize| {
                    place - place % plan.width + plan.width - 1 - place % plan.width
                };
                assert!(floor.iter().all(|place| room.is_floor(mirrored(place))), "{theme}");
                assert!(floor.len() - ((plan.width - 2) * 6 - plan.walls) <= 1, "{theme}");
            }
        }
    }

    /// What makes a theme, counted over many rooms: pillars stand on even rows and columns, walls of
    /// caves touch others, and rooms have lines of walls from side to side.
    #[test]
    fn themes_differ_as_they_are_meant_to() {
        let count = |theme, is_so: &dyn Fn(&Room, usize) -> bool| {
            let mut count = 0;
            for number in 0..100 {
                let plan = plan(theme, number);
                let room = Room::random(&Plan { walls: 6, ..plan }, &mut Chance::new(9, number));
                let inside = Room::empty(plan.width, plan.height).floor();
                let walls = inside.into_iter().filter(|&place| !room.is_floor(place));
                count += walls.filter(|&place| is_so(&room, place)).count();
            }
            count
        };
        let is_even = |room: &Room, place: usize| {
            (place / room.width).is_multiple_of(2) && (place % room.width).is_multiple_of(2)
        };
        assert_eq!(count(Theme::Pillars, &is_even), 600);
        assert!(count(Theme::Blocks, &is_even) < 300);
        let touches = |room: &Room, place: usize| {
            room.beside(place).iter().any(|&beside| !room.is_floor(beside))
        };
        assert_eq!(count(Theme::Cave, &touches), 600);
        // Where the room has an even side, the last row of pillars touches the wall around it.
        assert!(count(Theme::Pillars, &touches) < 400);
        let in_line = |room: &Room, place: usize| {
            let row = place - place % room.width + 1;
            let places = row..row + room.width - 2;
            places.filter(|&place| room.is_floor(place)).count() == 1
        };
        assert!(count(Theme::Rooms, &in_line) > 10 * count(Theme::Blocks, &in_line).max(1));
    }
}
