//! Which search runs.

use std::num::NonZeroUsize;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use sokoban_search::{
    Algorithm, Anytime, Direction, Dominance, Finder, HeuristicKind, Macros, Objective, PdbBoxes,
    SmaStages, SolveConfig, SymmetryUse, UnknownName, Weight,
};

use super::pointless::Written;
use super::switches::{ConflictName, DeadlockName, conflicts, deadlocks};
use crate::units::{ByteLimit, NodeLimit};

/// Which search runs.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchArgs {
    /// The search
    #[arg(long, default_value_t, value_parser = named(Algorithm::ALL, Algorithm::name))]
    algorithm: Algorithm,

    /// From the start by pushes, or from the goals by pulls
    #[arg(long, default_value_t, value_parser = named(Direction::ALL, Direction::name))]
    direction: Direction,

    /// The lower bound that guides the search: ghosts and zero for an objective that counts moves,
    /// all but ghosts for the others
    #[arg(long, default_value_t, value_parser = named(HeuristicKind::ALL, HeuristicKind::name))]
    heuristic: HeuristicKind,

    /// Whether a box is moved through a one-way passage in one step
    #[arg(long, default_value_t, value_parser = named(Macros::ALL, Macros::name))]
    macros: Macros,

    /// The most memory that the table of ida takes; none is 256 MiB, or half of --memory if less
    #[arg(long, value_name = "BYTES", default_value = "none")]
    table_bytes: ByteLimit,

    /// The stages of sma: forgetting alone (a), or deepening after it where it does not pay (ab)
    #[arg(long, value_name = "STAGES", default_value_t, value_parser = named(SmaStages::ALL, SmaStages::name))]
    sma_stages: SmaStages,

    /// The most states that sma keeps in memory at one time, or none
    #[arg(long, value_name = "COUNT", default_value = "none")]
    max_stored: NodeLimit,

    /// The most boxes of a pattern, for --heuristic pdb
    #[arg(long, default_value_t, value_parser = named(PdbBoxes::ALL, PdbBoxes::name))]
    pdb_boxes: PdbBoxes,

    /// The parts of --heuristic conflicts that count, with commas between them
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',', default_value = "all")]
    conflicts: Vec<ConflictName>,

    /// What is minimized: pushes; moves, which are all steps of the player, pushes included; one of
    /// them first, and among solutions of as few the other; or nothing. Where moves count, auto,
    /// astar and bidirectional search, with a bound and deadlock tests of their own
    #[arg(long, default_value_t, value_parser = named(Objective::ALL, Objective::name))]
    objective: Objective,

    /// The factor of the bound in the weighted search, from 1 to 100
    #[arg(long, value_name = "W", default_value_t)]
    weight: Weight,

    /// Whether weighted and features go on after their first solution, to shorter ones, until one is
    /// proven optimal
    #[arg(long, default_value_t, value_parser = named(Anytime::ALL, Anytime::name))]
    anytime: Anytime,

    /// Whether auto looks for a solution of as many pushes as it has proven to be needed
    #[arg(long, default_value_t, value_parser = named(Finder::ALL, Finder::name))]
    finder: Finder,

    /// Whether a search that counts moves drops a state where one with the same boxes lets the
    /// player walk to its square at no more cost; off, it expands more states for the same optimum
    #[arg(long, default_value_t, value_parser = named(Dominance::ALL, Dominance::name))]
    dominance: Dominance,

    /// Whether a search that counts moves searches one state of those that a symmetry of the board
    /// lays onto one another; off, it expands more states for the same optimum
    #[arg(long, default_value_t, value_parser = named(SymmetryUse::ALL, SymmetryUse::name))]
    symmetry: SymmetryUse,

    /// The deadlock tests that prune, with commas between them; all means those that hold for the
    /// search: dead-squares by pulls, dead-squares and freeze where moves are counted
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',', default_value = "all")]
    deadlocks: Vec<DeadlockName>,

    #[arg(skip)]
    pub(super) written: Written,
}

impl SearchArgs {
    /// The configuration asked for, on so many threads.
    ///
    /// # Errors
    /// As [`Self::base_config`], and a line about an option that the search would not look at.
    pub(crate) fn config(&self, threads: NonZeroUsize) -> Result<SolveConfig, String> {
        let config = self.base_config(threads)?;
        self.written.check(&config)?;
        Ok(config)
    }

    /// Does one of the searches of `--compare` look at each option that was written?
    ///
    /// # Errors
    /// A line about the first that none would look at.
    pub(crate) fn check_any(&self, configs: &[SolveConfig]) -> Result<(), String> {
        self.written.check_any(configs)
    }

    /// The configuration for every search, each of which takes what is for it.
    ///
    /// # Errors
    /// A line about `--deadlocks` or `--conflicts` if its names do not go together, or about
    /// `--max-stored` if it is 0.
    pub(crate) fn base_config(&self, threads: NonZeroUsize) -> Result<SolveConfig, String> {
        if self.max_stored.0 == Some(0) {
            return Err("--max-stored: sma keeps 1 state at least; write that, or none".into());
        }
        Ok(SolveConfig {
            algorithm: self.algorithm,
            direction: self.direction,
            heuristic: self.heuristic,
            pdb_boxes: self.pdb_boxes,
            conflicts: conflicts(&self.conflicts)?,
            objective: self.objective,
            deadlocks: deadlocks(&self.deadlocks)?,
            sma_stages: self.sma_stages,
            max_stored: self
                .max_stored
                .0
                .map(|states| usize::try_from(states).unwrap_or(usize::MAX)),
            weight: self.weight,
            anytime: self.anytime,
            finder: self.finder,
            dominance: self.dominance,
            symmetry: self.symmetry,
            macros: self.macros,
            table_bytes: self.table_bytes.0,
            threads: threads.into(),
        })
    }
}

/// Reads one of the names that the search crate gives its choices, so that a choice added there
/// is offered here, listed in the help, and suggested for a misspelling.
pub(super) fn named<T>(
    all: impl IntoIterator<Item = &'static T>,
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T>
where
    T: Copy + FromStr<Err = UnknownName> + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.into_iter().map(|&choice| name(choice)))
        .try_map(|text| text.parse::<T>())
}
