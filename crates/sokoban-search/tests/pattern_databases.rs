//! Search with pattern databases: the optimum in both directions, and the limits on their build.

mod case;
mod shipped;

use std::ops::ControlFlow;
use std::time::Duration;

use case::{Case, Truth};
use shipped::shipped;
use sokoban_core::{Board, Level};
use sokoban_oracle::{Grid, Least, least_pushes, random_level};
use sokoban_search::{
    Direction, HeuristicKind, Limits, Macros, Observer, Outcome, PdbBoxes, Progress, SolveConfig,
    StopReason, solve,
};

fn board(text: &str) -> Board {
    Board::try_from(&text.parse::<Level>().expect("a level")).expect("a board")
}

fn config(boxes: PdbBoxes, direction: Direction) -> SolveConfig {
    SolveConfig {
        heuristic: HeuristicKind::Pdb,
        pdb_boxes: boxes,
        direction,
        ..SolveConfig::default()
    }
}

/// Holds every choice that bears on the tables to the truth.
fn check(case: &Case) {
    for &boxes in PdbBoxes::ALL {
        for &direction in Direction::ALL {
            for &macros in Macros::ALL {
                let mut config = config(boxes, direction);
                config.macros = macros;
                let report = solve(&case.board, &config, &Limits::default(), &mut ())
                    .expect("a valid configuration");
                assert!(case.judge(&report), "{} stopped: {config:?}", case.name);
                assert_eq!(report.stats.reopened, 0, "the bound is consistent");
            }
        }
    }
}

#[test]
fn every_shipped_level_has_its_pinned_optimum() {
    for case in shipped() {
        check(&case);
    }
}

#[test]
fn a_thousand_random_levels_have_their_optimum() {
    let mut unsolvable = 0;
    for seed in 0..1000 {
        let text = random_level(seed, 7, 7, 2 + seed as usize % 3, 4 + seed as usize % 5);
        let truth = match least_pushes(&Grid::from_xsb(&text), 300_000) {
            Least::Found(pushes) => Truth::Solvable { least: pushes, most: pushes },
            Least::Unsolvable => Truth::Unsolvable,
            Least::TooLarge => continue,
        };
        unsolvable += u32::from(truth == Truth::Unsolvable);
        check(&Case::new(format!("seed {seed}:\n{text}\n"), &text, truth));
    }
    assert!(unsolvable > 50, "{unsolvable}");
}

/// A room for which a table of three boxes takes some time and some megabytes.
fn room() -> Board {
    let (wall, floor) = ("#".repeat(32), " ".repeat(30));
    let boxes = format!("#@ $ $ $ $ ... .{}#", " ".repeat(15));
    let rows = format!("\n#{floor}#").repeat(8);
    board(&format!("{wall}\n#{floor}#\n{boxes}{rows}\n{wall}"))
}

#[test]
fn tables_that_do_not_fit_stop_the_search_before_it_begins() {
    let board = room();
    for &direction in Direction::ALL {
        for bytes in [1 << 10, 1 << 17, 1 << 20, 1 << 23] {
            let limits = Limits { bytes: Some(bytes), ..Limits::default() };
            let config = config(PdbBoxes::Three, direction);
            let report = solve(&board, &config, &limits, &mut ()).unwrap();
            assert_eq!(report.outcome, Outcome::Stopped(StopReason::Memory));
            assert!(report.stats.peak_bytes <= bytes && report.stats.expanded == 0);
        }
    }
}

#[test]
fn a_build_is_stopped_by_the_clock_and_by_the_observer() {
    struct Impatient;
    impl Observer for Impatient {
        fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let config = config(PdbBoxes::Three, Direction::Forward);
    let limits = Limits { time: Some(Duration::from_millis(5)), ..Limits::default() };
    let report = solve(&room(), &config, &limits, &mut ()).unwrap();
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Time));
    assert!(report.elapsed < Duration::from_secs(5), "{:?}", report.elapsed);
    let report = solve(&room(), &config, &Limits::default(), &mut Impatient).unwrap();
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Cancelled));
}
