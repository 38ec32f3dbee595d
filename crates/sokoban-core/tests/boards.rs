//! Boards: which levels make one, what is said of those that do not, and how large they may be.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use sokoban_core::{
    Board, BoardError, BoardErrorKind, BoardWarning, Collection, Level, MAX_SQUARES, Place, Reach,
    Square, State,
};
use sokoban_oracle::{Grid, boards_in};

fn board(text: &str) -> Result<Board, BoardError> {
    Board::try_from(&text.parse::<Level>().expect("the text is a level"))
}

/// A room with this many columns and rows of floor, one box and one goal.
fn room(columns: usize, rows: usize) -> String {
    let rim = "#".repeat(columns + 2);
    let row = format!("#{}#\n", " ".repeat(columns));
    let first = format!("#@$.{}#\n", " ".repeat(columns - 3));
    format!("{rim}\n{first}{}{rim}\n", row.repeat(rows - 1))
}

#[test]
fn what_cannot_be_played_is_said_with_its_place() {
    let places = |places: &[(usize, usize)]| {
        places.iter().map(|&(line, column)| Place { line, column }).collect()
    };
    let cases = [
        (
            "; a title\n\n  #####\n  # $.#\n  #####",
            BoardErrorKind::NoPlayer,
            "3:3: the level has no player; put one '@' on a floor square",
        ),
        (
            "; a title\n  #######\n  #@$.@+#\n  #######",
            BoardErrorKind::SeveralPlayers(places(&[(3, 4), (3, 7), (3, 8)])),
            "3:7: the level has 3 players, at 3:4, 3:7, 3:8; keep one '@'",
        ),
        (
            "#####\n# @.#\n#####",
            BoardErrorKind::NoBox,
            "2:3: no box within the player's reach; add a '$'",
        ),
        (
            "#######\n#@.#*##\n#######",
            BoardErrorKind::NoBox,
            "2:2: no box within the player's reach; add a '$'",
        ),
        (
            "\n  ######\n  #@$.\n  ######",
            BoardErrorKind::OpenBoundary,
            "3:6: the player can leave the board here; close the boundary with '#'",
        ),
        (
            "######\n#@$. #\n### ##",
            BoardErrorKind::OpenBoundary,
            "3:4: the player can leave the board here; close the boundary with '#'",
        ),
        // The way out leads through a box, which the player can push.
        (
            "######\n#@$.$\n######",
            BoardErrorKind::OpenBoundary,
            "2:5: the player can leave the board here; close the boundary with '#'",
        ),
        (
            "#######\n#@$$. #\n#.# $ #\n#######",
            BoardErrorKind::MoreBoxesThanGoals { boxes: 3, goals: 2 },
            "2:3: 3 boxes but only 2 goals within the player's reach, so the level cannot be \
             solved; add goals or take boxes out",
        ),
        (
            "########\n#@$ #.##\n########",
            BoardErrorKind::MoreBoxesThanGoals { boxes: 1, goals: 0 },
            "2:3: 1 box but only 0 goals within the player's reach, so the level cannot be \
             solved; add goals or take boxes out",
        ),
        (
            "########\n#@$.#*##\n######$#\n########",
            BoardErrorKind::BoxOutside,
            "3:7: this box is off goal and out of the player's reach, so the level cannot be \
             solved; take it out or open a way to it",
        ),
    ];
    for (text, kind, message) in cases {
        let error = board(text).unwrap_err();
        assert_eq!(error.kind(), &kind, "{text}");
        assert_eq!(error.to_string(), message, "{text}");
        let place = format!("{}:{}: ", error.line(), error.column());
        assert!(message.starts_with(&place), "{text}");
    }
}

#[test]
fn a_row_with_text_behind_it_is_named_as_the_cause() {
    let message = |text: &str| board(text).unwrap_err().to_string();
    let below = message("#####\n#@$.#\n#####   trailing text\n");
    assert_eq!(
        below,
        "3:1: this line looks like a row with text behind it and was not read as one, so the \
         player can leave the board at 2:2; put the text on a line of its own"
    );
    let above = message("##### the lid\n#@$.#\n#   #\n#####\n");
    assert!(above.starts_with("1:1: this line looks like a row with text"), "{above}");
    // Not where the hole is elsewhere, and not where a blank line sets the text apart.
    for text in
        ["######\n#@$. #\n# ##  \n######\n### some more text", "#####\n#@$.#\n\n##### some text"]
    {
        let error = board(text).unwrap_err();
        assert_eq!(error.kind(), &BoardErrorKind::OpenBoundary, "{text}: {error}");
    }
}

#[test]
fn a_crowd_of_players_is_counted() {
    let text = format!("#########\n#{}$.#\n#########", "@".repeat(5));
    let error = board(&text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "2:3: the level has 5 players, at 2:2, 2:3, 2:4, 2:5 and 1 more; keep one '@'"
    );
}

#[test]
fn boxes_on_goals_may_close_the_outline() {
    let closed = board("*****\n*@$.*\n*****").unwrap();
    assert_eq!((closed.squares(), closed.start_boxes().len(), closed.goals().len()), (3, 1, 1));
    assert_eq!(closed.warnings(), [BoardWarning::BoxesIgnored { boxes: 12 }]);

    let mixed = board("#####\n*@$.*\n#   #\n#####").unwrap();
    assert_eq!((mixed.squares(), mixed.start_boxes().len()), (6, 1));
    assert_eq!(mixed.warnings(), [BoardWarning::BoxesIgnored { boxes: 2 }]);

    // Within walls such boxes stay boxes, whether they can move or not.
    let walled = board("#######\n#**@$.#\n#**   #\n#######").unwrap();
    assert_eq!(walled.start_boxes().len(), 5);
    assert_eq!(walled.warnings(), []);
}

#[test]
fn an_outline_that_boxes_do_not_hold_is_open() {
    let cases = [
        ("a hole", "*****\n*@$.*\n** **", "3:3"),
        ("boxes off goal", "###$#\n#@$.#\n#####", "1:4"),
        ("a box that can be pushed out", "######\n#@$. #\n##*###\n# .  .\n######", "4:6"),
    ];
    for (what, text, place) in cases {
        let error = board(text).unwrap_err();
        assert_eq!(error.kind(), &BoardErrorKind::OpenBoundary, "{what}");
        assert!(error.to_string().starts_with(place), "{what}: {error}");
    }
}

#[test]
fn decoration_out_of_reach_is_ignored() {
    let board = board("##########\n#@$.#*.###\n######*###\n##########").unwrap();
    assert_eq!((board.squares(), board.goals().len(), board.start_boxes().len()), (3, 1, 1));
    let expected =
        [BoardWarning::BoxesIgnored { boxes: 2 }, BoardWarning::GoalsIgnored { goals: 1 }];
    assert_eq!(board.warnings(), expected);
    assert_eq!(
        board.warnings()[0].to_string(),
        "2 boxes on goals can never move or be reached and are ignored"
    );
    assert_eq!(board.warnings()[1].to_string(), "1 goal out of the player's reach is ignored");
}

#[test]
fn decoration_of_a_published_level_is_ignored() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/odd/decor_boxes_outside_microban155.xsb");
    let Ok(bytes) = fs::read(&path) else {
        println!("not checked: {} is not at hand", path.display());
        return;
    };
    let level = Collection::from_bytes(&bytes).into_iter().next().unwrap().unwrap();
    let board = Board::try_from(&level).unwrap();
    let grid = Grid::from_xsb(&boards_in(&String::from_utf8(bytes).unwrap())[0]);
    assert_eq!(board.squares(), grid.squares());
    assert_eq!(board.start_boxes().len(), grid.start().boxes.len());
    let boxes = level.boxes().len() - grid.start().boxes.len();
    assert!(boxes > 0);
    assert!(board.warnings().contains(&BoardWarning::BoxesIgnored { boxes }));
}

#[test]
fn fewer_boxes_than_goals_can_be_played() {
    let board = board("#######\n#@ $..#\n#######").unwrap();
    let expected = BoardWarning::FewerBoxesThanGoals { boxes: 1, goals: 2 };
    assert_eq!(board.warnings(), [expected]);
    assert_eq!(expected.to_string(), "1 box for 2 goals: solved when every box stands on a goal");
    let mut reach = Reach::new(&board);
    let start = State::<1>::start(&board, &mut reach);
    let push = start.pushes(&board, &mut reach)[0];
    assert!(start.push(&board, push, &mut reach).is_solved(&board));
}

#[test]
fn a_level_that_is_solved_at_the_start_can_be_played() {
    let board = board("#####\n#@* #\n#####").unwrap();
    assert_eq!(board.warnings(), [BoardWarning::AlreadySolved]);
    assert_eq!(BoardWarning::AlreadySolved.to_string(), "already solved at the start");
    assert!(State::<1>::start(&board, &mut Reach::new(&board)).is_solved(&board));
}

#[test]
fn a_board_of_one_column_and_one_of_one_row() {
    for text in ["###\n#@#\n#$#\n#.#\n###", "#####\n#@$.#\n#####"] {
        let board = board(text).unwrap();
        assert_eq!((board.squares(), board.live_squares()), (3, 2), "{text}");
    }
}

#[test]
fn a_large_board_is_made_quickly() {
    let level: Level = room(130, 130).parse().unwrap();
    let started = Instant::now();
    let board = Board::try_from(&level).unwrap();
    let mut reach = Reach::new(&board);
    reach.set_boxes(board.start_boxes().iter().copied());
    let canonical = reach.flood(board.start_player());
    // It takes some milliseconds; anything quadratic in the squares would take many seconds.
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
    assert_eq!(board.squares(), 16_900);
    assert_eq!(canonical, board.start_player());
    let reached = (0..board.squares()).filter(|&index| reach.contains(Square::new(index))).count();
    assert_eq!(reached, 16_899);
}

#[test]
fn the_largest_board_and_one_past_it() {
    let largest = board(&room(257, 255)).unwrap();
    assert_eq!(largest.squares(), MAX_SQUARES);
    let last = Square::new(largest.squares() - 1);
    assert_eq!(largest.square_at(largest.position(last)), Some(last));
    let mut reach = Reach::new(&largest);
    reach.set_boxes(largest.start_boxes().iter().copied());
    reach.flood(largest.start_player());
    assert!(reach.contains(last));

    let error = board(&room(256, 256)).unwrap_err();
    assert_eq!(error.kind(), &BoardErrorKind::TooLarge { squares: 65_536 });
    assert_eq!(
        error.to_string(),
        "2:2: the board has 65536 squares within reach; the limit is 65535"
    );
}
