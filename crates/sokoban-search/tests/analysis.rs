//! What an analysis of a level is made of: surveys of optimal solutions, censuses and bounds at the
//! start, against exhaustive search on the plain grid.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use sokoban_core::{Board, Level, Position, Square};
use sokoban_oracle::{
    Grid, OracleState, StateTruth, all_states, boards_in, least_moves, random_level,
};
use sokoban_search::{
    Census, HeuristicKind, Limits, StopReason, census, count_optimal, start_bound, survey_optimal,
    tunnels,
};

fn board(text: &str) -> Board {
    let level: Level = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    Board::try_from(&level).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The shipped small levels and random ones.
fn levels() -> Vec<String> {
    let micro = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/micro");
    let files = std::fs::read_dir(micro).expect("the micro levels are at hand");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read_to_string(path).expect("levels are text"));
    let mut levels: Vec<String> = texts.flat_map(|text| boards_in(&text)).collect();
    levels.extend((0..60).flat_map(|seed| {
        [
            random_level(seed, 6, 6, 2, 2),
            random_level(seed, 7, 6, 3, 4),
            random_level(seed, 6, 5, 2, 0),
        ]
    }));
    levels
}

fn states_of(grid: &Grid) -> Option<Vec<StateTruth>> {
    // The grid's width bounds its positions, of which the wide levels have many.
    all_states(grid, 6_000)
}

fn square_at(board: &Board, grid: &Grid, position: usize) -> Square {
    let (row, column) = (position / grid.width(), position % grid.width());
    board.square_at(Position { row, column }).expect("the player can come there")
}

/// A push as the grid tells it: from, to, and the state after it.
type GridPush = (usize, usize, OracleState);

/// What solutions have in common, found by writing them down one by one.
#[derive(Default)]
struct Written {
    solutions: Vec<Vec<(usize, usize)>>,
}

impl Written {
    /// Writes all solutions from `state` on behind `pushes`; false if they become too many.
    fn write(
        &mut self,
        grid: &Grid,
        to_go: &BTreeMap<OracleState, Option<u32>>,
        state: &OracleState,
        pushes: &mut Vec<(usize, usize)>,
    ) -> bool {
        let Some(left) = to_go[state] else { return true };
        if left == 0 {
            self.solutions.push(pushes.clone());
            return self.solutions.len() <= 2_000;
        }
        let all: Vec<GridPush> = grid.pushes(state);
        all.iter().filter(|(_, _, child)| to_go[child] == Some(left - 1)).all(
            |(from, to, child)| {
                pushes.push((*from, *to));
                let goes_on = self.write(grid, to_go, child, pushes);
                pushes.pop();
                goes_on
            },
        )
    }
}

#[test]
fn a_survey_says_what_all_optimal_solutions_written_down_say() {
    let limits = Limits::default();
    let (mut compared, mut several, mut unmoved) = (0, 0, 0);
    for text in levels() {
        let grid = Grid::from_xsb(&text);
        let Some(truths) = states_of(&grid) else { continue };
        let Some(least) = truths[0].pushes_to_go else { continue };
        let to_go: BTreeMap<OracleState, Option<u32>> =
            truths.iter().map(|truth| (truth.state.clone(), truth.pushes_to_go)).collect();
        let mut written = Written::default();
        if !written.write(&grid, &to_go, &truths[0].state, &mut Vec::new()) {
            continue;
        }
        let board = board(&text);
        let survey = survey_optimal(&board, least, u64::MAX, &limits, &mut ()).expect("no limit");
        let solutions = &written.solutions;
        assert_eq!(survey.sequences, solutions.len() as u64, "{text}");
        let mut boxes = BTreeSet::new();
        let mut players = BTreeSet::new();
        let mut moved = BTreeSet::new();
        for &(from, to) in solutions.iter().flatten() {
            boxes.insert(square_at(&board, &grid, to));
            players.insert(square_at(&board, &grid, 2 * from - to));
        }
        for solution in solutions {
            // By where each box is now: where it started. One that came back was moved too.
            let mut place: BTreeMap<usize, usize> =
                grid.start().boxes.iter().map(|&square| (square, square)).collect();
            for &(from, to) in solution {
                let name = place.remove(&from).expect("a box is there");
                moved.insert(square_at(&board, &grid, name));
                place.insert(to, name);
            }
        }
        let all = |is: &[bool]| -> BTreeSet<Square> {
            (0..board.squares()).map(Square::new).filter(|square| is[square.index()]).collect()
        };
        assert_eq!(all(&survey.is_box_square), boxes, "{text}");
        assert_eq!(all(&survey.is_push_square), players, "{text}");
        let still = board.start_boxes().iter().filter(|square| !moved.contains(square));
        assert_eq!(survey.unmoved_boxes, still.copied().collect::<Vec<_>>(), "{text}");
        // States are those passed by at least one solution.
        assert!(survey.states > u64::from(least), "{text}");
        for cap in [1, 3] {
            let capped = survey_optimal(&board, least, cap, &limits, &mut ()).expect("no limit");
            assert_eq!(capped.sequences, survey.sequences.min(cap));
            assert_eq!(capped.is_box_square, survey.is_box_square, "the cap is of the count alone");
        }
        compared += 1;
        several += usize::from(solutions.len() > 5);
        unmoved += usize::from(!survey.unmoved_boxes.is_empty());
    }
    assert!(compared > 100 && several > 30 && unmoved > 10, "{compared}, {several}, {unmoved}");
}

#[test]
fn a_census_counts_what_exhaustive_search_counts() {
    let limits = Limits::default();
    let (mut compared, mut unsolvable) = (0, 0);
    for text in levels() {
        let grid = Grid::from_xsb(&text);
        let Some(truths) = states_of(&grid) else { continue };
        let board = board(&text);
        let count = |is: &dyn Fn(&StateTruth) -> bool| {
            truths.iter().filter(|truth| is(truth)).count() as u64
        };
        let to_go: BTreeMap<&OracleState, Option<u32>> =
            truths.iter().map(|truth| (&truth.state, truth.pushes_to_go)).collect();
        let (mut pushes, mut of_solvable, mut losing) = (0, 0, 0);
        for truth in &truths {
            for (_, _, child) in grid.pushes(&truth.state) {
                pushes += 1;
                if truth.pushes_to_go.is_some() {
                    of_solvable += 1;
                    losing += u64::from(to_go[&child].is_none());
                }
            }
        }
        let counted = census(&board, 6_000, &limits, &mut ()).expect("no limit");
        let Some(counted) = counted else { panic!("there are fewer states\n{text}") };
        let Census { states, solved, unsolvable: lost, .. } = counted;
        assert_eq!(states, truths.len() as u64, "{text}");
        assert_eq!(solved, count(&|truth| truth.pushes_to_go == Some(0)), "{text}");
        assert_eq!(lost, count(&|truth| truth.pushes_to_go.is_none()), "{text}");
        assert_eq!(counted.pushes, pushes, "{text}");
        assert_eq!(counted.pushes_of_solvable, of_solvable, "{text}");
        assert_eq!(counted.losing_pushes, losing, "{text}");
        assert_eq!(counted.least_pushes, truths[0].pushes_to_go, "{text}");
        let most = truths.len() as u32;
        assert_eq!(census(&board, most, &limits, &mut ()), Ok(Some(counted)), "{text}");
        assert_eq!(census(&board, most - 1, &limits, &mut ()), Ok(None), "{text}");
        compared += 1;
        unsolvable += usize::from(counted.least_pushes.is_none());
    }
    assert!(compared > 150 && unsolvable > 5, "{compared}, {unsolvable}");
}

#[test]
fn bounds_at_the_start_are_proven() {
    let limits = Limits::default();
    let (mut tight, mut refuted) = (0, 0);
    for text in levels() {
        let grid = Grid::from_xsb(&text);
        let Some(truths) = states_of(&grid) else { continue };
        let board = board(&text);
        for &kind in HeuristicKind::ALL {
            let bound = start_bound(&board, kind, &limits, &mut ()).expect("no limit");
            let truth = match kind {
                HeuristicKind::Ghosts => match least_moves(&grid, 50_000).found() {
                    None if truths[0].pushes_to_go.is_some() => continue,
                    moves => moves,
                },
                _ => truths[0].pushes_to_go,
            };
            match (bound, truth) {
                (Some(bound), Some(truth)) => {
                    assert!(bound <= truth, "{kind}: {bound}, not {truth}\n{text}");
                    tight += usize::from(bound == truth);
                }
                (None, Some(truth)) => panic!("{kind} refutes {truth}\n{text}"),
                (None, None) => refuted += 1,
                (Some(_), None) => {}
            }
        }
    }
    assert!(tight > 200 && refuted > 10, "{tight}, {refuted}");
}

#[test]
fn limits_bind() {
    let board = board("########\n#@     #\n# $$$  #\n#  ... #\n#      #\n########");
    let survey = |limits: Limits| survey_optimal(&board, 10, u64::MAX, &limits, &mut ());
    let unlimited = survey(Limits::default()).expect("there are no limits");
    assert_eq!(Ok(unlimited.sequences), count_optimal(&board, 10, u64::MAX, &Limits::default()));
    let states = |limits: Limits| census(&board, 1_000_000, &limits, &mut ());
    let counted = states(Limits::default()).expect("there are no limits");
    let nodes = Limits { nodes: Some(3), ..Limits::default() };
    assert_eq!(survey(nodes.clone()).err(), Some(StopReason::Nodes));
    assert_eq!(states(nodes), Err(StopReason::Nodes));
    let mut refused = [0, 0, 0];
    for power in 8..26 {
        let limits = Limits { bytes: Some(1 << power), ..Limits::default() };
        match survey(limits.clone()) {
            Ok(survey) => assert_eq!(survey, unlimited),
            Err(reason) => {
                assert_eq!(reason, StopReason::Memory);
                refused[0] += 1;
            }
        }
        match states(limits.clone()) {
            Ok(census) => assert_eq!(census, counted),
            Err(reason) => {
                assert_eq!(reason, StopReason::Memory);
                refused[1] += 1;
            }
        }
        match start_bound(&board, HeuristicKind::Pdb, &limits, &mut ()) {
            Ok(bound) => assert!(bound.is_some()),
            Err(reason) => {
                assert_eq!(reason, StopReason::Memory);
                refused[2] += 1;
            }
        }
    }
    assert!(refused.iter().all(|count| (2..17).contains(count)), "{refused:?}");
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    assert_eq!(survey(cancelled.clone()).err(), Some(StopReason::Cancelled));
    assert_eq!(states(cancelled.clone()), Err(StopReason::Cancelled));
    for &kind in HeuristicKind::ALL.iter().filter(|&&kind| kind == HeuristicKind::Matching) {
        let bound = start_bound(&board, kind, &cancelled, &mut ());
        assert_eq!(bound, Err(StopReason::Cancelled));
    }
}

#[test]
fn tunnels_are_one_way_where_they_alone_join_the_parts() {
    // A corridor to the right, and one above that has a way round.
    let text = "\
############
#    #  ####
# ## #  ####
# ## #@   ##
# ##      ##
#    #  # ##
###### $  .#
############";
    let board = board(text);
    let lines: Vec<&str> = text.lines().collect();
    for tunnel in tunnels(&board) {
        let Position { row, column } = board.position(tunnel.square);
        let wall = |row: usize, column: usize| lines[row].as_bytes()[column] == b'#';
        let (up, down) = (wall(row - 1, column), wall(row + 1, column));
        let (left, right) = (wall(row, column - 1), wall(row, column + 1));
        assert!(up && down && !left && !right || !up && !down && left && right, "{row} {column}");
        // All that is on the left hangs on the one square in the wall.
        assert_eq!(tunnel.is_one_way, (row, column) == (4, 5), "{row} {column}");
    }
    assert_eq!(tunnels(&board).iter().filter(|tunnel| tunnel.is_one_way).count(), 1);
    assert!(tunnels(&board).len() > 6, "{:?}", tunnels(&board));
}
