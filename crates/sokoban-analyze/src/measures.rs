//! Measures of difficulty, each with the work that it comes from.

use sokoban_core::SolutionMetrics;
use sokoban_search::Census;

use crate::analysis::Analysis;
use crate::part::Part;

/// A measure of difficulty. None is the difficulty: people and programs find different levels hard,
/// and the sources disagree about which measure tells more.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Measure {
    /// What is measured.
    pub kind: MeasureKind,
    /// What came of it.
    pub value: Value,
}

/// What came of a measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Count(u64),
    /// It is proven to be no less, and not known.
    AtLeast(u64),
    /// A share or an average.
    Ratio(f64),
    /// Nothing is known.
    Unknown,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeasureKind {
    /// The fewest pushes of a solution.
    Pushes,
    /// How often the solution that is told turns to another box, the first counted too.
    BoxChanges,
    /// How many straight runs of pushes of one box the solution that is told has.
    BoxLines,
    /// The pushes that the best bound of the start falls short of the fewest.
    BoundGap,
    /// All states that pushes lead to.
    States,
    /// Of those, the share that cannot be solved any more.
    UnsolvableShare,
    /// The pushes that a state offers, on average.
    PushesOfState,
}

/// A work that a measure comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// Of 2,000 problems that people solved.
    JarusekPelanek2010,
    /// Of generated levels.
    TaylorParberry2011,
    /// Of search where states cannot be solved any more.
    JunghannsSchaeffer1998,
    /// Of what makes Sokoban hard to search.
    JunghannsSchaeffer2001,
}

impl MeasureKind {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 7] = [
        Self::Pushes,
        Self::BoxChanges,
        Self::BoxLines,
        Self::BoundGap,
        Self::States,
        Self::UnsolvableShare,
        Self::PushesOfState,
    ];

    /// The name in reports, such as `box-changes`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pushes => "pushes",
            Self::BoxChanges => "box-changes",
            Self::BoxLines => "box-lines",
            Self::BoundGap => "bound-gap",
            Self::States => "states",
            Self::UnsolvableShare => "unsolvable-share",
            Self::PushesOfState => "pushes-of-a-state",
        }
    }

    /// What it measures, in a few words without a full stop.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Pushes => "fewest pushes of a solution",
            Self::BoxChanges => "turns to another box in the solution shown",
            Self::BoxLines => "straight runs of pushes in the solution shown",
            Self::BoundGap => "pushes that the best bound misses at the start",
            Self::States => "states that pushes lead to",
            Self::UnsolvableShare => "share of states that cannot be solved",
            Self::PushesOfState => "pushes to choose from in a state",
        }
    }

    /// Where it comes from.
    #[must_use]
    pub const fn source(self) -> Source {
        match self {
            Self::Pushes | Self::BoxChanges | Self::States => Source::JarusekPelanek2010,
            Self::BoxLines => Source::TaylorParberry2011,
            Self::UnsolvableShare => Source::JunghannsSchaeffer1998,
            Self::BoundGap | Self::PushesOfState => Source::JunghannsSchaeffer2001,
        }
    }
}

impl Source {
    /// All of them, by year.
    pub const ALL: [Self; 4] = [
        Self::JunghannsSchaeffer1998,
        Self::JunghannsSchaeffer2001,
        Self::JarusekPelanek2010,
        Self::TaylorParberry2011,
    ];

    /// Authors and year.
    #[must_use]
    pub const fn short(self) -> &'static str {
        match self {
            Self::JarusekPelanek2010 => "Jarušek & Pelánek 2010",
            Self::TaylorParberry2011 => "Taylor & Parberry 2011",
            Self::JunghannsSchaeffer1998 => "Junghanns & Schaeffer 1998",
            Self::JunghannsSchaeffer2001 => "Junghanns & Schaeffer 2001",
        }
    }

    /// The whole reference.
    #[must_use]
    pub const fn reference(self) -> &'static str {
        match self {
            Self::JarusekPelanek2010 => {
                "Petr Jarušek and Radek Pelánek, Difficulty Rating of Sokoban Puzzle, STAIRS 2010"
            }
            Self::TaylorParberry2011 => {
                "Joshua Taylor and Ian Parberry, Procedural Generation of Sokoban Levels, 2011"
            }
            Self::JunghannsSchaeffer1998 => {
                "Andreas Junghanns and Jonathan Schaeffer, Sokoban: Evaluating Standard Single-Agent Search Techniques in the Presence of Deadlock, 1998"
            }
            Self::JunghannsSchaeffer2001 => {
                "Andreas Junghanns and Jonathan Schaeffer, Sokoban: Enhancing General Single-Agent Search Methods Using Domain Knowledge, 2001"
            }
        }
    }
}

/// The measures of what was found.
pub(crate) fn measures(analysis: &Analysis, most_states: u32) -> Vec<Measure> {
    let value = |kind| match kind {
        MeasureKind::Pushes => match (analysis.pushes.proven(), analysis.pushes.at_least()) {
            (Some(pushes), _) => Value::Count(pushes.into()),
            (None, _) if analysis.is_unsolvable() => Value::Unknown,
            (None, at_least) => Value::AtLeast(at_least.into()),
        },
        MeasureKind::BoxChanges => of_solution(analysis, |metrics| metrics.box_changes),
        MeasureKind::BoxLines => of_solution(analysis, |metrics| metrics.box_lines),
        MeasureKind::BoundGap => match (analysis.pushes.proven(), analysis.best_bound()) {
            (Some(pushes), Some(bound)) => Value::Count(u64::from(pushes - bound)),
            _ => Value::Unknown,
        },
        MeasureKind::States => match &analysis.census {
            Part::Done(census) => Value::Count(census.states),
            Part::Skipped => Value::AtLeast(u64::from(most_states) + 1),
            Part::Stopped(_) => Value::Unknown,
        },
        MeasureKind::UnsolvableShare => {
            of_census(analysis, |census| (census.unsolvable, census.states))
        }
        MeasureKind::PushesOfState => of_census(analysis, |census| (census.pushes, census.states)),
    };
    MeasureKind::ALL.into_iter().map(|kind| Measure { kind, value: value(kind) }).collect()
}

fn of_solution(analysis: &Analysis, measure: impl Fn(&SolutionMetrics) -> usize) -> Value {
    let metrics = analysis.found.as_ref().map(|found| found.metrics);
    metrics.map_or(Value::Unknown, |metrics| Value::Count(measure(&metrics) as u64))
}

fn of_census(analysis: &Analysis, parts: impl Fn(&Census) -> (u64, u64)) -> Value {
    match analysis.census.done().map(parts) {
        Some((share, whole)) if whole > 0 => Value::Ratio(share as f64 / whole as f64),
        _ => Value::Unknown,
    }
}
