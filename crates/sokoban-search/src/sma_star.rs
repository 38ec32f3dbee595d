//! SMA*: the search that forgets.

mod arena;
mod edges;
mod layout;
mod order;
mod roots;
mod stage;
mod tree;

use sokoban_heuristics::Heuristic;

use crate::astar::{Ending, Found};
use crate::budget::Budget;
use crate::config::SmaStages;
use crate::ida_star::ida_star;
use crate::outcome::{SmaReport, SmaStage, StopReason};
use crate::space::StateSpace;
use crate::stats::Stats;
use stage::{Stage, StageEnd};

/// How the search runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SmaConfig {
    /// The most states in memory at one time, if the bytes alone are not to decide.
    pub(crate) max_nodes: Option<usize>,
    pub(crate) stages: SmaStages,
}

/// The second stage begins when so many times as many states are expanded as when an expanded
/// state was forgotten for the first time. With little memory that is early, and little is lost; with
/// half of what A* takes, the first stage is often done before. Of 2, 3 and 4, and of rules that
/// count from when the least value rose last, this did best over shares of 50, 25 and 10 % together.
const PATIENCE: u64 = 4;

/// SMA* (Russell 1992; Chakrabarti, Ghose, Acharya & de Sarkar 1989) with one node for a state and a
/// value for every edge, and iterative deepening where forgetting costs more than it saves.
///
/// The path is a shortest one if `heuristic` is admissible; it need not be consistent. The limit on
/// bytes, and that on nodes, hold for all that both stages allocate, and the first stage is freed
/// before the second one begins. The lower bound is proven whenever the search ends.
pub(crate) fn sma_star<S: StateSpace, H: Heuristic>(
    space: &mut S,
    heuristic: &H,
    budget: &mut Budget<'_>,
    stats: &mut Stats,
    config: SmaConfig,
) -> (Found, SmaReport) {
    let max_nodes = config.max_nodes.unwrap_or(usize::MAX).max(1);
    let patience = match config.stages {
        SmaStages::A => None,
        SmaStages::Both => Some(PATIENCE),
    };
    let booked = budget.memory.used();
    let mut report = SmaReport::default();
    let mut lower_bound = 0;
    let mut node_bytes = 0;
    let ended = match Stage::new(space, heuristic, budget, stats, max_nodes) {
        Ok(mut stage) => {
            let ended = stage.run(patience);
            lower_bound = u32::from(stage.least);
            report.culls = stage.tree.culls;
            node_bytes = stage.tree.arena.node_bytes();
            if ended == Ok(StageEnd::Cramped) {
                report.least_cap = Some(stage.tree.arena.len() as u64 + 1);
            }
            ended
        }
        Err(reason) => Err(reason),
    };
    budget.memory.release(budget.memory.used() - booked);
    report.expanded_first = stats.expanded;
    let ending = match ended {
        Ok(StageEnd::Shortest(path)) => Ending::Shortest(path),
        Ok(StageEnd::NoPath) => Ending::NoPath,
        Err(reason) => Ending::Stopped(reason),
        Ok(StageEnd::Cramped) if config.stages == SmaStages::A => {
            Ending::Stopped(StopReason::Memory)
        }
        Ok(StageEnd::Cramped | StageEnd::Thrashing) => {
            report.stage = SmaStage::Deepening;
            let table_bytes = max_nodes.saturating_mul(node_bytes);
            let found = ida_star(space, heuristic, budget, stats, table_bytes, lower_bound);
            budget.memory.release(budget.memory.used() - booked);
            report.expanded_second = stats.expanded - report.expanded_first;
            return (found, report);
        }
    };
    (Found { ending, lower_bound }, report)
}
