//! What memory-bounded search costs: expansions against A*'s, under caps that are shares of the
//! bytes that A* peaks at on the same level.
//!
//! `cargo run --release -p sokoban-search --example sma_bars -- FILE [a|ab] [forward|reverse]`
//!
//! Levels that A* proves within 400,000 expansions count. The board, the bound and the space take
//! the same bytes in every search, so the shares are of what A* books beyond them, and the cap is on
//! the same. A level is solved if its optimum is proven within 40 times A*'s expansions.

use std::error::Error;

use sokoban_core::{Board, Collection};
use sokoban_search::{Algorithm, Limits, Outcome, Report, SolveConfig, solve};

const PERCENTAGES: [usize; 5] = [100, 50, 25, 10, 5];
const MOST_EXPANSIONS: u64 = 400_000;
const MOST_TIMES: u64 = 40;

fn pushes(report: &Report) -> Option<usize> {
    match &report.outcome {
        Outcome::Solved { counts, .. } => Some(counts.pushes),
        _ => None,
    }
}

/// The value below which so many percent of the sorted list lie; the unsolved are infinite.
fn percentile(ratios: &[f64], percent: usize) -> f64 {
    ratios[(ratios.len() * percent / 100).min(ratios.len() - 1)]
}

fn row(name: &str, share: usize, ratios: &mut [f64]) -> String {
    ratios.sort_by(f64::total_cmp);
    let solved = ratios.iter().filter(|ratio| ratio.is_finite()).count();
    let (median, p90) = (percentile(ratios, 50), percentile(ratios, 90));
    format!(
        "{name:12} {share:3} %: {solved:3} of {}, median {median:.2}, p90 {p90:.2}",
        ratios.len()
    )
}

#[expect(clippy::print_stdout, reason = "a measurement prints")]
fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let file = args.first().ok_or("FILE [a|ab] [forward|reverse]")?;
    let collection = Collection::from_bytes(&std::fs::read(file)?);
    let astar = SolveConfig {
        algorithm: Algorithm::AStar,
        direction: args.get(2).map_or(Ok(SolveConfig::default().direction), |name| name.parse())?,
        ..SolveConfig::default()
    };
    let mut sma = astar;
    sma.algorithm = Algorithm::Sma;
    sma.sma_stages = args.get(1).map_or(Ok(sma.sma_stages), |name| name.parse())?;
    let mut ratios = [const { Vec::new() }; PERCENTAGES.len()];
    let mut hard = [const { Vec::new() }; PERCENTAGES.len()];
    let mut wrong = 0;
    for (number, level) in collection.levels().iter().enumerate() {
        let Ok(level) = level else { continue };
        let Ok(board) = Board::try_from(level) else { continue };
        let limits = Limits { nodes: Some(MOST_EXPANSIONS), ..Limits::default() };
        let reference = solve(&board, &astar, &limits, &mut ())?;
        let Some(optimum) = pushes(&reference) else { continue };
        let (base, expanded) = (reference.stats.base_bytes, reference.stats.expanded.max(1));
        let own = reference.stats.peak_bytes - base;
        let mut line = format!("{:3} {optimum:4} {expanded:7} {own:9}:", number + 1);
        for (at, percent) in PERCENTAGES.into_iter().enumerate() {
            let limits = Limits {
                nodes: Some(MOST_TIMES * expanded.max(50)),
                bytes: Some(base + own * percent / 100),
                ..Limits::default()
            };
            let report = solve(&board, &sma, &limits, &mut ())?;
            let found = pushes(&report);
            let is_wrong = found.is_some_and(|found| found != optimum)
                || matches!(report.outcome, Outcome::Unsolvable(_))
                || report.lower_bound as usize > optimum;
            wrong += usize::from(is_wrong);
            let ratio = match found {
                Some(_) => report.stats.expanded as f64 / expanded as f64,
                None => f64::INFINITY,
            };
            ratios[at].push(ratio);
            if expanded >= 1000 {
                hard[at].push(ratio);
            }
            let stage = report.sma.map_or("", |sma| sma.stage.name());
            let mark = if stage == "sma" { "" } else { "+" };
            line += &format!(" {ratio:.2}{mark}");
        }
        println!("{line}");
    }
    println!("wrong: {wrong}");
    for (at, percent) in PERCENTAGES.into_iter().enumerate() {
        println!("{}", row("all", percent, &mut ratios[at]));
        if !hard[at].is_empty() {
            println!("{}", row("over 1,000", percent, &mut hard[at]));
        }
    }
    Ok(())
}
