//! Agreement: whether what several searches prove of one level goes together.

use sokoban_core::Counts;
use sokoban_search::{Objective, Outcome, Report};

use super::text::counted;

/// What several searches for one objective have proven of one level.
#[derive(Debug, Default)]
pub(crate) struct Agreement {
    /// The best solution, and the search that found it.
    best: Option<Solved>,
    /// Of the solutions that are proven optimal, the worst.
    optimal: Option<Solved>,
    /// The greatest lower bound, with its unit, and the search that proved it.
    bound: Option<(usize, &'static str, String)>,
    /// The first search that proved that there is no solution.
    unsolvable: Option<String>,
}

/// A solution.
#[derive(Clone, Debug)]
struct Solved {
    /// What the objective measures, the first measure first.
    measures: (usize, usize),
    /// That in words.
    text: String,
    /// The search that found it.
    name: String,
}

impl Solved {
    fn new(counts: Counts, objective: Objective, name: &str) -> Self {
        let Counts { pushes, moves } = counts;
        let first = objective.first_measure(counts);
        let unit = objective.first_measure_name();
        let (second, text) = match objective {
            Objective::MovesPushes => (pushes, counted(pushes, moves)),
            Objective::PushesMoves => (moves, counted(pushes, moves)),
            _ => (0, format!("{first} {unit}")),
        };
        Self { measures: (first, second), text, name: name.to_owned() }
    }
}

impl Agreement {
    /// Takes in what the search called `name` has proven.
    pub(crate) fn add(&mut self, name: &str, report: &Report) {
        match &report.outcome {
            Outcome::Unsolvable(_) => {
                // Its lower bound is of no solution, and goes with everything.
                self.unsolvable.get_or_insert_with(|| name.to_owned());
                return;
            }
            Outcome::Solved { counts, optimality, .. } => {
                let solved = Solved::new(*counts, report.objective, name);
                if self.best.as_ref().is_none_or(|best| solved.measures < best.measures) {
                    self.best = Some(solved.clone());
                }
                if optimality.is_proven(report.objective)
                    && self.optimal.as_ref().is_none_or(|worst| solved.measures > worst.measures)
                {
                    self.optimal = Some(solved);
                }
            }
            Outcome::Stopped(_) => {}
        }
        let bound = report.lower_bound as usize;
        if self.bound.as_ref().is_none_or(|(greatest, ..)| bound > *greatest) {
            self.bound = Some((bound, report.objective.first_measure_name(), name.to_owned()));
        }
    }

    /// Was a solution found?
    pub(crate) fn is_solved(&self) -> bool {
        self.best.is_some()
    }

    /// Was it proven that there is no solution?
    pub(crate) fn is_unsolvable(&self) -> bool {
        self.unsolvable.is_some()
    }

    /// What does not go together, as a line; none if all does.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let Solved { measures, text, name: solver } = self.best.as_ref()?;
        if let Some(name) = &self.unsolvable {
            return Some(format!("{solver} solves it in {text}, and {name} proves it unsolvable"));
        }
        if let Some((bound, unit, name)) = &self.bound
            && *bound > measures.0
        {
            let first = measures.0;
            return Some(format!(
                "{solver} solves it in {first} {unit}, and {name} proves that {bound} are needed"
            ));
        }
        let optimal = self.optimal.as_ref().filter(|optimal| optimal.measures > *measures)?;
        let Solved { text: worse, name, .. } = optimal;
        Some(format!("{solver} solves it in {text}, and {name} proves {worse} optimal"))
    }
}

#[cfg(test)]
mod tests {
    use sokoban_core::{Board, Level};
    use sokoban_search::{Limits, SolveConfig, solve};

    use super::*;

    fn report(level: &str) -> Report {
        report_for(Objective::Pushes, level)
    }

    fn report_for(objective: Objective, level: &str) -> Report {
        let level: Level = level.parse().unwrap();
        let board = Board::try_from(&level).unwrap();
        let config = SolveConfig { objective, ..SolveConfig::default() };
        solve(&board, &config, &Limits::default(), &mut ()).unwrap()
    }

    #[test]
    fn equal_results_agree_and_others_are_named() {
        let two = report("#######\n#@ $ .#\n#######");
        let mut agreement = Agreement::default();
        agreement.add("first", &two);
        agreement.add("second", &two);
        assert_eq!((agreement.is_solved(), agreement.contradiction()), (true, None));

        agreement.add("third", &report("########\n#@ $  .#\n########"));
        let expected = "first solves it in 2 pushes, and third proves that 3 are needed";
        assert_eq!(agreement.contradiction().as_deref(), Some(expected));

        agreement.add("fourth", &report("#####\n#@ .#\n#$  #\n#####"));
        let expected = "first solves it in 2 pushes, and fourth proves it unsolvable";
        assert_eq!(agreement.contradiction().as_deref(), Some(expected));
    }

    #[test]
    fn a_proof_that_there_is_no_solution_goes_with_any_bound() {
        let mut agreement = Agreement::default();
        agreement.add("first", &report("#####\n#@ .#\n#$  #\n#####"));
        assert!(agreement.is_unsolvable());
        assert_eq!(agreement.contradiction(), None);
    }

    #[test]
    fn the_measures_are_those_of_the_objective() {
        // 2 pushes in each case, with a walk of one step and of two.
        let [near, far] = ["########\n#@ $ .##\n########", "########\n#@  $ .#\n########"];
        let contradiction = |objective| {
            let mut agreement = Agreement::default();
            agreement.add("first", &report_for(objective, near));
            agreement.add("second", &report_for(objective, far));
            agreement.contradiction()
        };
        assert_eq!(contradiction(Objective::Pushes), None);
        for objective in [Objective::Moves, Objective::MovesPushes] {
            let expected = "first solves it in 3 moves, and second proves that 4 are needed";
            assert_eq!(contradiction(objective).as_deref(), Some(expected));
        }
        let expected =
            "first solves it in 2 pushes, 3 moves, and second proves 2 pushes, 4 moves optimal";
        assert_eq!(contradiction(Objective::PushesMoves).as_deref(), Some(expected));
    }
}
