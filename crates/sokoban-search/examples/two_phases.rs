//! Holds the search that counts moves to the two-phase oracle, level by level.
//!
//! `cargo run --release -p sokoban-search --example two_phases -- FILE [STATES] [EXPANSIONS] [SECONDS]`
//!
//! For both orders of the two measures, a level is compared if the oracle meets no more than STATES
//! states (a million unless said) and `auto` proves it in EXPANSIONS (100,000). What one of them does
//! not finish is skipped, as are all levels after SECONDS (300) in all; a line says how many were
//! compared. Any disagreement is printed and fails the run, as does a run that compares nothing.

use std::error::Error;
use std::time::{Duration, Instant};

use sokoban_core::{Board, Level};
use sokoban_oracle::{
    Cost, Grid, Least, boards_in, two_phase_moves_then_pushes, two_phase_pushes_then_moves,
};
use sokoban_search::{Limits, Objective, Outcome, SolveConfig, solve};

/// The least moves and pushes that the search proves; the inner none says that there is no solution.
fn searched(board: &Board, objective: Objective, expansions: u64) -> Option<Option<Cost>> {
    let config = SolveConfig { objective, ..SolveConfig::default() };
    let limits = Limits { nodes: Some(expansions), ..Limits::default() };
    let report = solve(board, &config, &limits, &mut ()).expect("the choices go together");
    match report.outcome {
        Outcome::Solved { counts, optimality, .. } if optimality.is_proven(objective) => {
            Some(Some(Cost { pushes: counts.pushes as u32, moves: counts.moves as u32 }))
        }
        Outcome::Unsolvable(_) => Some(None),
        _ => None,
    }
}

#[expect(clippy::print_stdout, reason = "a comparison prints")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("FILE [STATES] [EXPANSIONS] [SECONDS]")?;
    let states = arguments.next().map_or(Ok(1_000_000), |states| states.parse())?;
    let expansions = arguments.next().map_or(Ok(100_000), |expansions| expansions.parse())?;
    let seconds = arguments.next().map_or(Ok(300), |seconds| seconds.parse())?;
    let (begin, budget) = (Instant::now(), Duration::from_secs(seconds));
    let (mut compared, mut open, mut late, mut wrong) = (0, 0, 0, 0);
    for (index, text) in boards_in(&std::fs::read_to_string(file)?).iter().enumerate() {
        if begin.elapsed() > budget {
            late += 2;
            continue;
        }
        let board = Board::try_from(&text.parse::<Level>()?)?;
        let grid = Grid::from_xsb(text);
        for objective in [Objective::MovesPushes, Objective::PushesMoves] {
            let search = searched(&board, objective, expansions);
            let oracle = search.and_then(|_| {
                let least = match objective {
                    Objective::MovesPushes => two_phase_moves_then_pushes(&grid, states),
                    _ => two_phase_pushes_then_moves(&grid, states),
                };
                match least {
                    Least::Found(cost) => Some(Some(cost)),
                    Least::Unsolvable => Some(None),
                    Least::TooLarge => None,
                }
            });
            if oracle.is_none() {
                open += 1;
                continue;
            }
            compared += 1;
            if search != oracle {
                wrong += 1;
                println!("level {}, {objective}: {search:?}, but {oracle:?}", index + 1);
            }
        }
    }
    println!(
        "{compared} optima compared, {wrong} of them different; \
         {open} not finished by one of the two, {late} left out for lack of time"
    );
    if compared == 0 || wrong > 0 {
        return Err("the search and the oracle do not agree".into());
    }
    Ok(())
}
