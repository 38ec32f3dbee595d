//! What a source claims to know about a level, and whether two sources can both be right.

use super::record::{LevelVerdict, Record};

/// Bounds on an optimum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Interval {
    /// Proven: the optimum is at least this.
    pub(crate) lower: u64,
    /// Shown by a solution: the optimum is at most this.
    pub(crate) upper: Option<u64>,
}

impl Interval {
    /// An optimum that is known exactly.
    pub(crate) fn exactly(value: u64) -> Self {
        Self { lower: value, upper: Some(value) }
    }

    /// Whether no optimum lies above the lower bound of one and below the solution of the other.
    fn contradicts(self, other: Self) -> bool {
        let lower = self.lower.max(other.lower);
        self.upper.is_some_and(|upper| upper < lower)
            || other.upper.is_some_and(|upper| upper < lower)
    }
}

impl std::fmt::Display for Interval {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.upper {
            Some(upper) if upper == self.lower => write!(f, "exactly {upper}"),
            Some(upper) => write!(f, "between {} and {upper}", self.lower),
            None => write!(f, "at least {}", self.lower),
        }
    }
}

/// All claims of one source about one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Claims {
    /// The least number of pushes.
    pub(crate) pushes: Interval,
    /// The least number of moves.
    pub(crate) moves: Interval,
    /// Whether the level is claimed to have no solution.
    pub(crate) is_unsolvable: bool,
}

impl Claims {
    /// The claims that a run makes by its verdict, its solution and its bound.
    pub(crate) fn of(record: &Record) -> Self {
        let mut claims =
            Self { is_unsolvable: record.verdict == LevelVerdict::Unsolvable, ..Self::default() };
        let first_measure = |objective: &str| match objective {
            "pushes" | "pushes-moves" => Some(Measure::Pushes),
            "moves" | "moves-pushes" => Some(Measure::Moves),
            // `any` minimizes nothing, so its bound says nothing of either.
            _ => None,
        };
        if record.verdict == LevelVerdict::Solved {
            claims.pushes.upper = record.pushes;
            claims.moves.upper = record.moves;
            for objective in &record.optimal_for {
                match first_measure(objective) {
                    Some(Measure::Pushes) => claims.pushes.raise(record.pushes),
                    Some(Measure::Moves) => claims.moves.raise(record.moves),
                    None => {}
                }
            }
        }
        if !claims.is_unsolvable {
            match first_measure(&record.objective) {
                Some(Measure::Pushes) => claims.pushes.raise(record.lower_bound),
                Some(Measure::Moves) => claims.moves.raise(record.lower_bound),
                None => {}
            }
        }
        claims
    }

    /// Why not both claims can be right; empty when they can.
    pub(crate) fn contradictions(self, other: Self) -> Vec<String> {
        let has_solution =
            |claims: Self| claims.pushes.upper.is_some() || claims.moves.upper.is_some();
        let mut found = Vec::new();
        if self.is_unsolvable && has_solution(other) {
            found.push("said to be unsolvable, yet a solution is known".to_owned());
        }
        if other.is_unsolvable && has_solution(self) {
            found.push("solved, yet known to be unsolvable".to_owned());
        }
        for (measure, mine, theirs) in
            [("pushes", self.pushes, other.pushes), ("moves", self.moves, other.moves)]
        {
            if mine.contradicts(theirs) {
                found.push(format!("{measure} {mine}, yet known to be {theirs}"));
            }
        }
        found
    }
}

#[derive(Clone, Copy, Debug)]
enum Measure {
    Pushes,
    Moves,
}

impl Interval {
    fn raise(&mut self, lower: Option<u64>) {
        self.lower = self.lower.max(lower.unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::{solved, unknown};
    use super::*;

    fn known(lower: u64, upper: u64) -> Claims {
        Claims { pushes: Interval { lower, upper: Some(upper) }, ..Claims::default() }
    }

    #[test]
    fn values_inside_the_known_interval_agree() {
        for pushes in [97, 100, 103] {
            let claims = Claims::of(&solved("a", 1, pushes, 1));
            assert!(claims.contradictions(known(97, 103)).is_empty());
        }
    }

    #[test]
    fn a_proven_value_outside_the_interval_is_a_contradiction() {
        let below = Claims::of(&solved("a", 1, 96, 1));
        assert_eq!(
            below.contradictions(known(97, 103)),
            ["pushes exactly 96, yet known to be between 97 and 103"]
        );
        let above = Claims::of(&solved("a", 1, 104, 1));
        assert_eq!(above.contradictions(known(97, 103)).len(), 1);
    }

    #[test]
    fn an_unproven_solution_may_be_longer_but_never_shorter() {
        let mut record = solved("a", 1, 110, 1);
        record.optimal_for.clear();
        record.lower_bound = Some(90);
        assert!(Claims::of(&record).contradictions(known(97, 103)).is_empty());
        record.pushes = Some(95);
        assert_eq!(Claims::of(&record).contradictions(known(97, 103)).len(), 1);
    }

    #[test]
    fn a_lower_bound_above_a_known_solution_is_a_contradiction_even_when_stopped() {
        assert!(Claims::of(&unknown("a", 1, 103)).contradictions(known(97, 103)).is_empty());
        assert_eq!(Claims::of(&unknown("a", 1, 104)).contradictions(known(97, 103)).len(), 1);
    }

    #[test]
    fn unsolvable_and_solved_exclude_each_other() {
        let unsolvable = Claims { is_unsolvable: true, ..Claims::default() };
        assert_eq!(unsolvable.contradictions(known(0, 5)).len(), 1);
        assert_eq!(Claims::of(&solved("a", 1, 3, 1)).contradictions(unsolvable).len(), 1);
        assert!(unsolvable.contradictions(unsolvable).is_empty());
    }

    #[test]
    fn a_bound_in_moves_says_nothing_of_pushes() {
        let mut record = unknown("a", 1, 400);
        record.objective = "moves-pushes".to_owned();
        let claims = Claims::of(&record);
        assert_eq!((claims.pushes.lower, claims.moves.lower), (0, 400));
    }
}
