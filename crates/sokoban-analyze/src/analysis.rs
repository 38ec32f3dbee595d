//! Analysis: all that is found out about a level.

use sokoban_core::{Board, Solution, SolutionMetrics};
use sokoban_search::{
    Census, HeuristicKind, Limits, Objective, Observer, OptimalSurvey, Proof, StopReason, Threads,
    census, start_bound, survey_optimal,
};

use crate::least::Least;
use crate::measures::{Measure, measures};
use crate::part::Part;
use crate::searches::Proven;
use crate::shape::Shape;
use crate::stage::{AnalysisObserver, Stage};

/// How far an analysis goes, apart from its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Optimal push sequences are counted up to so many. What they have in common is found out
    /// however many there are.
    pub most_sequences: u64,
    /// States are counted if there are no more than so many.
    pub most_states: u32,
    /// The threads of the searches for solutions.
    pub threads: Threads,
}

impl Default for Settings {
    /// A million sequences, 300,000 states, one thread.
    fn default() -> Self {
        Self { most_sequences: 1_000_000, most_states: 300_000, threads: Threads::ONE }
    }
}

/// All that is found out about a level.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// Sizes, dead squares, corridors.
    pub shape: Shape,
    /// What each bound says of the start.
    pub bounds: Vec<BoundAtStart>,
    /// Is there a solution?
    pub verdict: Verdict,
    /// The fewest pushes of a solution. Without a solution, what was proven before that was known.
    pub pushes: Least,
    /// The limit that ended the search for them, if one did.
    pub pushes_stopped_by: Option<StopReason>,
    /// The fewest moves of a solution, pushes included, likewise.
    pub moves: Least,
    /// The limit that ended the search for them, if one did.
    pub moves_stopped_by: Option<StopReason>,
    /// The best solution that was found: with the fewest pushes, and of those with the fewest moves.
    /// Whether none has fewer is told by [`Self::pushes`]; those of as many pushes with fewer moves
    /// were not looked for.
    pub found: Option<Found>,
    /// What all push-optimal solutions have in common. Skipped where the fewest pushes are not known.
    pub optimal: Part<OptimalSurvey>,
    /// All states, counted. Skipped if there are more than [`Settings::most_states`].
    pub census: Part<Census>,
    /// Measures of difficulty.
    pub measures: Vec<Measure>,
}

/// What a bound says of the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoundAtStart {
    /// Which one it is, never [`HeuristicKind::Auto`].
    pub kind: HeuristicKind,
    /// Pushes, or moves as [`Self::counts_moves`] says, that no solution has fewer of; none inside if
    /// the bound proves that there is no solution.
    pub least: Part<Option<u32>>,
}

impl BoundAtStart {
    /// Is it a bound on moves, not on pushes?
    #[must_use]
    pub fn counts_moves(&self) -> bool {
        self.kind == HeuristicKind::Ghosts
    }
}

/// A solution with what its replay counted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The solution.
    pub solution: Solution,
    /// Its measures.
    pub metrics: SolutionMetrics,
}

/// Is there a solution?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// One was found.
    Solvable,
    /// It is proven that there is none.
    Unsolvable(Proof),
    /// A limit came first.
    Unknown(StopReason),
}

impl Analysis {
    /// Is it proven that there is no solution?
    #[must_use]
    pub fn is_unsolvable(&self) -> bool {
        matches!(self.verdict, Verdict::Unsolvable(_))
    }

    /// The greatest bound on pushes at the start; none if no bound told one.
    #[must_use]
    pub fn best_bound(&self) -> Option<u32> {
        let of_pushes = self.bounds.iter().filter(|bound| !bound.counts_moves());
        of_pushes.filter_map(|bound| bound.least.done().copied().flatten()).max()
    }
}

/// Analyzes `board`.
///
/// The parts follow one another, each within `limits` of its own: every bound at the start, the
/// census, the searches for the fewest pushes and for the fewest moves, one for any solution if
/// neither found one, and the survey of push-optimal solutions. A cancellation ends the part that
/// runs and all that follow. `observer` hears of all of them.
///
/// The census looks at no bound and no deadlock test, so where it ends, it confirms what the searches
/// say.
///
/// # Panics
/// When two parts contradict one another, which is a bug.
///
/// # Complexity
/// That of the searches.
pub fn analyze(
    board: &Board,
    settings: &Settings,
    limits: &Limits,
    observer: &mut dyn AnalysisObserver,
) -> Analysis {
    observer.begin(Stage::Bounds);
    let bounds = bounds(board, limits, observer);
    observer.begin(Stage::Census);
    let counted = match census(board, settings.most_states, limits, observer) {
        Ok(Some(census)) => Part::Done(census),
        Ok(None) => Part::Skipped,
        Err(reason) => Part::Stopped(reason),
    };
    let mut proven = Proven::nothing();
    for bound in &bounds {
        match bound.least {
            Part::Done(Some(moves)) if bound.counts_moves() => proven.moves.raise(moves),
            Part::Done(Some(pushes)) => proven.raise_pushes(pushes),
            Part::Done(None) | Part::Stopped(_) | Part::Skipped => {}
        }
    }
    let mut search = |proven: &mut Proven, stage, objective| {
        observer.begin(stage);
        proven.search(board, objective, settings.threads, limits, observer)
    };
    let pushes_stopped_by = search(&mut proven, Stage::Pushes, Objective::Pushes);
    let moves_stopped_by = search(&mut proven, Stage::Moves, Objective::Moves);
    if proven.found.is_none() && proven.unsolvable.is_none() {
        search(&mut proven, Stage::AnySolution, Objective::Any);
    }
    if let Part::Done(census) = counted {
        match census.least_pushes {
            Some(pushes) => {
                assert_eq!(proven.unsolvable, None, "the census found a way to a solution");
                proven.raise_pushes(pushes);
            }
            None => {
                assert!(proven.found.is_none(), "the census found no way to a solution");
                proven.unsolvable = proven.unsolvable.or(Some(Proof::Exhausted));
            }
        }
    }
    let optimal = match proven.pushes.proven() {
        Some(pushes) if proven.unsolvable.is_none() => {
            observer.begin(Stage::Optimal);
            let most = settings.most_sequences;
            survey_optimal(board, pushes, most, limits, observer).into()
        }
        _ => Part::Skipped,
    };
    if let Part::Done(survey) = &optimal {
        let is_none = survey.sequences == 0 && settings.most_sequences > 0;
        assert!(!is_none, "the solution that was found is one of them");
    }
    let mut analysis = Analysis {
        shape: Shape::of(board),
        bounds,
        verdict: proven.verdict(),
        pushes: proven.pushes,
        pushes_stopped_by,
        moves: proven.moves,
        moves_stopped_by,
        found: proven.found,
        optimal,
        census: counted,
        measures: Vec::new(),
    };
    analysis.measures = measures(&analysis, settings.most_states);
    analysis
}

fn bounds(board: &Board, limits: &Limits, observer: &mut dyn Observer) -> Vec<BoundAtStart> {
    let kinds = HeuristicKind::ALL.iter().copied().filter(|&kind| kind != HeuristicKind::Auto);
    kinds
        .map(|kind| {
            let least = start_bound(board, kind, limits, observer).into();
            BoundAtStart { kind, least }
        })
        .collect()
}
