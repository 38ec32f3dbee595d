//! Agreement: whether what several searches prove of one level goes together.

use sokoban_search::{Outcome, Report};

/// What several searches have proven of one level.
#[derive(Debug, Default)]
pub(crate) struct Agreement {
    /// The fewest pushes of a solution, and the search that found it.
    fewest: Option<(usize, String)>,
    /// The greatest lower bound, and the search that proved it.
    bound: Option<(usize, String)>,
    /// The first search that proved that there is no solution.
    unsolvable: Option<String>,
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
            Outcome::Solved { counts, .. } => {
                if self.fewest.as_ref().is_none_or(|(fewest, _)| counts.pushes < *fewest) {
                    self.fewest = Some((counts.pushes, name.to_owned()));
                }
            }
            Outcome::Stopped(_) => {}
        }
        let bound = report.lower_bound as usize;
        if self.bound.as_ref().is_none_or(|(greatest, _)| bound > *greatest) {
            self.bound = Some((bound, name.to_owned()));
        }
    }

    /// Was a solution found?
    pub(crate) fn is_solved(&self) -> bool {
        self.fewest.is_some()
    }

    /// Was it proven that there is no solution?
    pub(crate) fn is_unsolvable(&self) -> bool {
        self.unsolvable.is_some()
    }

    /// What does not go together, as a line; none if all does.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let (pushes, solver) = self.fewest.as_ref()?;
        if let Some(name) = &self.unsolvable {
            return Some(format!(
                "{solver} solves it in {pushes} pushes, and {name} proves it unsolvable"
            ));
        }
        let (bound, name) = self.bound.as_ref().filter(|(bound, _)| bound > pushes)?;
        Some(format!(
            "{solver} solves it in {pushes} pushes, and {name} proves that {bound} are needed"
        ))
    }
}

#[cfg(test)]
mod tests {
    use sokoban_core::{Board, Level};
    use sokoban_search::{Limits, SolveConfig, solve};

    use super::*;

    fn report(level: &str) -> Report {
        let level: Level = level.parse().unwrap();
        let board = Board::try_from(&level).unwrap();
        solve(&board, &SolveConfig::default(), &Limits::default(), &mut ()).unwrap()
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
}
