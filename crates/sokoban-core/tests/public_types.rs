//! What every public type can do: be sent, be shared, be shown, and where asked for be stored.

use std::fmt::Debug;

use sokoban_core::{
    Areas, BitBoard, Board, BoardError, BoardErrorKind, BoardWarning, Collection, Counts, Deadlock,
    DeadlockConfig, DeadlockScratch, Deadlocks, Direction, Level, LurdError, LurdErrorKind,
    ParseError, ParseErrorKind, PerftRow, Place, PlayerSides, Position, Pull, Push, PushDistances,
    Reach, ReplayError, ReplayErrorKind, Solution, SolutionMetrics, Square, Squares, Stance, State,
    Step, Tile, UnreadForm, Warning, WarningKind,
};

fn check<T: Send + Sync + Debug>() {}

fn check_error<T: std::error::Error + Send + Sync + 'static>() {}

#[test]
fn all_can_be_sent_shared_and_shown() {
    check::<(BitBoard<4>, Squares<'_, 4>, State<4>, Square, Direction, Push, Pull)>();
    check::<(Board, BoardErrorKind, BoardWarning, PlayerSides, Stance, PushDistances, Reach, Areas)>(
    );
    check::<(Level, Collection, Position, Place, Tile, Warning, WarningKind)>();
    check::<(ParseErrorKind, UnreadForm, LurdErrorKind, ReplayErrorKind)>();
    check::<(Deadlock, DeadlockConfig, DeadlockScratch, Deadlocks)>();
    check::<(Solution, SolutionMetrics, Step, Counts, PerftRow)>();
    check_error::<BoardError>();
    check_error::<ParseError>();
    check_error::<LurdError>();
    check_error::<ReplayError>();
}

#[cfg(feature = "serde")]
mod stored {
    use serde::{Serialize, de::DeserializeOwned};

    use super::*;

    /// Through JSON and back, by way of the expected text.
    fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, expected: &str) {
        assert_eq!(serde_json::to_string(value).expect("it is plain data"), expected);
        assert_eq!(&serde_json::from_str::<T>(expected).expect("it is valid"), value);
    }

    #[test]
    fn values_come_back_as_they_were() {
        round_trip(&Direction::ALL, r#"["up","right","down","left"]"#);
        round_trip(&Square::new(65_534), "65534");
        let push = Push { from: Square::new(7), direction: Direction::Left };
        round_trip(&push, r#"{"from":7,"direction":"left"}"#);
        let pull = Pull { from: Square::new(7), direction: Direction::Up };
        round_trip(&pull, r#"{"from":7,"direction":"up"}"#);
        round_trip(&Position { row: 2, column: 3 }, r#"{"row":2,"column":3}"#);
        round_trip(&Place { line: 2, column: 3 }, r#"{"line":2,"column":3}"#);
        let step = Step { direction: Direction::Down, push: true };
        round_trip(&step, r#"{"direction":"down","push":true}"#);
        round_trip(&Counts { moves: 5, pushes: 2 }, r#"{"moves":5,"pushes":2}"#);
        round_trip(
            &SolutionMetrics { moves: 1, ..SolutionMetrics::default() },
            r#"{"moves":1,"pushes":0,"box_lines":0,"box_changes":0,"pushing_sessions":0,"player_lines":0}"#,
        );
        round_trip(&Deadlock::SquareBlock, r#""square-block""#);
        let config = r#"{"dead_squares":true,"square_block":true,"freeze":true,"pi_corral":true,"corral_search":true}"#;
        round_trip(&DeadlockConfig::ALL, config);
        let warning = BoardWarning::FewerBoxesThanGoals { boxes: 1, goals: 2 };
        round_trip(&warning, r#"{"fewer-boxes-than-goals":{"boxes":1,"goals":2}}"#);
        round_trip(&WarningKind::Tab, r#""tab""#);
        round_trip(&Tile::Wall, r#""Wall""#);
    }

    #[test]
    fn a_solution_is_its_letters() {
        let solution: Solution = "rRuD".parse().unwrap();
        round_trip(&solution, r#""rRuD""#);
        assert!(serde_json::from_str::<Solution>(r#""rX""#).is_err());
    }

    #[test]
    fn a_level_is_its_text_and_goes_through_the_reader() {
        let text = "; Ragged\n  ####\n###  #\n#@$.-#\n######\nAuthor: A\n";
        let level: Level = text.parse().unwrap();
        assert_eq!((level.title(), level.author()), (Some("Ragged"), Some("A")));
        let json = serde_json::to_string(&level).unwrap();
        let back: Level = serde_json::from_str(&json).unwrap();
        assert_eq!(back, level);
        assert_eq!(back.to_string(), level.to_string());
        for broken in [
            r#####"{"board":"####\n#x?#\n####","title":null,"author":null}"#####,
            r#"{"board":"","title":null,"author":null}"#,
        ] {
            assert!(serde_json::from_str::<Level>(broken).is_err());
        }
    }
}
