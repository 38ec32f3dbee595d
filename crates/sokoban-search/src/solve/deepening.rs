//! What `auto` does when the memory of its long search is full.

use sokoban_core::Board;

use super::{Learned, choose_heuristic, search_one_way};
use crate::budget::Budget;
use crate::config::{Algorithm, HeuristicKind, Objective, SolveConfig};
use crate::outcome::{Optimality, Outcome, StopReason};
use crate::stats::Stats;

/// Goes on by deepening from the lower bound that `earlier` has proven, with all the memory that
/// its tables had, if it was stopped by memory and another limit will end what follows. Its solution
/// stays if no better one is found, and is proven if the lower bound comes to meet it.
///
/// Without a limit of time or expansions nothing might ever end the deepening, so that there the
/// limit of memory ends the search.
pub(super) fn deepened<const WORDS: usize>(
    board: &Board,
    config: &SolveConfig,
    (earlier, ran): (Learned, (Algorithm, HeuristicKind)),
    budget: &mut Budget<'_>,
    stats: &mut Stats,
) -> (Learned, (Algorithm, HeuristicKind)) {
    // The account of the board outlasts a search.
    let board_bytes = board.memory_usage();
    let is_possible = earlier.stopped_by == Some(StopReason::Memory)
        && budget.has_other_limit()
        && budget.memory.used() >= board_bytes;
    if !is_possible {
        return (earlier, ran);
    }
    budget.memory.release(budget.memory.used() - board_bytes);
    let pushes = match &earlier.outcome {
        Outcome::Solved { counts, .. } => u32::try_from(counts.pushes).ok(),
        _ => None,
    };
    budget.go_on(stats, earlier.lower_bound, pushes);
    let counted = std::mem::take(stats);
    let config =
        SolveConfig { table_bytes: Some(config.table_bytes.unwrap_or(usize::MAX)), ..*config };
    let mut bound = ran.1;
    let mut later = search_one_way::<WORDS>(board, &config, Algorithm::Ida, bound, budget, stats);
    let simpler = choose_heuristic(board, config.heuristic);
    let is_cramped = later.stopped_by == Some(StopReason::Memory) && stats.expanded == 0;
    if is_cramped && simpler != bound {
        // There is no room for the tables of a bound that was our choice.
        budget.memory.release(budget.memory.used() - board_bytes);
        bound = simpler;
        later = search_one_way::<WORDS>(board, &config, Algorithm::Ida, bound, budget, stats);
    }
    if stats.expanded == 0 && matches!(later.outcome, Outcome::Stopped(_)) {
        *stats = counted;
        return (both(earlier, later), ran);
    }
    *stats = stats.after(counted);
    (both(earlier, later), (Algorithm::Ida, bound))
}

/// What two searches of one level learned together.
pub(super) fn both(earlier: Learned, later: Learned) -> Learned {
    let lower_bound = earlier.lower_bound.max(later.lower_bound);
    match (earlier.outcome, later.outcome) {
        (Outcome::Solved { solution, counts, .. }, Outcome::Stopped(reason)) => {
            let most = u32::try_from(counts.pushes).unwrap_or(u32::MAX);
            let lower_bound = lower_bound.min(most);
            let optimality = Optimality::from_bound(counts, lower_bound);
            let is_proven = optimality.is_proven(Objective::Pushes);
            let outcome = Outcome::Solved { solution, counts, optimality };
            let stopped_by = (!is_proven).then_some(reason);
            Learned { outcome, lower_bound, stopped_by, sma: None }
        }
        (_, outcome) => Learned { outcome, lower_bound, stopped_by: later.stopped_by, sma: None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::solve::solve;
    use sokoban_core::Level;

    /// A solution of three pushes, of which no more than `lower_bound` is proven.
    fn solved(lower_bound: u32) -> Learned {
        let level: Level = "######\n#@ $.#\n# $ .#\n#    #\n######".parse().expect("a level");
        let board = Board::try_from(&level).expect("a board");
        let report = solve(&board, &SolveConfig::default(), &Limits::default(), &mut ());
        let outcome = report.expect("the choices go together").outcome;
        let Outcome::Solved { solution, counts, .. } = outcome else { panic!("{outcome:?}") };
        let optimality = Optimality::from_bound(counts, lower_bound);
        let outcome = Outcome::Solved { solution, counts, optimality };
        Learned { outcome, lower_bound, stopped_by: Some(StopReason::Memory), sma: None }
    }

    fn stopped(reason: StopReason, lower_bound: u32) -> Learned {
        Learned { lower_bound, ..Learned::nothing(reason) }
    }

    #[test]
    fn a_solution_stays_and_a_bound_that_meets_it_proves_it() {
        let learned = both(solved(1), stopped(StopReason::Time, 2));
        assert_eq!((learned.lower_bound, learned.stopped_by), (2, Some(StopReason::Time)));
        assert!(matches!(&learned.outcome, Outcome::Solved { counts, optimality, .. }
            if counts.pushes == 3 && optimality.proven().is_empty()));
        for met in [3, 4] {
            let learned = both(solved(1), stopped(StopReason::Nodes, met));
            assert_eq!((learned.lower_bound, learned.stopped_by), (3, None));
            assert!(matches!(&learned.outcome, Outcome::Solved { counts, optimality, .. }
                if counts.pushes == 3 && optimality.is_proven(Objective::Pushes)));
        }
        assert_eq!(both(stopped(StopReason::Memory, 2), solved(3)).lower_bound, 3);
    }

    #[test]
    fn a_lower_bound_never_falls() {
        for (before, after) in [(5, 7), (7, 5)] {
            let (earlier, later) =
                (stopped(StopReason::Memory, before), stopped(StopReason::Time, after));
            let learned = both(earlier, later);
            assert_eq!((learned.lower_bound, learned.stopped_by), (7, Some(StopReason::Time)));
            assert_eq!(learned.outcome, Outcome::Stopped(StopReason::Time));
        }
    }
}
