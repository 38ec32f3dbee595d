//! Distances of a lone box against exhaustive search with one box.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;

use proptest::prelude::*;
use proptest::sample::Index;
use sokoban_core::{Board, NO_ROUTE, PlayerSides, Position, PushDistances, Square};
use sokoban_oracle::{Grid, OracleState, least_pushes, random_level};

use crate::plain::{board, cases, squares};

/// The board with one box, one player, and goals as said; the rest of its text is floor and wall.
fn one_box(board: &Board, goals: &[Square], from: Square, player: Square) -> Grid {
    let mut text = String::new();
    for row in 0..board.height() {
        for column in 0..board.width() {
            let Some(square) = board.square_at(Position { row, column }) else {
                text.push('#');
                continue;
            };
            let symbols = if goals.contains(&square) { ['*', '+', '.'] } else { ['$', '@', ' '] };
            text.push(match square {
                _ if square == from => symbols[0],
                _ if square == player => symbols[1],
                _ => symbols[2],
            });
        }
        text.push('\n');
    }
    Grid::from_xsb(&text)
}

fn place(board: &Board, square: Square) -> usize {
    let position = board.position(square);
    position.row * board.width() + position.column
}

/// The least pushes to every state that pushes lead to from `start`.
fn depths(grid: &Grid, start: &OracleState) -> BTreeMap<OracleState, u16> {
    let start = grid.normalize(start);
    let mut depths = BTreeMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        let depth = depths[&state] + 1;
        for (_, _, next) in grid.pushes(&state) {
            if !depths.contains_key(&next) {
                depths.insert(next.clone(), depth);
                queue.push_back(next);
            }
        }
    }
    depths
}

/// A way to build distances for a list of anchors.
type Build<'b> = &'b dyn Fn(&[[Square; 4]], &PlayerSides, &[Square]) -> PushDistances;

/// A way to build all distances of a board under a watch.
type Watched<'b> = &'b dyn Fn(&mut dyn FnMut() -> ControlFlow<()>) -> Option<PushDistances>;

fn small_board() -> impl Strategy<Value = Board> {
    (any::<u64>(), 5_usize..9, 4_usize..8, 0_usize..14).prop_map(|(seed, width, height, walls)| {
        board(&random_level(seed, width, height, 1, walls))
    })
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn to_targets_is_exact(board in small_board(), target in any::<Index>()) {
        let target = Square::new(target.index(board.squares()));
        let sides = board.sides();
        let distances = PushDistances::to_targets(board.neighbors(), sides, &[target]);
        prop_assert_eq!(distances.anchors(), [target]);
        for from in squares(&board) {
            for player in squares(&board).filter(|&player| player != from) {
                let grid = one_box(&board, &[target], from, player);
                let least = least_pushes(&grid, 10_000).found();
                let expected = least.map_or(NO_ROUTE, |pushes| u16::try_from(pushes).unwrap());
                prop_assert_eq!(distances.get(0, sides.stance(from, player)), expected);
            }
        }
    }

    #[test]
    fn from_sources_is_exact(
        board in small_board(),
        source in any::<Index>(),
        player in any::<Index>(),
    ) {
        let source = Square::new(source.index(board.squares()));
        let player = Square::new(player.index(board.squares()));
        prop_assume!(player != source);
        let sides = board.sides();
        let distances = PushDistances::from_sources(board.neighbors(), sides, &[source], player);
        let start = one_box(&board, &[source], source, player);
        let least = depths(&start, &start.start());
        let grid = one_box(&board, &[source], source, squares(&board).find(|&s| s != source).unwrap());
        for to in squares(&board) {
            for player in squares(&board).filter(|&player| player != to) {
                let state = OracleState {
                    boxes: vec![place(&board, to)],
                    player: place(&board, player),
                };
                let expected = least.get(&grid.normalize(&state)).copied().unwrap_or(NO_ROUTE);
                prop_assert_eq!(distances.get(0, sides.stance(to, player)), expected);
            }
        }
    }

    #[test]
    fn several_anchors_are_the_single_ones_together(
        board in small_board(),
        anchors in prop::collection::vec(any::<Index>(), 0..4),
    ) {
        let anchors: Vec<Square> =
            anchors.iter().map(|anchor| Square::new(anchor.index(board.squares()))).collect();
        let (neighbors, sides) = (board.neighbors(), board.sides());
        let player = squares(&board).find(|square| !anchors.contains(square));
        let player = player.expect("a board has more squares than that");
        let from_sources = |neighbors: &[[Square; 4]], sides: &PlayerSides, sources: &[Square]| {
            PushDistances::from_sources(neighbors, sides, sources, player)
        };
        let to_targets = PushDistances::to_targets;
        let builds: [Build<'_>; 2] = [&to_targets, &from_sources];
        for build in builds {
            let together = build(neighbors, sides, &anchors);
            prop_assert_eq!(together.stances(), sides.stances());
            for (index, &anchor) in anchors.iter().enumerate() {
                let alone = build(neighbors, sides, &[anchor]);
                prop_assert_eq!(together.row(index), alone.row(0));
            }
        }
    }

    #[test]
    fn the_nearest_is_the_least_of_all(
        seed in any::<u64>(), boxes in 1_usize..6, walls in 0_usize..12,
    ) {
        let board = board(&random_level(seed, 9, 7, boxes, walls));
        let nearest = [board.distances_to_nearest_goal(), board.distances_from_nearest_start()];
        for (distances, nearest) in [board.goal_distances(), board.start_distances()].iter().zip(nearest) {
            let rows = 0..distances.anchors().len();
            let least = |stance: usize| rows.clone().map(|row| distances.row(row)[stance]).min();
            for (stance, &told) in nearest.iter().enumerate() {
                prop_assert_eq!(Some(told), least(stance));
            }
        }
    }

    #[test]
    fn a_watch_is_asked_before_each_row(board in small_board(), patience in 0_usize..4) {
        let builds: [Watched<'_>; 2] =
            [&|watch| board.goal_distances_while(watch), &|watch| board.start_distances_while(watch)];
        let ends = [board.goals(), board.start_boxes()];
        for (build, ends) in builds.into_iter().zip(ends) {
            let mut asked = 0;
            let built = build(&mut || {
                asked += 1;
                if asked > patience { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            prop_assert_eq!(built.is_some(), ends.len() <= patience);
            prop_assert_eq!(asked, ends.len().min(patience + 1));
        }
    }

    #[test]
    fn live_squares_are_those_from_which_a_lone_box_comes_home(board in small_board()) {
        for from in squares(&board) {
            let players = squares(&board).filter(|&player| player != from);
            let least = players
                .filter_map(|player| {
                    least_pushes(&one_box(&board, board.goals(), from, player), 10_000).found()
                })
                .min();
            let expected = least.map_or(NO_ROUTE, |pushes| u16::try_from(pushes).unwrap());
            prop_assert_eq!(board.nearest_goal(from), expected);
            prop_assert_eq!(board.is_live(from), expected != NO_ROUTE);
        }
    }
}
