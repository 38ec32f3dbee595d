//! What a line of `batch` has besides that of `solve`.

use serde::Serialize;
use sokoban_core::{Direction, Solution};

use crate::args::ActionOrder;

/// The fields of a line of `batch` behind those of `solve`. A field that was not asked for is not
/// written; one that was, and has no value, is null.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct BatchFields<'b> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) actions: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) optimal_sequences: Option<Option<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) duplicate_of: Option<Option<LevelName<'b>>>,
    pub(crate) options: &'b str,
}

/// A level's place among the inputs.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LevelName<'b> {
    pub(crate) file: &'b str,
    pub(crate) level: usize,
}

/// The moves of `solution`, one digit each.
pub(crate) fn actions(solution: &Solution, order: ActionOrder) -> String {
    let digit = |direction| match (order, direction) {
        (_, Direction::Up) => '0',
        (ActionOrder::Urdl, Direction::Right) | (ActionOrder::Udlr, Direction::Down) => '1',
        (ActionOrder::Urdl, Direction::Down) | (ActionOrder::Udlr, Direction::Left) => '2',
        (ActionOrder::Urdl, Direction::Left) | (ActionOrder::Udlr, Direction::Right) => '3',
    };
    solution.steps().iter().map(|step| digit(step.direction)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_names_the_digits() {
        let solution: Solution = "uRdL".parse().unwrap();
        assert_eq!(actions(&solution, ActionOrder::Urdl), "0123");
        assert_eq!(actions(&solution, ActionOrder::Udlr), "0312");
    }
}
