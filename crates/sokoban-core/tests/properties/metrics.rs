//! Metrics of a solution against a twin that gives each box a name and lists what happened.

use proptest::prelude::*;
use sokoban_core::{Solution, SolutionMetrics};
use sokoban_oracle::random_level;

use crate::plain::{board, cases};

/// What a step did: its letter, and the name of the box that it pushed.
type Event = (char, Option<usize>);

/// A room whose boxes have names, played by letters.
struct Room {
    rows: Vec<Vec<char>>,
    player: (usize, usize),
    boxes: Vec<(usize, usize)>,
    events: Vec<Event>,
}

impl Room {
    /// The room of a level's text; its goals are left out.
    fn new(text: &str) -> Self {
        let mut room =
            Self { rows: Vec::new(), player: (0, 0), boxes: Vec::new(), events: Vec::new() };
        for (row, line) in text.lines().enumerate() {
            for (column, symbol) in line.chars().enumerate() {
                match symbol {
                    '@' | '+' => room.player = (row, column),
                    '$' | '*' => room.boxes.push((row, column)),
                    _ => {}
                }
            }
            let walls = line.chars().map(|symbol| if symbol == '#' { '#' } else { ' ' });
            room.rows.push(walls.collect());
        }
        room
    }

    /// Takes the step if it is legal.
    fn step(&mut self, letter: char) {
        let beside = |(row, column): (usize, usize)| match letter {
            'u' => (row - 1, column),
            'd' => (row + 1, column),
            'l' => (row, column - 1),
            _ => (row, column + 1),
        };
        let is_wall = |(row, column): (usize, usize)| self.rows[row][column] == '#';
        let next = beside(self.player);
        if is_wall(next) {
            return;
        }
        let pushed = self.boxes.iter().position(|&place| place == next);
        if let Some(name) = pushed {
            let beyond = beside(next);
            if is_wall(beyond) || self.boxes.contains(&beyond) {
                return;
            }
            self.boxes[name] = beyond;
        }
        self.player = next;
        self.events.push((letter, pushed));
    }

    /// The moves so far, with capitals for pushes.
    fn lurd(&self) -> String {
        let letter = |&(letter, pushed): &Event| {
            if pushed.is_some() { letter.to_ascii_uppercase() } else { letter }
        };
        self.events.iter().map(letter).collect()
    }

    /// The start of `text` with the goals where the boxes are now, so that the moves solve it.
    fn solved_by_the_moves(&self, text: &str) -> String {
        let start = Self::new(text);
        let symbol = |row: usize, column: usize| {
            let place = (row, column);
            let is_goal = self.boxes.contains(&place);
            match (start.boxes.contains(&place), start.player == place) {
                (true, _) => {
                    if is_goal {
                        '*'
                    } else {
                        '$'
                    }
                }
                (_, true) => {
                    if is_goal {
                        '+'
                    } else {
                        '@'
                    }
                }
                _ if is_goal => '.',
                _ => self.rows[row][column],
            }
        };
        let line = |row: usize| -> String {
            (0..self.rows[row].len()).map(|column| symbol(row, column)).chain(['\n']).collect()
        };
        (0..self.rows.len()).map(line).collect()
    }

    /// The metrics, from the list of what happened.
    fn metrics(&self) -> SolutionMetrics {
        let pushes: Vec<Event> =
            self.events.iter().copied().filter(|(_, pushed)| pushed.is_some()).collect();
        let sessions = self.events.chunk_by(|one, two| one.1.is_some() == two.1.is_some());
        SolutionMetrics {
            moves: self.events.len(),
            pushes: pushes.len(),
            box_lines: pushes.chunk_by(PartialEq::eq).count(),
            box_changes: pushes.chunk_by(|one, two| one.1 == two.1).count(),
            pushing_sessions: sessions.filter(|run| run[0].1.is_some()).count(),
            player_lines: self.events.chunk_by(|one, two| one.0 == two.0).count(),
        }
    }
}

fn metrics(text: &str, lurd: &str) -> SolutionMetrics {
    let solution: Solution = lurd.parse().expect("all letters are steps");
    SolutionMetrics::replay(&solution, &board(text))
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn metrics_are_those_of_the_list_of_what_happened(
        seed in any::<u64>(),
        boxes in 1_usize..5,
        letters in prop::collection::vec((prop::sample::select(vec!['u', 'd', 'l', 'r']), 1_usize..4), 0..60),
    ) {
        let text = random_level(seed, 8, 7, boxes, 4);
        let mut room = Room::new(&text);
        for (letter, times) in letters {
            for _ in 0..times {
                room.step(letter);
            }
        }
        prop_assert_eq!(metrics(&room.solved_by_the_moves(&text), &room.lurd()), room.metrics());
    }
}

#[test]
fn counts_by_hand() {
    // Pushes of one box around a corner: two lines, one change, and a walk between.
    let corner = "######\n#    #\n# $@ #\n#    #\n#.   #\n######";
    let expected = SolutionMetrics {
        moves: 5,
        pushes: 3,
        box_lines: 2,
        box_changes: 1,
        pushing_sessions: 2,
        player_lines: 4,
    };
    assert_eq!(metrics(corner, "LulDD"), expected);

    // Two boxes pushed in turn without a walk between, and the first one once more.
    let turn = "#######\n#@ $ .#\n#  $  #\n#  .  #\n#######";
    let expected = SolutionMetrics {
        moves: 5,
        pushes: 3,
        box_lines: 3,
        box_changes: 3,
        pushing_sessions: 2,
        player_lines: 4,
    };
    assert_eq!(metrics(turn, "rRDuR"), expected);

    // A walk away and back ends the session, not the line.
    let corridor = "########\n#@$  . #\n########";
    let expected = SolutionMetrics {
        moves: 5,
        pushes: 3,
        box_lines: 1,
        box_changes: 1,
        pushing_sessions: 2,
        player_lines: 3,
    };
    assert_eq!(metrics(corridor, "RlrRR"), expected);

    assert_eq!(metrics("#####\n#@*##\n#####", ""), SolutionMetrics::default());
}

#[test]
fn what_solves_nothing_has_no_metrics() {
    let solution: Solution = "R".parse().expect("a step");
    let board = board("######\n#@$ .#\n######");
    let error = SolutionMetrics::replay(&solution, &board).expect_err("a box is off goal");
    assert_eq!(Some(error), solution.replay(&board).err());
}
